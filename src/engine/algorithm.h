/* One way to think: what a search does besides deadlines, threads, ranks, traces. */
#pragma once

#include "cluster/crew.h"
#include "engine/spec.h"
#include "parallel/strategy.h"

/* Everything about one run. */
typedef struct cn_run {
    const cn_position *position; /* the game is not over */
    const cn_limits *limits;     /* but for time: */
    double start, deadline;      /* seconds of cn_clock_seconds; deadline 0: none */
    _Atomic bool *stop;          /* set: come to an end. May be set to make others do so */
    cn_pool *pool;               /* NULL: one thread */
    cn_crew *crew;               /* the processes that share the run; NULL: this one only */
    cn_log *log;                 /* of every node; NULL: none */
    cn_progress_fn *progress;    /* NULL: nobody listens */
    void *user;
} cn_run;

static inline int cn_run_threads(const cn_run *run) {
    return run->pool ? cn_pool_threads(run->pool) : 1;
}

struct cn_algorithm {
    size_t size; /* of its own state, zeroed before `set_up` */
    cn_status (*set_up)(void *self, const cn_spec *spec, cn_error *error);
    /* Fills the result, which is zeroed but for `best`, CN_MOVE_NONE; counts of the pool and of
     * other ranks are added to it afterwards. */
    cn_status (*run)(void *self, const cn_run *run, cn_result *result, cn_error *error);
    void (*clear)(void *self);     /* forgets what was learnt of earlier positions */
    void (*tear_down)(void *self); /* also after a set-up that failed */

    /* Optional from here on. */
    bool (*ponders)(const void *self); /* whether a run helps the next; NULL: never */
    /* As cn_search_tree; NULL: it keeps no tree. */
    uint64_t (*tree)(const void *self, int depth, int width, cn_tree_fn *show, void *user);
    bool (*logs)(const void *self); /* whether a run can fill a cn_log; NULL: it cannot */
    /* How many of `most` processes have something to do; NULL: one. */
    int (*ranks)(const void *self, const cn_limits *limits, int most);
    /* The stop flag has been set: a run that waits shall look. From any thread or a signal handler,
     * also when there is no run. NULL: it looks often enough. */
    void (*wake)(void *self);
};

/* A search by an algorithm that is set up already, such as another program. Takes `self`, which
 * malloc made, over, also if it fails. A best move that is not legal is the caller's to find out.
 */
cn_status cn_search_wrap(const cn_algorithm *algorithm, void *self, cn_search **search,
                         cn_error *error);

/* What such a search was made of, or NULL if it is not of this kind. */
void *cn_search_wrapped(const cn_search *search, const cn_algorithm *algorithm);
