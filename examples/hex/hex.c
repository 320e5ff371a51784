/* Hex, a whole game as a plugin: one file that needs nothing but the headers of Canopy.
 *
 *     cc -O3 -shared -fPIC -Iinclude -o hex.so examples/hex/hex.c
 *     canopy --plugin ./hex.so games
 *
 * Players take turns to fill a cell of a rhombus of hexagons. Red connects the top edge with the
 * bottom edge, Blue the left edge with the right one; somebody always does, and only one can.
 *
 *        a   b   c
 *      1   0   1   2          a move is the number of its cell: row * size + column;
 *        2   3   4   5        the neighbours of 4 (b2) are 1 and 2 above it, 3 and 5 beside it,
 *          3   6   7   8      6 and 7 below it
 *
 * In a square drawing each row has moved half a cell to the left of the one above it, so that a
 * cell touches the one above and the one above to the right, but not the one above to the left.
 *
 * A player's stones are rows of bits from the edge where that player starts: Red's rows are the
 * rows of the board, Blue's rows are its columns. Mirroring the rhombus along its long diagonal
 * keeps neighbours neighbours, so one function, "do these rows connect the first with the last?",
 * serves both. */
#include <canopy/grid.h>
#include <canopy/kernel.h>

enum { SIDE_MIN = 2, SIDE_MAX = 11, CELLS_MAX = SIDE_MAX * SIDE_MAX };

/* Rows 1 to size hold the board; the empty rows 0 and size + 1 spare the neighbours a test. */
typedef struct rows {
    uint16_t row[SIDE_MAX + 2];
} rows;

/* No pointers, and no bytes that differ between two equal positions: there is no padding here. */
typedef struct state {
    rows stones[2]; /* each in its player's own rows */
    uint8_t size;
    uint8_t turn;
    uint8_t filled;  /* cells */
    uint8_t outcome; /* a cn_outcome, kept by play, so that `over` is one load */
} state;

/* ---- connections ---- */

/* The cells that touch a cell of `from`, in row r. */
static unsigned around(const rows *from, int r) {
    const unsigned above = from->row[r - 1], here = from->row[r], below = from->row[r + 1];
    return above | above >> 1 | here << 1 | here >> 1 | below | below << 1;
}

/* Grows `reach` through cells of `through` that touch it, until nothing changes. Down and up by
 * turns: a chain that winds k times between the edges takes k rounds. */
static void flood(const rows *through, int size, rows *reach) {
    for (bool grown = true; grown;) {
        grown = false;
        for (int i = 1; i < 2 * size; i++) {
            const int r = i <= size ? i : 2 * size - i;
            unsigned now = reach->row[r], before = now;
            do { /* along the row */
                before = now;
                reach->row[r] = (uint16_t)now;
                now |= around(reach, r) & through->row[r];
                grown |= now != before;
            } while (now != before);
        }
    }
}

/* The stones connected with the player's first edge. */
static rows from_first_edge(const rows *own, int size) {
    rows reach = {{0}};
    reach.row[1] = own->row[1];
    flood(own, size, &reach);
    return reach;
}

static bool connects(const rows *own, int size) {
    /* Most positions have a row without a stone: no chain crosses it. */
    for (int r = 1; r <= size; r++) {
        if (!own->row[r]) return false;
    }
    return from_first_edge(own, size).row[size] != 0;
}

/* ---- rules ---- */

static void put(state *s, int player, int cell) {
    const int r = cell / s->size, c = cell % s->size;
    if (player == 0) {
        s->stones[0].row[r + 1] |= (uint16_t)(1 << c);
    } else {
        s->stones[1].row[c + 1] |= (uint16_t)(1 << r);
    }
    s->filled++;
}

/* 0 empty, 1 Red, 2 Blue. */
static int cell_at(const state *s, int r, int c) {
    return (s->stones[0].row[r + 1] >> c & 1) | (s->stones[1].row[c + 1] >> r & 1) << 1;
}

