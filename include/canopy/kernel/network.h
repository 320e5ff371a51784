/* An n-tuple network: a learned evaluation for any game on a grid.
 *
 * A tuple is a short list of cells. What stands on them, read as a number in base 3 (0 empty, 1 the
 * side to move, 2 the other), is an index into the tuple's table of weights, and a position's value
 * is the sum of the weights found (Lucas 2008; the pattern tables of Othello programs are the same
 * thing). A tuple is looked up in several places of the board, its images, with one table for all.
 * Each phase of the game, told by the number of stones, has tables of its own, and so has each
 * player where the players are not alike.
 *
 * All indices are made at once. One image is one lane of 16 bits. The board is cut into groups of
 * four cells; for each group and each of its 16 contents a row of lanes says what these cells add
 * to every index, so that an index is a sum of table rows and many indices are added by one vector
 * instruction. For 8x8 cells and 48 lanes the rows are 24 KB, which the first cache holds. */
#ifndef CANOPY_KERNEL_NETWORK_H
#define CANOPY_KERNEL_NETWORK_H

#include <canopy/game.h>
#include <canopy/kernel/inline.h>
#include <stdatomic.h>

enum {
    CN_TUPLE_CELLS = 10, /* 3^10 contents are the most that 16 bits can number */
    CN_NETWORK_CELLS = CN_BOARD_MAX * CN_BOARD_MAX,
    CN_PLANE_WORDS = (CN_NETWORK_CELLS + 63) / 64,
    CN_NETWORK_BLOCK = 48, /* lanes that are summed together: three vectors of 16 */
};

/* The stones of a position as bits: of the side to move and of the other. */
typedef struct cn_planes {
    uint64_t own[CN_PLANE_WORDS], opp[CN_PLANE_WORDS];
} cn_planes;

/* Sixteen lanes: one vector of AVX2, two of narrower ones. */
typedef uint16_t cn_lanes __attribute__((vector_size(32), aligned(32)));

/* The tables as they are read. A network owns nothing: search/model.h makes and frees them. */
typedef struct cn_network {
    int words;               /* of a plane that are in use */
    int nibbles;             /* groups of four cells */
    int lanes;               /* images of all tuples; padded to whole blocks in `rows` and `base` */
    int sides;               /* 2: each player has weights of its own; 1: they are alike */
    int shift;               /* the sum is divided by 2^shift */
    uint32_t size;           /* weights in the tables of one phase and side */
    const uint8_t *phase;    /* [cells + 1]: by the number of stones */
    const cn_lanes *rows[2]; /* by player: [blocks][nibbles][16 contents][3]. They differ where the
                                players are alike on a mirrored board */
    const uint32_t *base;    /* [lanes]: where in a phase the lane's table begins */
    const _Atomic int16_t *weight; /* [phase][side][size]: first one for each number of stones,
                                      then the tuples' tables. Atomic because a network may be in
                                      use while threads train it. */
} cn_network;

/* The contents of a block's tuples. */
typedef union cn_contents {
    cn_lanes lanes[3];
    uint16_t at[CN_NETWORK_BLOCK];
} cn_contents;

/* Computes the contents of all tuples of a block. The rows of the side to move count once and those
 * of the other twice, which are the digits 1 and 2. */
CN_INLINE void cn_network_contents(const cn_network *n, int block, int turn, const uint64_t *own,
                                   const uint64_t *opp, cn_contents *out) {
    const cn_lanes *row = n->rows[turn] + (size_t)block * (size_t)n->nibbles * 48;
    cn_lanes a0 = {0}, a1 = {0}, a2 = {0}, b0 = {0}, b1 = {0}, b2 = {0};
    for (int left = n->nibbles, i = 0; left > 0; left -= 16, i++) {
        uint64_t x = own[i], y = opp[i];
        for (int k = left < 16 ? left : 16; k > 0; k--, x >>= 4, y >>= 4, row += 48) {
            const cn_lanes *p = row + 3 * (x & 15), *q = row + 3 * (y & 15);
            a0 += p[0];
            a1 += p[1];
            a2 += p[2];
            b0 += q[0];
            b1 += q[1];
            b2 += q[2];
        }
    }
    *out = (cn_contents){{a0 + b0 + b0, a1 + b1 + b1, a2 + b2 + b2}};
}

/* Which of the tables for phases and sides a position uses. */
CN_INLINE int cn_network_table(const cn_network *n, int stones, int turn) {
    return n->sides == 2 ? n->phase[stones] * 2 + turn : n->phase[stones];
}

/* Stones on the board, of both players. */
CN_INLINE int cn_network_stones(const cn_network *n, const uint64_t *own, const uint64_t *opp) {
    int stones = 0;
    for (int i = 0; i < n->words; i++) stones += __builtin_popcountll(own[i] | opp[i]);
    return stones;
}

/* The value of a position in the view of the side to move, in units of an evaluation. */
CN_INLINE int cn_network_value(const cn_network *n, const uint64_t *own, const uint64_t *opp,
                               int turn) {
    const int stones = cn_network_stones(n, own, opp);
    const _Atomic int16_t *weight = n->weight + (size_t)cn_network_table(n, stones, turn) * n->size;
    int sum = atomic_load_explicit(&weight[stones], memory_order_relaxed);
    const uint32_t *base = n->base;
    for (int block = 0, left = n->lanes; left > 0; block++, left -= CN_NETWORK_BLOCK) {
        cn_contents contents;
        cn_network_contents(n, block, turn, own, opp, &contents);
        const int count = left < CN_NETWORK_BLOCK ? left : CN_NETWORK_BLOCK;
        for (int k = 0; k < count; k++) {
            sum += atomic_load_explicit(&weight[base[k] + contents.at[k]], memory_order_relaxed);
        }
        base += CN_NETWORK_BLOCK;
    }
    return sum >> n->shift;
}

#endif
