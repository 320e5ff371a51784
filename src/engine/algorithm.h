/* An algorithm: one way to choose a move, such as alpha-beta or Monte Carlo tree search.
 *
 * engine/search.c does for all of them what does not depend on the algorithm: it turns limits into
 * a deadline, keeps threads, brings in other processes, records traces. An algorithm is a table of
 * functions; everything about one run is handed to it in a cn_run. */
#pragma once

#include "cluster/crew.h"
#include "engine/spec.h"
#include "parallel/strategy.h"

/* Everything about one run. All of it belongs to the caller and outlives the run. */
typedef struct cn_run {
    const cn_position *position; /* to be searched; the game is not over */
    const cn_limits *limits;     /* all but those of time, which `deadline` sums up */
    double start, deadline;      /* seconds of cn_clock_seconds; deadline 0: none */
    _Atomic bool *stop;          /* once it is set the run ends as soon as it can; an algorithm may
                                    set it itself, to end its other threads */
    cn_pool *pool;               /* threads to share the work; NULL: there is only this one */
    cn_crew *crew;            /* the processes that share the run; NULL: there is only this one */
    cn_log *log;              /* to be filled with every node; NULL: nobody watches */
    cn_progress_fn *progress; /* to be called by the thread of the run; NULL: nobody listens */
    void *user;               /* handed to `progress` */
} cn_run;

/* Threads of this process that take part in the run. */
static inline int cn_run_threads(const cn_run *run) {
    return run->pool ? cn_pool_threads(run->pool) : 1;
}

/* Options that several algorithms have; the engine looks their values up by name. */
#define CN_OPT_TIME CN_OPT_REAL("time", 0, 1e6, "0", "seconds for each move; 0: no limit")
#define CN_OPT_STRATEGY                     \
    CN_OPT_CHOICE("strategy", NULL, "none", \
                  "how threads share the work; `none`: one thread searches")
#define CN_OPT_THREADS                                                                             \
    CN_OPT_INT("threads", 0, CN_THREADS_MAX, "1",                                                  \
               "threads of this process; 0: one for each core. For more than one the agent takes " \
               "its usual strategy, unless another is named")
#define CN_OPT_AWAKE                       \
    CN_OPT_INT("awake", 0, 1000000, "500", \
               "microseconds for which an idle thread keeps looking for work before it sleeps")
#define CN_OPT_RANKS                          \
    CN_OPT_INT("ranks", 0, CN_RANKS_MAX, "0", \
               "processes of an MPI job that take part, from rank 0 on; 0: all of them")

/* An algorithm as a table of functions. `self` is the state of one search; only one run of it is
 * under way at a time. */
struct cn_algorithm {
    size_t size; /* bytes of its own state (`self`), which are zeroed before `set_up` */
    /* Reads the options out of the specification and allocates what every run needs. */
    cn_status (*set_up)(void *self, const cn_spec *spec, cn_error *error);
    /* Searches and fills the result, which is zeroed but for `best`, CN_MOVE_NONE. The engine adds
     * the counts of the pool and of other processes afterwards. */
    cn_status (*run)(void *self, const cn_run *run, cn_result *result, cn_error *error);
    void (*clear)(void *self);     /* forgets what earlier runs learnt: tables, trees */
    void (*tear_down)(void *self); /* frees what `set_up` made, also if that failed half-way */

    /* Optional from here on. */
    /* How many seconds of a clock this move is worth; 0, or NULL: it cannot tell. */
    double (*share)(const void *self, const cn_position *position, double clock);
    /* Whether thinking on the opponent's time helps the next run; NULL: never. */
    bool (*ponders)(const void *self);
    /* Shows the tree of the last run, as cn_search_tree says; NULL: it keeps no tree. */
    uint64_t (*tree)(const void *self, int depth, int width, cn_tree_fn *show, void *user);
    bool (*logs)(const void *self); /* whether a run can fill a cn_log; NULL: it cannot */
    /* How many of `most` processes would have something to do in a run with these limits; NULL: it
     * is for one process only. */
    int (*ranks)(const void *self, const cn_limits *limits, int most);
    /* Called after the stop flag has been set, for a run that may be waiting and not look at the
     * flag: from any thread or a signal handler, also when there is no run. NULL: it looks often
     * enough by itself. */
    void (*wake)(void *self);
};

/* Makes a search of an algorithm that is set up already, such as another program (arena/exec.c).
 * `self` must come from malloc; it belongs to the search from now on, and is torn down and freed if
 * this fails. Nobody checks that the algorithm's moves are legal: the caller must. */
cn_status cn_search_wrap(const cn_algorithm *algorithm, void *self, cn_search **search,
                         cn_error *error);

/* The `self` that such a search was made of; NULL if it was made of another algorithm. */
void *cn_search_wrapped(const cn_search *search, const cn_algorithm *algorithm);
