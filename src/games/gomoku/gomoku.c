/* Gomoku: five in a row on n x n. The layout of the state is drawn in board.h; a move is
 * row * n + column, counted from the top left, and named by column letter and row number from the
 * bottom:
 *
 *     15 |   0   1   2 ...          `moves` lists the points near a stone (option distance):
 *     14 |  15  16  17 ...          those a search should look at. `legal` and `play` take any
 *      :     :                      empty point.
 *            a   b   c
 */
#include "games/gomoku/expert.h"

#include <canopy/grid.h>

/* ---- rules ------------------------------------------------------------------------------------
 * The size is read from the state: code for a constant 15 measured no faster. */

CN_GRID_TURNS(state)

/* The hash of the stones, with the side to move. */
static uint64_t hash(const void *p) {
    const state *s = p;
    return s->hash ^ (s->turn ? UINT64_C(0x9d39247e33776d41) : 0);
}

/* Bytes of a state in use: smaller boards have fewer lines. */
static size_t live(const void *p) {
    return offsetof(state, line) + sizeof(uint64_t) * (size_t)(6 * ((const state *)p)->size - 2);
}

/* The row of a move, by a multiplication instead of a division. */
CN_INLINE int row_of(const state *s, cn_move move) {
    return (int)((uint32_t)move * s->inverse >> 16);
}

/* Whether the side to move must not play on an empty point. */
CN_INLINE bool forbids(const state *s, int row, int column) {
    return CN_UNLIKELY(s->rules == RULES_RENJU) && s->turn == 0 && forbidden(s, row, column);
}

/* Drops the moves that are forbidden. If none is left of those near a stone, all others are tried.
 * Returns how many are left. */
CN_NOINLINE int allowed_moves(const state *s, cn_move *list, int length) {
    const int n = s->size;
    int kept = 0;
    for (int i = 0; i < length; i++) {
        const int row = row_of(s, list[i]);
        if (!forbidden(s, row, list[i] - row * n)) list[kept++] = list[i];
    }
    for (int row = 0; row < n && kept == 0; row++) {
        for (int column = 0; column < n && kept == 0; column++) {
            if (row_stones(s, row) >> column & 1 || forbidden(s, row, column)) continue;
            list[kept++] = (cn_move)(row * n + column);
        }
    }
    return kept;
}

/* The moves that a search should look at: the empty points near a stone, row by row. Under renju
 * rules Black's forbidden points are left out. */
static int moves(const void *p, cn_move *list) {
    const state *s = p;
    const int n = s->size;
    if (s->outcome != CN_ONGOING) return 0;
    int length = 0;
    for (int row = 0; row < n; row++) {
        for (uint32_t left = s->candidates[row]; left; left &= left - 1) {
            list[length++] = (cn_move)(row * n + __builtin_ctz(left));
        }
    }
    const bool renju = s->rules == RULES_RENJU && s->turn == 0;
    return CN_UNLIKELY(renju) ? allowed_moves(s, list, length) : length;
}

/* How many moves `moves` would list. */
static int count(const void *p) {
    const state *s = p;
    if (s->outcome != CN_ONGOING) return 0;
    if (s->rules == RULES_RENJU) {
        cn_move list[SIZE_TOP * SIZE_TOP];
        return moves(s, list);
    }
    int length = 0;
    for (int row = 0; row < s->size; row++) length += __builtin_popcount(s->candidates[row]);
    return length;
}

/* Renju: a game in which Black is left with forbidden points only is a draw. */
CN_NOINLINE bool can_move(const state *s) {
    cn_move list[SIZE_TOP * SIZE_TOP];
    if (s->turn == 1 || s->outcome != CN_ONGOING) return true;
    for (int row = 0; row < s->size; row++) {
        for (uint32_t left = s->candidates[row]; left; left &= left - 1) {
            if (!forbidden(s, row, __builtin_ctz(left))) return true;
        }
    }
    return moves(s, list) > 0;
}

