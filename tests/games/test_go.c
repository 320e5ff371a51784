/* Go against published counts, games of another program, and drawn positions. */
#include "games/registry.h"
#include "search/generic.h"
#include "support/support.h"

#include <stdlib.h>

/* ---- perft ---- */

static void check_perft(const char *options, const uint64_t *expected, int depths) {
    cn_position p = test_position("go", options, NULL);
    for (int depth = 1; depth <= depths; depth++) {
        const uint64_t leaves = p.kernels->perft(p.rules, p.state, depth);
        if (leaves != expected[depth - 1]) {
            fail_msg("%s depth %d: %llu, expected %llu", options, depth, (unsigned long long)leaves,
                     (unsigned long long)expected[depth - 1]);
        }
        assert_int_equal(cn_generic_kernels.perft(p.rules, p.state, depth), leaves);
    }
    cn_position_free(&p);
}

static void simple_ko_counts(void **unused) {
    (void)unused;
    check_perft("size=2,ko=simple", (uint64_t[]){5, 21, 68, 156, 316}, 5);
    check_perft("size=3,ko=simple", (uint64_t[]){10, 91, 738, 5281, 33384}, 5);
    check_perft("size=5,ko=simple", (uint64_t[]){26, 651, 15650, 361041, 7984104}, 5);
    check_perft("size=9,ko=simple", (uint64_t[]){82, 6643, 531522}, 3);
}

/* These published counts take a game ended by two passes as a leaf, those above do not. */
static void superko_counts(void **unused) {
    (void)unused;
    check_perft("size=3", (uint64_t[]){10, 91, 739, 5291}, 4);
    check_perft("size=5", (uint64_t[]){26, 651, 15651}, 3);
}

/* ---- legal positions (Tromp and Farnebäck, Combinatorics of Go) ---- */

static int legal_positions(int n) {
    const cn_game *game = cn_game_find("go");
    cn_value values[CN_OPTIONS_MAX];
    cn_values_default(game->options, values);
    int boards = 1, legal = 0;
    for (int i = 0; i < n * n; i++) boards *= 3;
    static _Alignas(64) unsigned char state[CN_STATE_MAX];
    for (int board = 0; board < boards; board++) {
        char text[32];
        int length = 0;
        for (int i = 0, rest = board; i < n * n; i++, rest /= 3) {
            if (i && i % n == 0) text[length++] = '/';
            text[length++] = ".XO"[rest % 3];
        }
        text[length] = '\0';
        const cn_variant *variant;
        cn_error error;
        legal += game->parse(values, text, state, &variant, &error) == CN_OK;
    }
    return legal;
}

static void legal_position_counts(void **unused) {
    (void)unused;
    assert_int_equal(legal_positions(2), 57);
    assert_int_equal(legal_positions(3), 12675);
}

/* ---- games played by GNU Go ---- */

static void check_stones(const cn_position *p, int player, const char *points) {
    cn_board board;
    p->game->draw(p->state, &board);
    int stones = 0;
    for (int i = 0; i < board.rows * board.columns; i++) stones += board.cell[i] == player + 1;
    for (const char *s = points; *(s += strspn(s, " ")); stones--) {
        cn_move move;
        cn_error error;
        assert_int_equal(p->game->parse_move(p->state, s, &move, &s, &error), CN_OK);
        assert_int_equal(board.cell[move], player + 1);
    }
    assert_int_equal(stones, 0);
}

static int check_game(const char *ko, char *line) {
    char *column[7], *save = line;
    for (int i = 0; i < 7; i++) column[i] = strsep(&save, "\t");
    assert_non_null(column[6]);
    char options[64];
    snprintf(options, sizeof options, "size=%s,ko=%s", column[1], ko);
    cn_position p = test_position("go", options, NULL);
    const char *counts = column[3];
    int moves = 0;
    for (const char *text = column[2]; *(text += strspn(text, " ")); moves++) {
        char *end;
        const long legal = strtol(counts, &end, 10);
        assert_int_equal(p.rules->count(p.state), legal + 1);
        counts = end + 1;
        cn_move move;
        cn_error error;
        if (cn_position_read_move(&p, text, &move, &text, &error) != CN_OK) {
            fail_msg("move %d: %s", moves + 1, error.text);
        }
        p.rules->play(p.state, move);
    }
    check_stones(&p, 0, column[4]);
    check_stones(&p, 1, column[5]);
    static char text[CN_TEXT_MAX];
    p.game->print(p.state, text, sizeof text);
    char captures[64];
    snprintf(captures, sizeof captures, "; moves=%d captures=%s", moves, column[6]);
    if (!strstr(text, captures)) fail_msg("expected `%s` in `%s`", captures, text);
    cn_position_free(&p);
    return moves;
}

