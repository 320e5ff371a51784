#include "web/job.h"

#include "core/clock.h"
#include "core/trace.h"
#include "engine/trace.h"

#include <stdlib.h>

enum {
    JOBS = 256,       /* that a server has at most, most of them waiting */
    EVENTS = 1 << 15, /* of a trace, a worker */
};

/* ---- making and ending ---- */

cn_job *cn_job_new(cn_request *r, cn_session *s, cn_job_kind kind) {
    const cn_position *now = &s->history.now;
    if (kind != CN_JOB_REVIEW && kind != CN_JOB_DECOMPOSE &&
        now->rules->over(now->state) != CN_ONGOING) {
        cn_answer_error(r, MHD_HTTP_CONFLICT, "the game is over%s",
                        kind == CN_JOB_EXPLAIN ? ": there is nothing to search" : "");
        return NULL;
    }
    cn_job *job = calloc(1, sizeof *job);
    cn_error error = {"no memory for a search"};
    if (!job || cn_position_copy(now, &job->position, &error) != CN_OK) {
        free(job);
        cn_answer_error(r, MHD_HTTP_SERVICE_UNAVAILABLE, "%s", error.text);
        return NULL;
    }
    job->web = s->web;
    job->session = s;
    cn_session_hold(s);
    job->kind = kind;
    job->slot = kind == CN_JOB_REVIEW ? CN_SLOT_REVIEW : CN_SLOT_SEARCH;
    job->ply = s->history.count;
    job->revision = s->revision;
    job->game = s->games;
    job->limits.seconds = s->web->set.seconds;
    job->limits.live = true;
    job->count = 1;
    for (int i = 0; i < CN_COMPARED; i++) job->task[i].job = job;
    cn_lock_init(&job->lock);
    return job;
}

void cn_job_seconds(cn_job *job, double seconds) {
    const double most = job->web->set.seconds;
    if (seconds > most) {
        for (int i = 0; i < job->count; i++) {
            cn_hired *h = &job->task[i].hired;
            if (h->notes == CN_HIRED_NOTES) continue;
            snprintf(h->note[h->notes++], sizeof h->note[0],
                     "%g seconds are more than the %g of this server", seconds, most);
        }
        seconds = most;
    }
    if (seconds > 0) job->limits.seconds = seconds;
}

void cn_job_free(cn_job *job) {
    cn_verdicts_free(job->verdicts);
    cn_position_free(&job->position);
    cn_lock_free(&job->lock);
    cn_session_release(job->session);
    free(job);
}

void cn_job_halt(cn_job *job) {
    atomic_store(&job->stop, true);
    cn_lock_take(&job->lock);
    for (int i = 0; i < job->count; i++) {
        if (job->task[i].search) cn_search_stop(job->task[i].search);
    }
    cn_lock_leave(&job->lock);
    cn_budget_look(&job->web->budget);
}

bool cn_job_stop(cn_session *s, cn_slot slot, bool discard) {
    cn_job *job = s->job[slot];
    if (!job) return false;
    if (discard) atomic_store(&job->discard, true);
    cn_job_halt(job);
    cn_signal_raise(&s->signal);
    return true;
}

bool cn_job_urgent(const cn_job *job) {
    return job->kind == CN_JOB_PLAY || job->kind == CN_JOB_HINT || job->kind == CN_JOB_EXPLAIN;
}

/* ---- telling ---- */

/* With the job's lock taken, which is held until an event is written, or an older one could come
 * after a newer. */
static json_t *search_json(const cn_job *job) {
    return json_pack("{s:s, s:s, s:o, s:o, s:i, s:o}", "kind", cn_job_kind_name(job->kind),
                     "status", cn_job_status_name(job->status), "agent",
                     cn_json_text(job->task[0].hired.spec), "clamped",
                     cn_hired_clamped(&job->task[0].hired), "threads", job->task[0].threads,
                     "message", cn_json_text(job->message));
}

json_t *cn_job_json(cn_job *job) {
    if (!job) return json_null();
    cn_lock_take(&job->lock);
    json_t *json = search_json(job);
    cn_lock_leave(&job->lock);
    return json;
}

