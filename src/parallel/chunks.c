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

/* What the tasks of one run share. */
typedef struct chunk_job {
    cn_mcts *search;
    cn_pool *pool;
    uint64_t each;        /* iterations of a chunk; the last may have fewer */
    uint64_t first;       /* the round's first chunk, counted among those of this process */
    int rows;             /* chunks in this round */
    int stride;           /* merging: distance of the rows that still count */
    cn_mcts_stats *stats; /* [ROUND][search->count] */
    cn_mcts_stats *total;
} chunk_job;

static cn_mcts_stats *row(const chunk_job *job, int number) {
    return &job->stats[(size_t)number * (size_t)job->search->count];
}

/* Adds one row of statistics to another. */
static void add_row(const chunk_job *job, cn_mcts_stats *to, const cn_mcts_stats *from) {
    for (int i = 0; i < job->search->count; i++) cn_mcts_add(job->search, &to[i], &from[i]);
}

/* The iterations of one chunk of the round; 0: there is no chunk of that number. */
static uint64_t iterations_of(const chunk_job *job, int number) {
    const cn_mcts *m = job->search;
    const uint64_t all = m->iterations ? m->iterations : UINT64_MAX;
    const uint64_t before = cn_mcts_unit(m, job->first + (uint64_t)number) * job->each;
    if (before >= all) return 0;
    return all - before < job->each ? all - before : job->each;
}

/* A task: grows a fresh tree in the worker's own memory and keeps the sums of its root moves. */
static void run_chunk(void *user, int number, int worker) {
    const chunk_job *job = user;
    cn_mcts *m = job->search;
    cn_mcts_stats *mine = row(job, number);
    memset(mine, 0, (size_t)m->count * sizeof *mine);
    if (atomic_load_explicit(m->stop, memory_order_relaxed)) {
        cn_pool_dropped(job->pool, worker);
        return;
    }
    cn_mcts_tree *t = &m->forest->trees[worker];
    cn_mcts_clear(m, t);
    cn_mcts_seed(m, &m->walks[worker], cn_mcts_unit(m, job->first + (uint64_t)number));
    cn_mcts_run(m, t, &m->walks[worker], iterations_of(job, number));
    cn_mcts_collect(m, t, mine, false);
}

/* merge=parallel: adds up FAN_IN rows that are `stride` apart. */
static void run_merge(void *user, int number, int worker) {
    const chunk_job *job = user;
    const int first = number * job->stride * FAN_IN;
    const uint64_t begin = cn_trace_begin(cn_pool_ring(job->pool, worker));
    for (int i = 1; i < FAN_IN && first + i * job->stride < job->rows; i++) {
        add_row(job, row(job, first), row(job, first + i * job->stride));
    }
    cn_trace_span(cn_pool_ring(job->pool, worker), CN_TRACE_MERGE, begin);
}

/* Adds the rows of a round up in tasks, FAN_IN at a time, as a tree. */
static void merge_parallel(chunk_job *job) {
    for (job->stride = 1; job->stride < job->rows; job->stride *= FAN_IN) {
        const int span = job->stride * FAN_IN;
        cn_pool_divide(job->pool, 0, (job->rows + span - 1) / span, run_merge, job);
    }
    add_row(job, job->total, row(job, 0));
}

/* The options of `chunks`. */
typedef struct chunk_options {
    int chunk; /* iterations a tree; 0: 10 */
    bool merge_parallel;
} chunk_options;

/* Runs the chunks of one round and adds them to the total; false if no chunk is left. */
static bool play_round(chunk_job *job, bool in_parallel) {
    for (job->rows = 0; job->rows < ROUND && iterations_of(job, job->rows) > 0;) job->rows++;
    if (job->rows == 0) return false;
    cn_pool_divide(job->pool, 0, job->rows, run_chunk, job);
    job->first += (uint64_t)job->rows;
    if (in_parallel) {
        merge_parallel(job);
    } else {
        const uint64_t begin = cn_trace_begin(cn_pool_ring(job->pool, 0));
        for (int i = 0; i < job->rows; i++) add_row(job, job->total, row(job, i));
        cn_trace_span(cn_pool_ring(job->pool, 0), CN_TRACE_MERGE, begin);
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

/* Rounds of chunks until the iterations are used up or the search is stopped. */
static bool run(cn_mcts *m, cn_pool *pool, const void *options, cn_result *result) {
    const chunk_options *o = options;
    if (!cn_mcts_make_trees(m, m->threads, m->memory / 16, false)) return false;
    const size_t count = (size_t)m->count;
    chunk_job job = {
        .search = m,
        .pool = pool,
        .each = o->chunk ? (uint64_t)o->chunk : 10,
        .stats = malloc(ROUND * count * sizeof *job.stats),
        .total = calloc(count, sizeof *job.total),
    };
    const bool ready = job.stats && job.total;
    m->strategy = &job;
    m->tally = ready ? tally : NULL;
    while (ready && !atomic_load_explicit(m->stop, memory_order_relaxed)) {
        if (!play_round(&job, o->merge_parallel)) break;
    }
    if (ready) cn_mcts_conclude(m, false, result);
    free(job.stats);
    free(job.total);
    return ready;
}

static const char *const merges[] = {"serial", "parallel", NULL};

static const cn_setting settings[] = {
    CN_INT_IN(chunk_options, chunk, "chunk", 0, 1e9, "0",
              "strategy=chunks: iterations of each tree (0: 10); strategy=workers: workers that a "
              "task runs one after the other (0: 1)"),
    CN_CHOICE_IN(chunk_options, merge_parallel, "merge", merges, "serial",
                 "strategy=chunks: how the sums of the trees are added: one after the other "
                 "(`serial`), or by tasks, ten at a time (`parallel`)"),
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
