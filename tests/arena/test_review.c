/* Moves judged: what a mistake costs, and how it is marked. */
#include "arena/review.h"
#include "support/support.h"

#include <math.h>

static cn_verdict judge(const char *game, const char *position, const char *spec,
                        const char *move) {
    cn_position p = test_position(game, NULL, position);
    cn_search *search;
    cn_verdict verdict;
    cn_error error = {""};
    cn_move played;
    const char *end;
    assert_int_equal(cn_position_read_move(&p, move, &played, &end, &error), CN_OK);
    assert_int_equal(cn_search_new(p.game, spec, &search, &error), CN_OK);
    assert_int_equal(
        cn_review_move(search, &(cn_limits){0}, NULL, NULL, &p, played, &verdict, &error), CN_OK);
    cn_search_free(search);
    cn_position_free(&p);
    return verdict;
}

static void assert_text(cn_score score, const char *expected) {
    char text[CN_SCORE_TEXT];
    cn_score_text(cn_game_find("tictactoe"), score, text);
    assert_string_equal(text, expected);
}

static void test_marks(void **unused) {
    (void)unused;
    assert_string_equal(cn_mark_text(cn_review_mark(0)), "");
    assert_string_equal(cn_mark_text(cn_review_mark(0.099)), "");
    assert_string_equal(cn_mark_text(cn_review_mark(0.1)), "?!");
    assert_string_equal(cn_mark_text(cn_review_mark(0.2)), "?");
    assert_string_equal(cn_mark_text(cn_review_mark(0.9 - 0.6)), "??");
    assert_string_equal(cn_mark_text(cn_review_mark(1)), "??");
}

static void test_tictactoe(void **unused) {
    (void)unused;
    static const char *const agents[] = {"pvs:depth=9", "minimax:depth=9", "mcts:iterations=20000"};
    for (int i = 0; i < 3; i++) {
        /* X can win at once, and plays elsewhere: O cannot be kept from winning either. */
        cn_verdict v = judge("tictactoe", "xx./oo./... x", agents[i], "a1");
        assert_int_equal(v.player, 0);
        assert_true(v.loss == 1);
        assert_int_equal(v.mark, CN_MARK_BLUNDER);
        assert_text(v.best_score, "win in 1");
        assert_text(v.score, "loss in 2");
        v = judge("tictactoe", "xx./oo./... x", agents[i], "c3");
        assert_true(v.loss == 0);
        assert_int_equal(v.mark, CN_MARK_NONE);
        /* The last move of a drawn game. */
        v = judge("tictactoe", "xox/xxo/o.o x", agents[i], "b1");
        assert_text(v.score, "draw");
        assert_true(v.chance == 0.5 && v.loss == 0);
        /* A slower win is a win. */
        v = judge("tictactoe", "x.o/.../... x", agents[i], "a1");
        assert_true(v.loss == 0);
    }
}

static void test_sum(void **unused) {
    (void)unused;
    cn_review_sum sum = {0};
    const cn_verdict v[] = {{.loss = 0.25, .mark = CN_MARK_MISTAKE},
                            {.loss = 0.5, .mark = CN_MARK_BLUNDER}};
    cn_review_add(&sum, &v[0]);
    cn_review_add(&sum, &v[1]);
    assert_int_equal(sum.moves, 2);
    assert_int_equal(sum.marks[CN_MARK_MISTAKE], 1);
    assert_int_equal(sum.marks[CN_MARK_BLUNDER], 1);
    assert_true(sum.loss == 0.75);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_marks), cmocka_unit_test(test_tictactoe), cmocka_unit_test(test_sum)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
