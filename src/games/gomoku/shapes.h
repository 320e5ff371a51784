/* What a stone makes on an empty cell, read from tables.
 *
 * Lines are words of two bits a cell (0 empty, 1 Black, 2 White, 3 wall), five cells of wall before
 * the first. What a stone on a cell makes in one line depends on the four cells on either side, and
 * where the cell next to a five matters on the fifth as well:
 *
 *     . . X X _ X . O #        a stone on _ makes a four: one cell is left that makes five
 *
 * These cells are an index into a table of line classes, one for each player. The classes of the
 * four lines through a cell together are an index into a second table: the cell's class (does a
 * stone there win, force, threaten?), its worth as a move and its worth in the evaluation. The idea
 * of tables over line windows is common to the programs of the Gomocup.
 *
 * Tables are filled when an entry is first needed. Entries are pure functions of their index, so
 * threads that fill one at the same time write the same: relaxed atomics suffice. */
#pragma once

#include "games/gomoku/renju.h"

#include <stdatomic.h>

/* ---- line classes: the most that a stone on the cell makes in one line ------------------------
 * A four has one cell that makes five, an open four has two. A three can become a four with one
 * stone, an open three an open four; a two a three, an open two an open three; and so on. `_MANY`:
 * in several ways. */
enum {
    DEAD = 1,
    ONE,
    OPEN_ONE,
    TWO,
    OPEN_TWO,
    OPEN_TWO_MANY,
    THREE,
    OPEN_THREE,
    OPEN_THREE_MANY,
    FOUR,
    OPEN_FOUR,
    FIVE,
    BARRED, /* renju: Black must not, whatever the other lines are, unless one of them is five */
};

/* The cells of a window and the bit of its middle; cells of wall around the board; cells of a row
 * with its walls; the most moves. */
enum { WINDOW = 9, MIDDLE = 1 << 4, EDGE = 5, STRIDE = 32, MOVES_TOP = SIZE_TOP * SIZE_TOP };

/* Whether stones that include the middle of nine cells have a five through it. `beyond` tells
 * whether there are own stones before the first and after the last cell. */
static inline bool nine_has_five(uint32_t own, uint32_t beyond, bool exact) {
    const uint32_t all = (own << 1) | (beyond & 1) | (beyond & 2) << 9; /* eleven cells */
    for (int from = 1; from <= 5; from++) {
        if ((all >> from & 31) != 31) continue;
        if (!exact || !((all >> (from - 1) | all >> (from + 5)) & 1)) return true;
    }
    return false;
}

/* The class of a line in which no stone makes five, by how many stones make each other class. */
static inline int class_of_ways(const int *ways) {
    const int threes = ways[OPEN_THREE] + ways[OPEN_THREE_MANY];
    return ways[OPEN_FOUR] > 1                    ? OPEN_THREE_MANY
           : ways[OPEN_FOUR]                      ? OPEN_THREE
           : ways[FOUR]                           ? THREE
           : threes > 2                           ? OPEN_TWO_MANY
           : threes                               ? OPEN_TWO
           : ways[THREE]                          ? TWO
           : ways[OPEN_TWO] + ways[OPEN_TWO_MANY] ? OPEN_ONE
           : ways[TWO]                            ? ONE
                                                  : DEAD;
}

/* The class of nine cells in which the player has the middle. Memo: by the other eight cells, twice
 * eight bits, `beyond` and `exact`. */
CN_NOINLINE int nine_class(uint32_t own, uint32_t blocked, uint32_t beyond, bool exact) {
    static _Atomic uint8_t memo[1 << 19];
    const uint32_t a = (own & 15) | (own >> 5) << 4, b = (blocked & 15) | (blocked >> 5) << 4;
    _Atomic uint8_t *place = &memo[a | b << 8 | beyond << 16 | (uint32_t)exact << 18];
    int found = atomic_load_explicit(place, memory_order_relaxed);
    if (found) return found;
    if (nine_has_five(own, beyond, exact)) {
        found = FIVE;
    } else {
        int ways[FIVE + 1] = {0};
        for (int i = 0; i < WINDOW; i++) {
            const uint32_t stone = 1u << i;
            if (!((own | blocked) & stone)) ways[nine_class(own | stone, blocked, beyond, exact)]++;
        }
        found = ways[FIVE] > 1 ? OPEN_FOUR : ways[FIVE] ? FOUR : class_of_ways(ways);
    }
    atomic_store_explicit(place, (uint8_t)found, memory_order_relaxed);
    return found;
}

