/* A board that knows at every empty cell what a stone of either player would make there.
 *
 * The expert and the forced-win search play and take back moves on it, millions a second; the rules
 * keep their own small state. It is built from such a state when a search begins and belongs to one
 * thread. What a stone makes is read from the tables of shapes.h, for the few cells that see a new
 * stone. Counters of the cells' classes then tell at once whether a position is decided. */
#pragma once

#include "games/gomoku/shapes.h"

/* ---- the board ---- */

/* A cell of the board, or of the border around it, which is `taken`. */
typedef struct spot {
    spot_info info[2]; /* by player */
    uint8_t pair[4]; /* by direction: line classes of both players; kept while a stone lies there */
    uint16_t code[2]; /* by player: of the four line classes */
    cn_move move;
    uint8_t taken; /* 0 empty, else a stone or the world beyond the edge */
    uint8_t row, column;
} spot;

/* The board. */
typedef struct patterns {
    uint64_t hash; /* without the side to move */
    int n, turn, stones;
    rule_set rules;
    uint64_t worth[2];              /* by player: sum of info >> WORTH_AT over the empty cells */
    int16_t count[2][CELL_CLASSES]; /* by player: empty cells of a class from MAKES_THREE on */
    uint64_t set[2][SETS][MOVES_TOP / 64 + 1]; /* by player: which cells, bit = move */
    uint32_t near[SIZE_TOP];                   /* by row: cells near a stone, stones included */
    uint64_t line[4][2 * SIZE_TOP];
    uint16_t at[MOVES_TOP]; /* of a move: its spot */
    spot cell[(SIZE_TOP + 2 * EDGE) * STRIDE];
} patterns;

/* A cell that sees a new stone, as it was before. */
typedef struct change {
    spot_info info[2];
    spot *cell;
    uint16_t code[2];
    uint8_t direction, pair;
} change;

/* What a move changed. */
typedef struct undo {
    uint64_t worth[2];
    int16_t class_count[2][CELL_CLASSES];
    uint32_t near[7];
    int count;
    change change[4 * 2 * EDGE];
} undo;

static const int step_of[4] = {1, STRIDE, STRIDE + 1, 1 - STRIDE};

/* The line through a cell in a direction, and the cell's place in it. */
CN_INLINE uint64_t *line_of(patterns *b, const spot *c, int direction, int *at) {
    const int row = c->row, column = c->column;
    *at = direction == 1 ? row : column;
    return &b->line[direction][direction == 0   ? row
                               : direction == 1 ? column
                               : direction == 2 ? b->n - 1 + row - column
                                                : row + column];
}

/* Whether a cell is in a set of a player. */
CN_INLINE bool set_has(const patterns *b, int player, int set, cn_move move) {
    return b->set[player][set][move >> 6] >> (move & 63) & 1;
}

/* Takes a cell into the set of its class, or out of it. */
CN_INLINE void toggle_class(patterns *b, const spot *c, int player, int class) {
    if (class < MAKES_THREE) return;
    b->set[player][set_of(class)][c->move >> 6] ^= UINT64_C(1) << (c->move & 63);
}

/* Counts a cell of a class for a player (sign 1) or no longer (-1). */
CN_INLINE void count_class(patterns *b, const spot *c, int player, int class, int sign) {
    if (class < MAKES_THREE) return;
    b->count[player][class] = (int16_t)(b->count[player][class] + sign);
    toggle_class(b, c, player, class);
}

/* Counts an empty cell, or one on which a stone comes to lie no longer. */
CN_INLINE void count_cell(patterns *b, const spot *c, int sign) {
    for (int player = 0; player < 2; player++) {
        b->worth[player] += (uint64_t)sign * (c->info[player] >> WORTH_AT);
        count_class(b, c, player, info_class(c->info[player]), sign);
    }
}

/* A cell has become something else for a player: the sums and counters follow. */
CN_INLINE void change_info(patterns *b, spot *c, int player, spot_info now) {
    const spot_info before = c->info[player];
    c->info[player] = now;
    b->worth[player] += (now >> WORTH_AT) - (before >> WORTH_AT);
    count_class(b, c, player, info_class(before), -1);
    count_class(b, c, player, info_class(now), 1);
}