CN_GRID_TURNS(state)

static int moves(const void *p, cn_move *list) {
    const state *s = p;
    if (s->outcome != CN_ONGOING) return 0; /* no moves exactly if the game is over */
    int count = 0;
    for (int r = 0; r < s->size; r++) {
        for (int c = 0; c < s->size; c++) {
            list[count] = (cn_move)(r * s->size + c);
            count += cell_at(s, r, c) == 0;
        }
    }
    return count;
}

static int count(const void *p) {
    const state *s = p;
    return s->outcome != CN_ONGOING ? 0 : s->size * s->size - s->filled;
}

static void play(void *p, cn_move move) {
    state *s = p;
    put(s, s->turn, move);
    if (connects(&s->stones[s->turn], s->size)) s->outcome = (uint8_t)cn_win_of(s->turn);
    s->turn ^= 1;
}

/* From values, not from the bytes of the state: those would depend on the byte order. */
static uint64_t hash(const void *p) {
    const state *s = p;
    /* Mixed before the rows come in, or a stone could cancel the side to move. */
    uint64_t h = cn_mix64((uint64_t)(s->size << 1 | s->turn));
    for (int r = 1; r <= s->size; r++) {
        h = cn_mix64(h ^ ((uint64_t)s->stones[0].row[r] << 32 | s->stones[1].row[r]));
    }
    return h;
}

/* ---- a faster playout ---- */

/* The board as it is after the first `count` of these moves. */
static state after(const state *from, const cn_move *list, int count) {
    state s = *from;
    for (int i = 0; i < count; i++) put(&s, s.turn ^ (i & 1), list[i]);
    return s;
}

/* Stones after a connection do not undo it, so a random game may as well fill the whole board: a
 * shuffle, and one look at who is connected. The trail must stop where the game did; as a
 * connection stays, halving finds the place. */
static cn_outcome playout(void *p, int policy, cn_rng *rng, cn_trail *trail) {
    (void)policy;
    state *s = p;
    cn_move list[CELLS_MAX];
    const int count = moves(s, list);
    if (count == 0) return over(s);
    for (int i = count - 1; i > 0; i--) {
        const uint32_t k = cn_rng_below(rng, (uint32_t)i + 1);
        const cn_move swap = list[i];
        list[i] = list[k];
        list[k] = swap;
    }
    const state full = after(s, list, count);
    const int winner = connects(&full.stones[0], s->size) ? 0 : 1;
    if (trail) {
        int low = 0, high = count; /* not connected after `low` moves, connected after `high` */
        while (high - low > 1) {
            const int middle = (low + high) / 2;
            const state there = after(s, list, middle);
            *(connects(&there.stones[winner], s->size) ? &high : &low) = middle;
        }
        for (int i = 0; i < high; i++) cn_trail_add(trail, s->turn ^ (i & 1), list[i]);
    }
    s->outcome = (uint8_t)cn_win_of(winner);
    return over(s);
}

/* ---- heuristic and hints ---- */

/* The empty cells, in a player's own rows. */
static rows empties(const state *s, int player) {
    const rows *own = &s->stones[player], *other = &s->stones[player ^ 1];
    const unsigned all = (1u << s->size) - 1;
    rows empty = {{0}};
    for (int r = 1; r <= s->size; r++) {
        unsigned theirs = 0; /* column r - 1 of the other player's rows */
        for (int c = 1; c <= s->size; c++) {
            theirs |= (unsigned)(other->row[c] >> (r - 1) & 1) << (c - 1);
        }
        empty.row[r] = (uint16_t)(all & ~(own->row[r] | theirs));
    }
    return empty;
}

/* How many more stones the player needs for a connection if the other one passes: each step takes
 * all empty cells next to what was reached, and the stones connected with them. */
