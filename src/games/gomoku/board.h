/* The Gomoku board as lines of bits, and what a stone changes on it.
 *
 * Rows and columns count from the top left. A board of n x n has 6n - 2 lines, in this order:
 *
 *     row r            0 .. n-1          cell (r, c) is bit c + 7
 *     column c         n .. 2n-1                     bit r + 7
 *     diagonal  r-c   2n .. 4n-2                     bit c + 7
 *     diagonal  r+c   4n-1 .. 6n-3                   bit c + 7
 *
 * A line is one word, a half for each player: bits 0-31 Black, 32-63 White. A player's half has
 * a 1 for a stone of his and for every bit that is no cell of the board. So a cell reads
 *
 *     Black White            the line of three cells  X . O  on both halves:
 *       0     0    empty
 *       1     0    X              bit  31 ... 10  9 8 7  6 ... 0
 *       0     1    O             Black  1 ...  1  0 0 1  1 ... 1
 *       1     1    wall          White  1 ...  1  1 0 0  1 ... 1
 *
 * and the other player's half is what blocks a player, walls included. Seven bits of wall on either
 * side let every question look seven cells beyond a point. From 19x19 on the last of them lie past
 * the half: lines are therefore rotated, not shifted, and they come from the lowest bits of the
 * other half. */
#pragma once

#include <canopy/kernel.h>

enum { SIZE_MIN = 5, SIZE_TOP = 20, LINES_TOP = 6 * SIZE_TOP - 2, REACH = 7 };

/* What a player has on the board, summed over all lines; `add_stone` keeps it. */
typedef struct tally {
    int32_t shape;      /* weighted live windows, see tally_windows */
    int32_t classic;    /* the `classic-d` score */
    int32_t neighbours; /* the `neighbours` score */
    int16_t fours;      /* live windows with four stones: 0 exactly if no move makes five */
    int16_t threes;     /* ways to a four that is open at both ends */
} tally;

/* Which rows win, and what Black must not do. */
typedef enum rule_set {
    RULES_FREESTYLE, /* five or more win */
    RULES_EXACT,     /* exactly five */
    RULES_RENJU,     /* exactly five for Black, who has forbidden points (renju.h); five or more for
                        White */
    RULES_CARO,      /* five or more, but not five with opposing stones at both ends */
} rule_set;

/* A position. The tallies are kept move by move, so that the evaluation need not look at the board.
 */
typedef struct state {
    uint64_t hash;     /* of size, rules and stones, without the side to move */
    uint64_t exact[2]; /* by player: all ones if exactly five wins, 0 if more do too */
    uint64_t caro;     /* all ones if five between two opposing stones does not win, else 0 */
    tally of[2];       /* by player */
    uint16_t stones;   /* on the board */
    uint16_t inverse;  /* 65536 / size + 1: move * inverse >> 16 is the row */
    uint8_t size, turn, outcome, distance, rules;
    uint32_t candidates[SIZE_TOP]; /* by row, bit = column: the moves, if the game is on */
    uint64_t line[LINES_TOP];      /* only 6 * size - 2 are in use */
} state;

/* Rotates a word to the right, also by 0. */
CN_INLINE uint64_t rotate(uint64_t word, int by) {
    return word >> by | word << (-by & 63);
}

/* ---- windows --------------------------------------------------------------------------------
 * A window is five cells in a line, named by its lowest bit. It is live for a player if he can
 * still make five there: no wall, no opposing stone and, where exactly five wins, no own stone next
 * to either end; under caro rules not an opposing stone next to both. All of a word's windows are
 * counted at once by adding five shifted copies bit by bit. The words may be whole lines or several
 * short lanes, as long as shifts by up to five bring nothing foreign into the windows the caller
 * looks at. */

typedef struct windows {
    uint64_t one, two, three, four, five; /* live windows with that many stones */
    uint64_t open; /* windows of `three` that a stone makes a four open at both ends */
} windows;

