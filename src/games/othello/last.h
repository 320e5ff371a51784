/* The last four empty squares of a game of Othello, each number of them by a function of its own:
 * no list of moves, no look for legal ones, and of the very last disc only the number of discs it
 * turns is counted. Three quarters of all nodes of a solved endgame are here.
 *
 * All values are final disc differences in the view of the side to move, the empty squares of an
 * early end given to the winner; a function may stop as soon as it knows whether the value exceeds
 * `alpha`, and what it returns is then a bound on the same side of alpha.
 *
 * Moves into a quadrant of the board with an odd number of empty squares come first: who plays
 * first where the number is odd plays last as well, and the last move cannot be answered. */
#pragma once

#include "games/othello/bits.h"

enum { NO_SCORE = -127 };

/* ---- counting what the last disc turns ---- */

#ifdef __BMI2__
/* The four lines through a square, without it, in the order of rays.up. Gathered by PEXT into one
 * number, a line has the squares below ours in its `place` low bits and those above it next. */
typedef struct line_set {
    uint64_t line[4];
    uint16_t row[4]; /* where turned_count begins for this place: 128 * place */
} line_set;

/* clang-format off */
#define LEAST(a, b) ((a) < (b) ? (a) : (b))
#define AT(r, c) \
    ((r) >= 0 && (r) < 8 && (c) >= 0 && (c) < 8 ? UINT64_C(1) << (((r) * 8 + (c)) & 63) : 0)
#define BOTH(r, c, k, dr, dc) (AT((r) + (k) * (dr), (c) + (k) * (dc)) | \
                               AT((r) - (k) * (dr), (c) - (k) * (dc)))
#define LINE(r, c, dr, dc)                                                          \
    (BOTH(r, c, 1, dr, dc) | BOTH(r, c, 2, dr, dc) | BOTH(r, c, 3, dr, dc) |        \
     BOTH(r, c, 4, dr, dc) | BOTH(r, c, 5, dr, dc) | BOTH(r, c, 6, dr, dc) |        \
     BOTH(r, c, 7, dr, dc))
#define LINES(r, c)                                                                 \
    {{LINE(r, c, 0, 1), LINE(r, c, 1, -1), LINE(r, c, 1, 0), LINE(r, c, 1, 1)},     \
     {128 * (c), 128 * LEAST(r, 7 - (c)), 128 * (r), 128 * LEAST(r, c)}}
#define LINES_OF_ROW(r) \
    LINES(r, 0), LINES(r, 1), LINES(r, 2), LINES(r, 3), LINES(r, 4), LINES(r, 5), LINES(r, 6), \
    LINES(r, 7)

static const line_set lines_of[64] = {
    LINES_OF_ROW(0), LINES_OF_ROW(1), LINES_OF_ROW(2), LINES_OF_ROW(3),
    LINES_OF_ROW(4), LINES_OF_ROW(5), LINES_OF_ROW(6), LINES_OF_ROW(7),
};

/* Discs turned in one line if its own discs are `own` and all other squares are the opponent's:
 * those between our place and the nearest own disc on each side. */
#define BELOW(place, own) ((own) & ((1 << (place)) - 1))
#define ABOVE(place, own) ((own) >> (place))
#define TURNED(place, own)                                                               \
    ((BELOW(place, own) ? (place) - 1 - (31 - __builtin_clz(BELOW(place, own) | 0)) : 0) + \
     (ABOVE(place, own) ? __builtin_ctz(ABOVE(place, own)) : 0))
#define TURNED_4(p, n)  TURNED(p, n), TURNED(p, (n) + 1), TURNED(p, (n) + 2), TURNED(p, (n) + 3)
#define TURNED_16(p, n) TURNED_4(p, n), TURNED_4(p, (n) + 4), TURNED_4(p, (n) + 8), TURNED_4(p, (n) + 12)
#define TURNED_64(p, n) TURNED_16(p, n), TURNED_16(p, (n) + 16), TURNED_16(p, (n) + 32), TURNED_16(p, (n) + 48)
#define TURNED_ROW(p)   TURNED_64(p, 0), TURNED_64(p, 64)

