/* An operation: agents side by side. Each searches the same position, with the same time or number
 * of nodes. They search at once as far as there are threads for that; each has a thinker, and all
 * but the first a thread of their own. */
#include "web/operation.h"
#include "web/routes.h"

/* ---- telling ---- */

/* The move that most agents chose so far, with how many did. */
static json_t *agreement_json(const cn_op *op) {
    int most = -1, votes = 0, found = 0;
    for (int i = 0; i < op->count; i++) {
        const cn_thinker *t = &op->thinker[i];
        if (!t->found || t->result.best == CN_MOVE_NONE) continue;
        int same = 0;
        found++;
        for (int k = 0; k < op->count; k++) {
            same += op->thinker[k].found && op->thinker[k].result.best == t->result.best;
        }
        if (same > votes) {
            votes = same;
            most = i;
        }
    }
    if (most < 0) return json_null();
    json_t *json = cn_move_json(&op->position, op->thinker[most].result.best);
    json_object_set_new(json, "agents", json_integer(votes));
    json_object_set_new(json, "of", json_integer(found));
    return json;
}

json_t *cn_compare_json(const cn_op *op) {
    const cn_position *p = &op->position;
    json_t *agents = json_array();
    for (int i = 0; i < op->count; i++) {
        const cn_thinker *t = &op->thinker[i];
        json_t *one = json_pack("{s:o, s:o, s:s, s:o, s:o}", "agent", cn_json_text(t->allowed.spec),
                                "asked", cn_json_text(t->allowed.asked), "status",
                                cn_op_status_names[t->status], "message", cn_json_text(t->message),
                                "clamped", cn_allowed_clamped(&t->allowed));
        if (one) cn_result_json(one, p, t);
        json_array_append_new(agents, one);
    }
    const bool timed = op->limits.nodes == 0;
    return json_pack("{s:s, s:s, s:o, s:i, s:i, s:f, s:I, s:o, s:o}", "kind", "compare", "status",
                     cn_op_status_names[op->status], "position", cn_json_position(p), "ply",
                     op->ply, "turn", p->rules->turn(p->state), "seconds",
                     timed ? op->limits.seconds : 0, "nodes", (json_int_t)op->limits.nodes,
                     "agents", agents, "agreement", agreement_json(op));
}

/* ---- working ---- */

/* The work of one thinker. */
static void run_one(void *user) {
    cn_thinker *thinker = user;
    cn_search *search = NULL;
    cn_error error;
    cn_status status = CN_OK;
    const int threads = cn_thinker_threads(thinker);
    if (threads > 0) {
        status = cn_allowed_search(&thinker->allowed, threads, &search, &error);
        if (status == CN_OK) status = cn_thinker_run(thinker, search, &error);
    }
    cn_search_free(search);
    cn_thinker_end(thinker, status, &error);
}

/* The work of the operation: all thinkers at once, each in a thread. */
static void work(cn_op *op) {
    cn_thread threads[CN_COMPARED];
    bool apart[CN_COMPARED] = {false};
    cn_op_status_set(op, CN_OP_RUNNING, "");
    for (int i = 1; i < op->count; i++) {
        apart[i] = cn_thread_start(&threads[i], run_one, &op->thinker[i], NULL) == CN_OK;
    }
    for (int i = 0; i < op->count; i++) {
        if (!apart[i]) run_one(&op->thinker[i]);
    }
    for (int i = 1; i < op->count; i++) {
        if (apart[i]) cn_thread_join(threads[i]);
    }
    cn_op_status_set(op, atomic_load(&op->stop) ? CN_OP_STOPPED : CN_OP_DONE, "");
}

/* ---- the request ---- */

bool cn_route_compare(cn_request *r, cn_session *s) {
    json_t *agents = NULL;
    double seconds = 0, nodes = 0;
    if (!cn_body_array(r, "agents", CN_COMPARED, &agents) ||
        !cn_body_real(r, "seconds", 0, 1e9, &seconds) ||
        !cn_body_real(r, "nodes", 0, 1e18, &nodes)) {
        return false;
    }
    CN_ANSWER_IF(json_array_size(agents) == 0, r, MHD_HTTP_BAD_REQUEST,
                 "`agents`: expected 1 to %d of them", CN_COMPARED);
    cn_op *op = cn_op_new(r, s, CN_OP_COMPARE, work);
    if (!op) return false;
    bool allowed = true;
    op->count = (int)json_array_size(agents);
    for (int i = 0; i < op->count && allowed; i++) {
        const char *agent = json_string_value(json_array_get(agents, (size_t)i));
        allowed = agent ? cn_request_allow(r, s->game, agent, &op->thinker[i].allowed)
                        : cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "`agents`: expected texts");
    }
    if (allowed) cn_op_seconds(op, seconds == 0 && nodes == 0 ? 2 : seconds);
    op->limits.nodes = (uint64_t)nodes;
    return cn_op_start(r, op, allowed);
}
