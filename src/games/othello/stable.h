/* Discs of Othello that can never be turned again, as far as it can be seen cheaply.
 *
 * A disc is safe along a line if every square of the line is filled, if it stands at the line's
 * end, or if a neighbour on the line is of its own colour and safe along all four; safe along all
 * four lines it is stable. */
#pragma once

#include "games/othello/bits.h"

#define EDGE_COLUMNS UINT64_C(0x8181818181818181)
#define EDGE_ROWS    UINT64_C(0xff000000000000ff)

/* A board for each of the four lines through a square, in the order of `rays`: the compiler does
 * all four with one instruction where the processor has it. */
typedef uint64_t four_boards __attribute__((vector_size(32), aligned(32)));

/* At least `enough` stable ones of `discs`, where `other` is the other side's, or all that can be
 * seen if they are fewer. The shifts may wrap, but only onto squares at the end of that line, which
 * are safe along it in any case. */
CN_INLINE uint64_t stable_of(uint64_t discs, uint64_t other, int enough) {
    const four_boards step = {1, 7, 8, 9};
    four_boards open = {0}; /* squares on lines that are not full */
    for (uint64_t left = ~(discs | other); left; left &= left - 1) {
        const rays *from = &rays_from[__builtin_ctzll(left)];
        open |= *(const four_boards *)from->up | *(const four_boards *)from->down;
    }
    const four_boards edges = {EDGE_COLUMNS, EDGE_ROWS | EDGE_COLUMNS, EDGE_ROWS,
                               EDGE_ROWS | EDGE_COLUMNS};
    const four_boards safe = ~open | edges;
    uint64_t stable = discs & safe[0] & safe[1] & safe[2] & safe[3], before = 0;
    while (stable != before && bits_count(stable) < enough) {
        before = stable;
        const four_boards now = {stable, stable, stable, stable};
        const four_boards next = safe | now << step | now >> step;
        stable |= discs & next[0] & next[1] & next[2] & next[3];
    }
    return stable;
}
