/* Searches by several threads that are watched: they find what one thread finds, the log is whole
 * whoever wrote to it, and it shows what the strategies are said to do. */
#include "engine/trace.h"
#include "search/log.h"
#include "support/support.h"

#include <stdlib.h>

enum { POSITIONS = 6, LIMIT = 20000 };

/* A position some random moves from the start; over: none. */
static bool random_position(cn_rng *rng, cn_position *p) {
    *p = test_position("tictactoe", NULL, NULL);
    const uint32_t plies = 1 + cn_rng_below(rng, 4);
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

/* Steps are told once each; children lie within their parents; values follow from children. */
static void assert_whole(const cn_log *log) {
    bool *told = calloc((size_t)log->steps, sizeof *told);
    for (int i = 0; i < log->count; i++) {
        const cn_log_node *n = &log->nodes[i];
        assert_in_range(n->worker, 0, 2);
        assert_in_range(n->enter, 0, log->steps - 1);
        assert_false(told[n->enter]);
        told[n->enter] = true;
        assert_true(n->parent < i);
        if (n->leave > n->enter) {
            assert_false(told[n->leave]);
            told[n->leave] = true;
        }
        if (n->parent >= 0) {
            const cn_log_node *parent = &log->nodes[n->parent];
            assert_int_equal(parent->ply + 1, n->ply);
            assert_true(parent->enter < n->enter);
            assert_true(parent->leave < 0 || n->leave < parent->leave);
        }
        if (n->why != CN_WHY_SEARCHED && n->why != CN_WHY_CUT) continue;
        int best = n->max ? -CN_INFINITY : CN_INFINITY;
        for (int k = i + 1; k < log->count && log->nodes[k].ply > n->ply; k++) {
            const cn_log_node *child = &log->nodes[k];
            if (child->parent != i || child->why == CN_WHY_OPEN) continue;
            if (n->max ? child->value > best : child->value < best) best = child->value;
        }
        assert_int_equal(n->value, best);
    }
    for (int i = 0; i < log->steps; i++) assert_true(told[i]);
    free(told);
}

/* Who helps at a node comes when its first move has been searched. */
static void assert_brothers_wait(const cn_log *log) {
    for (int i = 0; i < log->count; i++) {
        const cn_log_node *n = &log->nodes[i];
        if (n->parent < 0 || n->worker == log->nodes[n->parent].worker) continue;
        const cn_log_node *eldest = &log->nodes[n->parent + 1];
        assert_int_equal(eldest->parent, n->parent);
        assert_true(eldest->leave >= 0 && eldest->leave < n->enter);
    }
}

static void test_trees(void **unused) {
    (void)unused;
    static const struct {
        const char *alone, *together;
        bool ybw;
    } pairs[] = {
        {"pvs:depth=4,expert=off,hash=1",
         "pvs:depth=4,expert=off,hash=1,strategy=ybw,split=2,threads=3", true},
        {"alphabeta:depth=4", "alphabeta:depth=4,strategy=top,threads=3", false},
        {"minimax:depth=3", "minimax:depth=3,strategy=buffer,window=2,threads=3", false},
    };
    static cn_result alone, together;
    cn_log *log = cn_log_new(LIMIT);
    cn_rng rng = cn_rng_make(3, 0);
    for (int i = 0; i < POSITIONS; i++) {
        cn_position p;
        if (!random_position(&rng, &p)) continue;
        for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
            run(&p, pairs[k].alone, NULL, &alone);
            run(&p, pairs[k].together, log, &together);
            assert_false(log->full || log->failed);
            assert_int_equal(alone.best, together.best);
            assert_int_equal(cn_score_compare(alone.score, together.score), 0);
            assert_true(cn_log_sort(log));
            assert_whole(log);
            if (pairs[k].ybw) assert_brothers_wait(log);
        }
        cn_position_free(&p);
    }
    cn_log_free(log);
}

/* Every choice is the greatest of the terms told, virtual losses of others included. */
static void assert_choices(const cn_log *log) {
    for (int c = 0; c < log->choice_count; c++) {
        const cn_log_choice *choice = &log->choices[c];
        const cn_log_term *terms = log->terms + choice->term;
        assert_in_range(choice->chosen, 0, choice->count - 1);
        for (int t = 0; t < choice->count; t++) {
            assert_true(terms[choice->chosen].total >= terms[t].total);
        }
    }
}

static void test_monte_carlo(void **unused) {
    (void)unused;
    static cn_result alone, together;
    cn_log *log = cn_log_new(LIMIT);
    cn_position p = test_position("connect4", NULL, NULL);
    /* Independent trees: what is found does not depend on who watches. */
    run(&p, "uct:iterations=60,strategy=root,threads=3", NULL, &alone);
    run(&p, "uct:iterations=60,strategy=root,threads=3", log, &together);
    assert_int_equal(alone.best, together.best);
    for (int i = 0; i < alone.count; i++) {
        assert_int_equal(alone.moves[i].visits, together.moves[i].visits);
    }
    int walks[3] = {0};
    for (int i = 0; i < log->walk_count; i++) {
        assert_in_range(log->walks[i].tree, 0, 2);
        walks[log->walks[i].tree]++;
    }
    for (int t = 0; t < 3; t++) assert_int_equal(walks[t], 20);
    assert_choices(log);
    /* One tree: every walk is told, and counted in the root. */
    run(&p, "uct:iterations=60,strategy=tree,threads=3", log, &together);
    assert_int_equal(log->walk_count, 60);
    assert_int_equal(together.iterations, 60);
    assert_choices(log);
    uint64_t visits = 0;
    for (int i = 0; i < together.count; i++) visits += together.moves[i].visits;
    assert_int_equal(visits, 60);
    for (int i = 0; i < log->walk_count; i++) {
        assert_int_equal(log->walks[i].tree, 0);
        assert_true(log->walks[i].select < log->walks[i].back_up);
    }
    cn_log_free(log);
    cn_position_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_trees),
        cmocka_unit_test(test_monte_carlo),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
