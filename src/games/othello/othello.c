/* Othello (Reversi) on 8x8.
 *
 * Bit numbers of the squares, and their names:
 *
 *         a  b  c  d  e  f  g  h
 *     1 | 0  1  2  3  4  5  6  7
 *     2 | 8  9 10 11 12 13 14 15
 *       ...
 *     8 |56 57 58 59 60 61 62 63
 *
 * A move is the number of its square; 64 is the pass, legal exactly if a side has no other move and
 * the opponent has one. */
#include "games/othello/bits.h"
#include "games/othello/endgame.h"
#include "games/othello/eval.h"
#include "games/othello/midgame.h"
#include "games/othello/state.h"
#include "games/othello/text.h"

#include <canopy/grid.h>
#include <canopy/kernel.h>

#include <math.h>

typedef othello_state state;

/* ---- rules ---- */

CN_GRID_TURNS(state)

/* Black's discs less White's. */
static int lead(const state *s) {
    const int difference = bits_count(s->own) - bits_count(s->opp);
    return s->turn == 0 ? difference : -difference;
}

/* The side to move has no square: it passes, or the game is over. Rare, so kept out of line. */
CN_NOINLINE void stuck(state *s) {
    if (!s->no_pass && bits_moves(s->opp, s->own)) return;
    const int difference = lead(s);
    s->outcome = (uint8_t)(difference > 0   ? CN_FIRST_WINS
                           : difference < 0 ? CN_SECOND_WINS
                                            : CN_DRAW);
}

/* The legal moves in the order of the squares; a pass alone if there is no other. */
static int moves(const void *p, cn_move *list) {
    const state *s = p;
    int count = 0;
    for (uint64_t left = s->open; left; left &= left - 1) {
        list[count++] = (cn_move)__builtin_ctzll(left);
    }
    if (CN_UNLIKELY(count == 0) && s->outcome == CN_ONGOING) list[count++] = PASS;
    return count;
}

static int count(const void *p) {
    const state *s = p;
    if (CN_LIKELY(s->open)) return bits_count(s->open);
    return s->outcome == CN_ONGOING;
}

CN_NOINLINE void play(void *p, cn_move move) {
    state *s = p;
    const uint64_t own = s->own, opp = s->opp;
    uint64_t flips = 0, placed = 0;
    if (CN_LIKELY(move != PASS)) {
        flips = bits_flips(own, opp, move);
        placed = UINT64_C(1) << move;
    }
    s->own = opp ^ flips;
    s->opp = own | flips | placed;
    s->open = bits_moves(s->own, s->opp);
    s->turn ^= 1;
    if (CN_UNLIKELY(!s->open)) stuck(s);
}

/* Three rounds of multiply and fold; for a fixed opponent it is a bijection of `own`. */
static uint64_t hash(const void *p) {
    const state *s = p;
    uint64_t h = (s->own + UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xd6e8feb86659fd93);
    h = ((h ^ h >> 32) + s->opp) * UINT64_C(0xbf58476d1ce4e5b9);
    h = ((h ^ h >> 29) + s->turn) * UINT64_C(0x94d049bb133111eb);
    return h ^ h >> 32;
}

/* The margin as tournaments count it: when a game ends early the empty squares go to the winner.
 * Where passing is not allowed the discs are compared as they lie. */
static int score(const void *p) {
    const state *s = p;
    const int difference = lead(s);
    if (s->outcome == CN_ONGOING || s->no_pass || difference == 0) return difference;
    const int empties = SQUARES - bits_count(s->own | s->opp);
    return difference > 0 ? difference + empties : difference - empties;
}

static cn_move pick(const void *p, int policy, cn_rng *rng) {
    (void)policy;
    const state *s = p;
    if (CN_UNLIKELY(!s->open)) return PASS;
    return (cn_move)bits_select(s->open, cn_rng_below(rng, (uint32_t)bits_count(s->open)));
}

static void symmetry(const void *p, int k, void *image) {
    const state *s = p;
    state out = *s;
    out.own = bits_image(s->own, k);
    out.opp = bits_image(s->opp, k);
    out.open = bits_image(s->open, k);
    memcpy(image, &out, sizeof out);
}

static cn_move symmetry_move(const void *p, int k, cn_move move) {
    (void)p;
    return move == PASS ? PASS : (cn_move)__builtin_ctzll(bits_image(UINT64_C(1) << move, k));
}

static void planes(const void *p, uint64_t *own, uint64_t *opp) {
    const state *s = p;
    *own = s->own;
    *opp = s->opp;
}

/* ---- search hints ---- */

enum { HEURISTIC_DEFAULT, HEURISTIC_CLASSIC_A, HEURISTIC_DISCS, HEURISTIC_REGIONS };

