/* Who analyses: the level's agent without its limits, with threads put to use. */
#include "support/support.h"

#include "arena/analyst.h"

/* The program carries a book for the game, which an analyst consults. */
#define BOOK "book=on"

static void check(const char *agent, bool own, int threads, const char *expected) {
    char spec[CN_SPEC_MAX];
    cn_spec made;
    cn_error error;
    const cn_game *game = cn_game_find("connect4");
    if (cn_analyst_spec(game, agent, own, threads, &made, &error) != CN_OK) {
        fail_msg("%s", error.text);
    }
    assert_int_equal(cn_spec_text(&made, spec, sizeof spec, &error), CN_OK);
    assert_string_equal(spec, expected);
    cn_search *search;
    if (cn_search_new(game, spec, &search, &error) != CN_OK) fail_msg("%s", error.text);
    cn_search_free(search);
}

static void specs(void **unused) {
    (void)unused;
    check("hard", false, 0, "pvs:" BOOK);
    check("hard:expert=off", false, 0, "pvs:expert=off," BOOK);
    check("hard", false, 2, "pvs:" BOOK ",strategy=ybw,threads=2");
    check("max", false, 3, "pvs:hash=256,strategy=ybw," BOOK ",threads=3");
    check("mcts:c=1,iterations=5,seed=2,time=1", false, 1,
          "mcts:c=1,seed=2,strategy=tree,threads=1");
    check("alphabeta:depth=3", false, 0, "alphabeta:depth=0");
    check("minimax", false, 2, "minimax:depth=0,strategy=levels,threads=2");
    check("pvs:time=3,depth=9", true, 2, "pvs:time=3,depth=9,strategy=ybw,threads=2");
    check("pvs:strategy=shared,threads=9", true, 2, "pvs:strategy=shared,threads=2");
    check("random", true, 2, "random");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(specs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
