/* Requests that start and stop searches. */
#include "arena/analyst.h"
#include "web/job.h"
#include "web/routes.h"

#include <stdlib.h>

bool cn_route_agent_check(cn_request *r) {
    const char *name = NULL, *agent = NULL;
    cn_hired hired;
    cn_error error;
    if (!cn_body_text(r, "game", &name) || !cn_body_text(r, "agent", &agent)) return false;
    const cn_game *game = cn_request_game(r, name);
    if (!game) return false;
    if (!agent) return cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "`agent` is missing");
    const cn_status status = cn_hire(r->web, game, agent, &hired, &error);
    if (status != CN_OK) return cn_answer_failure(r, status, &error);
    return cn_answer_json(r, MHD_HTTP_OK,
                          json_pack("{s:o, s:i, s:b, s:o}", "agent", cn_json_text(hired.spec),
                                    "threads", hired.threads, "tree", hired.tree, "clamped",
                                    cn_hired_clamped(&hired)));
}

/* ---- one search ---- */

/* Whoever shall search: the body's agent, or by default the analyst. */
static bool hire(cn_request *r, cn_job *job, const char *agent, double seconds) {
    cn_error error;
    cn_hired *hired = &job->task[0].hired;
    const cn_game *game = job->session->game;
    const cn_status status = agent ? cn_hire(r->web, game, agent, hired, &error)
                                   : cn_hire_analyst(r->web, game, hired, &error);
    if (status != CN_OK) return cn_answer_failure(r, status, &error);
    cn_job_seconds(job, seconds);
    return true;
}

static bool answering_job(cn_request *r, cn_session *s, cn_job_kind kind, double usual) {
    const char *agent = NULL;
    double seconds = 0;
    const cn_position *p = &s->history.now;
    if (!cn_body_text(r, "agent", &agent) || !cn_body_real(r, "seconds", 0, 1e9, &seconds)) {
        return false;
    }
    if (kind == CN_JOB_PLAY && !agent) {
        agent = s->info.player[p->rules->turn(p->state)];
        if (strcmp(agent, "human") == 0) {
            return cn_answer_error(r, MHD_HTTP_CONFLICT,
                                   "it is a human's turn: expected an `agent` to move for them");
        }
    }
    if (seconds == 0 && !agent) seconds = cn_analyst_seconds(p, usual);
    cn_job *job = cn_job_new(r, s, kind);
    if (!job) return false;
    job->request = r;
    return cn_job_start(r, job, hire(r, job, agent, seconds));
}

bool cn_route_play(cn_request *r, cn_session *s) {
    return answering_job(r, s, CN_JOB_PLAY, 0);
}

bool cn_route_hint(cn_request *r, cn_session *s) {
    return answering_job(r, s, CN_JOB_HINT, 2);
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
    cn_job *job = cn_job_new(r, s, CN_JOB_ANALYSIS);
    if (!job) return false;
    job->limits.depth = depth;
    job->limits.nodes = (uint64_t)nodes;
    job->limits.lines = lines;
    return cn_job_start(r, job, hire(r, job, agent, seconds));
}

bool cn_route_stop(cn_request *r, cn_session *s) {
    const char *what = "search";
    if (!cn_body_text(r, "what", &what)) return false;
    const bool review = strcmp(what, "review") == 0;
    if (!review && strcmp(what, "search") != 0) {
        return cn_answer_error(r, MHD_HTTP_BAD_REQUEST, "`what`: expected search or review");
    }
    const bool stopped = cn_job_stop(s, review ? CN_SLOT_REVIEW : CN_SLOT_SEARCH, false);
    return cn_answer_json(r, MHD_HTTP_OK, json_pack("{s:b}", "stopped", stopped));
}
