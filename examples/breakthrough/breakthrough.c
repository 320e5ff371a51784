/* Breakthrough (Dan Troyka 2000), a game whose pieces move, as a plugin.
 *
 *     cc -O3 -shared -fPIC -Iinclude -o breakthrough.so examples/breakthrough/breakthrough.c
 *     canopy --plugin ./breakthrough.so play breakthrough
 *
 * Each side fills its two rows with men. A man goes one step straight or diagonally forward to an
 * empty cell, or takes diagonally. Who reaches the far row or takes every man of the other wins.
 *
 *      8  b b b b b b b b       men are bits: row from the top * 8 + column, on boards of any size.
 *      7  b b b b b b b b       White goes up, towards bit 0; Black goes down.
 *      6  . . . . . . . .
 *      …                        A move is the number of its cell (row * size + column) * 3, plus
 *      2  w w w w w w w w       0 to the left, 1 straight, 2 to the right, as seen from below.
 *      1  w w w w w w w w
 *         a b c d e f g h
 */
#include <canopy/grid.h>
#include <canopy/kernel.h>

enum { SIDE_MIN = 4, SIDE_MAX = 8 };

/* Without padding: two equal positions are equal byte by byte. */
typedef struct state {
    uint64_t men[2];
    uint8_t size, turn;
    uint8_t outcome; /* a cn_outcome, kept by play */
    uint8_t zero[5];
} state;

static const uint64_t column_a = 0x0101010101010101;

static uint64_t row_bits(int size, int row) {
    return ((1ull << size) - 1) << (8 * row);
}

static uint64_t board_bits(int size) {
    uint64_t bits = 0;
    for (int r = 0; r < size; r++) bits |= row_bits(size, r);
    return bits;
}

/* ---- rules ---- */

/* One row forward for this player; `way` is -1, 0 or 1 columns. */
static uint64_t step(uint64_t men, int player, int way) {
    if (way < 0) men &= ~column_a;
    if (way > 0) men &= ~(column_a << 7);
    return player == 0 ? men >> (8 - way) : men << (8 + way);
}

/* Where men of the side to move can go to in that direction. */
static uint64_t targets(const state *s, int way) {
    const uint64_t own = s->men[s->turn], other = s->men[s->turn ^ 1];
    const uint64_t taken = way ? own : own | other;
    return step(own, s->turn, way) & board_bits(s->size) & ~taken;
}

CN_GRID_TURNS(state)

static int moves(const void *p, cn_move *list) {
    const state *s = p;
    if (s->outcome != CN_ONGOING) return 0;
    int count = 0;
    uint64_t from[3]; /* the men that have each move: their targets, one row back */
    for (int way = -1; way <= 1; way++) from[way + 1] = step(targets(s, way), s->turn ^ 1, -way);
    for (uint64_t men = from[0] | from[1] | from[2]; men; men &= men - 1) {
        const int bit = __builtin_ctzll(men), cell = bit / 8 * s->size + bit % 8;
        for (int i = 0; i < 3; i++) {
            list[count] = (cn_move)(cell * 3 + i);
            count += (int)(from[i] >> bit & 1);
        }
    }
    return count;
}

static int count(const void *p) {
    const state *s = p;
    if (s->outcome != CN_ONGOING) return 0;
    int sum = 0;
    for (int way = -1; way <= 1; way++) sum += __builtin_popcountll(targets(s, way));
    return sum;
}

static uint64_t bit_of(const state *s, int cell) {
    return 1ull << (cell / s->size * 8 + cell % s->size);
}

static int far_row(const state *s, int player) {
    return player == 0 ? 0 : s->size - 1;
}

static void play(void *p, cn_move move) {
    state *s = p;
    const int player = s->turn;
    const uint64_t from = bit_of(s, move / 3), to = step(from, player, move % 3 - 1);
    s->men[player] ^= from | to;
    s->men[player ^ 1] &= ~to;
    if ((to & row_bits(s->size, far_row(s, player))) || !s->men[player ^ 1]) {
        s->outcome = (uint8_t)cn_win_of(player);
    }
    s->turn ^= 1;
}

static uint64_t hash(const void *p) {
    const state *s = p;
    const uint64_t h = cn_mix64((uint64_t)(s->size << 1 | s->turn));
    return cn_mix64(cn_mix64(h ^ s->men[0]) ^ s->men[1]);
}

/* ---- heuristic and hints ---- */

/* A man's worth by the steps it has made. */
static int worth(const state *s, int player) {
    int sum = 0;
    for (uint64_t men = s->men[player]; men; men &= men - 1) {
        const int row = __builtin_ctzll(men) / 8;
        const int steps = player == 0 ? s->size - 1 - row : row;
        sum += 100 + 4 * steps * steps;
    }
    return sum;
}

