/* The board as bits, for any size; John Tromp's layout (Fhourstones), where every column has one
 * bit more than it has cells. On the standard board:
 *
 *      .  .  .  .  .  .  .      6 13 20 27 34 41 48    the spare bits, never set
 *      6| .  .  .  .  .  .      5 12 19 26 33 40 47
 *      5| .  .  .  .  .  .      4 11 18 25 32 39 46
 *      4| .  .  .  .  .  .      3 10 17 24 31 38 45
 *      3| .  .  .  .  .  .      2  9 16 23 30 37 44
 *      2| .  .  .  .  .  .      1  8 15 22 29 36 43
 *      1| .  .  .  .  .  .      0  7 14 21 28 35 42
 *         1  2  3  4  5  6  7
 *
 * In general cell (column, row), both from 0 and row 0 at the bottom, is bit
 * column * (height + 1) + row, and width * (height + 1) is at most 64. The steps to the next cell
 * are 1 (up), height + 1 (right), height (right and down) and height + 2 (right and up). A spare
 * bit is no disc, so that no line runs over the top of a column into the next one.
 *
 * Adding the bit of a column's lowest cell to all discs carries into its lowest empty cell (the
 * spare bit if it is full): that is how a disc falls.
 *
 * Everything takes the sizes by value. With constant sizes the compiler folds masks and loops away;
 * that is the standard board's own code. */
#pragma once

#include <canopy/kernel.h>
#include <stdbool.h>
#include <stdint.h>

enum { WIDTH_MAX = 16, HEIGHT_MAX = 16, BITS = 64 };

/* Columns, rows, and discs in a line that win. */
typedef struct sizes {
    int width, height, connect;
} sizes;

/* A position. The discs of the side not to move are mover ^ discs. */
typedef struct state {
    uint64_t mover; /* discs of the side to move */
    uint64_t discs; /* discs of both */
    uint8_t turn;
    uint8_t outcome; /* a cn_outcome, kept by play */
    uint8_t width, height, connect;
    uint8_t zero[3]; /* padding with a name, so that equal positions have equal bytes */
} state;

#define STANDARD ((sizes){7, 6, 4})

CN_INLINE sizes sizes_of(const state *s) {
    return (sizes){s->width, s->height, s->connect};
}

/* Every `step`-th bit, from bit 0. */
#define BIT_AT(i, step) ((i) * (step) < BITS ? UINT64_C(1) << ((i) * (step) % BITS) : 0)
#define EVERY(step)                                                                            \
    (BIT_AT(0, step) | BIT_AT(1, step) | BIT_AT(2, step) | BIT_AT(3, step) | BIT_AT(4, step) | \
     BIT_AT(5, step) | BIT_AT(6, step) | BIT_AT(7, step) | BIT_AT(8, step) | BIT_AT(9, step) | \
     BIT_AT(10, step) | BIT_AT(11, step) | BIT_AT(12, step) | BIT_AT(13, step) |               \
     BIT_AT(14, step) | BIT_AT(15, step))

static const uint64_t every[HEIGHT_MAX + 2] = {
    0,         0,         EVERY(2),  EVERY(3),  EVERY(4),  EVERY(5),
    EVERY(6),  EVERY(7),  EVERY(8),  EVERY(9),  EVERY(10), EVERY(11),
    EVERY(12), EVERY(13), EVERY(14), EVERY(15), EVERY(16), EVERY(17),
};

/* The lowest cells of columns from..to-1, from < to. */
CN_INLINE uint64_t bottoms(sizes z, int from, int to) {
    const int step = z.height + 1;
    return (every[step] & ~UINT64_C(0) >> (BITS - (to - from) * step)) << from * step;
}

CN_INLINE uint64_t bottom_row(sizes z) {
    return bottoms(z, 0, z.width);
}

CN_INLINE uint64_t top_row(sizes z) {
    return bottom_row(z) << (z.height - 1);
}

CN_INLINE uint64_t all_cells(sizes z) {
    return (bottom_row(z) << z.height) - bottom_row(z);
}

