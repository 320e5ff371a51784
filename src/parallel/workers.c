/* workers: `workers` independent trees with all the iterations each, `chunk` trees a task; the
 * statistics of their root moves are added up.
 *
 * Root parallelisation in which the work, not the time, grows with the number of trees: eight
 * workers of 5000 iterations are 40000 iterations on any number of threads. A task runs its workers
 * one after the other in its thread's tree.
 *
 * Shared: each worker writes its own row of statistics and then raises its flag with release; who
 * sees the flag (acquire) may read the row. Deterministic: random numbers belong to the worker. */
#include "parallel/strategy.h"

#include <stdlib.h>

typedef struct workers_job {
    cn_mcts *search;
    cn_pool *pool;
    int workers, chunk;     /* workers of this process, and how many of them a task runs */
    cn_mcts_stats *stats;   /* [workers][search->count] */
    _Atomic bool *finished; /* [workers] */
    int all;                /* workers of all processes */
    _Atomic uint64_t visits;
} workers_job;

/* What a worker may do: all the iterations, or its share of the limit of all workers. */
static uint64_t iterations_of(const workers_job *job, int worker) {
    const cn_mcts *m = job->search;
    const uint64_t all = (uint64_t)job->all;
    const uint64_t share = m->most / all + (cn_mcts_unit(m, (uint64_t)worker) < m->most % all);
    return m->most > 0 && (m->iterations == 0 || share < m->iterations) ? share : m->iterations;
}

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
        cn_mcts_collect(m, t, &job->stats[(size_t)i * (size_t)m->count], false);
        atomic_fetch_add_explicit(&job->visits,
                                  atomic_load_explicit(&t->nodes[0].visits, memory_order_relaxed),
                                  memory_order_relaxed);
        atomic_store_explicit(&job->finished[i], true, memory_order_release);
        if (iterations == 0 && cn_mcts_solved(m, t)) {
            atomic_store_explicit(m->stop, true, memory_order_relaxed);
        }
    }
}

static void tally(cn_mcts *m, cn_mcts_stats *stats, uint64_t *visits, bool live) {
    (void)live;
    const workers_job *job = m->strategy;
    for (int i = 0; i < job->workers; i++) {
        if (!atomic_load_explicit(&job->finished[i], memory_order_acquire)) continue;
        const cn_mcts_stats *mine = &job->stats[(size_t)i * (size_t)m->count];
        for (int k = 0; k < m->count; k++) cn_mcts_add(m, &stats[k], &mine[k]);
    }
    *visits += atomic_load_explicit(&job->visits, memory_order_relaxed);
}

typedef struct workers_options {
    int workers; /* trees */
    int chunk;   /* of them a task; 0: 1 */
} workers_options;

static bool run(cn_mcts *m, cn_pool *pool, const void *options, cn_result *result) {
    const workers_options *o = options;
    const int mine = cn_mcts_units(m, o->workers);
    const size_t workers = (size_t)(mine > 0 ? mine : 1);
    const size_t share = m->memory / (size_t)o->workers;
    if (!cn_mcts_plant(m, m->threads, share, false)) return false;
    workers_job job = {
        .search = m,
        .pool = pool,
        .workers = mine,
        .all = o->workers,
        .chunk = o->chunk ? o->chunk : 1,
        .stats = calloc(workers * (size_t)m->count, sizeof *job.stats),
        .finished = calloc(workers, sizeof *job.finished),
    };
    const bool ready = job.stats && job.finished;
    m->strategy = &job;
    m->tally = ready ? tally : NULL;
    if (ready) {
        const int tasks = mine / job.chunk + (mine % job.chunk > 0);
        cn_pool_divide(pool, 0, tasks, run_workers, &job);
        const uint64_t begin = cn_trace_begin(cn_pool_ring(pool, 0));
        cn_mcts_conclude(m, false, result);
        cn_trace_span(cn_pool_ring(pool, 0), CN_TRACE_MERGE, begin);
    }
    free(job.stats);
    free(job.finished);
    return ready;
}

static const cn_setting settings[] = {
    {CN_OPT_INT("workers", 1, 4096, "8", "workers: trees"), CN_KEPT_IN(workers_options, workers)},
    {CN_OPT_INT("chunk", 0, 1e9, "0", "workers a task (0: 1)"), CN_KEPT_IN(workers_options, chunk)},
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
