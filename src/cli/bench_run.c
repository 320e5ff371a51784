/* Measures one experiment and shows the results. While the trials run there is a progress bar on
 * standard error. Samples are kept in a file (the journal) from which the same command goes on.
 * Ctrl-C stops the trial that is running; what was measured before is shown and kept. */
#include "cli/bench.h"
#include "cli/interrupt.h"
#include "cli/out.h"
#include "core/clock.h"
#include "core/file.h"
#include "lab/html.h"
#include "lab/journal.h"
#include "lab/sheet.h"

#include <stdlib.h>

/* What the hooks of a running bench need. All of them are called in the main thread, between trials
 * or, on_watch, around one. */
typedef struct watcher {
    const cn_cli *cli;
    const char *journal;
    double shown, saved; /* when the bar was drawn and the journal written */
} watcher;

/* Ctrl-C stops the searches of the trial that is running. */
static void on_watch(cn_search *const *searches, void *user) {
    (void)user;
    cn_interrupt_watch(searches, searches ? 2 : 0);
}

/* Between trials: draws the bar, and tells whether to go on. */
static bool on_tick(const cn_bench_state *state, void *user) {
    watcher *w = user;
    const double now = cn_clock_seconds();
    if (w->cli->live && now - w->shown > 0.1 && state->elapsed > 0.5) {
        cn_progress p;
        cn_out_progress(state->done, state->total, state->done, state->elapsed, &p);
        cn_out_note(w->cli, "[%s] %d of %d trials, %s left  %.40s", p.bar, state->done,
                    state->total, p.left, state->now ? state->now->label : "");
        w->shown = now;
    }
    return !cn_interrupted();
}

/* Writes the journal after a trial, but at most once a second, because writing costs time between
 * the trials. A crash loses the samples of that second at most. */
static cn_status on_kept(const cn_bench *bench, void *user, cn_error *error) {
    watcher *w = user;
    const double now = cn_clock_seconds();
    if (!w->journal || now - w->saved < 1) return CN_OK;
    w->saved = now;
    return cn_journal_save(bench, w->journal, error);
}

/* Goes on with the journal, runs the trials, then one more recorded trial of each configuration if
 * a trace, a report or a prediction wants it. */
void cn_bench_perform(const cn_cli *cli, const cn_bench_settings *set, const cn_experiment *e,
                      const cn_game *game, const char *journal, double seconds, cn_bench *b) {
    watcher w = {.cli = cli, .journal = journal};
    const cn_bench_hooks hooks = {on_watch, on_tick, on_kept, &w};
    char warnings[CN_WARNINGS][160];
    cn_out_must(cli, cn_bench_new(e, game, set->quick, b, cli->error));
    if (set->quick) {
        /* These games take a few milliseconds each, and ten of them would vary too much with what
         * else the machine does. So there are a hundred trials, of which ten are enough once 2 s
         * have passed, and no new round begins after 20 s. */
        if (b->trials >= 10) b->trials = 100;
        b->budget = 20;
        b->enough = 2;
    }
    if (set->trials != CN_UNSET) b->trials = set->trials;
    if (set->warmup != CN_UNSET) b->warmup = set->warmup;
    if (seconds > 0) b->budget = seconds;
    b->seed = set->seed;
    if (journal) cn_out_must(cli, cn_journal_resume(b, journal, cli->error));
    const int count = cn_bench_warnings(b, warnings);
    for (int i = 0; i < count && !set->all; i++) {
        cn_out_message(cli, "warning: %s", warnings[i]);
    }
    cn_interrupt_watch(NULL, 0);
    const cn_status status = cn_bench_run(b, &hooks, cli->error);
    cn_out_note(cli, "%s", "");
    cn_out_must(cli, status);
    if (journal) cn_out_must(cli, cn_journal_save(b, journal, cli->error));
    const cn_tracing record = {.path = set->trace,
                               .timelines = set->report != NULL,
                               .workers = set->workers,
                               .worker_count = set->worker_count};
    if (!b->interrupted) cn_out_must(cli, cn_bench_record(b, &record, &hooks, cli->error));
    /* For some agents --predict has no answer. */
    for (int i = 0; i < b->count && set->worker_count > 0 && !set->all; i++) {
        const char *agent = b->configurations[i].agent, *why = cn_bench_unpredictable(b, agent);
        if (cn_summary_forecaster(b, i) != i || !why) continue;
        cn_out_message(cli, "no prediction for %s: %s", agent, why);
    }
}

/* ---- what came out ---- */

/* The results in the form that was asked for, and the page of --report. */
static void write_results(cn_cli *cli, const cn_bench *b, const cn_bench_settings *set) {
    cn_summary *all = cn_out_memory(cli, cn_summarise(b), "the results");
    if (set->json) {
        cn_out_json(cli, cn_journal_json(b, all));
    } else if (set->csv) {
        cn_bench_csv(stdout, b, all);
    } else {
        const cn_sheet_form form = set->markdown ? CN_SHEET_MARKDOWN : CN_SHEET_TEXT;
        cn_out_must(cli, cn_bench_write(stdout, b, all, form, cli->error));
    }
    if (set->report) { /* written whole or not at all */
        cn_file file;
        cn_out_must(cli, cn_file_begin(&file, set->report, cli->error));
        const cn_status status = cn_html_write(file.stream, b, all, cli->error);
        if (status != CN_OK) cn_file_drop(&file);
        cn_out_must(cli, status == CN_OK ? cn_file_keep(&file, cli->error) : status);
    }
    free(all);
}

cn_exit cn_bench_measure(cn_cli *cli, const cn_bench_settings *set, const cn_experiment *e,
                         const cn_game *game) {
    cn_bench bench;
    if (set->report) cn_out_must(cli, cn_file_check(set->report, cli->error));
    cn_bench_perform(cli, set, e, game, set->resume, set->seconds, &bench);
    write_results(cli, &bench, set);
    cn_bench_free(&bench);
    return bench.interrupted ? CN_EXIT_INTERRUPTED : CN_EXIT_OK;
}
