/* A search of the session's position, recorded node by node. */
#include "arena/explain.h"
#include "lab/trace.h"
#include "web/job.h"
#include "web/routes.h"

#include <stdlib.h>

enum { NODES = 4000 }; /* that the page can draw */

/* Runs the search; of one with several threads, also what they did when (else NULL). */
static cn_status search_it(cn_job *job, cn_log *log, cn_result *result, cn_trace **trace,
                           cn_error *error) {
    cn_task *task = &job->task[0];
    cn_search *search;
    cn_status status = cn_explain_open(&task->hired.plan, log, &search, error);
    if (status != CN_OK) return status;
    const int threads = cn_search_threads(search);
    *trace = threads > 1 ? cn_trace_new(threads, CN_TRACE_EVENTS / 64) : NULL;
    if (*trace) status = cn_search_trace(search, *trace, error);
    cn_task_watch(task, search);
    if (status == CN_OK) {
        status = cn_search_run(search, &job->position, NULL, NULL, NULL, result, error);
    }
    cn_task_watch(task, NULL);
    cn_search_free(search);
    if (status == CN_OK && atomic_load(&job->stop)) {
        status = cn_fail(error, CN_BAD_INPUT, "it took too long: ask for less depth");
    }
    return status;
}

static cn_status record(cn_job *job, cn_log *log, cn_result *result, json_t **json,
                        cn_error *error) {
    cn_trace *trace = NULL;
    cn_explanation e = {0};
    cn_status status = search_it(job, log, result, &trace, error);
    if (status == CN_OK) status = cn_explain_make(&job->position, log, &e, error);
    cn_timeline *timeline = status == CN_OK && trace ? cn_timeline_new(trace) : NULL;
    if (timeline) e.since = timeline->origin_ns;
    if (status == CN_OK) *json = cn_explain_json(&e, job->task[0].hired.asked, result);
    if (*json && timeline) {
        json_object_set_new(*json, "trace", cn_timeline_json(timeline, &job->position));
    }
    cn_timeline_free(timeline);
    cn_explanation_free(&e);
    cn_trace_free(trace);
    if (status != CN_OK) return status;
    return *json ? CN_OK : cn_fail(error, CN_NO_MEMORY, "no memory to explain a search");
}

void cn_job_explain(cn_job *job) {
    cn_task *task = &job->task[0];
    cn_error error = {"no memory to explain a search"};
    cn_log *log = cn_log_new(job->limits.nodes > 0 ? (int)job->limits.nodes : CN_LOG_LIMIT);
    cn_result *result = malloc(sizeof *result);
    json_t *json = NULL;
    cn_status status = log && result ? CN_OK : CN_NO_MEMORY;
    if (status == CN_OK && cn_task_threads(task) > 0) {
        status = record(job, log, result, &json, &error);
    }
    free(result);
    cn_log_free(log);
    cn_task_end(task, status, &error);
    if (json) cn_answer_json(job->request, MHD_HTTP_OK, json);
}

bool cn_route_explain(cn_request *r, cn_session *s) {
    const char *agent = "alphabeta";
    int nodes = CN_LOG_LIMIT;
    cn_error error;
    cn_spec spec;
    if (!cn_body_text(r, "agent", &agent) || !cn_body_int(r, "nodes", 1, NODES, &nodes)) {
        return false;
    }
    cn_job *job = cn_job_new(r, s, CN_JOB_EXPLAIN);
    if (!job) return false;
    cn_hired *hired = &job->task[0].hired;
    cn_status status = cn_explain_spec(s->game, agent, &spec, &error);
    if (status == CN_OK) status = cn_hire_spec(r->web, &spec, hired, &error);
    if (status == CN_OK) status = cn_spec_text(&spec, hired->asked, sizeof hired->asked, &error);
    hired->threads = 1;
    job->limits.nodes = (uint64_t)nodes;
    job->request = r;
    return cn_job_start(r, job, status == CN_OK || cn_answer_failure(r, status, &error));
}
