/* Where the speed-up of the last search comes from and where it is lost: the same search again,
 * with its threads and with one. */
#include "engine/trace.h"
#include "lab/trace.h"
#include "web/job.h"
#include "web/routes.h"

#include <stdlib.h>

/* ---- working ---- */

/* One of the two searches, recorded; fills the figures. */
static cn_status measure(cn_job *job, int threads, cn_trace_summary *summary, cn_error *error) {
    cn_task *task = &job->task[0];
    cn_search *search = NULL;
    cn_trace *trace = NULL;
    cn_status status = cn_hired_search(&task->hired, threads, &search, error);
    if (status == CN_OK) {
        trace = cn_trace_new(threads, CN_TRACE_EVENTS / 8);
        if (!trace) status = cn_fail(error, CN_NO_MEMORY, "no memory for a trace");
    }
    if (status == CN_OK) status = cn_search_trace(search, trace, error);
    if (status == CN_OK) status = cn_task_run(task, search, error);
    cn_search_free(search);
    if (status == CN_OK) {
        cn_timeline *timeline = cn_timeline_new(trace);
        if (timeline) {
            cn_trace_summarise(timeline, summary);
        } else {
            status = cn_fail(error, CN_NO_MEMORY, "no memory for a trace");
        }
        cn_timeline_free(timeline);
    }
    cn_trace_free(trace);
    return status;
}

/* The figures go to the kept search they are about, if it is still there. */
static bool hand_over(cn_job *job, int threads, const cn_decomposition *parts) {
    cn_session *s = job->session;
    bool taken = false;
    cn_lock_take(&s->lock);
    if (s->kept && !atomic_load(&job->discard) && s->kept->threads == threads) {
        if (!s->kept->parts) s->kept->parts = malloc(sizeof *parts);
        if (s->kept->parts) *s->kept->parts = *parts;
        taken = s->kept->parts != NULL;
    }
    cn_lock_leave(&s->lock);
    return taken;
}

static cn_status measure_both(cn_job *job, int threads, cn_error *error) {
    cn_trace_summary *both = calloc(2, sizeof *both);
    cn_decomposition parts;
    if (!both) return cn_fail(error, CN_NO_MEMORY, "no memory for a summary");
    cn_status status = measure(job, 1, &both[0], error);
    if (status == CN_OK && !atomic_load(&job->stop)) {
        status = measure(job, threads, &both[1], error);
    }
    if (status == CN_OK && !atomic_load(&job->stop) &&
        !(cn_trace_decompose(&both[0], &both[1], &parts) && hand_over(job, threads, &parts))) {
        status = cn_fail(error, CN_BAD_INPUT, "the search is too short to be taken apart");
    }
    free(both);
    return status;
}

void cn_job_decompose(cn_job *job) {
    cn_error error;
    const int threads = cn_task_threads(&job->task[0]);
    cn_status status = CN_OK;
    while (threads > 0) {
        status = measure_both(job, threads, &error);
        if (!cn_task_yielded(&job->task[0]) || !cn_task_pause(&job->task[0])) break;
    }
    cn_task_end(&job->task[0], atomic_load(&job->stop) ? CN_OK : status, &error);
}

/* ---- the request ---- */

bool cn_route_decompose(cn_request *r, cn_session *s) {
    const cn_kept *kept = s->kept;
    cn_error error;
    if (!kept || kept->threads < 2) {
        return cn_answer_error(r, MHD_HTTP_CONFLICT,
                               kept ? "the last search had one thread only"
                                    : "there is no search to take apart");
    }
    cn_job *job = cn_job_new(r, s, CN_JOB_DECOMPOSE);
    if (!job) return false;
    cn_position_free(&job->position);
    job->task[0].hired = kept->hired;
    job->task[0].hired.threads = kept->threads;
    job->limits.depth = kept->depth;
    job->limits.iterations = kept->iterations / (uint64_t)kept->hired.workers;
    /* The agent's own time must not end it: only depth or iterations make the two alike. */
    cn_status status = cn_position_copy(&kept->position, &job->position, &error);
    if (status == CN_OK) status = cn_spec_set(&job->task[0].hired.plan, "time", "0", &error);
    return cn_job_start(r, job, status == CN_OK || cn_answer_failure(r, status, &error));
}
