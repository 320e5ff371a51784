/* Go's solver against published results and positions that can be counted by hand.
 * tests/parallel/test_expert.c compares it with plain minimax on random positions. */
#include "support/support.h"

#include <stdlib.h>

static cn_score solved(const char *options, const char *moves, cn_move *best) {
    static cn_result result;
    cn_position p = test_position("go", options, NULL);
    cn_search *search;
    cn_error error = {""};
    const cn_limits limits = {.infinite = true};
    test_play(&p, moves);
    assert_int_equal(cn_search_new(p.game, "pvs:score=on,expert=solver,hash=128", &search, &error),
                     CN_OK);
    assert_int_equal(cn_search_run(search, &p, &limits, NULL, NULL, &result, &error), CN_OK);
    if (best) *best = result.best;
    cn_search_free(search);
    cn_position_free(&p);
    return result.score;
}

static void expect(const char *options, const char *moves, double black) {
    const bool white_to_move = *moves != '\0';
    const cn_score score = solved(options, moves, NULL);
    assert_true(score.proven);
    assert_int_equal(score.kind, CN_SCORE_POINTS);
    if (score.value != (white_to_move ? -black : black)) {
        fail_msg("%s after `%s`: %g for the side to move", options, moves, score.value);
    }
}

/* Area, positional superko, no komi (J. Tromp's solver; Hayward's notes for the openings). */
static void published(void **unused) {
    (void)unused;
    expect("size=2", "", 1);
    expect("size=3", "", 9);
    expect("size=3", "B2", 9);
    expect("size=3", "B1", 3);
    expect("size=3", "A1", -9);
    expect("size=3,komi=9.5", "", -0.5);
    if (!TEST_SANITIZED) expect("size=4", "", 2);
}

static void expect_board(const char *board, double value) {
    static cn_result result;
    cn_position p = test_position("go", NULL, board);
    cn_search *search;
    cn_error error = {""};
    const cn_limits limits = {.infinite = true};
    assert_int_equal(cn_search_new(p.game, "pvs:score=on,expert=solver,hash=16", &search, &error),
                     CN_OK);
    assert_int_equal(cn_search_run(search, &p, &limits, NULL, NULL, &result, &error), CN_OK);
    assert_true(result.score.proven);
    if (result.score.value != value) fail_msg("%s: %g", board, result.score.value);
    cn_search_free(search);
    cn_position_free(&p);
}

/* Late positions of 5x5, where the margin can be counted by hand. */
static void filled(void **unused) {
    (void)unused;
    static const struct {
        const char *board;
        double value;
    } known[] = {
        /* Both live: only counting is left. */
        {".X.XO/XXXXO/OOOOO/O.O.O/.O.O. X", -9},
        {"X.X.X/XXXXX/OOOOO/O.O.O/.O.O. O", 5},
        /* Three in a row: whoever takes the middle decides whether Black lives. */
        {"...XO/XXXXO/OOOOO/O.O.O/.O.O. X", -9},
        {"...XO/XXXXO/OOOOO/O.O.O/.O.O. O", 25},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        expect_board(known[i].board, known[i].value);
    }
}

/* Random boards of 3x3 and 4x4, where superko matters more often. */
static void random_boards(void **unused) {
    (void)unused;
    char *text = test_read("positions/go/solved.tsv");
    int count = 0;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"), count++) {
        char *value = strchr(line, '\t');
        assert_non_null(value);
        *value++ = '\0';
        if (!TEST_SANITIZED || count % 10 == 0) expect_board(line, atof(value));
    }
    assert_int_equal(count, 60);
    free(text);
}

/* The solver leaves to others what it is not made for. */
static void serves(void **unused) {
    (void)unused;
    static const char *const not [] = {"size=6",          "ko=simple",      "ko=situational",
                                       "suicide=allowed", "scoring=stones", "limit=100"};
    cn_position p = test_position("go", "size=5", NULL);
    assert_true(p.experts->serves(p.state));
    cn_position_free(&p);
    for (size_t i = 0; i < sizeof not / sizeof *not ; i++) {
        p = test_position("go", not [i], NULL);
        assert_false(p.experts->serves(p.state));
        cn_position_free(&p);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published),
        cmocka_unit_test(filled),
        cmocka_unit_test(random_boards),
        cmocka_unit_test(serves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