/* Plays a legal move, also one far from all stones, and keeps the outcome. */
static void play(void *p, cn_move move) {
    state *s = p;
    const int n = s->size, row = row_of(s, move), player = s->turn;
    if (add_stone(s, row, move - row * n, player)) {
        s->outcome = (uint8_t)cn_win_of(player);
    } else if (s->stones == n * n) {
        s->outcome = CN_DRAW;
    }
    s->turn ^= 1;
    if (CN_UNLIKELY(s->rules == RULES_RENJU) && !can_move(s)) s->outcome = CN_DRAW;
}

/* Whether a move is legal, listed or not: any empty point that is not forbidden. */
static bool legal(const void *p, cn_move move) {
    const state *s = p;
    if (s->outcome != CN_ONGOING || move >= s->size * s->size) return false;
    const int row = row_of(s, move);
    const int column = move - row * s->size;
    return !(row_stones(s, row) >> column & 1) && !forbids(s, row, column);
}

/* The points where the player makes five at once, up to `room` different ones. */
CN_NOINLINE int completions(const state *s, int player, cn_move *list, int room) {
    const int n = s->size;
    int found = 0;
    for (int i = 0; i < 6 * n - 2 && found < room; i++) {
        const uint64_t mine = (uint32_t)(s->line[i] >> 32 * player);
        const uint64_t theirs = (uint32_t)(s->line[i] >> 32 * (player ^ 1)) | ~UINT64_C(0) << 32;
        const uint64_t own = mine & ~theirs;
        for (uint64_t w = count_windows(mine, theirs, s->exact[player], s->caro).four;
             w && found < room; w &= w - 1) {
            const int first = __builtin_ctzll(w);
            const int place = first + __builtin_ctzll(~own >> first) - REACH;
            const int row = i < n           ? i
                            : i < 2 * n     ? place
                            : i < 4 * n - 1 ? i - (3 * n - 1) + place
                                            : i - (4 * n - 1) - place;
            const cn_move move = (cn_move)(row * n + (i >= n && i < 2 * n ? i - n : place));
            if (found == 0 || list[found - 1] != move) list[found++] = move;
        }
    }
    return found;
}

/* The expert does not know that a renju game is drawn when Black can move nowhere. */
static bool serves(const void *p) {
    const state *s = p;
    return s->rules != RULES_RENJU || s->size * s->size - s->stones > 40;
}

/* A forced win of the side to move: five at once, or with a budget by threats (threats.h). */
static cn_move forced(const void *p, int budget, cn_forced *win) {
    const state *s = p;
    win->plies = 1;
    cn_move move = CN_MOVE_NONE;
    if (s->outcome != CN_ONGOING) return move;
    if (s->of[s->turn].fours) {
        completions(s, s->turn, &move, 1);
        return move;
    }
    return CN_UNLIKELY(budget > 0) && serves(s) ? forced_by_threats(s, budget, win) : move;
}

/* ---- playouts ---------------------------------------------------------------------------------
 * Without tallies: only each player's stones by line, and a list of the candidates. */

/* The board of a playout. */
typedef struct light {
    uint32_t own[2][LINES_TOP]; /* bits as in the lines, without walls */
    int count;
    uint16_t list[SIZE_TOP * SIZE_TOP]; /* row << 8 | column */
} light;

/* Whether four lines hold a run of five; no line may have held one before. */
CN_INLINE bool has_five(uint64_t ab, uint64_t cd, uint64_t exact) {
    const uint64_t ab2 = ab & ab >> 1, cd2 = cd & cd >> 1;
    const uint64_t ab5 = ab2 & ab2 >> 2 & ab >> 4, cd5 = cd2 & cd2 >> 2 & cd >> 4;
    return ((ab5 & ~(exact & (ab << 1 | ab >> 5))) | (cd5 & ~(exact & (cd << 1 | cd >> 5)))) != 0;
}

