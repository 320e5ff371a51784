/* Tic-Tac-Toe, and the model of a game file: copy this folder to start a game of your own.
 * Everything a game can have is here in its smallest form, in the order of all game files: the
 * state, the rules, symmetry, heuristics, an expert, notation, and the table of the game.
 * canopy/game.h says what each function must do; those marked optional there can be left out.
 *
 * Cell and bit numbers, and their names:
 *
 *     3 | 0 1 2
 *     2 | 3 4 5
 *     1 | 6 7 8
 *         a b c
 *
 * A move is the number of its cell. */
#include <canopy/grid.h>
#include <canopy/kernel.h>

enum { SIDE = 3, CELLS = SIDE * SIDE, FULL = (1 << CELLS) - 1 };

/* All that the rules depend on. No pointers: a state is copied by memcpy and sent as it is. */
typedef struct state {
    uint16_t own[2]; /* the cells of each player */
    uint8_t turn;
    uint8_t outcome; /* a cn_outcome, kept by play */
} state;

/* The rows, columns and diagonals, each as a set of cells; octal, since a row has three. */
static const uint16_t lines[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

/* ---- rules ---- */

CN_GRID_TURNS(state)

/* The empty cells as a set of bits. */
static int empties(const state *s) {
    return FULL & ~(s->own[0] | s->own[1]);
}

/* All legal moves, always in the same order; none once the game is over. */
static int moves(const void *p, cn_move *list) {
    const state *s = p;
    if (s->outcome != CN_ONGOING) return 0;
    int count = 0;
    for (int left = empties(s); left; left &= left - 1) {
        list[count++] = (cn_move)__builtin_ctz((unsigned)left);
    }
    return count;
}

/* Whether a player with these cells has three in a row. */
static bool has_line(unsigned own) {
    for (int i = 0; i < 8; i++) {
        if ((own & lines[i]) == lines[i]) return true;
    }
    return false;
}

/* Plays a legal move in place, and keeps the outcome up to date, so that `over` only looks it up.
 */
static void play(void *p, cn_move move) {
    state *s = p;
    const unsigned own = s->own[s->turn] | 1u << move;
    s->own[s->turn] = (uint16_t)own;
    if (has_line(own)) {
        s->outcome = (uint8_t)cn_win_of(s->turn);
    } else if (empties(s) == 0) {
        s->outcome = CN_DRAW;
    }
    s->turn ^= 1;
}

/* Different for different positions; the side to move is part of the position. */
static uint64_t hash(const void *p) {
    const state *s = p;
    return cn_mix64((uint64_t)s->own[0] | (uint64_t)s->own[1] << 16 | (uint64_t)s->turn << 32);
}

/* How many moves there are, without listing them: for counting leaves fast. */
static int count(const void *p) {
    const state *s = p;
    return s->outcome != CN_ONGOING ? 0 : __builtin_popcount((unsigned)empties(s));
}

/* Takes a random empty cell without listing them. */
static cn_move pick(const void *p, int policy, cn_rng *rng) {
    (void)policy;
    unsigned left = (unsigned)empties(p);
    for (uint32_t skip = cn_rng_below(rng, (uint32_t)__builtin_popcount(left)); skip; skip--) {
        left &= left - 1;
    }
    return (cn_move)__builtin_ctz(left);
}

/* The move that wins at once, if there is one. A budget for longer wins has no use in this game. */
static cn_move forced(const void *p, int budget, cn_forced *win) {
    const state *s = p;
    (void)budget;
    win->plies = 1;
    for (int left = empties(s); left; left &= left - 1) {
        const int cell = __builtin_ctz((unsigned)left);
        if (has_line(s->own[s->turn] | 1u << cell)) return (cn_move)cell;
    }
    return CN_MOVE_NONE;
}

/* ---- symmetry: the eight images of the square ---- */

/* Image number k of a state; k = 0 is the state itself. */
static void symmetry(const void *p, int k, void *image) {
    const state *s = p;
    state *out = image;
    *out = *s;
    out->own[0] = out->own[1] = 0;
    for (int player = 0; player < 2; player++) {
        for (int cell = 0; cell < CELLS; cell++) {
            if (s->own[player] >> cell & 1) {
                out->own[player] |= (uint16_t)(1 << cn_grid_image(SIDE, k, cell));
            }
        }
    }
}

/* The move of image k that a move of the position becomes. */
static cn_move symmetry_move(const void *p, int k, cn_move move) {
    (void)p;
    return (cn_move)cn_grid_image(SIDE, k, move);
}

/* ---- heuristics ---- */

/* Cells of `own` in lines where `other` has none, counted once for each line. */
static int open_lines(unsigned own, unsigned other) {
    int value = 0;
    for (int i = 0; i < 8; i++) {
        if (!(other & lines[i])) value += __builtin_popcount(own & lines[i]);
    }
    return value;
}

/* "lines": cells in lines the opponent has not touched, own minus the opponent's. */
static int eval(const void *p, int heuristic) {
    const state *s = p;
    (void)heuristic;
    const unsigned own = s->own[s->turn], other = s->own[s->turn ^ 1];
    return open_lines(own, other) - open_lines(other, own);
}

/* Which moves a search should try first: the greater, the earlier. */
static int order(const void *p, cn_move move) {
    (void)p;
    return move == 4 ? 2 : move % 2 == 0; /* centre, corners, edges */
}

static const cn_rules rules = {
    .state_size = sizeof(state),
    .moves_max = CELLS,
    .move_codes = CELLS,
    .pass = CN_MOVE_NONE,
    .symmetries = 8,
    CN_RULES_NEEDED,
    .count = count,
    .pick = pick,
    .order = order,
    .forced = forced,
    .symmetry = symmetry,
    .symmetry_move = symmetry_move,
};

/* ---- an expert: what the game knows better than the general search ---- */

/* Alpha-beta to the end of the game on the two players' cells alone, for the owner of `own`. */
static int to_the_end(cn_context *c, unsigned own, unsigned other, int ply, int alpha, int beta) {
    int best = -CN_INFINITY;
    cn_line_clear(c, ply);
    for (unsigned left = FULL & ~(own | other); left && best < beta; left &= left - 1) {
        const unsigned with = own | (left & -left);
        const int floor = best > alpha ? best : alpha;
        int value = 0; /* a full board is a draw */
        if (cn_context_spent(c)) return 0;
        c->nodes++;
        cn_line_clear(c, ply + 1);
        if (has_line(with)) {
            value = CN_WIN - (ply + 1);
        } else if ((with | other) != FULL) {
            value = -to_the_end(c, other, with, ply + 1, -beta, -floor);
            if (c->stopped) return 0;
        }
        if (value > best) best = value;
        if (value > floor) cn_line_set(c, ply, (cn_move)__builtin_ctz(left));
    }
    return best;
}

/* Whether the expert knows the position: all of them in this game. */
static bool perfect_serves(const void *p) {
    (void)p;
    return true;
}

/* The whole rest of the game is the first depth worth searching. */
static int perfect_depth(const void *p, int depth) {
    (void)depth;
    return count(p);
}

/* The expert's search, with the contract of cn_expert.alphabeta: the value for the side to move. */
static int perfect(cn_context *c, const void *p, int depth, int ply, int alpha, int beta) {
    const state *s = p;
    state child;
    if (depth < count(s)) { /* asked not to look so far: as the general search does */
        return cn_alphabeta_node(&rules, c, s, depth, ply, alpha, beta, &child, perfect);
    }
    if (cn_context_stopped(c)) return 0;
    return to_the_end(c, s->own[s->turn], s->own[s->turn ^ 1], ply, alpha, beta);
}

static const cn_expert experts[] = {
    {.name = "perfect",
     .help = "searches to the end of the game on two words",
     .serves = perfect_serves,
     .alphabeta = perfect,
     .next_depth = perfect_depth},
    {.name = NULL},
};
CN_KERNELS_WITH(tictactoe, rules, state, experts);

/* ---- notation ---- */

static const char cells[] = ".xo";

/* The start position; the game has no options to look at. */
static cn_status setup(const cn_value *values, void *p, const cn_variant **variant,
                       cn_error *error) {
    (void)values, (void)error;
    *(state *)p = (state){0};
    *variant = &tictactoe;
    return CN_OK;
}

/* A position from text, refused with a reason if no game can come to it. */
static cn_status parse(const cn_value *values, const char *text, void *p,
                       const cn_variant **variant, cn_error *error) {
    state *s = p;
    cn_diagram d;
    cn_status status = setup(values, p, variant, error);
    if (status == CN_OK) status = cn_grid_parse(cells, SIDE, SIDE, text, &d, error);
    if (status == CN_OK) status = cn_grid_alternates(cells, &d, error);
    if (status != CN_OK) return status;
    for (int i = 0; i < CELLS; i++) {
        if (d.cell[i]) s->own[d.cell[i] - 1] |= (uint16_t)(1 << i);
    }
    const int side = d.side;
    const bool won[2] = {has_line(s->own[0]), has_line(s->own[1])};
    if (won[side]) {
        return cn_fail(error, CN_BAD_INPUT, "`%c` has three in a row but is to move",
                       cells[1 + side]);
    }
    s->turn = (uint8_t)side;
    s->outcome = (uint8_t)(won[side ^ 1]     ? cn_win_of(side ^ 1)
                           : empties(s) == 0 ? CN_DRAW
                                             : CN_ONGOING);
    return CN_OK;
}

/* The shape of the board, from which cells get their names. */
static cn_grid grid_of(const void *p) {
    (void)p;
    return (cn_grid){SIDE, SIDE, .from_top = false};
}

/* The board as front ends show it: 0 empty, 1 the first player's, 2 the second's. */
static void draw(const void *p, cn_board *board) {
    const state *s = p;
    cn_grid_draw(board, grid_of(p));
    board->in_a_row = SIDE;
    for (int i = 0; i < CELLS; i++) {
        board->cell[i] = (uint8_t)((s->own[0] >> i & 1) | (s->own[1] >> i & 1) << 1);
    }
}

CN_GRID_PRINT
CN_GRID_MOVES(grid_of)

/* The tables of the game: options, heuristics, and what protocols call it. */
static const cn_option options[] = {{.name = NULL}};

static const cn_named heuristics[] = {
    {"lines", "cells in lines the opponent has not touched, own minus the opponent's"},
    {NULL, NULL},
};

static const cn_dialect dialects[] = {
    {"uci", "tictactoe", ""},
    {NULL, NULL, NULL},
};

/* Agents for people; see cn_game.levels. */
static const char *const levels[] = {"pvs:depth=1", "pvs:depth=3", "pvs:depth=5", "pvs:depth=9"};

const cn_game CN_GAME(tictactoe) = {
    CN_GAME_NEEDED,
    .name = "tictactoe",
    .title = "Tic-Tac-Toe",
    .summary = "three in a row on 3x3",
    .text =
        "Players take turns to mark an empty cell; x moves first. Three marks in a row, a column "
        "or a diagonal win. A full board without them is a draw, which is what perfect play "
        "gives.",
    .notation = "Moves are a1 to c3, a1 at the bottom left. A position is three rows from the top "
                "and the side to move: x.o/.x./... o",
    .example = "b2 a1 c3 a3 a2 c2 b3 b1 c1",
    .player = {"X", "O"},
    .glyph = {" ·", "❌", "⭕"},
    .style = CN_STYLE_MARKS,
    .score_unit = 1,
    .levels = levels,
    .dialects = dialects,
};
