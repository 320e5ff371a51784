/* The endgame expert of Othello under every strategy, by 1, 2 and 8 threads: always the published
 * score, the same best move, and a line that leads to it. */
#include "support/support.h"

#include <canopy/search.h>
#include <stdlib.h>

static const char *const strategies[] = {
    "",
    "strategy=ybw,split=2,threads=1",
    "strategy=ybw,split=2,threads=2",
    "strategy=ybw,split=2,threads=8",
    "strategy=shared,threads=2",
    "strategy=shared,threads=8",
    "strategy=top,threads=2",
    "strategy=buffer,window=3,threads=8",
};

/* FFO 1 to 19 have 14 to 16 empty squares, enough for nodes that threads share; sanitizers get the
 * first few. */
enum { POSITIONS = TEST_SANITIZED ? 3 : 19 };

static void check(const char *row, const char *spec, cn_move *best) {
    static cn_result result;
    cn_position p = test_position("othello", NULL, row);
    const int expected = atoi(strchr(row, ':') + 1);
    cn_search *search;
    cn_error error = {""};
    if (cn_search_new(p.game, spec, &search, &error) != CN_OK ||
        cn_search_run(search, &p, &(cn_limits){.infinite = true}, NULL, NULL, &result, &error) !=
            CN_OK) {
        fail_msg("%s: %s", spec, error.text);
    }
    assert_true(result.score.proven);
    if ((int)result.score.value != expected) {
        fail_msg("%s: %.66s: %g, not %+d", spec, row, result.score.value, expected);
    }
    if (*best == CN_MOVE_NONE) *best = result.best;
    assert_int_equal(result.best, *best);
    cn_position end;
    assert_int_equal(cn_position_copy(&p, &end, NULL), CN_OK);
    for (int i = 0; i < result.line_length; i++) p.rules->play(end.state, result.line[i]);
    assert_int_not_equal(p.rules->over(end.state), CN_ONGOING);
    const int black = p.rules->score(end.state);
    assert_int_equal(p.rules->turn(p.state) == 0 ? black : -black, expected);
    cn_position_free(&end);
    cn_position_free(&p);
    cn_search_free(search);
}

static void every_strategy(void **unused) {
    (void)unused;
    char *text = test_read("positions/othello/fforum-1-19.obf");
    int n = 0;
    for (char *save, *row = strtok_r(text, "\n", &save); row && n < POSITIONS;
         row = strtok_r(NULL, "\n", &save), n++) {
        cn_move best = CN_MOVE_NONE;
        for (size_t i = 0; i < sizeof strategies / sizeof *strategies; i++) {
            char spec[128];
            snprintf(spec, sizeof spec, "pvs:expert=endgame,score=on,hash=1%s%s",
                     *strategies[i] ? "," : "", strategies[i]);
            check(row, spec, &best);
        }
    }
    free(text);
    assert_int_equal(n, POSITIONS);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_strategy)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
