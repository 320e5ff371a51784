/* The trees of the published programs, as their texts describe them, against the options that stand
 * for them: the same root move and value from minimax and from alpha-beta, with threads and
 * without. */
#include "support/support.h"

#include <canopy/search.h>

typedef struct any_state {
    _Alignas(64) unsigned char bytes[CN_STATE_MAX];
} any_state;

typedef struct report {
    const char *game, *options, *quirks, *heuristic;
    int depth; /* ours: plies from the root */
    int (*root_value)(const cn_rules *, int heuristic, const void *child, int root, int depth);
    bool last; /* of equal moves the last */
} report;

/* Moves other than a pass. */
static int real_moves(const cn_rules *rules, const void *state, cn_move *list) {
    const int count = rules->moves(state, list);
    return count == 1 && list[0] == rules->pass ? 0 : count;
}

static void after(const cn_rules *rules, const void *state, cn_move move, any_state *child) {
    cn_state_copy(rules, child, state);
    rules->play(child, move);
}

/* ---- A: fixed roles from the root on, leaves seen by whoever is to move, no passing ---- */

static int a_minimax(const cn_rules *rules, int h, const void *state, int depth, bool maximise) {
    cn_move list[CN_MOVES_MAX];
    const int count = real_moves(rules, state, list);
    if (depth == 0 || count == 0) return rules->eval(state, h);
    int best = 0;
    for (int i = 0; i < count; i++) {
        any_state child;
        after(rules, state, list[i], &child);
        const int v = a_minimax(rules, h, &child, depth - 1, !maximise);
        if (i == 0 || (maximise ? v > best : v < best)) best = v;
    }
    return best;
}

static int a_root(const cn_rules *rules, int h, const void *child, int root, int depth) {
    (void)root;
    return a_minimax(rules, h, child, depth - 1, true);
}

/* ---- B: the value for the side that has just moved; who must pass is skipped ---- */

static int b_minimax(const cn_rules *rules, int h, const void *state, int depth, int mover) {
    any_state passed;
    cn_move list[CN_MOVES_MAX];
    int count = real_moves(rules, state, list);
    const bool ended = rules->over(state) != CN_ONGOING;
    const int own = rules->turn(state) == mover ? rules->eval(state, h) : -rules->eval(state, h);
    if (ended) return own > 0 ? 100000 : -100000;
    if (depth <= 0) return own;
    bool again = false;
    if (count == 0) { /* the opponent cannot move: the mover goes on */
        after(rules, state, rules->pass, &passed);
        state = &passed;
        count = real_moves(rules, state, list);
        again = true;
    }
    const int player = again ? mover : mover ^ 1;
    int best = 0;
    for (int i = 0; i < count; i++) {
        any_state child;
        after(rules, state, list[i], &child);
        const int v = b_minimax(rules, h, &child, depth - 1, player);
        if (i == 0 || v > best) best = v;
    }
    return again ? best : -best;
}

static int b_root(const cn_rules *rules, int h, const void *child, int root, int depth) {
    return b_minimax(rules, h, child, depth - 1, root);
}

/* ---- D: nodes are given up at a static score of 1000 or of 0 ---- */

static uint64_t d_nodes;

static int d_node(const cn_rules *rules, int h, const void *state, int root, int depth) {
    d_nodes++;
    const bool ours = rules->turn(state) == root;
    const int score = ours ? rules->eval(state, h) : -rules->eval(state, h);
    if (depth == 0 || rules->over(state) != CN_ONGOING) return score;
    if (ours ? score <= 0 : score >= 1000) return score;
    cn_move list[CN_MOVES_MAX];
    const int count = rules->moves(state, list);
    int best = 0;
    for (int i = 0; i < count; i++) {
        any_state child;
        after(rules, state, list[i], &child);
        const int v = d_node(rules, h, &child, root, depth - 1);
        if (i == 0 || (ours ? v > best : v < best)) best = v;
    }
    return best;
}

static int d_root(const cn_rules *rules, int h, const void *child, int root, int depth) {
    return d_node(rules, h, child, root, depth - 1);
}

/* ---- comparing ---- */

