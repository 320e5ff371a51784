/* The threads that all searches share. Who comes first is served first: with what is free, at least
 * one; or, for a measurement, with all of them. */
#ifndef WEB_BUDGET_H
#define WEB_BUDGET_H

#include "parallel/thread.h"

#include <stdatomic.h>

typedef struct cn_waiter cn_waiter;

typedef struct cn_budget {
    cn_lock lock;
    cn_signal signal;
    int total, free;
    int waiting;
    cn_waiter *first, *last;
} cn_budget;

void cn_budget_init(cn_budget *budget, int threads);
void cn_budget_free(cn_budget *budget);

/* Waits for threads; `want` of them at most, or all there are if that is 0. Returns how many it
 * got; 0 once *stop is set. */
int cn_budget_take(cn_budget *budget, int want, const _Atomic bool *stop);
void cn_budget_give(cn_budget *budget, int threads);

/* After a `stop` was set: those who wait look at theirs. */
void cn_budget_look(cn_budget *budget);

/* How many threads are in use and how many searches wait for one. */
void cn_budget_state(cn_budget *budget, int *busy, int *waiting);

#endif
