/* Connect Four: 7x6 by default, and any board of up to 64 bits with 3 to 6 in a row.
 *
 * Columns are numbered 1-9 and then a-g, so that a move is always one character and "4453" is a
 * game. A move is its column from 0. Rows count from the bottom:
 *
 *      6 | .  .  .  .  .  .  .
 *      5 | .  .  .  .  .  .  .
 *      4 | .  .  .  .  .  .  .
 *      3 | .  .  .  .  .  .  .
 *      2 | .  .  .  Y  .  .  .
 *      1 | .  .  .  R  Y  R  .         after 4 4 6 5
 *          1  2  3  4  5  6  7
 *
 * games/connect4/board.h draws the bits. The rules are written once, as functions of the sizes, and
 * compiled twice: for the standard sizes as constants, and for the sizes in the state. */
#include "games/connect4/expert.h"

#include <canopy/grid.h>
#include <canopy/kernel.h>

/* ---- rules ---- */

CN_GRID_TURNS(state)

/* Without branches: which columns are full is hard to predict. */
CN_INLINE int moves(const state *s, sizes z, cn_move *list) {
    if (s->outcome != CN_ONGOING) return 0;
    int count = 0;
    for (int c = 0; c < z.width; c++) {
        list[count] = (cn_move)c;
        count += !column_full(z, s->discs, c);
    }
    return count;
}

CN_INLINE int count(const state *s, sizes z) {
    if (s->outcome != CN_ONGOING) return 0;
    return __builtin_popcountll(landings(z, s->discs));
}

CN_INLINE void play(state *s, sizes z, cn_move column) {
    const uint64_t disc = landing(z, s->discs, column);
    const uint64_t own = s->mover | disc;
    const unsigned won = has_line(z, own), full = (s->discs | disc) == all_cells(z);
    s->mover ^= s->discs;
    s->discs |= disc;
    s->outcome = (uint8_t)(won ? s->turn + 1u : full * CN_DRAW);
    s->turn ^= 1;
}

/* Whose turn it is follows from the number of discs. In each column the sum below is 2^n - 1 for
 * its n discs plus the mover's own, which no other column content has (Pascal Pons); the sizes keep
 * boards of other shapes apart. */
CN_INLINE uint64_t hash(const state *s, sizes z) {
    const uint64_t shape = (uint64_t)(z.width << 8 | z.height << 3 | z.connect);
    return cn_mix64(s->mover + s->discs + shape * UINT64_C(0x9e3779b97f4a7c15));
}

/* Draws again while the column is full. Unlike choosing among the open columns, the draw does not
 * wait for the board, so that the processor makes the next random numbers during this move; and
 * most games end before the columns fill up. */
CN_INLINE cn_move pick(const state *s, sizes z, cn_rng *rng) {
    for (;;) {
        const int column = (int)cn_rng_below(rng, (uint32_t)z.width);
        if (CN_LIKELY(!column_full(z, s->discs, column))) return (cn_move)column;
    }
}

/* A win in three: a move after which two landings win, of which the opponent can take only one, or
 * one that wins above a landing that already does. The opponent must not be able to win first, and
 * where it threatens to, only the move in its way counts. Not inlined: searches that ask only for
 * wins in one should not carry it. */
CN_NOINLINE cn_move win_in_three(const state *s, sizes z) {
    const uint64_t open = landings(z, s->discs), other = s->mover ^ s->discs;
    const uint64_t losses = winning_cells(z, other, s->discs) & open;
    for (uint64_t left = losses ? losses & -losses : open; left; left &= left - 1) {
        const uint64_t cell = left & -left, discs = s->discs | cell;
        const uint64_t after = winning_cells(z, s->mover | cell, discs), next = landings(z, discs);
        const uint64_t theirs = winning_cells(z, other, discs) & next, now = after & next;
        if (!theirs && (now & (now - 1) || now << 1 & after)) {
            return (cn_move)(__builtin_ctzll(cell) / (z.height + 1));
        }
    }
    return CN_MOVE_NONE;
}

