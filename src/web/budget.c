#include "web/budget.h"

#include <stddef.h>

struct cn_waiter {
    cn_waiter *next;
};

void cn_budget_init(cn_budget *b, int threads) {
    *b = (cn_budget){.total = threads, .free = threads};
    cn_lock_init(&b->lock);
    cn_signal_init(&b->signal);
}

void cn_budget_free(cn_budget *b) {
    cn_signal_free(&b->signal);
    cn_lock_free(&b->lock);
}

static void leave_queue(cn_budget *b, const cn_waiter *me) {
    cn_waiter **link = &b->first;
    b->last = NULL;
    while (*link) {
        if (*link == me) {
            *link = me->next;
            continue;
        }
        b->last = *link;
        link = &(*link)->next;
    }
    b->waiting--;
}

int cn_budget_take(cn_budget *b, int want, const _Atomic bool *stop) {
    cn_waiter me = {NULL};
    const int least = want > 0 ? 1 : b->total;
    if (want <= 0) want = b->total;
    cn_lock_take(&b->lock);
    if (b->last) {
        b->last->next = &me;
    } else {
        b->first = &me;
    }
    b->last = &me;
    b->waiting++;
    while (!atomic_load(stop) && (b->first != &me || b->free < least)) {
        cn_signal_wait(&b->signal, &b->lock);
    }
    leave_queue(b, &me);
    int got = 0;
    if (!atomic_load(stop)) {
        got = want < b->free ? want : b->free;
        b->free -= got;
    }
    cn_signal_raise(&b->signal); /* the next may go on, too */
    cn_lock_leave(&b->lock);
    return got;
}

void cn_budget_give(cn_budget *b, int threads) {
    cn_lock_take(&b->lock);
    b->free += threads;
    cn_signal_raise(&b->signal);
    cn_lock_leave(&b->lock);
}

void cn_budget_look(cn_budget *b) {
    cn_lock_take(&b->lock);
    cn_signal_raise(&b->signal);
    cn_lock_leave(&b->lock);
}

void cn_budget_state(cn_budget *b, int *busy, int *waiting) {
    cn_lock_take(&b->lock);
    *busy = b->total - b->free;
    *waiting = b->waiting;
    cn_lock_leave(&b->lock);
}
