/* chunks: a fresh tree for every `chunk` iterations, as tasks that idle threads pick up; the
 * statistics of the root moves are added up.
 *
 * A finer-grained root parallelisation: threads that are slowed down take fewer chunks, so none
 * waits for another; but the trees are shallow. merge=serial adds the chunks one after the other;
 * merge=parallel adds them in tasks, ten at a time, level by level, until one is left.
 *
 * Shared: each chunk writes its own row of statistics, read after its round is joined. A thread's
 * tree is reset for each chunk, nothing is allocated; chunks run in rounds of ROUND, so that the
 * rows stay small however many iterations are asked for. Deterministic: random numbers belong to
 * the chunk, sums do not depend on order, and the memory of a chunk does not depend on the number
 * of threads. */
#include "parallel/strategy.h"

#include <stdlib.h>

enum { ROUND = 1000, FAN_IN = 10 };

typedef struct chunk_job chunk_job;

typedef struct chunk_task {
    cn_task task;
    chunk_job *job;
    int row;
    uint64_t iterations;
} chunk_task;

struct chunk_job {
    cn_mcts *search;
    uint64_t first; /* the round's first chunk, counted among those of this process */
    int rows;       /* chunks in this round */
    int stride;     /* merging: distance of the rows that still count */
    chunk_task *tasks;
    cn_mcts_stats *stats; /* [ROUND][search->count] */
    cn_mcts_stats *total;
};

static cn_mcts_stats *row(const chunk_job *job, int number) {
    return &job->stats[(size_t)number * (size_t)job->search->count];
}

static void add_row(const chunk_job *job, cn_mcts_stats *to, const cn_mcts_stats *from) {
    for (int i = 0; i < job->search->count; i++) cn_mcts_add(job->search, &to[i], &from[i]);
}

static void run_chunk(cn_task *task, cn_pool *pool, int worker) {
    const chunk_task *self = (const chunk_task *)task;
    const chunk_job *job = self->job;
    cn_mcts *m = job->search;
    cn_mcts_stats *mine = row(job, self->row);
    memset(mine, 0, (size_t)m->count * sizeof *mine);
    if (atomic_load_explicit(m->stop, memory_order_relaxed)) {
        cn_pool_dropped(pool, worker);
        return;
    }
    cn_mcts_tree *t = &m->forest->trees[worker];
    cn_mcts_clear(m, t);
    cn_mcts_seed(m, &m->walks[worker], cn_mcts_unit(m, job->first + (uint64_t)self->row));
    cn_mcts_run(m, t, &m->walks[worker], self->iterations);
    cn_mcts_collect(m, t, mine, false);
}

static void run_merge(cn_task *task, cn_pool *pool, int worker) {
    const chunk_task *self = (const chunk_task *)task;
    const chunk_job *job = self->job;
    const uint64_t begin = cn_trace_begin(cn_pool_ring(pool, worker));
    for (int i = 1; i < FAN_IN && self->row + i * job->stride < job->rows; i++) {
        add_row(job, row(job, self->row), row(job, self->row + i * job->stride));
    }
    cn_trace_span(cn_pool_ring(pool, worker), CN_TRACE_MERGE, begin);
}

static void merge_parallel(chunk_job *job, cn_pool *pool) {
    for (job->stride = 1; job->stride < job->rows; job->stride *= FAN_IN) {
        cn_group group = {0};
        int made = 0;
        for (int i = 0; i < job->rows; i += job->stride * FAN_IN) {
            job->tasks[made] = (chunk_task){{.run = run_merge}, job, i, 0};
            cn_pool_spawn(pool, 0, &group, &job->tasks[made++].task);
        }
        cn_pool_join(pool, 0, &group);
    }
    add_row(job, job->total, row(job, 0));
}

typedef struct chunk_options {
    int chunk; /* iterations a tree; 0: 10 */
    bool merge_parallel;
} chunk_options;

/* False if no chunk is left. */
static bool play_round(chunk_job *job, cn_pool *pool, const chunk_options *o) {
    const uint64_t all = job->search->iterations ? job->search->iterations : UINT64_MAX;
    const uint64_t most = o->chunk ? (uint64_t)o->chunk : 10;
    cn_group group = {0};
    for (job->rows = 0; job->rows < ROUND; job->rows++) {
        const uint64_t before = cn_mcts_unit(job->search, job->first + (uint64_t)job->rows) * most;
        if (before >= all) break;
        chunk_task *task = &job->tasks[job->rows];
        const uint64_t some = all - before < most ? all - before : most;
        *task = (chunk_task){{.run = run_chunk}, job, job->rows, some};
        cn_pool_spawn(pool, 0, &group, &task->task);
    }
    if (job->rows == 0) return false;
    cn_pool_join(pool, 0, &group);
    job->first += (uint64_t)job->rows;
    if (o->merge_parallel) {
        merge_parallel(job, pool);
    } else {
        const uint64_t begin = cn_trace_begin(cn_pool_ring(pool, 0));
        for (int i = 0; i < job->rows; i++) add_row(job, job->total, row(job, i));
        cn_trace_span(cn_pool_ring(pool, 0), CN_TRACE_MERGE, begin);
    }
    return true;
}

/* What whole rounds have found. Worker 0 asks, who is also the one to add rounds up. */
static void tally(cn_mcts *m, cn_mcts_stats *stats, uint64_t *visits, bool live) {
    (void)live;
    const chunk_job *job = m->strategy;
    add_row(job, stats, job->total);
    for (int i = 0; i < m->count; i++) *visits += job->total[i].visits;
}

static bool run(cn_mcts *m, cn_pool *pool, const void *options, cn_result *result) {
    const size_t share = m->memory / 16;
    if (!cn_mcts_plant(m, m->threads, share, false)) return false;
    const size_t count = (size_t)m->count;
    chunk_job job = {
        .search = m,
        .tasks = malloc(ROUND * sizeof *job.tasks),
        .stats = malloc(ROUND * count * sizeof *job.stats),
        .total = calloc(count, sizeof *job.total),
    };
    const bool ready = job.tasks && job.stats && job.total;
    m->strategy = &job;
    m->tally = ready ? tally : NULL;
    while (ready && !atomic_load_explicit(m->stop, memory_order_relaxed)) {
        if (!play_round(&job, pool, options)) break;
    }
    if (ready) cn_mcts_conclude(m, false, result);
    free(job.tasks);
    free(job.stats);
    free(job.total);
    return ready;
}

static const char *const merges[] = {"serial", "parallel", NULL};

static const cn_setting settings[] = {
    {CN_OPT_INT("chunk", 0, 1e9, "0",
                "chunks: iterations a tree (0: 10); workers: workers a task (0: 1)"),
     CN_KEPT_IN(chunk_options, chunk)},
    {CN_OPT_CHOICE("merge", merges, "serial", "chunks: parallel: ten at a time"),
     CN_KEPT_IN(chunk_options, merge_parallel)},
    {.size = 0},
};

const cn_strategy cn_strategy_chunks = {
    .name = "chunks",
    .help = "a fresh tree for every `chunk` iterations, merged at the root",
    .serves = CN_SERVES_MCTS,
    .deterministic = true,
    .dealt = true,
    .options = settings,
    .mcts = run,
};
