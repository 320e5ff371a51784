/* Watching a search changes nothing of it, and what is told of it is true: nodes, values, moves and
 * lines are those of the fast kernels; cut-offs and windows those of an alpha-beta written down
 * here once more; what was searched and what was saved make up the plain tree; and the choices of
 * Monte Carlo tree search are the greatest of the terms told. */
#include "core/clock.h"
#include "engine/trace.h"
#include "search/log.h"
#include "support/support.h"

#include <math.h>

enum { POSITIONS = 40, LIMIT = 100000 };

/* A position some random moves from the start; over: none. */
static bool random_position(const cn_game *game, cn_rng *rng, cn_position *p) {
    *p = test_position_of(game,
                          strcmp(game->name, "go") == 0       ? "size=5"
                          : strcmp(game->name, "gomoku") == 0 ? "size=7"
                                                              : NULL,
                          NULL);
    const uint32_t plies = cn_rng_below(rng, strcmp(game->name, "tictactoe") == 0 ? 6 : 24);
    for (uint32_t i = 0; i < plies; i++) {
        cn_move list[CN_MOVES_MAX];
        const int count = p->rules->moves(p->state, list);
        if (count == 0) break;
        p->rules->play(p->state, list[cn_rng_below(rng, (uint32_t)count)]);
    }
    if (p->rules->over(p->state) == CN_ONGOING) return true;
    cn_position_free(p);
    return false;
}

static void run(const cn_position *p, const char *spec, cn_log *log, cn_result *result) {
    cn_search *search;
    cn_error error;
    assert_int_equal(cn_search_new(p->game, spec, &search, &error), CN_OK);
    if (log) assert_int_equal(cn_search_log(search, log, &error), CN_OK);
    assert_int_equal(cn_search_run(search, p, NULL, NULL, NULL, result, &error), CN_OK);
    cn_search_free(search);
}

static void assert_same(const cn_result *a, const cn_result *b) {
    assert_int_equal(a->best, b->best);
    assert_int_equal(cn_score_compare(a->score, b->score), 0);
    assert_int_equal(a->score.proven, b->score.proven);
    assert_int_equal(a->nodes, b->nodes);
    assert_int_equal(a->iterations, b->iterations);
    assert_int_equal(a->depth, b->depth);
    assert_int_equal(a->line_length, b->line_length);
    assert_memory_equal(a->line, b->line, (size_t)a->line_length * sizeof *a->line);
    for (int i = 0; i < a->count; i++) {
        assert_int_equal(a->moves[i].nodes, b->moves[i].nodes);
        assert_int_equal(a->moves[i].visits, b->moves[i].visits);
        assert_int_equal(cn_score_compare(a->moves[i].score, b->moves[i].score), 0);
    }
}

/* Alpha-beta as Knuth and Moore have it; the cut-offs it makes are counted. */
static int slow(const cn_position *p, const void *state, int depth, int ply, int alpha, int beta,
                uint64_t *nodes, uint64_t *cuts) {
    const cn_outcome outcome = p->rules->over(state);
    const int turn = p->rules->turn(state);
    if (outcome == CN_DRAW) return 0;
    if (outcome != CN_ONGOING) return outcome == cn_win_of(turn) ? CN_WIN - ply : ply - CN_WIN;
    if (depth == 0) return p->rules->eval(state, 0);
    cn_move list[CN_MOVES_MAX];
    const int count = p->rules->moves(state, list);
    int best = -CN_INFINITY;
    for (int i = 0; i < count; i++) {
        _Alignas(16) unsigned char child[CN_STATE_MAX];
        cn_state_copy(p->rules, child, state);
        p->rules->play(child, list[i]);
        ++*nodes;
        /* At the root the first of equal moves is kept, so that a later one need only equal it. */
        const int low = alpha > best ? alpha : best;
        const int value = p->rules->turn(child) == turn
                              ? slow(p, child, depth - 1, ply + 1, low, beta, nodes, cuts)
                              : -slow(p, child, depth - 1, ply + 1, -beta, -low, nodes, cuts);
        if (value > best) best = value;
        if (best >= beta) {
            ++*cuts;
            break;
        }
    }
    return best;
}

/* Every node's value follows from its children's, and lies within its window where it says so. */
static void assert_consistent(const cn_log *log) {
    for (int i = 0; i < log->count; i++) {
        const cn_log_node *n = &log->nodes[i];
        assert_true(n->parent < i);
        assert_true(n->why != CN_WHY_OPEN);
        assert_true(n->leave >= n->enter);
        if (n->parent >= 0) {
            assert_true(log->nodes[n->parent].enter < n->enter);
            assert_true(n->leave < log->nodes[n->parent].leave);
            assert_int_equal(log->nodes[n->parent].ply + 1, n->ply);
        }
        if (n->why != CN_WHY_SEARCHED && n->why != CN_WHY_CUT) continue;
        int best = n->max ? -CN_INFINITY : CN_INFINITY;
        for (int k = i + 1; k < log->count && log->nodes[k].ply > n->ply; k++) {
            const cn_log_node *child = &log->nodes[k];
            if (child->parent != i) continue;
            if (n->max ? child->value > best : child->value < best) best = child->value;
        }
        assert_int_equal(n->value, best);
        if (n->why == CN_WHY_CUT) assert_true(n->max ? best >= n->beta : best <= n->alpha);
    }
}

