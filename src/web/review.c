/* A review: every move of the session's game beside the best one. */
#include "arena/review.h"
#include "arena/analyst.h"
#include "arena/score_json.h"
#include "core/clock.h"
#include "web/job.h"
#include "web/routes.h"

#include <stdlib.h>

struct cn_verdicts {
    cn_move *moves; /* of the game, from the start (the job's position) on */
    int plies;
    /* Guarded by the job's lock. */
    int done;
    cn_verdict *list;
    char (*best)[CN_MOVE_TEXT];
    char (*played)[CN_MOVE_TEXT];
    cn_review_sum sums[2];
};

void cn_verdicts_free(struct cn_verdicts *v) {
    if (!v) return;
    free(v->moves);
    free(v->list);
    free(v->best);
    free(v->played);
    free(v);
}

/* ---- telling ---- */

static json_t *verdict_json(const cn_game *game, const struct cn_verdicts *all, int i) {
    const cn_verdict *v = &all->list[i];
    return json_pack("{s:i, s:i, s:s, s:s, s:o, s:o, s:f, s:i, s:s}", "ply", i + 1, "player",
                     v->player, "move", all->played[i], "best", all->best[i], "score",
                     cn_score_pack(game, v->score), "best_score",
                     cn_score_pack(game, v->best_score), "loss", v->loss, "depth", v->depth, "mark",
                     cn_mark_text(v->mark));
}

static json_t *sum_json(const cn_review_sum *sum) {
    return json_pack("{s:i, s:f, s:i, s:i, s:i}", "moves", sum->moves, "loss",
                     sum->moves ? sum->loss / sum->moves : 0, "inaccuracies",
                     sum->marks[CN_MARK_INACCURACY], "mistakes", sum->marks[CN_MARK_MISTAKE],
                     "blunders", sum->marks[CN_MARK_BLUNDER]);
}

json_t *cn_review_json(const cn_job *job) {
    const struct cn_verdicts *v = job->verdicts;
    json_t *moves = json_array();
    for (int i = 0; i < v->done; i++) {
        json_array_append_new(moves, verdict_json(job->position.game, v, i));
    }
    return json_pack("{s:s, s:s, s:o, s:o, s:o, s:i, s:i, s:o, s:[o,o]}", "kind", "review",
                     "status", cn_job_status_name(job->status), "agent",
                     cn_json_text(job->task[0].hired.spec), "clamped",
                     cn_hired_clamped(&job->task[0].hired), "message", cn_json_text(job->message),
                     "done", v->done, "plies", v->plies, "moves", moves, "sums",
                     sum_json(&v->sums[0]), sum_json(&v->sums[1]));
}

/* ---- working ---- */

static void note_position(cn_session *s, int ply, int player, cn_score score, int depth) {
    cn_known *k = cn_session_known(s, ply);
    if (!k) return;
    k->by = "review";
    k->depth = depth;
    k->score = player == 0 ? score : cn_score_negate(score);
}

/* The verdict becomes part of the game, if it is still the game that was reviewed. */
static void note_verdict(cn_job *job, int i) {
    cn_session *s = job->session;
    const struct cn_verdicts *all = job->verdicts;
    const cn_verdict *v = &all->list[i];
    cn_lock_take(&s->lock);
    const cn_history *h = &s->history;
    bool same = s->games == job->game && h->length > i;
    for (int k = 0; same && k <= i; k++) same = h->ply[k].move == all->moves[k];
    cn_known *k = same ? cn_session_known(s, i + 1) : NULL;
    if (k) {
        if (i == 0) note_position(s, 0, v->player, v->best_score, v->depth);
        note_position(s, i + 1, v->player, cn_score_one_ply_later(v->score),
                      v->depth > 0 ? v->depth - 1 : 0);
        k = cn_session_known(s, i + 1);
        k->reviewed = true;
        k->loss = v->loss;
        k->mark = cn_mark_text(v->mark);
        snprintf(k->best, sizeof k->best, "%s", all->best[i]);
        k->played_score = v->score;
        k->best_score = v->best_score;
    }
    cn_lock_leave(&s->lock);
}

static bool halted(void *user) {
    const cn_job *job = user;
    return atomic_load(&job->stop) || atomic_load(&job->task[0].claim.asked);
}

static cn_status review_ply(cn_job *job, cn_search *search, cn_position *p, int i,
                            cn_error *error) {
    struct cn_verdicts *all = job->verdicts;
    cn_verdict verdict;
    cn_search_clear(search); /* what was searched before must not matter */
    const cn_status status =
        cn_review_move(search, &job->limits, halted, job, p, all->moves[i], &verdict, error);
    if (status != CN_OK || halted(job)) return status;
    cn_lock_take(&job->lock);
    all->list[i] = verdict;
    p->game->print_move(p->state, verdict.best, all->best[i]);
    p->game->print_move(p->state, verdict.played, all->played[i]);
    cn_review_add(&all->sums[verdict.player], &verdict);
    all->done = i + 1;
    job->fresh = true;
    cn_lock_leave(&job->lock);
    note_verdict(job, i);
    p->rules->play(p->state, all->moves[i]);
    return CN_OK;
}