/* Puts a stone of a playout; true if it makes five. */
CN_INLINE bool light_stone(light *l, int n, int row, int column, int player, uint64_t exact) {
    uint32_t *own = l->own[player];
    const uint32_t across = 1u << (REACH + column);
    const uint64_t a = own[row] |= across;
    const uint64_t b = own[n + column] |= 1u << (REACH + row);
    const uint64_t c = own[3 * n - 1 + row - column] |= across;
    const uint64_t d = own[4 * n - 1 + row + column] |= across;
    return has_five(a | b << 32, c | d << 32, exact);
}

/* Adds the empty points near a stone that are not yet candidates. `taken` marks the stones and
 * the candidates of each row. */
CN_INLINE void light_near(light *l, uint32_t *taken, int n, int row, int column, int d) {
    const uint32_t near = near_columns(n, column, d);
    const int last = row + d < n ? row + d : n - 1;
    for (int r = row > d ? row - d : 0; r <= last; r++) {
        for (uint32_t fresh = near & ~taken[r]; fresh; fresh &= fresh - 1) {
            l->list[l->count++] = (uint16_t)(r << 8 | __builtin_ctz(fresh));
        }
        taken[r] |= near;
    }
}

/* Under rules that the short way does not know. */
CN_NOINLINE cn_outcome plain_playout(state *s, cn_rng *rng, cn_trail *trail) {
    cn_move list[SIZE_TOP * SIZE_TOP];
    while (s->outcome == CN_ONGOING) {
        const int length = moves(s, list);
        const cn_move move = list[cn_rng_below(rng, (uint32_t)length)];
        if (trail) cn_trail_add(trail, s->turn, move);
        play(s, move);
    }
    return (cn_outcome)s->outcome;
}

/* A random game to its end, every candidate with the same chance, without keeping tallies. Of the
 * state only the outcome is kept up to date; whoever calls it wants no more. */
static cn_outcome playout(void *p, int policy, cn_rng *rng, cn_trail *trail) {
    (void)policy;
    state *s = p;
    const int n = s->size;
    if (s->outcome != CN_ONGOING) return (cn_outcome)s->outcome;
    if (s->rules > RULES_EXACT) return plain_playout(s, rng, trail);
    light l;
    uint32_t taken[SIZE_TOP];
    for (int i = 0; i < 6 * n - 2; i++) {
        const uint32_t black = (uint32_t)s->line[i], white = (uint32_t)(s->line[i] >> 32);
        l.own[0][i] = black & ~white;
        l.own[1][i] = white & ~black;
    }
    l.count = 0;
    for (int row = 0; row < n; row++) {
        taken[row] = s->candidates[row] | row_stones(s, row);
        for (uint32_t left = s->candidates[row]; left; left &= left - 1) {
            l.list[l.count++] = (uint16_t)(row << 8 | __builtin_ctz(left));
        }
    }
    const int d = s->distance;
    const uint64_t exact = s->exact[0];
    int player = s->turn;
    cn_outcome outcome = CN_DRAW;
    bool first = d > 0 && s->stones == 0;
    while (l.count > 0) {
        const uint32_t i = cn_rng_below(rng, (uint32_t)l.count);
        const int row = l.list[i] >> 8, column = l.list[i] & 0xff;
        l.list[i] = l.list[--l.count];
        if (trail) cn_trail_add(trail, player, (cn_move)(row * n + column));
        if (light_stone(&l, n, row, column, player, exact)) {
            outcome = cn_win_of(player);
            break;
        }
        if (first) {
            /* The other centre points of an empty board are candidates again only as neighbours. */
            memset(taken, 0, sizeof taken);
            taken[row] = 1u << column;
            l.count = 0;
            first = false;
        }
        if (d > 0) light_near(&l, taken, n, row, column, d);
        player ^= 1;
    }
    s->outcome = (uint8_t)outcome;
    return outcome;
}

/* ---- symmetry: the eight images of the square ---- */