/* Caro: eleven cells in which the player has the middle; his, the other's, and walls. The other's
 * stones at both ends of five spoil it, walls do not. So a four may be met beyond its end, too, and
 * two cells that make five may be spoilt by one stone: then it is no open four. */
static inline bool caro_has_five(uint32_t own, uint32_t other) {
    for (int from = 1; from <= 5; from++) {
        if ((own >> from & 31) == 31 && !(other >> (from - 1) & other >> (from + 5) & 1)) {
            return true;
        }
    }
    return false;
}

/* The empty ones of the middle nine cells that make five. */
static inline uint32_t caro_fives(uint32_t own, uint32_t other, uint32_t wall) {
    uint32_t fives = 0;
    for (uint32_t left = ~(own | other | wall) & 0x3fe; left; left &= left - 1) {
        const uint32_t cell = left & -left;
        if (caro_has_five(own | cell, other)) fives |= cell;
    }
    return fives;
}

/* The class of eleven cells under caro rules, kept by the ten cells besides the middle. */
CN_NOINLINE int caro_class(uint32_t own, uint32_t other, uint32_t wall) {
    static _Atomic uint8_t memo[1 << 20];
    const uint32_t a = own | wall, b = other | wall;
    _Atomic uint8_t *place = &memo[(a & 31) | (a >> 6) << 5 | ((b & 31) | (b >> 6) << 5) << 10];
    int found = atomic_load_explicit(place, memory_order_relaxed);
    if (found) return found;
    const uint32_t empty = ~(own | other | wall) & 0x7ff;
    if (caro_has_five(own, other)) {
        found = FIVE;
    } else if (caro_fives(own, other, wall)) {
        found = OPEN_FOUR;
        for (uint32_t left = empty; left; left &= left - 1) {
            if (!caro_fives(own, other | (left & -left), wall)) found = FOUR;
        }
    } else {
        int ways[FIVE + 1] = {0};
        for (uint32_t left = empty & 0x3fe; left; left &= left - 1) {
            ways[caro_class(own | (left & -left), other, wall)]++;
        }
        found = class_of_ways(ways);
    }
    atomic_store_explicit(place, (uint8_t)found, memory_order_relaxed);
    return found;
}

/* Renju: whether Black must not make this class of nine cells: six or more, or two fours in a line.
 */
static inline bool bars_black(int class, uint32_t own, uint32_t blocked, uint32_t beyond) {
    const uint32_t lane = own << 3 | (beyond & 1) << 2 | beyond >> 1 << 12;
    return row_through(lane) > 5 ||
           (class == OPEN_FOUR && !is_straight(five_cells_of(lane, lane | blocked << 3)));
}

/* Both players' classes of an empty cell from the cells around it, four (freestyle) or five on
 * either side: Black's in the low half of the byte. */
CN_NOINLINE int fill_pair(uint32_t cells, rule_set rules, _Atomic uint8_t *place) {
    const int reach = rules == RULES_FREESTYLE ? 4 : 5;
    int pair = 0;
    for (uint32_t player = 0; player < 2; player++) {
        uint32_t own = 1 << 5, other = 0, wall = 0; /* eleven cells */
        for (int i = 0; i < 2 * reach; i++) {
            const uint32_t cell = cells >> 2 * i & 3, at = 1u << (i - reach + (i >= reach) + 5);
            if (cell == 3) {
                wall |= at;
            } else if (cell) {
                *(cell == player + 1 ? &own : &other) |= at;
            }
        }
        int class;
        if (rules == RULES_CARO) {
            class = caro_class(own, other, wall);
        } else {
            const bool exact = rules == RULES_EXACT || (rules == RULES_RENJU && player == 0);
            const uint32_t nine = own >> 1 & 0x1ff, blocked = (other | wall) >> 1 & 0x1ff;
            const uint32_t beyond = exact ? (own & 1) | own >> 10 << 1 : 0;
            class = nine_class(nine, blocked, beyond, exact);
            if (rules == RULES_RENJU && exact && class != FIVE &&
                bars_black(class, nine, blocked, beyond)) {
                class = BARRED;
            }
        }
        pair |= class << 4 * player;
    }
    atomic_store_explicit(place, (uint8_t)pair, memory_order_relaxed);
    return pair;
}