static const report programs[] = {
    {"othello", "start=report-a", "eval=classic-a,pass=leaf,ended=eval,roles=shifted,view=leaf",
     "classic-a", 4, a_root, true},
    {"othello", "start=board2", "eval=discs,pass=free,ended=flat", "discs", 4, b_root, true},
    {"gomoku", "start=hh,size=9", "eval=classic-d,cutoff=1000,ended=eval", "classic-d", 3, d_root,
     false},
};

static const char *const agents[] = {
    "minimax",
    "minimax:strategy=levels,sequential=1,threads=3",
    "alphabeta",
    "alphabeta:strategy=top,threads=2",
    "alphabeta:table=on,hash=1,order=all",
    "pvs:hash=1",
    "pvs:hash=1,strategy=ybw,threads=3,split=2",
};

static void check(const report *program, const cn_position *p) {
    const cn_rules *rules = p->rules;
    cn_move list[CN_MOVES_MAX], move = CN_MOVE_NONE;
    const int count = real_moves(rules, p->state, list);
    if (count == 0) return;
    int heuristic = 0, value = 0;
    d_nodes = 0;
    while (strcmp(p->game->heuristics[heuristic].name, program->heuristic) != 0) heuristic++;
    for (int i = 0; i < count; i++) {
        any_state child;
        after(rules, p->state, list[i], &child);
        const int v =
            program->root_value(rules, heuristic, &child, rules->turn(p->state), program->depth);
        if (i == 0 || v > value || (v == value && program->last)) {
            value = v;
            move = list[i];
        }
    }
    for (size_t i = 0; i < sizeof agents / sizeof *agents; i++) {
        char spec[256];
        snprintf(spec, sizeof spec, "%s%sdepth=%d,ties=%s,%s", agents[i],
                 strchr(agents[i], ':') ? "," : ":", program->depth,
                 program->last ? "last" : "first", program->quirks);
        cn_search *search;
        cn_result result;
        cn_error error = {""};
        if (cn_search_new(p->game, spec, &search, &error) != CN_OK) fail_msg("%s", error.text);
        assert_int_equal(cn_search_run(search, p, NULL, NULL, NULL, &result, &error), CN_OK);
        if (cn_score_number(result.score) != value || result.best != move) {
            fail_msg("%s: value %d move %d, expected %d move %d", spec,
                     cn_score_number(result.score), result.best, value, move);
        }
        /* D's whole tree has the same nodes, too. */
        if (program->root_value == d_root && i == 0) assert_int_equal(result.nodes, d_nodes);
        cn_search_free(search);
    }
}

static void same_tree(void **which) {
    const report *program = *which;
    cn_rng rng = cn_rng_make(5, 5);
    for (int game = 0; game < 30; game++) {
        cn_position p = test_position(program->game, program->options, NULL);
        for (int ply = 0; ply < 62 && p.rules->over(p.state) == CN_ONGOING; ply++) {
            if (ply % 5 == game % 5 && (game < 5 || ply > 40)) check(program, &p);
            p.rules->play(p.state, cn_playout_pick(p.rules, p.state, 0, &rng));
        }
        cn_position_free(&p);
    }
}

/* ---- A's alpha-beta as it is listed ---- */

static uint64_t listed_nodes;

static int a_listed(const cn_rules *rules, int h, const void *state, int depth, bool maximise,
                    int alpha, int beta) {
    cn_move list[CN_MOVES_MAX];
    if (depth == 0) return rules->eval(state, h);
    const int count = real_moves(rules, state, list);
    int v = maximise ? 0 : 10000;
    for (int i = 0; i < count; i++) {
        any_state child;
        after(rules, state, list[i], &child);
        listed_nodes++;
        const int w = a_listed(rules, h, &child, depth - 1, !maximise, alpha, beta);
        if (maximise) {
            v = w > v ? w : v;
            if (v >= beta) return v;
            alpha = v > alpha ? v : alpha;
        } else {
            v = w < v ? w : v;
            if (v <= alpha) return v;
            beta = v < beta ? v : beta;
        }
    }
    return v;
}

/* Plays late positions, where sides have no moves and are far behind; counts in how many the
 * listing's value is another than that of the whole tree. */
