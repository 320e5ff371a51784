#include "parallel/strategy.h"

static void none(cn_tree *tree, cn_pool *pool, const cn_strategy_options *options,
                 cn_result *result) {
    (void)pool, (void)options;
    cn_tree_run(tree, cn_tree_iterate, NULL, result);
}

/* ---- Monte Carlo tree search on one thread ---- */

/* final=robust: the most visited move and the one with the best mean may differ. Up to a quarter
 * more iterations let them agree; if they don't, visits decide. Not under a clock, whose time is
 * up. */
static void go_on_until_robust(cn_mcts *m, cn_mcts_tree *t, cn_mcts_walk *w) {
    const uint64_t step = m->iterations / 100 + 1;
    for (uint64_t more = 0; more < m->iterations / 4; more += step) {
        cn_mcts_stats stats[CN_MOVES_MAX];
        memset(stats, 0, (size_t)m->count * sizeof *stats);
        cn_mcts_collect(m, t, stats, true);
        if (cn_mcts_choose(m, stats, CN_FINAL_VISITS) == cn_mcts_choose(m, stats, CN_FINAL_MEAN)) {
            break;
        }
        if (cn_mcts_run(m, t, w, step) < step) break;
    }
}

static bool none_mcts(cn_mcts *m, cn_pool *pool, const cn_strategy_options *options,
                      cn_result *result) {
    (void)pool, (void)options;
    if (!cn_mcts_plant(m, 1, m->memory, true)) return false;
    cn_mcts_tree *t = &m->forest->trees[0];
    m->tally = cn_mcts_tally;
    cn_mcts_seed(m, &m->walks[0], cn_mcts_stream(m));
    cn_mcts_run(m, t, &m->walks[0], m->iterations);
    if (m->options.final == CN_FINAL_ROBUST) go_on_until_robust(m, t, &m->walks[0]);
    cn_mcts_conclude(m, false, result);
    return true;
}

enum { BOTH = CN_SERVES_MINIMAX | CN_SERVES_ALPHABETA };

const cn_strategy cn_strategies[] = {
    {.name = "none",
     .help = "one thread",
     .serves = BOTH | CN_SERVES_MCTS,
     .deterministic = true,
     .run = none,
     .keeps = true,
     .mcts = none_mcts},
    {.name = "top",
     .help = "a task for each root move",
     .serves = BOTH,
     .deterministic = true,
     .run = cn_strategy_top},
    {.name = "buffer",
     .help = "at most `window` root moves at a time",
     .serves = BOTH,
     .deterministic = true,
     .run = cn_strategy_buffer},
    {.name = "levels",
     .help = "a task for each node above the last `sequential` plies",
     .serves = BOTH,
     .deterministic = true,
     .run = cn_strategy_levels},
    {.name = "heuristic",
     .help = "the heuristic itself in tasks, for one that can be taken apart",
     .serves = BOTH,
     .deterministic = true,
     .parts = true,
     .run = cn_strategy_heuristic},
    {.name = "ybw",
     .help = "young brothers wait: share a node's moves once its first is searched",
     .serves = CN_SERVES_ALPHABETA,
     .by_threads = true,
     .run = cn_strategy_ybw},
    {.name = "shared",
     .help = "every thread searches the whole tree; one table joins them (lazy SMP)",
     .serves = CN_SERVES_ALPHABETA,
     .by_threads = true,
     .run = cn_strategy_shared},
    {.name = "leaf",
     .help = "the playouts of one leaf at once",
     .serves = CN_SERVES_MCTS,
     .by_threads = true,
     .deterministic = true,
     .keeps = true,
     .mcts = cn_strategy_leaf},
    {.name = "root",
     .help = "`trees` trees that share the iterations, merged at the root",
     .serves = CN_SERVES_MCTS,
     .by_threads = true,
     .deterministic = true,
     .dealt = true,
     .keeps = true,
     .mcts = cn_strategy_root},
    {.name = "chunks",
     .help = "a fresh tree for every `chunk` iterations, merged at the root",
     .serves = CN_SERVES_MCTS,
     .deterministic = true,
     .dealt = true,
     .mcts = cn_strategy_chunks},
    {.name = "workers",
     .help = "`workers` trees with all the iterations each, `chunk` of them a task",
     .serves = CN_SERVES_MCTS,
     .deterministic = true,
     .dealt = true,
     .mcts = cn_strategy_workers},
    {.name = "tree",
     .help = "all threads in one tree",
     .serves = CN_SERVES_MCTS,
     .keeps = true,
     .by_threads = true,
     .mcts = cn_strategy_one_tree},
    {.name = NULL},
};