/* The classes of the cell at place `at` of a line. */
CN_INLINE int pair_at(uint64_t line, int at, rule_set rules) {
    static _Atomic uint8_t free_pairs[1 << 16], other_pairs[3][1 << 20];
    _Atomic uint8_t *place;
    uint32_t cells;
    if (rules != RULES_FREESTYLE) {
        cells = (uint32_t)(line >> 2 * at) & 0x3fffff;
        cells = (cells & 0x3ff) | (cells >> 2 & 0xffc00);
        place = &other_pairs[rules - 1][cells];
    } else {
        cells = (uint32_t)(line >> 2 * (at + 1)) & 0x3ffff;
        cells = (cells & 0xff) | (cells >> 2 & 0xff00);
        place = &free_pairs[cells];
    }
    const int pair = atomic_load_explicit(place, memory_order_relaxed);
    return CN_UNLIKELY(!pair) ? fill_pair(cells, rules, place) : pair;
}

/* ---- cell classes: what a stone makes in all four lines ---- */

enum {
    MAKES_NOTHING,
    MAKES_TWO,         /* a three or an open two */
    MAKES_TWOS,        /* several of them */
    MAKES_THREE,       /* an open three */
    MAKES_THREE_PLUS,  /* … and a two or a three */
    MAKES_TWO_THREES,  /* two open threes */
    MAKES_FOUR,        /* forces the reply */
    MAKES_FOUR_PLUS,   /* … and makes a two or a three */
    MAKES_FOUR_THREE,  /* … and an open three */
    MAKES_DOUBLE_FOUR, /* an open four, or two fours: two cells make five next */
    MAKES_FIVE,
    CELL_CLASSES,
};

/* The classes that a search asks for by name, as sets of cells. */
enum { SET_FIVE, SET_DOUBLE, SET_FOUR, SET_THREE, SETS };

/* The set that cells of a class are in; SETS: none. */
CN_INLINE int set_of(int class) {
    return class == MAKES_FIVE          ? SET_FIVE
           : class == MAKES_DOUBLE_FOUR ? SET_DOUBLE
           : class >= MAKES_FOUR        ? SET_FOUR
           : class >= MAKES_THREE       ? SET_THREE
                                        : SETS;
}

/* What is known of an empty cell for one player: bits 0-5 class + 1, 6-19 worth as a move, 20-41
 * and 42-63 worth in the evaluation plus WORTH_ZERO, with that player to move and with the other.
 * The upper part can be summed over all cells of a board without a carry from field to field. */
typedef uint64_t spot_info;

enum { WORTH_AT = 20, WORTH_BITS = 22, WORTH_MASK = (1 << WORTH_BITS) - 1, WORTH_ZERO = 1 << 12 };

/* The fields of a spot_info: the class of the cell, and its worth as a move. */
CN_INLINE int info_class(spot_info info) {
    return (int)(info & 0x3f) - 1;
}

CN_INLINE int info_order(spot_info info) {
    return (int)(info >> 6 & 0x3fff);
}

/* The class of a cell by the classes of its four lines; `renju`: of Black under these rules. */
CN_INLINE int class_of_lines(const int line[4], bool renju) {
    int ways[BARRED + 1] = {0};
    for (int d = 0; d < 4; d++) ways[line[d]]++;
    const int threes = ways[OPEN_THREE] + ways[OPEN_THREE_MANY];
    const int twos = ways[OPEN_TWO] + ways[OPEN_TWO_MANY] + ways[THREE];
    /* Black must not make two fours. Two threes may be allowed: together with a four they are seen
     * as no more than that, and `may_play` asks. */
    if (renju && !ways[FIVE]) {
        const int fours = ways[FOUR] + ways[OPEN_FOUR];
        if (ways[BARRED] || fours > 1) return MAKES_NOTHING;
        if (threes > 1) return fours ? MAKES_FOUR : MAKES_TWO;
    }
    return ways[FIVE]                          ? MAKES_FIVE
           : ways[OPEN_FOUR] || ways[FOUR] > 1 ? MAKES_DOUBLE_FOUR
           : ways[FOUR] && threes              ? MAKES_FOUR_THREE
           : ways[FOUR] && twos                ? MAKES_FOUR_PLUS
           : ways[FOUR]                        ? MAKES_FOUR
           : threes > 1                        ? MAKES_TWO_THREES
           : threes && twos                    ? MAKES_THREE_PLUS
           : threes                            ? MAKES_THREE
           : twos > 1                          ? MAKES_TWOS
           : twos                              ? MAKES_TWO
                                               : MAKES_NOTHING;
}

