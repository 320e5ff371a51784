/* Gomoku: counts, wins in every direction, notation, messages. */
#include "support/support.h"

static void counts(void **unused) {
    (void)unused;
    cn_position p = test_position("gomoku", "distance=0", NULL);
    const uint64_t expected[] = {1, 225, 225 * 224, 225 * 224 * 223};
    for (int depth = 0; depth <= 3; depth++) {
        assert_int_equal(p.kernels->perft(p.rules, p.state, depth), expected[depth]);
    }
    assert_int_equal(expected[3], 11239200);
    cn_position_free(&p);

    p = test_position("gomoku", "distance=1", NULL);
    assert_int_equal(p.kernels->perft(p.rules, p.state, 1), 1); /* the centre */
    assert_int_equal(p.kernels->perft(p.rules, p.state, 2), 8);
    /* Beside the centre 12 - 2, on a corner of it 16 - 2 empty points remain near the two. */
    assert_int_equal(p.kernels->perft(p.rules, p.state, 3), 4 * 10 + 4 * 12);
    cn_position_free(&p);

    p = test_position("gomoku", "size=10,distance=3", NULL);
    char moves[64];
    test_moves(&p, moves, sizeof moves);
    assert_string_equal(moves, "e5 e6 f5 f6");
    cn_position_free(&p);
}

/* Plays `black` with white stones that decide nothing, one after each. */
static cn_outcome play_out(const char *options, const char *black, const char *white) {
    cn_position p = test_position("gomoku", options, NULL);
    cn_error error;
    cn_move move;
    while (*black) {
        assert_int_equal(p.rules->over(p.state), CN_ONGOING);
        assert_int_equal(cn_position_read_move(&p, black, &move, &black, &error), CN_OK);
        p.rules->play(p.state, move);
        if (p.rules->over(p.state) != CN_ONGOING) break;
        assert_int_equal(cn_position_read_move(&p, white, &move, &white, &error), CN_OK);
        p.rules->play(p.state, move);
    }
    const cn_outcome outcome = p.rules->over(p.state);
    cn_move list[CN_MOVES_MAX];
    assert_int_equal(p.rules->moves(p.state, list) == 0, outcome != CN_ONGOING);
    assert_int_equal(*black, '\0');
    cn_position_free(&p);
    return outcome;
}

static void wins(void **unused) {
    (void)unused;
    const char *scattered = "h2j4l6n8h10j12";
    const char *black[] = {
        "a1b1c1d1e1",     "m1n1o1p1q1",      "a17b17c17d17e17", "a13a14a15a16a17",
        "q1q2q3q4q5",     "a1b2c3d4e5",      "m13n14o15p16q17", "a17b16c15d14e13",
        "q1p2o3n4m5",     "m17n16o15p14q13", "a13b14c15d16e17", "e1d2c3b4a5",
        "f6f7f9f10f8",    "AAABACADAE",      "QQPPOONNMM",      "a1c1e1b1d1",
        "i9j10k11m13l12", "qmqnqoqqqp",
    };
    for (size_t i = 0; i < sizeof black / sizeof *black; i++) {
        assert_int_equal(play_out("size=17", black[i], scattered), CN_FIRST_WINS);
        assert_int_equal(play_out("size=17,rules=exact", black[i], scattered), CN_FIRST_WINS);
    }
    /* Four are not enough, nor do lines run on at the next row. */
    assert_int_equal(play_out("size=17", "a1b1c1d1", scattered), CN_ONGOING);
    assert_int_equal(play_out("size=17", "o17p17q17a16b16", scattered), CN_ONGOING);
    assert_int_equal(play_out("size=19", "r19s19a18b18c18", scattered), CN_ONGOING);
    assert_int_equal(play_out("size=20", "s20t20a19b19c19", scattered), CN_ONGOING);
    assert_int_equal(play_out("size=20", "p1q2r3s4t5", scattered), CN_FIRST_WINS);
    assert_int_equal(play_out("size=20", "t16t17t18t19t20", scattered), CN_FIRST_WINS);
    /* Six: a win or nothing. A five in another line still counts. */
    assert_int_equal(play_out("size=17", "a1b1c1e1f1d1", scattered), CN_FIRST_WINS);
    assert_int_equal(play_out("size=17,rules=exact", "a1b1c1e1f1d1", scattered), CN_ONGOING);
    assert_int_equal(
        play_out("size=17,rules=exact", "a1b1c1e1f1d2d3d4d5d1", "h2j4l6n8h10j12q2q4q6"),
        CN_FIRST_WINS);
}

