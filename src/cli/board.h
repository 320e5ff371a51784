/* Draws a position for a terminal, in plain or wide characters, with or without colours. Cells are
 * numbered row by row from the top left, as in cn_board. */
#pragma once

#include "cli/cli.h"

/* How it is drawn. */
typedef struct cn_board_look {
    bool glyphs; /* wide characters; else those of position text */
    bool colour;
    int last;          /* cell of the last move, -1: none */
    const bool *marks; /* a bool for each cell: where one may move, which stones are dead; NULL: not
                          shown */
    bool low;          /* save lines: column labels on one edge only */
} cn_board_look;

/* Columns that the widest row takes, its labels included, to see whether a board fits a window. */
int cn_board_width(const cn_board *board, const cn_board_look *look);

/* Draws a board, with its labels and the note below it. */
void cn_board_write(FILE *out, const cn_game *game, const cn_board *board,
                    const cn_board_look *look);

/* Draws a position on standard output, in the way that suits the terminal. `last` is the cell of
 * the last move, or -1. */
void cn_board_show(const cn_cli *cli, const cn_position *position, int last);
