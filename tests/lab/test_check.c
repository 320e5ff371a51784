/* The checks are checked: a good game with one mistake planted in it, of every kind that authors
 * make. Each must be found, under the right name, with a message that says what is wrong. */
#include "lab/check.h"
#include "support/support.h"

/* A built-in game, its tables copied so that single fields can be broken. */
static struct {
    const cn_game *good;
    const cn_rules *rules;           /* of `good` */
    cn_value values[CN_OPTIONS_MAX]; /* its defaults: the broken game has no options */
    cn_game game;
    cn_rules table;
    cn_variant variant;
    const cn_variant *variants[2];
    int calls; /* for functions that do something else every time */
} m;

static cn_status setup(const cn_value *values, void *state, const cn_variant **variant,
                       cn_error *error) {
    (void)values;
    const cn_status status = m.good->setup(m.values, state, variant, error);
    *variant = &m.variant;
    return status;
}

static cn_status parse(const cn_value *values, const char *text, void *state,
                       const cn_variant **variant, cn_error *error) {
    (void)values;
    const cn_status status = m.good->parse(m.values, text, state, variant, error);
    *variant = &m.variant;
    return status;
}

static const cn_option no_options[] = {{.name = NULL}};

static void plant(const char *name) {
    cn_position p = test_position(name, NULL, NULL);
    m.calls = 0;
    m.good = p.game;
    m.rules = p.rules;
    m.game = *p.game;
    m.table = *p.rules;
    m.table.playout = NULL; /* these two would go by the good rules */
    m.table.count = NULL;
    /* This one needs an empty cell, which some mistakes do not leave. */
    if (strcmp(name, "tictactoe") == 0) m.table.pick = NULL;
    cn_values_default(p.game->options, m.values);
    cn_position_free(&p);
    m.game.setup = setup;
    m.game.parse = parse;
    m.game.options = no_options; /* the default form is enough here */
    m.game.print_options = NULL;
    m.game.dialects = NULL;
    m.variant = (cn_variant){.rules = &m.table};
    m.variants[0] = &m.variant;
    m.game.variants = m.variants;
}

/* ---- the mistakes ---- */

/* Both sides' positions get one hash. */
static uint64_t hash_of_cells(const void *s) {
    cn_board board = {0};
    uint64_t hash = 1;
    m.good->draw(s, &board);
    for (int i = 0; i < board.rows * board.columns; i++) hash = cn_mix64(hash + board.cell[i]);
    return hash;
}

static uint64_t hash_with_too_much(const void *s) {
    return m.rules->hash(s) + (uint64_t)(++m.calls);
}

static uint64_t hash_coarse(const void *s) {
    return m.rules->hash(s) & 0xff;
}

static int moves_in_any_order(const void *s, cn_move *list) {
    const int count = m.rules->moves(s, list);
    if (count > 1 && ++m.calls % 2) {
        const cn_move first = list[0];
        list[0] = list[1];
        list[1] = first;
    }
    return count;
}

static int moves_twice(const void *s, cn_move *list) {
    const int count = m.rules->moves(s, list);
    if (count > 1) list[1] = list[0];
    return count;
}

static int moves_none_early(const void *s, cn_move *list) {
    const int count = m.rules->moves(s, list);
    return count < 5 ? 0 : count;
}

static int moves_after_the_end(const void *s, cn_move *list) {
    const int count = m.rules->moves(s, list);
    list[count] = 0;
    return count ? count : 1;
}

static int moves_beyond_the_codes(const void *s, cn_move *list) {
    const int count = m.rules->moves(s, list);
    if (count) list[0] = 3000;
    return count;
}

/* Offers every cell of the board, taken or not. */
static int moves_onto_stones(const void *s, cn_move *list) {
    if (m.rules->moves(s, list) == 0) return 0;
    for (int i = 0; i < 9; i++) list[i] = (cn_move)i;
    return 9;
}

static bool legal_everything(const void *s, cn_move move) {
    (void)s, (void)move;
    return true;
}

static int turn_two(const void *s) {
    return m.rules->turn(s) + 1;
}

static cn_outcome over_never(const void *s) {
    (void)s;
    return CN_ONGOING;
}