/* The four lines through a cell matter, their order does not. So the code of a cell is a sum of one
 * number for each line class, chosen so that no two sums of four are equal (a B4 sequence). The
 * common classes have the small numbers, which keeps the codes that occur close together. */
static const uint16_t line_code[BARRED + 1] = {0,   0,   1,    5,    21,   55,   153,
                                               368, 856, 1424, 2603, 4967, 8194, 13663};
enum { CODES = 4 * 13663 + 1 };

/* The line classes of a code, best first. */
static inline void lines_of_code(uint32_t code, int line[4]) {
    for (line[0] = DEAD; line[0] <= BARRED; line[0]++) {
        for (line[1] = DEAD; line[1] <= line[0]; line[1]++) {
            for (line[2] = DEAD; line[2] <= line[1]; line[2]++) {
                for (line[3] = DEAD; line[3] <= line[2]; line[3]++) {
                    const uint32_t sum = (uint32_t)line_code[line[0]] + line_code[line[1]] +
                                         line_code[line[2]] + line_code[line[3]];
                    if (sum == code) return;
                }
            }
        }
    }
}

/* What a cell is worth in the evaluation: its best line, half of each of the others, and something
 * for the two best together; a fifth less for the player who is not to move. Set by hand. Sums over
 * the board make much of little: rounded down instead of to the nearest it was clearly weaker. */
static inline void worth_of_lines(const int line[4], int *moving, int *waiting) {
    static const int worth[] = {0, 0, 0, 2, 3, 9, 12, 14, 50, 55, 70, 300, 320};
    /* By group: nothing much; a two or a three; an open three; a four. */
    static const int group[] = {0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 3};
    static const int both[4][4] = {{0}, {0, 10}, {0, 30, 60}, {0, 40, 200, 280}};
    const int best = worth[line[0]] + both[group[line[0]]][group[line[1]]];
    *moving = best + (worth[line[1]] + 1) / 2;
    *waiting = (8 * best + 4 * worth[line[1]] + 5) / 10;
    for (int d = 2; d < 4; d++) {
        *moving += (worth[line[d]] + 1) / 2;
        *waiting += (4 * worth[line[d]] + 5) / 10;
    }
}

/* Makes the entry of a code and stores it; `renju`: of Black under these rules. */
CN_NOINLINE spot_info fill_info(uint32_t code, bool renju, _Atomic spot_info *place) {
    /* By line class, then by cell class: the worth of moves, which orders them; set by hand. */
    static const int order_line[] = {0, 0, 1, 3, 5, 14, 18, 18, 50, 60, 56, 600, 2000};
    static const int order_cell[CELL_CLASSES] = {0, 0, 12, 0, 30, 150, 0, 40, 300, 500, 500};
    int line[4];
    lines_of_code(code, line);
    const int class = class_of_lines(line, renju);
    /* A forbidden point is worth nothing, and beside a five nothing else counts. */
    if (line[0] == BARRED || (renju && line[0] != FIVE && line[1] >= FOUR)) {
        line[0] = class == MAKES_FIVE ? FIVE : DEAD;
        line[1] = line[2] = line[3] = DEAD;
    }
    int order = order_cell[class];
    for (int d = 0; d < 4; d++) order += order_line[line[d]];
    int moving, waiting;
    worth_of_lines(line, &moving, &waiting);
    const spot_info info = (spot_info)(class + 1) | (spot_info)order << 6 |
                           (spot_info)(moving + WORTH_ZERO) << WORTH_AT |
                           (spot_info)(waiting + WORTH_ZERO) << (WORTH_AT + WORTH_BITS);
    atomic_store_explicit(place, info, memory_order_relaxed);
    return info;
}

/* What is known of a cell by the code of its lines. */
CN_INLINE spot_info info_of(uint32_t code, bool renju) {
    static _Atomic spot_info infos[2][CODES];
    const spot_info info = atomic_load_explicit(&infos[renju][code], memory_order_relaxed);
    return CN_UNLIKELY(!info) ? fill_info(code, renju, &infos[renju][code]) : info;
}
