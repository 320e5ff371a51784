/* A Go board that knows its chains and their liberties, kept up move by move: what playouts with
 * knowledge and priors work on. (The rules in games/go/board.h keep no chains; see there.)
 *
 * Cells have a border, so that neighbours need no tests. On n x n a row has n + 1 cells, the first
 * of which is border, and serves as the right border of the row above as well. On 3x3:
 *
 *      0  1  2  3        . border
 *      4 [5  6  7]       row 3 of the board
 *      8 [9 10 11]       row 2
 *     12 13 ...
 *
 * A chain is named by one of its stones, its head, and is a ring through `next`. Its liberties are
 * bits, `words` words for each head. Sets and counts are exact at all times.
 *
 * Boards up to 9x9 have two words. What is done to all words of a set is written for two and goes
 * on with the others where there are any: a loop from 0 on would call memset for 16 bytes. */
#pragma once

#include "games/go/state.h"

#include <canopy/kernel/inline.h>

/* The size of the board where it is a constant, as games/go/go_nine.c has it; 0: it is that of the
 * state. */
#ifndef GO_FIXED
#define GO_FIXED 0
#endif

enum {
    GO_SIDE_MAX = GO_FIXED ? GO_FIXED : GO_SIZE_MAX,
    GO_CELLS = (GO_SIDE_MAX + 2) * (GO_SIDE_MAX + 1) + 1,
    GO_CELL_WORDS = GO_FIXED ? 2 : 7,
    /* Colours of cells: a player's is 1 + player. */
    GO_EMPTY = 0,
    GO_BORDER = 3,
    GO_NO_CELL = 0,      /* a border cell, and so never a move; also stands for a pass */
    GO_CODE_EDGE = 6561, /* 3^8: is added to the codes of cells at the edge */
    GO_FILTER = 32,      /* words of the filter of past positions */
};

/* The board with its chains. Players are colours 1 (Black) and 2 (White) here. What is "by head" is
 * valid for cells that are heads only. */
typedef struct go_chains {
    go_head *state;       /* whose past superko looks at; its stones are not kept up */
    int n, stride, words; /* words of 64 cells each that hold the board */
    int around[8];        /* the four neighbours, then the four diagonal ones */
    int ko;               /* the cell that the simple ko rule forbids, or GO_NO_CELL */
    int total, past, peak;
    bool exact, filtered;
    uint64_t hash;
    uint64_t empty[GO_CELL_WORDS], stones[2][GO_CELL_WORDS]; /* stones by player */
    uint64_t filter[GO_FILTER]; /* a bit for each past position, by its hash; false alarms */
    uint8_t color[GO_CELLS];
    uint8_t sides[GO_CELLS]; /* colours of the four neighbours, two bits each, border included */
    uint16_t spot[GO_CELLS]; /* the move that a cell is */
    uint16_t code[GO_CELLS]; /* colours of the eight around it in base 3, border counted as empty */
    uint16_t head[GO_CELLS], next[GO_CELLS];
    uint16_t size[GO_CELLS], liberties[GO_CELLS]; /* by head */
    uint64_t free[GO_CELLS * GO_CELL_WORDS];      /* by head: its liberties */
} go_chains;

/* The weight of a cell's colour in the code of the cell in that direction (go_chains.around). */
static const uint16_t go_code_weight[8] = {1, 3, 9, 27, 81, 243, 729, 2187};

/* The shape of the board: rows and columns, cells in a row, words of a set, what is added to a cell
 * to go in a direction, and whether the hash of a board is the board itself. */
CN_INLINE int side_of(const go_chains *b) {
    return GO_FIXED ? GO_FIXED : b->n;
}

CN_INLINE int stride_of(const go_chains *b) {
    return GO_FIXED ? GO_FIXED + 1 : b->stride;
}

CN_INLINE int words_of(const go_chains *b) {
    return GO_FIXED ? GO_CELL_WORDS : b->words;
}