static cn_outcome over_swapped(const void *s) {
    const cn_outcome over = m.rules->over(s);
    return over == CN_FIRST_WINS ? CN_SECOND_WINS : over == CN_SECOND_WINS ? CN_FIRST_WINS : over;
}

static int count_off(const void *s) {
    cn_move list[CN_MOVES_MAX];
    return m.rules->moves(s, list) + 1;
}

static cn_move pick_any(const void *s, int policy, cn_rng *rng) {
    cn_move list[CN_MOVES_MAX];
    (void)policy, (void)rng;
    const int count = m.rules->moves(s, list);
    return list[++m.calls % count];
}

static cn_move pick_illegal(const void *s, int policy, cn_rng *rng) {
    (void)s, (void)policy, (void)rng;
    return 2999;
}

static void play_by_mood(void *s, cn_move move) {
    cn_move list[CN_MOVES_MAX];
    const int count = m.rules->moves(s, list);
    m.rules->play(s, ++m.calls % 2 && count ? list[0] : move);
}

static int eval_huge(const void *s, int heuristic) {
    return m.rules->eval(s, heuristic) + 2 * CN_EVAL_MAX;
}

static int order_huge(const void *s, cn_move move) {
    (void)s, (void)move;
    return 1 << 20;
}

static cn_move same_move(const void *s, int k, cn_move move) {
    (void)s, (void)k;
    return move;
}

static void other_image(const void *s, int k, void *image) {
    m.rules->symmetry(s, k ? 0 : 1, image);
}

static cn_move forced_boast(const void *s, int budget, cn_forced *win) {
    cn_move list[CN_MOVES_MAX];
    (void)budget;
    win->plies = 1;
    return m.rules->moves(s, list) ? list[0] : CN_MOVE_NONE;
}

static cn_move forced_blind(const void *s, int budget, cn_forced *win) {
    (void)s, (void)budget, (void)win;
    return CN_MOVE_NONE;
}

static int score_of_the_other(const void *s) {
    return -m.rules->score(s);
}

static size_t live_too_little(const void *s) {
    (void)s;
    return 1;
}

static void priors_beyond(const void *s, const cn_move *moves, int count, float *chance,
                          float *visits) {
    (void)s, (void)moves;
    for (int i = 0; i < count; i++) chance[i] = 3, visits[i] = 1;
}

static size_t print_without_side(const void *s, char *text, size_t size) {
    const size_t length = m.good->print(s, text, size);
    text[length - 2] = '\0';
    return length - 2;
}

static size_t print_wrong_length(const void *s, char *text, size_t size) {
    return m.good->print(s, text, size) + 1;
}

static void print_move_alike(const void *s, cn_move move, char text[CN_MOVE_TEXT]) {
    cn_move list[CN_MOVES_MAX];
    (void)move;
    m.rules->moves(s, list);
    m.good->print_move(s, list[0], text);
}

static cn_status parse_move_greedy(const void *s, const char *text, cn_move *move, const char **end,
                                   cn_error *error) {
    const cn_status status = m.good->parse_move(s, text, move, end, error);
    *end = text;
    return status;
}

static cn_status parse_anything(const cn_value *values, const char *text, void *state,
                                const cn_variant **variant, cn_error *error) {
    const cn_status status = parse(values, text, state, variant, error);
    return status == CN_OK ? status : setup(values, state, variant, error);
}

static int cell_zero(const void *s, cn_move move) {
    (void)s;
    (void)move;
    return 0;
}

static int cell_outside(const void *s, cn_move move) {
    return m.good->cell_of(s, move) + 1000;
}

static void draw_nothing(const void *s, cn_board *board) {
    m.good->draw(s, board);
    board->rows = 0;
}

static void draw_strange(const void *s, cn_board *board) {
    m.good->draw(s, board);
    board->cell[0] = 7;
}

/* ---- finding them ---- */

static void expect(const char *what, const char *contract, const char *words) {
    static cn_fault fault;
    cn_check check = {.games = 60};
    cn_error error = {""};
    if (cn_game_check(&m.game, &error) != CN_OK) fail_msg("%s: %s", what, error.text);
    if (cn_check_game(&m.game, &check, &fault)) fail_msg("%s went unnoticed", what);
    if (strcmp(fault.contract, contract) != 0 || !strstr(fault.text, words)) {
        fail_msg("%s: found as `%s`: %s", what, fault.contract, fault.text);
    }
}

