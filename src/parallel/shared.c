/* shared: every thread searches the whole tree, and one transposition table joins them ("lazy
 * SMP").
 *
 * Worker 0 runs the ordinary search and its result is the result. The others search the same depth
 * with the root moves in another order, for the sake of what they leave in the table: worker 0
 * finds subtrees already searched and better moves to try first. When worker 0 goes on to the next
 * depth they drop what they do and follow.
 *
 * Shared: the table (lock-free, see canopy/kernel/table.h), the depth worker 0 is at, and a stop
 * flag. Not deterministic: what the table holds when it is asked depends on timing. The value is
 * the sequential one, since the table answers only what the same depth would. */
#include "parallel/strategy.h"

#include <sched.h>
#include <stdlib.h>

enum { DONE = -1 }; /* worker 0 has its result */

typedef struct shared_job {
    cn_tree *tree;
    cn_pool *pool;
    _Atomic int depth, alpha, beta; /* what worker 0 searches */
    cn_group group;
} shared_job;

typedef struct follower {
    cn_task task;
    shared_job *job;
    int number; /* 1, 2, … */
    int depth;  /* what this one searches */
    cn_tree tree;
} follower;

/* A follower's work is wanted until worker 0 has gone past it. */
static bool outdated(const cn_context *c) {
    const follower *f = c->task;
    const int depth = atomic_load_explicit(&f->job->depth, memory_order_relaxed);
    return depth == DONE || depth > f->depth;
}

/* The first root move stays first, for its bound; the others in another order for each follower. */
static void shuffle(follower *f) {
    const int others = f->tree.count - 1;
    for (int i = 0; i < others; i++) {
        f->tree.order[1 + i] = 1 + (f->number % 2 ? others - 1 - i : (i + f->number) % others);
    }
}

static void run_follower(cn_task *task, cn_pool *pool, int worker) {
    follower *f = (follower *)task;
    shared_job *job = f->job;
    cn_context *c = job->tree->contexts[worker];
    if (!cn_tree_fork(job->tree, worker, &f->tree)) return; /* then it is one helper fewer */
    shuffle(f);
    c->task = f;
    c->cancelled = outdated;
    const int last = f->tree.options.depth > 0 ? f->tree.options.depth : CN_PLY_MAX;
    for (;;) {
        const int depth = atomic_load_explicit(&job->depth, memory_order_acquire);
        if (depth == DONE) break;
        /* Either worker 0 is about to say so, or, where other processes deal the moves out, only
         * this iteration was stopped. */
        if (cn_tree_stopped(&f->tree)) {
            sched_yield();
            continue;
        }
        /* Finished before worker 0: the next depth will be wanted soon. */
        f->depth = depth > f->depth ? depth : f->depth + 1;
        if (f->depth > last) break;
        cn_tree_restart(&f->tree);
        cn_tree_iterate(&f->tree, NULL, f->depth,
                        atomic_load_explicit(&job->alpha, memory_order_relaxed),
                        atomic_load_explicit(&job->beta, memory_order_relaxed));
        if (c->stopped) cn_trace_add(cn_pool_ring(pool, worker), CN_TRACE_ABANDON, f->depth);
    }
    c->task = NULL;
    c->cancelled = NULL;
    c->stopped = false;
    cn_tree_fork_end(&f->tree);
}

static void iterate(cn_tree *t, void *strategy, int depth, int alpha, int beta) {
    shared_job *job = strategy;
    atomic_store_explicit(&job->alpha, alpha, memory_order_relaxed);
    atomic_store_explicit(&job->beta, beta, memory_order_relaxed);
    atomic_store_explicit(&job->depth, depth, memory_order_release);
    cn_tree_iterate(t, NULL, depth, alpha, beta);
}

void cn_strategy_shared(cn_tree *tree, cn_pool *pool, const cn_strategy_options *options,
                        cn_result *result) {
    (void)options;
    shared_job job = {.tree = tree, .pool = pool};
    atomic_init(&job.depth, tree->options.deepen ? 1 : tree->options.depth);
    follower *followers = calloc((size_t)tree->threads, sizeof *followers);
    for (int i = 1; followers && i < tree->threads; i++) {
        followers[i].task.run = run_follower;
        followers[i].job = &job;
        followers[i].number = i;
        cn_pool_spawn(pool, 0, &job.group, &followers[i].task);
    }
    cn_tree_run(tree, iterate, &job, result);
    atomic_store_explicit(&job.depth, DONE, memory_order_release);
    cn_pool_join(pool, 0, &job.group);
    free(followers);
}