void cn_job_status_set(cn_job *job, cn_job_status status, const char *message) {
    cn_lock_take(&job->lock);
    job->status = status;
    if (status == CN_JOB_RUNNING && job->begun == 0) job->begun = cn_clock_seconds();
    snprintf(job->message, sizeof job->message, "%s", message);
    job->fresh |= job->kind == CN_JOB_REVIEW || job->kind == CN_JOB_COMPARE;
    /* Reviews have one event for both, how it goes and what came of it; of an explanation only who
     * asked for it hears. */
    if (job->kind != CN_JOB_REVIEW && job->kind != CN_JOB_EXPLAIN && !job->replaced) {
        cn_hub_write(&job->session->hub, CN_CHANNEL_SEARCH, "search", search_json(job));
    }
    cn_lock_leave(&job->lock);
}

void cn_job_tell(cn_job *job) {
    cn_hub *hub = &job->session->hub;
    cn_lock_take(&job->lock);
    if (job->fresh && !atomic_load(&job->discard)) {
        switch (job->kind) {
        case CN_JOB_ANALYSIS:
        case CN_JOB_PLAY:
        case CN_JOB_HINT:
            if (!job->task[0].found) break;
            cn_hub_write(hub, CN_CHANNEL_ANALYSIS, "analysis",
                         cn_analysis_json(job, &job->task[0]));
            break;
        case CN_JOB_COMPARE:
            cn_hub_write(hub, CN_CHANNEL_COMPARE, "compare", cn_compare_json(job));
            break;
        case CN_JOB_REVIEW:
            cn_hub_write(hub, CN_CHANNEL_REVIEW, "review", cn_review_json(job));
            break;
        case CN_JOB_DECOMPOSE:
        case CN_JOB_EXPLAIN: break;
        }
    }
    job->fresh = false;
    cn_lock_leave(&job->lock);
}

/* ---- running ---- */

/* The slot is had by one job at a time; the one before may need a moment to leave. */
static bool take_slot(cn_job *job) {
    cn_session *s = job->session;
    cn_lock_take(&s->lock);
    while (s->running[job->slot] && !atomic_load(&job->stop)) cn_signal_wait(&s->signal, &s->lock);
    const bool mine = !atomic_load(&job->stop);
    if (mine) s->running[job->slot] = job;
    cn_lock_leave(&s->lock);
    return mine;
}

static void leave_slot(cn_job *job) {
    cn_session *s = job->session;
    cn_lock_take(&s->lock);
    if (s->running[job->slot] == job) s->running[job->slot] = NULL;
    if (s->job[job->slot] == job) {
        s->job[job->slot] = NULL;
        cn_session_changed(s);
    }
    cn_signal_raise(&s->signal);
    cn_lock_leave(&s->lock);
}

/* A request that no kind of job has answered is one whose job never got so far. */
static void answer_rest(cn_job *job) {
    cn_request *r = job->request;
    if (!r) return;
    job->request = NULL;
    if (!r->response) {
        cn_lock_take(&job->lock);
        const bool failed = job->status == CN_JOB_FAILED;
        cn_answer_error(r, failed ? MHD_HTTP_BAD_REQUEST : MHD_HTTP_CONFLICT, "%s",
                        *job->message ? job->message : "it was stopped before it found anything");
        cn_lock_leave(&job->lock);
    }
    cn_request_ready(r);
}

static void body(void *user) {
    static void (*const kinds[])(cn_job *) = {
        [CN_JOB_ANALYSIS] = cn_job_search,     [CN_JOB_PLAY] = cn_job_search,
        [CN_JOB_HINT] = cn_job_search,         [CN_JOB_COMPARE] = cn_job_compare,
        [CN_JOB_DECOMPOSE] = cn_job_decompose, [CN_JOB_REVIEW] = cn_job_review,
        [CN_JOB_EXPLAIN] = cn_job_explain,
    };
    cn_job *job = user;
    if (take_slot(job)) {
        kinds[job->kind](job);
    } else {
        cn_job_status_set(job, CN_JOB_STOPPED, "");
    }
    cn_job_tell(job);
    leave_slot(job);
    answer_rest(job);
    atomic_store(&job->ended, true);
}

