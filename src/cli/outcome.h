/* How a game stands or ended, in words and for JSON. */
#pragma once

#include "arena/info.h"

#include <canopy/canopy.h>
#include <jansson.h>

/* "Black wins by 12, 60 plies", "draw, 9 plies", "unfinished after 4 plies". `info` tells whether
 * the game ended by resignation, on time, or by counting; NULL: on the board, if at all. */
void cn_outcome_text(const cn_record_info *info, const cn_position *position, int plies, char *text,
                     size_t size);

/* A line that says how the game ended in a position: "the game is over: X wins". */
void cn_outcome_over(const cn_position *position);

/* For JSON: who won as "first", "second" or "draw", NULL if the game goes on; what the winner is
 * called, or NULL; and the margin in points in the first player's view, null in games without
 * points. */
const char *cn_outcome_word(cn_outcome outcome);
const char *cn_outcome_winner(const cn_game *game, cn_outcome outcome);
json_t *cn_outcome_score(const cn_record_info *info, const cn_position *position);
