/* Scores in the JSON of the command line, the page and the store: the shape of cn_score_json. */
#pragma once

#include <canopy/search.h>
#include <jansson.h>

/* JSON's null for a score of kind CN_SCORE_NONE. */
json_t *cn_score_pack(const cn_game *game, cn_score score);

/* From the text that cn_score_json wrote; what is not that is a score of kind CN_SCORE_NONE. False
 * if it begins like one but cannot be read: it is damaged, or memory ran out. */
bool cn_score_unpack(const char *text, cn_score *score);
