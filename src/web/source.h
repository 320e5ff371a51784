/* Where the game of a session begins: what the body of a request says about options, positions,
 * moves, records and players. */
#pragma once

#include "web/session.h"

/* Sets what the body's `options` name. False after an answer. */
bool cn_source_options(cn_request *request, const cn_game *game, cn_value *values);

/* Makes a game from the body: `position`, then `moves`; or `record` with `number`; and `ply`, to go
 * back to. The caller frees the history. A record changes the values of options that it has its own
 * of, and fills in who played. False after an answer. */
bool cn_source_game(cn_request *request, const cn_game *game, cn_value *values, cn_history *history,
                    cn_record_info *info);

/* Reads `players` of the body, "human" or agents, and leaves `info` as it is where there are none.
 * False after an answer. */
bool cn_source_players(cn_request *request, const cn_game *game, cn_record_info *info);
