/* How threads in one tree keep from writing what the others read. Header-only, so that the
 * iteration inlines it. */
#pragma once

#include "search/mcts.h"

/* ---- what is owed ----
 *
 * Near the root every thread would write every line of memory at every visit, and fetch it from the
 * others before. So where a node has many visits a thread keeps its results back and adds many at
 * once, and leaves no virtual loss: a node of a thousand visits chooses no worse for it. Nothing
 * is lost, since every debt is paid at the end. */

enum { PAY_AT = 32, HOT = 1024, HOT_THREAD = 256 };
static const float TASTE = 0.1f;

static inline void pay(cn_mcts_tree *t, cn_mcts_owed *owed) {
    cn_mcts_node *node = &t->nodes[owed->node];
    atomic_fetch_add_explicit(&node->visits, owed->visits, memory_order_relaxed);
    atomic_fetch_add_explicit(&node->reward, owed->reward, memory_order_relaxed);
    *owed = (cn_mcts_owed){0};
}

static inline void owe(cn_mcts_tree *t, cn_mcts_walk *w, uint32_t index, int64_t weight,
                       int64_t reward) {
    cn_mcts_owed *owed = &w->owed[index % CN_MCTS_OWED];
    if (owed->visits && owed->node != index) pay(t, owed);
    owed->node = index;
    owed->visits += (uint32_t)weight;
    owed->reward += reward;
    if (owed->visits >= PAY_AT) pay(t, owed);
}

/* ---- room ---- */

/* Threads that share a tree take room in blocks: the tree's counter is not asked at every step, and
 * what one thread grows does not share lines of memory with what another does. */
enum { BLOCK = 2048 };

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