static int eval(const void *p, int heuristic) {
    const state *s = p;
    (void)heuristic;
    return worth(s, s->turn) - worth(s, s->turn ^ 1);
}

/* A win at once: a man in front of the far row, or the other's last man to take. */
static cn_move forced(const void *p, int budget, cn_forced *win) {
    const state *s = p;
    (void)budget;
    win->plies = 1;
    cn_move list[CN_MOVES_MAX];
    const uint64_t near = row_bits(s->size, s->turn == 0 ? 1 : s->size - 2);
    const uint64_t other = s->men[s->turn ^ 1];
    if (!(s->men[s->turn] & near) && (other & (other - 1))) return CN_MOVE_NONE;
    const int n = moves(s, list);
    for (int i = 0; i < n; i++) {
        state after = *s;
        play(&after, list[i]);
        if (after.outcome != CN_ONGOING) return list[i];
    }
    return CN_MOVE_NONE;
}

/* Takes first, then whoever is in front. */
static int order(const void *p, cn_move move) {
    const state *s = p;
    const uint64_t to = step(bit_of(s, move / 3), s->turn, move % 3 - 1);
    const int row = move / 3 / s->size;
    return (s->turn == 0 ? s->size - row : row) + (to & s->men[s->turn ^ 1] ? 100 : 0);
}

/* ---- symmetry: left and right ---- */

static cn_move symmetry_move(const void *p, int k, cn_move move) {
    const int size = ((const state *)p)->size, cell = move / 3;
    if (k == 0) return move;
    return (cn_move)((cell / size * size + size - 1 - cell % size) * 3 + 2 - move % 3);
}

static void symmetry(const void *p, int k, void *image) {
    const state *s = p;
    state *out = image;
    *out = *s;
    if (k == 0) return;
    for (int player = 0; player < 2; player++) {
        out->men[player] = 0;
        for (uint64_t men = s->men[player]; men; men &= men - 1) {
            const int bit = __builtin_ctzll(men);
            out->men[player] |= 1ull << (bit / 8 * 8 + s->size - 1 - bit % 8);
        }
    }
}

/* For learning: the men as they are kept. */
static void planes(const void *p, uint64_t *own, uint64_t *opp) {
    const state *s = p;
    *own = s->men[s->turn];
    *opp = s->men[s->turn ^ 1];
}

static const cn_rules rules = {
    .state_size = sizeof(state),
    .moves_max = 3 * 2 * SIDE_MAX,
    .move_codes = 3 * SIDE_MAX * SIDE_MAX,
    .pass = CN_MOVE_NONE,
    .symmetries = 2,
    CN_RULES_NEEDED,
    .count = count,
    .order = order,
    .forced = forced,
    .symmetry = symmetry,
    .symmetry_move = symmetry_move,
    .planes = planes,
};
CN_KERNELS(breakthrough, rules, state);

/* ---- positions ---- */

static const char cells[] = ".wb";

static const cn_option options[] = {
    CN_OPT_INT("size", SIDE_MIN, SIDE_MAX, "8", "rows and columns"),
    {.name = NULL},
};

static cn_status setup(const cn_value *values, void *p, const cn_variant **variant,
                       cn_error *error) {
    (void)error;
    const int size = (int)values[0].integer;
    *(state *)p = (state){
        .size = (uint8_t)size,
        .men = {row_bits(size, size - 2) | row_bits(size, size - 1),
                row_bits(size, 0) | row_bits(size, 1)},
    };
    *variant = &breakthrough;
    return CN_OK;
}

/* Has the position come about by the rules, as far as can be seen? Fills in the outcome. */
static cn_status settle(state *s, cn_error *error) {
    const int side = s->turn;
    for (int player = 0; player < 2; player++) {
        if (__builtin_popcountll(s->men[player]) > 2 * s->size) {
            return cn_fail(error, CN_BAD_INPUT, "more than %d men `%c`", 2 * s->size,
                           cells[1 + player]);
        }
        const bool there = s->men[player] & row_bits(s->size, far_row(s, player));
        if (!there && s->men[player ^ 1]) continue;
        if (player == side || s->outcome != CN_ONGOING) {
            return cn_fail(error, CN_BAD_INPUT, "`%c` has won already, but `%c` is to move",
                           cells[1 + player], cells[1 + side]);
        }
        s->outcome = (uint8_t)cn_win_of(player);
    }
    return CN_OK;
}

