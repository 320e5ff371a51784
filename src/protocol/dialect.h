/* What a protocol calls a game: the game's own list of dialects, for the protocols that are made
 * for some games only. */
#ifndef PROTOCOL_DIALECT_H
#define PROTOCOL_DIALECT_H

#include "protocol/desk.h"

/* The game's dialect of a protocol: of this variant, or (NULL) the first. NULL: there is none. */
const cn_dialect *cn_dialect_find(const cn_game *game, const char *protocol, const char *variant);

/* The one whose options the desk's game has; NULL: none. */
const cn_dialect *cn_dialect_of(const cn_desk *desk, const char *protocol);

/* Sets the options that make the game this form of it; on failure `values` are as they were. */
cn_status cn_dialect_apply(const cn_game *game, const cn_dialect *dialect, cn_value *values,
                           cn_error *error);

/* For cn_protocol.serves: fails if the game has no dialect of the protocol. */
cn_status cn_dialect_serves(const cn_game *game, const char *protocol, cn_error *error);

#endif
