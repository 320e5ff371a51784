/* Perft with threads and with a table equals the plain count, on every game. */
#include "engine/perft.h"
#include "support/support.h"

static void every_way(void **unused) {
    (void)unused;
    for (const cn_game *const *game = cn_games(); *game; game++) {
        cn_position p = test_position_of(*game, NULL, NULL);
        for (int depth = 0; depth <= 4; depth++) {
            if (depth == 4 && p.rules->moves_max > 64) break;
            const uint64_t expected = p.kernels->perft(p.rules, p.state, depth);
            const int threads[] = {1, 2, 3, 8};
            for (int i = 0; i < 4; i++) {
                for (size_t hash_mb = 0; hash_mb <= 4; hash_mb += 4) {
                    const cn_perft_request request = {depth, threads[i], hash_mb};
                    static cn_perft_answer answer;
                    cn_error error = {""};
                    const cn_status status = cn_perft(&p, &request, &answer, &error);
                    if (hash_mb && p.rules->history) {
                        assert_int_equal(status, CN_UNSUPPORTED);
                        continue;
                    }
                    assert_int_equal(status, CN_OK);
                    assert_int_equal(answer.leaves, expected);
                }
            }
        }
        cn_position_free(&p);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_way)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
