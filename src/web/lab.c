/* Measurements: how a run is made, measures, tells and ends.
 *
 * The thread of a run takes all threads of the budget and lets the lab make its trials. When others
 * need the threads, the budget stops its searches; the bench then drops the trial at hand and
 * returns, and the thread waits for its turn to make what is missing. */
#include "web/lab.h"

#include "core/clock.h"
#include "lab/journal.h"

#include <stdlib.h>

static const double pace = 0.5; /* seconds between events */

/* ---- telling ---- */

/* The run as an object. Its lock must be held, and the object copied before it is released, because
 * the result in it is shared. */
static json_t *state_json(const cn_lab_run *run) {
    const cn_bench_state *s = &run->state;
    const cn_bench *b = &run->bench;
    const bool known = s->done > 0 && run->begun > 0;
    const char *axis = b->axis >= 0 ? b->variable[b->axis] : NULL;
    return json_pack(
        "{s:s, s:s, s:o, s:i, s:i, s:f, s:o, s:o, s:s?, s:s?, s:b, s:o}", "id", run->id, "status",
        run->status, "message", cn_json_text(run->message), "done", s->done, "total", s->total,
        "elapsed", s->elapsed, "remaining",
        known ? cn_json_real(s->elapsed / s->done * (s->total - s->done)) : json_null(), "now",
        cn_json_text(run->now), "axis", axis, "unit", cn_summary_unit(b), "by_rate", b->by_rate,
        "result", run->result ? json_incref(run->result) : json_null());
}

json_t *cn_run_json(cn_lab_run *run) {
    cn_lock_take(&run->lock);
    /* The result is copied under the lock, because counting references is not safe in several
     * threads. */
    json_t *shared = state_json(run);
    json_t *own = json_deep_copy(shared);
    json_decref(shared);
    cn_lock_leave(&run->lock);
    return own;
}

/* Writes the run to those who listen. */
static void tell(cn_lab_run *run) {
    run->shown = cn_clock_seconds();
    cn_hub_write(&run->hub, 0, "run", cn_run_json(run));
}

/* Changes status and message, and tells. */
static void set_status(cn_lab_run *run, const char *status, const char *message) {
    cn_lock_take(&run->lock);
    run->status = status;
    snprintf(run->message, sizeof run->message, "%s", message);
    cn_lock_leave(&run->lock);
    tell(run);
}

json_t *cn_run_result_json(const cn_bench *b) {
    cn_summary *all = cn_summarise(b);
    json_t *json = all ? cn_journal_json(b, all) : NULL;
    json_t *list = json_object_get(json, "configurations");
    for (int i = 0; json && i < b->count; i++) {
        json_t *one = json_array_get(list, (size_t)i);
        json_object_set_new(one, "series", cn_json_text(b->configurations[i].series));
        json_object_set_new(one, "report_speedup",
                            all[i].figure_speedup > 0 ? json_real(all[i].figure_speedup)
                                                      : json_null());
    }
    free(all);
    return json;
}

/* Notes what is measured so far. */
static void take_stock(cn_lab_run *run) {
    json_t *json = cn_run_result_json(&run->bench);
    if (!json) return;
    cn_lock_take(&run->lock);
    json_decref(run->result);
    run->result = json;
    cn_lock_leave(&run->lock);
}

/* ---- measuring ---- */

/* Hooks of the bench, called in the thread of the run. This one is told which searches are under
 * way, so that they can be stopped from outside. */
static void on_watch(cn_search *const *searches, void *user) {
    cn_lab_run *run = user;
    cn_budget_watch(&run->web->budget, &run->claim, searches);
}

/* Notes how far it is. False gives up the trial at hand: for good, or because others need the
 * threads. */
static bool on_tick(const cn_bench_state *state, void *user) {
    cn_lab_run *run = user;
    cn_lock_take(&run->lock);
    run->state = *state;
    run->state.now = NULL;
    snprintf(run->now, sizeof run->now, "%s", state->now ? state->now->label : "");
    cn_lock_leave(&run->lock);
    return !atomic_load(&run->stop) && !atomic_load(&run->claim.asked);
}

