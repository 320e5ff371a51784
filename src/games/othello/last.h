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
/* Gathered by PEXT into one number, a line through a square has the squares below ours in its
 * `place` low bits and those above it next. For each line of lines_of, where turned_count begins
 * for our place: 128 * place. */
/* clang-format off */
#define LEAST(a, b) ((a) < (b) ? (a) : (b))
#define PLACES(r, c) {128 * (c), 128 * LEAST(r, 7 - (c)), 128 * (r), 128 * LEAST(r, c)}
#define PLACES_OF_ROW(r) \
    PLACES(r, 0), PLACES(r, 1), PLACES(r, 2), PLACES(r, 3), PLACES(r, 4), PLACES(r, 5), \
    PLACES(r, 6), PLACES(r, 7)

static const uint16_t place_in[64][4] = {
    PLACES_OF_ROW(0), PLACES_OF_ROW(1), PLACES_OF_ROW(2), PLACES_OF_ROW(3),
    PLACES_OF_ROW(4), PLACES_OF_ROW(5), PLACES_OF_ROW(6), PLACES_OF_ROW(7),
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
#undef PLACES
#undef PLACES_OF_ROW
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
    int turned = 0;
    for (int i = 0; i < 4; i++) {
        turned += turned_count[place_in[square][i] + _pext_u64(own, lines_of[square][i])];
    }
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

/* One empty square on which we turn nothing: the opponent plays there, or nobody. The opponent's
 * disc could only make it worse, so what is not above alpha stays so. */
CN_NOINLINE int last_one_passed(uint64_t own, int x, int alpha) {
    const int mine = bits_count(own), ended = 2 * mine - (mine >= 32 ? 62 : 64);
    if (ended <= alpha) return ended;
    const int turned = last_turned(~own, x);
    return turned ? 2 * (mine - turned) - 64 : ended;
}

/* One empty square: of the opponent's discs we know that they are all the others. */
CN_INLINE int last_one(uint64_t own, int x, int alpha) {
    const int turned = last_turned(own, x);
    if (CN_UNLIKELY(!turned)) return last_one_passed(own, x, alpha);
    return 2 * (bits_count(own) + turned) - 62;
}

/* Whether a disc on x turns any, which are then `flips`; most squares that nothing borders on are
 * found by one look. */
CN_INLINE bool last_flips(lanes own, lanes opp, int x, lanes *flips) {
    if (!(near_square[x] & lanes_bits(opp))) return false;
    *flips = lanes_flips(own, opp, x);
    return lanes_bits(*flips) != 0;
}

/* The moves on two empty squares, x first; NO_SCORE if there is none. */
CN_INLINE int last_two_moves(uint64_t *nodes, lanes own, lanes opp, int x, int y, int alpha) {
    int best = NO_SCORE;
    lanes flips;
    if (last_flips(own, opp, x, &flips)) {
        ++*nodes;
        best = -last_one(lanes_bits(opp ^ flips), y, -alpha - 1);
        if (best > alpha) return best;
    }
    if (last_flips(own, opp, y, &flips)) {
        ++*nodes;
        const int value = -last_one(lanes_bits(opp ^ flips), x, -alpha - 1);
        if (value > best) best = value;
    }
    return best;
}

/* A position in which we cannot move: the opponent does, or the game is over. */
CN_NOINLINE int last_two_passed(uint64_t *nodes, lanes own, lanes opp, int x, int y, int alpha) {
    const int value = last_two_moves(nodes, opp, own, x, y, -alpha - 1);
    return value != NO_SCORE ? -value : ended_score(lanes_bits(own), lanes_bits(opp));
}

/* Two empty squares, x and y, of which x is tried first. */
static int last_two(uint64_t *nodes, lanes own, lanes opp, int x, int y, int alpha) {
    ++*nodes;
    const int value = last_two_moves(nodes, own, opp, x, y, alpha);
    return CN_LIKELY(value != NO_SCORE) ? value : last_two_passed(nodes, own, opp, x, y, alpha);
}

CN_INLINE bool same_quadrant(int x, int y) {
    return !((x ^ y) & 36);
}

/* The moves on three empty squares, as for two. */
CN_INLINE int last_three_moves(uint64_t *nodes, lanes own, lanes opp, int x, int y, int z,
                               int alpha) {
    int best = NO_SCORE;
    lanes flips;
    if (last_flips(own, opp, x, &flips)) {
        best = -last_two(nodes, opp ^ flips, own ^ flips ^ lanes_at(x), y, z, -alpha - 1);
        if (best > alpha) return best;
    }
    if (last_flips(own, opp, y, &flips)) {
        const int value =
            -last_two(nodes, opp ^ flips, own ^ flips ^ lanes_at(y), x, z, -alpha - 1);
        if (value > best) best = value;
        if (best > alpha) return best;
    }
    if (last_flips(own, opp, z, &flips)) {
        const int value =
            -last_two(nodes, opp ^ flips, own ^ flips ^ lanes_at(z), x, y, -alpha - 1);
        if (value > best) best = value;
    }
    return best;
}

CN_NOINLINE int last_three_passed(uint64_t *nodes, lanes own, lanes opp, int x, int y, int z,
                                  int alpha) {
    const int value = last_three_moves(nodes, opp, own, x, y, z, -alpha - 1);
    return value != NO_SCORE ? -value : ended_score(lanes_bits(own), lanes_bits(opp));
}

/* Three empty squares, of which one that is alone in its quadrant is tried first. */
static int last_three(uint64_t *nodes, lanes own, lanes opp, int x, int y, int z, int alpha) {
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
    const int value = last_three_moves(nodes, own, opp, x, y, z, alpha);
    return CN_LIKELY(value != NO_SCORE) ? value
                                        : last_three_passed(nodes, own, opp, x, y, z, alpha);
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

/* The move on x, of four empty squares: raises `best`. */
CN_INLINE void last_four_move(uint64_t *nodes, lanes own, lanes opp, int x, int y, int z, int w,
                              int alpha, int *best) {
    lanes flips;
    if (!last_flips(own, opp, x, &flips)) return;
    const int value =
        -last_three(nodes, opp ^ flips, own ^ flips ^ lanes_at(x), y, z, w, -alpha - 1);
    if (value > *best) *best = value;
}

CN_INLINE int last_four_moves(uint64_t *nodes, lanes own, lanes opp, int x, int y, int z, int w,
                              int alpha) {
    int best = NO_SCORE;
    last_four_move(nodes, own, opp, x, y, z, w, alpha, &best);
    if (best > alpha) return best;
    last_four_move(nodes, own, opp, y, x, z, w, alpha, &best);
    if (best > alpha) return best;
    last_four_move(nodes, own, opp, z, x, y, w, alpha, &best);
    if (best > alpha) return best;
    last_four_move(nodes, own, opp, w, x, y, z, alpha, &best);
    return best;
}

CN_NOINLINE int last_four_passed(uint64_t *nodes, lanes own, lanes opp, int x, int y, int z, int w,
                                 int alpha) {
    const int value = last_four_moves(nodes, opp, own, x, y, z, w, -alpha - 1);
    return value != NO_SCORE ? -value : ended_score(lanes_bits(own), lanes_bits(opp));
}

/* Four empty squares. If two of them are in odd quadrants, these come first; else all are or none
 * is. */
static int last_four(uint64_t *nodes, lanes own, lanes opp, int alpha) {
    const uint64_t empty = ~lanes_bits(own | opp), odd = empty & odd_quadrants(empty);
    const uint64_t without = empty & (empty - 1), upper = without & (without - 1);
    const uint64_t first = odd == empty || !odd ? empty ^ upper : odd, last = empty ^ first;
    const int x = __builtin_ctzll(first), y = __builtin_ctzll(first & (first - 1));
    const int z = __builtin_ctzll(last), w = __builtin_ctzll(last & (last - 1));
    ++*nodes;
    const int value = last_four_moves(nodes, own, opp, x, y, z, w, alpha);
    return CN_LIKELY(value != NO_SCORE) ? value
                                        : last_four_passed(nodes, own, opp, x, y, z, w, alpha);
}

/* Up to four empty squares. */
static int last_few(uint64_t *nodes, uint64_t own, uint64_t opp, int alpha) {
    const uint64_t empty = ~(own | opp);
    const int count = bits_count(empty);
    if (count == 4) return last_four(nodes, lanes_of(own), lanes_of(opp), alpha);
    if (count == 0) return ended_score(own, opp);
    const int x = __builtin_ctzll(empty);
    if (count == 1) return last_one(own, x, alpha);
    const uint64_t rest = empty & (empty - 1);
    const int y = __builtin_ctzll(rest);
    const lanes ours = lanes_of(own), theirs = lanes_of(opp);
    if (count == 2) return last_two(nodes, ours, theirs, x, y, alpha);
    return last_three(nodes, ours, theirs, x, y, __builtin_ctzll(rest & (rest - 1)), alpha);
}
