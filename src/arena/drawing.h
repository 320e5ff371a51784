/* Drawn boards: rows of cells as people type them and as the program draws them.
 *
 *        1  . x .      a line a row, its label, blanks, frames and the brackets of a last move
 *        2  .[o].      aside; cells as the game writes or draws them, `.-_+` and a middle dot are
 *        3  . . .      empty everywhere; the initial of a player is a piece (`b`, `w`)
 *           a b c      labels of columns, comments (`#`) and other text are passed over
 *        x to move     or just `x`, the player's name, or `Player 1`
 *
 * A drawing whose rows are all digits has 0 for empty, 1 and 2 for the players. */
#pragma once

#include <canopy/canopy.h>

/* Turns a drawing into position text for the game's `parse`: rows, and the side to move if the
 * drawing says it. */
cn_status cn_drawing_read(const cn_game *game, const char *drawing, char text[CN_TEXT_MAX],
                          cn_error *error);

/* The position of a drawing; the caller frees it. */
cn_status cn_drawing_position(const cn_game *game, const cn_value *values, const char *drawing,
                              cn_position *position, cn_error *error);

/* Where a player has won by pieces in a row: the cells of every row that is long enough, and how
 * many they are. */
int cn_drawing_row(const cn_board *board, int player, int cells[CN_BOARD_MAX * CN_BOARD_MAX]);