bool cn_job_start(cn_request *r, cn_job *job, bool ready) {
    cn_web *web = job->web;
    cn_session *s = job->session;
    cn_job *old = s->job[job->slot];
    cn_error error;
    if (!ready) {
        cn_job_free(job);
        return false;
    }
    const bool answers = job->request != NULL;
    if (answers) cn_request_later(r);
    cn_job_stop(s, job->slot, true);
    cn_lock_take(&web->jobs_lock);
    const bool room = web->job_count < JOBS && !s->gone && !atomic_load(&web->stopping);
    const bool started = room && cn_thread_start(&job->thread, body, job, &error) == CN_OK;
    if (started) {
        s->job[job->slot] = job;
        job->next = web->jobs;
        web->jobs = job;
        web->job_count++;
    }
    cn_lock_leave(&web->jobs_lock);
    if (started) {
        if (old) {
            cn_lock_take(&old->lock);
            old->replaced = true;
            cn_lock_leave(&old->lock);
        }
        cn_signal_raise(&web->clock_signal);
        return answers || cn_answer_json(r, MHD_HTTP_ACCEPTED, cn_job_json(job));
    }
    if (answers) cn_request_ready(r);
    cn_job_free(job);
    return cn_answer_error(r, MHD_HTTP_SERVICE_UNAVAILABLE,
                           "the server is busy with other searches: try again later");
}

/* ---- tasks ---- */

static void say(cn_task *task, cn_job_status status, const char *message) {
    cn_lock_take(&task->job->lock);
    task->status = status;
    snprintf(task->message, sizeof task->message, "%.255s", message);
    task->job->fresh = true;
    cn_lock_leave(&task->job->lock);
    if (task->job->kind != CN_JOB_COMPARE) cn_job_status_set(task->job, status, message);
}

/* Waits; the clock's thread sees to it that others make room. */
static int take_threads(cn_task *task) {
    cn_web *web = task->job->web;
    const int threads = cn_budget_take(&web->budget, &task->claim, &task->job->stop);
    cn_lock_take(&task->job->lock);
    task->threads = threads;
    cn_lock_leave(&task->job->lock);
    if (threads > 0) say(task, CN_JOB_RUNNING, "");
    return threads;
}

static void give_threads(cn_task *task) {
    if (task->claim.got > 0) cn_budget_give(&task->job->web->budget, &task->claim);
}

int cn_task_threads(cn_task *task) {
    cn_job *job = task->job;
    cn_budget *budget = &job->web->budget;
    const int want = task->hired.threads;
    task->claim = (cn_claim){.share = &job->session->share,
                             .urgent = cn_job_urgent(job),
                             .want = want,
                             .least = job->kind == CN_JOB_DECOMPOSE ? want : 1};
    int busy, before;
    cn_budget_state(budget, &task->claim, &busy, &before);
    if (busy == budget->total || before > 0) {
        char message[128];
        snprintf(message, sizeof message,
                 "waiting for a thread: %d of %d are busy, %d search%s before this one", busy,
                 budget->total, before, before == 1 ? " is" : "es are");
        say(task, CN_JOB_QUEUED, message);
    }
    return take_threads(task);
}

void cn_task_end(cn_task *task, cn_status status, const cn_error *error) {
    cn_job *job = task->job;
    char why[sizeof job->message] = ""; /* the server stopped it, if it did */
    const bool stopped = atomic_load(&job->stop);
    give_threads(task);
    cn_lock_take(&job->lock);
    if (job->status == CN_JOB_RUNNING) memcpy(why, job->message, sizeof why);
    cn_lock_leave(&job->lock);
    say(task,
        status != CN_OK ? CN_JOB_FAILED
        : stopped       ? CN_JOB_STOPPED
                        : CN_JOB_DONE,
        status != CN_OK ? error->text : why);
}

bool cn_task_pause(cn_task *task) {
    const int threads = task->claim.got;
    give_threads(task);
    say(task, CN_JOB_QUEUED, "paused: others are waiting");
    task->claim.want = task->claim.least = threads; /* the search is made for so many */
    return take_threads(task) > 0;
}

bool cn_task_yielded(cn_task *task) {
    cn_lock_take(&task->job->lock);
    const bool yielded = task->yielded;
    task->yielded = false;
    cn_lock_leave(&task->job->lock);
    return yielded && !atomic_load(&task->job->stop);
}

void cn_job_yield(cn_job *job) {
    cn_lock_take(&job->lock);
    for (int i = 0; i < job->count; i++) {
        cn_task *task = &job->task[i];
        if (!task->search || task->yielded || !atomic_load(&task->claim.asked)) continue;
        task->yielded = true;
        cn_search_stop(task->search);
    }
    cn_lock_leave(&job->lock);
}

static void on_progress(const cn_result *so_far, void *user) {
    cn_task *task = user;
    cn_lock_take(&task->job->lock);
    /* A search that goes on after a pause passes the depths it knew once more. */
    const bool behind = task->found && so_far->iterations == 0 &&
                        so_far->depth < task->result.depth && !so_far->score.proven;
    if (!behind) task->result = *so_far;
    task->found = true;
    task->job->fresh = true;
    cn_lock_leave(&task->job->lock);
}

