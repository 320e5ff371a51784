/* The protocols by which other programs play with ours. A new one is a file that defines
 * `const cn_protocol cn_protocol_<name>` and a line here. */
#pragma once

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
    /* Whether it has words for the game; if not, says why. NULL: for any game. */
    cn_status (*serves)(const cn_game *game, cn_error *error);
    /* Talks until the other side says goodbye or its lines end. Fails only if it cannot go on. */
    cn_status (*run)(cn_desk *desk, cn_error *error);
} cn_protocol;

#define X(name) extern const cn_protocol cn_protocol_##name;
CN_PROTOCOLS(X)
#undef X