/* Image k of a position. Tallies are sums over all lines and the same in every image. */
static void symmetry(const void *p, int k, void *image) {
    const state *s = p;
    state *out = image;
    const int n = s->size;
    clear_board(out, n, (rule_set)s->rules, s->distance);
    for (int row = 0; row < n; row++) {
        for (uint32_t left = row_stones(s, row); left; left &= left - 1) {
            const int column = __builtin_ctz(left);
            const int to = cn_grid_image(n, k, row * n + column);
            mark_stone(out, to / n, to % n, s->line[row] >> (REACH + column) & 1 ? 0 : 1);
        }
    }
    memcpy(out->of, s->of, sizeof out->of);
    out->turn = s->turn;
    out->outcome = s->outcome;
}

/* The move of image k that a move of the position becomes. */
static cn_move symmetry_move(const void *p, int k, cn_move move) {
    return (cn_move)cn_grid_image(((const state *)p)->size, k, move);
}

/* Bit row * n + column, for learned evaluations. A row is spread over at most two words. */
static void planes(const void *p, uint64_t *own, uint64_t *opp) {
    const state *s = p;
    const int n = s->size, words = (n * n + 63) / 64;
    memset(own, 0, sizeof *own * (size_t)words);
    memset(opp, 0, sizeof *opp * (size_t)words);
    for (int row = 0; row < n; row++) {
        const uint64_t stones = row_stones(s, row), black = s->line[row] >> REACH & stones;
        const uint64_t mine = s->turn == 0 ? black : stones ^ black;
        const int at = row * n / 64, shift = row * n % 64;
        own[at] |= mine << shift;
        opp[at] |= (mine ^ stones) << shift;
        if (shift + n <= 64) continue;
        own[at + 1] |= mine >> (64 - shift);
        opp[at + 1] |= (mine ^ stones) >> (64 - shift);
    }
}

/* ---- heuristics ---- */

static const cn_named heuristics[] = {
    {"patterns", "live windows of five by their stones, and who is first to four and five"},
    {"classic-d", "open and half-open twos, threes, fours, and fives: own minus the opponent's"},
    {"neighbours", "own stones next to each own stone, minus the opponent's"},
    {"classic-d-own", "classic-d for the player who has just moved alone"},
    {NULL, NULL},
};

/* Values of decided positions in `patterns`; above all sums of windows, below proven wins. */
enum { LOST = 400000, FIVE_NEXT = 300000, TWO_FOURS = 200000, OPEN_FOUR_NEXT = 100000 };

/* Threats first, from the nearest: a four of the mover wins with the next move; two fours of the
 * opponent cannot both be stopped; without a four against him, a mover's open three becomes a four
 * at both ends. These three are certain. Otherwise the windows, with the move worth a little. */
CN_INLINE int by_windows(const state *s) {
    if (s->outcome != CN_ONGOING) return s->outcome == CN_DRAW ? 0 : -LOST;
    const tally *own = &s->of[s->turn], *other = &s->of[s->turn ^ 1];
    const int shape = own->shape + own->shape / 4 - other->shape;
    cn_move list[2];
    if (own->fours) return FIVE_NEXT;
    if (other->fours) {
        if (other->fours > 1 && completions(s, s->turn ^ 1, list, 2) == 2) return -TWO_FOURS;
        return shape;
    }
    return own->threes ? OPEN_FOUR_NEXT : shape;
}

/* The static value for the side to move, by the heuristics of the list above. */
static int eval(const void *p, int heuristic) {
    const state *s = p;
    const tally *own = &s->of[s->turn], *other = &s->of[s->turn ^ 1];
    const int value = heuristic == 0   ? by_windows(s)
                      : heuristic == 1 ? own->classic - other->classic
                      : heuristic == 2 ? own->neighbours - other->neighbours
                                       : -other->classic;
    /* Only a contrived position, with dozens of overlines, gets that far. */
    return value >= CN_EVAL_MAX ? CN_EVAL_MAX - 1 : value <= -CN_EVAL_MAX ? 1 - CN_EVAL_MAX : value;
}

