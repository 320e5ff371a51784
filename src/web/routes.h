/* The requests the server knows. A route is a line here and a function. */
#ifndef WEB_ROUTES_H
#define WEB_ROUTES_H

#include "web/request.h"

/* X(method, path with `*` for one word, handler). A path of a session or of a run has its id for
 * the word. */
/* clang-format off */
#define CN_ROUTES(X) \
    X("GET", "/api/about", cn_route_about) \
    X("GET", "/api/games", cn_route_games) \
    X("GET", "/api/games/*", cn_route_game) \
    X("GET", "/api/agents", cn_route_agents)
/* clang-format on */

typedef void cn_route_fn(cn_request *request);

#define X(method, path, handler) cn_route_fn handler;
CN_ROUTES(X)
#undef X

#endif
