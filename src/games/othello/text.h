/* Othello positions as text: read, printed, and the start positions by name. None of it is called
 * while searching, so it is compiled once for all processors. */
#pragma once

#include <canopy/game.h>

/* A position apart from what follows from it: the discs of Black and White, and who is to move. */
typedef struct othello_diagram {
    uint64_t disc[2];
    int side;
} othello_diagram;

/* Reads 64 cells from a1, row by row, and the side to move; what follows a ';' is ignored. */
cn_status cn_othello_read(const char *text, othello_diagram *diagram, cn_error *error);

/* A start position by its name, or as a position. */
cn_status cn_othello_start(const char *text, othello_diagram *diagram, cn_error *error);

/* 64 cells, a space, the side to move; returns the length. */
size_t cn_othello_print(const othello_diagram *diagram, char *text, size_t size);
