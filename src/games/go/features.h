/* The features of a move that Go's opinion of moves is made of (games/go/priors.h). A feature is a
 * number. Below GO_FEATURES it is the index of a weight; the patterns, of which there are too many
 * for that, have numbers above, and the commoner ones of them a weight in a table (go_pattern).
 *
 * Each feature is a conjunction of a few facts: distances from the last two moves, the line, what
 * the move takes or saves with the sizes of the chains next to it, their liberties and those of the
 * chain it makes, and how far the next stones of both players are. Patterns are the surroundings of
 * the move, in three sizes, and those of the last move if it is near. */
#pragma once

#include "games/go/shapes.h"

#include <stdlib.h>

/* What is known of each cell as a move: a bit for each trait. */
enum {
    GO_TAKE_SAVES,    /* takes a chain next to an own one in atari */
    GO_TAKE_LAST,     /* takes the chain just played */
    GO_TAKE_ONE,      /* takes another stone */
    GO_TAKE_MORE,     /* takes another chain of several stones */
    GO_RUN_NEW,       /* saves a chain that the last move put in atari */
    GO_RUN_OLD,       /* saves another chain in atari */
    GO_RUN_CAUGHT,    /* runs in vain */
    GO_ATARI_CATCHES, /* an atari after which the chain is caught */
    GO_ATARI,         /* another atari */
    GO_PRESS,         /* takes the third liberty of a chain of the opponent */
    GO_HELP_TWO,      /* is a liberty of an own chain with two */
    GO_HELP_THREE,    /* … with three */
    GO_VITAL,         /* the vital point of a small space next to the last move */
    GO_ATARI_DOUBLE,  /* two ataris at once */
    GO_EYE,           /* fills an own eye */
    GO_SELF_ATARI_BAD,
    GO_SELF_ATARI_ONE, /* a single stone that can be taken */
    GO_SELF_ATARI,     /* several, whose loss may be worth it */
    GO_TRAITS,
};

/* How finely facts are told apart, and where the weights of each kind of feature begin. */
enum {
    GO_FAR =
        17, /* distances from a move: rows plus columns plus the larger of the two, at most 16 */
    GO_CLOSE = 8,  /* the same up to 6; 7 is further */
    GO_STAGES = 3, /* how full the board is … */
    GO_PHASES = 5, /* … and more finely */
    GO_LINES = 5,
    GO_SIZES = 5,   /* stones of a chain; 0: there is none */
    GO_APART = 6,   /* steps to the next stone of a player, less one */
    GO_BREATHS = 6, /* liberties of a chain; 0: there is none */
    GO_AFTER = 8,   /* liberties of the chain that the move makes */

    GO_AT_LAST = 0,
    GO_AT_BEFORE = GO_AT_LAST + GO_FAR,
    GO_AT_LINE = GO_AT_BEFORE + GO_FAR,
    GO_AT_TRAIT = GO_AT_LINE + GO_STAGES * GO_LINES,
    GO_AT_SIZES = GO_AT_TRAIT + GO_TRAITS,
    GO_AT_TRAIT_NEAR = GO_AT_SIZES + GO_TRAITS * GO_SIZES * GO_SIZES,
    GO_AT_APART = GO_AT_TRAIT_NEAR + GO_TRAITS * GO_CLOSE,
    GO_AT_RACE = GO_AT_APART + GO_APART * GO_APART,
    GO_AT_PHASE = GO_AT_RACE + GO_BREATHS * GO_BREATHS * GO_AFTER,
    GO_FEATURES = GO_AT_PHASE + GO_PHASES * GO_CLOSE * GO_CLOSE,
    GO_MOVE_FEATURES = 10 + 3 * GO_TRAITS, /* of one move, at most */
};

/* A position as moves in it are looked at. */
typedef struct go_view {
    go_chains *b;
    int me, last, before; /* the player to move as a colour; the last two moves or GO_NO_CELL */
    int stage, phase;
    uint64_t near[2][GO_APART][GO_CELL_WORDS]; /* cells by steps from stones: own, the opponent's */
    uint32_t answer[8]; /* the surroundings of the last move in eight images */
    uint32_t traits[GO_CELLS];
} go_view;

CN_INLINE int least_of(int a, int b) {
    return a < b ? a : b;
}

/* ---- patterns ---- */

/* The surroundings of a cell in 28 bits, each part clockwise: the four neighbours (bits 0 to 7),
 * the four diagonal ones (8 to 15) and those two steps away (16 to 23), in two bits each: 0 empty,
 * 1 own, 2 the opponent's, 3 border; then a bit for each neighbour that is in atari. */