static const uint8_t turned_count[8 * 128] = {
    TURNED_ROW(0), TURNED_ROW(1), TURNED_ROW(2), TURNED_ROW(3),
    TURNED_ROW(4), TURNED_ROW(5), TURNED_ROW(6), TURNED_ROW(7),
};
/* clang-format on */

#undef LEAST
#undef AT
#undef BOTH
#undef LINE
#undef LINES
#undef LINES_OF_ROW
#undef BELOW
#undef ABOVE
#undef TURNED
#undef TURNED_4
#undef TURNED_16
#undef TURNED_64
#undef TURNED_ROW
#endif

/* How many discs a disc on `square` turns if every square that is neither it nor `own` is the
 * opponent's. */
CN_INLINE int last_turned(uint64_t own, int square) {
#ifdef __BMI2__
    const line_set *at = &lines_of[square];
    int turned = 0;
    for (int i = 0; i < 4; i++) turned += turned_count[at->row[i] + _pext_u64(own, at->line[i])];
    return turned;
#else
    return bits_count(bits_flips(own, ~own & ~(UINT64_C(1) << square), square));
#endif
}

/* ---- ended games ---- */

/* The score of a game that neither side can continue. */
CN_INLINE int ended_score(uint64_t own, uint64_t opp) {
    const int mine = bits_count(own), theirs = bits_count(opp);
    return mine > theirs ? 64 - 2 * theirs : mine < theirs ? 2 * mine - 64 : 0;
}

/* ---- one to four empty squares ---- */

/* One empty square: of the opponent's discs we know that they are all the others. If we cannot
 * move, the opponent's disc could only make it worse, so what is not above alpha stays so. */
CN_INLINE int last_one(uint64_t own, int x, int alpha) {
    const int discs = bits_count(own);
    int turned = last_turned(own, x);
    if (CN_LIKELY(turned)) return 2 * (discs + turned) - 62;
    const int ended = 2 * discs - (discs >= 32 ? 62 : 64);
    if (ended <= alpha) return ended;
    turned = last_turned(~own, x);
    return turned ? 2 * (discs - turned) - 64 : ended;
}

/* What a disc on x turns; most squares that nothing borders on are found by one look. */
CN_INLINE uint64_t last_flips(uint64_t own, uint64_t opp, int x) {
    return near_square[x] & opp ? bits_flips(own, opp, x) : 0;
}

/* Two empty squares, x and y, of which x is tried first. */
static int last_two(uint64_t *nodes, uint64_t own, uint64_t opp, int x, int y, int alpha) {
    int best = NO_SCORE;
    uint64_t flips;
    ++*nodes;
    if ((flips = last_flips(own, opp, x))) {
        ++*nodes;
        best = -last_one(opp ^ flips, y, -alpha - 1);
        if (best > alpha) return best;
    }
    if ((flips = last_flips(own, opp, y))) {
        ++*nodes;
        const int value = -last_one(opp ^ flips, x, -alpha - 1);
        return value > best ? value : best;
    }
    if (best != NO_SCORE) return best;
    /* We pass: the opponent takes what is least for us. */
    if ((flips = last_flips(opp, own, x))) {
        ++*nodes;
        best = last_one(own ^ flips, y, alpha);
        if (best <= alpha) return best;
    }
    if ((flips = last_flips(opp, own, y))) {
        ++*nodes;
        const int value = last_one(own ^ flips, x, alpha);
        return best == NO_SCORE || value < best ? value : best;
    }
    return best != NO_SCORE ? best : ended_score(own, opp);
}

CN_INLINE bool same_quadrant(int x, int y) {
    return !((x ^ y) & 36);
}