static void full_board(void **unused) {
    (void)unused;
    cn_position p = test_position("gomoku", "size=5", "XXOOX/OOXXO/XXOOX/OOXXO/XXO.X X");
    cn_move list[CN_MOVES_MAX];
    assert_int_equal(p.rules->moves(p.state, list), 1);
    p.rules->play(p.state, list[0]);
    assert_int_equal(p.rules->over(p.state), CN_DRAW);
    assert_int_equal(p.rules->moves(p.state, list), 0);
    cn_position_free(&p);
    /* The last point may still win. */
    p = test_position("gomoku", "size=5", "XXOOX/OOXXO/XXOOX/OOXXO/XXXX. X");
    test_play(&p, "e1");
    assert_int_equal(p.rules->over(p.state), CN_FIRST_WINS);
    cn_position_free(&p);
}

static void start_stone(void **unused) {
    (void)unused;
    cn_position p = test_position("gomoku", "start=hh", NULL), q;
    char text[CN_TEXT_MAX];
    assert_int_equal(p.rules->turn(p.state), 1);
    q = test_position("gomoku", NULL, NULL);
    test_play(&q, "HH");
    assert_memory_equal(p.state, q.state, cn_state_live(p.rules, p.state));
    test_moves(&p, text, sizeof text);
    assert_string_equal(text, "g7 g8 g9 h7 h9 i7 i8 i9");
    cn_position_free(&p);
    cn_position_free(&q);
    const cn_game *game = cn_game_find("gomoku");
    cn_value values[CN_OPTIONS_MAX];
    cn_error error;
    cn_values_default(game->options, values);
    assert_int_equal(cn_values_set(game->options, values, "start=hh", &error), CN_OK);
    assert_int_equal(cn_values_set(game->options, values, "size=7", &error), CN_OK);
    assert_int_equal(cn_position_new(game, values, NULL, &p, &error), CN_BAD_USAGE);
    assert_string_equal(error.text, "start=hh: the stone is on row 8, column 8, but the size is 7; "
                                    "expected a size of 8 or more");
}

/* ---- notation ---- */

static void moves_text(void **unused) {
    (void)unused;
    cn_position p = test_position("gomoku", NULL, NULL), q = test_position("gomoku", NULL, NULL);
    cn_error error;
    cn_move move;
    const char *end;
    char text[CN_MOVE_TEXT];
    /* A far point is legal though no search looks at it. */
    test_play(&p, "h8i9j10a1O15");
    test_play(&q, "HH GI fj oa AO");
    assert_memory_equal(p.state, q.state, cn_state_live(p.rules, p.state));
    const char *const same[][2] = {{"KF", "f5"}, {"kf", "f5"},     {"F5", "f5"}, {"aa", "a15"},
                                   {"oo", "o1"}, {"i10j9", "i10"}, {"ii9", "i7"}};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        assert_int_equal(p.game->parse_move(p.state, same[i][0], &move, &end, &error), CN_OK);
        p.game->print_move(p.state, move, text);
        assert_string_equal(text, same[i][1]);
        assert_int_equal(p.game->cell_of(p.state, move), move);
    }
    const char *const wrong[] = {"p1", "a16", "a0", "h", "PA", "ap", "8h", "-"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char message[64];
        snprintf(message, sizeof message, "`%s` is not a point: ", wrong[i]);
        assert_int_equal(cn_position_read_move(&p, wrong[i], &move, &end, &error), CN_BAD_INPUT);
        assert_memory_equal(error.text, message, strlen(message));
    }
    assert_int_equal(cn_position_read_move(&p, "h8", &move, &end, &error), CN_BAD_INPUT);
    assert_memory_equal(error.text, "`h8` is not legal for White here: legal are a15 b15 c15", 55);
    assert_int_equal(cn_position_read_move(&p, "zz", &move, &end, &error), CN_BAD_INPUT);
    assert_string_equal(error.text,
                        "`zz` is not a point: expected a column a-o and a row 1-15, like b2, or "
                        "row and column as letters from the top left, like CD");
    cn_position_free(&p);
    cn_position_free(&q);
    p = test_position("gomoku", NULL, NULL);
    test_play(&p, p.game->example);
    assert_int_equal(p.rules->over(p.state), CN_FIRST_WINS);
    assert_int_equal(cn_position_read_move(&p, "a1", &move, &end, &error), CN_BAD_INPUT);
    assert_string_equal(error.text, "`a1`: the game is over");
    cn_position_free(&p);
}