static int distance(const state *s, int player) {
    const rows *own = &s->stones[player], empty = empties(s, player);
    rows reach = from_first_edge(own, s->size);
    for (int steps = 0; steps <= CELLS_MAX; steps++) {
        if (reach.row[s->size]) return steps;
        rows next = reach;
        for (int r = 1; r <= s->size; r++) {
            const unsigned edge = r == 1 ? empty.row[1] : 0;
            next.row[r] |= (uint16_t)((around(&reach, r) & empty.row[r]) | edge);
        }
        flood(own, s->size, &next);
        reach = next;
    }
    return CELLS_MAX; /* cut off: the other player is connected */
}

/* "distance": stones still missing, the opponent's minus one's own. */
static int eval(const void *p, int heuristic) {
    const state *s = p;
    (void)heuristic;
    return 100 * (distance(s, s->turn ^ 1) - distance(s, s->turn));
}

/* An empty cell that touches both what is connected with the first edge and what is connected with
 * the last one. */
static cn_move forced(const void *p, int budget, cn_forced *win) {
    (void)budget;
    win->plies = 1;
    const state *s = p;
    if (s->outcome != CN_ONGOING) return CN_MOVE_NONE;
    const int size = s->size;
    const rows *own = &s->stones[s->turn], empty = empties(s, s->turn);
    const rows first = from_first_edge(own, size);
    rows last = {{0}};
    last.row[size] = own->row[size];
    flood(own, size, &last);
    for (int r = 1; r <= size; r++) {
        const unsigned to_first = r == 1 ? ~0u : around(&first, r);
        const unsigned to_last = r == size ? ~0u : around(&last, r);
        const unsigned wins = empty.row[r] & to_first & to_last;
        if (!wins) continue;
        const int c = __builtin_ctz(wins);
        return (cn_move)(s->turn == 0 ? (r - 1) * size + c : c * size + r - 1);
    }
    return CN_MOVE_NONE;
}

/* From the middle outwards. */
static int order(const void *p, cn_move move) {
    const state *s = p;
    const int r = 2 * (move / s->size) + 1 - s->size, c = 2 * (move % s->size) + 1 - s->size;
    return -(r * r + c * c + r * c);
}

/* ---- symmetry: half a turn ---- */

static cn_move symmetry_move(const void *p, int k, cn_move move) {
    const int size = ((const state *)p)->size;
    return k ? (cn_move)(size * size - 1 - move) : move;
}

static void symmetry(const void *p, int k, void *image) {
    const state *s = p;
    state *out = image;
    *out = *s;
    if (k == 0) return;
    out->stones[0] = out->stones[1] = (rows){{0}};
    out->filled = 0;
    for (int i = 0; i < s->size * s->size; i++) {
        const int cell = cell_at(s, i / s->size, i % s->size);
        if (cell) put(out, cell - 1, symmetry_move(s, k, (cn_move)i));
    }
}

/* ---- learning: stones as bits, a bit for each cell ---- */

static void planes(const void *p, uint64_t *own, uint64_t *opp) {
    const state *s = p;
    const int words = (s->size * s->size + 63) / 64;
    memset(own, 0, sizeof *own * (size_t)words);
    memset(opp, 0, sizeof *opp * (size_t)words);
    for (int player = 0; player < 2; player++) {
        uint64_t *plane = player == s->turn ? own : opp;
        for (int r = 0; r < s->size; r++) {
            for (unsigned left = s->stones[player].row[r + 1]; left; left &= left - 1) {
                const int c = __builtin_ctz(left);
                const int cell = player == 0 ? r * s->size + c : c * s->size + r;
                plane[cell / 64] |= 1ull << cell % 64;
            }
        }
    }
}

static const cn_rules rules = {
    .state_size = sizeof(state),
    .moves_max = CELLS_MAX,
    .move_codes = CELLS_MAX,
    .pass = CN_MOVE_NONE,
    .symmetries = 2,
    CN_RULES_NEEDED,
    .count = count,
    .playout = playout,
    .order = order,
    .forced = forced,
    .symmetry = symmetry,
    .symmetry_move = symmetry_move,
    .planes = planes,
};
CN_KERNELS(hex, rules, state);

