/* root: several trees of the same position, grown independently; the statistics of their root moves
 * are added up at the end.
 *
 * "Root parallelization" in Chaslot, Winands and van den Herik, "Parallel Monte-Carlo Tree Search",
 * CG 2008; "single-run" in Cazenave and Jouandeau, 2007. The iterations are split evenly; if
 * that does not come out even every tree has one more, as in the published program, or, of very
 * many trees, the first ones.
 *
 * Shared: nothing while the trees grow. Deterministic for a given number of trees, which is the
 * number of threads unless `trees` says otherwise: each tree has its own random numbers, and sums
 * do not depend on their order. A tree that proves the root ends by itself; only a search without a
 * limit of iterations, which time ends anyway, then ends the others too. */
#include "parallel/strategy.h"

#include <stdlib.h>

typedef struct root_task {
    cn_task task;
    cn_mcts *search;
    int number; /* among the trees of this process */
    uint64_t iterations;
} root_task;

static void grow(cn_task *task, cn_pool *pool, int worker) {
    (void)pool;
    const root_task *self = (const root_task *)task;
    cn_mcts *m = self->search;
    cn_mcts_tree *t = &m->forest->trees[self->number];
    cn_mcts_seed(m, &m->walks[worker], cn_mcts_unit(m, (uint64_t)self->number));
    cn_mcts_run(m, t, &m->walks[worker], self->iterations);
    if (m->iterations == 0 && cn_mcts_solved(m, t)) {
        atomic_store_explicit(m->stop, true, memory_order_relaxed);
    }
}

typedef struct root_options {
    int trees; /* 0: one a thread */
} root_options;

/* So many iterations more than were asked for do no harm. */
enum { FEW = 64 };

static bool run(cn_mcts *m, cn_pool *pool, const void *options, cn_result *result) {
    const root_options *o = options;
    const int trees = o->trees ? o->trees : m->threads * m->parts;
    const int mine = cn_mcts_units(m, trees), least = mine > 0 ? mine : 1;
    if (!cn_mcts_plant(m, least, m->memory / (size_t)trees, true)) return false;
    const uint64_t each = m->iterations / (uint64_t)trees, rest = m->iterations % (uint64_t)trees;
    root_task *tasks = calloc((size_t)least, sizeof *tasks);
    if (!tasks) return false;
    cn_group group = {0};
    m->tally = cn_mcts_tally;
    for (int i = 0; i < mine; i++) {
        const bool more = rest > 0 && (trees <= FEW || cn_mcts_unit(m, (uint64_t)i) < rest);
        const uint64_t some = each + more;
        if (m->iterations > 0 && some == 0) break;
        tasks[i] = (root_task){{.run = grow}, m, i, some};
        cn_pool_spawn(pool, 0, &group, &tasks[i].task);
    }
    cn_pool_join(pool, 0, &group);
    free(tasks);
    const uint64_t begin = cn_trace_begin(cn_pool_ring(pool, 0));
    cn_mcts_conclude(m, false, result);
    cn_trace_span(cn_pool_ring(pool, 0), CN_TRACE_MERGE, begin);
    return true;
}

static const cn_setting settings[] = {
    {CN_OPT_INT("trees", 0, 256, "0", "root: trees; 0: one a thread"),
     CN_KEPT_IN(root_options, trees)},
    {.size = 0},
};

const cn_strategy cn_strategy_root = {
    .name = "root",
    .help = "`trees` trees that share the iterations, merged at the root",
    .serves = CN_SERVES_MCTS,
    .by_threads = true,
    .deterministic = true,
    .dealt = true,
    .keeps = true,
    .options = settings,
    .mcts = run,
};
