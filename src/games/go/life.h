/* Sets of points of one word, on boards up to 8x8: moves, areas, and what surely belongs to a
 * player whatever is played. The solver works on these. `me` and `you` are the stones of two
 * players, whoever is to move. */
#pragma once

#include "games/go/state.h"

#include <canopy/kernel/inline.h>

enum { GO_SOLVE_SIDE = 5 }; /* the largest board that is solved */

/* A board's shape: its left and right columns and all of it as sets, its size, and how to mirror
 * it. */
typedef struct go_area {
    uint64_t left, right, full;
    int n;
    /* To mirror two sets at once, the second GO_EXACT_SHIFT bits above the first, at the middle
     * column and at the diagonal: the points of each mask move by so many bits. */
    struct {
        uint64_t mask;
        int by;
    } turn[2][2 * GO_SOLVE_SIDE];
    int turns[2];
} go_area;

/* In the mirroring `which`, point `from` moves by so many bits. */
static void add_turn(go_area *a, int which, int from, int by) {
    int i = 0;
    while (i < a->turns[which] && a->turn[which][i].by != by) i++;
    if (i == a->turns[which]) {
        a->turn[which][i].by = by;
        a->turn[which][i].mask = 0;
        a->turns[which]++;
    }
    a->turn[which][i].mask |= UINT64_C(1) << from | UINT64_C(1) << (from + GO_EXACT_SHIFT);
}

/* The shape of an n x n board; mirrorings for boards that are solved only. */
static go_area area_of(int n) {
    go_area a = {.left = go_shapes[n].left[0],
                 .right = go_shapes[n].right[0],
                 .full = go_shapes[n].full[0],
                 .n = n};
    for (int p = 0; p < n * n && n <= GO_SOLVE_SIDE; p++) {
        const int row = p / n, column = p % n;
        add_turn(&a, 0, p, n - 1 - 2 * column);
        add_turn(&a, 1, p, (column - row) * (n - 1));
    }
    return a;
}

/* Neighbours of a set, and some of the set itself. */
CN_INLINE uint64_t grow_area(const go_area *a, uint64_t x) {
    return (x << a->n | x >> a->n | (x & ~a->right) << 1 | (x & ~a->left) >> 1) & a->full;
}

/* All of `within` that hangs together with `from`. */
CN_INLINE uint64_t flood(const go_area *a, uint64_t from, uint64_t within) {
    uint64_t before;
    do {
        before = from;
        from |= grow_area(a, from) & within;
    } while (from != before);
    return from;
}

/* Puts a stone of `me` on the empty point p. Returns how many stones it takes, or -1 for suicide.
 */
CN_INLINE int put_area(const go_area *a, uint64_t *me, uint64_t *you, int p) {
    const uint64_t bit = UINT64_C(1) << p;
    *me |= bit;
    const uint64_t around = grow_area(a, bit);
    uint64_t taken = 0, empty = a->full & ~(*me | *you);
    for (uint64_t left = around & *you; left;) {
        const uint64_t chain = flood(a, left & -left, *you);
        left &= ~chain;
        if (!(grow_area(a, chain) & empty)) taken |= chain;
    }
    if (taken) {
        *you &= ~taken;
        return __builtin_popcountll(taken);
    }
    if (around & empty) return 0;
    return grow_area(a, flood(a, bit, *me)) & empty ? 0 : -1;
}

/* Points of `me` less those of `you`, as the board stands. */
static int area_margin(const go_area *a, uint64_t me, uint64_t you) {
    const uint64_t empty = a->full & ~(me | you);
    const uint64_t mine = flood(a, grow_area(a, me) & empty, empty);
    const uint64_t yours = flood(a, grow_area(a, you) & empty, empty);
    return __builtin_popcountll(me | (mine & ~yours)) - __builtin_popcountll(you | (yours & ~mine));
}

/* Points nearer to stones of `me` than to those of `you`, less the opposite: a guess. */
static int nearer_area(const go_area *a, uint64_t me, uint64_t you) {
    for (uint64_t empty = a->full & ~(me | you);;) {
        const uint64_t mine = grow_area(a, me) & empty, yours = grow_area(a, you) & empty;
        if (!(mine | yours)) break;
        me |= mine & ~yours;
        you |= yours & ~mine;
        empty &= ~(mine | yours);
    }
    return __builtin_popcountll(me) - __builtin_popcountll(you);
}

/* The most connected parts of a set on a board that is solved. */
enum { GO_PARTS = 32 };

/* The connected parts of a set. */
static int parts_of(const go_area *a, uint64_t x, uint64_t part[GO_PARTS]) {
    int count = 0;
    while (x && count < GO_PARTS) {
        part[count] = flood(a, x & -x, x);
        x &= ~part[count++];
    }
    return count;
}

/* Stones that cannot be taken though their owner always passes: chains with two regions each of
 * whose empty points is a liberty of the chain, where all chains around these regions are like that
 * (Benson, "Life in the game of Go", 1976). */
static uint64_t living_stones(const go_area *a, uint64_t me, uint64_t you) {
    uint64_t chain[GO_PARTS], region[GO_PARTS];
    const uint64_t empty = a->full & ~(me | you);
    const int regions = parts_of(a, a->full & ~me, region);
    if (regions < 2) return 0;
    int chains = parts_of(a, me, chain);
    uint32_t usable = (uint32_t)((UINT64_C(1) << regions) - 1);
    uint64_t alive = me;
    for (bool changed = true; changed && chains;) {
        changed = false;
        for (int i = 0; i < chains; i++) {
            const uint64_t free = grow_area(a, chain[i]);
            int eyes = 0;
            for (int k = 0; k < regions; k++) {
                eyes += (usable >> k & 1) && (region[k] & free) && !(region[k] & empty & ~free);
            }
            if (eyes >= 2) continue;
            alive &= ~chain[i];
            for (int k = 0; k < regions; k++) {
                if (region[k] & free) usable &= ~(UINT32_C(1) << k);
            }
            chain[i--] = chain[--chains];
            changed = true;
        }
    }
    return alive;
}

/* What surely belongs to `me`: living stones, and regions that only these surround in which the
 * other player cannot make two eyes. An eye is nowhere next to a living stone, so two eyes need two
 * points away from all of these that are not neighbours. */
static uint64_t sure_area(const go_area *a, uint64_t me, uint64_t you) {
    if (__builtin_popcountll(me) < a->n) return 0; /* fewer stones do not divide the board */
    const uint64_t alive = living_stones(a, me, you);
    if (!alive) return 0;
    const uint64_t next_to = grow_area(a, alive);
    uint64_t sure = alive, region[GO_PARTS];
    const int regions = parts_of(a, a->full & ~alive, region);
    for (int i = 0; i < regions; i++) {
        const uint64_t deep = region[i] & ~next_to;
        const uint64_t rest = deep & (deep - 1);
        if (!rest || (!(rest & (rest - 1)) && (grow_area(a, rest) & deep))) sure |= region[i];
    }
    return sure;
}
