/* workers: `workers` independent trees with all the iterations each, `chunk` trees a task; the
 * statistics of their root moves are added up.
 *
 * Root parallelisation in which the work, not the time, grows with the number of trees: eight
 * workers of 5000 iterations are 40000 iterations on any number of threads. A task runs its workers
 * one after the other in its thread's tree.
 *
 * Shared: the sums of the workers that have ended, under a lock, which a task takes once for each
 * of its workers. Deterministic: random numbers belong to the worker, and sums do not depend on the
 * order in which they are made. */
#include "parallel/strategy.h"
#include "parallel/thread.h"

#include <stdlib.h>

/* What the tasks of one run share. */
typedef struct workers_job {
    cn_mcts *search;
    cn_pool *pool;
    int workers, chunk;  /* workers of this process, and how many of them a task runs */
    int all;             /* workers of all processes */
    cn_lock lock;        /* of the sums below */
    cn_mcts_stats *sums; /* [search->count], of the workers that have ended */
    uint64_t visits;     /* of their roots */
} workers_job;

/* A worker's tree is done: adds what it found. */
static void add_tree(workers_job *job, const cn_mcts_tree *t) {
    const uint32_t visits = atomic_load_explicit(&t->nodes[0].visits, memory_order_relaxed);
    cn_lock_take(&job->lock);
    cn_mcts_collect(job->search, t, job->sums, false);
    job->visits += visits;
    cn_lock_leave(&job->lock);
}

/* What a worker may do: all the iterations, or its share of the limit of all workers. */
static uint64_t iterations_of(const workers_job *job, int worker) {
    const cn_mcts *m = job->search;
    const uint64_t all = (uint64_t)job->all;
    const uint64_t share = m->most / all + (cn_mcts_unit(m, (uint64_t)worker) < m->most % all);
    return m->most > 0 && (m->iterations == 0 || share < m->iterations) ? share : m->iterations;
}

/* A task: grows the trees of `chunk` workers one after another, each from nothing, and adds them
 * up. */
static void run_workers(void *user, int number, int worker) {
    workers_job *job = user;
    cn_mcts *m = job->search;
    cn_mcts_tree *t = &m->forest->trees[worker];
    const int first = number * job->chunk;
    for (int i = first; i < job->workers && i - first < job->chunk; i++) {
        const uint64_t iterations = iterations_of(job, i);
        if (m->most > 0 && iterations == 0) continue;
        if (atomic_load_explicit(m->stop, memory_order_relaxed)) {
            cn_pool_dropped(job->pool, worker);
            return;
        }
        cn_mcts_clear(m, t);
        cn_mcts_seed(m, &m->walks[worker], cn_mcts_unit(m, (uint64_t)i));
        cn_mcts_run(m, t, &m->walks[worker], iterations);
        add_tree(job, t);
        if (iterations == 0 && cn_mcts_solved(m, t)) {
            atomic_store_explicit(m->stop, true, memory_order_relaxed);
        }
    }
}

/* The sums so far, for progress and for other processes. Takes the job's lock. */
static void tally(cn_mcts *m, cn_mcts_stats *stats, uint64_t *visits, bool live) {
    (void)live;
    workers_job *job = m->strategy;
    cn_lock_take(&job->lock);
    for (int i = 0; i < m->count; i++) cn_mcts_add(m, &stats[i], &job->sums[i]);
    *visits += job->visits;
    cn_lock_leave(&job->lock);
}

/* The options of `workers`. */
typedef struct workers_options {
    int workers; /* how many trees there are */
    int chunk;   /* trees that one task grows; 0: 1 */
} workers_options;

/* Every worker's tree has all the iterations asked for; the sums of the root's moves decide. */
static bool run(cn_mcts *m, cn_pool *pool, const void *options, cn_result *result) {
    const workers_options *o = options;
    const int mine = cn_mcts_units(m, o->workers);
    if (!cn_mcts_make_trees(m, m->threads, m->memory / (size_t)o->workers, false)) return false;
    workers_job job = {
        .search = m,
        .pool = pool,
        .workers = mine,
        .all = o->workers,
        .chunk = o->chunk ? o->chunk : 1,
        .sums = calloc((size_t)m->count, sizeof *job.sums),
    };
    if (!job.sums) return false;
    cn_lock_init(&job.lock);
    m->strategy = &job;
    m->tally = tally;
    const int tasks = mine / job.chunk + (mine % job.chunk > 0);
    cn_pool_divide(pool, 0, tasks, run_workers, &job);
    const uint64_t begin = cn_trace_begin(cn_pool_ring(pool, 0));
    cn_mcts_conclude(m, false, result);
    cn_trace_span(cn_pool_ring(pool, 0), CN_TRACE_MERGE, begin);
    cn_lock_free(&job.lock);
    free(job.sums);
    return true;
}

static const cn_setting settings[] = {
    CN_INT_IN(workers_options, workers, "workers", 1, 4096, "8",
              "strategy=workers: independent trees, each with all the iterations"),
    CN_INT_IN(workers_options, chunk, "chunk", 0, 1e9, "0",
              "strategy=chunks: iterations of each tree (0: 10); strategy=workers: workers that a "
              "task runs one after the other (0: 1)"),
    {.size = 0},
};

const cn_strategy cn_strategy_workers = {
    .name = "workers",
    .help = "`workers` trees with all the iterations each, `chunk` of them a task",
    .serves = CN_SERVES_MCTS,
    .deterministic = true,
    .dealt = true,
    .each = true,
    .options = settings,
    .mcts = run,
};
