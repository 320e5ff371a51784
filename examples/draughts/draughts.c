/* English draughts (American checkers), a game with two kinds of pieces and long captures, as a
 * plugin.
 *
 *     cc -O3 -shared -fPIC -Iinclude -o draughts.so examples/draughts/draughts.c
 *     canopy --plugin ./draughts.so play draughts
 *
 * The dark squares are numbered as draughts players do, but from 0: square / 4 is the row from the
 * bottom, and in each row the dark squares count from the right.
 *
 *      8  . 31. 30. 29. 28       Black begins, at the bottom, and goes up; White goes down. A man
 * that …                         enters the far row becomes a king, which goes both ways.
 *      3  11. 10. 9 . 8 .
 *      2  . 7 . 6 . 5 . 4        Who can take must take, and goes on taking with the same piece
 *      1  3 . 2 . 1 . 0 .        while that is possible: all of it is one move.
 *         a b c d e f g h
 *
 * A move is from + 32 * to + 1024 * route. Routes count the different ways in which a piece can
 * jump from one square to another, in the order in which they are found: nearly always there is
 * only one. */
#include <canopy/grid.h>
#include <canopy/kernel.h>

/* Jumps go two rows and two columns, so a piece only ever lands on 8 squares, between which there
 * are 9 jumps; and no piece is taken twice. */
enum { JUMPS_MAX = 9, ROUTES_MAX = 30, MOVES_MAX = 200 };

/* Without padding: two equal positions are equal byte by byte. */
typedef struct state {
    uint32_t pieces[2]; /* a bit for each square */
    uint32_t kings;     /* of both sides */
    uint8_t turn;
    uint8_t outcome; /* a cn_outcome, kept by play */
    uint8_t quiet;   /* plies since a man moved or a piece was taken */
    uint8_t limit;   /* the game is drawn when `quiet` reaches it */
} state;

/* One capture: the squares it touches, from the first to the last, and what it takes. */
typedef struct route {
    int jumps;
    uint8_t square[JUMPS_MAX + 1];
    uint32_t taken;
} route;

/* ---- squares ---- */

/* From the bottom. */
static int row_of(int square) {
    return square >> 2;
}

/* From the left. */
static int column_of(int square) {
    return 7 - 2 * (square & 3) - !(row_of(square) & 1);
}

/* The next square in a direction (bit 0: to the left, bit 1: downwards), or -1. */
static int step(int square, int direction) {
    const int row = row_of(square) + (direction & 2 ? -1 : 1);
    const int place = (square & 3) + (direction & 1) - (row_of(square) & 1);
    return row < 0 || row > 7 || place < 0 || place > 3 ? -1 : row << 2 | place;
}

static bool has(uint32_t set, int square) {
    return set >> square & 1;
}

/* Men of player 0 use directions 0 and 1, those of player 1 2 and 3; kings all. */
static bool may_go(const state *s, int from, int direction) {
    return direction >> 1 == s->turn || has(s->kings, from);
}

static int far_row(int player) {
    return player == 0 ? 7 : 0;
}

/* ---- captures ---- */

/* Where a piece lands that jumps from `at`, or -1. `free`: the empty squares, and the piece's own.
 */
static int jump(const state *s, uint32_t free, uint32_t taken, int at, int direction) {
    const int over = step(at, direction);
    if (over < 0 || !has(s->pieces[s->turn ^ 1] & ~taken, over)) return -1;
    const int to = step(over, direction);
    return to >= 0 && has(free, to) ? to : -1;
}

/* Adds every way to go on from where this route is; one that cannot go on is complete. */
static int extend(const state *s, const route *r, route *list, int count) {
    const int from = r->square[0], at = r->square[r->jumps];
    const uint32_t free = ~(s->pieces[0] | s->pieces[1]) | 1u << from;
    const bool crowned = !has(s->kings, from) && row_of(at) == far_row(s->turn);
    bool ends = true;
    for (int direction = 0; direction < 4 && !crowned; direction++) {
        if (!may_go(s, from, direction)) continue;
        const int to = jump(s, free, r->taken, at, direction);
        if (to < 0) continue;
        ends = false;
        route next = *r;
        next.square[++next.jumps] = (uint8_t)to;
        next.taken |= 1u << step(at, direction);
        count = extend(s, &next, list, count);
    }
    if (ends && r->jumps > 0 && count < ROUTES_MAX) list[count++] = *r;
    return count;
}