static const cn_named heuristics[] = {
    [HEURISTIC_DEFAULT] = {"default", "mobility, corners, edges, stable discs; fitted to results"},
    [HEURISTIC_CLASSIC_A] = {"classic-a", "2 * corners + moves + a third of the disc difference"},
    [HEURISTIC_DISCS] = {"discs", "disc difference"},
    [HEURISTIC_REGIONS] = {"regions", "discs weighted by five regions, corners most"},
    {NULL, NULL},
};

/* A search asks for the same heuristic all the time, so the branches are free. */
CN_NOINLINE int eval(const void *p, int heuristic) {
    const state *s = p;
    switch (heuristic) {
    case HEURISTIC_CLASSIC_A: return eval_classic_a(s->own, s->opp, s->open);
    case HEURISTIC_DISCS: return eval_discs(s->own, s->opp);
    case HEURISTIC_REGIONS: return eval_regions(s->own, s->opp);
    default: return eval_default(s->own, s->opp, s->open);
    }
}

/* Prefers the move that leaves the opponent the fewest answers, now and by the empty squares it can
 * hope to use later; a corner is worth a little more, a square beside an empty corner less. The
 * weights were chosen by nodes of alpha-beta: at depth 8, 4.2 M against 7.1 M without the second
 * term; to the end from 12 empties, 2.6 M against 3.6 M. */
static int order(const void *p, cn_move move) {
    const state *s = p;
    if (move == PASS) return 0;
    const uint64_t placed = UINT64_C(1) << move, flips = bits_flips(s->own, s->opp, move);
    const uint64_t own = s->own | flips | placed, opp = s->opp ^ flips, empty = ~(own | opp);
    int value = -2 * bits_count(bits_moves(opp, own)) - bits_count(bits_around(own) & empty);
    if (placed & SQUARES_CORNER) value += 3;
    if (placed & (SQUARES_X | SQUARES_C) & bits_around(empty & SQUARES_CORNER)) value -= 4;
    return value;
}

static const cn_rules rules = {
    .state_size = sizeof(state),
    .moves_max = SQUARES, /* 33 in a game, but boards may be made up */
    .move_codes = PASS + 1,
    .pass = PASS,
    .symmetries = 8,
    .perft_ended = true,
    CN_RULES_NEEDED,
    .score = score,
    .count = count,
    .pick = pick,
    .order = order,
    .symmetry = symmetry,
    .symmetry_move = symmetry_move,
    .planes = planes,
};

/* ---- the experts: selective searches, and endgames ---- */

/* The expert before the endgame, with the contract of cn_expert.alphabeta (midgame.h). */
static int midgame(cn_context *c, const void *p, int depth, int ply, int alpha, int beta) {
    const state *s = p;
    const cn_network *n = learned_of(c);
    const int *stand = c->stand;
    c->stand = NULL;
    if (mid_general(c, n, s, depth)) {
        state child;
        return cn_alphabeta_node(&rules, c, s, depth, ply, alpha, beta, &child, c->alphabeta);
    }
    return mid_node(&rules, c, n, s, depth, ply, alpha, beta, stand);
}

/* Without passing the game ends, and is counted, by other rules. */
static bool endgame_serves(const void *p) {
    return !((const state *)p)->no_pass;
}

static cn_ends endgame_ends(const void *p) {
    const state *s = p;
    const int empties = SQUARES - bits_count(s->own | s->opp);
    const int proof = empties + !s->open; /* a pass costs a ply */
    return (cn_ends){.first = empties < 14 ? proof : proof - LEVELS, .proof = proof};
}

/* A few depths one after the other give a good order of the moves at the root, and an answer to a
 * search that is out of time; then come selective searches to the end, which count as the depths
 * before the last (see endgame.h), and the proof. */
static int endgame_depth(const void *p, int depth) {
    const state *s = p;
    const int empties = SQUARES - bits_count(s->own | s->opp);
    const int first = endgame_ends(s).first;
    const int before = empties < 12   ? 0
                       : empties < 17 ? (empties - 10) / 2
                       : empties < 20 ? (empties - 4) / 2
                                      : 8;
    return depth >= before && depth < first ? first : depth + 1;
}

/* About the time of the first selective search: 4 ms for 20 empty squares, and 2.1 times as much
 * for each one more. Chosen by matches at 20 ms a move, in which the expert then plays from 21
 * empty squares on. */
static double endgame_cost(const void *p) {
    const state *s = p;
    const int empties = SQUARES - bits_count(s->own | s->opp);
    return 0.004 * pow(2.1, empties - 20);
}

/* Seconds of a clock for this move. All moves before the game can be solved get the same, the one
 * that solves it several times as much, and as much again is kept for the moves after that. The
 * game can be solved where that is enough to prove who wins, which half of all boards of games
 * with 20 empty squares need 12 ms for, and about twice as much for each square more. */
