/* Requests that start and stop searches of one agent: a move, a hint, an analysis. A move or a hint
 * is answered when the search is done; an analysis at once, and its results are events. */
#include "arena/analyst.h"
#include "web/operation.h"
#include "web/routes.h"

#include <stdlib.h>

bool cn_route_agent_check(cn_request *r) {
    const char *name = NULL, *agent = NULL;
    cn_allowed allowed;
    cn_error error;
    if (!cn_body_text(r, "game", &name) || !cn_body_text(r, "agent", &agent)) return false;
    const cn_game *game = cn_request_game(r, name);
    if (!game) return false;
    if (!agent) return cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "`agent` is missing");
    const cn_status status = cn_allow(r->web, game, agent, &allowed, &error);
    if (status != CN_OK) return cn_answer_failure(r, status, &error);
    return cn_answer_json(r, MHD_HTTP_OK,
                          json_pack("{s:o, s:i, s:b, s:o}", "agent", cn_json_text(allowed.spec),
                                    "threads", allowed.threads, "tree", allowed.tree, "clamped",
                                    cn_allowed_clamped(&allowed)));
}

/* ---- one search ---- */

/* Gives the operation its agent, by default the analyst, and its time. False after an answer. */
static bool set_agent(cn_request *r, cn_op *op, const char *agent, double seconds) {
    cn_error error;
    cn_allowed *allowed = &op->thinker[0].allowed;
    const cn_game *game = op->session->game;
    const cn_status status = agent ? cn_allow(r->web, game, agent, allowed, &error)
                                   : cn_allow_analyst(r->web, game, allowed, &error);
    if (status != CN_OK) return cn_answer_failure(r, status, &error);
    cn_op_seconds(op, seconds);
    return true;
}

/* Starts an operation that answers its request when it is done. `usual`: seconds for the analyst.
 */
static bool start_answering(cn_request *r, cn_session *s, cn_op_kind kind, double usual) {
    const char *agent = NULL;
    double seconds = 0;
    const cn_position *p = &s->history.now;
    if (!cn_body_text(r, "agent", &agent) || !cn_body_real(r, "seconds", 0, 1e9, &seconds)) {
        return false;
    }
    if (kind == CN_OP_PLAY && !agent) {
        agent = s->info.player[p->rules->turn(p->state)];
        if (strcmp(agent, "human") == 0) {
            return cn_answer_error(r, MHD_HTTP_CONFLICT,
                                   "it is a human's turn: expected an `agent` to move for them");
        }
    }
    if (seconds == 0 && !agent) seconds = cn_analyst_seconds(p, usual);
    cn_op *op = cn_op_new(r, s, kind);
    if (!op) return false;
    op->request = r;
    return cn_op_start(r, op, set_agent(r, op, agent, seconds));
}

bool cn_route_play(cn_request *r, cn_session *s) {
    return start_answering(r, s, CN_OP_PLAY, 0);
}

bool cn_route_hint(cn_request *r, cn_session *s) {
    return start_answering(r, s, CN_OP_HINT, 2);
}

bool cn_route_analyze(cn_request *r, cn_session *s) {
    const char *agent = NULL;
    double seconds = 0, nodes = 0;
    int depth = 0, lines = 4;
    if (!cn_body_text(r, "agent", &agent) || !cn_body_real(r, "seconds", 0, 1e9, &seconds) ||
        !cn_body_real(r, "nodes", 0, 1e18, &nodes) || !cn_body_int(r, "depth", 0, 200, &depth) ||
        !cn_body_int(r, "lines", 1, CN_LINES_MAX, &lines)) {
        return false;
    }
    cn_op *op = cn_op_new(r, s, CN_OP_ANALYSIS);
    if (!op) return false;
    op->limits.depth = depth;
    op->limits.nodes = (uint64_t)nodes;
    op->limits.lines = lines;
    return cn_op_start(r, op, set_agent(r, op, agent, seconds));
}

bool cn_route_stop(cn_request *r, cn_session *s) {
    const char *what = "search";
    if (!cn_body_text(r, "what", &what)) return false;
    const bool review = strcmp(what, "review") == 0;
    if (!review && strcmp(what, "search") != 0) {
        return cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "`what`: expected search or review");
    }
    const bool stopped = cn_op_stop(s, review ? CN_SLOT_REVIEW : CN_SLOT_SEARCH, false);
    return cn_answer_json(r, MHD_HTTP_OK, json_pack("{s:b}", "stopped", stopped));
}
