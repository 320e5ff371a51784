/* Playouts with knowledge against the rules: every move of thousands of them must be one that the
 * rules list, and must be the one that the policy picks when it looks at the position afresh, with
 * nothing carried on from move to move. An argument says how many playouts a form of the game gets
 * instead of the usual number. */
#include "support/support.h"

#include <stdlib.h>

enum { SHAPES = 2 }; /* its place among the policies of Go */

static int wanted = 40;

typedef union any {
    uint64_t aligned;
    uint8_t bytes[CN_STATE_MAX];
} any;

static bool listed(const cn_rules *rules, const void *state, cn_move move) {
    cn_move list[CN_MOVES_MAX];
    const int count = rules->moves(state, list);
    for (int i = 0; i < count; i++) {
        if (list[i] == move) return true;
    }
    return false;
}

/* Plays out to the end of the game if `whole`. Returns how many moves the playout had. */
static int check_one(const cn_position *p, uint64_t seed, bool whole, const char *form) {
    static any end, now;
    static cn_trail trail;
    const cn_rules *rules = p->rules;
    cn_rng rng = cn_rng_make(seed, 1), again = rng;
    cn_state_copy(rules, &end, p->state);
    cn_state_copy(rules, &now, p->state);
    trail.length = 0;
    const int policy = SHAPES | (whole ? CN_PLAYOUT_WHOLE : 0);
    const cn_outcome outcome = rules->playout(&end, policy, &rng, &trail);
    for (int i = 0; i < trail.length; i++) {
        const cn_move move = trail.code[i] & 0x7fff;
        if (!listed(rules, &now, move)) {
            fail_msg("%s, seed %d: move %d is not legal", form, (int)seed, i + 1);
        }
        if (rules->pick(&now, SHAPES, &again) != move) {
            fail_msg("%s, seed %d: move %d is not the one picked", form, (int)seed, i + 1);
        }
        rules->play(&now, move);
    }
    const int score = rules->score(&end);
    assert_int_equal(rules->score(&now), score);
    if (rules->over(&now) == CN_ONGOING) { /* ended early, by a clear lead */
        assert_false(whole);
        assert_true(abs(score) > 20);
        assert_int_equal(outcome, score > 0 ? CN_FIRST_WINS : CN_SECOND_WINS);
    } else {
        assert_int_equal(rules->over(&now), outcome);
    }
    return trail.length;
}

static void every_form(void **unused) {
    (void)unused;
    static const int sizes[] = {2, 3, 4, 5, 6, 8, 9, 10, 13, 19};
    static const char *const kos[] = {"positional", "situational", "simple", "none"};
    int moves = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (int k = 0; k < 8; k++) {
            char form[64];
            snprintf(form, sizeof form, "size=%d,ko=%s,suicide=%s", sizes[i], kos[k % 4],
                     k < 4 ? "forbidden" : "allowed");
            cn_position p = test_position("go", form, NULL);
            const int games = sizes[i] > 9 ? wanted / 10 : wanted;
            for (int g = 0; g < games; g++) {
                moves += check_one(&p, (uint64_t)(g * 8 + k), g % 4 == 0, form);
            }
            cn_position_free(&p);
        }
    }
    assert_true(moves > 10000);
}

/* Playouts answer: a stone in atari is taken, and the own one saved; and a chain of two liberties
 * is caught, or gets away, on the one where it has room. */
static void answers(void **unused) {
    (void)unused;
    static const char *const asked[][2] = {
        {"...../.OX../OX.../.OX../..... O; moves=1 last=B3", "C3"}, /* take what was just played */
        {"...../..O../.OX.O/..OX./..... X; moves=1 last=C4", "D3"}, /* run */
        {"...../.X.../OX.../...../..... X; moves=1 last=A3", "A2"}, /* it could run to A2 only */
        {"...../.O.../XO.../...../..... X; moves=1 last=B3", "A2"}, /* before it is shut in */
    };
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        cn_position p = test_position("go", NULL, asked[i][0]);
        for (uint64_t seed = 0; seed < 20; seed++) {
            cn_rng rng = cn_rng_make(seed, 1);
            char text[CN_MOVE_TEXT];
            p.game->print_move(p.state, p.rules->pick(p.state, SHAPES, &rng), text);
            assert_string_equal(text, asked[i][1]);
        }
        cn_position_free(&p);
    }
}

int main(int argc, char **argv) {
    if (argc > 1) wanted = atoi(argv[1]);
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_form), cmocka_unit_test(answers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
