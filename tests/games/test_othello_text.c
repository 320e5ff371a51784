/* Othello's notation, start positions and heuristics. */
#include "games/othello/eval.h"
#include "games/registry.h"
#include "support/support.h"

#include <ctype.h>
#include <stdlib.h>

static const char standard[] = "---------------------------OX------XO--------------------------- X";

static void reads_as(const char *text, const char *expected) {
    cn_position p = test_position("othello", NULL, text);
    char printed[80];
    const size_t length = p.game->print(p.state, printed, sizeof printed);
    assert_int_equal(length, strlen(printed));
    assert_string_equal(printed, expected);
    cn_position_free(&p);
}

static void many_ways_to_write(void **unused) {
    (void)unused;
    reads_as(standard, standard);
    reads_as("......../......../......../...O*.../...*O.../......../......../........ *", standard);
    reads_as("________\n________\n________\n___wb___\n___bw___\n________\n________\n________\nb\n",
             standard);
    reads_as("---------------------------ox------xo---------------------------x", standard);
    /* OBF: the answers after the side are not ours. */
    reads_as("---------------------------OX------XO--------------------------- X; F5:+0; D3:+0;",
             standard);
    /* Numbers on all sides, as in "Othello and Minimax"; and letters, as people draw it. */
    reads_as("\n  0 1 2 3 4 5 6 7 \n0 _ _ _ _ _ _ _ _ 0\n1 _ _ _ _ _ _ _ _ 1\n"
             "2 _ _ _ _ _ _ _ _ 2\n3 _ _ _ w b _ _ _ 3\n4 _ _ _ b w _ _ _ 4\n"
             "5 _ _ _ _ _ _ _ _ 5\n6 _ _ _ _ _ _ _ _ 6\n7 _ _ _ _ _ _ _ _ 7\n"
             "  0 1 2 3 4 5 6 7 \n \nb",
             standard);
    reads_as("  a b c d e f g h\n1 - - - - - - - - 1\n2 - - - - - - - - 2\n"
             "3 - - - - - - - - 3\n4 - - - O X - - - 4\n5 - - - X O - - - 5\n"
             "6 - - - - - - - - 6\n7 - - - - - - - - 7\n8 - - - - - - - - 8\n"
             "  a b c d e f g h\nX",
             standard);
}

static void refuses(const char *text, const char *message) {
    test_refuses(cn_game_find("othello"), NULL, text, CN_BAD_INPUT, message);
}

static void bad_positions(void **unused) {
    (void)unused;
    refuses("--------/---q", "row 2, column 4: expected one of `-XO` (or `.*BW`), got `q` (the "
                             "board has 8 rows of 8 cells)");
    refuses("--------/-------/-", "row 2 has 7 cells, but every row of this board has 8");
    refuses("--------/---------/-", "row 2, column 9: expected the end of the row, got `-`");
    refuses("", "row 1, column 1: expected one of `-XO` (or `.*BW`), got the end of the text (the "
                "board has 8 rows of 8 cells)");
    refuses("---------------------------OX------XO---------------------------",
            "side to move: expected `X` (Black) or `O` (White) after the 64 cells, got the end of "
            "the text");
    refuses("---------------------------OX------XO--------------------------- Q",
            "side to move: expected `X` (Black) or `O` (White) after the 64 cells, got `Q`");
    refuses("---------------------------OX------XO--------------------------- X X",
            "unexpected `X` after the side to move");
}

/* ---- start positions ---- */

/* Coordinates (row, column) from 0, as the reports give them, two digits each. */
static void starts_as(const char *options, const char *black, const char *white, int side) {
    cn_position p = test_position("othello", options, NULL);
    cn_board board;
    uint8_t expected[64] = {0};
    for (const char *q = black; *q; q += 3) expected[(q[0] - '0') * 8 + q[1] - '0'] = 1;
    for (const char *q = white; *q; q += 3) expected[(q[0] - '0') * 8 + q[1] - '0'] = 2;
    p.game->draw(p.state, &board);
    assert_memory_equal(board.cell, expected, sizeof expected);
    assert_int_equal(p.rules->turn(p.state), side);
    cn_position_free(&p);
}

static void start_positions(void **unused) {
    (void)unused;
    starts_as(NULL, "34 43 ", "33 44 ", 0);
    starts_as("start=report-a", "33 44 ", "34 43 ", 0);
    starts_as("start=board1", "34 43 ", "33 44 ", 1);
    starts_as("start=board2", "22 23 24 32 33 34 41 43 44 46 63 ", "31 42 45 53 56 64 ", 1);
    starts_as("start=board3", "12 22 23 34 42 45 55 ", "13 24 25 26 32 33 35 36 43 44 53 ", 1);
    starts_as("start=X-------/--------/--------/--------/--------/--------/--------/-------O O",
              "00 ", "77 ", 1);
    cn_position p = test_position("othello", NULL, NULL);
    char list[64];
    test_moves(&p, list, sizeof list);
    assert_string_equal(list, "c4 d3 e6 f5");
    cn_position_free(&p);
}

