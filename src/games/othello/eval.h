/* Heuristics of Othello. All see the board from the side to move: `own` and `opp` are the discs,
 * `open` the squares the side to move may play on. */
#pragma once

#include "games/othello/bits.h"

/* Squares by what they are worth, as the literature names them: a corner; X and C, next to a
 * corner, which give it away; A and B on the edge; the ring inside the edge; the centre.
 *
 *     corner C A B B A C corner
 *       C    X r r r r X   C
 *       A    r c c c c r   A
 *       B    r c c c c r   B
 *       ...                        */
#define SQUARES_CORNER UINT64_C(0x8100000000000081)
#define SQUARES_X      UINT64_C(0x0042000000004200)
#define SQUARES_C      UINT64_C(0x4281000000008142)
#define SQUARES_A      UINT64_C(0x2400810000810024)
#define SQUARES_B      UINT64_C(0x1800008181000018)
#define SQUARES_RING   UINT64_C(0x003c424242423c00)
#define SQUARES_CENTRE UINT64_C(0x00003c3c3c3c0000)

/* ---- default ---- */

/* What `default` adds up, own less the opponent's unless said otherwise. */
enum feature {
    MOBILITY,  /* legal moves, on a logarithmic scale: the first are worth most */
    POTENTIAL, /* empty squares next to the other side's discs */
    FRONTIER,  /* discs next to an empty square */
    CORNER,    /* discs on corners */
    TAKE_OWN,  /* corners the side to move can take now: not a difference */
    TAKE_OPP,  /* corners the other side threatens to take: not a difference */
    X_OPEN,    /* discs on X and C squares whose corner is empty, and whose is not */
    C_OPEN,
    X_CLOSED,
    C_CLOSED,
    EDGE_A,
    EDGE_B,
    RING,
    CENTRE,
    STABLE, /* discs that can be seen never to turn: anchored in a corner on all four lines */
    TEMPO,  /* 1 */
    PARITY, /* 1 if an odd number of squares is empty: the side to move gets the last one */
    FEATURES
};

/* 16 * log2(1 + n), rounded. A game gives at most 33 moves, a made-up board may give more. */
static const int16_t log_scale[64] = {
    0,  16, 25, 32, 37, 41, 45, 48, 51, 53, 55, 57, 59, 61, 63, 64, 65, 67, 68, 69, 70, 71,
    72, 73, 74, 75, 76, 77, 78, 79, 79, 80, 81, 81, 82, 83, 83, 84, 85, 85, 86, 86, 87, 87,
    88, 88, 89, 89, 90, 90, 91, 91, 92, 92, 93, 93, 93, 94, 94, 95, 95, 95, 96, 96,
};

/* A disc is safe along a line if it stands at the line's end or next to a safe disc of its colour;
 * safe along all four it can never turn. Grown from the corners until nothing is added. The shifts
 * may wrap, but only onto edge squares, which are safe along that line in any case. */
CN_INLINE uint64_t stable_discs(uint64_t own) {
    const uint64_t columns = UINT64_C(0x8181818181818181), rows = UINT64_C(0xff000000000000ff);
    const uint64_t edge = columns | rows;
    uint64_t stable = own & SQUARES_CORNER, before = 0;
    while (stable != before) {
        before = stable;
        stable |= own & (stable << 1 | stable >> 1 | columns) & (stable << 8 | stable >> 8 | rows) &
                  (stable << 9 | stable >> 9 | edge) & (stable << 7 | stable >> 7 | edge);
    }
    return stable;
}

CN_INLINE void eval_features(uint64_t own, uint64_t opp, uint64_t open, int value[FEATURES]) {
#define DIFFERENCE(mask) (bits_count(own & (mask)) - bits_count(opp & (mask)))
    const uint64_t empty = ~(own | opp), theirs = bits_moves(opp, own);
    const uint64_t exposed = bits_around(empty), near = bits_around(empty & SQUARES_CORNER);
    value[MOBILITY] = log_scale[bits_count(open)] - log_scale[bits_count(theirs)];
    value[POTENTIAL] = bits_count(bits_around(opp) & empty) - bits_count(bits_around(own) & empty);
    value[FRONTIER] = DIFFERENCE(exposed);
    value[CORNER] = DIFFERENCE(SQUARES_CORNER);
    value[TAKE_OWN] = bits_count(open & SQUARES_CORNER);
    value[TAKE_OPP] = bits_count(theirs & SQUARES_CORNER);
    value[X_OPEN] = DIFFERENCE(SQUARES_X & near);
    value[C_OPEN] = DIFFERENCE(SQUARES_C & near);
    value[X_CLOSED] = DIFFERENCE(SQUARES_X & ~near);
    value[C_CLOSED] = DIFFERENCE(SQUARES_C & ~near);
    value[EDGE_A] = DIFFERENCE(SQUARES_A);
    value[EDGE_B] = DIFFERENCE(SQUARES_B);
    value[RING] = DIFFERENCE(SQUARES_RING);
    value[CENTRE] = DIFFERENCE(SQUARES_CENTRE);
    value[STABLE] = bits_count(stable_discs(own)) - bits_count(stable_discs(opp));
    value[TEMPO] = 1;
    value[PARITY] = bits_count(empty) & 1;
#undef DIFFERENCE
}

