/* Requests that start and stop searches. */
#include "arena/analyst.h"
#include "web/job.h"
#include "web/routes.h"

#include <stdlib.h>

void cn_route_agent_check(cn_request *r) {
    static const char *const keys[] = {"game", "agent", NULL};
    const char *name = NULL, *agent = NULL;
    cn_hired hired;
    cn_error error;
    if (!cn_body_only(r, keys) || !cn_body_text(r, "game", &name) ||
        !cn_body_text(r, "agent", &agent)) {
        return;
    }
    const cn_game *game = cn_request_game(r, name);
    if (!game) return;
    if (!agent) {
        cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "`agent` is missing");
        return;
    }
    const cn_status status = cn_hire(r->web, game, agent, &hired, &error);
    if (status != CN_OK) {
        cn_answer_failure(r, status, &error);
        return;
    }
    cn_answer_json(r, MHD_HTTP_OK,
                   json_pack("{s:o, s:i, s:b, s:o}", "agent", cn_json_text(hired.spec), "threads",
                             hired.threads, "tree", hired.tree, "clamped",
                             cn_hired_clamped(&hired)));
}

/* ---- one search ---- */

/* Whoever shall search: the body's agent, or by default the analyst. */
static bool hire(cn_request *r, const cn_session *s, const char *agent, cn_hired *hired) {
    cn_error error;
    const cn_status status = agent ? cn_hire(r->web, s->game, agent, hired, &error)
                                   : cn_hire_analyst(r->web, s->game, hired, &error);
    if (status == CN_OK) return true;
    cn_answer_failure(r, status, &error);
    return false;
}

/* A job for the position at hand, which must not be the end of the game. */
static cn_job *new_job(cn_request *r, cn_session *s, cn_job_kind kind) {
    const cn_position *p = &s->history.now;
    if (kind != CN_JOB_REVIEW && p->rules->over(p->state) != CN_ONGOING) {
        cn_answer_error(r, MHD_HTTP_CONFLICT, "the game is over");
        return NULL;
    }
    return cn_job_new(r, s, kind);
}

/* Starts it and, unless it answers the request itself, says so. */
static void start(cn_request *r, cn_session *s, cn_job *job) {
    if (cn_job_start(r, job) && !job->request) {
        cn_answer_json(r, MHD_HTTP_ACCEPTED, cn_job_json(s->job[job->slot]));
    }
}

static void answering_job(cn_request *r, cn_job_kind kind, double usual) {
    static const char *const keys[] = {"agent", "seconds", NULL};
    const char *agent = NULL;
    double seconds = 0;
    cn_session *s = cn_body_only(r, keys) && cn_body_text(r, "agent", &agent) &&
                            cn_body_real(r, "seconds", 0, 1e9, &seconds)
                        ? cn_session_of(r)
                        : NULL;
    if (!s) return;
    if (kind == CN_JOB_PLAY && !agent) {
        const cn_position *p = &s->history.now;
        agent = s->info.player[p->rules->turn(p->state)];
        if (strcmp(agent, "human") == 0) {
            cn_lock_leave(&s->lock);
            cn_answer_error(r, MHD_HTTP_CONFLICT,
                            "it is a human's turn: expected an `agent` to move for them");
            return;
        }
    }
    if (seconds == 0 && !agent) seconds = cn_analyst_seconds(&s->history.now, usual);
    cn_job *job = new_job(r, s, kind);
    if (job && !hire(r, s, agent, &job->task[0].hired)) {
        cn_job_free(job);
        job = NULL;
    }
    if (job) {
        cn_job_seconds(job, seconds);
        job->request = r;
        start(r, s, job);
    }
    cn_lock_leave(&s->lock);
}

void cn_route_play(cn_request *r) {
    answering_job(r, CN_JOB_PLAY, 0);
}

void cn_route_hint(cn_request *r) {
    answering_job(r, CN_JOB_HINT, 2);
}

void cn_route_analyze(cn_request *r) {
    static const char *const keys[] = {"agent", "seconds", "depth", "nodes", "lines", NULL};
    const char *agent = NULL;
    double seconds = 0, nodes = 0;
    int depth = 0, lines = 4;
    if (!cn_body_only(r, keys) || !cn_body_text(r, "agent", &agent) ||
        !cn_body_real(r, "seconds", 0, 1e9, &seconds) ||
        !cn_body_real(r, "nodes", 0, 1e18, &nodes) || !cn_body_int(r, "depth", 0, 200, &depth) ||
        !cn_body_int(r, "lines", 1, CN_LINES_MAX, &lines)) {
        return;
    }
    cn_session *s = cn_session_of(r);
    if (!s) return;
    cn_job *job = new_job(r, s, CN_JOB_ANALYSIS);
    if (job && !hire(r, s, agent, &job->task[0].hired)) {
        cn_job_free(job);
        job = NULL;
    }
    if (job) {
        cn_job_seconds(job, seconds);
        job->limits.depth = depth;
        job->limits.nodes = (uint64_t)nodes;
        job->limits.lines = lines;
        start(r, s, job);
    }
    cn_lock_leave(&s->lock);
}

void cn_route_stop(cn_request *r) {
    static const char *const keys[] = {"what", NULL};
    const char *what = "search";
    if (!cn_body_only(r, keys) || !cn_body_text(r, "what", &what)) return;
    if (strcmp(what, "search") != 0 && strcmp(what, "review") != 0) {
        cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "`what`: expected search or review");
        return;
    }
    cn_session *s = cn_session_of(r);
    if (!s) return;
    const bool review = strcmp(what, "review") == 0;
    const bool stopped = cn_job_stop(s, review ? CN_SLOT_REVIEW : CN_SLOT_SEARCH, false);
    cn_lock_leave(&s->lock);
    cn_answer_json(r, MHD_HTTP_OK, json_pack("{s:b}", "stopped", stopped));
}
