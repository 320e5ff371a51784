/* The requests the server knows: a line here, and a handler in one of the files routes_….c or
 * beside the operation it starts. docs/api.md describes each. */
#pragma once

#include "web/session.h"

/* X(method, path with `*` for one word, handler, the keys that a body may have). A path of a
 * session or of a run has its id for the word; S is a route of a session, whose handler gets it
 * locked. */
/* clang-format off */
#define CN_ROUTES(X, S) \
    X("GET", "/api/about", cn_route_about, "") \
    X("GET", "/api/games", cn_route_games, "") \
    X("GET", "/api/games/*", cn_route_game, "") \
    X("GET", "/api/agents", cn_route_agents, "") \
    X("POST", "/api/agents/check", cn_route_agent_check, "game agent") \
    X("POST", "/api/sessions", cn_route_session_new, \
      "game options position moves record number ply players") \
    S("GET", "/api/sessions/*", cn_route_session, "") \
    X("DELETE", "/api/sessions/*", cn_route_session_delete, "") \
    S("GET", "/api/sessions/*/events", cn_route_events, "") \
    S("POST", "/api/sessions/*/move", cn_route_move, "move") \
    S("POST", "/api/sessions/*/dead", cn_route_dead, "cell") \
    S("POST", "/api/sessions/*/jump", cn_route_jump, "ply") \
    S("POST", "/api/sessions/*/players", cn_route_players, "players") \
    S("POST", "/api/sessions/*/new", cn_route_new, "options position") \
    S("GET", "/api/sessions/*/record", cn_route_record, "") \
    S("POST", "/api/sessions/*/play", cn_route_play, "agent seconds") \
    S("POST", "/api/sessions/*/hint", cn_route_hint, "agent seconds") \
    S("POST", "/api/sessions/*/analyze", cn_route_analyze, "agent seconds depth nodes lines") \
    S("POST", "/api/sessions/*/stop", cn_route_stop, "what") \
    S("POST", "/api/sessions/*/review", cn_route_review, "agent seconds") \
    S("POST", "/api/sessions/*/compare", cn_route_compare, "agents seconds nodes") \
    S("GET", "/api/sessions/*/tree", cn_route_tree, "") \
    S("GET", "/api/sessions/*/evaluation", cn_route_evaluation, "") \
    S("GET", "/api/sessions/*/trace", cn_route_trace, "") \
    S("POST", "/api/sessions/*/decompose", cn_route_decompose, "") \
    S("POST", "/api/sessions/*/explain", cn_route_explain, "agent nodes") \
    X("GET", "/api/lab/experiments", cn_route_experiments, "") \
    X("GET", "/api/lab/runs", cn_route_runs, "") \
    X("POST", "/api/lab/runs", cn_route_run_new, \
      "experiment game options agents opponent sweeps trials steps seed seconds position " \
      "session") \
    X("GET", "/api/lab/runs/*", cn_route_run, "") \
    X("GET", "/api/lab/runs/*/events", cn_route_run_events, "") \
    X("POST", "/api/lab/runs/*/stop", cn_route_run_stop, "") \
    X("GET", "/api/lab/runs/*/export", cn_route_run_export, "")
/* clang-format on */

/* A handler answers the request, or has it answered later; what it returns is only for its own use.
 * It runs in a thread of libmicrohttpd and must not wait. */
typedef bool cn_route_fn(cn_request *request);
typedef bool cn_session_fn(cn_request *request, cn_session *session);

#define X(method, path, handler, keys) cn_route_fn handler;
#define S(method, path, handler, keys) cn_session_fn handler;
CN_ROUTES(X, S)
#undef S
#undef X
