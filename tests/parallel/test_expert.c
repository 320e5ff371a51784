/* Experts against a plain minimax to the end of the game: the same value and the same move, under
 * every strategy and several numbers of threads, for wins by their distance, for points and for the
 * outcome alone. Positions are random and late enough for the reference. */
#include "support/support.h"

#include <canopy/search.h>
#include <stdlib.h>

typedef struct any_state {
    _Alignas(64) unsigned char bytes[CN_STATE_MAX];
} any_state;

enum {
    POSITIONS = TEST_THREADS_ONLY ? 15
                : TEST_SANITIZED  ? 40
                                  : 200,
    BUDGET = TEST_SANITIZED ? 3000 : 20000
};

static const char *const settings[] = {
    "",
    "strategy=top,threads=2",
    "strategy=levels,threads=2",
    "strategy=ybw,split=2,threads=2",
    "strategy=shared,threads=2",
    "strategy=ybw,split=2,threads=8",
    "strategy=shared,threads=8",
    "strategy=buffer,window=2,threads=8",
    "table=off",
};

typedef enum wanted { DISTANCE, POINTS, OUTCOME } wanted;
static const char *const scores[] = {"auto", "on", "off"};

/* ---- the reference ---- */

/* Player 0's view throughout. */
static int ended_value(const cn_position *p, const void *state, wanted what, int ply) {
    if (what == POINTS) return p->rules->score(state);
    const cn_outcome outcome = p->rules->over(state);
    const int size = what == OUTCOME ? 1 : CN_WIN - ply;
    return outcome == CN_DRAW ? 0 : outcome == CN_FIRST_WINS ? size : -size;
}

static int reference(const cn_position *p, const void *state, wanted what, int ply, long *budget) {
    if (p->rules->over(state) != CN_ONGOING) return ended_value(p, state, what, ply);
    const bool first = p->rules->turn(state) == 0;
    cn_move list[CN_MOVES_MAX];
    const int count = p->rules->moves(state, list);
    int best = 0;
    for (int i = 0; i < count && *budget >= 0; i++) {
        any_state child;
        --*budget;
        cn_state_copy(p->rules, &child, state);
        p->rules->play(&child, list[i]);
        const int value = reference(p, &child, what, ply + 1, budget);
        if (i == 0 || (first ? value > best : value < best)) best = value;
    }
    return best;
}

/* ---- the comparison ---- */

static int sign(int value) {
    return (value > 0) - (value < 0);
}

/* Moves of one position that are known to keep its value: most searches choose the same. */
typedef struct keepers {
    cn_move move[sizeof settings / sizeof *settings];
    int count;
} keepers;

static void compare(const cn_position *p, cn_search *search, const char *spec, wanted what,
                    int expected, keepers *kept) {
    static cn_result result;
    cn_error error = {""};
    const cn_limits limits = {.infinite = true};
    if (cn_search_run(search, p, &limits, NULL, NULL, &result, &error) != CN_OK) {
        fail_msg("%s: %s", spec, error.text);
    }
    const cn_score score = result.score;
    const int value = what == OUTCOME  ? sign((int)score.value)
                      : what == POINTS ? (int)(score.value * p->game->score_unit)
                                       : cn_score_number(score);
    const bool kind = score.kind == (what == POINTS ? CN_SCORE_POINTS : CN_SCORE_OUTCOME);
    if (value != expected || !kind || !score.proven) {
        static char text[CN_TEXT_MAX];
        p->game->print(p->state, text, sizeof text);
        fail_msg("%s: %s: value %d%s, expected %d in %s", p->game->name, spec, value,
                 score.proven ? "" : " (not proven)", expected, text);
    }
    /* The move must keep that value. */
    for (int i = 0; i < kept->count; i++) {
        if (kept->move[i] == result.best) return;
    }
    any_state child;
    long budget = BUDGET * 10;
    cn_state_copy(p->rules, &child, p->state);
    p->rules->play(&child, result.best);
    const int after = reference(p, &child, what, 1, &budget);
    assert_int_equal(p->rules->turn(p->state) == 0 ? after : -after, expected);
    kept->move[kept->count++] = result.best;
}