/* The classes of an empty cell in one direction; what follows from them is the caller's. */
CN_INLINE void set_pair(spot *c, int direction, int pair) {
    const int before = c->pair[direction];
    c->pair[direction] = (uint8_t)pair;
    c->code[0] = (uint16_t)(c->code[0] + line_code[pair & 15] - line_code[before & 15]);
    c->code[1] = (uint16_t)(c->code[1] + line_code[pair >> 4] - line_code[before >> 4]);
}

/* A stone came: the cells that see it in one direction. Returns the end of the list of changes. */
CN_INLINE change *refresh_line(patterns *b, spot *c, uint32_t stone, rule_set rules, int direction,
                               change *next) {
    const int reach = rules == RULES_FREESTYLE ? 4 : 5;
    int at;
    uint64_t *line = line_of(b, c, direction, &at);
    *line ^= (uint64_t)stone << 2 * (at + EDGE);
    const uint64_t now = *line;
    for (int k = -reach; k <= reach; k++) {
        spot *other = c + k * step_of[direction];
        if (other->taken || k == 0) continue;
        const int pair = pair_at(now, at + k, rules), before = other->pair[direction];
        if (pair == before) continue;
        *next++ = (change){{other->info[0], other->info[1]},
                           other,
                           {other->code[0], other->code[1]},
                           (uint8_t)direction,
                           (uint8_t)before};
        set_pair(other, direction, pair);
        if ((pair ^ before) & 15) {
            change_info(b, other, 0, info_of(other->code[0], rules == RULES_RENJU));
        }
        if ((pair ^ before) >> 4) change_info(b, other, 1, info_of(other->code[1], false));
    }
    return next;
}

/* A stone came: refreshes all cells that see it, in all four directions. */
CN_INLINE void refresh_around(patterns *b, spot *c, uint32_t stone, rule_set rules, undo *u) {
    change *next = u->change;
    next = refresh_line(b, c, stone, rules, 0, next);
    next = refresh_line(b, c, stone, rules, 1, next);
    next = refresh_line(b, c, stone, rules, 2, next);
    next = refresh_line(b, c, stone, rules, 3, next);
    u->count = (int)(next - u->change);
}

/* Cells worth looking at when there is a stone: two away in any direction, three in a line. */
CN_INLINE void mark_near(patterns *b, int row, int column, undo *u) {
    static const uint32_t span[7] = {0x49, 0x3e, 0x3e, 0x7f, 0x3e, 0x3e, 0x49};
    const uint32_t all = (1u << b->n) - 1;
    for (int i = 0; i < 7; i++) {
        const int r = row + i - 3;
        if (r < 0 || r >= b->n) continue;
        u->near[i] = b->near[r];
        b->near[r] |= (uint32_t)((uint64_t)span[i] << column >> 3) & all;
    }
}

/* Plays for the side to move. */
CN_NOINLINE void patterns_play(patterns *b, cn_move move, undo *u) {
    spot *c = &b->cell[b->at[move]];
    const int player = b->turn;
    memcpy(u->worth, b->worth, sizeof u->worth);
    memcpy(u->class_count, b->count, sizeof u->class_count);
    count_cell(b, c, -1);
    c->taken = (uint8_t)(player + 1);
    if (b->rules == RULES_FREESTYLE) {
        refresh_around(b, c, (uint32_t)player + 1, RULES_FREESTYLE, u);
    } else {
        refresh_around(b, c, (uint32_t)player + 1, b->rules, u);
    }
    mark_near(b, c->row, c->column, u);
    b->hash ^= stone_key(c->row, c->column, player);
    b->stones++;
    b->turn ^= 1;
}

/* Takes the last move back. What the cell was before the stone came is still in it. */
CN_NOINLINE void patterns_undo(patterns *b, cn_move move, const undo *u) {
    spot *c = &b->cell[b->at[move]];
    b->turn ^= 1;
    b->stones--;
    const int player = b->turn;
    b->hash ^= stone_key(c->row, c->column, player);
    for (int i = 0; i < 7; i++) {
        const int r = c->row + i - 3;
        if (r >= 0 && r < b->n) b->near[r] = u->near[i];
    }
    for (int d = 0; d < 4; d++) {
        int at;
        uint64_t *line = line_of(b, c, d, &at);
        *line ^= ((uint64_t)player + 1) << 2 * (at + EDGE);
    }
    for (int i = 0; i < u->count; i++) {
        const change *was = &u->change[i];
        spot *other = was->cell;
        other->pair[was->direction] = was->pair;
        for (int side = 0; side < 2; side++) {
            if (other->info[side] == was->info[side]) continue;
            toggle_class(b, other, side, info_class(other->info[side]));
            toggle_class(b, other, side, info_class(was->info[side]));
            other->info[side] = was->info[side];
        }
        memcpy(other->code, was->code, sizeof other->code);
    }
    c->taken = 0;
    for (int side = 0; side < 2; side++) toggle_class(b, c, side, info_class(c->info[side]));
    memcpy(b->worth, u->worth, sizeof b->worth);
    memcpy(b->count, u->class_count, sizeof b->count);
}