/* Three empty squares, of which one that is alone in its quadrant is tried first. */
static int last_three(uint64_t *nodes, uint64_t own, uint64_t opp, int x, int y, int z, int alpha) {
    /* Two squares in one quadrant: the third is the odd one. */
    if (same_quadrant(x, y)) {
        const int t = z;
        z = y;
        y = x;
        x = t;
    } else if (same_quadrant(x, z)) {
        const int t = y;
        y = x;
        x = t;
    }
    ++*nodes;
    for (int passed = 0; passed < 2; passed++) {
        int best = NO_SCORE;
        uint64_t flips;
        if ((flips = last_flips(own, opp, x))) {
            best = -last_two(nodes, opp ^ flips, own ^ flips ^ UINT64_C(1) << x, y, z, -alpha - 1);
            if (best > alpha) return passed ? -best : best;
        }
        if ((flips = last_flips(own, opp, y))) {
            const int value =
                -last_two(nodes, opp ^ flips, own ^ flips ^ UINT64_C(1) << y, x, z, -alpha - 1);
            if (value > best) best = value;
            if (best > alpha) return passed ? -best : best;
        }
        if ((flips = last_flips(own, opp, z))) {
            const int value =
                -last_two(nodes, opp ^ flips, own ^ flips ^ UINT64_C(1) << z, x, y, -alpha - 1);
            if (value > best) best = value;
        }
        if (best != NO_SCORE) return passed ? -best : best;
        const uint64_t t = own;
        own = opp;
        opp = t;
        alpha = -alpha - 1;
    }
    return ended_score(own, opp);
}

/* The squares of the quadrants with an odd number of set bits. */
CN_INLINE uint64_t odd_quadrants(uint64_t empty) {
    uint64_t t = empty;
    t ^= t >> 1;
    t ^= t >> 2;
    t ^= t >> 8;
    t ^= t >> 16;
    return (t & UINT64_C(0x0000001100000011)) * UINT64_C(0x0f0f0f0f);
}

/* Four empty squares, sorted here by the parity of their quadrants. */
static int last_four(uint64_t *nodes, uint64_t own, uint64_t opp, int alpha) {
    const uint64_t empty = ~(own | opp);
    const uint64_t mask = odd_quadrants(empty);
    int square[4], n = 0;
    for (uint64_t left = empty & mask; left; left &= left - 1) square[n++] = __builtin_ctzll(left);
    for (uint64_t left = empty & ~mask; left; left &= left - 1) square[n++] = __builtin_ctzll(left);
    ++*nodes;
    for (int passed = 0; passed < 2; passed++) {
        int best = NO_SCORE;
        for (int i = 0; i < 4; i++) {
            const int x = square[i];
            const uint64_t flips = last_flips(own, opp, x);
            if (!flips) continue;
            const int value =
                -last_three(nodes, opp ^ flips, own ^ flips ^ UINT64_C(1) << x, square[i == 0],
                            square[1 + (i <= 1)], square[2 + (i <= 2)], -alpha - 1);
            if (value > best) best = value;
            if (best > alpha) break;
        }
        if (best != NO_SCORE) return passed ? -best : best;
        const uint64_t t = own;
        own = opp;
        opp = t;
        alpha = -alpha - 1;
    }
    return ended_score(own, opp);
}

/* Up to four empty squares. */
static int last_few(uint64_t *nodes, uint64_t own, uint64_t opp, int alpha) {
    const uint64_t empty = ~(own | opp);
    const int count = bits_count(empty);
    if (count == 4) return last_four(nodes, own, opp, alpha);
    if (count == 0) return ended_score(own, opp);
    const int x = __builtin_ctzll(empty);
    if (count == 1) return last_one(own, x, alpha);
    const uint64_t rest = empty & (empty - 1);
    const int y = __builtin_ctzll(rest);
    if (count == 2) return last_two(nodes, own, opp, x, y, alpha);
    return last_three(nodes, own, opp, x, y, __builtin_ctzll(rest & (rest - 1)), alpha);
}