/* A random position that some expert serves and the reference can value; false if tries run out. */
static bool random_position(const cn_position *start, cn_rng *rng, wanted what, cn_position *p,
                            int *expected) {
    const cn_rules *rules = start->rules;
    for (int tries = 0; tries < 1000; tries++) {
        assert_int_equal(cn_position_copy(start, p, NULL), CN_OK);
        /* To the end first, to know how long this game is; then again, not quite so far. */
        const cn_rng again = *rng;
        int length = 0;
        for (; rules->over(p->state) == CN_ONGOING; length++) {
            rules->play(p->state, cn_playout_pick(rules, p->state, 0, rng));
        }
        cn_rng replay = again;
        cn_state_copy(rules, p->state, start->state);
        const int stop = length - 1 - (int)cn_rng_below(rng, 12);
        for (int i = 0; i < stop; i++) {
            rules->play(p->state, cn_playout_pick(rules, p->state, 0, &replay));
        }
        long budget = BUDGET;
        if (start->experts->serves(p->state)) {
            *expected = reference(p, p->state, what, 0, &budget);
            if (rules->turn(p->state) == 1) *expected = -*expected;
            if (budget >= 0) return true;
        }
        cn_position_free(p);
    }
    return false;
}

static void check_game(const cn_game *game, const char *options, wanted what) {
    /* Under superko even late positions of larger boards have too many games for the reference. */
    if (strcmp(game->name, "go") == 0) options = "size=2";
    cn_position start = test_position_of(game, options, NULL);
    /* Gomoku's games end too late for the reference: see test_gomoku_expert.c. */
    if (!start.experts || strcmp(game->name, "gomoku") == 0 ||
        (what == POINTS && !start.rules->score) || (what == DISTANCE && start.experts->points)) {
        cn_position_free(&start);
        return;
    }
    cn_search *search[sizeof settings / sizeof *settings];
    char spec[sizeof settings / sizeof *settings][128];
    const int count = (int)(sizeof settings / sizeof *settings);
    for (int i = 0; i < count; i++) {
        snprintf(spec[i], sizeof spec[i], "pvs:hash=1,expert=%s,score=%s%s%s", start.experts->name,
                 scores[what], *settings[i] ? "," : "", settings[i]);
        cn_error error = {""};
        if (cn_search_new(game, spec[i], &search[i], &error) != CN_OK) fail_msg("%s", error.text);
    }
    cn_rng rng = cn_rng_make(5, (uint64_t)what);
    for (int n = 0; n < POSITIONS; n++) {
        cn_position p;
        int expected = 0;
        if (!random_position(&start, &rng, what, &p, &expected)) {
            fail_msg("%s: no position to try", game->name);
        }
        keepers kept = {.count = 0};
        for (int i = 0; i < count; i++) compare(&p, search[i], spec[i], what, expected, &kept);
        cn_position_free(&p);
    }
    for (int i = 0; i < count; i++) cn_search_free(search[i]);
    cn_position_free(&start);
}

static void distance(void **state) {
    check_game(*state, NULL, DISTANCE);
}

static void points(void **state) {
    check_game(*state, NULL, POINTS);
}

static void outcome(void **state) {
    check_game(*state, NULL, OUTCOME);
}

/* ---- what is asked wrongly ---- */

static void unknown_name(void **state) {
    (void)state;
    cn_position p = test_position("tictactoe", NULL, NULL);
    cn_search *search;
    cn_error error = {""};
    static cn_result result;
    assert_int_equal(cn_search_new(p.game, "pvs:expert=nobody", &search, &error), CN_OK);
    assert_int_equal(cn_search_run(search, &p, NULL, NULL, NULL, &result, &error), CN_BAD_USAGE);
    assert_string_equal(error.text, "expert=nobody: expected one of auto, off, perfect");
    cn_search_free(search);
    cn_position_free(&p);
}

int main(void) {
    static const test_of_game each[] = {
        {"distance", distance}, {"points", points}, {"outcome", outcome}};
    struct CMUnitTest tests[64] = {cmocka_unit_test(unknown_name)};
    const size_t count = test_each_game(tests, 1, each, 3);
    return _cmocka_run_group_tests("expert", tests, count, NULL, NULL);
}
