/* Learned weights as Othello's own searches read them: the sum of kernel/network.h, compiled into
 * the search, and the boards after all moves of a position valued together.
 *
 * A move changes few squares, so what it adds to the indices of the tuples is added to what the
 * board before it gives. With A the sum of the rows of the side to move and B that of the other,
 * the indices of the child, where the other side moves, are (B - F) + 2 (A + F + P), which is
 * 2A + B + F + 2P, F being the rows of the discs that are turned and P that of the one put down. */
#pragma once

#include "games/othello/bits.h"

#include <canopy/kernel/context.h>
#include <canopy/kernel/network.h>

/* The network of a search, if the two players are alike in it and a board is one word: else NULL.
 */
CN_INLINE const cn_network *learned_of(const cn_context *c) {
    const cn_network *n = c->leaf ? c->weights : NULL; /* a model begins with its network */
    const bool fits = n && n->nibbles == 16 && n->lanes <= CN_NETWORK_BLOCK && n->sides == 1 &&
                      n->rows[0] == n->rows[1];
    return fits ? n : NULL;
}

/* The sum of the weights that the contents of the tuples choose. Each is loaded by itself: on the
 * processors at hand an instruction that gathers eight takes longer. */
CN_INLINE int learned_sum(const cn_network *n, int stones, const cn_contents *contents) {
    const _Atomic int16_t *weight = n->weight + (size_t)cn_network_table(n, stones, 0) * n->size;
    int sum = atomic_load_explicit(&weight[stones], memory_order_relaxed), more = 0, k = 0;
    uint32_t at[CN_NETWORK_BLOCK];
    for (int i = 0; i < CN_NETWORK_BLOCK; i++) at[i] = n->base[i] + contents->at[i];
#pragma GCC unroll 8
    for (; k + 1 < n->lanes; k += 2) {
        sum += atomic_load_explicit(&weight[at[k]], memory_order_relaxed);
        more += atomic_load_explicit(&weight[at[k + 1]], memory_order_relaxed);
    }
    if (k < n->lanes) sum += atomic_load_explicit(&weight[at[k]], memory_order_relaxed);
    return (sum + more) >> n->shift;
}

/* The value of a board in the view of the side to move. */
CN_INLINE int learned_value(const cn_network *n, uint64_t own, uint64_t opp) {
    cn_contents contents;
    cn_network_contents(n, 0, 0, &own, &opp, &contents);
    return learned_sum(n, bits_count(own | opp), &contents);
}

/* What all boards one move after this one have in common. */
typedef struct learned_board {
    cn_contents twice; /* 2A + B */
    int stones;        /* after the move */
} learned_board;

CN_INLINE void learned_begin(const cn_network *n, uint64_t own, uint64_t opp, learned_board *b) {
    cn_network_contents(n, 0, 0, &opp, &own, &b->twice);
    b->stones = bits_count(own | opp) + 1;
}

/* The value after a move, in the view of the side that moves then. */
CN_INLINE int learned_after(const cn_network *n, const learned_board *b, uint64_t flips,
                            int square) {
    cn_contents contents = b->twice;
    const cn_lanes *put = n->rows[0] + square / 4 * 48 + 3 * (1 << (square & 3));
    for (int i = 0; i < 3; i++) contents.lanes[i] += put[i] + put[i];
    while (flips) {
        const int at = __builtin_ctzll(flips) & ~3; /* four squares at a time, as rows are */
        const cn_lanes *row = n->rows[0] + at / 4 * 48 + 3 * (flips >> at & 15);
        for (int i = 0; i < 3; i++) contents.lanes[i] += row[i];
        flips &= ~(UINT64_C(15) << at);
    }
    return learned_sum(n, b->stones, &contents);
}