enum { GO_AROUND_NEXT = 0xffff, GO_AROUND_TWO = 0xffffff, GO_AROUND_ATARI = 0xf00ffff };

static uint32_t surroundings(const go_chains *b, int me, int cell) {
    static const uint8_t next[4] = {0, 2, 3, 1}, corner[4] = {5, 7, 6, 4};
    /* The colours as `me` sees them. */
    static const uint8_t seen[3][4] = {{0}, {0, 1, 2, 3}, {0, 2, 1, 3}};
    uint32_t code = 0;
    for (int i = 0; i < 4; i++) {
        const int d = step(b, next[i]), by = cell + d, color = b->color[by];
        /* Beyond the border there may be no cell to look at. */
        const int two = color == GO_BORDER ? GO_BORDER : b->color[by + d];
        code |= (uint32_t)(seen[me][color] << 2 * i | seen[me][two] << (16 + 2 * i));
        code |= (uint32_t)seen[me][b->color[cell + step(b, corner[i])]] << (8 + 2 * i);
        const bool stone = color == 1 || color == 2;
        if (stone && b->liberties[b->head[by]] == 1) code |= 1U << (24 + i);
    }
    return code;
}

/* Surroundings after a quarter turn clockwise, and with left and right exchanged. */
CN_INLINE uint32_t turned(uint32_t code) {
    return (code << 2 & 0xfcfcfc) | (code >> 6 & 0x030303) | (code << 1 & 0xe000000) |
           (code >> 3 & 0x1000000);
}

CN_INLINE uint32_t mirrored(uint32_t code) {
    const uint32_t corners =
        (code >> 6 & 0x0300) | (code >> 2 & 0x0c00) | (code << 2 & 0x3000) | (code << 6 & 0xc000);
    return (code & 0x5330033) | corners | (code << 4 & 0xc000c0) | (code >> 4 & 0x0c000c) |
           (code << 2 & 0x8000000) | (code >> 2 & 0x2000000);
}

/* The same surroundings in all eight images. */
static void images_of(uint32_t code, uint32_t image[8]) {
    image[0] = code;
    image[4] = mirrored(code);
    for (int i = 1; i < 4; i++) {
        image[i] = turned(image[i - 1]);
        image[4 + i] = turned(image[3 + i]);
    }
}

/* The number of a pattern of kind 1 to 4: a hash of its code of 32 bits, all images of which have
 * the least one. 24 bits of it are kept, and GO_FEATURES is less than the kind is worth. */
CN_INLINE uint32_t pattern_feature(uint32_t kind, uint32_t code) {
    const uint64_t mixed = ((uint64_t)kind << 32 | code) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)((mixed ^ mixed >> 29) * UINT64_C(0xbf58476d1ce4e5b9) >> 40) | 1U << 24;
}

/* The three patterns around a move. */
static int add_patterns(const go_view *v, int cell, uint32_t *feature) {
    uint32_t image[8], next = UINT32_MAX, two = UINT32_MAX, atari = UINT32_MAX;
    images_of(surroundings(v->b, v->me, cell), image);
    for (int i = 0; i < 8; i++) {
        const uint32_t code = image[i];
        next = (code & GO_AROUND_NEXT) < next ? code & GO_AROUND_NEXT : next;
        two = (code & GO_AROUND_TWO) < two ? code & GO_AROUND_TWO : two;
        atari = (code & GO_AROUND_ATARI) < atari ? code & GO_AROUND_ATARI : atari;
    }
    feature[0] = pattern_feature(1, next);
    feature[1] = pattern_feature(2, two);
    feature[2] = pattern_feature(3, atari);
    return 3;
}

/* The pattern around the last move, with the place of this one, if that is near. */
static int add_answer(const go_view *v, int cell, uint32_t *feature) {
    const int stride = stride_of(v->b);
    int row = cell / stride - v->last / stride, column = cell % stride - v->last % stride;
    if (abs(row) > 2 || abs(column) > 2 || abs(row) + abs(column) > 3) return 0;
    uint32_t least = UINT32_MAX;
    for (int i = 0; i < 8; i++) {
        if (i == 4) column = -column;
        const uint32_t place = (uint32_t)(5 * (row + 2) + column + 2);
        const uint32_t code = (v->answer[i] & GO_AROUND_ATARI) | place << 16;
        least = code < least ? code : least;
        const int right = -row; /* a quarter turn clockwise */
        row = column;
        column = right;
    }
    *feature = pattern_feature(4, least);
    return 1;
}

/* ---- facts ---- */

