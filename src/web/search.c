/* Three kinds of operations: an analysis, an agent's move, and a hint. Each is one search of the
 * session's position by one thinker. Here are also the requests that start and stop them. A move or
 * a hint is answered when the search is done; an analysis at once, and its results are events. */
#include "arena/analyst.h"
#include "web/operation.h"
#include "web/routes.h"

/* ---- working ---- */

/* Makes the move of an agent, and answers with the new state and with `played`, which it takes. */
static void make_move(cn_op *op, json_t *played) {
    cn_session *s = op->session;
    const cn_result *r = &op->thinker[0].result;
    cn_error error;
    if (cn_session_play(s, r->best, r->seconds, &error) != CN_OK) {
        json_decref(played);
        cn_answer_error(op->request, MHD_HTTP_CONFLICT, "%s", error.text);
        return;
    }
    if (s->op[op->slot] == op) s->op[op->slot] = NULL; /* the state shall not say it runs */
    cn_session_changed(s);
    json_t *state = cn_session_json(s);
    json_object_set_new(state, "played", played);
    cn_answer_json(op->request, MHD_HTTP_OK, state);
}

/* Notes and answers what was found, unless the position has changed meanwhile. */
static void use_result(cn_op *op) {
    cn_session *s = op->session;
    cn_thinker *thinker = &op->thinker[0];
    cn_lock_take(&s->lock);
    /* Only this thread writes results, so it may read them without the operation's lock. */
    const bool stale = atomic_load(&op->discard) || s->games != op->game;
    const bool found = thinker->found && thinker->result.best != CN_MOVE_NONE;
    /* The score is noted for the graph of the game, in player 0's view. What a player thinks of its
     * own chances is no judgement: Easy looks one ply ahead. What a review said stays, because the
     * values of one review can be compared with each other. */
    const bool judged = !stale && found && op->kind != CN_OP_PLAY;
    cn_known *k = judged ? cn_session_known(s, op->ply) : NULL;
    if (k && !(k->by && strcmp(k->by, "review") == 0)) {
        const cn_score score = cn_thinker_steady(thinker);
        k->by = op->kind == CN_OP_HINT ? "hint" : "analysis";
        k->depth = thinker->result.depth;
        k->score = cn_position_turn(&op->position) == 0 ? score : cn_score_negate(score);
    }
    if (op->request && found && !stale) {
        cn_lock_take(&op->lock);
        json_t *result = cn_analysis_json(op, thinker);
        cn_lock_leave(&op->lock);
        if (op->kind == CN_OP_PLAY) {
            make_move(op, result);
        } else {
            cn_answer_json(op->request, MHD_HTTP_OK, result);
        }
    } else if (op->request && stale) {
        cn_answer_error(op->request, MHD_HTTP_CONFLICT,
                        "the position changed while the agent was thinking");
    }
    cn_lock_leave(&s->lock);
}

/* The work of the operation: one search, whose tree is kept. */
static void work(cn_op *op) {
    cn_thinker *t = &op->thinker[0];
    cn_kept *kept = NULL;
    cn_error error;
    cn_status status = CN_OK;
    const int threads = cn_thinker_threads(t);
    if (threads > 0) {
        status = cn_kept_take(op->session, &t->allowed, threads, &op->position, &kept, &error);
        if (status == CN_OK) status = cn_thinker_run(t, kept->search, &error);
    }
    if (kept && status == CN_OK) {
        cn_kept_return(op->session, kept, &t->result);
    } else {
        cn_kept_free(kept);
    }
    cn_thinker_end(t, status, &error);
    use_result(op);
}

/* ---- requests ---- */

/* Gives the operation its agent, by default the analyst, and its time. False after an answer. */
static bool set_agent(cn_request *r, cn_op *op, const char *agent, double seconds) {
    cn_allowed *allowed = &op->thinker[0].allowed;
    const cn_game *game = op->session->game;
    const cn_status status = agent ? cn_allow(r->web, game, agent, allowed, &r->error)
                                   : cn_allow_analyst(r->web, game, allowed, &r->error);
    if (!cn_answer_check(r, status)) return false;
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
        CN_ANSWER_IF(strcmp(agent, "human") == 0, r, MHD_HTTP_CONFLICT,
                     "it is a human's turn: expected an `agent` to move for them");
    }
    if (seconds == 0 && !agent) seconds = cn_analyst_seconds(p, usual);
    cn_op *op = cn_op_new(r, s, kind, work);
    if (!op) return false;
    op->request = r;
    return cn_op_start(r, op, set_agent(r, op, agent, seconds));
}

/* POST /api/sessions/ID/play: lets an agent move, by default the one whose turn it is. */
bool cn_route_play(cn_request *r, cn_session *s) {
    return start_answering(r, s, CN_OP_PLAY, 0);
}

/* POST /api/sessions/ID/hint: what the analyst would play. */
bool cn_route_hint(cn_request *r, cn_session *s) {
    return start_answering(r, s, CN_OP_HINT, 2);
}

/* POST /api/sessions/ID/analyze: begins an analysis, which goes on until its limits or `stop`. */
bool cn_route_analyze(cn_request *r, cn_session *s) {
    const char *agent = NULL;
    double seconds = 0, nodes = 0;
    int depth = 0, lines = 4;
    if (!cn_body_text(r, "agent", &agent) || !cn_body_real(r, "seconds", 0, 1e9, &seconds) ||
        !cn_body_real(r, "nodes", 0, 1e18, &nodes) || !cn_body_int(r, "depth", 0, 200, &depth) ||
        !cn_body_int(r, "lines", 1, CN_LINES_MAX, &lines)) {
        return false;
    }
    cn_op *op = cn_op_new(r, s, CN_OP_ANALYSIS, work);
    if (!op) return false;
    op->limits.depth = depth;
    op->limits.nodes = (uint64_t)nodes;
    op->limits.lines = lines;
    return cn_op_start(r, op, set_agent(r, op, agent, seconds));
}

/* POST /api/sessions/ID/stop: asks the search or the review to stop; what was found stays. */
bool cn_route_stop(cn_request *r, cn_session *s) {
    const char *what = "search";
    if (!cn_body_text(r, "what", &what)) return false;
    const bool review = strcmp(what, "review") == 0;
    CN_ANSWER_IF(!review && strcmp(what, "search") != 0, r, MHD_HTTP_BAD_REQUEST,
                 "`what`: expected search or review");
    const bool stopped = cn_op_stop(s, review ? CN_SLOT_REVIEW : CN_SLOT_SEARCH, false);
    return cn_answer_json(r, MHD_HTTP_OK, json_pack("{s:b}", "stopped", stopped));
}