/* ---- classic-d in parts, from scratch ---- */

/* By size of run, or by size and line. */
static int eval_parts(const void *p, int heuristic, int grain) {
    const state *s = p;
    return heuristic != 1 ? 0 : grain == 0 ? 4 : 4 * (6 * s->size - 2);
}

/* One part of classic-d for the side to move; all parts add up to its value. */
static int eval_part(const void *p, int heuristic, int grain, int part) {
    const state *s = p;
    (void)heuristic;
    const int lines = 6 * s->size - 2, run = 2 + (grain == 0 ? part : part / lines);
    if (grain != 0) return classic_line(s->line[part % lines], s->turn, run);
    int value = 0;
    for (int i = 0; i < lines; i++) value += classic_line(s->line[i], s->turn, run);
    return value;
}

/* What a stone on the point does for its player: five, a four open at both ends, or windows. */
CN_INLINE int gain(const windows *w, int five, int open_four) {
    if (w->four & THROUGH) return five;
    /* The point lies within the four cells, not at an end of the six. */
    if (w->open & LANES(0x0078)) return open_four;
    return 4 * bits(w->one & THROUGH) + 14 * bits(w->two & THROUGH) + 40 * bits(w->three & THROUGH);
}

/* The mover's gain and, slightly less, what he takes from the opponent. */
static int order(const void *p, cn_move move) {
    const state *s = p;
    const int row = row_of(s, move);
    const around a = look_around(s, row, move - row * s->size);
    const windows own = windows_around(s, &a, s->turn, false),
                  other = windows_around(s, &a, s->turn ^ 1, false);
    return 5 * gain(&own, 7000, 1200) + 4 * gain(&other, 7000, 1200);
}

static const cn_rules rules = {
    .state_size = sizeof(state),
    .moves_max = SIZE_TOP * SIZE_TOP,
    .move_codes = SIZE_TOP * SIZE_TOP,
    .pass = CN_MOVE_NONE,
    .symmetries = 8,
    CN_RULES_NEEDED,
    .live = live,
    .count = count,
    .playout = playout,
    .order = order,
    .forced = forced,
    .symmetry = symmetry,
    .symmetry_move = symmetry_move,
    .planes = planes,
    .legal = legal,
    .eval_parts = eval_parts,
    .eval_part = eval_part,
};

/* The root's moves of the expert: the cells near a stone in its own sense, which is wider. */
static int expert_root_moves(const void *p, cn_move *list) {
    patterns b;
    patterns_load(&b, p);
    if (b.stones == 0) return moves(p, list);
    const int count = keep_allowed(&b, list, 0, list_near(&b, list));
    return count > 0 ? count : moves(p, list);
}

static const cn_expert experts[] = {
    {.name = "patterns",
     .help = "decides by line patterns, finds forced wins, leaves out hopeless moves",
     .serves = serves,
     .alphabeta = expert_alphabeta,
     .moves = expert_root_moves,
     .selective = true},
    {.name = NULL},
};
CN_KERNELS_WITH(gomoku, rules, state, experts);

/* ---- notation ---- */

static const char cells[] = ".XO";

static const char *const rule_names[] = {"freestyle", "exact", "renju", "caro", NULL};
static const char *const start_names[] = {"empty", "hh", NULL};

enum { OPTION_SIZE, OPTION_RULES, OPTION_DISTANCE, OPTION_START };

static const cn_option options[] = {
    [OPTION_SIZE] = CN_OPT_INT("size", SIZE_MIN, SIZE_TOP, "15", "rows and columns"),
    [OPTION_RULES] = CN_OPT_CHOICE("rules", rule_names, "freestyle",
                                   "five or more win; exactly five; Black has forbidden points; no "
                                   "five between two opposing stones"),
    [OPTION_DISTANCE] =
        CN_OPT_INT("distance", 0, 4, "1", "a search looks at points this near a stone; 0: at all"),
    [OPTION_START] = CN_OPT_CHOICE("start", start_names, "empty",
                                   "empty board, or a black stone on row 8, column 8 and White to "
                                   "move"),
    {.name = NULL},
};