CN_INLINE cn_move forced(const state *s, sizes z, int budget, cn_forced *win) {
    if (s->outcome != CN_ONGOING) return CN_MOVE_NONE;
    const uint64_t wins = winning_cells(z, s->mover, s->discs) & landings(z, s->discs);
    win->plies = wins ? 1 : 3;
    if (wins) return (cn_move)(__builtin_ctzll(wins) / (z.height + 1));
    return CN_UNLIKELY(budget > 0) ? win_in_three(s, z) : CN_MOVE_NONE;
}

CN_INLINE void symmetry(const state *s, sizes z, int k, state *image) {
    *image = *s;
    if (k == 0) return;
    image->mover = mirrored(z, s->mover);
    image->discs = mirrored(z, s->discs);
}

/* Half of the cells that are still empty when the winning disc falls, rounded down, plus one. */
static int ending(const void *p, int plies, int *margin) {
    const state *s = p;
    const int cells = s->width * s->height;
    const int disc = plies < 0 ? cells : __builtin_popcountll(s->discs) + plies;
    *margin = plies < 0 ? 0 : (cells + 2 - disc) / 2;
    return disc;
}

static void planes(const void *p, uint64_t *own, uint64_t *opp) {
    const state *s = p;
    *own = s->mover;
    *opp = s->mover ^ s->discs;
}

/* ---- heuristics ---- */

/* The middle column first. */
CN_INLINE int order(sizes z, cn_move column) {
    const int right = z.width - 1 - column;
    return column < right ? column : right;
}

/* Each disc counts its distance from the nearer edge, 0 to 3 on seven columns. */
CN_INLINE int centre(sizes z, uint64_t own) {
    int value = 0;
    for (int i = 1; i < z.width - i; i++) {
        value += __builtin_popcountll(own & columns(z, i, z.width - i));
    }
    return value;
}

/* "threats": empty cells that would complete a line. When all else is filled, the players take the
 * cells of the last column in turn, so a threat in a row that falls to its owner decides the game
 * (Victor Allis, A Knowledge-based Approach of Connect-Four, 1988): with an even number of rows,
 * the first player's in rows 1, 3, 5 and the second player's in rows 2, 4, 6. Two threats one above
 * the other cannot both be stopped. */
enum { DECIDED = 5000, STACKED = 120, IN_STEP = 30, OUT_OF_STEP = 12 };

CN_INLINE int threats_of(uint64_t wins, uint64_t in_step) {
    return IN_STEP * __builtin_popcountll(wins & in_step) +
           OUT_OF_STEP * __builtin_popcountll(wins & ~in_step) +
           STACKED * __builtin_popcountll(wins & wins << 1);
}

CN_INLINE int threats(const state *s, sizes z) {
    const uint64_t other = s->mover ^ s->discs, open = landings(z, s->discs);
    const uint64_t wins = winning_cells(z, s->mover, s->discs);
    if (wins & open) return DECIDED;
    const uint64_t losses = winning_cells(z, other, s->discs), now = losses & open;
    if (now & (now - 1)) return -DECIDED;
    /* Row 0 of a last column is next after (width - 1) * height discs. */
    const int first = ((z.width - 1) * z.height + s->turn) & 1;
    return threats_of(wins, rows_from(z, first)) - threats_of(losses, rows_from(z, first ^ 1)) +
           centre(z, s->mover) - centre(z, other);
}

CN_INLINE int eval(const state *s, sizes z, int heuristic) {
    if (heuristic == 0) return threats(s, z);
    return centre(z, s->mover) - centre(z, s->mover ^ s->discs);
}

/* ---- the two compilations ---- */