static int routes(const state *s, int from, route list[ROUTES_MAX]) {
    const route start = {.square = {(uint8_t)from}};
    return extend(s, &start, list, 0);
}

static int last_of(const route *r) {
    return r->square[r->jumps];
}

/* The place of list[i] among those that end on the same square. */
static int number_of(const route *list, int i) {
    int number = 0;
    for (int k = 0; k < i; k++) number += last_of(&list[k]) == last_of(&list[i]);
    return number;
}

/* ---- rules ---- */

static cn_move code(int from, int to, int number) {
    return (cn_move)(from | to << 5 | number << 10);
}

static int from_square(cn_move move) {
    return move & 31;
}

static int to_square(cn_move move) {
    return move >> 5 & 31;
}

/* Steps go to a neighbouring row; jumps never do. */
static bool is_step(cn_move move) {
    const int rows = row_of(from_square(move)) - row_of(to_square(move));
    return rows == 1 || rows == -1;
}

/* The capture that a legal move means. */
static bool find_route(const state *s, cn_move move, route *found) {
    route list[ROUTES_MAX];
    const int count = routes(s, from_square(move), list);
    for (int i = 0; i < count; i++) {
        if (last_of(&list[i]) != to_square(move) || number_of(list, i) != move >> 10) continue;
        *found = list[i];
        return true;
    }
    return false;
}

CN_GRID_TURNS(state)

static int captures(const state *s, cn_move *moves) {
    route list[ROUTES_MAX];
    int count = 0;
    for (uint32_t own = s->pieces[s->turn]; own; own &= own - 1) {
        const int from = __builtin_ctz(own), n = routes(s, from, list);
        for (int i = 0; i < n && count < MOVES_MAX; i++) {
            moves[count++] = code(from, last_of(&list[i]), number_of(list, i));
        }
    }
    return count;
}

static int steps(const state *s, cn_move *moves) {
    const uint32_t all = s->pieces[0] | s->pieces[1];
    int count = 0;
    for (uint32_t own = s->pieces[s->turn]; own; own &= own - 1) {
        const int from = __builtin_ctz(own);
        for (int direction = 0; direction < 4; direction++) {
            const int to = step(from, direction);
            if (to < 0 || has(all, to) || !may_go(s, from, direction)) continue;
            moves[count++] = code(from, to, 0);
        }
    }
    return count;
}

/* Who has no move has lost; else a long time without progress is a draw. */
static cn_outcome outcome_of(const state *s) {
    cn_move list[MOVES_MAX];
    if (steps(s, list) == 0 && captures(s, list) == 0) return cn_win_of(s->turn ^ 1);
    return s->quiet >= s->limit ? CN_DRAW : CN_ONGOING;
}

static int moves(const void *p, cn_move *list) {
    const state *s = p;
    if (s->outcome != CN_ONGOING) return 0;
    const int count = captures(s, list);
    return count ? count : steps(s, list);
}

static void play(void *p, cn_move move) {
    state *s = p;
    const uint32_t from = 1u << from_square(move), to = 1u << to_square(move);
    const bool king = s->kings & from;
    route r = {0};
    if (!is_step(move)) find_route(s, move, &r);
    s->pieces[s->turn] = (s->pieces[s->turn] & ~from) | to;
    s->pieces[s->turn ^ 1] &= ~r.taken;
    s->kings &= ~(from | r.taken);
    if (king || row_of(to_square(move)) == far_row(s->turn)) s->kings |= to;
    s->quiet = king && !r.taken ? (uint8_t)(s->quiet + 1) : 0;
    s->turn ^= 1;
    s->outcome = (uint8_t)outcome_of(s);
}