/* Counts the windows of a player whose half of a line is `mine`. `dead` collects the windows that
 * are not live; the rest is a full adder for each bit: ones, twos and fours of the number of
 * stones. */
CN_INLINE windows count_windows(uint64_t mine, uint64_t theirs, uint64_t exact, uint64_t caro) {
    const uint64_t own = mine & ~theirs, stones = theirs & ~mine;
    uint64_t dead = theirs | theirs >> 1;
    dead |= dead >> 2 | theirs >> 4 | (exact & (own << 1 | own >> 5));
    dead |= caro & stones << 1 & stones >> 5;
    const uint64_t a = own, b = own >> 1, c = own >> 2, d = own >> 3, e = own >> 4;
    const uint64_t low = a ^ b ^ c, low_carry = (a & b) | (c & (a ^ b));
    const uint64_t ones = low ^ d ^ e, carry = (low & d) | (e & (low ^ d));
    const uint64_t twos = (low_carry ^ carry) & ~dead, fours = low_carry & carry & ~dead;
    windows w;
    w.one = ones & ~low_carry & ~carry & ~dead;
    w.two = twos & ~ones;
    w.three = twos & ones;
    w.four = fours & ~ones;
    w.five = fours & ones;
    /* Empty, four cells with three stones, empty; and both windows in it live. */
    w.open = w.three & ~own & ~(own >> 5) & ~(dead >> 1);
    return w;
}

/* ---- the neighbourhood of a point -------------------------------------------------------------
 * Four lanes of 16 bits (row, column, diagonals), the point at bit 7 of each, seven cells on either
 * side. One word a player, in the code of the lines. */

#define LANES(bits) ((uint64_t)(bits)*UINT64_C(0x0001000100010001))
#define CENTRE      LANES(1 << REACH)
#define THROUGH     LANES(0x00f8) /* windows through the point: they begin at bits 3 to 7 */
#define TOUCHED5    LANES(0x01fc) /* and those that the point bounds, where six is too many */
#define TOUCHED6    LANES(0x01fe) /* the same for windows of six */

/* The cells around a point, a word of four lanes for each player. */
typedef struct around {
    uint64_t half[2];
} around;

/* Cuts the four lanes through a point out of the lines, two lines in one word at a time. */
CN_INLINE around look_around(const state *s, int row, int column) {
    const int n = s->size;
    const uint64_t lane = UINT64_C(0x00007fff00007fff);
    const uint64_t *line = s->line;
    const uint64_t straight =
        (rotate(line[row], column) & lane) | (rotate(line[n + column], row) & lane) << 16;
    const uint64_t slanted = (rotate(line[3 * n - 1 + row - column], column) & lane) |
                             (rotate(line[4 * n - 1 + row + column], column) & lane) << 16;
    return (around){
        {(uint32_t)straight | slanted << 32, straight >> 32 | (slanted & ~(uint64_t)UINT32_MAX)}};
}

/* `plain` says that five or more win in any case, so that a caller who passes a constant gets code
 * without what the other rules ask. */
CN_INLINE windows windows_around(const state *s, const around *a, int player, bool plain) {
    return count_windows(a->half[player], a->half[player ^ 1], plain ? 0 : s->exact[player],
                         plain ? 0 : s->caro);
}

/* ---- tallies ---- */

/* How many bits are set. */
CN_INLINE int bits(uint64_t word) {
    return __builtin_popcountll(word);
}

/* Worth of a live window by its stones. Strength hardly depends on it: in self-play at depth 4
 * flatter (1, 3, 8) and steeper (1, 8, 40) weights scored 49 % of 400 games against these. A four
 * is a threat, not a shape, and counts as the three it grew from. */
enum { SHAPE_ONE = 1, SHAPE_TWO = 6, SHAPE_THREE = 24 };

/* Adds the windows that a point touches to a player's tally (sign 1), or takes them out (-1). A
 * move does so before and after the stone is put, so that only what changed is counted. */
