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

/* What the tasks of one run share. */
typedef struct root_job {
    cn_mcts *search;
    int trees; /* trees of all processes together */
} root_job;

/* Up to so many trees, each has one iteration more if the division leaves a rest. */
enum { FEW = 64 };

/* The iterations of one of the trees of this process. */
static uint64_t iterations_of(const root_job *job, int number) {
    const cn_mcts *m = job->search;
    const uint64_t trees = (uint64_t)job->trees, rest = m->iterations % trees;
    const bool more = rest > 0 && (job->trees <= FEW || cn_mcts_unit(m, (uint64_t)number) < rest);
    return m->iterations / trees + more;
}

/* A task: grows one tree with its share of the iterations. Without a limit of iterations, a tree
 * that is solved stops the others. */
static void grow(void *user, int number, int worker) {
    const root_job *job = user;
    cn_mcts *m = job->search;
    cn_mcts_tree *t = &m->forest->trees[number];
    cn_mcts_seed(m, &m->walks[worker], cn_mcts_unit(m, (uint64_t)number));
    cn_mcts_run(m, t, &m->walks[worker], iterations_of(job, number));
    if (m->iterations == 0 && cn_mcts_solved(m, t)) {
        atomic_store_explicit(m->stop, true, memory_order_relaxed);
    }
}

typedef struct root_options {
    int trees; /* 0: one a thread */
} root_options;

/* A tree for each thread, or as many as `trees` says; the sums of the root's moves decide. */
static bool run(cn_mcts *m, cn_pool *pool, const void *options, cn_result *result) {
    const root_options *o = options;
    root_job job = {m, o->trees ? o->trees : m->threads * m->parts};
    const int mine = cn_mcts_units(m, job.trees), least = mine > 0 ? mine : 1;
    if (!cn_mcts_make_trees(m, least, m->memory / (size_t)job.trees, true)) return false;
    m->tally = cn_mcts_tally;
    int count = 0; /* of those that have something to do, which are the first */
    while (count < mine && (m->iterations == 0 || iterations_of(&job, count) > 0)) count++;
    cn_pool_divide(pool, 0, count, grow, &job);
    const uint64_t begin = cn_trace_begin(cn_pool_ring(pool, 0));
    cn_mcts_conclude(m, false, result);
    cn_trace_span(cn_pool_ring(pool, 0), CN_TRACE_MERGE, begin);
    return true;
}

static const cn_setting settings[] = {
    CN_INT_IN(root_options, trees, "trees", 0, 256, "0",
              "strategy=root: trees; 0: one for each thread"),
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
    .watched = true,
    .options = settings,
    .mcts = run,
};