/* A row for up to 21 discs, then one for every six more; columns as in enum feature; in 1/64 disc
 * of the final margin. Fitted by least squares to the results of 20000 games from random openings,
 * depth 4 with the weights of the round before and the last ten squares played perfectly; the third
 * such round. */
enum { PHASES = 8 };
static const int16_t weights[PHASES][FEATURES] = {
    {20, 30, -1, 541, 82, -25, -857, -418, -295, -450, -34, 24, -92, -31, 376, -182, 78},
    {18, 8, -90, 668, 245, -209, -642, -172, -76, -127, 59, 68, -59, 8, 178, -203, 34},
    {17, 19, -100, 676, 323, -245, -468, -22, -37, 84, 79, 36, -41, 24, 85, -207, 22},
    {14, 16, -89, 541, 420, -322, -323, 14, 26, 80, 40, 34, -43, 16, 68, -197, 22},
    {13, 10, -83, 420, 481, -377, -123, 2, 74, 80, 29, 24, -26, 11, 54, -174, 12},
    {18, -16, -74, 297, 460, -386, -31, 5, 81, 43, 3, 7, -7, 8, 55, -138, 5},
    {22, -52, -66, 193, 449, -235, 21, -4, 72, 30, -2, 1, 11, 10, 53, -125, 137},
    {18, -93, -70, 100, 356, -144, 43, 32, 62, 35, 14, 7, 32, 35, 40, 14, 123},
};

CN_INLINE int eval_default(uint64_t own, uint64_t opp, uint64_t open) {
    const int filled = bits_count(own | opp);
    const int phase = filled < 16 ? 0 : (filled - 16) / 6;
    const int16_t *weight = weights[phase < PHASES ? phase : PHASES - 1];
    int value[FEATURES], sum = 0;
    eval_features(own, opp, open, value);
    for (int i = 0; i < FEATURES; i++) sum += weight[i] * value[i];
    return sum;
}

/* ---- the others ---- */

/* "classic-a", of "Parallelizing Othello": 2 * corners + mobility + discs, where a corner counts 2,
 * mobility is the number of legal moves, and discs is a third of the difference, rounded down. Only
 * own corners and moves count. */
CN_INLINE int eval_classic_a(uint64_t own, uint64_t opp, uint64_t open) {
    const int difference = bits_count(own) - bits_count(opp);
    const int third = difference >= 0 ? difference / 3 : -((2 - difference) / 3);
    return 2 * 2 * bits_count(own & SQUARES_CORNER) + bits_count(open) + third;
}

/* "discs", of "Othello and Minimax". */
CN_INLINE int eval_discs(uint64_t own, uint64_t opp) {
    return bits_count(own) - bits_count(opp);
}

/* "regions", which that report proposes: five regions, corners best, the squares that give the
 * opponent a corner worst.
 *
 *     5 4 3 3 3 3 4 5
 *     4 4 2 2 2 2 4 4      1 centre    +2
 *     3 2 1 1 1 1 2 3      2 ring      +1, the opponent may get the edge
 *     3 2 1 1 1 1 2 3      3 edge      +5
 *     3 2 1 1 1 1 2 3      4 X and C  -10
 *     3 2 1 1 1 1 2 3      5 corner   +30
 *     4 4 2 2 2 2 4 4
 *     5 4 3 3 3 3 4 5 */
CN_INLINE int eval_regions(uint64_t own, uint64_t opp) {
    static const struct {
        uint64_t squares;
        int value;
    } region[5] = {
        {SQUARES_CENTRE, 2},          {SQUARES_RING, 1},    {SQUARES_A | SQUARES_B, 5},
        {SQUARES_X | SQUARES_C, -10}, {SQUARES_CORNER, 30},
    };
    int sum = 0;
    for (int i = 0; i < 5; i++) {
        const uint64_t squares = region[i].squares;
        sum += region[i].value * (bits_count(own & squares) - bits_count(opp & squares));
    }
    return sum;
}
