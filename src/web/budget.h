/* The budget: the threads that all searches share, and who gets them next.
 *
 * Moves and hints come before everything else: a visitor who plays waits for nobody's analysis. Who
 * searches for longer is asked to pause when they need its threads, and goes on when there are some
 * again. Among the others the visitor who used the least of late comes first, and after a while has
 * to make room for one who used less. Whoever is asked to pause gives its threads back and takes
 * part again as one who waits.
 *
 * A claim knows the searches that use its threads, so the budget ends them itself, when others need
 * the threads or when the work is to stop for good. */
#pragma once

#include "parallel/thread.h"

#include <canopy/search.h>
#include <stdatomic.h>

/* What a visitor used of late, in seconds of threads; half of it is forgotten every half minute. */
typedef struct cn_usage {
    double used, at; /* `used` is as of the time `at` */
} cn_usage;

/* Threads that somebody waits for, or has. It belongs to who asks for them and must stay where it
 * is from cn_budget_take to cn_budget_give. */
typedef struct cn_claim {
    cn_usage *share;    /* of the visitor it is for; written under the budget's lock */
    _Atomic bool *stop; /* once it is set, there is nothing to wait or to search for any more; it
                           may be that of several claims */
    bool urgent;        /* a move or a hint: somebody waits for it */
    int want, least;    /* threads: as many as wanted are free, but at least so many; 0, 0: all */
    _Atomic bool asked; /* to pause: others need the threads */
    /* The budget's own, under its lock. */
    int got;
    double since;           /* when it began to wait or to work */
    cn_search *searches[2]; /* that use the threads; NULL: none */
    struct cn_claim *next;
} cn_claim;

/* The threads, and the claims to them. Only the functions below touch it. */
typedef struct cn_budget {
    cn_lock lock;
    cn_signal signal;
    int total, free;
    int waiting;
    cn_claim *waiters, *holders; /* in the order they came */
} cn_budget;

/* Makes a budget of so many threads; frees it, when nobody claims any of them. */
void cn_budget_init(cn_budget *budget, int threads);
void cn_budget_free(cn_budget *budget);

/* Waits until it is this claim's turn and there are threads. Returns how many it got; 0 once its
 * `stop` is set. Whoever got some gives all of them back. */
int cn_budget_take(cn_budget *budget, cn_claim *claim);
void cn_budget_give(cn_budget *budget, cn_claim *claim);

/* From now on these searches (at most two, and NULL behind them; NULL: none) use the threads of the
 * claim: they are stopped when the claim is asked to pause, or its `stop` is set. If that was
 * before, they are stopped now. */
void cn_budget_watch(cn_budget *budget, cn_claim *claim, cn_search *const *searches);

/* Asks claims to pause (`asked`), and stops their searches, if the first who waits needs their
 * threads. For the housekeeping thread, because turns end with time. */
void cn_budget_balance(cn_budget *budget);

/* Sets *stop, for good: all claims that have it stop searching or waiting. */
void cn_budget_stop(cn_budget *budget, _Atomic bool *stop);

/* How many threads are in use, and how many claims would be served before this one. */
void cn_budget_state(cn_budget *budget, const cn_claim *claim, int *busy, int *before);