static double endgame_share(const void *p, double clock) {
    const double lump = 4; /* moves */
    const state *s = p;
    const int empties = SQUARES - bits_count(s->own | s->opp);
    for (int solved = empties;; solved--) {
        const double move = clock / ((empties - solved + 1) / 2 + 2 * lump);
        if (solved > 16 && 0.012 * pow(2.05, solved - 20) > lump * move) continue;
        return solved == empties ? lump * move : move;
    }
}

/* Between the values of the search and scores in discs; see end_scale. */
static int endgame(cn_context *c, const void *p, int depth, int ply, int alpha, int beta) {
    const state *s = p;
    const int empties = SQUARES - bits_count(s->own | s->opp);
    const int level = depth < empties ? empties - depth : 0;
    if (level > LEVELS || (c->score_step == 0 && !c->outcome_only)) {
        return midgame(c, s, depth, ply, alpha, beta);
    }
    end_scale scale = end_scale_at(c, ply, empties);
    if (level > 0) scale.win = 1; /* what a selective search says is no proof of a win */
    const int most = end_outside(scale, 64), least = -most;
    if (alpha >= most) return most;
    if (beta <= least) return least;
    const int low = end_floor(scale, alpha), high = -end_floor(scale, -beta);
    const int score = end_exact(c, s->own, s->opp, s->open, empties, level, ply, low, high);
    c->guessed |= level > 0;
    return end_outside(scale, score);
}

static const cn_expert experts[] = {
    {.name = "endgame",
     .help = "solves the last squares of the game in discs; before that the general search",
     .serves = endgame_serves,
     .alphabeta = endgame,
     .next_depth = endgame_depth,
     .ends = endgame_ends,
     .cost = endgame_cost,
     .share = endgame_share,
     .points = true},
    {.name = "midgame",
     .help = "the general search, faster where it is selective with learned weights",
     .serves = endgame_serves,
     .alphabeta = midgame},
    {.name = NULL},
};
CN_KERNELS_WITH(othello, rules, state, experts);

/* ---- notation ---- */

static const char cells[] = "-XO";

enum { OPTION_START, OPTION_RULES };

static const char *const rule_names[] = {"standard", "no-pass", NULL};

static const cn_option options[] = {
    [OPTION_START] = CN_OPT_TEXT("start", "standard",
                                 "standard, report-a, board1, board2, board3, or a position"),
    [OPTION_RULES] = CN_OPT_CHOICE("rules", rule_names, "standard",
                                   "no-pass: the game ends when the side to move cannot"),
    {.name = NULL},
};

/* Makes a state of a diagram: its moves, and the outcome if nobody can move. */
static void set_up(const cn_value *values, const othello_diagram *diagram, void *p,
                   const cn_variant **variant) {
    state s = {
        .own = diagram->disc[diagram->side],
        .opp = diagram->disc[diagram->side ^ 1],
        .turn = (uint8_t)diagram->side,
        .no_pass = values[OPTION_RULES].integer == 1,
    };
    s.open = bits_moves(s.own, s.opp);
    if (!s.open) stuck(&s);
    memcpy(p, &s, sizeof s);
    *variant = &othello;
}

/* The start position of the option `start`, and a position from text. */
static cn_status setup(const cn_value *values, void *p, const cn_variant **variant,
                       cn_error *error) {
    othello_diagram diagram;
    const cn_status status = cn_othello_start(values[OPTION_START].text, &diagram, error);
    if (status == CN_OK) set_up(values, &diagram, p, variant);
    return status;
}

static cn_status parse(const cn_value *values, const char *text, void *p,
                       const cn_variant **variant, cn_error *error) {
    othello_diagram diagram;
    const cn_status status = cn_othello_read(text, &diagram, error);
    if (status == CN_OK) set_up(values, &diagram, p, variant);
    return status;
}

/* A state by colours instead of by who is to move. */
static othello_diagram diagram_of(const state *s) {
    othello_diagram diagram = {.side = s->turn};
    diagram.disc[s->turn] = s->own;
    diagram.disc[s->turn ^ 1] = s->opp;
    return diagram;
}

static size_t print(const void *p, char *text, size_t size) {
    const othello_diagram diagram = diagram_of(p);
    return cn_othello_print(&diagram, text, size);
}

static const cn_grid grid = {8, 8, .from_top = true};

static void draw(const void *p, cn_board *board) {
    const othello_diagram diagram = diagram_of(p);
    cn_grid_draw(board, grid);
    for (int i = 0; i < SQUARES; i++) {
        board->cell[i] = (uint8_t)((diagram.disc[0] >> i & 1) | (diagram.disc[1] >> i & 1) << 1);
    }
    snprintf(board->note, sizeof board->note, "Black %d, White %d", bits_count(diagram.disc[0]),
             bits_count(diagram.disc[1]));
}

