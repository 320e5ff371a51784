/* Analysis, an agent's move, a hint: one search of the session's position. */
#include "core/clock.h"
#include "web/job.h"

/* In player 0's view: what the graph of a game shows. A review is not overwritten: its values can
 * be compared with each other. */
static void note_score(cn_session *s, const cn_job *job) {
    const cn_result *r = &job->task[0].result;
    const cn_position *p = &job->position;
    cn_known *k = cn_session_known(s, job->ply);
    if (!k || (k->by && strcmp(k->by, "review") == 0)) return;
    k->by = job->kind == CN_JOB_HINT ? "hint" : "analysis";
    k->depth = r->depth;
    k->score = p->rules->turn(p->state) == 0 ? r->score : cn_score_negate(r->score);
}

/* The move of an agent, if the game still stands where it was asked. */
static void make_move(cn_job *job, json_t *played) {
    cn_session *s = job->session;
    const cn_result *r = &job->task[0].result;
    cn_error error;
    if (cn_session_play(s, r->best, r->seconds, &error) != CN_OK) {
        json_decref(played);
        cn_answer_error(job->request, MHD_HTTP_CONFLICT, "%s", error.text);
        return;
    }
    if (s->job[job->slot] == job) s->job[job->slot] = NULL; /* the state shall not say it runs */
    cn_session_changed(s);
    json_t *state = cn_session_json(s);
    json_object_set_new(state, "played", played);
    cn_answer_json(job->request, MHD_HTTP_OK, state);
}

static void use_result(cn_job *job) {
    cn_session *s = job->session;
    cn_task *task = &job->task[0];
    cn_lock_take(&s->lock);
    /* Only this thread writes results, so they can be read without the job's lock. */
    const bool stale = atomic_load(&job->discard) || s->games != job->game;
    const bool found = task->found && task->result.best != CN_MOVE_NONE;
    /* What a player thinks of its own chances is no judgement: Easy looks one ply ahead. */
    if (!stale && found && job->kind != CN_JOB_PLAY) note_score(s, job);
    if (job->request && found && !stale) {
        cn_lock_take(&job->lock);
        json_t *result = cn_analysis_json(job, task);
        cn_lock_leave(&job->lock);
        if (job->kind == CN_JOB_PLAY) {
            make_move(job, result);
        } else {
            cn_answer_json(job->request, MHD_HTTP_OK, result);
        }
    } else if (job->request && stale) {
        cn_answer_error(job->request, MHD_HTTP_CONFLICT,
                        "the position changed while the agent was thinking");
    }
    cn_lock_leave(&s->lock);
}

static void keep(cn_job *job, cn_kept *kept) {
    cn_session *s = job->session;
    const cn_result *r = &job->task[0].result;
    kept->used = cn_clock_seconds();
    kept->depth = r->depth;
    kept->iterations = r->iterations;
    cn_lock_take(&s->lock);
    cn_kept *old = s->kept;
    s->kept = kept;
    cn_lock_leave(&s->lock);
    cn_kept_free(old);
    cn_kept_limit(job->web);
}

void cn_job_search(cn_job *job) {
    cn_task *task = &job->task[0];
    cn_kept *kept = NULL;
    cn_error error;
    cn_status status = CN_OK;
    const int threads = cn_task_threads(task);
    if (threads > 0) {
        status = cn_task_open(task, threads, &kept, &error);
        if (status == CN_OK) status = cn_task_run(task, kept->search, &error);
    }
    if (kept && status == CN_OK) {
        keep(job, kept);
    } else {
        cn_kept_free(kept);
    }
    cn_task_end(task, status, &error);
    use_result(job);
}