void cn_task_watch(cn_task *task, cn_search *search) {
    cn_lock_take(&task->job->lock);
    if (task->search) cn_search_forget_stop(task->search); /* it may have ended by itself */
    task->search = search;
    if (search && atomic_load(&task->job->stop)) cn_search_stop(search);
    cn_lock_leave(&task->job->lock);
}

cn_status cn_task_run(cn_task *task, cn_search *search, cn_error *error) {
    cn_result *result = malloc(sizeof *result);
    if (!result) return cn_fail(error, CN_NO_MEMORY, "no memory for a result");
    cn_limits limits = task->job->limits;
    cn_status status;
    bool again;
    do {
        const double begun = cn_clock_seconds();
        cn_task_watch(task, search);
        status =
            cn_search_run(search, &task->job->position, &limits, on_progress, task, result, error);
        cn_task_watch(task, NULL);
        if (status == CN_OK) on_progress(result, task);
        const double spent = cn_clock_seconds() - begun;
        again = status == CN_OK && task->job->kind != CN_JOB_DECOMPOSE && cn_task_yielded(task) &&
                (limits.seconds == 0 || limits.seconds - spent > 0.01);
        if (limits.seconds > 0) limits.seconds -= spent;
    } while (again && cn_task_pause(task));
    free(result);
    return status;
}

static bool fits(const cn_kept *kept, const char *spec, const cn_position *position) {
    return kept && strcmp(kept->spec, spec) == 0 && kept->position.rules == position->rules;
}

/* Takes the search of this specification out of the session, if it has one. Another one that was
 * the last becomes the one before. */
static cn_kept *take_kept(cn_session *s, const char *spec, const cn_position *position) {
    cn_kept *found = NULL, *old = NULL;
    cn_lock_take(&s->lock);
    if (fits(s->kept, spec, position)) {
        found = s->kept;
        s->kept = NULL;
    } else {
        if (fits(s->spare, spec, position)) {
            found = s->spare;
            s->spare = NULL;
        }
        if (s->kept) {
            old = s->spare;
            s->spare = s->kept;
            s->kept = NULL;
        }
    }
    cn_lock_leave(&s->lock);
    cn_kept_free(old);
    return found;
}

static cn_status make_kept(const cn_spec *spec, const char *text, cn_kept **out, cn_error *error) {
    cn_kept *kept = calloc(1, sizeof *kept);
    if (!kept) return cn_fail(error, CN_NO_MEMORY, "no memory for a search");
    snprintf(kept->spec, sizeof kept->spec, "%s", text);
    cn_status status = cn_search_make(spec, &kept->search, error);
    if (status == CN_OK) {
        kept->threads = cn_search_threads(kept->search);
        kept->trace = cn_trace_new(kept->threads, EVENTS);
        if (!kept->trace) status = cn_fail(error, CN_NO_MEMORY, "no memory for a trace");
    }
    if (status == CN_OK) {
        *out = kept;
    } else {
        cn_kept_free(kept);
    }
    return status;
}

cn_status cn_task_open(cn_task *task, int threads, cn_kept **out, cn_error *error) {
    const cn_position *position = &task->job->position;
    cn_spec spec;
    char text[CN_SPEC_MAX];
    cn_status status = cn_hired_spec(&task->hired, threads, &spec, error);
    if (status == CN_OK) status = cn_spec_text(&spec, text, sizeof text, error);
    if (status != CN_OK) return status;
    cn_kept *kept = take_kept(task->job->session, text, position);
    if (!kept) status = make_kept(&spec, text, &kept, error);
    if (status != CN_OK) return status;
    kept->hired = task->hired;
    cn_position_free(&kept->position);
    status = cn_position_copy(position, &kept->position, error);
    if (status != CN_OK) {
        cn_kept_free(kept);
        return status;
    }
    free(kept->parts);
    kept->parts = NULL;
    cn_trace_clear(kept->trace);
    snprintf(kept->trace->label, sizeof kept->trace->label, "%s: %.200s", position->game->name,
             text);
    cn_search_trace(kept->search, kept->trace, NULL);
    *out = kept;
    return CN_OK;
}

void cn_kept_free(cn_kept *kept) {
    if (!kept) return;
    cn_search_free(kept->search);
    cn_trace_free(kept->trace);
    free(kept->parts);
    cn_position_free(&kept->position);
    free(kept);
}
