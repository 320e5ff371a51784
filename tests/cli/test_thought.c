/* Scores in the words of a player. */
#include "support/support.h"

#include "cli/thought.h"

static const cn_game discs = {.points = "discs", .eval_unit = 64, .eval_scale = 100};

static void says(cn_score score, const char *expected) {
    char text[CN_SCORE_WORDS];
    cn_score_words(&discs, score, text);
    assert_string_equal(text, expected);
}

static void outcomes(void **unused) {
    (void)unused;
    says((cn_score){0}, "not known");
    says(cn_score_outcome(1, 1), "wins at once");
    says(cn_score_outcome(1, 9), "wins in 5 moves");
    says(cn_score_outcome(-1, 2), "loses at once");
    says(cn_score_outcome(-1, 8), "loses in 4 moves");
    says(cn_score_outcome(1, -1), "wins");
    says(cn_score_outcome(-1, -1), "loses");
    says(cn_score_outcome(0, -1), "a draw");
}

static void margins(void **unused) {
    (void)unused;
    cn_score score = {.kind = CN_SCORE_POINTS, .proven = true, .plies = -1, .value = 22};
    says(score, "wins by 22 discs");
    score.value = -1;
    says(score, "loses by 1 disc");
    score.bound = CN_SCORE_AT_MOST;
    says(score, "loses by 1 disc or worse");
    says(cn_score_negate(score), "wins by 1 disc or better");
    score = (cn_score){.kind = CN_SCORE_POINTS, .proven = true, .plies = -1};
    says(score, "a draw");
    score = (cn_score){.kind = CN_SCORE_EVAL, .plies = -1, .unit = 64, .value = 1.52};
    says(score, "ahead by 1.5 discs");
    says(cn_score_negate(score), "behind by 1.5 discs");
    score.value = 0.04;
    says(score, "even");
}

static void chances(void **unused) {
    (void)unused;
    cn_score score = {.kind = CN_SCORE_CHANCE, .plies = -1, .value = 0.618};
    says(score, "62 % to win");
    score = (cn_score){.kind = CN_SCORE_EVAL, .plies = -1, .value = 100};
    says(score, "about 75 % to win");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outcomes),
        cmocka_unit_test(margins),
        cmocka_unit_test(chances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