#define MISTAKE(what, game_name, place, wrong, contract, words) \
    do {                                                        \
        plant(game_name);                                       \
        m.place = wrong;                                        \
        expect(what, contract, words);                          \
    } while (0)

static void the_wrapped_game_is_good(void **state) {
    (void)state;
    static cn_fault fault;
    const char *const names[] = {"tictactoe", "connect4", "othello"};
    for (int i = 0; i < 3; i++) {
        cn_check check = {.games = 20};
        plant(names[i]);
        if (!cn_check_game(&m.game, &check, &fault)) fail_msg("%s: %s", names[i], fault.text);
    }
}

static void mistakes_in_hashes(void **state) {
    (void)state;
    MISTAKE("hash without side", "othello", table.hash, hash_of_cells, "hash", "side to move");
    MISTAKE("hash with too much", "othello", table.hash, hash_with_too_much, "live", "how it came");
    MISTAKE("hash too coarse", "othello", table.hash, hash_coarse, "hash", "one hash");
}

static void mistakes_in_moves(void **state) {
    (void)state;
    MISTAKE("order", "othello", table.moves, moves_in_any_order, "live", "another order");
    MISTAKE("twice", "othello", table.moves, moves_twice, "moves", "listed twice");
    MISTAKE("none", "connect4", table.moves, moves_none_early, "moves", "no moves");
    MISTAKE("after", "tictactoe", table.moves, moves_after_the_end, "moves", "has ended");
    MISTAKE("codes", "othello", table.moves, moves_beyond_the_codes, "move_codes", "all are below");
    MISTAKE("taken cells", "tictactoe", table.moves, moves_onto_stones, "moves", "already holds");
    MISTAKE("legal", "tictactoe", table.legal, legal_everything, "legal", "accepts move");
    MISTAKE("moves_max", "othello", table.moves_max, 2, "moves_max", "at most 2");
    MISTAKE("count", "othello", table.count, count_off, "count", "lists");
    MISTAKE("order value", "othello", table.order, order_huge, "order", "expected -65536");
}

static void mistakes_in_play(void **state) {
    (void)state;
    MISTAKE("turn", "othello", table.turn, turn_two, "turn", "expected 0 or 1");
    MISTAKE("never over", "tictactoe", table.over, over_never, "moves", "goes on");
    MISTAKE("over", "othello", table.over, over_swapped, "score", "for player 0");
    MISTAKE("play", "connect4", table.play, play_by_mood, "play", "same move on two copies");
    MISTAKE("live", "tictactoe", table.live, live_too_little, "live", "bytes");
    MISTAKE("score", "othello", table.score, score_of_the_other, "score", "outcome");
}

/* An expert that takes every position below the root for won in one move. */
static bool boast_serves(const void *s) {
    (void)s;
    return true;
}

static int boast(cn_context *c, const void *s, int depth, int ply, int alpha, int beta) {
    (void)s, (void)depth, (void)alpha, (void)beta;
    cn_line_clear(c, ply);
    return CN_WIN - (ply + 1);
}

static const cn_expert boasters[] = {
    {.name = "boast", .help = "wins", .serves = boast_serves, .alphabeta = boast},
    {.name = NULL},
};

static void mistakes_in_playouts_and_knowledge(void **state) {
    (void)state;
    MISTAKE("pick", "connect4", table.pick, pick_any, "pick", "same random numbers");
    MISTAKE("pick illegal", "connect4", table.pick, pick_illegal, "pick", "does not list");
    MISTAKE("eval", "othello", table.eval, eval_huge, "eval", "must stay within");
    MISTAKE("priors", "tictactoe", table.priors, priors_beyond, "priors", "expected 0 to 1");
    MISTAKE("forced boasts", "connect4", table.forced, forced_boast, "forced", "does not");
    MISTAKE("forced blind", "connect4", table.forced, forced_blind, "forced", "must find");
    MISTAKE("symmetry_move", "othello", table.symmetry_move, same_move, "symmetry_move", "images");
    MISTAKE("symmetry", "othello", table.symmetry, other_image, "symmetry", "image 0");
    MISTAKE("expert", "tictactoe", variant.experts, boasters, "experts", "proves a loss");
}