static void other_programs_games(void **unused) {
    (void)unused;
    const char *const rules[2][2] = {{"psk", "positional"}, {"ssk", "situational"}};
    int games = 0, moves = 0;
    for (int rule = 0; rule < 2; rule++) {
        for (int n = 2; n <= 5; n++) {
            char path[64];
            snprintf(path, sizeof path, "positions/go/%s_nosuicide_%d.tsv", rules[rule][0], n);
            char *text = test_read(path), *rest = text;
            for (char *line; (line = strsep(&rest, "\n")) && *line; games++) {
                moves += check_game(rules[rule][1], line);
            }
            free(text);
        }
    }
    assert_int_equal(games, 480);
    assert_true(moves > 30000);
}

/* ---- drawn positions ---- */

static bool legal(const char *options, const char *text, const char *move) {
    cn_position p = test_position("go", options, text);
    cn_move code;
    const char *end;
    cn_error error;
    assert_int_equal(p.game->parse_move(p.state, move, &code, &end, &error), CN_OK);
    const bool yes = cn_position_legal(&p, code);
    cn_position_free(&p);
    return yes;
}

static void check_text(const cn_position *p, const char *expected) {
    static char text[CN_TEXT_MAX];
    const size_t length = p->game->print(p->state, text, sizeof text);
    assert_int_equal(length, strlen(text));
    assert_string_equal(text, expected);
}

/*  5 . . . . .
 *  4 . X O . .     Black takes at C3; White may not take back at B3 at once.
 *  3 X O . O .
 *  2 . X O . .
 *  1 . . . . .  */
static const char ko_fight[] = "...../.XO../XO.O./.XO../..... X";

static void simple_ko(void **unused) {
    (void)unused;
    cn_position p = test_position("go", "ko=simple", ko_fight);
    test_play(&p, "C3");
    check_text(&p, "...../.XO../X.XO./.XO../..... O ko=B3; moves=1 captures=1/0 last=C3");
    assert_false(legal("ko=simple", "...../.XO../X.XO./.XO../..... O ko=B3", "b3"));
    assert_true(legal("ko=simple", "...../.XO../X.XO./.XO../..... O", "b3"));
    assert_true(legal("ko=none", "...../.XO../X.XO./.XO../..... O", "b3"));
    test_play(&p, "E5 E1 B3");
    check_text(&p, "....O/.XO../XO.O./.XO../....X X ko=C3; moves=4 captures=1/1 last=B3 before=E1");
    cn_position_free(&p);
}

static void superko(void **unused) {
    (void)unused;
    cn_position p = test_position("go", NULL, ko_fight);
    char moves[256];
    test_play(&p, "C3");
    test_moves(&p, moves, sizeof moves);
    assert_null(strstr(moves, "B3"));
    test_play(&p, "pass E1"); /* a threat changes the whole board */
    test_moves(&p, moves, sizeof moves);
    assert_non_null(strstr(moves, "B3"));
    cn_position_free(&p);

    /* After C3 and a pass it is Black who would be to move again, so the situation is new. */
    p = test_position("go", "ko=situational", ko_fight);
    test_play(&p, "C3 pass pass");
    assert_int_not_equal(p.rules->over(p.state), CN_ONGOING);
    cn_position_free(&p);
}