/* All cells of columns from..to-1. */
CN_INLINE uint64_t columns(sizes z, int from, int to) {
    return (bottoms(z, from, to) << z.height) - bottoms(z, from, to);
}

/* Every other row, from row `first` (0 or 1) up. */
CN_INLINE uint64_t rows_from(sizes z, int first) {
    const uint64_t one_column = UINT64_C(0x5555555555555555) << first;
    return bottom_row(z) * (one_column & ((UINT64_C(1) << z.height) - 1));
}

CN_INLINE bool column_full(sizes z, uint64_t discs, int column) {
    return discs >> (column * (z.height + 1) + z.height - 1) & 1;
}

/* The cell a disc falls to in a column that is not full. */
CN_INLINE uint64_t landing(sizes z, uint64_t discs, int column) {
    return (discs + (UINT64_C(1) << column * (z.height + 1))) & ~discs;
}

/* The cells discs can fall to, one in each column that is not full. */
CN_INLINE uint64_t landings(sizes z, uint64_t discs) {
    return (discs + bottom_row(z)) & all_cells(z);
}

/* The lowest cells of lines of `connect` discs in the direction of `step`. Runs double in length
 * until one more overlapping step makes `connect`. */
CN_INLINE uint64_t lines_along(uint64_t own, int step, int connect) {
    int length = 1;
    while (length * 2 <= connect) {
        own &= own >> length * step;
        length *= 2;
    }
    return own & own >> (connect - length) * step;
}

/* One direction after the other: lines are rare, so the branches are predicted; and the compiler
 * would otherwise put the four directions into one vector, which takes longer. */
CN_INLINE bool has_line(sizes z, uint64_t own) {
    if (lines_along(own, 1, z.connect)) return true;
    if (lines_along(own, z.height, z.connect)) return true;
    if (lines_along(own, z.height + 1, z.connect)) return true;
    return lines_along(own, z.height + 2, z.connect) != 0;
}

/* Cells, empty or not, that would complete a line in the direction of `step`: those with i own
 * discs next to them on one side and connect - 1 - i on the other. */
CN_INLINE uint64_t completing(uint64_t own, int step, int connect) {
    /* The i cells before (b) or after (a) are all own. */
    const uint64_t b1 = own << step, b2 = (b1 & own) << step;
    const uint64_t a1 = own >> step, a2 = (a1 & own) >> step;
    if (connect == 3) return b2 | (b1 & a1) | a2;
    if (connect == 4) return (b2 & (own << 3 * step | a1)) | (a2 & (own >> 3 * step | b1));
    const uint64_t b3 = (b2 & own) << step, a3 = (a2 & own) >> step;
    const uint64_t b4 = (b3 & own) << step, a4 = (a3 & own) >> step;
    if (connect == 5) return b4 | (b3 & a1) | (b2 & a2) | (b1 & a3) | a4;
    const uint64_t b5 = (b4 & own) << step, a5 = (a4 & own) >> step;
    return b5 | (b4 & a1) | (b3 & a2) | (b2 & a3) | (b1 & a4) | a5;
}

/* The empty cells in which a disc of `own` would win, whether or not it can fall there now. */
CN_INLINE uint64_t winning_cells(sizes z, uint64_t own, uint64_t discs) {
    uint64_t below = own; /* nothing is ever above an empty cell: upwards, only discs below count */
    for (int i = 1; i < z.connect - 1; i++) below &= own << i;
    return (below << 1 | completing(own, z.height, z.connect) |
            completing(own, z.height + 1, z.connect) | completing(own, z.height + 2, z.connect)) &
           all_cells(z) & ~discs;
}

/* The board mirrored left to right. */
CN_INLINE uint64_t mirrored(sizes z, uint64_t cells) {
    const int step = z.height + 1;
    const uint64_t column = ~UINT64_C(0) >> (BITS - step);
    uint64_t image = 0;
    for (int c = 0; c < z.width; c++) {
        image |= (cells >> c * step & column) << (z.width - 1 - c) * step;
    }
    return image;
}
