/* Who comes first, who has to make room, and the waiting itself.
 *
 * All who wait are woken whenever something changes, and each looks whether it is first and has
 * enough: there are few of them, so that is cheap enough. What visitors used is forgotten with time
 * (half of it in half_life seconds), so that whoever analysed an hour ago is not behind for ever.
 */
#include "web/budget.h"

#include "core/clock.h"

#include <math.h>
#include <stddef.h>

static const double half_life = 30;  /* seconds */
static const double slice = 2;       /* seconds that one may work while others wait … */
static const double long_slice = 10; /* … and one that has all threads, as measurements do */

void cn_budget_init(cn_budget *b, int threads) {
    *b = (cn_budget){.total = threads, .free = threads};
    cn_lock_init(&b->lock);
    cn_signal_init(&b->signal);
}

void cn_budget_free(cn_budget *b) {
    cn_signal_free(&b->signal);
    cn_lock_free(&b->lock);
}

/* ---- who comes first ---- */

/* What the visitor of a claim used of late, with what the claim itself has used since it got its
 * threads. */
static double used(const cn_claim *c, double now) {
    const double old = c->share->used * exp2(-(now - c->share->at) / half_life);
    return old + c->got * (now - c->since);
}

/* Whether `b`, which came after `a`, is served before it: because it is urgent and `a` is not, or,
 * if neither is, because its visitor used less. */
static bool overtakes(const cn_claim *b, const cn_claim *a, double now) {
    if (a->urgent != b->urgent) return b->urgent;
    return !a->urgent && used(b, now) < used(a, now);
}

/* Who is to be served next; NULL: nobody waits. */
static cn_claim *first_waiter(const cn_budget *b, double now) {
    cn_claim *first = b->waiters;
    for (cn_claim *c = first ? first->next : NULL; c; c = c->next) {
        if (overtakes(c, first, now)) first = c;
    }
    return first;
}

/* The threads without which a claim cannot begin. */
static int least_of(const cn_budget *b, const cn_claim *c) {
    return c->want > 0 ? c->least : b->total;
}

/* Adds a claim at the end of a list. */
static void append(cn_claim **list, cn_claim *c) {
    while (*list) list = &(*list)->next;
    c->next = NULL;
    *list = c;
}

/* Takes a claim, which must be there, out of a list. */
static void take_out(cn_claim **list, const cn_claim *c) {
    while (*list != c) list = &(*list)->next;
    *list = c->next;
}

/* ---- making room ---- */

/* Ends the searches of a claim; with the lock taken. */
static void stop_searches(const cn_claim *c) {
    for (int i = 0; i < 2; i++) {
        if (c->searches[i]) cn_search_stop(c->searches[i]);
    }
}

/* Whether a claim must make room for one that waits: at once for an urgent one; for another
 * visitor's once it has had its turn and has used more. */
static bool yields(const cn_claim *holder, const cn_claim *waiter, double now) {
    if (holder->urgent || atomic_load(&holder->asked)) return false;
    if (waiter->urgent) return true;
    const double turn = holder->want > 0 ? slice : long_slice;
    return holder->share != waiter->share && now - holder->since > turn &&
           used(holder, now) > used(waiter, now);
}

/* Asks claims to pause until the first who waits would have enough; with the lock taken. Those who
 * used the most are asked first. */
static void balance(cn_budget *b) {
    const double now = cn_clock_seconds();
    const cn_claim *waiter = first_waiter(b, now);
    if (!waiter) return;
    int need = least_of(b, waiter) - b->free;
    for (const cn_claim *c = b->holders; c; c = c->next) {
        if (atomic_load(&c->asked)) need -= c->got;
    }
    while (need > 0) {
        cn_claim *victim = NULL;
        for (cn_claim *c = b->holders; c; c = c->next) {
            if (yields(c, waiter, now) && (!victim || used(c, now) > used(victim, now))) victim = c;
        }
        if (!victim) return;
        atomic_store(&victim->asked, true);
        stop_searches(victim);
        need -= victim->got;
    }
}

void cn_budget_balance(cn_budget *b) {
    cn_lock_take(&b->lock);
    balance(b);
    cn_lock_leave(&b->lock);
}

/* ---- taking and giving ---- */

/* The first in line may find too few free threads; whoever is behind it then waits too, even if
 * there were enough for it, because the first would otherwise never get as many as it needs. */
int cn_budget_take(cn_budget *b, cn_claim *c) {
    cn_lock_take(&b->lock);
    c->got = 0;
    c->since = cn_clock_seconds();
    atomic_store(&c->asked, false);
    append(&b->waiters, c);
    b->waiting++;
    balance(b);
    while (!atomic_load(c->stop) &&
           (first_waiter(b, cn_clock_seconds()) != c || b->free < least_of(b, c))) {
        cn_signal_wait(&b->signal, &b->lock);
    }
    take_out(&b->waiters, c);
    b->waiting--;
    if (!atomic_load(c->stop)) {
        const int want = c->want > 0 ? c->want : b->total;
        c->since = cn_clock_seconds();
        c->got = want < b->free ? want : b->free;
        b->free -= c->got;
        append(&b->holders, c);
    }
    cn_signal_raise(&b->signal); /* the next may go on, too */
    const int got = c->got;
    cn_lock_leave(&b->lock);
    return got;
}

/* What was used is charged to the visitor only now; until then `used` counts it by the clock. */
void cn_budget_give(cn_budget *b, cn_claim *c) {
    cn_lock_take(&b->lock);
    const double now = cn_clock_seconds();
    c->share->used = used(c, now);
    c->share->at = now;
    b->free += c->got;
    c->got = 0;
    take_out(&b->holders, c);
    cn_signal_raise(&b->signal);
    cn_lock_leave(&b->lock);
}

void cn_budget_watch(cn_budget *b, cn_claim *c, cn_search *const *searches) {
    cn_lock_take(&b->lock);
    for (int i = 0; i < 2; i++) {
        if (c->searches[i]) cn_search_forget_stop(c->searches[i]); /* it may have ended by itself */
        c->searches[i] = searches ? searches[i] : NULL;
        if (!c->searches[i]) searches = NULL; /* the list ends here */
    }
    if (atomic_load(&c->asked) || atomic_load(c->stop)) stop_searches(c);
    cn_lock_leave(&b->lock);
}

/* The flag is set under the lock, so that nobody who looked at it before begins to wait after. */
void cn_budget_stop(cn_budget *b, _Atomic bool *stop) {
    cn_lock_take(&b->lock);
    atomic_store(stop, true);
    for (const cn_claim *c = b->holders; c; c = c->next) {
        if (c->stop == stop) stop_searches(c);
    }
    cn_signal_raise(&b->signal);
    cn_lock_leave(&b->lock);
}

void cn_budget_state(cn_budget *b, const cn_claim *claim, int *busy, int *before) {
    cn_lock_take(&b->lock);
    const double now = cn_clock_seconds();
    *busy = b->total - b->free;
    *before = 0;
    for (const cn_claim *c = b->waiters; c; c = c->next) *before += !overtakes(claim, c, now);
    cn_lock_leave(&b->lock);
}
