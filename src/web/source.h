/* Where a game of a session begins: what requests say about options, positions, moves, records. */
#pragma once

#include "web/session.h"

/* Sets what the body's `options` name. False after an answer. */
bool cn_source_options(cn_request *request, const cn_game *game, cn_value *values);

/* A game from the body: `position` or `cells` with `turn`, `moves`, `record` with `number`, `ply`.
 * `values` are changed where a record has its own. False after an answer. */
bool cn_source_game(cn_request *request, const cn_game *game, cn_value *values, cn_history *history,
                    cn_record_info *info);

/* `players` of the body: "human" or agents. False after an answer. */
bool cn_source_players(cn_request *request, const cn_game *game, cn_record_info *info);
