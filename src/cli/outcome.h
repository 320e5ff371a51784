/* How a game stands or ended, in words. */
#pragma once

#include "arena/info.h"

#include <canopy/canopy.h>
#include <jansson.h>

/* "Black wins by 12, 60 plies", "draw, 9 plies", "unfinished after 4 plies". */
void cn_outcome_text(const cn_position *position, int plies, char *text, size_t size);

/* The same of a game that may have ended by resignation, on time, or by counting. */
void cn_outcome_ending(const cn_record_info *info, const cn_position *position, int plies,
                       char *text, size_t size);

/* For JSON: "first", "second", "draw", NULL; the winner's name or NULL; player 0's margin in points
 * or null where the game has none. */
const char *cn_outcome_word(cn_outcome outcome);
const char *cn_outcome_winner(const cn_game *game, cn_outcome outcome);
json_t *cn_outcome_score(const cn_record_info *info, const cn_position *position);