static void test_tree_searches(void **state) {
    const cn_game *game = *state;
    static const char *const specs[] = {
        "minimax:depth=2",
        "alphabeta:depth=3",
        "alphabeta:depth=3,order=game",
        "alphabeta:depth=3,probe=on",
        "alphabeta:depth=3,wins=on,deepen=on,table=on,hash=1",
        "pvs:depth=3,expert=off,hash=1",
    };
    static cn_result fast, watched;
    cn_log *log = cn_log_new(LIMIT);
    cn_rng rng = cn_rng_make(7, 0);
    for (int i = 0; i < POSITIONS; i++) {
        cn_position p;
        if (!random_position(game, &rng, &p)) continue;
        run(&p, "minimax:depth=3", NULL, &fast);
        const uint64_t whole = fast.nodes;
        for (size_t k = 0; k < sizeof specs / sizeof *specs; k++) {
            run(&p, specs[k], NULL, &fast);
            run(&p, specs[k], log, &watched);
            assert_false(log->full);
            assert_false(log->failed);
            assert_same(&fast, &watched);
            const cn_log_totals totals = cn_log_sum(log);
            assert_int_equal(totals.nodes, fast.nodes);
            if (k < 3) assert_consistent(log);
            if (k == 1 || k == 2) assert_int_equal(totals.nodes + totals.saved, whole);
            if (k == 1) {
                uint64_t nodes = 0, cuts = 0;
                const int value = slow(&p, p.state, 3, 0, -CN_INFINITY, CN_INFINITY, &nodes, &cuts);
                assert_int_equal(log->nodes[0].value, value);
                assert_int_equal(nodes, totals.nodes);
                assert_int_equal(cuts, totals.cuts);
            }
        }
        cn_position_free(&p);
    }
    cn_log_free(log);
}

static void test_monte_carlo(void **state) {
    const cn_game *game = *state;
    static const char *const specs[] = {"uct:iterations=80", "mcts:iterations=80",
                                        "uct:iterations=40,solver=on,rave=on",
                                        "mcts:iterations=80,leaf=eval,c=0.5"};
    int between = 0; /* rewards that are neither a loss nor a draw nor a win */
    static cn_result fast, watched;
    cn_log *log = cn_log_new(LIMIT);
    cn_rng rng = cn_rng_make(8, 0);
    for (int i = 0; i < POSITIONS / 4; i++) {
        cn_position p;
        if (!random_position(game, &rng, &p)) continue;
        for (size_t k = 0; k < sizeof specs / sizeof *specs; k++) {
            run(&p, specs[k], NULL, &fast);
            if (fast.iterations == 0) continue; /* a win that was seen at once */
            run(&p, specs[k], log, &watched);
            assert_same(&fast, &watched);
            assert_int_equal(log->walk_count, fast.iterations);
            for (int c = 0; c < log->walk_count; c++) {
                const double reward = log->walks[c].reward;
                assert_true(reward >= 0 && reward <= 1);
                between += k == 3 && reward != 0 && reward != 0.5 && reward != 1;
            }
            for (int c = 0; c < log->choice_count; c++) {
                const cn_log_choice *choice = &log->choices[c];
                assert_in_range(choice->chosen, 0, choice->count - 1);
                const cn_log_term *terms = log->terms + choice->term;
                for (int t = 0; t < choice->count; t++) {
                    assert_true(terms[choice->chosen].total >= terms[t].total);
                }
            }
        }
        cn_position_free(&p);
    }
    assert_true(between > 0);
    cn_log_free(log);
}

/* A log that is too small ends the search, and says so. */
static void test_limit(void **unused) {
    (void)unused;
    cn_position p = test_position("connect4", NULL, NULL);
    static cn_result result;
    cn_log *log = cn_log_new(50);
    run(&p, "minimax:depth=6", log, &result);
    assert_true(log->full);
    assert_int_equal(log->count, 50);
    assert_false(result.complete);
    assert_int_equal(log->nodes[0].why, CN_WHY_OPEN);
    run(&p, "uct:iterations=1000", log, &result);
    assert_true(log->full);
    assert_true(log->choice_count < 70);
    assert_false(result.complete);
    cn_log_free(log);
    cn_position_free(&p);
}

static void test_refused(void **unused) {
    (void)unused;
    static const char *const specs[] = {"random",
                                        "pvs:depth=3",
                                        "pvs:expert=off,strategy=shared,threads=2",
                                        "pvs:expert=off,strategy=ybw,threads=9",
                                        "alphabeta:cutoff=10",
                                        "pvs:depth=3,eval=learned,selectivity=1,expert=off"};
    cn_position p = test_position("othello", NULL, NULL);
    cn_log *log = cn_log_new(50);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        cn_search *search;
        cn_error error;
        assert_int_equal(cn_search_new(p.game, specs[i], &search, &error), CN_OK);
        assert_int_equal(cn_search_log(search, log, &error), CN_UNSUPPORTED);
        cn_search_free(search);
    }
    cn_log_free(log);
    cn_position_free(&p);
}

int main(void) {
    struct CMUnitTest tests[32] = {cmocka_unit_test(test_limit), cmocka_unit_test(test_refused)};
    static const test_of_game each[] = {{"tree searches", test_tree_searches},
                                        {"Monte Carlo", test_monte_carlo}};
    const size_t count = test_each_game(tests, 2, each, 2);
    return _cmocka_run_group_tests("log", tests, count, NULL, NULL);
}