/* A trial was kept: tells about it, but not too often. */
static cn_status on_kept(const cn_bench *bench, void *user, cn_error *error) {
    (void)bench, (void)error;
    cn_lab_run *run = user;
    if (cn_clock_seconds() - run->shown < pace) return CN_OK;
    take_stock(run);
    tell(run);
    return CN_OK;
}

/* Measures until all trials are made or others need the threads. False: the run was stopped before
 * it had threads. */
static bool measure_on(cn_lab_run *run, cn_status *status, cn_error *error) {
    const cn_bench_hooks hooks = {on_watch, on_tick, on_kept, run};
    if (cn_budget_take(&run->web->budget, &run->claim) == 0) return false;
    cn_lock_take(&run->lock);
    run->begun = cn_clock_seconds() - run->worked;
    cn_lock_leave(&run->lock);
    set_status(run, "running", "");
    *status = cn_bench_run(&run->bench, &hooks, error);
    cn_budget_give(&run->web->budget, &run->claim);
    cn_lock_take(&run->lock);
    run->worked = cn_clock_seconds() - run->begun;
    run->begun = 0;
    cn_lock_leave(&run->lock);
    return true;
}

/* The thread of a run. */
static void body(void *user) {
    cn_lab_run *run = user;
    cn_error error = {""};
    cn_status status = CN_OK;
    run->claim = (cn_claim){.share = &run->share, .stop = &run->stop};
    bool worked = measure_on(run, &status, &error);
    while (worked && status == CN_OK && run->bench.interrupted && !atomic_load(&run->stop)) {
        take_stock(run);
        set_status(run, "queued", "paused: others are waiting");
        worked = measure_on(run, &status, &error); /* makes the trials that are missing */
    }
    cn_lock_take(&run->lock);
    if (worked && status == CN_OK && !run->bench.interrupted) run->state.done = run->state.total;
    char why[sizeof run->message];
    memcpy(why, run->message, sizeof why);
    cn_lock_leave(&run->lock);
    if (!worked) memset(why, 0, sizeof why);
    take_stock(run);
    const bool stopped = !worked || run->bench.interrupted;
    /* Who is told that it is over may ask for the results or for another run at once; so it is over
     * before that is told, and all that is left to the thread is to end. */
    atomic_store(&run->ended, true);
    set_status(run,
               status != CN_OK ? "failed"
               : stopped       ? "stopped"
                               : "done",
               status == CN_OK ? why : error.text);
    cn_hub_end(&run->hub);
}

/* ---- the list ---- */

cn_lab_run *cn_run_new(cn_request *r) {
    cn_lab_run *run = calloc(1, sizeof *run);
    if (!run || !cn_id_make(run->id)) {
        free(run);
        cn_answer_error(r, MHD_HTTP_SERVICE_UNAVAILABLE, "no memory for a measurement");
        return NULL;
    }
    run->web = r->web;
    run->holders = 2; /* the list and the request */
    run->status = "queued";
    run->seed = 1;
    run->seconds = 20;
    cn_lock_init(&run->lock);
    cn_hub_init(&run->hub);
    return run;
}

/* Nobody holds it, and its thread was never started or has been joined. */
void cn_run_drop(cn_lab_run *run) {
    cn_bench_free(&run->bench);
    json_decref(run->result);
    cn_hub_free(&run->hub);
    cn_lock_free(&run->lock);
    json_decref(run->body);
    free(run);
}

void cn_lab_free(cn_web *web) {
    for (int i = 0; i < web->run_count; i++) cn_run_drop(web->runs[i]);
}

void cn_run_release(cn_lab_run *run) {
    cn_lock *lock = &run->web->runs_lock;
    cn_lock_take(lock);
    const bool last = --run->holders == 0;
    cn_lock_leave(lock);
    if (last) cn_run_drop(run);
}