/* ---- positions and notation ---- */

static const char cells[] = ".RB";

static const cn_option options[] = {
    CN_OPT_INT("size", SIDE_MIN, SIDE_MAX, "5", "rows and columns"),
    {.name = NULL},
};

static cn_status setup(const cn_value *values, void *p, const cn_variant **variant,
                       cn_error *error) {
    (void)error; /* the one option has been checked */
    *(state *)p = (state){.size = (uint8_t)values[0].integer};
    *variant = &hex;
    return CN_OK;
}

/* The size is that of the text. */
static cn_status parse(const cn_value *values, const char *text, void *p,
                       const cn_variant **variant, cn_error *error) {
    state *s = p;
    cn_diagram d;
    int size;
    cn_status status = setup(values, p, variant, error);
    if (status == CN_OK) status = cn_grid_square(text, SIDE_MIN, SIDE_MAX, &size, error);
    if (status == CN_OK) status = cn_grid_parse(cells, size, size, text, &d, error);
    if (status == CN_OK) status = cn_grid_alternates(cells, &d, error);
    if (status != CN_OK) return status;
    const int side = d.side;
    s->size = (uint8_t)size;
    for (int i = 0; i < size * size; i++) {
        if (d.cell[i]) put(s, d.cell[i] - 1, i);
    }
    if (connects(&s->stones[side], s->size)) {
        return cn_fail(error, CN_BAD_INPUT, "`%c` is connected but is to move", cells[1 + side]);
    }
    s->turn = (uint8_t)side;
    if (connects(&s->stones[side ^ 1], s->size)) s->outcome = (uint8_t)cn_win_of(side ^ 1);
    return CN_OK;
}

static cn_grid grid_of(const void *p) {
    const int size = ((const state *)p)->size;
    return (cn_grid){size, size, .from_top = true};
}

static void draw(const void *p, cn_board *board) {
    const state *s = p;
    cn_grid_draw(board, grid_of(p));
    for (int i = 0; i < s->size * s->size; i++) {
        board->cell[i] = (uint8_t)cell_at(s, i / s->size, i % s->size);
    }
    snprintf(board->note, sizeof board->note,
             "each row is half a cell left of the one above; Red joins top and bottom");
}

CN_GRID_PRINT
CN_GRID_MOVES(grid_of)

static void print_options(const void *p, char text[CN_OPTIONS_TEXT]) {
    snprintf(text, CN_OPTIONS_TEXT, "size=%d", ((const state *)p)->size);
}

static const cn_named heuristics[] = {
    {"distance", "stones still missing for a connection, the opponent's minus one's own"},
    {NULL, NULL},
};

static const cn_learning learning = {.alike = CN_ALIKE_TRANSPOSED};

static const cn_game game = {
    CN_GAME_NEEDED,
    .name = "hex",
    .title = "Hex",
    .summary = "connect two opposite edges of a rhombus of hexagons",
    .text = "Players take turns to put a stone on an empty cell; Red moves first. Red wins by "
            "connecting the top edge with the bottom edge, Blue by connecting the left edge with "
            "the right edge. There are no draws. A cell touches its two neighbours in the row, the "
            "cells above and above to the right, and the cells below and below to the left.",
    .notation = "Moves are a column letter and a row number from the top: a1 is the top left cell. "
                "A position is rows from the top and the side to move: R../.B./... R",
    .example = "c3 c2 d2 b4 b3 a3 d1 b2 c4 b5 c5",
    .player = {"Red", "Blue"},
    .glyph = {" ·", "🔴", "🔵"},
    .style = CN_STYLE_HEXES,
    .score_unit = 1,
    .sgf = 11,
    .learning = &learning,
    .print_options = print_options,
};

/* The one symbol that cn_game_load looks for. */
CN_PLUGIN(game)