CN_INLINE int step(const go_chains *b, int direction) {
    static const int fixed[8] = {-GO_FIXED - 1, -1,        1,        GO_FIXED + 1,
                                 -GO_FIXED - 2, -GO_FIXED, GO_FIXED, GO_FIXED + 2};
    return GO_FIXED ? fixed[direction] : b->around[direction];
}

CN_INLINE bool is_exact(const go_chains *b) {
    return !GO_FIXED && b->exact;
}

/* Sets of cells: adding a cell, dropping one, asking for one. */
CN_INLINE void bit_on(uint64_t *bits, int cell) {
    bits[cell >> 6] |= UINT64_C(1) << (cell & 63);
}

CN_INLINE void bit_off(uint64_t *bits, int cell) {
    bits[cell >> 6] &= ~(UINT64_C(1) << (cell & 63));
}

CN_INLINE bool bit_in(const uint64_t *bits, int cell) {
    return bits[cell >> 6] >> (cell & 63) & 1;
}

/* The first cell of a set that is not empty. */
CN_INLINE int first_bit(const uint64_t *bits) {
    int i = 0;
    while (!bits[i]) i++;
    return 64 * i + __builtin_ctzll(bits[i]);
}

/* Counting, emptying, copying and joining the sets of a board, in its number of words. */
CN_INLINE int count_bits(const go_chains *b, const uint64_t *set) {
    int count = __builtin_popcountll(set[0]) + __builtin_popcountll(set[1]);
    for (int i = 2; i < words_of(b); i++) count += __builtin_popcountll(set[i]);
    return count;
}

CN_INLINE void clear_bits(const go_chains *b, uint64_t *set) {
    set[0] = set[1] = 0;
    for (int i = 2; i < words_of(b); i++) set[i] = 0;
}

CN_INLINE void copy_bits(const go_chains *b, uint64_t *set, const uint64_t *from) {
    set[0] = from[0];
    set[1] = from[1];
    for (int i = 2; i < words_of(b); i++) set[i] = from[i];
}

CN_INLINE void add_bits(const go_chains *b, uint64_t *set, const uint64_t *more) {
    set[0] |= more[0];
    set[1] |= more[1];
    for (int i = 2; i < words_of(b); i++) set[i] |= more[i];
}

/* All neighbours of the cells of a set, cells of the border among them. Rows need no masks: there
 * is a cell of the border between two of them. */
CN_INLINE void spread_bits(const go_chains *b, uint64_t *out, const uint64_t *set) {
    const int row = stride_of(b), words = words_of(b);
    for (int i = 0; i < words; i++) {
        const uint64_t here = set[i], low = i > 0 ? set[i - 1] : 0;
        const uint64_t high = i + 1 < words ? set[i + 1] : 0;
        out[i] = here << 1 | low >> 63 | here >> 1 | high << 63 | here << row | low >> (64 - row) |
                 here >> row | high << (64 - row);
    }
}

/* The liberties of the chain with this head, as a set. */
CN_INLINE uint64_t *liberties_of(go_chains *b, int head) {
    return &b->free[head * words_of(b)];
}

/* The only liberty of a chain in atari. */
CN_INLINE int last_liberty(go_chains *b, int head) {
    return first_bit(liberties_of(b, head));
}

/* The cell of a move, GO_NO_CELL for a pass. */
CN_INLINE int cell_of_move(const go_chains *b, int move) {
    return move >= side_of(b) * side_of(b)
               ? GO_NO_CELL
               : (move / side_of(b) + 1) * stride_of(b) + move % side_of(b) + 1;
}

/* Where the last move of the state was played, and the one before it. */
CN_INLINE int last_cell(const go_chains *b) {
    return b->state->last ? cell_of_move(b, b->state->last - 1) : GO_NO_CELL;
}

CN_INLINE int cell_before(const go_chains *b) {
    return b->state->before ? cell_of_move(b, b->state->before - 1) : GO_NO_CELL;
}