static cn_status parse(const cn_value *values, const char *text, void *p,
                       const cn_variant **variant, cn_error *error) {
    state *s = p;
    cn_diagram d;
    int size;
    cn_status status = setup(values, p, variant, error);
    if (status == CN_OK) status = cn_grid_square(text, SIDE_MIN, SIDE_MAX, &size, error);
    if (status == CN_OK) status = cn_grid_parse(cells, size, size, text, &d, error);
    if (status != CN_OK) return status;
    *s = (state){.size = (uint8_t)size, .turn = (uint8_t)d.side};
    for (int i = 0; i < size * size; i++) {
        if (d.cell[i]) s->men[d.cell[i] - 1] |= bit_of(s, i);
    }
    return settle(s, error);
}

static cn_grid grid_of(const state *s) {
    return (cn_grid){s->size, s->size, .from_top = false};
}

static void draw(const void *p, cn_board *board) {
    const state *s = p;
    cn_grid_draw(board, grid_of(s));
    for (int i = 0; i < s->size * s->size; i++) {
        const uint64_t bit = bit_of(s, i);
        board->cell[i] = s->men[0] & bit ? 1 : s->men[1] & bit ? 2 : 0;
    }
}

CN_GRID_PRINT

static void print_options(const void *p, char text[CN_OPTIONS_TEXT]) {
    snprintf(text, CN_OPTIONS_TEXT, "size=%d", ((const state *)p)->size);
}

/* ---- moves as text: a2-a3, a2xb3 ---- */

static int from_of(const void *p, cn_move move) {
    (void)p;
    return move / 3;
}

static int cell_of(const void *p, cn_move move) {
    const state *s = p;
    return move / 3 + (s->turn == 0 ? -s->size : s->size) + move % 3 - 1;
}

static void print_move(const void *p, cn_move move, char text[CN_MOVE_TEXT]) {
    const state *s = p;
    const int to = cell_of(p, move);
    char target[CN_MOVE_TEXT];
    const bool takes = s->men[s->turn ^ 1] & bit_of(s, to);
    cn_grid_print_point(grid_of(s), from_of(p, move), text);
    cn_grid_print_point(grid_of(s), to, target);
    snprintf(text + strlen(text), 8, "%c%.4s", takes ? 'x' : '-', target);
}

static cn_status parse_move(const void *p, const char *text, cn_move *move, const char **end,
                            cn_error *error) {
    const state *s = p;
    const int size = s->size, forward = s->turn == 0 ? -1 : 1;
    cn_move cell[2];
    *end = text;
    for (int i = 0; i < 2; i++) {
        const char *at = *end;
        if (i == 1 && *at && strchr("-xX:", *at)) at++;
        if (i == 1 && !*at) {
            return cn_fail(error, CN_BAD_INPUT, "`%.12s`: expected two cells, like a2-a3", text);
        }
        const cn_status status = cn_grid_read_point(grid_of(s), at, &cell[i], end, error);
        if (status != CN_OK) return status;
    }
    const int way = cell[1] % size - cell[0] % size;
    if (cell[1] / size - cell[0] / size != forward || way < -1 || way > 1) {
        return cn_fail(error, CN_BAD_INPUT,
                       "`%.*s`: a man goes one row forward, straight or diagonally",
                       (int)(*end - text), text);
    }
    *move = (cn_move)(cell[0] * 3 + way + 1);
    return CN_OK;
}

static const cn_named heuristics[] = {
    {"advance", "men, and the squares of the steps they have made"},
    {NULL, NULL},
};

static const cn_learning learning = {.alike = CN_ALIKE_TURNED};

static const cn_game game = {
    CN_GAME_NEEDED,
    .name = "breakthrough",
    .title = "Breakthrough",
    .summary = "be the first to bring a man to the far row",
    .text = "Players take turns to move one man; White begins. A man goes one step forward, "
            "straight or diagonally, to an empty cell. A man of the other side that is one step "
            "diagonally forward can be taken by going there; straight ahead nothing is taken. Who "
            "reaches the far row, or takes the last man of the other side, wins. There are no "
            "draws.",
    .notation = "Moves are the cells a man leaves and enters: a2-a3, with x where it takes: a2xb3; "
                "a2a3 is read too. A position is rows from the top and the side to move: "
                "bbbb/bbbb/wwww/wwww w",
    .example = "d2-d3 d7-d6 e2-e3 e7-e6 d3-d4 e6-e5 d4xe5 d6xe5",
    .player = {"White", "Black"},
    .glyph = {" ·", "⚪", "⚫"},
    .style = CN_STYLE_CHEQUERED,
    .score_unit = 1,
    .eval_scale = 150,
    .learning = &learning,
    .from_of = from_of,
    .print_options = print_options,
};

CN_PLUGIN(game)
