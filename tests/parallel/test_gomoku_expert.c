/* Gomoku's expert against a plain minimax to the end of the game, on boards so small and so full
 * that this can be computed. The expert leaves out moves, so it need not find a win; but what it
 * says of a win or loss must be true, with one thread or several. */
#include "support/support.h"

#include <canopy/search.h>

typedef struct any_state {
    _Alignas(64) unsigned char bytes[CN_STATE_MAX];
} any_state;

/* 1, 0 or -1 for the side to move, trying every empty cell. */
static int outcome_of(const cn_rules *rules, const void *state, long *budget) {
    const cn_outcome outcome = rules->over(state);
    if (outcome != CN_ONGOING) {
        return outcome == CN_DRAW ? 0 : outcome == cn_win_of(rules->turn(state)) ? 1 : -1;
    }
    cn_move list[CN_MOVES_MAX];
    const int count = rules->moves(state, list);
    int best = -1;
    for (int i = 0; i < count && best < 1; i++) {
        any_state child;
        if (--*budget < 0) return 0;
        cn_state_copy(rules, &child, state);
        rules->play(&child, list[i]);
        const int value = -outcome_of(rules, &child, budget);
        if (value > best) best = value;
    }
    return best;
}

static void claims_are_true(void **unused) {
    static const char *const specs[] = {
        "pvs:hash=1,expert=patterns,depth=12",
        "pvs:hash=1,expert=patterns,depth=12,strategy=shared,threads=3",
        "pvs:hash=1,expert=patterns,depth=12,strategy=ybw,threads=2",
        "pvs:table=off,expert=patterns,depth=6",
    };
    static const char *const forms[] = {"size=5,distance=0", "size=6,distance=0,rules=exact",
                                        "size=6,distance=0,rules=caro"};
    enum { SPECS = sizeof specs / sizeof *specs, POSITIONS = TEST_SANITIZED ? 15 : 90 };
    (void)unused;
    cn_search *search[SPECS];
    cn_error error = {""};
    for (int i = 0; i < SPECS; i++) {
        assert_int_equal(cn_search_new(cn_game_find("gomoku"), specs[i], &search[i], &error),
                         CN_OK);
    }
    cn_rng rng = cn_rng_make(3, 1);
    int claims = 0, wins = 0;
    for (int n = 0; n < POSITIONS;) {
        cn_position p = test_position("gomoku", forms[n % 3], NULL);
        const int cells = n % 3 ? 36 : 25, empty = 6 + (int)cn_rng_below(&rng, 4);
        for (int i = 0; i < cells - empty && p.rules->over(p.state) == CN_ONGOING; i++) {
            cn_move list[CN_MOVES_MAX];
            const int count = p.rules->moves(p.state, list);
            p.rules->play(p.state, list[cn_rng_below(&rng, (uint32_t)count)]);
        }
        long budget = 300000;
        const bool going = p.rules->over(p.state) == CN_ONGOING;
        const int expected = going ? outcome_of(p.rules, p.state, &budget) : 0;
        /* Most random positions are drawn; those say little. */
        if (going && budget >= 0 && (expected || cn_rng_below(&rng, 8) == 0)) {
            n++;
            wins += expected != 0;
            for (int i = 0; i < SPECS; i++) {
                static cn_result result;
                assert_int_equal(cn_search_run(search[i], &p, NULL, NULL, NULL, &result, &error),
                                 CN_OK);
                if (!result.score.proven || result.score.kind != CN_SCORE_OUTCOME) continue;
                claims++;
                if ((int)result.score.value != expected) {
                    static char text[CN_TEXT_MAX];
                    p.game->print(p.state, text, sizeof text);
                    fail_msg("%s: %g, expected %d in %s", specs[i], result.score.value, expected,
                             text);
                }
            }
        }
        cn_position_free(&p);
    }
    for (int i = 0; i < SPECS; i++) cn_search_free(search[i]);
    /* Otherwise nothing was compared. */
    assert_true(wins > POSITIONS / 3 && claims > wins);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(claims_are_true)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