/* What a stone is in the hash of the board, which is the board itself on 5x5 (see go_is_exact). */
CN_INLINE uint64_t stone_key(const go_chains *b, int color, int cell) {
    const int p = b->spot[cell];
    return is_exact(b) ? UINT64_C(1) << (p + (color - 1) * GO_EXACT_SHIFT) : go_key[color - 1][p];
}

/* What the four neighbours of a cell say together, as bits: one look at a table in place of four at
 * the board. Those that ask for a colour are shifted by it. */
enum {
    GO_SIDES_OPEN = 1,   /* two of them or more are empty */
    GO_SIDES_SPACE = 8,  /* one of them or more is empty */
    GO_SIDES_NEAR = 1,   /* << colour: one of them has that colour */
    GO_SIDES_CLOSED = 8, /* << colour: all have that colour or are border */
};
#define GO_SIDE_IS(s, d, c) (((s) >> 2 * (d)&3) == (c))
#define GO_SIDES_OF(s, c) \
    (GO_SIDE_IS(s, 0, c) + GO_SIDE_IS(s, 1, c) + GO_SIDE_IS(s, 2, c) + GO_SIDE_IS(s, 3, c))
#define GO_SIDES(s)                                                                           \
    ((GO_SIDES_OF(s, 0) >= 2) | (GO_SIDES_OF(s, 0) > 0) << 3 | (GO_SIDES_OF(s, 1) > 0) << 1 | \
     (GO_SIDES_OF(s, 2) > 0) << 2 | (GO_SIDES_OF(s, 1) + GO_SIDES_OF(s, 3) == 4) << 4 |       \
     (GO_SIDES_OF(s, 2) + GO_SIDES_OF(s, 3) == 4) << 5)
#define GO_SIDES4(s)  GO_SIDES(s), GO_SIDES(s + 1), GO_SIDES(s + 2), GO_SIDES(s + 3)
#define GO_SIDES16(s) GO_SIDES4(s), GO_SIDES4(s + 4), GO_SIDES4(s + 8), GO_SIDES4(s + 12)
#define GO_SIDES64(s) GO_SIDES16(s), GO_SIDES16(s + 16), GO_SIDES16(s + 32), GO_SIDES16(s + 48)
static const uint8_t go_sides[256] = {GO_SIDES64(0), GO_SIDES64(64), GO_SIDES64(128),
                                      GO_SIDES64(192)};

CN_INLINE int sides_of(const go_chains *b, int cell) {
    return go_sides[b->sides[cell]];
}

/* Adds the colour of a cell to what those around it know (`times` 1), or takes it out (-1). */
CN_INLINE void paint(go_chains *b, int cell, int color, int times) {
    /* A cell sees this one in the opposite direction, which is where 0123 and 4567 differ by 3. */
    for (int d = 0; d < 4; d++) b->sides[cell + step(b, d)] ^= (uint8_t)(color << 2 * (d ^ 3));
    for (int d = 0; d < 8; d++) {
        uint16_t *code = &b->code[cell + step(b, d)];
        *code = (uint16_t)(*code + times * color * go_code_weight[d ^ 3]);
    }
}

/* Joins two chains under the head of the larger one, so that the heads of fewer stones change.
 * Rings are joined by exchanging the successors of one stone of each. */
CN_INLINE int join_chains(go_chains *b, int one, int two) {
    if (b->size[one] < b->size[two]) {
        const int other = one;
        one = two;
        two = other;
    }
    int cell = two;
    do {
        b->head[cell] = (uint16_t)one;
        cell = b->next[cell];
    } while (cell != two);
    const uint16_t after = b->next[one];
    b->next[one] = b->next[two];
    b->next[two] = after;
    b->size[one] = (uint16_t)(b->size[one] + b->size[two]);
    add_bits(b, liberties_of(b, one), liberties_of(b, two));
    b->liberties[one] = (uint16_t)count_bits(b, liberties_of(b, one));
    return one;
}

/* Takes a chain of this colour off the board; its stones become liberties of the chains around it.
 */