static void bad_start(void **unused) {
    (void)unused;
    const cn_game *game = cn_game_find("othello");
    cn_value values[CN_OPTIONS_MAX];
    cn_error error;
    cn_position p;
    cn_values_default(game->options, values);
    assert_int_equal(cn_values_set(game->options, values, "start=board4", &error), CN_OK);
    assert_int_equal(cn_position_new(game, values, NULL, &p, &error), CN_BAD_USAGE);
    assert_string_equal(error.text,
                        "start=board4: expected standard, report-a, board1, board2, board3, or 64 "
                        "cells `-XO` from a1 and the side to move (row 1, column 3: expected one "
                        "of `-XO` (or `.*BW`), got `a` (the board has 8 rows of 8 cells))");
    /* A position given as such does not care about the start. */
    assert_int_equal(cn_position_new(game, values, standard, &p, &error), CN_OK);
    cn_position_free(&p);
    assert_int_equal(cn_values_set(game->options, values, "rules=house", &error), CN_BAD_USAGE);
}

/* ---- moves ---- */

static void move_texts(void **unused) {
    (void)unused;
    cn_position p = test_position("othello", NULL, NULL);
    cn_error error;
    const char *end, *const passes[] = {"pass", "PASS", "pa", "Pa", "ps", "--"};
    cn_move move;
    for (int i = 0; i < 64; i++) {
        char text[CN_MOVE_TEXT], longer[2 * CN_MOVE_TEXT];
        p.game->print_move(p.state, (cn_move)i, text);
        snprintf(longer, sizeof longer, "%c%sd6", toupper((unsigned char)text[0]), text + 1);
        assert_int_equal(p.game->parse_move(p.state, longer, &move, &end, &error), CN_OK);
        assert_int_equal(move, i);
        assert_string_equal(end, "d6");
        assert_int_equal(p.game->cell_of(p.state, move), i);
    }
    for (size_t i = 0; i < sizeof passes / sizeof passes[0]; i++) {
        assert_int_equal(p.game->parse_move(p.state, passes[i], &move, &end, &error), CN_OK);
        assert_int_equal(move, p.rules->pass);
        assert_string_equal(end, "");
    }
    assert_int_equal(p.game->cell_of(p.state, p.rules->pass), -1);
    const char *const wrong[] = {"", "i1", "a9", "a0", "a", "5f", "-", "p", "f55"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(p.game->parse_move(p.state, wrong[i], &move, &end, &error), CN_BAD_INPUT);
    }
    assert_string_equal(error.text, "`f55` is not a move: expected a column a-h and a row 1-8, "
                                    "like f5, or pass (pa, ps, --)");
    assert_int_equal(cn_position_read_move(&p, "f4", &move, &end, &error), CN_BAD_INPUT);
    assert_string_equal(error.text, "`f4` is not legal for Black here: legal are d3 c4 f5 e6");
    test_play(&p, p.game->example);
    cn_position_free(&p);
}

/* Every position of random games survives print and parse, byte for byte. */
static void round_trip(void **unused) {
    (void)unused;
    cn_rng rng = cn_rng_make(1, 2);
    for (int n = 0; n < 100; n++) {
        const char *options = n & 1 ? "rules=no-pass" : NULL;
        cn_position p = test_position("othello", options, NULL);
        while (p.rules->over(p.state) == CN_ONGOING) {
            p.rules->play(p.state, p.rules->pick(p.state, 0, &rng));
            char text[80];
            p.game->print(p.state, text, sizeof text);
            cn_position q = test_position("othello", options, text);
            assert_memory_equal(q.state, p.state, p.rules->state_size);
            cn_position_free(&q);
        }
        cn_position_free(&p);
    }
}

/* ---- heuristics ---- */

static int heuristic(const cn_game *game, const char *name) {
    for (int i = 0; game->heuristics[i].name; i++) {
        if (strcmp(game->heuristics[i].name, name) == 0) return i;
    }
    fail_msg("no heuristic %s", name);
    return -1;
}

static int value(const char *text, const char *name) {
    cn_position p = test_position("othello", NULL, text);
    const int v = p.rules->eval(p.state, heuristic(p.game, name));
    cn_position_free(&p);
    return v;
}

