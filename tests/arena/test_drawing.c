/* Drawn boards: what the program draws can be read back, and mistakes are named by their place. */
#include "arena/drawing.h"
#include "cli/board.h"
#include "support/support.h"

#include <stdlib.h>

static const struct {
    const char *game, *options;
} boards[] = {{"othello", NULL}, {"connect4", NULL},    {"connect4", "width=9,height=5"},
              {"gomoku", NULL},  {"gomoku", "size=20"}, {"go", NULL},
              {"go", "size=9"},  {"tictactoe", NULL}};

/* The drawing as the program makes it, with the side below. */
static void check_drawing(const cn_position *p, bool glyphs, int last) {
    static char text[CN_TEXT_MAX];
    char *drawing;
    size_t size;
    cn_board board, again;
    cn_error error;
    p->game->draw(p->state, &board);
    const cn_board_look look = {.glyphs = glyphs, .last = last};
    FILE *out = open_memstream(&drawing, &size);
    cn_board_write(out, p->game, &board, &look);
    fprintf(out, "\n%s to move\n", p->game->player[p->rules->turn(p->state)]);
    fclose(out);
    assert_int_equal(cn_drawing_read(p->game, drawing, text, &error), CN_OK);
    free(drawing);
    cn_value values[CN_OPTIONS_MAX];
    cn_values_default(p->game->options, values);
    cn_position q;
    if (cn_position_new(p->game, values, text, &q, &error) != CN_OK) fail_msg("%s", error.text);
    p->game->draw(q.state, &again);
    assert_int_equal(again.rows, board.rows);
    assert_int_equal(again.columns, board.columns);
    assert_memory_equal(again.cell, board.cell, (size_t)board.rows * board.columns);
    assert_int_equal(q.rules->turn(q.state), p->rules->turn(p->state));
    cn_position_free(&q);
}

static void test_round_trip(void **unused) {
    (void)unused;
    cn_rng rng = cn_rng_make(7, 0);
    for (size_t b = 0; b < sizeof boards / sizeof *boards; b++) {
        for (int round = 0; round < 20; round++) {
            cn_position p = test_position(boards[b].game, boards[b].options, NULL);
            const int plies = (int)cn_rng_below(&rng, 30);
            int last = -1;
            for (int i = 0; i < plies; i++) {
                cn_move list[CN_MOVES_MAX];
                const int count = p.rules->moves(p.state, list);
                cn_position next;
                assert_int_equal(cn_position_copy(&p, &next, NULL), CN_OK);
                if (count == 0) {
                    cn_position_free(&next);
                    break;
                }
                const cn_move move = list[cn_rng_below(&rng, (uint32_t)count)];
                next.rules->play(next.state, move);
                /* An ended game has no side to move for a drawing to say. */
                if (next.rules->over(next.state) != CN_ONGOING) {
                    cn_position_free(&next);
                    break;
                }
                last = p.game->cell_of(p.state, move);
                cn_position_free(&p);
                p = next;
            }
            check_drawing(&p, round & 1, last);
            cn_position_free(&p);
        }
    }
}

static void check_read(const char *name, const char *drawing, const char *expected) {
    static char text[CN_TEXT_MAX];
    cn_error error;
    if (cn_drawing_read(cn_game_find(name), drawing, text, &error) != CN_OK) {
        fail_msg("%s", error.text);
    }
    assert_string_equal(text, expected);
}

static void test_forms(void **unused) {
    (void)unused;
    check_read("tictactoe", "x.o\n.x.\n..o\nx\n", "x.o/.x./..o x");
    check_read("tictactoe", "# mine\r\n|X|_|O|\r\n|-|x|+|\r\n|.|.|o|\r\no to play\r\n",
               "x.o/.x./..o o");
    check_read("tictactoe", "O to move:\n\n3 x . o\n2 . x .\n1 . . o\n  a b c\n", "x.o/.x./..o o");
    check_read("tictactoe", "x.o\n.x.\n..o", "x.o/.x./..o"); /* the side is the game's affair */
    check_read("go", "   A B C\n3  . X . 3\n2  . X O 2\n1  . . . 1\n   A B C\nwhite\n",
               ".X./.XO/... O");
    check_read("gomoku", "W B _\n_ b w\n_ _ _\nBlack 2, White 2\nBlack to move\n", "OX./.XO/... X");
}

