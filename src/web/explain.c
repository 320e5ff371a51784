/* An operation: a small search of the session's position, recorded node by node, which is the
 * answer to its request. A search of several threads also has a recording of these, so that the
 * page can show both in step. */
#include "arena/explain.h"
#include "lab/trace.h"
#include "web/operation.h"
#include "web/routes.h"

#include <stdlib.h>

enum { NODES = 4000 }; /* the most nodes that the page can draw */

/* Runs the search, which fills the log. `*trace`: what its threads did when, if it has several;
 * else NULL. The caller frees it. */
static cn_status search_it(cn_op *op, cn_log *log, cn_result *result, cn_trace **trace,
                           cn_error *error) {
    cn_thinker *thinker = &op->thinker[0];
    cn_search *search;
    cn_status status = cn_explain_open(&thinker->allowed.plan, log, &search, error);
    if (status != CN_OK) return status;
    const int threads = cn_search_threads(search);
    *trace = threads > 1 ? cn_trace_new(threads, CN_TRACE_EVENTS / 64) : NULL;
    if (*trace) status = cn_search_trace(search, *trace, error);
    cn_thinker_watch(thinker, search);
    if (status == CN_OK) {
        status = cn_search_run(search, &op->position, NULL, NULL, NULL, result, error);
    }
    cn_thinker_watch(thinker, NULL);
    cn_search_free(search);
    if (status == CN_OK && atomic_load(&op->stop)) {
        status = cn_fail(error, CN_BAD_INPUT, "it took too long: ask for less depth");
    }
    return status;
}

/* Searches, and writes log and trace as JSON. */
static cn_status explain(cn_op *op, cn_log *log, cn_result *result, json_t **json,
                         cn_error *error) {
    cn_trace *trace = NULL;
    cn_explanation e = {0};
    cn_status status = search_it(op, log, result, &trace, error);
    if (status == CN_OK) status = cn_explain_make(&op->position, log, &e, error);
    cn_timeline *timeline = status == CN_OK && trace ? cn_timeline_new(trace) : NULL;
    if (timeline) e.since = timeline->origin_ns;
    if (status == CN_OK) *json = cn_explain_json(&e, op->thinker[0].allowed.asked, result);
    if (*json && timeline) {
        json_object_set_new(*json, "trace", cn_timeline_json(timeline, &op->position));
    }
    cn_timeline_free(timeline);
    cn_explanation_free(&e);
    cn_trace_free(trace);
    if (status != CN_OK) return status;
    return *json ? CN_OK : cn_fail(error, CN_NO_MEMORY, "no memory to explain a search");
}

/* The work of the operation, which also answers its request. */
static void work(cn_op *op) {
    cn_thinker *thinker = &op->thinker[0];
    cn_error error = {"no memory to explain a search"};
    cn_log *log = cn_log_new(op->limits.nodes > 0 ? (int)op->limits.nodes : CN_LOG_LIMIT);
    cn_result *result = malloc(sizeof *result);
    json_t *json = NULL;
    cn_status status = log && result ? CN_OK : CN_NO_MEMORY;
    if (status == CN_OK && cn_thinker_threads(thinker) > 0) {
        status = explain(op, log, result, &json, &error);
    }
    free(result);
    cn_log_free(log);
    cn_thinker_end(thinker, status, &error);
    if (json) cn_answer_json(op->request, MHD_HTTP_OK, json);
}

/* Such a search is short and urgent: who asks for it waits for the answer. */
bool cn_route_explain(cn_request *r, cn_session *s) {
    const char *agent = "alphabeta";
    int nodes = CN_LOG_LIMIT;
    cn_spec spec;
    if (!cn_body_text(r, "agent", &agent) || !cn_body_int(r, "nodes", 1, NODES, &nodes)) {
        return false;
    }
    cn_op *op = cn_op_new(r, s, CN_OP_EXPLAIN, work);
    if (!op) return false;
    cn_allowed *allowed = &op->thinker[0].allowed;
    cn_status status = cn_explain_spec(s->game, agent, &spec, &r->error);
    if (status == CN_OK) status = cn_allow_spec(r->web, &spec, allowed, &r->error);
    if (status == CN_OK)
        status = cn_spec_text(&spec, allowed->asked, sizeof allowed->asked, &r->error);
    allowed->threads = 1;
    op->limits.nodes = (uint64_t)nodes;
    op->request = r;
    return cn_op_start(r, op, cn_answer_check(r, status));
}