static void suicide(void **unused) {
    (void)unused;
    const char *corner = ".O.../OO.../...../...../..... X";
    assert_false(legal("ko=none", corner, "A5"));
    assert_true(legal("ko=none,suicide=allowed", corner, "A5"));
    assert_false(legal("suicide=allowed", corner, "A5")); /* the board would not change */
    cn_position p = test_position("go", "suicide=allowed", ".XO../OOO../...../...../..... X");
    test_play(&p, "A5");
    check_text(&p, "..O../OOO../...../...../..... O; moves=1 captures=0/2 last=A5 past=1c8000002");
    cn_position_free(&p);
    /* Taking comes first: no suicide. */
    assert_true(legal(NULL, ".OX../OXX../XX.../...../..... X", "A5"));
}

static int score_of(const char *options, const char *text) {
    cn_position p = test_position("go", options, text);
    const int score = p.rules->score(p.state);
    cn_position_free(&p);
    return score;
}

static void scoring(void **unused) {
    (void)unused;
    assert_int_equal(score_of(NULL, NULL), 0);
    assert_int_equal(score_of(NULL, "...../...../..X../...../..... O"), 50);
    assert_int_equal(score_of("komi=7.5", "...../...../..X../...../..... O"), 35);
    assert_int_equal(score_of("scoring=stones", "...../...../..X../...../..... O"), 2);
    /* Black 5 + 10, White 5 + 4, one region shared. */
    assert_int_equal(score_of(NULL, "..XO./..XO./..XO./..XO./..XO. X"), 10);
    assert_int_equal(score_of("komi=-0.5", "..X.O/..X.O/..X.O/..X.O/..X.O X"), 21);

    cn_position p = test_position("go", "komi=0.5", NULL);
    test_play(&p, "pass pass");
    assert_int_equal(p.rules->over(p.state), CN_SECOND_WINS);
    cn_move list[CN_MOVES_MAX];
    assert_int_equal(p.rules->moves(p.state, list), 0);
    cn_position_free(&p);
    p = test_position("go", "limit=3", NULL);
    test_play(&p, "A1 pass B2");
    assert_int_equal(p.rules->over(p.state), CN_FIRST_WINS);
    cn_position_free(&p);
}

/* ---- errors and notation ---- */

static void refuses(const char *options, const char *text, cn_status status, const char *message) {
    test_refuses(cn_game_find("go"), options, text, status, message);
}

static void bad_positions(void **unused) {
    (void)unused;
    const cn_status bad = CN_BAD_INPUT;
    refuses(NULL, "...../..7../...../...../..... X", bad,
            "row 2, column 3: expected one of `.XO`, got `7` (the board has 5 rows of 5 cells)");
    refuses(NULL, "..../.... X", bad,
            "2 rows, the first of 4 cells: a board is square, 2x2 to 19x19");
    refuses(NULL, ".O.../OXO../.O.../...../..... X", bad,
            "row 2, column 2: the chain of `X` at B4 has no liberty");
    refuses(NULL, "../.. Z", bad, "side to move: expected `X` or `O`, got `Z`");
    refuses(NULL, "../.. X ko=A1", bad, "a ko point is for the option ko=simple only");
    refuses("ko=simple", "X./.. O ko=A2", bad, "ko=A2: there is a stone");
    refuses("ko=simple", "X./.. O; moves=1 past=1", bad,
            "past= is for the options ko=positional and ko=situational only");
    refuses(NULL, "../.. X passes=3", bad, "passes=3: expected a whole number from 0 to 2");
    refuses(NULL, "../.. X moves=3", bad, "`moves`: expected ko=… or passes=…");
    refuses(NULL, "../.. X; moves=401", bad, "moves=401: expected a whole number from 0 to 400");
    refuses(NULL, "../.. X; moves=1 past=0,1", bad, "2 positions in past=, but moves=1");
    refuses(NULL, "../.. X; moves=9 past=0,xyz", bad,
            "past=, entry 2: expected a position in hex, got `xyz`");
    refuses(NULL, "...../...../...../...../..... X; moves=1 past=2000001", bad,
            "past=, entry 1: expected a position in hex, got `2000001`");
    refuses("komi=0.3", NULL, CN_BAD_USAGE, "komi=0.3: expected a multiple of 0.5");
    refuses("limit=401", NULL, CN_BAD_USAGE,
            "limit=401: at most 400 on 5x5 with ko=positional, which remembers every position");
}