/* `play` is small and on every path, but the compiler would call it. */
#define RULES(name, size, known, columns_max)                                 \
    static int name##_moves(const void *p, cn_move *list) {                   \
        return moves(p, size, list);                                          \
    }                                                                         \
    static int name##_count(const void *p) {                                  \
        return count(p, size);                                                \
    }                                                                         \
    CN_INLINE void name##_play(void *p, cn_move move) {                       \
        play(p, size, move);                                                  \
    }                                                                         \
    static uint64_t name##_hash(const void *p) {                              \
        return hash(p, size);                                                 \
    }                                                                         \
    static int name##_eval(const void *p, int heuristic) {                    \
        return eval(p, size, heuristic);                                      \
    }                                                                         \
    static cn_move name##_pick(const void *p, int policy, cn_rng *rng) {      \
        (void)policy;                                                         \
        return pick(p, size, rng);                                            \
    }                                                                         \
    static int name##_order(const void *p, cn_move move) {                    \
        (void)p;                                                              \
        return order(size, move);                                             \
    }                                                                         \
    static cn_move name##_forced(const void *p, int budget, cn_forced *win) { \
        return forced(p, size, budget, win);                                  \
    }                                                                         \
    static void name##_symmetry(const void *p, int k, void *image) {          \
        symmetry(p, size, k, image);                                          \
    }                                                                         \
    static cn_move name##_symmetry_move(const void *p, int k, cn_move move) { \
        (void)p;                                                              \
        return k ? (cn_move)(size.width - 1 - move) : move;                   \
    }                                                                         \
    static const cn_rules name##_rules = {                                    \
        .state_size = sizeof(state),                                          \
        .moves_max = columns_max,                                             \
        .move_codes = columns_max,                                            \
        .pass = CN_MOVE_NONE,                                                 \
        .symmetries = 2,                                                      \
        .turn = turn,                                                         \
        .moves = name##_moves,                                                \
        .play = name##_play,                                                  \
        .over = over,                                                         \
        .hash = name##_hash,                                                  \
        .eval = name##_eval,                                                  \
        .count = name##_count,                                                \
        .pick = name##_pick,                                                  \
        .order = name##_order,                                                \
        .forced = name##_forced,                                              \
        .symmetry = name##_symmetry,                                          \
        .symmetry_move = name##_symmetry_move,                                \
        .planes = planes,                                                     \
        .ending = ending,                                                     \
    };                                                                        \
    EXPERT(name, size, known);                                                \
    CN_KERNELS_WITH(name, name##_rules, state, name##_experts)

RULES(standard, STANDARD, STANDARD, 7);
RULES(general, sizes_of(p), s->sizes, WIDTH_MAX);

/* ---- sizes and positions ---- */

static const char cells[] = ".RY";
static const char column_names[] = "123456789abcdefg";

enum { WIDTH_OPTION, HEIGHT_OPTION, CONNECT_OPTION };

static const cn_option options[] = {
    CN_OPT_INT("width", 1, WIDTH_MAX, "7", "columns; width * (height + 1) is at most 64"),
    CN_OPT_INT("height", 1, HEIGHT_MAX, "6", "rows"),
    CN_OPT_INT("connect", 3, 6, "4", "discs in a line that win"),
    {.name = NULL},
};

/* An empty board of these sizes and the variant that plays it; `refusal` is the status for sizes
 * that do not fit: wrong options, or a wrong text. */
static cn_status start(int width, int height, int connect, cn_status refusal, state *s,
                       const cn_variant **variant, cn_error *error) {
    if (width > WIDTH_MAX || height > HEIGHT_MAX || width * (height + 1) > BITS) {
        return cn_fail(error, refusal,
                       "a board of %d columns and %d rows is too large: expected at most %d "
                       "columns, %d rows and width * (height + 1) <= %d, like 7x6, 8x7 or 9x6",
                       width, height, WIDTH_MAX, HEIGHT_MAX, BITS);
    }
    if (connect > width && connect > height) {
        return cn_fail(error, refusal,
                       "%d in a line do not fit on a board of %d columns and %d rows", connect,
                       width, height);
    }
    *s = (state){.width = (uint8_t)width, .height = (uint8_t)height, .connect = (uint8_t)connect};
    *variant = width == 7 && height == 6 && connect == 4 ? &standard : &general;
    return CN_OK;
}

static cn_status setup(const cn_value *values, void *p, const cn_variant **variant,
                       cn_error *error) {
    return start((int)values[WIDTH_OPTION].integer, (int)values[HEIGHT_OPTION].integer,
                 (int)values[CONNECT_OPTION].integer, CN_BAD_USAGE, p, variant, error);
}

/* One column of this board off the front of the text, or -1. */
static int read_column(const state *s, const char *text) {
    const char *name = *text ? strchr(column_names, tolower((unsigned char)*text)) : NULL;
    return name && name - column_names < s->width ? (int)(name - column_names) : -1;
}

/* Refuses a character that names no column of this board. */
static cn_status bad_column(const state *s, const char *where, char c, cn_error *error) {
    char shown[8];
    const int last = s->width - 1;
    return cn_fail(error, CN_BAD_INPUT, "%s%s is not a column: expected 1-%c%s%.*s", where,
                   cn_grid_show(c, shown), column_names[last < 8 ? last : 8],
                   last > 8 ? " or a-" : "", last > 8, column_names + last);
}

/* A position as the moves that lead to it. */
static cn_status parse_columns(state *s, const char *text, cn_error *error) {
    char where[32];
    for (int ply = 1;; ply++, text++) {
        while (isspace((unsigned char)*text)) text++;
        if (*text == '\0') return CN_OK;
        snprintf(where, sizeof where, "ply %d: ", ply);
        const int column = read_column(s, text);
        if (column < 0) return bad_column(s, where, *text, error);
        if (s->outcome != CN_ONGOING) {
            return cn_fail(error, CN_BAD_INPUT, "%s`%c` comes after the end of the game", where,
                           *text);
        }
        if (column_full(sizes_of(s), s->discs, column)) {
            return cn_fail(error, CN_BAD_INPUT, "%scolumn `%c` is full", where, *text);
        }
        play(s, sizes_of(s), (cn_move)column);
    }
}

/* Puts the discs of a text on the board; each must lie on the floor or on another. */
static cn_status drop_all(state *s, const uint8_t *cell, uint64_t own[2], cn_error *error) {
    own[0] = own[1] = 0;
    for (int i = 0; i < s->width * s->height; i++) {
        const int row = i / s->width, column = i % s->width;
        if (!cell[i]) continue;
        if (row + 1 < s->height && !cell[i + s->width]) {
            return cn_fail(error, CN_BAD_INPUT,
                           "row %d, column %d: `%c` floats, the cell below it is empty", row + 1,
                           column + 1, cells[cell[i]]);
        }
        own[cell[i] - 1] |= UINT64_C(1) << (column * (s->height + 1) + s->height - 1 - row);
    }
    s->discs = own[0] | own[1];
    return CN_OK;
}

/* Rows of cells; the sizes are those of the text. */
static cn_status parse_rows(state *s, const char *text, cn_error *error) {
    cn_diagram d;
    uint64_t own[2];
    cn_status status = cn_grid_parse(cells, s->height, s->width, text, &d, error);
    if (status == CN_OK) status = drop_all(s, d.cell, own, error);
    if (status == CN_OK) status = cn_grid_alternates(cells, &d, error);
    if (status != CN_OK) return status;
    const int side = d.side;
    if (has_line(sizes_of(s), own[side])) {
        return cn_fail(error, CN_BAD_INPUT, "`%c` has %d in a line but is to move", cells[1 + side],
                       s->connect);
    }
    s->mover = own[side];
    s->turn = (uint8_t)side;
    s->outcome = (uint8_t)(has_line(sizes_of(s), own[side ^ 1]) ? cn_win_of(side ^ 1)
                           : s->discs == all_cells(sizes_of(s)) ? CN_DRAW
                                                                : CN_ONGOING);
    return CN_OK;
}

static cn_status parse(const cn_value *values, const char *text, void *p,
                       const cn_variant **variant, cn_error *error) {
    int width = (int)values[WIDTH_OPTION].integer, height = (int)values[HEIGHT_OPTION].integer;
    const int connect = (int)values[CONNECT_OPTION].integer;
    while (isspace((unsigned char)*text)) text++;
    const bool rows = *text && cn_grid_cell(cells, *text) >= 0;
    if (*text == '\0') {
        return cn_fail(error, CN_BAD_INPUT,
                       "the position is empty: expected rows of `%s` or columns like 4453", cells);
    }
    if (rows) {
        int r, c;
        cn_grid_measure(text, &r, &c);
        if (r > 1 || c != width * height) { /* else all rows run together, of the set-up's sizes */
            height = r;
            width = c;
        }
    }
    const cn_status status =
        start(width, height, connect, rows ? CN_BAD_INPUT : CN_BAD_USAGE, p, variant, error);
    if (status != CN_OK) return status;
    return rows ? parse_rows(p, text, error) : parse_columns(p, text, error);
}

/* ---- drawing and notation ---- */

static void draw(const void *p, cn_board *board) {
    const state *s = p;
    const uint64_t red = s->turn ? s->mover ^ s->discs : s->mover;
    cn_grid_draw(board, (cn_grid){s->height, s->width, .from_top = false});
    board->in_a_row = s->connect;
    for (int c = 0; c < s->width; c++) {
        board->column_label[c][0] = column_names[c];
        for (int r = 0; r < s->height; r++) {
            const int bit = c * (s->height + 1) + s->height - 1 - r;
            if (s->discs >> bit & 1) board->cell[r * s->width + c] = red >> bit & 1 ? 1 : 2;
        }
    }
}

CN_GRID_PRINT

static cn_status parse_move(const void *p, const char *text, cn_move *move, const char **end,
                            cn_error *error) {
    const int column = read_column(p, text);
    *end = text;
    if (column < 0) return bad_column(p, "", *text, error);
    *move = (cn_move)column;
    *end = text + 1;
    return CN_OK;
}

static void print_move(const void *p, cn_move move, char text[CN_MOVE_TEXT]) {
    (void)p;
    snprintf(text, CN_MOVE_TEXT, "%c", column_names[move]);
}

static void print_options(const void *p, char text[CN_OPTIONS_TEXT]) {
    const state *s = p;
    snprintf(text, CN_OPTIONS_TEXT, "width=%d height=%d connect=%d", s->width, s->height,
             s->connect);
}

static int cell_of(const void *p, cn_move move) {
    const state *s = p;
    if (column_full(sizes_of(s), s->discs, move)) return -1;
    const int bit = __builtin_ctzll(landing(sizes_of(s), s->discs, move));
    return (s->height - 1 - bit % (s->height + 1)) * s->width + move;
}

static const cn_named heuristics[] = {
    {"threats", "cells that would complete a line, by row and whose turn reaches it; then centre"},
    {"centre", "discs by their distance from the nearer edge, own minus the opponent's"},
    {NULL, NULL},
};

static const cn_dialect dialects[] = {
    {"uci", "cfour", "width=7,height=6,connect=4"},
    {NULL, NULL, NULL},
};

/* Agents for people; see cn_game.levels. Only the strongest sees to the end of the game. */
static const char *const levels[] = {"pvs:depth=2", "pvs:depth=6", "pvs:time=1,expert=off",
                                     "pvs:time=60,hash=256,strategy=ybw,threads=0,book=on"};

static const cn_variant *const variants[] = {&standard, &general, NULL};

/* What a cell is worth depends on whose turn it is and on the row, hardly on the time. */
static const cn_learning learning = {
    .tuples = "walks:50x8+lines:4",
    .phases = 1,
    .solve = 10,
};

const cn_game CN_GAME(connect4) = {
    CN_GAME_NEEDED,
    .name = "connect4",
    .title = "Connect Four",
    .summary = "four in a row, discs fall; 7x6 and others",
    .text = "Players take turns to drop a disc into a column that is not full; it falls to the "
            "lowest empty cell. Red moves first. Four discs of one colour in a row, a column or a "
            "diagonal win; a full board without them is a draw. With perfect play from the empty "
            "7x6 board Red wins with its 21st disc by starting in the middle.",
    .notation = "Moves are columns, 1 to 7 from the left (after 9 come a, b, c…). A position is "
                "rows from the top and the side to move, "
                "......./......./......./......./...Y.../...R... R, or the moves that lead to it, "
                "4453.",
    .example = "1 2 3 7 5 2 1 3 7 1 6 5 1 7 6 1 4",
    .player = {"Red", "Yellow"},
    .glyph = {" ·", "🔴", "🟡"},
    .style = CN_STYLE_DROP,
    .score_unit = 1,
    .eval_scale = 65, /* scripts/calibrate, 250 games of pvs:nodes=20000 */
    .levels = levels,
    .dialects = dialects,
    /* Small matches at 10 ms a move: c=0.7 scored 65 % against 1.4; RAVE, priors and decisive
     * playouts cost more than they gave. */
    .mcts = "c=0.6",
    .learning = &learning,
    .variants = variants,
    .print_options = print_options,
};