/* Makes the board of a state: first the lines, then what each empty cell is. */
CN_NOINLINE void patterns_load(patterns *b, const state *s) {
    const int n = s->size;
    memset(b, 0, sizeof *b);
    b->n = n;
    b->rules = (rule_set)s->rules;
    b->turn = s->turn;
    b->stones = s->stones;
    b->hash = s->hash;
    memset(b->line, 0xff, sizeof b->line);
    for (size_t i = 0; i < sizeof b->cell / sizeof *b->cell; i++) b->cell[i].taken = 3;
    for (int move = 0; move < n * n; move++) {
        const int row = move / n, column = move % n;
        const uint64_t both = s->line[row] >> (REACH + column);
        const uint32_t stone = (uint32_t)((both & 1) | (both >> 32 & 1) << 1);
        b->at[move] = (uint16_t)((row + EDGE) * STRIDE + column + EDGE);
        spot *c = &b->cell[b->at[move]];
        *c = (spot){.move = (cn_move)move,
                    .taken = (uint8_t)stone,
                    .row = (uint8_t)row,
                    .column = (uint8_t)column};
        for (int d = 0; d < 4; d++) {
            int at;
            uint64_t *line = line_of(b, c, d, &at);
            *line ^= (uint64_t)(stone ^ 3) << 2 * (at + EDGE);
        }
        undo unused;
        if (stone) mark_near(b, row, column, &unused);
    }
    for (int move = 0; move < n * n; move++) {
        spot *c = &b->cell[b->at[move]];
        if (c->taken) continue;
        for (int d = 0; d < 4; d++) {
            int at;
            const uint64_t line = *line_of(b, c, d, &at);
            const int pair = pair_at(line, at, b->rules);
            c->pair[d] = (uint8_t)pair;
            for (int player = 0; player < 2; player++) {
                c->code[player] = (uint16_t)(c->code[player] + line_code[pair >> 4 * player & 15]);
            }
        }
        for (int player = 0; player < 2; player++) {
            c->info[player] = info_of(c->code[player], b->rules == RULES_RENJU && player == 0);
        }
        count_cell(b, c, 1);
    }
}

/* The cell of a move. */
CN_INLINE spot *spot_of(patterns *b, cn_move move) {
    return &b->cell[b->at[move]];
}

/* The evaluation's sum for a player who is to move, or who is not. */
CN_INLINE int sum_moving(const patterns *b, int player) {
    return (int)(b->worth[player] & WORTH_MASK) - WORTH_ZERO * (b->n * b->n - b->stones);
}

CN_INLINE int sum_waiting(const patterns *b, int player) {
    return (int)(b->worth[player] >> WORTH_BITS) - WORTH_ZERO * (b->n * b->n - b->stones);
}

/* The first cell of a set that is not empty. */
CN_INLINE cn_move first_of(const patterns *b, int player, int set) {
    const uint64_t *words = b->set[player][set];
    int i = 0;
    while (!words[i]) i++;
    return (cn_move)(64 * i + __builtin_ctzll(words[i]));
}

/* Appends the cells of a set. */
CN_INLINE int list_set(const patterns *b, int player, int set, cn_move *list, int count) {
    for (int i = 0; i <= MOVES_TOP / 64; i++) {
        for (uint64_t left = b->set[player][set][i]; left; left &= left - 1) {
            list[count++] = (cn_move)(64 * i + __builtin_ctzll(left));
        }
    }
    return count;
}

/* The empty cells near a stone. */
CN_INLINE int list_near(const patterns *b, cn_move *list) {
    int count = 0;
    for (int row = 0; row < b->n; row++) {
        for (uint32_t left = b->near[row]; left; left &= left - 1) {
            const spot *c = &b->cell[(row + EDGE) * STRIDE + __builtin_ctz(left) + EDGE];
            if (!c->taken) list[count++] = c->move;
        }
    }
    return count;
}
