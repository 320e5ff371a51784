/* A limit of nodes is kept by every algorithm, strategy and expert, on any number of threads: at
 * most 1 % or 64 nodes more, whichever is larger. Threads are many more than processors, so that
 * they are interrupted everywhere. */
#include "support/support.h"

#include <stdio.h>

static const char *const agents[] = {
    "minimax",
    "minimax:strategy=top",
    "minimax:strategy=buffer,window=3",
    "minimax:strategy=levels,sequential=1",
    "alphabeta",
    "alphabeta:strategy=top",
    "alphabeta:strategy=levels,sequential=2",
    "pvs:hash=1",
    "pvs:hash=1,expert=off",
    "pvs:hash=1,strategy=top",
    "pvs:hash=1,strategy=ybw",
    "pvs:hash=1,strategy=ybw,expert=off,split=2",
    "pvs:hash=1,strategy=shared",
    "pvs:hash=1,strategy=shared,expert=off",
    "mcts",
    "mcts:playouts=8",
    "mcts:rollouts=5,playouts=3",
    "mcts:final=robust",
    "mcts:strategy=leaf,playouts=4",
    "mcts:strategy=root",
    "mcts:strategy=root,trees=200",
    "mcts:strategy=chunks,chunk=7",
    "mcts:strategy=workers,workers=100",
    "mcts:strategy=tree",
    "mcts:strategy=tree,lock=node",
    "uct",
};

/* What an expert searches in one go is largest near the end of a game. */
static const struct {
    const char *game, *agent, *text;
} endings[] = {
    {"othello", "pvs:hash=1,expert=endgame",
     ".XXXXX..OXXOOOO.OOXOOOXXOOOOOOXXOOOXXOXXOOXXOXXX..XXXOX.O.XXXX.. O"},
    {"othello", "pvs:hash=1,expert=endgame",
     "..OX.O....OOOO..OOOOXO.OOOXXXOOOOOXXXXXOOXXXXXXO..OXXX....OX.X.. X"},
    {"othello", "pvs:hash=1,expert=endgame,strategy=ybw",
     "..OX.O....OOOO..OOOOXO.OOOXXXOOOOOXXXXXOOXXXXXXO..OXXX....OX.X.. X"},
    {"othello", "pvs:hash=1,expert=endgame,strategy=shared",
     "..OX.O....OOOO..OOOOXO.OOOXXXOOOOOXXXXXOOXXXXXXO..OXXX....OX.X.. X"},
    {"connect4", "pvs:hash=1,expert=solver", NULL},
    {"connect4", "pvs:hash=1,expert=solver,strategy=ybw", NULL},
    {"tictactoe", "pvs:hash=1,expert=perfect", NULL},
};

static const uint64_t node_limits[] = {1, 1000, 10, 100, 7000, 30000};
static const int thread_counts[] = {1, 2, 7};
enum { LIMITS = TEST_SANITIZED ? 2 : 5, LIMITS_OF_ENDINGS = TEST_SANITIZED ? 2 : 6 };

static void check(const cn_position *p, const char *agent, int threads, int count) {
    static cn_result result;
    cn_error error = {""};
    char spec[256];
    const bool alone = strstr(agent, "strategy") == NULL;
    if (alone && (threads > 1 || TEST_THREADS_ONLY)) return;
    snprintf(spec, sizeof spec, "%s%s", agent, alone ? "" : ",threads=");
    if (!alone) snprintf(spec + strlen(spec), sizeof spec - strlen(spec), "%d", threads);
    for (int i = 0; i < count; i++) {
        const cn_limits limits = {.nodes = node_limits[i], .depth = 60};
        const uint64_t over = limits.nodes / 100 > 64 ? limits.nodes / 100 : 64;
        cn_search *search;
        cn_status status = cn_search_new(p->game, spec, &search, &error);
        if (status == CN_OK) {
            status = cn_search_run(search, p, &limits, NULL, NULL, &result, &error);
            cn_search_free(search);
        }
        if (status != CN_OK) fail_msg("%s: %s", spec, error.text);
        assert_true(cn_position_legal(p, result.best));
        if (result.nodes > limits.nodes + over) {
            fail_msg("%s of %s: %llu nodes, the limit is %llu", spec, p->game->name,
                     (unsigned long long)result.nodes, (unsigned long long)limits.nodes);
        }
        /* One thread has no reason to stop before, unless there is nothing left to search. */
        if (alone && !result.complete && result.nodes + 64 < limits.nodes) {
            fail_msg("%s of %s: %llu nodes only, the limit is %llu", spec, p->game->name,
                     (unsigned long long)result.nodes, (unsigned long long)limits.nodes);
        }
    }
}

static void check_agents(void **game) {
    cn_position start = test_position_of(*game, NULL, NULL);
    for (size_t a = 0; a < sizeof agents / sizeof *agents; a++) {
        for (size_t t = 0; t < sizeof thread_counts / sizeof *thread_counts; t++) {
            check(&start, agents[a], thread_counts[t], LIMITS);
        }
    }
    cn_position_free(&start);
}

/* However late it is, a search by time looks at every move once. */
static void check_no_time(void **game) {
    static const char *const specs[] = {"pvs:hash=1", "alphabeta:deepen=on,depth=0",
                                        "pvs:hash=1,strategy=ybw,threads=3",
                                        "pvs:hash=1,strategy=shared,threads=3"};
    static cn_result result;
    cn_position start = test_position_of(*game, NULL, NULL);
    for (int i = 0; i < 4; i++) {
        const cn_limits limits = {.seconds = 1e-9};
        cn_error error = {""};
        cn_search *search;
        assert_int_equal(cn_search_new(start.game, specs[i], &search, &error), CN_OK);
        assert_int_equal(cn_search_run(search, &start, &limits, NULL, NULL, &result, &error),
                         CN_OK);
        assert_true(result.depth >= 1 && result.nodes > 0);
        cn_search_free(search);
    }
    cn_position_free(&start);
}

static void check_endings(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        cn_position p = test_position(endings[i].game, NULL, endings[i].text);
        for (size_t t = 0; t < sizeof thread_counts / sizeof *thread_counts; t++) {
            check(&p, endings[i].agent, thread_counts[t], LIMITS_OF_ENDINGS);
        }
        cn_position_free(&p);
    }
}

int main(void) {
    struct CMUnitTest tests[64] = {cmocka_unit_test(check_endings)};
    static const test_of_game each[] = {{"limits", check_agents}, {"no time", check_no_time}};
    const size_t count = test_each_game(tests, 1, each, 2);
    return _cmocka_run_group_tests("limits", tests, count, NULL, NULL);
}