/* By hand. Three corners and a1's neighbours; the side without discs sees it from below. */
static void heuristics_by_hand(void **unused) {
    (void)unused;
    const char *text = "XXO----X/O-------/--------/---XX---/--------/--------/--------/X------- X";
    /* 3 corners = 12; moves d1, a3; discs 6 against 2: 4 / 3 = 1 */
    assert_int_equal(value(text, "classic-a"), 12 + 2 + 1);
    assert_int_equal(value(text, "discs"), 4);
    /* corners 90, b1 -10, d4 e4 4; White: c1 5, a2 -10 */
    assert_int_equal(value(text, "regions"), 90 - 10 + 4 - (5 - 10));
    const char *turned =
        "XXO----X/O-------/--------/---XX---/--------/--------/--------/X------- O";
    /* White has no move; -4 / 3 rounds down to -2 */
    assert_int_equal(value(turned, "classic-a"), -2);
    assert_int_equal(value(turned, "discs"), -4);
    assert_int_equal(value(turned, "regions"), -89);
    /* -3 / 3 is exact, -2 / 3 and -1 / 3 are -1. */
    assert_int_equal(
        value("OOO-----/--------/--------/--------/--------/--------/--------/-------- X",
              "classic-a"),
        -1);
    assert_int_equal(
        value("-OO-----/--------/--------/--------/--------/--------/--------/-------- X",
              "classic-a"),
        -1);
    assert_int_equal(
        value("-O------/--------/--------/--------/--------/--------/--------/-------- X",
              "classic-a"),
        -1);
    /* At the start: 4 moves, equal discs. */
    assert_int_equal(value(standard, "classic-a"), 4);
    const cn_game *game = cn_game_find("othello");
    assert_string_equal(game->heuristics[0].name, "default");
}

/* Both compilations agree on every heuristic and on the order of moves. */
static void same_everywhere(void **unused) {
    (void)unused;
    const cn_game *other = NULL;
    for (const cn_game *const *g = cn_games_baseline(); *g; g++) {
        if (strcmp((*g)->name, "othello") == 0) other = *g;
    }
    cn_rng rng = cn_rng_make(2, 2);
    for (int n = 0; n < 300; n++) {
        cn_position p = test_position("othello", NULL, NULL);
        cn_position q = test_position_of(other, NULL, NULL);
        while (p.rules->over(p.state) == CN_ONGOING) {
            for (int h = 0; p.game->heuristics[h].name; h++) {
                const int v = p.rules->eval(p.state, h);
                assert_int_equal(v, q.rules->eval(q.state, h));
                assert_in_range(v + CN_EVAL_MAX, 1, 2 * CN_EVAL_MAX - 1);
            }
            const cn_move move = p.rules->pick(p.state, 0, &rng);
            assert_int_equal(p.rules->order(p.state, move), q.rules->order(q.state, move));
            p.rules->play(p.state, move);
            q.rules->play(q.state, move);
            assert_memory_equal(p.state, q.state, p.rules->state_size);
            assert_true(p.rules->hash(p.state) == q.rules->hash(q.state));
        }
        cn_position_free(&p);
        cn_position_free(&q);
    }
}

static uint64_t discs_of(const cn_position *p, int player) {
    cn_board board;
    uint64_t x = 0;
    p->game->draw(p->state, &board);
    for (int i = 0; i < 64; i++) x |= (uint64_t)(board.cell[i] == 1 + player) << i;
    return x;
}

/* Discs called stable are still there at the end of the game. */
static void stable_discs_stay(void **unused) {
    (void)unused;
    cn_rng rng = cn_rng_make(3, 2);
    int found = 0;
    for (int n = 0; n < 500; n++) {
        cn_position p = test_position("othello", NULL, NULL);
        uint64_t stable[2] = {0, 0};
        while (p.rules->over(p.state) == CN_ONGOING) {
            p.rules->play(p.state, p.rules->pick(p.state, 0, &rng));
            for (int player = 0; player < 2; player++) {
                const uint64_t now = discs_of(&p, player);
                assert_true((stable[player] & ~now) == 0);
                stable[player] = stable_discs(now);
                found += bits_count(stable[player]) > 8;
            }
        }
        cn_position_free(&p);
    }
    assert_true(found > 500);
    /* The first row holds up what follows a2 in the second; a gap at b2 ends that. */
    assert_true(stable_discs(UINT64_C(0x0fff)) == UINT64_C(0x0fff));
    assert_true(stable_discs(UINT64_C(0x0dff)) == UINT64_C(0x01ff));
    assert_true(stable_discs(UINT64_C(0x7e)) == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_ways_to_write), cmocka_unit_test(bad_positions),
        cmocka_unit_test(start_positions),    cmocka_unit_test(bad_start),
        cmocka_unit_test(move_texts),         cmocka_unit_test(round_trip),
        cmocka_unit_test(heuristics_by_hand), cmocka_unit_test(same_everywhere),
        cmocka_unit_test(stable_discs_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
