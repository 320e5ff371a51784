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
    X("GET", "/api/agents", cn_route_agents) \
    X("POST", "/api/agents/check", cn_route_agent_check) \
    X("POST", "/api/sessions", cn_route_session_new) \
    X("GET", "/api/sessions/*", cn_route_session) \
    X("DELETE", "/api/sessions/*", cn_route_session_delete) \
    X("GET", "/api/sessions/*/events", cn_route_events) \
    X("POST", "/api/sessions/*/move", cn_route_move) \
    X("POST", "/api/sessions/*/dead", cn_route_dead) \
    X("POST", "/api/sessions/*/undo", cn_route_undo) \
    X("POST", "/api/sessions/*/redo", cn_route_redo) \
    X("POST", "/api/sessions/*/jump", cn_route_jump) \
    X("POST", "/api/sessions/*/players", cn_route_players) \
    X("POST", "/api/sessions/*/swap", cn_route_swap) \
    X("POST", "/api/sessions/*/setup", cn_route_setup) \
    X("POST", "/api/sessions/*/new", cn_route_new) \
    X("GET", "/api/sessions/*/record", cn_route_record) \
    X("POST", "/api/sessions/*/play", cn_route_play) \
    X("POST", "/api/sessions/*/hint", cn_route_hint) \
    X("POST", "/api/sessions/*/analyze", cn_route_analyze) \
    X("POST", "/api/sessions/*/stop", cn_route_stop) \
    X("POST", "/api/sessions/*/review", cn_route_review) \
    X("POST", "/api/sessions/*/compare", cn_route_compare) \
    X("GET", "/api/sessions/*/tree", cn_route_tree) \
    X("GET", "/api/sessions/*/trace", cn_route_trace) \
    X("POST", "/api/sessions/*/decompose", cn_route_decompose) \
    X("POST", "/api/sessions/*/explain", cn_route_explain) \
    X("GET", "/api/lab/experiments", cn_route_experiments) \
    X("GET", "/api/lab/runs", cn_route_runs) \
    X("POST", "/api/lab/runs", cn_route_run_new) \
    X("GET", "/api/lab/runs/*", cn_route_run) \
    X("GET", "/api/lab/runs/*/events", cn_route_run_events) \
    X("POST", "/api/lab/runs/*/stop", cn_route_run_stop) \
    X("GET", "/api/lab/runs/*/export", cn_route_run_export)
/* clang-format on */

typedef void cn_route_fn(cn_request *request);

#define X(method, path, handler) cn_route_fn handler;
CN_ROUTES(X)
#undef X

#endif