/* Reads a move; a pass may be written in any of the ways that records have. */
static cn_status parse_move(const void *p, const char *text, cn_move *move, const char **end,
                            cn_error *error) {
    static const char *const passes[] = {"pass", "pa", "ps", "--"};
    (void)p;
    for (int i = 0; i < 4; i++) {
        const size_t length = strlen(passes[i]);
        size_t same = 0;
        while (same < length && tolower((unsigned char)text[same]) == passes[i][same]) same++;
        if (same == length) {
            *move = PASS;
            *end = text + length;
            return CN_OK;
        }
    }
    if (cn_grid_read_point(grid, text, move, end, NULL) != CN_OK) {
        const size_t word = strcspn(text, " \t\r\n,;");
        return cn_fail(error, CN_BAD_INPUT,
                       "`%.*s` is not a move: expected a column a-h and a row 1-8, like f5, or "
                       "pass (pa, ps, --)",
                       (int)(word > 12 ? 12 : word), text);
    }
    return CN_OK;
}

static void print_move(const void *p, cn_move move, char text[CN_MOVE_TEXT]) {
    (void)p;
    if (move == PASS) {
        snprintf(text, CN_MOVE_TEXT, "pass");
    } else {
        cn_grid_print_point(grid, move, text);
    }
}

static int cell_of(const void *p, cn_move move) {
    (void)p;
    return move == PASS ? -1 : move;
}

static void print_options(const void *p, char text[CN_OPTIONS_TEXT]) {
    snprintf(text, CN_OPTIONS_TEXT, "rules=%s", rule_names[((const state *)p)->no_pass]);
}

static const cn_dialect dialects[] = {
    {"nboard", "Othello", "start=standard,rules=standard"},
    {NULL, NULL, NULL},
};

/* Agents for people; see cn_game.levels. About 200 Elo from one to the next: docs/matches.md. */
static const char *const levels[] = {
    "pvs:eval=auto,depth=5", "pvs:eval=auto,depth=8", "pvs:eval=auto,selectivity=1,nodes=100000",
    "pvs:eval=auto,selectivity=1,time=5,hash=256,strategy=ybw,threads=0"};

/* The patterns of Logistello (Buro 1997), which most strong programs have in common: an edge with
 * its X squares, corners as 3x3 and 2x5, the inner rows, the long diagonals. The second row has the
 * corners too, and diagonals have squares of their neighbours. The last two look inside the edge, a
 * flat block and a corner: with them, instead of the diagonals of four and five squares, a fit to
 * the same searches errs 6 % less. */
static const cn_learning learning = {
    .tuples = "a1b1c1d1e1f1g1h1b2g2+a1b1c1a2b2c2a3b3c3+a1b1c1d1e1a2b2c2d2e2+"
              "a1a2b2c2d2e2f2g2h2h1+a3b3c3d3e3f3g3h3+a4b4c4d4e4f4g4h4+a1b2c3d4e5f6g7h8+"
              "b1c2d3e4f5g6h7a1h8+c1d2e3f4g5h6b1h7+d1e1c2d2e2f2c3d3e3f3+b2c2d2e2b3c3d3b4c4b5",
    .phases = 10,
    .solve = 13,
    .score = true,
    .alike = CN_ALIKE,
};

const cn_game CN_GAME(othello) = {
    CN_GAME_NEEDED,
    .name = "othello",
    .title = "Othello",
    .summary = "outflank and turn discs on 8x8",
    .text = "A move puts a disc on an empty square so that at least one unbroken line of opposing "
            "discs, in any of the eight directions, stands between it and another disc of the same "
            "colour; all discs in such lines are turned. Black (X) moves first. A side without a "
            "move passes; the game is over when neither side can move. More discs win.\n"
            "With rules=no-pass the game is over as soon as the side to move has no move.",
    .notation = "Moves are a1 to h8, a1 at the top left, and pass (also pa, ps, --); a transcript "
                "may run together: f5d6c3. A position is 64 cells from a1, row by row, and the "
                "side to move: - empty, X Black, O White (also . _, * B, W). Lines of OBF files "
                "and drawn boards are read too.",
    .example = "f5 d6 c3 d3 c4 f4 c5 b3 c2 e6",
    .player = {"Black", "White"},
    .glyph = {" ·", "⚫", "⚪"},
    .style = CN_STYLE_DISCS,
    .score_unit = 1,
    .eval_unit = 64,
    .eval_scale = 289, /* scripts/calibrate: 400 games of pvs:eval=auto,nodes=10000 */
    .points = "discs",
    .sgf = 2,
    .levels = levels,
    .dialects = dialects,
    /* Small matches at 10 ms a move: c=0.7 scored 68 % against 1.4; RAVE and priors gave no more.
     */
    .mcts = "c=0.5",
    .learning = &learning,
    .print_options = print_options,
};
