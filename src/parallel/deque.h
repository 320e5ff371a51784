/* The work-stealing deque of Chase and Lev (SPAA 2005), of fixed size.
 *
 * Its owner pushes and pops at the bottom; anyone may steal from the top. Slots lie in
 * [top, bottom). The one race that matters is the owner popping the last slot while a thief takes
 * it: both then compete for `top` by compare-and-swap.
 *
 * Orders: `bottom` is stored with release by show, so a thief that sees the new bottom sees the
 * slot and the task behind it. pop stores bottom and then loads top, steal loads top and then
 * bottom: those four are sequentially consistent, so that at least one side sees the other's claim.
 * (Lê et al., PPoPP 2013, get there with fences, which ThreadSanitizer cannot follow; tasks here
 * are microseconds and more, so the difference does not show.) */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Tasks that a deque can hold; a power of two. */
enum { CN_DEQUE_SLOTS = 4096 };

struct cn_task;

/* The deque of one worker. Top and bottom count up for ever; a task's slot is its number modulo
 * CN_DEQUE_SLOTS. They lie on lines of their own, since thieves write one and the owner the other.
 */
typedef struct cn_deque {
    _Alignas(64) _Atomic int64_t top;
    _Alignas(64) _Atomic int64_t bottom;
    _Alignas(64) _Atomic(struct cn_task *) slot[CN_DEQUE_SLOTS];
} cn_deque;

/* Owner only: for how many more tasks there is room. */
static inline int cn_deque_room(cn_deque *d) {
    const int64_t bottom = atomic_load_explicit(&d->bottom, memory_order_relaxed);
    return (int)(CN_DEQUE_SLOTS - (bottom - atomic_load_explicit(&d->top, memory_order_acquire)));
}

/* Owner only: puts a task behind the `ahead` that are put but not shown yet. There must be room. */
static inline void cn_deque_put(cn_deque *d, int ahead, struct cn_task *task) {
    const int64_t at = atomic_load_explicit(&d->bottom, memory_order_relaxed) + ahead;
    atomic_store_explicit(&d->slot[at & (CN_DEQUE_SLOTS - 1)], task, memory_order_relaxed);
}

/* Owner only: shows the tasks that were put, all at once, which costs as much as showing one. */
static inline void cn_deque_show(cn_deque *d, int count) {
    const int64_t bottom = atomic_load_explicit(&d->bottom, memory_order_relaxed);
    atomic_store_explicit(&d->bottom, bottom + count, memory_order_seq_cst);
}

/* Owner only: the task pushed last, or NULL. */
static inline struct cn_task *cn_deque_pop(cn_deque *d) {
    const int64_t bottom = atomic_load_explicit(&d->bottom, memory_order_relaxed) - 1;
    atomic_store_explicit(&d->bottom, bottom, memory_order_seq_cst);
    int64_t top = atomic_load_explicit(&d->top, memory_order_seq_cst);
    struct cn_task *task = NULL;
    if (top <= bottom) {
        task = atomic_load_explicit(&d->slot[bottom & (CN_DEQUE_SLOTS - 1)], memory_order_relaxed);
        if (top < bottom) return task;
        if (!atomic_compare_exchange_strong_explicit(&d->top, &top, top + 1, memory_order_seq_cst,
                                                     memory_order_relaxed)) {
            task = NULL;
        }
    }
    atomic_store_explicit(&d->bottom, bottom + 1, memory_order_relaxed);
    return task;
}

/* Anyone: the task pushed first, or NULL if there is none or another thief was faster. */
static inline struct cn_task *cn_deque_steal(cn_deque *d) {
    int64_t top = atomic_load_explicit(&d->top, memory_order_seq_cst);
    const int64_t bottom = atomic_load_explicit(&d->bottom, memory_order_seq_cst);
    if (top >= bottom) return NULL;
    struct cn_task *task =
        atomic_load_explicit(&d->slot[top & (CN_DEQUE_SLOTS - 1)], memory_order_relaxed);
    if (!atomic_compare_exchange_strong_explicit(&d->top, &top, top + 1, memory_order_seq_cst,
                                                 memory_order_relaxed)) {
        return NULL;
    }
    return task;
}

/* Anyone: whether there was no task a moment ago. */
static inline bool cn_deque_empty(cn_deque *d) {
    return atomic_load_explicit(&d->top, memory_order_seq_cst) >=
           atomic_load_explicit(&d->bottom, memory_order_seq_cst);
}
