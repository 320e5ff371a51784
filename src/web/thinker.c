/* Thinkers: how an agent at work gets threads, searches, makes room for others and goes on.
 *
 * To make room, the budget ends the search as if its time were over (cn_budget_watch). The thinker
 * then gives its threads back, waits for as many again, and runs the same search once more: its
 * table or tree still knows what it had found. */
#include "core/clock.h"
#include "web/operation.h"

#include <stdlib.h>

/* Changes the status of the thinker, and with it that of an operation which has no other. */
static void say(cn_thinker *t, cn_op_status status, const char *message) {
    cn_lock_take(&t->op->lock);
    t->status = status;
    snprintf(t->message, sizeof t->message, "%.255s", message);
    t->op->fresh = true;
    cn_lock_leave(&t->op->lock);
    if (t->op->kind != CN_OP_COMPARE) cn_op_status_set(t->op, status, message);
}

/* Waits; the housekeeping thread sees to it that others make room. */
static int take_threads(cn_thinker *t) {
    cn_web *web = t->op->web;
    const int threads = cn_budget_take(&web->budget, &t->claim);
    cn_lock_take(&t->op->lock);
    t->threads = threads;
    cn_lock_leave(&t->op->lock);
    if (threads > 0) say(t, CN_OP_RUNNING, "");
    return threads;
}

/* Gives the threads back, if it has any. */
static void give_threads(cn_thinker *t) {
    if (t->claim.got > 0) cn_budget_give(&t->op->web->budget, &t->claim);
}

int cn_thinker_threads(cn_thinker *t) {
    cn_op *op = t->op;
    cn_budget *budget = &op->web->budget;
    const int want = t->allowed.threads;
    t->claim = (cn_claim){.share = &op->session->share,
                          .stop = &op->stop,
                          .urgent = cn_op_urgent(op),
                          .want = want,
                          .least = op->kind == CN_OP_DECOMPOSE ? want : 1};
    int busy, before;
    cn_budget_state(budget, &t->claim, &busy, &before);
    if (busy == budget->total || before > 0) {
        char message[128];
        snprintf(message, sizeof message,
                 "waiting for a thread: %d of %d are busy, %d search%s before this one", busy,
                 budget->total, before, before == 1 ? " is" : "es are");
        say(t, CN_OP_QUEUED, message);
    }
    return take_threads(t);
}

void cn_thinker_end(cn_thinker *t, cn_status status, const cn_error *error) {
    cn_op *op = t->op;
    char why[sizeof op->message] = ""; /* the server stopped it, if it did */
    const bool stopped = atomic_load(&op->stop);
    give_threads(t);
    cn_lock_take(&op->lock);
    if (op->status == CN_OP_RUNNING) memcpy(why, op->message, sizeof why);
    cn_lock_leave(&op->lock);
    say(t,
        status != CN_OK ? CN_OP_FAILED
        : stopped       ? CN_OP_STOPPED
                        : CN_OP_DONE,
        status != CN_OK ? error->text : why);
}

bool cn_thinker_pause(cn_thinker *t) {
    const int threads = t->claim.got;
    if (atomic_load(&t->op->stop)) return false;
    give_threads(t);
    say(t, CN_OP_QUEUED, "paused: others are waiting");
    t->claim.want = t->claim.least = threads; /* the search is made for so many */
    return take_threads(t) > 0;
}

bool cn_thinker_halted(const cn_thinker *t) {
    return atomic_load(&t->op->stop) || atomic_load(&t->claim.asked);
}

/* Called by the search, in the thinker's own thread. */
static void on_progress(const cn_result *so_far, void *user) {
    cn_thinker *t = user;
    cn_lock_take(&t->op->lock);
    /* A search that goes on after a pause passes the depths it knew once more. */
    const bool behind = t->found && so_far->iterations == 0 && so_far->depth < t->result.depth &&
                        !so_far->score.proven;
    if (so_far->depth > t->result.depth && t->found) t->before = t->result.score;
    if (!behind) t->result = *so_far;
    t->found = true;
    t->op->fresh = true;
    cn_lock_leave(&t->op->lock);
}

cn_score cn_thinker_steady(const cn_thinker *t) {
    cn_score score = t->result.score;
    if (score.kind == CN_SCORE_EVAL && t->before.kind == CN_SCORE_EVAL) {
        score.value = (score.value + t->before.value) / 2;
    }
    return score;
}

void cn_thinker_watch(cn_thinker *t, cn_search *search) {
    cn_budget_watch(&t->op->web->budget, &t->claim, (cn_search *const[]){search, NULL});
}

cn_status cn_thinker_run(cn_thinker *t, cn_search *search, cn_error *error) {
    cn_result *result = malloc(sizeof *result);
    if (!result) return cn_fail(error, CN_NO_MEMORY, "no memory for a result");
    cn_limits limits = t->op->limits;
    cn_status status;
    bool again;
    do {
        const double begun = cn_clock_seconds();
        cn_thinker_watch(t, search);
        status = cn_search_run(search, &t->op->position, &limits, on_progress, t, result, error);
        cn_thinker_watch(t, NULL);
        if (status == CN_OK) on_progress(result, t);
        const double spent = cn_clock_seconds() - begun;
        again = status == CN_OK && t->op->kind != CN_OP_DECOMPOSE && cn_thinker_halted(t) &&
                (limits.seconds == 0 || limits.seconds - spent > 0.01);
        if (limits.seconds > 0) limits.seconds -= spent;
    } while (again && cn_thinker_pause(t));
    free(result);
    return status;
}