CN_INLINE void tally_windows(const state *s, const around *a, int player, bool plain, int sign,
                             tally *t) {
    const windows w = windows_around(s, a, player, plain);
    t->shape += sign * (SHAPE_ONE * bits(w.one & TOUCHED5) + SHAPE_TWO * bits(w.two & TOUCHED5) +
                        SHAPE_THREE * bits((w.three | w.four) & TOUCHED5));
    t->fours = (int16_t)(t->fours + sign * bits(w.four & TOUCHED5));
    t->threes = (int16_t)(t->threes + sign * bits(w.open & TOUCHED6));
}

/* Runs of two, three and four with a cell on either side: 5, 50, 500 if one of these is empty and
 * the other holds an opposing stone, twice that if both are empty; and 10000 for each window of
 * five stones. A wall is neither empty nor a stone. Half the score is counted from either end. */
CN_INLINE int classic_around(const around *a, int player) {
    const uint64_t mine = a->half[player], theirs = a->half[player ^ 1];
    const uint64_t own = mine & ~theirs, empty = ~(mine | theirs), end = ~mine;
    const uint64_t two = own >> 1 & own >> 2, three = two & own >> 3, four = three & own >> 4;
    const uint64_t r2 = LANES(0x00f0), r3 = LANES(0x00f8), r4 = LANES(0x00fc);
    return 5 * (bits(two & empty & end >> 3 & r2) + bits(two & end & empty >> 3 & r2)) +
           50 * (bits(three & empty & end >> 4 & r3) + bits(three & end & empty >> 4 & r3)) +
           500 * (bits(four & empty & end >> 5 & r4) + bits(four & end & empty >> 5 & r4)) +
           10000 * bits(four & own & THROUGH);
}

/* The same score of one whole line, for runs of one length (2 to 5): the mover's minus the other's.
 */
static inline int classic_line(uint64_t line, int mover, int run) {
    static const int worth[] = {0, 0, 5, 50, 500, 10000};
    int value = 0;
    for (int i = 0; i < 2; i++) {
        const int player = i == 0 ? mover : mover ^ 1;
        const uint32_t mine = (uint32_t)(line >> 32 * player);
        const uint32_t theirs = (uint32_t)(line >> 32 * (player ^ 1));
        const uint32_t own = mine & ~theirs, empty = ~(mine | theirs), end = ~mine;
        uint32_t stones = own; /* bit b: a run of that many from b on */
        for (int k = 1; k < run; k++) stones &= own >> k;
        /* A five counts as it is; shorter runs with both cells beside them. */
        const uint32_t runs = stones >> 1;
        const int found = run == 5 ? bits(stones)
                                   : bits(runs & empty & end >> (run + 1)) +
                                         bits(runs & end & empty >> (run + 1));
        value += (i == 0 ? 1 : -1) * worth[run] * found;
    }
    return value;
}

/* ---- stones ---- */

/* The key of a stone, of which the hash of a board is the XOR. */
CN_INLINE uint64_t stone_key(int row, int column, int player) {
    return cn_mix64(UINT64_C(0x676f6d6f6b750000) + (uint64_t)(row * 64 + column * 2 + player));
}

/* The stones of a row, bit = column. In the lines a stone is set for one player only, a wall for
 * both. */
CN_INLINE uint32_t row_stones(const state *s, int row) {
    return (uint32_t)(s->line[row] ^ s->line[row] >> 32) >> REACH;
}

/* The columns within the state's distance of this one. */
CN_INLINE uint32_t near_columns(int n, int column, int distance) {
    const uint32_t span = (2u << 2 * distance) - 1;
    return (uint32_t)((uint64_t)span << column >> distance) & ((1u << n) - 1);
}

