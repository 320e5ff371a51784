/* A pool of threads that run tasks, by work stealing.
 *
 * The thread that calls is worker 0; the pool adds threads - 1 more, which sleep while there is no
 * work. A task is embedded in a struct of its maker, who keeps it alive until the group it belongs
 * to is joined; nothing is allocated while tasks run. A worker that waits for a group runs other
 * tasks meanwhile, so tasks may spawn and join in turn.
 *
 * One caller at a time: between cn_pool_new and cn_pool_free, only the thread that is worker 0 may
 * spawn from outside a task. */
#pragma once

#include "core/trace.h"

#include <canopy/status.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* CN_POOL_PATIENCE: how often a worker without work looks for some at least before it sleeps,
 * yielding the processor in between. CN_POOL_AWAKE: microseconds for which it keeps looking after
 * that, unless cn_pool_stay_awake says otherwise. To wake a thread costs 20 to 35 microseconds, as
 * much as a whole task of a short search, and the searches of a game follow each other more closely
 * than that. */
enum { CN_THREADS_MAX = 256, CN_POOL_PATIENCE = 32, CN_POOL_AWAKE = 500 };

typedef struct cn_pool cn_pool;

/* Tasks that are waited for together. Zero-initialise. */
typedef struct cn_group {
    _Atomic int pending;
    uint32_t number; /* in a trace; set when the first task is spawned */
    bool small;      /* its tasks last about a microsecond, and their maker joins them: those it
                        runs in a row are accounted for together, and so a trace notes them */
} cn_group;

/* A task: the first member of a struct of its maker's, who gets a pointer to it back in `run`. */
typedef struct cn_task {
    void (*run)(struct cn_task *task, cn_pool *pool, int worker);
    cn_group *group;
    int maker;       /* worker that spawned it, set by cn_pool_spawn */
    uint32_t number; /* in a trace */
} cn_task;

/* What one worker did; read after the work is joined. */
typedef struct cn_worker_counts {
    uint64_t created;   /* tasks spawned */
    uint64_t run;       /* tasks run, wherever they were spawned */
    uint64_t stolen;    /* of those, tasks that another worker had spawned */
    uint64_t inlined;   /* tasks run at once because the deque was full */
    uint64_t cancelled; /* tasks that were cut off (counted by strategies, as the next) */
    uint64_t dropped;   /* tasks that found the search stopped */
    uint64_t busy_ns;   /* time inside tasks and from one to the next, waiting not counted; worker
                           0's own work between tasks is not in it */
    uint64_t idle_ns;   /* time spent looking or waiting for a task, up to the last one run */
} cn_worker_counts;

/* Starts threads - 1 threads (1 to CN_THREADS_MAX in all); cn_pool_free ends them. Fails if the
 * system refuses some. */
cn_status cn_pool_new(int threads, cn_pool **pool, cn_error *error);
void cn_pool_free(cn_pool *pool);
int cn_pool_threads(const cn_pool *pool);

/* Sets for how many microseconds a worker without work keeps looking before it sleeps. Where there
 * are more workers than processors they sleep at once: those that look would take processors from
 * those that work. Not to be called while tasks are under way. */
void cn_pool_stay_awake(cn_pool *pool, int microseconds);

/* Makes a task available to all workers; `worker` is the caller's number. The task must live until
 * its group is joined. If the caller's deque is full the task is run at once. */
void cn_pool_spawn(cn_pool *pool, int worker, cn_group *group, cn_task *task);

/* The same for `count` tasks at once, which costs less: the first, and `stride` bytes from each to
 * the next. Thieves begin with the first, the caller with the last. */
void cn_pool_spawn_all(cn_pool *pool, int worker, cn_group *group, cn_task *first, ptrdiff_t stride,
                       int count);

/* Returns when every task of the group has run; runs tasks meanwhile. */
void cn_pool_join(cn_pool *pool, int worker, cn_group *group);

/* Calls part(user, 0, …) to part(user, count - 1, …), each a task, and returns when all of them
 * have; one after the other if there is no pool. The last number is the worker's that runs the
 * part. */
typedef void cn_pool_part(void *user, int index, int worker);
void cn_pool_divide(cn_pool *pool, int worker, int count, cn_pool_part *part, void *user);

/* A counter of the workers that have nothing to do at this moment, for strategies that make tasks
 * on demand. */
const _Atomic int *cn_pool_hungry(const cn_pool *pool);

/* The counters of one worker, for strategies to add to (only the worker itself may) and for reports
 * to read once the work is joined. */
cn_worker_counts *cn_pool_counts(cn_pool *pool, int worker);
void cn_pool_reset_counts(cn_pool *pool);

/* For strategies, at most once for each task: the task that `worker` runs was cut off; or it found
 * the search stopped. */
void cn_pool_cancelled(cn_pool *pool, int worker);
void cn_pool_dropped(cn_pool *pool, int worker);

/* From now on records what the workers do; NULL: no longer. The trace must have a ring for each
 * worker. Not to be called while tasks are under way. */
void cn_pool_trace(cn_pool *pool, cn_trace *trace);
/* The ring that a worker may write events of its own to while it runs a task (worker 0: at any
 * time); NULL if nothing is recorded. */
cn_trace_ring *cn_pool_ring(const cn_pool *pool, int worker);