static void move_notation(void **unused) {
    (void)unused;
    cn_position p = test_position("go", "size=19", NULL);
    test_play(&p, "t19 J1 PASS a1Pass");
    cn_move move = 0;
    const char *end;
    cn_error error;
    char name[CN_MOVE_TEXT];
    assert_int_equal(p.game->parse_move(p.state, "t19", &move, &end, &error), CN_OK);
    assert_int_equal(move, 18);
    assert_int_equal(p.game->parse_move(p.state, "j1", &move, &end, &error), CN_OK);
    assert_int_equal(move, 18 * 19 + 8);
    p.game->print_move(p.state, move, name);
    assert_string_equal(name, "J1");
    assert_int_equal(p.game->cell_of(p.state, move), move);
    assert_int_equal(p.game->cell_of(p.state, p.rules->pass), -1);
    assert_int_equal(p.game->parse_move(p.state, "i1", &move, &end, &error), CN_BAD_INPUT);
    assert_string_equal(error.text, "`i1` is not a point: expected a column a-t (no i) and a row "
                                    "1-19, like b2, or `pass`");
    cn_position_free(&p);
    p = test_position("go", NULL, NULL);
    test_play(&p, p.game->example);
    assert_int_not_equal(p.rules->over(p.state), CN_ONGOING);
    cn_position_free(&p);
}

/* ---- solved boards ---- */

/* Fail-hard alpha-beta over the whole game, in half points, Black's view. */
static int solve(const cn_position *p, const void *state, int alpha, int beta) {
    if (p->rules->over(state) != CN_ONGOING) return p->rules->score(state);
    _Alignas(8) unsigned char child[4096];
    cn_move list[CN_MOVES_MAX];
    const int count = p->rules->moves(state, list);
    const bool black = p->rules->turn(state) == 0;
    for (int i = 0; i < count && alpha < beta; i++) {
        for (int j = i + 1; j < count; j++) {
            const cn_move first = list[i];
            if (p->rules->order(state, list[j]) <= p->rules->order(state, first)) continue;
            list[i] = list[j];
            list[j] = first;
        }
        cn_state_copy(p->rules, child, state);
        p->rules->play(child, list[i]);
        const int value = solve(p, child, alpha, beta);
        if (black && value > alpha) alpha = value;
        if (!black && value < beta) beta = value;
    }
    return black ? alpha : beta;
}

/* 2x2 with positional superko is worth a point to Black (Tromp). */
static void solved_2x2(void **unused) {
    (void)unused;
    cn_position p = test_position("go", "size=2", NULL);
    assert_in_range(p.rules->state_size, 1, 4096);
    assert_int_equal(solve(&p, p.state, -8, 8), 2);
    cn_position_free(&p);
}

/* 3x3 is worth all nine points to Black, with the centre (van der Werf 2002). Games are cut at 16
 * moves, by which time Black can have it all. */
static void solved_3x3(void **unused) {
    (void)unused;
    cn_position p = test_position("go", "size=3,limit=16", NULL);
    assert_int_equal(solve(&p, p.state, 16, 18), 18);
    test_play(&p, "B2");
    assert_int_equal(solve(&p, p.state, 16, 18), 18);
    cn_position_free(&p);
    p = test_position("go", "size=3,limit=16", NULL);
    test_play(&p, "A1");
    assert_int_equal(solve(&p, p.state, 16, 18), 16); /* not with the corner */
    cn_position_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simple_ko_counts),
        cmocka_unit_test(superko_counts),
        cmocka_unit_test(legal_position_counts),
        cmocka_unit_test(other_programs_games),
        cmocka_unit_test(simple_ko),
        cmocka_unit_test(superko),
        cmocka_unit_test(suicide),
        cmocka_unit_test(scoring),
        cmocka_unit_test(bad_positions),
        cmocka_unit_test(move_notation),
        cmocka_unit_test(solved_2x2),
        cmocka_unit_test(solved_3x3),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