/* What the published Othello programs print. */
static void test_published(void **unused) {
    (void)unused;
    check_read("othello",
               "\n  0 1 2 3 4 5 6 7  \n0 _ _ _ _ _ _ _ _ 0\n1 _ _ b w _ _ _ _ 1\n"
               "2 _ _ b b w w w _ 2\n3 _ _ w w b w w _ 3\n4 _ _ b w w b _ _ 4\n"
               "5 _ _ _ w _ b _ _ 5\n6 _ _ _ _ _ _ _ _ 6\n7 b _ _ _ _ _ _ w 7\n"
               "  0 1 2 3 4 5 6 7  \n \nw to move\n",
               "--------/--XO----/--XXOOO-/--OOXOO-/--XOOX--/---O-X--/--------/X------O O");
#define DIGITS                                                                          \
    "AFTER MOVE:\n0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0\n0 0 0 1 0 0 0 0\n0 0 0 1 1 0 0 0\n" \
    "0 0 0 2 1 0 0 0\n0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0\n2 0 0 0 0 0 0 0\n"
#define CELLS "--------/--------/---X----/---XX---/---OX---/--------/--------/O-------"
    check_read("othello", DIGITS, CELLS);
    check_read("othello", DIGITS "2\n", CELLS " O");
    check_read("othello", DIGITS "1 to move\n", CELLS " X");
    check_read("othello", "Player 2:\n" DIGITS, CELLS " O");
    check_read("tictactoe", "120\n011\n002\nPlayer 2\n", "xo./.xx/..o o");
}

static void check_refused(const char *name, const char *drawing, const char *expected) {
    static char text[CN_TEXT_MAX];
    cn_error error = {""};
    assert_int_equal(cn_drawing_read(cn_game_find(name), drawing, text, &error), CN_BAD_INPUT);
    assert_string_equal(error.text, expected);
}

static void test_mistakes(void **unused) {
    (void)unused;
    check_refused("tictactoe", "x.o\n.7.\n...\n",
                  "row 2, column 2 of the drawing: expected one of `.xo`, got `7`");
    check_refused("tictactoe", "x.o\n..\n...\n",
                  "row 2 of the drawing has 2 cells, the first has 3");
    check_refused("tictactoe", "hello\n",
                  "the drawing has no rows: expected lines of the cells `.xo`");
    check_refused("othello", "0 1 2\n0 1\n", "row 2 of the drawing has 2 cells, the first has 3");
    check_refused("othello", "b won\n",
                  "the drawing has no rows: expected lines of the cells `-XO`");
    check_refused("tictactoe", "", "the drawing has no rows: expected lines of the cells `.xo`");
    char tall[64 * 4 + 1] = "";
    for (int i = 0; i < 64; i++) strcat(tall, "...\n");
    check_refused("tictactoe", tall, "the drawing has more than 20 rows");
    check_refused("tictactoe", ".....................\n",
                  "row 1 of the drawing has more than 20 cells");
}

/* Whoever wins by a row has one, through the last move, of nobody else's pieces; others have none.
 */
static void test_rows(void **unused) {
    (void)unused;
    static const char *const games[][2] = {{"tictactoe", NULL},
                                           {"connect4", NULL},
                                           {"connect4", "width=5,height=5,connect=3"},
                                           {"gomoku", "size=9"},
                                           {"othello", NULL}};
    cn_rng rng = cn_rng_make(11, 0);
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        int won = 0;
        for (int round = 0; round < 60; round++) {
            cn_position p = test_position(games[g][0], games[g][1], NULL);
            int last = -1, cells[CN_BOARD_MAX * CN_BOARD_MAX];
            cn_board board;
            while (p.rules->over(p.state) == CN_ONGOING) {
                cn_move list[CN_MOVES_MAX];
                const int count = p.rules->moves(p.state, list);
                const cn_move move = list[cn_rng_below(&rng, (uint32_t)count)];
                p.game->draw(p.state, &board);
                for (int k = 0; k < 2; k++) assert_int_equal(cn_drawing_row(&board, k, cells), 0);
                last = p.game->cell_of(p.state, move);
                p.rules->play(p.state, move);
            }
            p.game->draw(p.state, &board);
            const cn_outcome outcome = p.rules->over(p.state);
            for (int player = 0; player < 2; player++) {
                const int count = cn_drawing_row(&board, player, cells);
                if (!board.in_a_row || outcome != cn_win_of(player)) {
                    assert_int_equal(count, 0);
                    continue;
                }
                bool through = false;
                won++;
                assert_true(count >= board.in_a_row);
                for (int i = 0; i < count; i++) {
                    assert_int_equal(cn_cell_player(board.cell[cells[i]]), player);
                    through |= cells[i] == last;
                }
                assert_true(through);
            }
            cn_position_free(&p);
        }
        assert_int_equal(won > 0, g < 4);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_round_trip),
                                       cmocka_unit_test(test_rows), cmocka_unit_test(test_forms),
                                       cmocka_unit_test(test_published),
                                       cmocka_unit_test(test_mistakes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
