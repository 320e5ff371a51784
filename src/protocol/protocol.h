/* The protocols by which other programs play with ours. A new one is a file that defines
 * `const cn_protocol cn_protocol_<name>` and a line here. */
#pragma once

#include "arena/dialect.h"
#include "protocol/desk.h"

/* clang-format off */
#define CN_PROTOCOLS(X) \
    X(gtp) \
    X(ugi) \
    X(uci) \
    X(gomocup) \
    X(nboard)
/* clang-format on */

/* A protocol: its name, the games that it can be spoken about, and the dialogue. */
typedef struct cn_protocol {
    const char *name;
    const char *summary; /* half a line */
    bool resigns;        /* it has a word for giving up */
    bool any_game;       /* else it is for games that list it as a dialect */
    /* Talks until the other side says goodbye or its lines end. Fails only if it cannot go on. */
    cn_status (*run)(cn_desk *desk, cn_error *error);
} cn_protocol;

#define X(name) extern const cn_protocol cn_protocol_##name;
CN_PROTOCOLS(X)
#undef X

/* Whether a protocol has words for a game; if not, the message says so. */
static inline cn_status cn_protocol_serves(const cn_protocol *protocol, const cn_game *game,
                                           cn_error *error) {
    if (protocol->any_game || cn_dialect_find(game, protocol->name, NULL)) return CN_OK;
    return cn_fail(error, CN_BAD_USAGE, "the protocol %s has no words for %s", protocol->name,
                   game->title);
}