static void take_chain(go_chains *b, int head, int color) {
    int cell = head;
    do {
        b->color[cell] = GO_EMPTY;
        bit_on(b->empty, cell);
        bit_off(b->stones[color - 1], cell);
        b->hash ^= stone_key(b, color, cell);
        paint(b, cell, color, -1);
        cell = b->next[cell];
    } while (cell != head);
    do {
        for (int d = 0; d < 4; d++) {
            const int by = cell + step(b, d);
            if (b->color[by] != 3 - color) continue;
            uint64_t *free = liberties_of(b, b->head[by]);
            if (bit_in(free, cell)) continue;
            bit_on(free, cell);
            b->liberties[b->head[by]]++;
        }
        cell = b->next[cell];
    } while (cell != head);
    b->total -= b->size[head];
}

/* Puts a stone on an empty cell where that is no suicide, and takes what it captures. */
static void put_stone(go_chains *b, int color, int cell) {
    int mine = cell, taken = 0, taken_at = GO_NO_CELL, open = 0;
    uint64_t *free = liberties_of(b, cell);
    clear_bits(b, free);
    b->color[cell] = (uint8_t)color;
    b->head[cell] = b->next[cell] = (uint16_t)cell;
    b->size[cell] = 1;
    b->total++;
    b->hash ^= stone_key(b, color, cell);
    bit_off(b->empty, cell);
    bit_on(b->stones[color - 1], cell);
    paint(b, cell, color, 1);
    for (int d = 0; d < 4; d++) {
        const int by = cell + step(b, d);
        if (b->color[by] != GO_EMPTY) continue;
        bit_on(free, by);
        open++;
    }
    b->liberties[cell] = (uint16_t)open;
    for (int d = 0; d < 4; d++) {
        const int by = cell + step(b, d), owner = b->color[by];
        if (owner == GO_EMPTY || owner == GO_BORDER) continue;
        const int head = b->head[by];
        if (head == mine) continue;
        uint64_t *theirs = liberties_of(b, head);
        if (bit_in(theirs, cell)) {
            bit_off(theirs, cell);
            b->liberties[head]--;
        }
        if (owner == color) {
            mine = join_chains(b, mine, head);
        } else if (b->liberties[head] == 0) {
            taken += b->size[head];
            taken_at = by;
            take_chain(b, head, owner);
        }
    }
    b->ko = taken == 1 && b->size[mine] == 1 && b->liberties[mine] == 1 ? taken_at : GO_NO_CELL;
}

/* ---- what a move would do ---- */

/* The liberties of the chain that a stone on this empty cell would be in, where they are few:
 * 0 is suicide, 1 self-atari, and 2 stands for all above. `size`: if they are fewer than two, how
 * many stones that chain has. */
static int liberties_after(go_chains *b, int color, int cell, int *size) {
    uint64_t free[GO_CELL_WORDS];
    int open = 0, stones = 1, taken = 0;
    uint16_t seen[4];
    int chains = 0;
    clear_bits(b, free);
    for (int d = 0; d < 4; d++) {
        const int by = cell + step(b, d), owner = b->color[by];
        if (owner == GO_EMPTY) {
            bit_on(free, by);
            open++;
        } else if (owner == 3 - color) {
            taken += b->liberties[b->head[by]] == 1;
            if (b->liberties[b->head[by]] == 1) bit_on(free, by);
        } else if (owner == color) {
            const uint16_t head = b->head[by];
            if (b->liberties[head] > 2) return 2;
            bool again = false;
            for (int i = 0; i < chains; i++) again |= seen[i] == head;
            if (again) continue;
            seen[chains++] = head;
            stones += b->size[head];
            add_bits(b, free, liberties_of(b, head));
        }
    }
    *size = stones;
    if (open >= 2) return 2;
    bit_off(free, cell);
    const int count = count_bits(b, free);
    /* A chain of several stones that is taken frees more than the one next to the cell. */
    if (taken && count == 1) {
        for (int d = 0; d < 4; d++) {
            const int by = cell + step(b, d);
            if (b->color[by] != 3 - color || b->liberties[b->head[by]] != 1) continue;
            for (int at = b->next[by]; at != by; at = b->next[at]) {
                for (int e = 0; e < 4; e++) {
                    const int on = at + step(b, e);
                    if (b->color[on] != color) continue;
                    for (int i = 0; i < chains; i++) {
                        if (b->head[on] == seen[i]) return 2;
                    }
                }
            }
        }
    }
    return count < 2 ? count : 2;
}

