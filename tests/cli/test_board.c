/* Boards as they are drawn in a terminal. */
#include "support/support.h"

#include "cli/board.h"

#include <canopy/grid.h>
#include <stdlib.h>

static const cn_game plain = {
    .cells = ".xo",
    .glyph = {" .", "❌", "⭕"},
    .style = CN_STYLE_MARKS,
};

static void draws(const cn_game *game, const cn_board *board, cn_board_look look,
                  const char *expected) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    cn_board_write(out, game, board, &look);
    fclose(out);
    assert_string_equal(text, expected);
    free(text);
}

static cn_board board_of(int rows, int columns, bool from_top, const char *filled) {
    cn_board board;
    cn_grid_draw(&board, (cn_grid){rows, columns, from_top, .go = false});
    for (int i = 0; filled[i]; i++) board.cell[i] = (uint8_t)cn_grid_cell(".xo", filled[i]);
    return board;
}

static void small(void **unused) {
    (void)unused;
    cn_board board = board_of(2, 3, false, "x.o.x.");
    draws(&plain, &board, (cn_board_look){.last = -1},
          "2  x . o\n"
          "1  . x .\n"
          "   a b c\n");
    /* Rows counted from the top have their letters there. */
    board = board_of(2, 3, true, "x.o.x.");
    draws(&plain, &board, (cn_board_look){.last = -1},
          "   a b c\n"
          "1  x . o\n"
          "2  . x .\n");
}

static void last_move(void **unused) {
    (void)unused;
    const cn_board board = board_of(2, 3, false, "x.o.x.");
    draws(&plain, &board, (cn_board_look){.last = 0},
          "2 [x]. o\n"
          "1  . x .\n"
          "   a b c\n");
    /* The bracket at the end of a row must not run on into the next. */
    draws(&plain, &board, (cn_board_look){.last = 2},
          "2  x .[o]\n"
          "1  . x .\n"
          "   a b c\n");
    draws(&plain, &board, (cn_board_look){.last = 4, .glyphs = true},
          "2  ❌  . ⭕\n"
          "1   .[❌] .\n"
          "    a  b  c\n");
}

static void narrow_glyphs(void **unused) {
    (void)unused;
    const cn_board board = board_of(2, 3, false, "x.o.x.");
    cn_game dots = plain;
    dots.glyph[0] = "· ";
    draws(&dots, &board, (cn_board_look){.last = -1, .glyphs = true},
          "2  ❌  · ⭕\n"
          "1   · ❌  ·\n"
          "    a  b  c\n");
}

static void marks_and_note(void **unused) {
    (void)unused;
    cn_board board = board_of(2, 3, false, "x.o.x.");
    snprintf(board.note, sizeof board.note, "ko at b2");
    const bool marks[6] = {true, true, false, false, false, true};
    draws(&plain, &board, (cn_board_look){.last = -1, .marks = marks},
          "2  x + o\n"
          "1  . x +\n"
          "   a b c\n"
          "ko at b2\n");
    draws(&plain, &board, (cn_board_look){.last = -1, .marks = marks, .glyphs = true},
          "2   x  + ⭕\n"
          "1   . ❌  +\n"
          "    a  b  c\n"
          "ko at b2\n");
    cn_game pluses = plain;
    pluses.cells = ".+o";
    draws(&pluses, &board, (cn_board_look){.last = -1, .marks = marks},
          "2  + * o\n"
          "1  . + *\n"
          "   a b c\n"
          "ko at b2\n");
}

static void large(void **unused) {
    (void)unused;
    const cn_board board = board_of(10, 2, false, ".xo");
    draws(&plain, &board, (cn_board_look){.last = 1},
          "    a b\n"
          "10  .[x] 10\n"
          " 9  o .  9\n"
          " 8  . .  8\n"
          " 7  . .  7\n"
          " 6  . .  6\n"
          " 5  . .  5\n"
          " 4  . .  4\n"
          " 3  . .  3\n"
          " 2  . .  2\n"
          " 1  . .  1\n"
          "    a b\n");
}

static void colour(void **unused) {
    (void)unused;
    const cn_board board = board_of(1, 3, true, "xo.");
    draws(&plain, &board, (cn_board_look){.last = 1, .colour = true},
          "   a b c\n"
          "1  \033[1;31mx\033[0m \033[7m\033[1;34mo\033[0m \033[2m.\033[0m\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small), cmocka_unit_test(last_move),     cmocka_unit_test(marks_and_note),
        cmocka_unit_test(large), cmocka_unit_test(narrow_glyphs), cmocka_unit_test(colour),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
