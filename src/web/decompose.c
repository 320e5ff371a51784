/* An operation: where the speed-up of the last search comes from and where it is lost. The same
 * search is made again, with its threads and with one, in several rounds. The middle round is
 * reported, with an interval. */
#include "core/clock.h"
#include "engine/trace.h"
#include "lab/statistics.h"
#include "lab/trace.h"
#include "web/operation.h"
#include "web/routes.h"

#include <stdlib.h>

/* An odd number of rounds, so that one is in the middle: seven, or as many as begin within the
 * seconds, but three at least. */
enum { ROUNDS = 7, LEAST_ROUNDS = 3 };
static const double long_enough = 15; /* seconds */

/* ---- working ---- */

/* Makes one of the two searches and fills in its figures. `share` becomes smaller if the threads of
 * this search had a core for less of their time than that: then the machine was busy. */
static cn_status measure(cn_op *op, int threads, cn_trace_summary *summary, double *share,
                         cn_error *error) {
    cn_thinker *thinker = &op->thinker[0];
    cn_search *search = NULL;
    cn_trace *trace = NULL;
    cn_status status = cn_allowed_search(&thinker->allowed, threads, &search, error);
    if (status == CN_OK) {
        trace = cn_trace_new(threads, CN_TRACE_EVENTS / 8);
        if (!trace) status = cn_fail(error, CN_NO_MEMORY, "no memory for a trace");
    }
    if (status == CN_OK) status = cn_search_trace(search, trace, error);
    const double cpu = cn_clock_cpu_seconds();
    if (status == CN_OK) status = cn_thinker_run(thinker, search, error);
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

/* Gives the figures to the kept search they are about. False: it is not there any more. */
static bool hand_over(cn_op *op, int threads, const cn_decomposition *parts) {
    cn_session *s = op->session;
    bool taken = false;
    cn_lock_take(&s->lock);
    if (s->kept && !atomic_load(&op->discard) && s->kept->threads == threads) {
        if (!s->kept->parts) s->kept->parts = malloc(sizeof *parts);
        if (s->kept->parts) *s->kept->parts = *parts;
        taken = s->kept->parts != NULL;
    }
    cn_lock_leave(&s->lock);
    return taken;
}

/* One round: both searches, one after the other, so that both meet the same machine. */
static cn_status measure_both(cn_op *op, int threads, cn_decomposition *parts, cn_error *error) {
    cn_trace_summary *both = calloc(2, sizeof *both);
    if (!both) return cn_fail(error, CN_NO_MEMORY, "no memory for a summary");
    parts->share = 1;
    cn_status status = measure(op, 1, &both[0], &parts->share, error);
    if (status == CN_OK && !atomic_load(&op->stop)) {
        status = measure(op, threads, &both[1], &parts->share, error);
    }
    const double share = parts->share;
    if (status == CN_OK && !atomic_load(&op->stop) &&
        !cn_trace_decompose(&both[0], &both[1], parts)) {
        status = cn_fail(error, CN_BAD_INPUT, "the search is too short to be taken apart");
    }
    parts->share = share;
    free(both);
    return status;
}

/* For qsort: rounds by their speed-up, the smallest first. */
static int by_speedup(const void *left, const void *right) {
    const double a = ((const cn_decomposition *)left)->speedup;
    const double b = ((const cn_decomposition *)right)->speedup;
    return (a > b) - (a < b);
}

/* The round in the middle, with the interval of all and the smallest share. */
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

/* Makes the rounds, and hands their middle over. */
static cn_status measure_rounds(cn_op *op, int threads, cn_error *error) {
    cn_decomposition rounds[ROUNDS] = {{0}};
    const double begun = cn_clock_seconds();
    cn_status status = CN_OK;
    int done = 0;
    while (status == CN_OK && done < ROUNDS && !cn_thinker_halted(&op->thinker[0])) {
        const bool late = cn_clock_seconds() - begun > long_enough;
        if (late && done >= LEAST_ROUNDS && done % 2) break;
        status = measure_both(op, threads, &rounds[done++], error);
    }
    if (status != CN_OK || cn_thinker_halted(&op->thinker[0])) return status;
    const cn_decomposition parts = middle(rounds, done);
    return hand_over(op, threads, &parts)
               ? CN_OK
               : cn_fail(error, CN_BAD_INPUT,
                         "the search that was taken apart is not kept any more");
}

/* The work of the operation. A round that was disturbed is measured again. */
static void work(cn_op *op) {
    cn_error error;
    const int threads = cn_thinker_threads(&op->thinker[0]);
    cn_status status = CN_OK;
    do {
        if (threads > 0) status = measure_rounds(op, threads, &error);
    } while (cn_thinker_halted(&op->thinker[0]) && cn_thinker_pause(&op->thinker[0]));
    cn_thinker_end(&op->thinker[0], atomic_load(&op->stop) ? CN_OK : status, &error);
}

/* ---- the request ---- */

bool cn_route_decompose(cn_request *r, cn_session *s) {
    const cn_kept *kept = s->kept;
    CN_ANSWER_IF(!kept || kept->threads < 2, r, MHD_HTTP_CONFLICT,
                 kept ? "the last search had one thread only" : "there is no search to take apart");
    cn_op *op = cn_op_new(r, s, CN_OP_DECOMPOSE, work);
    if (!op) return false;
    cn_position_free(&op->position);
    op->thinker[0].allowed = kept->allowed;
    op->thinker[0].allowed.threads = kept->threads;
    op->limits.depth = kept->depth;
    op->limits.iterations = kept->iterations / (uint64_t)kept->allowed.workers;
    /* The agent's own time must not end it: only depth or iterations make the two alike. */
    cn_status status = cn_position_copy(&kept->position, &op->position, &r->error);
    if (status == CN_OK) status = cn_spec_set(&op->thinker[0].allowed.plan, "time", "0", &r->error);
    return cn_op_start(r, op, cn_answer_check(r, status));
}