/* Everything but the tallies. */
CN_INLINE void mark_stone(state *s, int row, int column, int player) {
    const int n = s->size;
    const uint64_t across = UINT64_C(1) << (REACH + column + 32 * player);
    s->line[row] |= across;
    s->line[n + column] |= UINT64_C(1) << (REACH + row + 32 * player);
    s->line[3 * n - 1 + row - column] |= across;
    s->line[4 * n - 1 + row + column] |= across;
    s->hash ^= stone_key(row, column, player);
    const int d = s->distance;
    if (d > 0) {
        /* The centre of an empty board is a candidate only as long as it is empty. */
        if (s->stones == 0) memset(s->candidates, 0, sizeof s->candidates);
        const uint32_t near = near_columns(n, column, d);
        const int last = row + d < n ? row + d : n - 1;
        for (int r = row > d ? row - d : 0; r <= last; r++) {
            s->candidates[r] |= near & ~row_stones(s, r);
        }
    }
    s->candidates[row] &= ~(1u << column);
    s->stones++;
}

/* Puts a stone on an empty point and returns whether it makes five. */
CN_INLINE bool put_stone(state *s, int row, int column, int player, bool plain) {
    around a = look_around(s, row, column);
    const uint64_t own = a.half[player] & ~a.half[player ^ 1];
    s->of[player].neighbours += 2 * bits(own & LANES(5 << (REACH - 1)));
    for (int i = 0; i < 2; i++) {
        tally_windows(s, &a, i, plain, -1, &s->of[i]);
        s->of[i].classic -= classic_around(&a, i);
    }
    a.half[player] |= CENTRE;
    for (int i = 0; i < 2; i++) {
        tally_windows(s, &a, i, plain, 1, &s->of[i]);
        s->of[i].classic += classic_around(&a, i);
    }
    mark_stone(s, row, column, player);
    return (windows_around(s, &a, player, plain).five & THROUGH) != 0;
}

/* put_stone compiled for freestyle rules, and for all others. */
CN_NOINLINE bool put_plain_stone(state *s, int row, int column, int player) {
    return put_stone(s, row, column, player, true);
}

CN_NOINLINE bool put_ruled_stone(state *s, int row, int column, int player) {
    return put_stone(s, row, column, player, false);
}

/* The same, compiled for the rules in force: this is three quarters of an alpha-beta search. */
CN_INLINE bool add_stone(state *s, int row, int column, int player) {
    return s->rules == RULES_FREESTYLE ? put_plain_stone(s, row, column, player)
                                       : put_ruled_stone(s, row, column, player);
}

/* The state without stones. */
static inline void clear_board(state *s, int n, rule_set rules, int distance) {
    const uint64_t yes = ~UINT64_C(0);
    *s = (state){.exact = {rules == RULES_EXACT || rules == RULES_RENJU ? yes : 0,
                           rules == RULES_EXACT ? yes : 0},
                 .caro = rules == RULES_CARO ? yes : 0,
                 .rules = (uint8_t)rules,
                 .inverse = (uint16_t)(65536 / n + 1),
                 .size = (uint8_t)n,
                 .distance = (uint8_t)distance};
    s->hash = cn_mix64(UINT64_C(0x676f6d6f6b758000) + (uint64_t)(n + 32 * (int)rules));
    for (int i = 0; i < 6 * n - 2; i++) s->line[i] = ~UINT64_C(0);
    for (int row = 0; row < n; row++) {
        for (int column = 0; column < n; column++) {
            const uint64_t both = UINT64_C(0x0000000100000001) << REACH;
            s->line[row] &= ~(both << column);
            s->line[n + column] &= ~(both << row);
            s->line[3 * n - 1 + row - column] &= ~(both << column);
            s->line[4 * n - 1 + row + column] &= ~(both << column);
        }
        const bool middle = row == n / 2 || row == (n - 1) / 2;
        s->candidates[row] = distance == 0 ? (1u << n) - 1
                             : middle      ? 1u << n / 2 | 1u << (n - 1) / 2
                                           : 0;
    }
}