/* The liberties that a chain has after its owner's stone on one of them, if nothing is taken and
 * the other player has a stone at `without` (or GO_NO_CELL). */
static int liberties_by_running(go_chains *b, int color, int cell, int without) {
    uint64_t free[GO_CELL_WORDS];
    clear_bits(b, free);
    for (int d = 0; d < 4; d++) {
        const int by = cell + step(b, d);
        if (b->color[by] == GO_EMPTY) bit_on(free, by);
        if (b->color[by] == color) add_bits(b, free, liberties_of(b, b->head[by]));
    }
    bit_off(free, cell);
    bit_off(free, without);
    return count_bits(b, free);
}

/* True if this player has an eye there: own stones or the border on all sides, and at most one of
 * the diagonal neighbours is the opponent's, or none at the border. */
CN_INLINE bool is_eye(const go_chains *b, int color, int cell) {
    if (!(sides_of(b, cell) & GO_SIDES_CLOSED << color)) return false;
    int bad = 0, border = 0;
    for (int d = 4; d < 8; d++) {
        const int by = b->color[cell + step(b, d)];
        bad += by == 3 - color;
        border |= by == GO_BORDER;
    }
    return bad + border < 2;
}

/* ---- superko ---- */

/* The entry of the past (games/go/state.h) for a board with this hash and number of stones; `turn`
 * is the player to move there. */
CN_INLINE uint64_t past_entry(const go_chains *b, uint64_t hash, int total, int turn) {
    const int rule = b->state->ko_rule;
    if (is_exact(b)) return hash | (uint64_t)(rule == GO_KO_SITUATIONAL && turn) << GO_EXACT_SIDE;
    return go_entry_hashed(hash, total, rule, turn);
}

/* The word and the bit of the filter that an entry of the past has. A bit that is off says that the
 * entry is not in the past; one that is on may belong to another entry. */
CN_INLINE uint64_t *filter_word(go_chains *b, uint64_t entry, uint64_t *bit) {
    const uint64_t mixed = entry * UINT64_C(0x9e3779b97f4a7c15);
    *bit = UINT64_C(1) << (mixed >> 58);
    return &b->filter[mixed >> 53 & (GO_FILTER - 1)];
}

/* Adds the present board to the past of the state. */
static void add_past(go_chains *b, uint64_t entry) {
    uint64_t bit;
    go_past(b->state)[b->past++] = entry;
    if (b->filtered) *filter_word(b, entry, &bit) |= bit;
    if (b->total > b->peak) b->peak = b->total;
}

/* Whether the board after this move was there before. The filter is made from the past only when a
 * board is first asked for that is not fuller than all before; most playouts have few such moves.
 */
static bool repeats_past(go_chains *b, int color, int cell) {
    if (b->total >= b->peak && !(sides_of(b, cell) & GO_SIDES_NEAR << (3 - color))) return false;
    uint64_t hash = b->hash ^ stone_key(b, color, cell), bit;
    int total = b->total + 1;
    uint16_t seen[4];
    int chains = 0;
    for (int d = 0; d < 4; d++) {
        const int by = cell + step(b, d), head = b->head[by];
        if (b->color[by] != 3 - color || b->liberties[head] != 1) continue;
        bool again = false;
        for (int i = 0; i < chains; i++) again |= seen[i] == head;
        if (again) continue;
        seen[chains++] = (uint16_t)head;
        total -= b->size[head];
        int at = head;
        do {
            hash ^= stone_key(b, 3 - color, at);
            at = b->next[at];
        } while (at != head);
    }
    if (total > b->peak) return false;
    if (!b->filtered) {
        memset(b->filter, 0, sizeof b->filter);
        for (int i = 0; i < b->past; i++) {
            uint64_t *word = filter_word(b, go_past(b->state)[i], &bit);
            *word |= bit;
        }
        b->filtered = true;
    }
    const uint64_t entry = past_entry(b, hash, total, 2 - color);
    if (!(*filter_word(b, entry, &bit) & bit)) return false;
    return seen_before(go_past(b->state), b->past, entry);
}