/* An empty board with these options. */
static void begin(const cn_value *values, int n, state *s, const cn_variant **variant) {
    clear_board(s, n, (rule_set)values[OPTION_RULES].integer, (int)values[OPTION_DISTANCE].integer);
    *variant = &gomoku;
}

/* The start position: an empty board, or with one stone (start=hh). */
static cn_status setup(const cn_value *values, void *p, const cn_variant **variant,
                       cn_error *error) {
    const int n = (int)values[OPTION_SIZE].integer, start = 7;
    begin(values, n, p, variant);
    if (values[OPTION_START].integer == 0) return CN_OK;
    if (n <= start) {
        return cn_fail(error, CN_BAD_USAGE,
                       "start=hh: the stone is on row 8, column 8, but the size is %d; expected a "
                       "size of 8 or more",
                       n);
    }
    play(p, (cn_move)(start * n + start));
    return CN_OK;
}

/* A position from text; one in which the side to move has five already is refused. */
static cn_status parse(const cn_value *values, const char *text, void *p,
                       const cn_variant **variant, cn_error *error) {
    state *s = p;
    cn_diagram d;
    int n;
    cn_status status = cn_grid_square(text, SIZE_MIN, SIZE_TOP, &n, error);
    if (status == CN_OK) status = cn_grid_parse(cells, n, n, text, &d, error);
    if (status != CN_OK) return status;
    begin(values, n, s, variant);
    /* A stone may fill a gap between others to five or, later, make that five a six. */
    for (int i = 0; i < n * n; i++) {
        if (d.cell[i]) add_stone(s, i / n, i % n, d.cell[i] - 1);
    }
    const int side = d.side;
    bool five[2] = {false, false};
    for (int i = 0; i < 6 * n - 2; i++) {
        const uint64_t walls = ~(uint64_t)UINT32_MAX;
        const uint64_t black = (uint32_t)s->line[i] | walls, white = s->line[i] >> 32 | walls;
        five[0] |= count_windows(black, white, s->exact[0], s->caro).five != 0;
        five[1] |= count_windows(white, black, s->exact[1], s->caro).five != 0;
    }
    if (five[side]) {
        return cn_fail(error, CN_BAD_INPUT, "`%c` has five in a row but is to move",
                       cells[1 + side]);
    }
    s->turn = (uint8_t)side;
    s->outcome = (uint8_t)(five[side ^ 1]       ? cn_win_of(side ^ 1)
                           : s->stones == n * n ? CN_DRAW
                                                : CN_ONGOING);
    if (s->rules == RULES_RENJU && !can_move(s)) s->outcome = CN_DRAW;
    return CN_OK;
}

/* The shape of the board, by which points get their names. */
static cn_grid grid_of(const void *p) {
    const int n = ((const state *)p)->size;
    return (cn_grid){n, n, .from_top = false};
}

/* The board as front ends show it: 0 empty, 1 Black, 2 White. */
static void draw(const void *p, cn_board *board) {
    const state *s = p;
    const int n = s->size;
    cn_grid_draw(board, grid_of(p));
    board->in_a_row = 5;
    for (int i = 0; i < n * n; i++) {
        const uint64_t cell = s->line[i / n] >> (REACH + i % n);
        board->cell[i] = (uint8_t)((cell & 1) | (cell >> 32 & 1) << 1);
    }
}

CN_GRID_PRINT
CN_GRID_CELLS(grid_of)

/* The letter's place in the alphabet, or n if it names no row or column. */
static int letter_of(char c, int n) {
    const int i = tolower((unsigned char)c) - 'a';
    return i >= 0 && i < n ? i : n;
}

