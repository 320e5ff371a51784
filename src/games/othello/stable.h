/* Discs of Othello that can never be turned again, as far as it can be seen cheaply.
 *
 * A disc is safe along a line if every square of the line is filled, if it stands at the line's
 * end, or if a neighbour on the line is of its own colour and safe along all four; safe along all
 * four lines it is stable. */
#pragma once

#include "games/othello/bits.h"

#define EDGE_COLUMNS UINT64_C(0x8181818181818181)
#define EDGE_ROWS    UINT64_C(0xff000000000000ff)

/* Squares from which every square in a direction (by steps of `step` bits, upwards or downwards) is
 * filled: one step, then two, then four. off1, off2, off4 are the squares from which so many steps
 * lead off the board. */
CN_INLINE uint64_t full_up(uint64_t x, int step, uint64_t off1, uint64_t off2, uint64_t off4) {
    x &= off1 | x >> step;
    x &= off2 | x >> 2 * step;
    return x & (off4 | x >> 4 * step);
}

CN_INLINE uint64_t full_down(uint64_t x, int step, uint64_t off1, uint64_t off2, uint64_t off4) {
    x &= off1 | x << step;
    x &= off2 | x << 2 * step;
    return x & (off4 | x << 4 * step);
}

/* The squares of full lines: rows, columns, diagonals by steps of 9, diagonals by steps of 7. */
CN_INLINE void full_lines(uint64_t discs, uint64_t full[4]) {
    uint64_t x = discs;
    x &= x >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f);
    x &= x >> 2 & UINT64_C(0x0303030303030303);
    x &= x >> 1 & UINT64_C(0x0101010101010101);
    full[0] = x * 255;
    x = discs;
    x &= x >> 32 | x << 32;
    x &= x >> 16 | x << 48;
    full[1] = x & (x >> 8 | x << 56);
    full[2] = full_up(discs, 9, UINT64_C(0xff80808080808080), UINT64_C(0xffffc0c0c0c0c0c0),
                      UINT64_C(0xfffffffff0f0f0f0)) &
              full_down(discs, 9, UINT64_C(0x01010101010101ff), UINT64_C(0x030303030303ffff),
                        UINT64_C(0x0f0f0f0fffffffff));
    full[3] = full_up(discs, 7, UINT64_C(0xff01010101010101), UINT64_C(0xffff030303030303),
                      UINT64_C(0xffffffff0f0f0f0f)) &
              full_down(discs, 7, UINT64_C(0x80808080808080ff), UINT64_C(0xc0c0c0c0c0c0ffff),
                        UINT64_C(0xf0f0f0f0ffffffff));
}

/* The stable ones of `discs`, where `other` is the other side's. The shifts may wrap, but only onto
 * squares at the end of that line, which are safe along it in any case. */
CN_INLINE uint64_t stable_of(uint64_t discs, uint64_t other) {
    uint64_t full[4], before = 0;
    full_lines(discs | other, full);
    const uint64_t row = full[0] | EDGE_COLUMNS, column = full[1] | EDGE_ROWS;
    const uint64_t rising = full[2] | EDGE_ROWS | EDGE_COLUMNS;
    const uint64_t falling = full[3] | EDGE_ROWS | EDGE_COLUMNS;
    uint64_t stable = discs & row & column & rising & falling;
    while (stable != before) {
        before = stable;
        stable |= discs & (row | stable << 1 | stable >> 1) & (column | stable << 8 | stable >> 8) &
                  (rising | stable << 9 | stable >> 9) & (falling | stable << 7 | stable >> 7);
    }
    return stable;
}
