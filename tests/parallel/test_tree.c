/* Every tree search against a plain minimax written here: the same value, on random positions of
 * every game, at every depth that is affordable, with every strategy and several numbers of
 * threads; and the same move, namely the first of the best in the game's order. */
#include "support/support.h"

#include <canopy/search.h>
#include <stdlib.h>

typedef struct any_state {
    _Alignas(64) unsigned char bytes[CN_STATE_MAX];
} any_state;

/* ---- the reference ---- */

/* Player 0's view throughout: nothing of the negamax form that the searches use. */
static int reference(const cn_rules *rules, const void *state, int depth, int ply, long *budget) {
    const cn_outcome outcome = rules->over(state);
    if (outcome == CN_FIRST_WINS) return CN_WIN - ply;
    if (outcome == CN_SECOND_WINS) return ply - CN_WIN;
    if (outcome == CN_DRAW) return 0;
    const bool first = rules->turn(state) == 0;
    if (depth == 0) return first ? rules->eval(state, 0) : -rules->eval(state, 0);
    cn_move list[CN_MOVES_MAX];
    const int count = rules->moves(state, list);
    int best = 0;
    for (int i = 0; i < count; i++) {
        any_state child;
        if (--*budget < 0) return 0;
        cn_state_copy(rules, &child, state);
        rules->play(&child, list[i]);
        const int value = reference(rules, &child, depth - 1, ply + 1, budget);
        if (i == 0 || (first ? value > best : value < best)) best = value;
    }
    return best;
}

/* The value for the side to move, and the first move that has it; false if it takes too long. */
static bool reference_move(const cn_position *p, int depth, long budget, int *value,
                           cn_move *move) {
    const cn_rules *rules = p->rules;
    const int sign = rules->turn(p->state) == 0 ? 1 : -1;
    cn_move list[CN_MOVES_MAX];
    const int count = rules->moves(p->state, list);
    for (int i = 0; i < count; i++) {
        any_state child;
        cn_state_copy(rules, &child, p->state);
        rules->play(&child, list[i]);
        const int v = sign * reference(rules, &child, depth - 1, 1, &budget);
        if (budget < 0) return false;
        if (i == 0 || v > *value) {
            *value = v;
            *move = list[i];
        }
    }
    return true;
}

/* ---- what is compared ---- */

/* Tables small enough to be overwritten, and large enough not to be. */
static const char *const sequential[] = {
    "minimax",
    "alphabeta",
    "alphabeta:order=all",
    "alphabeta:table=on,hash=1",
    "pvs:expert=off,hash=1",
    "pvs:expert=off,hash=8",
    "pvs:expert=off,table=off",
    "pvs:expert=off,order=none",
    "pvs:expert=off,probe=off",
    "pvs:expert=off,aspiration=0",
    "pvs:expert=off,aspiration=1",
    "pvs:expert=off,wins=off",
    "pvs:expert=off,deepen=off",
};
static const char *const threaded[] = {
    "minimax:strategy=top",
    "minimax:strategy=buffer,window=2",
    "minimax:strategy=levels",
    "minimax:strategy=levels,sequential=0",
    "alphabeta:strategy=top",
    "alphabeta:strategy=top,bound=alone",
    "alphabeta:strategy=buffer,window=3",
    "alphabeta:strategy=levels,sequential=2",
    "pvs:expert=off,strategy=top,hash=1",
    "pvs:expert=off,strategy=levels,sequential=1,hash=1",
    "alphabeta:strategy=ybw,split=2",
    "pvs:expert=off,strategy=ybw,split=2,hash=1",
    "pvs:expert=off,strategy=shared,hash=1",
};

static cn_search *new_search(const cn_game *game, const char *spec, int threads, int depth) {
    char text[256];
    snprintf(text, sizeof text, "%s%sdepth=%d,threads=%d", spec, strchr(spec, ':') ? "," : ":",
             depth, threads);
    cn_search *search;
    cn_error error = {""};
    if (cn_search_new(game, text, &search, &error) != CN_OK) fail_msg("%s", error.text);
    return search;
}

/* Positions reached by random moves, not ended. */
static int random_positions(const cn_position *start, cn_position *out, int count, uint64_t seed) {
    const cn_rules *rules = start->rules;
    cn_rng rng = cn_rng_make(seed, 7);
    int made = 0;
    for (int tries = 0; made < count && tries < count * 20; tries++) {
        cn_position p;
        assert_int_equal(cn_position_copy(start, &p, NULL), CN_OK);
        const int plies = (int)cn_rng_below(&rng, 40);
        for (int i = 0; i < plies && rules->over(p.state) == CN_ONGOING; i++) {
            rules->play(p.state, cn_playout_pick(rules, p.state, 0, &rng));
        }
        if (rules->over(p.state) == CN_ONGOING) {
            out[made++] = p;
        } else {
            cn_position_free(&p);
        }
    }
    return made;
}

