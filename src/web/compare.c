/* Agents side by side: each searches the same position, as far as there are threads at once. */
#include "web/job.h"
#include "web/routes.h"

#include <string.h>

/* ---- telling ---- */

/* The move most agents chose so far. */
static json_t *agreement_json(const cn_job *job) {
    int most = -1, votes = 0, found = 0;
    for (int i = 0; i < job->count; i++) {
        const cn_task *t = &job->task[i];
        if (!t->found || t->result.best == CN_MOVE_NONE) continue;
        int same = 0;
        found++;
        for (int k = 0; k < job->count; k++) {
            same += job->task[k].found && job->task[k].result.best == t->result.best;
        }
        if (same > votes) {
            votes = same;
            most = i;
        }
    }
    if (most < 0) return json_null();
    json_t *json = cn_move_json(&job->position, job->task[most].result.best);
    json_object_set_new(json, "agents", json_integer(votes));
    json_object_set_new(json, "of", json_integer(found));
    return json;
}

json_t *cn_compare_json(const cn_job *job) {
    char text[CN_TEXT_MAX];
    const cn_position *p = &job->position;
    json_t *agents = json_array();
    for (int i = 0; i < job->count; i++) {
        const cn_task *t = &job->task[i];
        json_t *one =
            json_pack("{s:o, s:o, s:s, s:o, s:o}", "agent", cn_json_text(t->hired.spec), "asked",
                      cn_json_text(t->hired.asked), "status", cn_job_status_name(t->status),
                      "message", cn_json_text(t->message), "clamped", cn_hired_clamped(&t->hired));
        if (one) cn_result_json(one, p, t);
        json_array_append_new(agents, one);
    }
    p->game->print(p->state, text, sizeof text);
    const bool timed = job->limits.nodes == 0;
    return json_pack("{s:s, s:s, s:o, s:i, s:i, s:f, s:I, s:o, s:o}", "kind", "compare", "status",
                     cn_job_status_name(job->status), "position", cn_json_text(text), "ply",
                     job->ply, "turn", p->rules->turn(p->state), "seconds",
                     timed ? job->limits.seconds : 0, "nodes", (json_int_t)job->limits.nodes,
                     "agents", agents, "agreement", agreement_json(job));
}

/* ---- working ---- */

static void run_one(void *user) {
    cn_task *task = user;
    cn_search *search = NULL;
    cn_error error;
    cn_status status = CN_OK;
    const int threads = cn_task_threads(task);
    if (threads > 0) {
        status = cn_hired_search(&task->hired, threads, &search, &error);
        if (status == CN_OK) status = cn_task_run(task, search, &error);
    }
    cn_search_free(search);
    cn_task_end(task, status, &error);
}

void cn_job_compare(cn_job *job) {
    cn_thread threads[CN_COMPARED];
    bool apart[CN_COMPARED] = {false};
    cn_job_status_set(job, CN_JOB_RUNNING, "");
    for (int i = 1; i < job->count; i++) {
        apart[i] = cn_thread_start(&threads[i], run_one, &job->task[i], NULL) == CN_OK;
    }
    for (int i = 0; i < job->count; i++) {
        if (!apart[i]) run_one(&job->task[i]);
    }
    for (int i = 1; i < job->count; i++) {
        if (apart[i]) cn_thread_join(threads[i]);
    }
    cn_job_status_set(job, atomic_load(&job->stop) ? CN_JOB_STOPPED : CN_JOB_DONE, "");
}

/* ---- the request ---- */

static bool hire_all(cn_request *r, const cn_session *s, json_t *agents, cn_job *job) {
    job->count = (int)json_array_size(agents);
    for (int i = 0; i < job->count; i++) {
        const char *agent = json_string_value(json_array_get(agents, (size_t)i));
        cn_error error = {"`agents`: expected texts"};
        const cn_status status =
            agent ? cn_hire(r->web, s->game, agent, &job->task[i].hired, &error) : CN_BAD_USAGE;
        if (status != CN_OK) return cn_answer_failure(r, status, &error);
    }
    return true;
}

bool cn_route_compare(cn_request *r, cn_session *s) {
    json_t *agents = NULL;
    double seconds = 0, nodes = 0;
    if (!cn_body_array(r, "agents", CN_COMPARED, &agents) ||
        !cn_body_real(r, "seconds", 0, 1e9, &seconds) ||
        !cn_body_real(r, "nodes", 0, 1e18, &nodes)) {
        return false;
    }
    if (json_array_size(agents) == 0) {
        return cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "`agents`: expected 1 to %d of them",
                               CN_COMPARED);
    }
    cn_job *job = cn_job_new(r, s, CN_JOB_COMPARE);
    if (!job) return false;
    const bool hired = hire_all(r, s, agents, job);
    if (hired) cn_job_seconds(job, seconds == 0 && nodes == 0 ? 2 : seconds);
    job->limits.nodes = (uint64_t)nodes;
    return cn_job_start(r, job, hired);
}
