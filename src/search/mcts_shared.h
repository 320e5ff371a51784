/* How threads that share a tree without locks keep from writing what the others read: deferred
 * updates near the root, and room for new nodes in blocks. Header-only, so that the iteration
 * inlines it. */
#pragma once

#include "search/mcts.h"

/* ---- deferred updates ----
 *
 * Near the root every thread would write the same lines of memory in every iteration, and would
 * have to fetch them from the other processors first. So where a node has many visits ("hot"), a
 * thread keeps its results back and adds many at once, and leaves no virtual loss; noise in its
 * choice (mcts_select.h) keeps threads apart instead. A node of a thousand visits chooses no worse
 * for it. Nothing is lost: every deferred update is applied at the end. */

enum {
    DEFERRED_MOST = 32, /* visits that are kept back of one node */
    HOT = 1024,         /* visits from which on a node is hot, … */
    HOT_THREAD = 256,   /* … or so many for each thread, if that is more */
};
static const float NOISE = 0.1f; /* the largest, in standard errors */

/* Adds a deferred update to its node. */
static inline void apply_deferred(cn_mcts_tree *t, cn_mcts_deferred *deferred) {
    cn_mcts_node *node = &t->nodes[deferred->node];
    atomic_fetch_add_explicit(&node->visits, deferred->visits, memory_order_relaxed);
    atomic_fetch_add_explicit(&node->reward, deferred->reward, memory_order_relaxed);
    *deferred = (cn_mcts_deferred){0};
}

/* Keeps results back; applies what its place held for another node, and what has become enough. */
static inline void defer_update(cn_mcts_tree *t, cn_mcts_walk *w, uint32_t index, int64_t weight,
                                int64_t reward) {
    cn_mcts_deferred *deferred = &w->deferred[index % CN_MCTS_DEFERRED];
    if (deferred->visits && deferred->node != index) apply_deferred(t, deferred);
    deferred->node = index;
    deferred->visits += (uint32_t)weight;
    deferred->reward += reward;
    if (deferred->visits >= DEFERRED_MOST) apply_deferred(t, deferred);
}

/* ---- room ---- */

/* Threads that share a tree take room in blocks: the tree's counter is not asked at every step, and
 * what one thread grows does not share lines of memory with what another does. */
enum { BLOCK = 2048 };

/* Gives the walk a block with room for `count` nodes at least; false if the tree is full. */
static inline bool take_block(cn_mcts_tree *t, cn_mcts_walk *w, uint64_t count) {
    /* What is left over of blocks is lost: not in a small tree. */
    const uint64_t block = t->capacity >> 12 >= BLOCK ? BLOCK : count;
    const uint64_t size = count > block ? count : block;
    if (atomic_load_explicit(&t->used, memory_order_relaxed) + count > t->capacity) return false;
    const uint64_t first = atomic_fetch_add_explicit(&t->used, size, memory_order_relaxed);
    w->block = first;
    w->block_end = first + size < t->capacity ? first + size : t->capacity;
    return first + count <= w->block_end;
}