static cn_status review_all(cn_job *job, int threads, cn_error *error) {
    cn_task *task = &job->task[0];
    cn_search *search;
    cn_position p;
    cn_status status = cn_hired_search(&task->hired, threads, &search, error);
    if (status != CN_OK) return status;
    status = cn_position_copy(&job->position, &p, error);
    if (status == CN_OK) {
        cn_task_watch(task, search);
        while (job->verdicts->done < job->verdicts->plies && status == CN_OK &&
               !atomic_load(&job->stop)) {
            status = review_ply(job, search, &p, job->verdicts->done, error);
            if (status != CN_OK || !halted(job)) continue;
            /* What was cut short is done again. */
            cn_task_watch(task, NULL);
            cn_task_yielded(task);
            if (!atomic_load(&job->stop) && cn_task_pause(task)) cn_task_watch(task, search);
        }
        cn_task_watch(task, NULL);
        cn_position_free(&p);
    }
    cn_search_free(search);
    return status;
}

void cn_job_review(cn_job *job) {
    cn_error error;
    const int threads = cn_task_threads(&job->task[0]);
    const cn_status status = threads > 0 ? review_all(job, threads, &error) : CN_OK;
    cn_task_end(&job->task[0], status, &error);
}

/* ---- the request ---- */

static bool copy_moves(cn_job *job, const cn_history *h) {
    struct cn_verdicts *v = calloc(1, sizeof *v);
    job->verdicts = v;
    if (!v) return false;
    const size_t room = (size_t)h->length + 1;
    v->plies = h->length;
    v->moves = calloc(room, sizeof *v->moves);
    v->list = calloc(room, sizeof *v->list);
    v->best = calloc(room, sizeof *v->best);
    v->played = calloc(room, sizeof *v->played);
    if (!v->moves || !v->list || !v->best || !v->played) return false;
    for (int i = 0; i < h->length; i++) v->moves[i] = h->ply[i].move;
    cn_position_free(&job->position);
    return cn_position_copy(&h->start, &job->position, NULL) == CN_OK;
}

/* The analyst of the page on one thread, by a number of nodes or iterations: the same review again
 * gives the same marks. */
static cn_status hire_analyst(cn_request *r, const cn_session *s, cn_job *job, cn_error *error) {
    enum { NODES = 200000, ITERATIONS = 4000 };
    cn_hired *hired = &job->task[0].hired;
    cn_spec spec;
    cn_status status = cn_analyst_spec(s->game, "hard", false, 0, &spec, error);
    if (status == CN_OK && cn_spec_get(&spec, "hash")) {
        status = cn_spec_set(&spec, "hash", "8", error); /* it is cleared for every move */
    }
    if (status == CN_OK) status = cn_hire_spec(r->web, &spec, hired, error);
    if (status != CN_OK) return status;
    job->limits.seconds = 0;
    job->limits.nodes = hired->monte_carlo ? ITERATIONS : NODES;
    return CN_OK;
}

/* False after an answer. */
static bool prepare(cn_request *r, cn_session *s, cn_job *job, const char *agent, double seconds) {
    cn_error error;
    if (!copy_moves(job, &s->history)) {
        return cn_answer_error(r, MHD_HTTP_SERVICE_UNAVAILABLE, "no memory for a review");
    }
    const bool usual = !agent && seconds == 0;
    const cn_status status =
        usual ? hire_analyst(r, s, job, &error)
              : cn_hire(r->web, s->game, agent ? agent : "hard", &job->task[0].hired, &error);
    if (status != CN_OK) return cn_answer_failure(r, status, &error);
    if (!usual) cn_job_seconds(job, seconds > 0 ? seconds : 0.2);
    return true;
}

bool cn_route_review(cn_request *r, cn_session *s) {
    const char *agent = NULL;
    double seconds = 0;
    if (!cn_body_text(r, "agent", &agent) || !cn_body_real(r, "seconds", 0.001, 1e9, &seconds)) {
        return false;
    }
    if (s->history.length == 0) {
        return cn_answer_error(r, MHD_HTTP_CONFLICT, "there are no moves to review yet");
    }
    cn_job *job = cn_job_new(r, s, CN_JOB_REVIEW);
    return job && cn_job_start(r, job, prepare(r, s, job, agent, seconds));
}