/* Reads a move as h8, or as two letters for row and column from the top left. */
static cn_status parse_move(const void *p, const char *text, cn_move *move, const char **end,
                            cn_error *error) {
    const int n = ((const state *)p)->size;
    const int row = letter_of(text[0], n), column = text[0] ? letter_of(text[1], n) : n;
    if (row < n && column < n) {
        *move = (cn_move)(row * n + column);
        *end = text + 2;
        return CN_OK;
    }
    cn_error why = {""};
    const cn_status status = cn_grid_read_point(grid_of(p), text, move, end, &why);
    if (status == CN_OK) return status;
    return cn_fail(error, status, "%s, or row and column as letters from the top left, like CD",
                   why.text);
}

/* The options that made this position, without those its stones tell. */
static void print_options(const void *p, char text[CN_OPTIONS_TEXT]) {
    const state *s = p;
    snprintf(text, CN_OPTIONS_TEXT, "size=%d rules=%s distance=%d", s->size, rule_names[s->rules],
             s->distance);
}

/* cutechess's `gomoku` wants exactly five; Gomocup names rules by number. */
static const cn_dialect dialects[] = {
    {"uci", "gomoku", "size=15,rules=exact,start=empty"},
    {"uci", "gomokufreestyle", "size=15,rules=freestyle,start=empty"},
    {"gomocup", "0", "rules=freestyle,start=empty"},
    {"gomocup", "1", "rules=exact,start=empty"},
    {"gomocup", "4", "rules=renju,start=empty"},
    {"gomocup", "8", "rules=caro,start=empty"},
    {NULL, NULL, NULL},
};

/* Agents for people; see cn_game.levels. Each is 300 to 450 Elo above the one before it
 * (docs/matches.md). */
static const char *const levels[] = {"pvs:depth=1", "pvs:nodes=10000", "pvs:nodes=200000",
                                     "pvs:time=5,hash=256,strategy=ybw,threads=0"};

/* A row means the same anywhere. 60 000 games of size 9 played as well as `patterns` at equal time;
 * with random walks learning lost nearly every game. */
static const cn_learning learning = {.tuples = "shared:5+shared:7", .phases = 2};

const cn_game CN_GAME(gomoku) = {
    CN_GAME_NEEDED,
    .name = "gomoku",
    .title = "Gomoku",
    .summary = "five in a row on 15x15, or 5x5 to 20x20",
    .text = "Players take turns to put a stone on an empty point; Black moves first. Five stones "
            "in a row, a column or a diagonal win. With freestyle rules more than five win as "
            "well; with exact rules six or more count for nothing. With renju rules that is so for "
            "Black only, who must not make six or more either, nor two fours or two threes with "
            "one stone, unless it makes five. With caro rules five do not win between two opposing "
            "stones. A full board without a winner is a draw.\n\n"
            "Any empty point may be played. A search looks only at points near a stone, and on an "
            "empty board at the centre; the option distance says how near.",
    .notation = "Moves are a1 to o15, a1 at the bottom left and no letter left out; or two letters "
                "for row and column from the top left, AA to OO. A position is the rows from the "
                "top and the side to move: ...../..X../..O../...../..... X",
    .example = "h8 g9 h10 g11 g10 h11 f11 i10 f10 j9 e10 d10 g12 d9 f9 k8 l7 f12 h9 i8 h7 h6 g8 i6 "
               "d11",
    .player = {"Black", "White"},
    .glyph = {" ·", "⚫", "⚪"},
    .style = CN_STYLE_STONES,
    .score_unit = 1,
    .eval_scale = 186, /* scripts/calibrate: 200 games of pvs:nodes=10000, by the expert */
    .sgf = 4,
    .levels = levels,
    .learning = &learning,
    .dialects = dialects,
    /* Measured at 10 ms a move: RAVE scores 87 % against plain UCT, the heuristic's prior another
     * 83 % against RAVE alone. */
    .mcts = "rave=on,expand=all,bias=20,bias-scale=300,threshold=3,c=0",
    .print_options = print_options,
};