/* The quiet plies decide when the game is drawn, so they are part of the position. */
static uint64_t hash(const void *p) {
    const state *s = p;
    const uint64_t h = cn_mix64((uint64_t)s->kings << 16 | (uint64_t)(s->quiet << 1) | s->turn);
    return cn_mix64(h ^ ((uint64_t)s->pieces[0] << 32 | s->pieces[1]));
}

/* ---- heuristic and hints ---- */

static int worth(const state *s, int player) {
    int sum = 170 * __builtin_popcount(s->pieces[player] & s->kings);
    for (uint32_t men = s->pieces[player] & ~s->kings; men; men &= men - 1) {
        const int row = row_of(__builtin_ctz(men));
        sum += 100 + 3 * (player == 0 ? row : 7 - row);
    }
    return sum;
}

static int eval(const void *p, int heuristic) {
    const state *s = p;
    (void)heuristic;
    return worth(s, s->turn) - worth(s, s->turn ^ 1);
}

/* Long captures first, then whoever is in front. */
static int order(const void *p, cn_move move) {
    const state *s = p;
    const int row = row_of(to_square(move));
    route r = {0};
    if (!is_step(move)) find_route(s, move, &r);
    return 100 * r.jumps + (s->turn == 0 ? row : 7 - row);
}

static const cn_rules rules = {
    .state_size = sizeof(state),
    .moves_max = MOVES_MAX,
    .move_codes = ROUTES_MAX << 10,
    .pass = CN_MOVE_NONE,
    CN_RULES_NEEDED,
    .order = order,
};
CN_KERNELS(draughts, rules, state);

/* ---- positions ---- */

static const char cells[] = ".bwBW";

static const cn_option options[] = {
    CN_OPT_INT("quiet", 2, 250, "80",
               "a draw after so many plies in which no man moves and nothing is taken"),
    {.name = NULL},
};

static cn_status setup(const cn_value *values, void *p, const cn_variant **variant,
                       cn_error *error) {
    (void)error;
    *(state *)p = (state){.pieces = {0x00000fff, 0xfff00000}, .limit = (uint8_t)values[0].integer};
    *variant = &draughts;
    return CN_OK;
}

/* The piece on a cell of the drawing goes to its square. */
static cn_status put(state *s, int cell, int what, cn_error *error) {
    const int row = 7 - cell / 8, column = cell % 8, player = cn_cell_player(what);
    const int square = row * 4 + (7 - column) / 2;
    if (what == 0) return CN_OK;
    if (column_of(square) != column) {
        return cn_fail(error, CN_BAD_INPUT, "`%c` stands on the light square %c%d", cells[what],
                       'a' + column, row + 1);
    }
    s->pieces[player] |= 1u << square;
    if (cn_cell_piece(what) == 1) {
        s->kings |= 1u << square;
    } else if (row == far_row(player)) {
        return cn_fail(error, CN_BAD_INPUT, "the man `%c` on %c%d would be a king, `%c`",
                       cells[what], 'a' + column, row + 1, cells[what + 2]);
    }
    return CN_OK;
}

/* Cells, side, and the quiet plies, if there are any: "… w 12". */
static cn_status parse(const cn_value *values, const char *text, void *p,
                       const cn_variant **variant, cn_error *error) {
    state *s = p;
    uint8_t cell[64];
    int side = 0, quiet = 0, length = 0;
    cn_status status = setup(values, p, variant, error);
    if (status == CN_OK) status = cn_grid_read(cells, 8, 8, text, cell, &text, error);
    if (status == CN_OK) status = cn_grid_read_side(cells, text, &side, &text, error);
    if (status != CN_OK) return status;
    if (sscanf(text, " %d%n", &quiet, &length) == 1) text += length;
    status = cn_grid_read_end(text, error);
    if (status != CN_OK) return status;
    if (quiet < 0 || quiet > s->limit) {
        return cn_fail(error, CN_BAD_INPUT, "%d quiet plies: expected 0 to %d", quiet, s->limit);
    }
    s->pieces[0] = s->pieces[1] = 0;
    for (int i = 0; i < 64; i++) {
        status = put(s, i, cell[i], error);
        if (status != CN_OK) return status;
    }
    for (int player = 0; player < 2; player++) {
        if (__builtin_popcount(s->pieces[player]) <= 12) continue;
        return cn_fail(error, CN_BAD_INPUT, "more than 12 pieces of %s",
                       player ? "White" : "Black");
    }
    if (!s->pieces[side ^ 1]) {
        return cn_fail(error, CN_BAD_INPUT, "`%c` is to move, but the other side has no pieces",
                       cells[1 + side]);
    }
    s->turn = (uint8_t)side;
    s->quiet = (uint8_t)quiet;
    s->outcome = (uint8_t)outcome_of(s);
    return CN_OK;
}

