/* The start position that the first nodes of an SGF or GGF game describe. */
#pragma once

#include "arena/record.h"

/* Reads to the first move or the end of the game (records->pending, records->closed), and makes
 * records->position. */
cn_status cn_setup_read(cn_records *records, cn_error *error);

/* What Canopy notes of a game in any format: a key and its value. Unknown keys are passed over. */
cn_status cn_setup_field(cn_records *records, const char *key, const char *value, cn_error *error);

/* A point like `cd`: column, then row, from the top left. False if it is not one. */
bool cn_setup_point(const char *text, size_t length, int *row, int *column);

/* Whether a property is a move, and whose. */
bool cn_setup_mover(const char *id, int *player);

/* The position with these cells and this side to move. */
cn_status cn_setup_cells(const cn_game *game, const cn_value *values, const cn_board *board,
                         int side, cn_position *position, cn_error *error);

/* Whether the player has no choice but to pass. */
bool cn_setup_must_pass(const cn_position *position);
