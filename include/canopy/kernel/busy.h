/* Which positions other threads are searching right now: a hint, so that threads which search the
 * same tree come to a move that nobody is at first and find the rest in the transposition table
 * (Weill, "The ABDADA distributed minimax-search algorithm", 1996, as simplified by Kerrigan).
 *
 * One word a slot, the last writer's. A lost or a stale mark costs time and never a value, so the
 * words are relaxed atomics and nobody waits. */
#ifndef CANOPY_KERNEL_BUSY_H
#define CANOPY_KERNEL_BUSY_H

#include <canopy/kernel/inline.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    CN_BUSY_SLOTS = 1 << 12,
    CN_BUSY_DEPTH = 3, /* below this a subtree is searched sooner than it is asked for */
};

/* One for all threads of a search; all zero at first. */
typedef struct cn_busy {
    _Alignas(64) _Atomic uint64_t slot[CN_BUSY_SLOTS]; /* 0: free */
} cn_busy;

/* The mark of a position searched to a depth; never 0. */
CN_INLINE uint64_t cn_busy_mark(uint64_t key, int depth) {
    return (key ^ (uint64_t)depth * 0x9e3779b97f4a7c15u) | 1;
}

/* The slot of a mark; other marks may have the same. */
CN_INLINE _Atomic uint64_t *cn_busy_slot(cn_busy *busy, uint64_t mark) {
    return &busy->slot[mark >> 32 & (CN_BUSY_SLOTS - 1)];
}

/* Whether a thread is at it, as far as is known. */
CN_INLINE bool cn_busy_is(cn_busy *busy, uint64_t mark) {
    return atomic_load_explicit(cn_busy_slot(busy, mark), memory_order_relaxed) == mark;
}

/* A thread begins with it, and ends; ending leaves a slot alone that another mark has taken. */
CN_INLINE void cn_busy_begin(cn_busy *busy, uint64_t mark) {
    atomic_store_explicit(cn_busy_slot(busy, mark), mark, memory_order_relaxed);
}

CN_INLINE void cn_busy_end(cn_busy *busy, uint64_t mark) {
    if (cn_busy_is(busy, mark)) {
        atomic_store_explicit(cn_busy_slot(busy, mark), 0, memory_order_relaxed);
    }
}

#endif