static void mistakes_in_text_and_drawing(void **state) {
    (void)state;
    MISTAKE("no side", "othello", game.print, print_without_side, "parse", "refuses");
    MISTAKE("length", "tictactoe", game.print, print_wrong_length, "print", "returned");
    MISTAKE("alike", "othello", game.print_move, print_move_alike, "parse_move", "reads as");
    MISTAKE("end", "othello", game.parse_move, parse_move_greedy, "parse_move", "behind");
    MISTAKE("rubbish", "othello", game.parse, parse_anything, "parse", "accepts the text");
    MISTAKE("cell", "othello", game.cell_of, cell_outside, "cell_of", "the board has cells");
    MISTAKE("rows", "othello", game.draw, draw_nothing, "draw", "rows");
    MISTAKE("cell value", "othello", game.draw, draw_strange, "draw", "expected 0 to 2");
    MISTAKE("from outside", "connect4", game.from_of, cell_outside, "from_of", "has cells");
    MISTAKE("from nowhere", "connect4", game.from_of, cell_zero, "from_of", "has no piece");
    MISTAKE("example", "othello", game.example, "a1", "example", "not legal");
}

/* ---- tables that are not whole are refused before anything runs ---- */

static void refused(const char *words) {
    cn_error error = {""};
    assert_int_equal(cn_game_check(&m.game, &error), CN_BAD_INPUT);
    if (!strstr(error.text, words)) fail_msg("expected `%s`, got: %s", words, error.text);
}

#define GAP(place, wrong, words) \
    do {                         \
        plant("tictactoe");      \
        m.place = wrong;         \
        refused(words);          \
    } while (0)

static void tables_with_gaps(void **state) {
    (void)state;
    static const cn_option bad_default[] = {{"size", CN_OPTION_INT, 3, 9, NULL, "12", "cells"},
                                            {.name = NULL}};
    static const cn_option no_choices[] = {{"rules", CN_OPTION_CHOICE, 0, 0, NULL, "a", "which"},
                                           {.name = NULL}};
    static const cn_named nothing[] = {{NULL, NULL}};
    static const cn_piece two_kinds[] = {{"man", NULL}, {"king", "K"}, {NULL, NULL}};
    plant("tictactoe");
    cn_error error;
    assert_int_equal(cn_game_check(&m.game, &error), CN_OK);
    GAP(game.abi, 1, "built for interface 1");
    GAP(game.name, NULL, "`name` is NULL");
    GAP(game.name, "My Game", "one word");
    GAP(game.text, NULL, "`text` is NULL");
    GAP(game.player[1], NULL, "`player[1]` is NULL");
    GAP(game.cells, "..", "3 characters");
    GAP(game.cells, "..x", "twice");
    GAP(game.pieces, two_kinds, "5 characters");
    GAP(game.glyph[2], NULL, "`glyph[2]` is NULL");
    GAP(game.style, (cn_style)40, "none of cn_style");
    GAP(game.setup, NULL, "`setup` of cn_game is NULL");
    GAP(game.cell_of, NULL, "`cell_of` of cn_game is NULL");
    GAP(game.options, NULL, "`options` is NULL");
    GAP(game.options, bad_default, "not one of its values: size=12");
    GAP(game.options, no_choices, "`choices` is NULL");
    GAP(game.heuristics, nothing, "`heuristics` is NULL or empty");
    GAP(table.moves, NULL, "`moves` of cn_rules is NULL");
    GAP(table.state_size, 1 << 20, "a state of 1048576 bytes");
    GAP(table.moves_max, 0, "`moves_max` is 0");
    GAP(table.move_codes, 0, "`move_codes` is 0");
    GAP(table.symmetry, NULL, "`symmetry` or `symmetry_move` is NULL");
    GAP(variant.rules, NULL, "without `rules`");
    GAP(variants[0], NULL, "not in the list");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_wrapped_game_is_good),
        cmocka_unit_test(mistakes_in_hashes),
        cmocka_unit_test(mistakes_in_moves),
        cmocka_unit_test(mistakes_in_play),
        cmocka_unit_test(mistakes_in_playouts_and_knowledge),
        cmocka_unit_test(mistakes_in_text_and_drawing),
        cmocka_unit_test(tables_with_gaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
