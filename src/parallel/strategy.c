/* The list of strategies, and the strategy `none`, which is one thread. */
#include "parallel/strategy.h"

static void none(cn_tree_search *tree, cn_pool *pool, const void *options, cn_result *result) {
    (void)pool, (void)options;
    cn_tree_run(tree, cn_tree_iterate, NULL, result);
}

/* ---- Monte Carlo tree search on one thread ---- */

/* final=robust: while the most visited move is not the one with the best mean, up to a quarter more
 * iterations are made; if the two still differ, visits decide. Not under a clock, whose time is up,
 * nor under a limit of nodes. */
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

/* final=settled: whether no other move can have as many visits as the most visited one after so
 * many more iterations. */
static bool is_settled(const cn_mcts_tree *t, uint64_t left) {
    const uint64_t link = atomic_load_explicit(&t->nodes[0].link, memory_order_relaxed);
    const cn_mcts_node *child = &t->nodes[cn_mcts_first(link)];
    uint64_t most = 0, second = 0;
    for (int i = 0; i < cn_mcts_count(link); i++) {
        const uint64_t visits = atomic_load_explicit(&child[i].visits, memory_order_relaxed);
        if (cn_mcts_outcome(&child[i])) continue; /* not chosen by its visits */
        if (visits > most) {
            second = most;
            most = visits;
        } else if (visits > second) {
            second = visits;
        }
    }
    return most > second + left;
}

/* The iterations of the run; with final=settled in steps, which depend on their number only. */
static void run_all(cn_mcts *m, cn_mcts_tree *t, cn_mcts_walk *w) {
    const bool early = m->options.final == CN_FINAL_SETTLED && m->single && !m->peers;
    if (!early || m->iterations == 0) {
        cn_mcts_run(m, t, w, m->iterations);
        return;
    }
    uint64_t left = m->iterations, step;
    do {
        step = left < 64 ? left : 64;
        left -= step;
    } while (cn_mcts_run(m, t, w, step) == step && left > 0 && !is_settled(t, left));
}

static bool none_mcts(cn_mcts *m, cn_pool *pool, const void *options, cn_result *result) {
    (void)pool, (void)options;
    if (!cn_mcts_make_trees(m, 1, m->memory, true)) return false;
    cn_mcts_tree *t = &m->forest->trees[0];
    m->tally = cn_mcts_tally;
    cn_mcts_seed(m, &m->walks[0], cn_mcts_stream(m));
    run_all(m, t, &m->walks[0]);
    if (m->options.final == CN_FINAL_ROBUST && m->most == 0) go_on_until_robust(m, t, &m->walks[0]);
    cn_mcts_conclude(m, false, result);
    return true;
}

bool cn_strategy_always(const void *options) {
    (void)options;
    return true;
}

const cn_strategy cn_strategy_none = {
    .name = "none",
    .help = "one thread",
    .serves = CN_SERVES_MINIMAX | CN_SERVES_ALPHABETA | CN_SERVES_MCTS,
    .deterministic = true,
    .keeps = true,
    .one_tree = cn_strategy_always,
    .run = none,
    .mcts = none_mcts,
};

/* ---- the table ---- */

#define ROW(name) &cn_strategy_##name,
const cn_strategy *const cn_strategies[] = {CN_STRATEGIES(ROW) NULL};

const cn_strategy *cn_strategy_find(const char *name) {
    for (const cn_strategy *const *s = cn_strategies; *s; s++) {
        if (strcmp((*s)->name, name) == 0) return *s;
    }
    return NULL;
}
