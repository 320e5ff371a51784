/* shared: every thread searches the whole tree, and one transposition table joins them ("lazy
 * SMP").
 *
 * Worker 0 runs the ordinary search and its result is the result. The others search the same depth
 * with the same window, for the sake of what they leave in the table: worker 0 finds subtrees
 * already searched and better moves to try first. That they do not all do the same work at the same
 * time is seen to by marks on what is being searched (canopy/kernel/busy.h): a move that another
 * thread is at is put off. When worker 0 goes on to another depth or window they drop what they do
 * and follow.
 *
 * Shared: the table (lock-free, see canopy/kernel/table.h), the marks, what worker 0 searches, and
 * a stop flag. Not deterministic: what the table holds when it is asked depends on timing. The
 * value is the sequential one, since the table answers only what the same depth would. */
#include "parallel/strategy.h"
#include "parallel/thread.h"

#include <stdlib.h>

enum { DONE = -1 }; /* worker 0 has its result */

/* What the threads of one run share. */
typedef struct shared_job {
    cn_tree_search *tree;
    _Atomic int round;              /* 1, 2, …: a depth with a window; DONE at the end */
    _Atomic int depth, alpha, beta; /* of this round */
    _Atomic int *order;             /* of the root moves */
    cn_busy *busy;
    cn_lock lock;
    cn_signal changed; /* of the round, for those who have nothing left to do in it */
    cn_group group;
} shared_job;

/* The task of a thread other than worker 0, for the whole run. */
typedef struct follower {
    cn_task task;
    shared_job *job;
    int round, depth; /* what this one searches */
    cn_tree_search tree;
} follower;

/* A follower's work is wanted until worker 0 has gone past it. */
static bool outdated(const cn_context *c) {
    const follower *f = c->task;
    const int round = atomic_load_explicit(&f->job->round, memory_order_relaxed);
    if (round == f->round) return false;
    return round == DONE || atomic_load_explicit(&f->job->depth, memory_order_relaxed) >= f->depth;
}

/* The best move first, for its bound; the others from the far end, to meet worker 0 half-way. */
static void take_order(follower *f) {
    const int count = f->tree.count;
    for (int i = 0; i < count; i++) {
        const int from = i == 0 ? 0 : count - i;
        f->tree.order[i] = atomic_load_explicit(&f->job->order[from], memory_order_relaxed);
    }
}

/* Sleeps until worker 0 is past the round; returns the new one. */
static int await_round(shared_job *job, int past) {
    int round;
    cn_lock_take(&job->lock);
    while ((round = atomic_load_explicit(&job->round, memory_order_acquire)) == past) {
        cn_signal_wait(&job->changed, &job->lock);
    }
    cn_lock_leave(&job->lock);
    return round;
}

/* What to search next; false if nothing is left. */
static bool follow(follower *f, cn_trace_ring *ring, int *alpha, int *beta) {
    shared_job *job = f->job;
    int round = atomic_load_explicit(&job->round, memory_order_acquire);
    const int last = f->tree.options.depth > 0 ? f->tree.options.depth : CN_PLY_MAX;
    /* Finished before worker 0: the next depth will be wanted soon, if there is one. */
    if (round == f->round && f->depth == last) {
        const uint64_t begin = cn_trace_begin(ring);
        round = await_round(job, round);
        cn_trace_span(ring, CN_TRACE_WAIT, begin);
    }
    /* Either worker 0 is about to say that it is done, or, where other processes deal the moves
     * out, only this iteration was stopped. */
    while (round != DONE && cn_tree_stopped(&f->tree)) round = await_round(job, round);
    if (round == DONE) return false;
    const bool ahead = round == f->round;
    f->round = round;
    f->depth = ahead ? f->depth + 1 : atomic_load_explicit(&job->depth, memory_order_relaxed);
    *alpha = atomic_load_explicit(&job->alpha, memory_order_relaxed);
    *beta = atomic_load_explicit(&job->beta, memory_order_relaxed);
    take_order(f);
    return true;
}