static void compare(const cn_game *game, cn_search *search, const char *spec, int threads,
                    const cn_position *p, int depth, int value, cn_move move) {
    static cn_result result;
    cn_error error = {""};
    const cn_limits limits = {.depth = depth};
    if (cn_search_run(search, p, &limits, NULL, NULL, &result, &error) != CN_OK) {
        fail_msg("%s", error.text);
    }
    if (cn_score_number(result.score) != value || result.best != move) {
        static char text[CN_TEXT_MAX];
        game->print(p->state, text, sizeof text);
        fail_msg("%s: %s on %d threads at depth %d: value %d move %d, expected %d move %d in %s",
                 game->name, spec, threads, depth, cn_score_number(result.score), result.best,
                 value, move, text);
    }
    assert_true(result.complete);
    assert_int_equal(result.line[0], result.best);
}

enum { POSITIONS = TEST_SANITIZED ? 24 : 200, FEW = TEST_SANITIZED ? 8 : 20 };
enum { BUDGET = TEST_SANITIZED ? 5000 : 60000, FEW_BUDGET = TEST_SANITIZED ? 1500 : 6000 };
enum { DEPTHS = 5 };

/* On `options` of a game; what the reference cannot do within the budget is left out. Returns how
 * many positions were compared at depth 5. */
static int agree(const cn_game *game, const char *options, const char *const *specs, size_t count,
                 const int *threads, int positions, long budget) {
    cn_position start = test_position_of(game, options, NULL);
    int deep = 0;
    cn_position p[POSITIONS];
    const int made = random_positions(&start, p, positions, 1);
    assert_true(made > positions / 2);
    static struct {
        int value;
        cn_move move;
        bool known;
    } expected[DEPTHS + 1][POSITIONS];
    for (int depth = 1; depth <= DEPTHS; depth++) {
        for (int i = 0; i < made; i++) {
            expected[depth][i].known = reference_move(
                &p[i], depth, budget, &expected[depth][i].value, &expected[depth][i].move);
            deep += expected[depth][i].known && depth == DEPTHS;
        }
    }
    for (size_t s = 0; s < count; s++) {
        for (const int *n = threads; *n; n++) {
            cn_search *search = new_search(game, specs[s], *n, DEPTHS);
            for (int depth = 1; depth <= DEPTHS; depth++) {
                for (int i = 0; i < made; i++) {
                    if (!expected[depth][i].known) continue;
                    compare(game, search, specs[s], *n, &p[i], depth, expected[depth][i].value,
                            expected[depth][i].move);
                }
            }
            cn_search_free(search);
        }
    }
    for (int i = 0; i < made; i++) cn_position_free(&p[i]);
    cn_position_free(&start);
    return deep;
}

/* The default board, and the smallest one, where every depth is affordable. */
static int agree_on(const cn_game *game, const char *const *specs, size_t count, const int *threads,
                    int positions, long budget) {
    int deep = agree(game, NULL, specs, count, threads, positions, budget);
    for (const cn_option *option = game->options; option->name; option++) {
        if (strcmp(option->name, "size") != 0) continue;
        char smallest[64];
        snprintf(smallest, sizeof smallest, "size=%.0f", option->min);
        deep += agree(game, smallest, specs, count, threads, positions / 2, budget);
    }
    return deep;
}

static void sequential_agree(void **game) {
    const int one[] = {1, 0};
    if (TEST_THREADS_ONLY) return;
    const int deep =
        agree_on(*game, sequential, sizeof sequential / sizeof *sequential, one, POSITIONS, BUDGET);
    if (BUDGET > 50000) assert_true(deep > POSITIONS / 4);
}

static void threaded_agree(void **game) {
    const int threads[] = {1, 2, 3, 8, 0};
    agree_on(*game, threaded, sizeof threaded / sizeof *threaded, threads, FEW, FEW_BUDGET);
}

/* ---- stopping at any moment ---- */

static void stops(void **game) {
    cn_position start = test_position_of(*game, NULL, NULL);
    static cn_result result;
    cn_error error = {""};
    cn_rng rng = cn_rng_make(3, 3);
    for (size_t s = 0; s < sizeof threaded / sizeof *threaded; s++) {
        cn_search *search = new_search(*game, threaded[s], 3, 30);
        for (int round = 0; round < 6; round++) {
            /* By nodes, from one that allows nothing at all; and by time. */
            cn_limits limits = {.nodes = 1 + cn_rng_below(&rng, 20000)};
            if (round % 2) limits = (cn_limits){.seconds = 0.0001 * cn_rng_below(&rng, 40)};
            if (cn_search_run(search, &start, &limits, NULL, NULL, &result, &error) != CN_OK) {
                fail_msg("%s", error.text);
            }
            assert_true(cn_position_legal(&start, result.best));
            if (limits.nodes) assert_true(result.nodes < limits.nodes + 400000);
        }
        cn_search_free(search);
    }
    cn_position_free(&start);
}

int main(void) {
    struct CMUnitTest tests[64] = {{0}};
    size_t count = 0;
    for (const cn_game *const *game = cn_games(); *game; game++) {
        tests[count++] =
            (struct CMUnitTest){(*game)->name, sequential_agree, NULL, NULL, (void *)*game};
        tests[count++] =
            (struct CMUnitTest){(*game)->name, threaded_agree, NULL, NULL, (void *)*game};
        tests[count++] = (struct CMUnitTest){(*game)->name, stops, NULL, NULL, (void *)*game};
    }
    return _cmocka_run_group_tests("tree", tests, count, NULL, NULL);
}