/* How far a cell is from another: rows plus columns plus the larger of the two. */
static int distance_of(const go_chains *b, int from, int to) {
    const int rows = abs(from / stride_of(b) - to / stride_of(b));
    const int columns = abs(from % stride_of(b) - to % stride_of(b));
    return least_of(2 * (rows + columns) - least_of(rows, columns), GO_FAR - 1);
}

/* How full the board is: less than an eighth, less than a third, more. */
static int stage_of(const go_chains *b) {
    const int n = side_of(b);
    return 81 * b->total < 10 * n * n ? 0 : 81 * b->total < 25 * n * n ? 1 : 2;
}

/* The same more finely. */
static int phase_of(const go_chains *b) {
    static const uint8_t limit[GO_PHASES - 1] = {6, 14, 28, 44}; /* stones on 9x9 */
    const int n = side_of(b);
    int phase = 0;
    while (phase < GO_PHASES - 1 && 81 * b->total >= limit[phase] * n * n) phase++;
    return phase;
}

/* The line that a cell is on, from the edge on. */
static int line_of(const go_chains *b, int cell) {
    const int n = side_of(b), row = cell / stride_of(b) - 1, column = cell % stride_of(b) - 1;
    const int line = least_of(least_of(row, n - 1 - row), least_of(column, n - 1 - column));
    return least_of(line, GO_LINES - 1);
}

/* Steps from a cell to the next stone of a player (0: the own ones), less one. */
static int apart(const go_view *v, int player, int cell) {
    int steps = 1;
    while (steps < GO_APART && !bit_in(v->near[player][steps], cell)) steps++;
    return steps - 1;
}

/* The chains next to a cell: the fewest liberties and the most stones of each player's (0: own). */
typedef struct go_beside {
    int liberties[2], stones[2];
} go_beside;

static go_beside beside(const go_view *v, int cell) {
    const go_chains *b = v->b;
    go_beside r = {{GO_BREATHS, GO_BREATHS}, {0, 0}};
    for (int d = 0; d < 4; d++) {
        const int by = cell + step(b, d), color = b->color[by];
        if (color == GO_EMPTY || color == GO_BORDER) continue;
        const int side = color != v->me, head = b->head[by];
        r.liberties[side] =
            least_of(r.liberties[side], least_of(b->liberties[head], GO_BREATHS - 1));
        const int stones = least_of(b->size[head], GO_SIZES - 1);
        if (stones > r.stones[side]) r.stones[side] = stones;
    }
    for (int i = 0; i < 2; i++) r.liberties[i] %= GO_BREATHS;
    return r;
}

/* Distances up to 6 as they are; 7 for larger ones, and where there is no such move. */
CN_INLINE int close_of(int distance) {
    return least_of(distance, GO_CLOSE - 1);
}

/* All features of a move; returns how many they are. `traits` are those of the cell. */
static int features_of(const go_view *v, int cell, uint32_t traits, uint32_t *feature) {
    go_chains *b = v->b;
    int last = GO_FAR, before = GO_FAR, n = 0;
    if (v->last != GO_NO_CELL) {
        last = distance_of(b, v->last, cell);
        feature[n++] = (uint32_t)(GO_AT_LAST + last);
        n += add_answer(v, cell, feature + n);
    }
    if (v->before != GO_NO_CELL) {
        before = distance_of(b, v->before, cell);
        feature[n++] = (uint32_t)(GO_AT_BEFORE + before);
    }
    const go_beside by = beside(v, cell);
    const int after = least_of(liberties_by_running(b, v->me, cell, GO_NO_CELL), GO_AFTER - 1);
    const int race = (by.liberties[0] * GO_BREATHS + by.liberties[1]) * GO_AFTER + after;
    const int when = (v->phase * GO_CLOSE + close_of(last)) * GO_CLOSE + close_of(before);
    feature[n++] = (uint32_t)(GO_AT_LINE + v->stage * GO_LINES + line_of(b, cell));
    feature[n++] = (uint32_t)(GO_AT_APART + apart(v, 0, cell) * GO_APART + apart(v, 1, cell));
    feature[n++] = (uint32_t)(GO_AT_RACE + race);
    feature[n++] = (uint32_t)(GO_AT_PHASE + when);
    for (uint32_t left = traits; left; left &= left - 1) {
        const int trait = __builtin_ctz(left);
        const int sizes = (trait * GO_SIZES + by.stones[0]) * GO_SIZES + by.stones[1];
        feature[n++] = (uint32_t)(GO_AT_TRAIT + trait);
        feature[n++] = (uint32_t)(GO_AT_SIZES + sizes);
        feature[n++] = (uint32_t)(GO_AT_TRAIT_NEAR + trait * GO_CLOSE + close_of(last));
    }
    return n + add_patterns(v, cell, feature + n);
}