static void positions_text(void **unused) {
    (void)unused;
    cn_position p = test_position("gomoku", "size=19", "...../..X../..O../.X.../..... o");
    cn_board board;
    char text[CN_TEXT_MAX];
    p.game->draw(p.state, &board);
    assert_int_equal(board.rows, 5);
    assert_int_equal(board.cell[1 * 5 + 2], 1);
    assert_int_equal(board.cell[2 * 5 + 2], 2);
    assert_string_equal(board.row_label[0], "5");
    assert_string_equal(board.column_label[4], "e");
    assert_int_equal(p.game->print(p.state, text, sizeof text), 31);
    assert_string_equal(text, "...../..X../..O../.X.../..... O");
    cn_position_free(&p);
    /* One row, and new lines; the side follows from the stones. */
    const char *const same[] = {".......X....O...X........", ".....\n..x..\n..o..\n.x...\n.....\n"};
    for (int i = 0; i < 2; i++) {
        p = test_position("gomoku", NULL, same[i]);
        p.game->print(p.state, text, sizeof text);
        assert_string_equal(text, "...../..X../..O../.X.../..... O");
        cn_position_free(&p);
    }
    p = test_position("gomoku", NULL, "XXXXX/OOOO./...../...../..... O");
    assert_int_equal(p.rules->over(p.state), CN_FIRST_WINS);
    cn_position_free(&p);
    p = test_position("gomoku", "rules=exact", "XXXXXX/OOOO../....../....../....../...... X");
    assert_int_equal(p.rules->over(p.state), CN_ONGOING);
    cn_position_free(&p);
}

static void refuses(const char *text, const char *message) {
    test_refuses(cn_game_find("gomoku"), NULL, text, CN_BAD_INPUT, message);
}

static void bad_positions(void **unused) {
    (void)unused;
    refuses("", "1 rows, the first of 0 cells: a board is square, 5x5 to 20x20");
    refuses("..../..../..../....", "4 rows, the first of 4 cells: a board is square, 5x5 to 20x20");
    refuses("......", "1 rows, the first of 6 cells: a board is square, 5x5 to 20x20");
    refuses("...../...../..7../...../..... X",
            "row 3, column 3: expected one of `.XO`, got `7` (the board has 5 rows of 5 cells)");
    refuses("...../..../...../...../..... X",
            "row 2 has 4 cells, but every row of this board has 5");
    refuses("...../...../...../...../..... Z", "side to move: expected `X` or `O`, got `Z`");
    refuses("XXXXX/...../...../OOOO./..... X", "`X` has five in a row but is to move");
    refuses("XXXXX/...../...../OOOOO/..... X", "`X` has five in a row but is to move");
}

static void options(void **unused) {
    (void)unused;
    const cn_game *game = cn_game_find("gomoku");
    cn_value values[CN_OPTIONS_MAX];
    cn_error error;
    cn_values_default(game->options, values);
    assert_int_equal(cn_values_set(game->options, values, "size=21", &error), CN_BAD_USAGE);
    assert_string_equal(error.text, "size=21: expected a whole number from 5 to 20");
    assert_int_equal(cn_values_set(game->options, values, "distance=5", &error), CN_BAD_USAGE);
    assert_int_equal(cn_values_set(game->options, values, "rules=pente", &error), CN_BAD_USAGE);
    assert_string_equal(error.text, "rules=pente: expected one of freestyle, exact, renju, caro");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts),        cmocka_unit_test(wins),
        cmocka_unit_test(full_board),    cmocka_unit_test(start_stone),
        cmocka_unit_test(moves_text),    cmocka_unit_test(positions_text),
        cmocka_unit_test(bad_positions), cmocka_unit_test(options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