/* Whether the ko rule in force allows a move that is no suicide. */
CN_INLINE bool ko_allows(go_chains *b, int color, int cell) {
    if (!go_has_past(b->state->ko_rule)) {
        return b->state->ko_rule != GO_KO_SIMPLE || cell != b->ko;
    }
    return !repeats_past(b, color, cell);
}

/* ---- from a state and back ---- */

/* Makes the board of a state, which stays the owner of the past. Stones can be put one by one: a
 * part of a chain always has a liberty where the rest of it will be, so nothing is taken on the way
 * to a legal position. */
static void load_chains(go_chains *b, go_head *h) {
    const int n = h->size, stride = n + 1, cells = (n + 2) * stride + 1;
    b->state = h;
    b->n = n;
    b->stride = stride;
    b->words = n <= 9 ? 2 : (n * stride + n) / 64 + 1;
    const int around[8] = {-stride,     -1,          1,          stride,
                           -stride - 1, -stride + 1, stride - 1, stride + 1};
    memcpy(b->around, around, sizeof around);
    b->exact = go_is_exact(n);
    b->filtered = false;
    b->hash = 0;
    b->total = 0;
    memset(b->empty, 0, sizeof b->empty);
    memset(b->stones, 0, sizeof b->stones);
    memset(b->color, GO_BORDER, (size_t)cells);
    memset(b->code, 0, (size_t)cells * sizeof *b->code);
    const uint64_t *black = go_stones_of(h, 0), *white = go_stones_of(h, 1);
    for (int row = 0, p = 0; row < n; row++) {
        for (int cell = (row + 1) * stride + 1; cell <= (row + 1) * stride + n; cell++, p++) {
            b->color[cell] = GO_EMPTY;
            b->spot[cell] = (uint16_t)p;
            bit_on(b->empty, cell);
        }
    }
    for (int i = 1; i <= n; i++) {
        b->code[stride + i] = b->code[n * stride + i] = GO_CODE_EDGE;
        b->code[i * stride + 1] = b->code[i * stride + n] = GO_CODE_EDGE;
    }
    memset(b->sides, 0, (size_t)cells);
    for (int i = 1; i <= n; i++) {
        b->sides[stride + i] |= GO_BORDER;
        b->sides[i * stride + 1] |= GO_BORDER << 2;
        b->sides[i * stride + n] |= GO_BORDER << 4;
        b->sides[n * stride + i] |= GO_BORDER << 6;
    }
    for (int row = 0, p = 0; row < n; row++) {
        for (int cell = (row + 1) * stride + 1; cell <= (row + 1) * stride + n; cell++, p++) {
            if (bit_in(black, p)) put_stone(b, 1, cell);
            if (bit_in(white, p)) put_stone(b, 2, cell);
        }
    }
    b->ko = h->ko == GO_NO_POINT ? GO_NO_CELL : cell_of_move(b, h->ko);
    b->past = h->past;
    b->peak = h->peak;
}

/* Writes the stones back into the state. */
static void store_stones(const go_chains *b) {
    go_head *h = b->state;
    uint64_t *stones[2] = {go_stones(h, 0), go_stones(h, 1)};
    memset(stones[0], 0, 2 * sizeof(uint64_t) * (size_t)h->words);
    for (int row = 0, p = 0; row < side_of(b); row++) {
        const uint8_t *color = &b->color[(row + 1) * stride_of(b) + 1];
        for (int i = 0; i < side_of(b); i++, p++) {
            if (color[i]) bit_on(stones[color[i] - 1], p);
        }
    }
}
