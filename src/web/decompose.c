/* Where the speed-up of the last search comes from and where it is lost: the same search again and
 * again, with its threads and with one. */
#include "core/clock.h"
#include "engine/trace.h"
#include "lab/statistics.h"
#include "lab/trace.h"
#include "web/job.h"
#include "web/routes.h"

#include <stdlib.h>

/* Odd, so that one is in the middle; later ones are left out when the first took long. */
enum { ROUNDS = 7, LEAST_ROUNDS = 3 };
static const double long_enough = 15; /* seconds */

/* ---- working ---- */

/* One of the two searches, recorded; fills the figures, and the share of its time that a thread had
 * a core. */
static cn_status measure(cn_job *job, int threads, cn_trace_summary *summary, double *share,
                         cn_error *error) {
    cn_task *task = &job->task[0];
    cn_search *search = NULL;
    cn_trace *trace = NULL;
    cn_status status = cn_hired_search(&task->hired, threads, &search, error);
    if (status == CN_OK) {
        trace = cn_trace_new(threads, CN_TRACE_EVENTS / 8);
        if (!trace) status = cn_fail(error, CN_NO_MEMORY, "no memory for a trace");
    }
    if (status == CN_OK) status = cn_search_trace(search, trace, error);
    const double cpu = cn_clock_cpu_seconds();
    if (status == CN_OK) status = cn_task_run(task, search, error);
    const double used = cn_clock_cpu_seconds() - cpu;
    cn_search_free(search);
    if (status == CN_OK) {
        cn_timeline *timeline = cn_timeline_new(trace);
        if (timeline) {
            cn_trace_summarise(timeline, summary);
            const double busy = (double)summary->total.busy * 1e-9;
            if (busy > 0 && used / busy < *share) *share = used / busy;
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

/* One search after the other, so that both meet the same machine. */
static cn_status measure_both(cn_job *job, int threads, cn_decomposition *parts, cn_error *error) {
    cn_trace_summary *both = calloc(2, sizeof *both);
    if (!both) return cn_fail(error, CN_NO_MEMORY, "no memory for a summary");
    parts->share = 1;
    cn_status status = measure(job, 1, &both[0], &parts->share, error);
    if (status == CN_OK && !atomic_load(&job->stop)) {
        status = measure(job, threads, &both[1], &parts->share, error);
    }
    const double share = parts->share;
    if (status == CN_OK && !atomic_load(&job->stop) &&
        !cn_trace_decompose(&both[0], &both[1], parts)) {
        status = cn_fail(error, CN_BAD_INPUT, "the search is too short to be taken apart");
    }
    parts->share = share;
    free(both);
    return status;
}

static int by_speedup(const void *left, const void *right) {
    const double a = ((const cn_decomposition *)left)->speedup;
    const double b = ((const cn_decomposition *)right)->speedup;
    return (a > b) - (a < b);
}

/* The round in the middle, with what all of them say of it. */
static cn_decomposition middle(cn_decomposition *rounds, int count) {
    double speedups[ROUNDS], share = 1;
    qsort(rounds, (size_t)count, sizeof *rounds, by_speedup);
    for (int i = 0; i < count; i++) {
        speedups[i] = rounds[i].speedup;
        if (rounds[i].share < share) share = rounds[i].share;
    }
    const cn_interval interval = cn_median(speedups, (size_t)count);
    cn_decomposition found = rounds[count / 2];
    found.rounds = count;
    found.low = interval.low;
    found.high = interval.high;
    found.share = share;
    return found;
}

static cn_status measure_rounds(cn_job *job, int threads, cn_error *error) {
    cn_decomposition rounds[ROUNDS] = {{0}};
    const double begun = cn_clock_seconds();
    cn_status status = CN_OK;
    int done = 0;
    while (status == CN_OK && done < ROUNDS && !atomic_load(&job->stop)) {
        const bool late = cn_clock_seconds() - begun > long_enough;
        if (late && done >= LEAST_ROUNDS && done % 2) break;
        status = measure_both(job, threads, &rounds[done++], error);
    }
    if (status != CN_OK || atomic_load(&job->stop)) return status;
    const cn_decomposition parts = middle(rounds, done);
    return hand_over(job, threads, &parts)
               ? CN_OK
               : cn_fail(error, CN_BAD_INPUT,
                         "the search that was taken apart is not kept any more");
}

void cn_job_decompose(cn_job *job) {
    cn_error error;
    const int threads = cn_task_threads(&job->task[0]);
    cn_status status = CN_OK;
    while (threads > 0) {
        status = measure_rounds(job, threads, &error);
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