static int cell_at(int square) {
    return (7 - row_of(square)) * 8 + column_of(square);
}

static const cn_grid grid = {8, 8, .from_top = false};

static void draw(const void *p, cn_board *board) {
    const state *s = p;
    cn_grid_draw(board, grid);
    for (int i = 0; i < 32; i++) {
        const int piece = has(s->pieces[0], i) ? 1 : has(s->pieces[1], i) ? 2 : 0;
        board->cell[cell_at(i)] = (uint8_t)(has(s->kings, i) ? piece + 2 : piece);
    }
    if (s->quiet) {
        snprintf(board->note, sizeof board->note, "%d plies without progress; a draw at %d",
                 s->quiet, s->limit);
    }
}

static size_t print(const void *p, char *text, size_t size) {
    const state *s = p;
    cn_board board;
    draw(p, &board);
    size_t n = cn_grid_print(cells, &board, s->turn, text, size);
    if (s->quiet) n += (size_t)snprintf(text + n, size - n, " %d", s->quiet);
    return n;
}

static void print_options(const void *p, char text[CN_OPTIONS_TEXT]) {
    snprintf(text, CN_OPTIONS_TEXT, "quiet=%d", ((const state *)p)->limit);
}

/* ---- moves as text: c3-d4, c3xe5, and c3xe5xg3 where there are two ways from c3 to g3 ---- */

static int from_of(const void *p, cn_move move) {
    (void)p;
    return cell_at(from_square(move));
}

static int cell_of(const void *p, cn_move move) {
    (void)p;
    return cell_at(to_square(move));
}

static size_t add_square(char *text, char mark, int square) {
    return (size_t)sprintf(text, "%.1s%c%d", mark ? &mark : "", 'a' + column_of(square),
                           1 + row_of(square));
}

static void print_route(const route *r, bool whole, char text[CN_MOVE_TEXT]) {
    size_t n = add_square(text, '\0', r->square[0]);
    for (int i = whole ? 1 : r->jumps; i <= r->jumps; i++) {
        n += add_square(text + n, 'x', r->square[i]);
    }
}

static void print_move(const void *p, cn_move move, char text[CN_MOVE_TEXT]) {
    route r;
    if (is_step(move) || !find_route(p, move, &r)) {
        const size_t n = add_square(text, '\0', from_square(move));
        add_square(text + n, is_step(move) ? '-' : 'x', to_square(move));
        return;
    }
    route other;
    const bool whole = move >> 10 > 0 || find_route(p, (cn_move)(move + (1 << 10)), &other);
    print_route(&r, whole, text);
}

/* One square: a number from 1, as players of draughts write, or a point like c3. */
static cn_status read_square(const char *text, int *square, const char **end, cn_error *error) {
    int number = 0, length = 0;
    cn_move cell;
    *square = 0;
    if (*text >= '0' && *text <= '9') {
        sscanf(text, "%2d%n", &number, &length);
        *end = text + length;
        *square = number - 1;
        if (number >= 1 && number <= 32) return CN_OK;
        return cn_fail(error, CN_BAD_INPUT, "square %d: squares have the numbers 1 to 32", number);
    }
    const cn_status status = cn_grid_read_point(grid, text, &cell, end, error);
    if (status != CN_OK) return status;
    *square = (7 - cell / 8) * 4 + (7 - cell % 8) / 2;
    if (cell_at(*square) == cell) return CN_OK;
    return cn_fail(error, CN_BAD_INPUT, "`%.2s` is a light square; pieces stand on dark ones",
                   text);
}