cn_lab_run *cn_run_of(cn_request *r) {
    cn_lab_run *found = NULL;
    cn_lock_take(&r->web->runs_lock);
    for (int i = 0; i < r->web->run_count; i++) {
        if (strcmp(r->web->runs[i]->id, r->word) == 0) found = r->web->runs[i];
    }
    if (found) found->holders++;
    cn_lock_leave(&r->web->runs_lock);
    if (!found) cn_answer_error(r, MHD_HTTP_NOT_FOUND, "there is no such run (any more)");
    return found;
}

/* Joins the thread of the run that has ended, if one has; with the lock taken. */
static void reap(cn_web *web) {
    if (!web->lab_busy || !atomic_load(&web->runs[0]->ended)) return;
    cn_thread_join(web->runs[0]->thread);
    web->lab_busy = false;
}

/* Starts the run and puts it in front of the list; `*gone` is one that had to make room, for the
 * caller to release. */
static bool enlist(cn_web *web, cn_lab_run *run, cn_lab_run **gone, cn_error *error) {
    *gone = NULL;
    cn_lock_take(&web->runs_lock);
    reap(web);
    const bool added = !web->lab_busy && !atomic_load(&web->stopping) &&
                       cn_thread_start(&run->thread, body, run, error) == CN_OK;
    if (added) {
        web->lab_busy = true;
        if (web->run_count == CN_RUNS) *gone = web->runs[--web->run_count];
        memmove(web->runs + 1, web->runs, (size_t)web->run_count * sizeof *web->runs);
        web->runs[0] = run;
        web->run_count++;
    }
    cn_lock_leave(&web->runs_lock);
    return added;
}

bool cn_run_start(cn_request *r, cn_lab_run *run) {
    cn_lab_run *gone;
    cn_error error;
    cn_bench *b = &run->bench;
    if (!cn_answer_check(r, cn_bench_new(&run->experiment, run->game, true, b, &r->error))) {
        cn_run_drop(run);
        return false;
    }
    b->trials = run->trials ? run->trials : b->trials < 10 ? b->trials : 10;
    b->budget = run->seconds;
    b->seed = run->seed;
    take_stock(run);
    cn_fail(&error, CN_BAD_INPUT,
            "another measurement is under way, and they go one at a time: "
            "try again when it has ended");
    if (!enlist(r->web, run, &gone, &error)) {
        cn_run_drop(run);
        return cn_answer_error(r, MHD_HTTP_CONFLICT, "%s", error.text);
    }
    if (gone) cn_run_release(gone);
    const bool good = cn_answer_json(r, MHD_HTTP_ACCEPTED, cn_run_json(run));
    cn_run_release(run);
    return good;
}

void cn_run_stop(cn_lab_run *run) {
    cn_budget_stop(&run->web->budget, &run->stop);
}

/* ---- housekeeping ---- */

bool cn_lab_busy(cn_web *web) {
    cn_lock_take(&web->runs_lock);
    const bool busy = web->lab_busy;
    cn_lock_leave(&web->runs_lock);
    return busy;
}

/* The run that is under way, held; NULL: none is. */
static cn_lab_run *running(cn_web *web) {
    cn_lock_take(&web->runs_lock);
    reap(web);
    cn_lab_run *run = web->lab_busy ? web->runs[0] : NULL;
    if (run) run->holders++;
    cn_lock_leave(&web->runs_lock);
    return run;
}

void cn_lab_tick(cn_web *web, bool beat) {
    cn_lab_run *run = running(web);
    if (!run) return;
    if (beat) cn_hub_beat(&run->hub);
    cn_lock_take(&run->lock);
    const bool late = run->begun > 0 && cn_clock_seconds() - run->begun > web->set.lab_seconds;
    const bool stop = late && !atomic_load(&run->stop);
    if (stop) {
        snprintf(run->message, sizeof run->message, "it took longer than the %g seconds allowed",
                 web->set.lab_seconds);
    }
    cn_lock_leave(&run->lock);
    if (stop) cn_run_stop(run);
    cn_run_release(run);
}

void cn_lab_stop(cn_web *web) {
    cn_lab_run *run = running(web);
    if (!run) return;
    cn_run_stop(run);
    cn_run_release(run);
}
