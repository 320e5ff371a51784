/* Renju: the points where Black must not play.
 *
 * A move of Black is forbidden if it makes six or more in a row, two fours, or two threes, unless
 * it makes exactly five, which wins. The words are those of the Renju International Federation:
 *
 *     five           exactly five stones in a row
 *     four           four stones that one more makes a five; in one line there can be two:
 *                    X . X X X . X is two fours with three stones in common
 *     straight four  four in a row that either end makes a five
 *     three          three stones that one more makes a straight four, on a point where Black may
 *                    play and that is no five at the same time: which is asked in the same way,
 *                    with the first stone on the board
 *
 * A lane is the line through a point in one direction as in board.h: 15 cells, the point at bit 7.
 */
#pragma once

#include "games/gomoku/board.h"

enum { LANE_BITS = 0x7fff, POINT = 1 << REACH };

/* The length of Black's row through the point. */
static inline int row_through(uint32_t own) {
    const int up = __builtin_ctz(~(own >> REACH));
    const int down = __builtin_clz(~(own << (31 - REACH)));
    return up + down - 1;
}

/* The cells that make five together with the point, where there is no five yet; two at most. */
static inline uint32_t five_cells_of(uint32_t own, uint32_t taken) {
    uint32_t cells = 0;
    for (uint32_t left = ~taken & 0x0ff8; left; left &= left - 1) {
        const uint32_t cell = left & -left;
        if (row_through(own | cell) == 5) cells |= cell;
    }
    return cells;
}

/* Whether the cells that make five are the two ends of four in a row. */
static inline bool is_straight(uint32_t fives) {
    return fives && (fives & -fives) << 5 == (fives & (fives - 1));
}

/* A lane of Black's stones, and of all stones and walls, with a black stone on the point. */
static inline uint32_t black_lane(const around *a, int direction) {
    return ((uint32_t)((a->half[0] & ~a->half[1]) >> 16 * direction) & LANE_BITS) | POINT;
}

static inline uint32_t taken_lane(const around *a, int direction) {
    return ((uint32_t)((a->half[0] | a->half[1]) >> 16 * direction) & LANE_BITS) | POINT;
}

/* Black's stone on a point that was empty, or taken from it again. */
static inline void flip_black(state *s, int row, int column) {
    const int n = s->size;
    const uint64_t across = UINT64_C(1) << (REACH + column);
    s->line[row] ^= across;
    s->line[n + column] ^= UINT64_C(1) << (REACH + row);
    s->line[3 * n - 1 + row - column] ^= across;
    s->line[4 * n - 1 + row + column] ^= across;
}

/* Cheap: can the point be forbidden? Two lines with two stones near, or one with four. */
CN_INLINE bool may_be_forbidden(const around *a) {
    const uint64_t own = a->half[0] & ~a->half[1] & LANES(0x1f7c);
    int lines = 0;
    for (int d = 0; d < 4; d++) {
        const int stones = bits(own >> 16 * d & 0xffff);
        if (stones > 3) return true;
        lines += stones > 1;
    }
    return lines > 1;
}

/* What a black stone on a point is; WINS: it makes exactly five. */
typedef enum verdict { ALLOWED, FORBIDDEN, WINS } verdict;

/* Judges a black stone on an empty point. The lines of the state are changed and restored. It calls
 * itself for the fourth stone of a three, with the first one on the board; each call has one stone
 * more, so it ends. */
static verdict judge_point(state *s, int row, int column) {
    static const int step[4][2] = {{0, 1}, {1, 0}, {1, 1}, {-1, 1}};
    const around a = look_around(s, row, column);
    int fours = 0, threes = 0;
    uint32_t with_four = 0;
    bool over_long = false;
    if (!may_be_forbidden(&a)) return ALLOWED; /* five would need four stones in a line */
    for (int d = 0; d < 4; d++) {
        const uint32_t own = black_lane(&a, d), taken = taken_lane(&a, d);
        const int length = row_through(own);
        if (length == 5) return WINS;
        over_long |= length > 5;
        const uint32_t fives = five_cells_of(own, taken);
        if (!fives) continue;
        with_four |= 1u << d;
        fours += bits(fives) == 2 && !is_straight(fives) ? 2 : 1;
    }
    if (over_long || fours > 1) return FORBIDDEN;
    flip_black(s, row, column);
    for (int d = 0; d < 4 && threes < 2; d++) {
        if (with_four >> d & 1) continue;
        const uint32_t own = black_lane(&a, d), taken = taken_lane(&a, d);
        bool three = false;
        for (int k = -3; k <= 3 && !three; k++) {
            const uint32_t cell = 1u << (REACH + k);
            if (taken & cell || !is_straight(five_cells_of(own | cell, taken | cell))) continue;
            three = judge_point(s, row + k * step[d][0], column + k * step[d][1]) == ALLOWED;
        }
        threes += three;
    }
    flip_black(s, row, column);
    return threes > 1 ? FORBIDDEN : ALLOWED;
}

/* Whether Black, to move, must not play on an empty point. */
CN_NOINLINE bool forbidden(const state *s, int row, int column) {
    const around a = look_around(s, row, column);
    if (!may_be_forbidden(&a)) return false;
    state copy = *s;
    return judge_point(&copy, row, column) == FORBIDDEN;
}