/* The capture along these squares, or the only one between the first and the last of two. */
static cn_status pick_route(const state *s, const route *given, cn_move *move, cn_error *error) {
    route list[ROUTES_MAX];
    const int from = given->square[0], to = last_of(given), n = routes(s, from, list);
    int found = 0;
    *move = code(from, to, 0); /* not legal, if it is not found below */
    for (int i = 0; i < n; i++) {
        if (last_of(&list[i]) != to) continue;
        if (given->jumps > 1 && (given->jumps != list[i].jumps ||
                                 memcmp(given->square, list[i].square, (size_t)given->jumps))) {
            continue;
        }
        *move = code(from, to, number_of(list, i));
        if (given->jumps == list[i].jumps) return CN_OK; /* every square is named */
        found++;
    }
    if (found == 0 && given->jumps > 1) {
        return cn_fail(error, CN_BAD_INPUT, "nothing can be taken along these squares");
    }
    if (found < 2) return CN_OK;
    char one[CN_MOVE_TEXT];
    print_move(s, *move, one);
    return cn_fail(error, CN_BAD_INPUT,
                   "there are %d ways to take from there to there; name all squares, like %s",
                   found, one);
}

static cn_status parse_move(const void *p, const char *text, cn_move *move, const char **end,
                            cn_error *error) {
    const state *s = p;
    route given = {.jumps = -1};
    const char *at = text;
    bool more = true;
    while (more && given.jumps < JUMPS_MAX) {
        int square;
        if (given.jumps == 0 && !*at) {
            return cn_fail(error, CN_BAD_INPUT, "`%.12s`: expected two squares, like c3-d4", text);
        }
        const cn_status status = read_square(at, &square, end, error);
        if (status != CN_OK) return status;
        given.square[++given.jumps] = (uint8_t)square;
        const bool mark = **end && strchr("-xX:", **end);
        more = mark || given.jumps == 0; /* c3d4 is read too */
        at = *end + mark;
    }
    *move = code(given.square[0], last_of(&given), 0);
    if (given.jumps == 1 && is_step(*move)) return CN_OK;
    return pick_route(s, &given, move, error);
}

static const cn_named heuristics[] = {
    {"material", "men and how far they are, and kings"},
    {NULL, NULL},
};

static const cn_piece pieces[] = {{"man", NULL}, {"king", "♛"}, {NULL, NULL}};

static const cn_game game = {
    CN_GAME_NEEDED,
    .name = "draughts",
    .title = "Draughts",
    .summary = "English draughts: take the other's pieces by jumping over them",
    .text = "Black begins. Men go one step diagonally forward on the dark squares; a man that "
            "enters the far row becomes a king, which goes forward and backward. A piece takes by "
            "jumping over a piece of the other side onto the free square behind it, and goes on "
            "while it can; a man that becomes a king stops there. Who can take must take, but may "
            "choose what. Who cannot move has lost. After 80 plies (option quiet) in which no man "
            "moved and nothing was taken the game is drawn.",
    .notation = "Moves are the squares that a piece leaves and enters: c3-d4, with x where it "
                "takes: c3xe5, and all squares between where there are several ways: c3xe5xg3. "
                "Squares may also be numbers from 1 (g1) to 32 (b8), as in 11-15. A position is "
                "rows from the top, men b and w, kings B and W, the side to move, and how many "
                "plies there was no progress, if any.",
    .example = "c3-d4 f6-e5 d4xf6 g7xe5 g3-f4 e5xg3",
    .player = {"Black", "White"},
    .glyph = {" ·", " ⛂", " ⛀", " ⛃", " ⛁"},
    .pieces = pieces,
    .style = CN_STYLE_CHEQUERED,
    .score_unit = 1,
    .eval_scale = 120,
    .from_of = from_of,
    .print_options = print_options,
};

CN_PLUGIN(game)
