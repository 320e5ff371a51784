/* Transposition tables of any size: all of it is used, and what does not fit is refused. */
#include "core/memory.h"
#include "engine/perft.h"
#include "search/table.h"
#include "support/support.h"

/* Sizes that are not powers of two: entries reach the last places too. */
static void whole(void **state) {
    (void)state;
    static const size_t sizes[] = {1, 3, 5, 6};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        cn_table table;
        assert_int_equal(cn_table_new(sizes[i], &table, NULL), CN_OK);
        assert_int_equal(cn_table_size(&table), sizes[i] << 20);
        const size_t entries = cn_table_size(&table) / sizeof *table.entries;
        /* Eight times as many positions as there is room for: hardly a place stays empty. */
        for (uint64_t n = 0; n < 8 * entries; n++) {
            cn_table_store(&table, cn_mix64(n), 0, 1, CN_BOUND_EXACT, CN_MOVE_NONE, false);
        }
        size_t used = 0;
        for (size_t k = 0; k < entries; k++) used += table.entries[k].data != 0;
        assert_true(used > entries - entries / 100);
        cn_table_hit hit;
        assert_true(cn_table_probe(&table, cn_mix64(8 * entries - 1), &hit));
        cn_table_free(&table);
    }
}

static void too_large(void **state) {
    (void)state;
    const size_t most = cn_memory_free_mb();
    if (most > (size_t)1 << 30) skip(); /* not known here */
    cn_error error = {""};
    cn_table table;
    static cn_perft_answer answer;
    cn_position start = test_position("othello", NULL, NULL);
    /* What is free changes meanwhile, but not tenfold. */
    assert_int_equal(cn_table_new(10 * most, &table, &error), CN_NO_MEMORY);
    assert_non_null(strstr(error.text, "MB are free"));
    const cn_perft_request request = {.depth = 3, .threads = 1, .hash_mb = 10 * most};
    assert_int_equal(cn_perft(&start, &request, &answer, &error), CN_NO_MEMORY);
    assert_non_null(strstr(error.text, "MB are free"));
    cn_position_free(&start);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(whole), cmocka_unit_test(too_large)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
