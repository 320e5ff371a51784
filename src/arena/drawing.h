/* Positions from drawn boards: what the program draws itself, or what people type. Rows from the
 * top, cells with or without blanks between; labels, brackets and notes are passed over; the side
 * to move on a line of its own: `X`, `X to move` or `Black to move`. */
#ifndef ARENA_DRAWING_H
#define ARENA_DRAWING_H

#include <canopy/canopy.h>

/* The cells of one row, without labels and blanks; returns how many, 0 if the line is no row. */
int cn_drawing_row(const cn_game *game, const char *line, char *cells, size_t size);

/* The position of a drawn board, or of position text. */
cn_status cn_drawing_read(const cn_game *game, const cn_value *values, const char *text,
                          cn_position *position, cn_error *error);

#endif