/* A task: searches every depth that worker 0 announces, in an order of its own, until the end. */
static void run_follower(cn_task *task, cn_pool *pool, int worker) {
    follower *f = (follower *)task;
    cn_context *c = f->job->tree->contexts[worker];
    if (!cn_tree_fork(f->job->tree, worker, &f->tree)) return; /* then it is one helper fewer */
    c->task = f;
    c->cancelled = outdated;
    int alpha, beta;
    cn_trace_ring *ring = cn_pool_ring(pool, worker);
    while (follow(f, ring, &alpha, &beta)) {
        cn_tree_restart(&f->tree);
        cn_tree_iterate(&f->tree, NULL, f->depth, alpha, beta);
        if (c->stopped) cn_trace_add(ring, CN_TRACE_ABANDON, f->depth);
    }
    c->task = NULL;
    c->cancelled = NULL;
    c->stopped = false;
    cn_tree_fork_end(&f->tree);
}

/* Worker 0 goes on to another round, or is done. */
static void enter(shared_job *job, int round) {
    cn_lock_take(&job->lock);
    atomic_store_explicit(&job->round, round, memory_order_release);
    cn_signal_raise(&job->changed);
    cn_lock_leave(&job->lock);
}

/* Worker 0 tells the followers what it is about to search. */
static void publish(shared_job *job, int depth, int alpha, int beta) {
    for (int i = 0; i < job->tree->count; i++) {
        atomic_store_explicit(&job->order[i], job->tree->order[i], memory_order_relaxed);
    }
    atomic_store_explicit(&job->alpha, alpha, memory_order_relaxed);
    atomic_store_explicit(&job->beta, beta, memory_order_relaxed);
    atomic_store_explicit(&job->depth, depth, memory_order_relaxed);
    enter(job, atomic_load_explicit(&job->round, memory_order_relaxed) + 1);
}

/* One depth: announces it to the others, and searches it as if alone. */
static void iterate(cn_tree_search *t, void *strategy, int depth, int alpha, int beta) {
    publish(strategy, depth, alpha, beta);
    cn_tree_iterate(t, NULL, depth, alpha, beta);
}

/* Worker 0 runs the search; the others follow it from depth to depth and fill the table. */
static void run(cn_tree_search *tree, cn_pool *pool, const void *options, cn_result *result) {
    (void)options;
    shared_job job = {.tree = tree};
    cn_lock_init(&job.lock);
    cn_signal_init(&job.changed);
    job.order = calloc((size_t)tree->count, sizeof *job.order);
    job.busy = aligned_alloc(_Alignof(cn_busy), sizeof *job.busy);
    follower *followers = calloc((size_t)tree->threads, sizeof *followers);
    /* Without memory for the others worker 0 searches alone. */
    const bool joint = job.order && job.busy && followers;
    if (joint) {
        memset(job.busy, 0, sizeof *job.busy);
        for (int i = 0; i < tree->threads; i++) tree->contexts[i]->busy = job.busy;
        publish(&job, tree->options.deepen ? 1 : tree->options.depth, -CN_INFINITY, CN_INFINITY);
    }
    for (int i = 1; joint && i < tree->threads; i++) {
        followers[i].task.run = run_follower;
        followers[i].job = &job;
        cn_pool_spawn(pool, 0, &job.group, &followers[i].task);
    }
    cn_tree_run(tree, joint ? iterate : cn_tree_iterate, &job, result);
    enter(&job, DONE);
    cn_pool_join(pool, 0, &job.group);
    cn_signal_free(&job.changed);
    cn_lock_free(&job.lock);
    free(followers);
    free(job.busy);
    free(job.order);
}

const cn_strategy cn_strategy_shared = {
    .name = "shared",
    .help = "every thread searches the whole tree; one table joins them (lazy SMP)",
    .serves = CN_SERVES_ALPHABETA,
    .by_threads = true,
    .run = run,
};