static void alphabeta_as_listed(void **unused) {
    (void)unused;
    static const char *const specs[] = {
        "report-a-alphabeta-listed", "report-a-alphabeta-listed:threads=2",
        "report-a-alphabeta-listed:strategy=buffer,threads=2", "report-a-alphabeta"};
    cn_rng rng = cn_rng_make(21, 0);
    int decisions = 0, differ = 0;
    cn_search *search[4];
    const cn_game *game = cn_game_find("othello");
    int h = 0;
    while (strcmp(game->heuristics[h].name, "classic-a") != 0) h++;
    for (int i = 0; i < 4; i++) {
        assert_int_equal(cn_search_new(game, specs[i], &search[i], NULL), CN_OK);
    }
    for (int played = 0; played < 40; played++) {
        cn_position p = test_position("othello", "start=report-a", NULL);
        for (int ply = 0; p.rules->over(p.state) == CN_ONGOING; ply++) {
            cn_move list[CN_MOVES_MAX], best = CN_MOVE_NONE;
            const int count = real_moves(p.rules, p.state, list);
            if (count > 0 && ply % 6 == played % 6) {
                int value = -1;
                listed_nodes = 0;
                for (int i = 0; i < count; i++) {
                    any_state child;
                    after(p.rules, p.state, list[i], &child);
                    listed_nodes++;
                    const int v = a_listed(p.rules, h, &child, 3, true, 0, 100000);
                    if (v >= value) best = list[i];
                    if (v >= value) value = v;
                }
                decisions++;
                for (int i = 0; i < 4; i++) {
                    static cn_result result;
                    assert_int_equal(cn_search_run(search[i], &p, NULL, NULL, NULL, &result, NULL),
                                     CN_OK);
                    if (i == 3) {
                        differ += cn_score_number(result.score) != value;
                        continue;
                    }
                    assert_int_equal(cn_score_number(result.score), value);
                    assert_int_equal(result.best, best);
                    assert_int_equal(result.nodes, listed_nodes);
                }
            }
            p.rules->play(p.state, cn_playout_pick(p.rules, p.state, 0, &rng));
        }
        cn_position_free(&p);
    }
    for (int i = 0; i < 4; i++) cn_search_free(search[i]);
    print_message("%d of %d decisions have another value\n", differ, decisions);
    assert_true(decisions > 300 && differ > 0 && differ < decisions / 2);
    cn_error error;
    cn_search *none;
    assert_int_equal(cn_search_new(game, "alphabeta:clamp=on", &none, &error), CN_BAD_USAGE);
    assert_non_null(strstr(error.text, "clamp=on goes with"));
}

/* The heuristic in tasks, at both grains, is the heuristic. */
static void heuristic_in_parts(void **unused) {
    (void)unused;
    cn_position p = test_position("gomoku", "start=hh", NULL);
    test_play(&p, "h9 i8 g8 i9");
    int nodes = 0, value = 0;
#define CLASSIC "minimax:depth=2,eval=classic-d"
    const char *const specs[] = {CLASSIC, CLASSIC ",strategy=heuristic,threads=3",
                                 CLASSIC ",strategy=heuristic,grain=lines,threads=2",
                                 CLASSIC ",strategy=levels,sequential=1,grain=parts,threads=3",
                                 CLASSIC ",strategy=levels,sequential=0,grain=lines,threads=2"};
    for (int i = 0; i < 5; i++) {
        cn_search *search;
        cn_result result;
        assert_int_equal(cn_search_new(p.game, specs[i], &search, NULL), CN_OK);
        assert_int_equal(cn_search_run(search, &p, NULL, NULL, NULL, &result, NULL), CN_OK);
        if (i == 0) {
            value = cn_score_number(result.score);
            nodes = (int)result.nodes;
        }
        assert_int_equal(cn_score_number(result.score), value);
        assert_int_equal(result.nodes, nodes);
        /* Every leaf in four parts, or in four for each of the 88 lines. */
        if (i == 1 || i == 2) assert_int_equal(result.tasks % (i == 1 ? 4 : 4 * 88), 0);
        if (i > 0) assert_true(result.tasks > 4 * (uint64_t)nodes / 2);
        cn_search_free(search);
    }
    cn_position_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(same_tree, (void *)&programs[0]),
        cmocka_unit_test_prestate(same_tree, (void *)&programs[1]),
        cmocka_unit_test_prestate(same_tree, (void *)&programs[2]),
        cmocka_unit_test(alphabeta_as_listed),
        cmocka_unit_test(heuristic_in_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
