/* `canopy trace FILE` shows what the threads of a recorded search did, in figures. It also writes
 * the recording in another format, takes the speed-up over a reference apart into its causes, and
 * predicts the speed-up on other numbers of threads.
 *
 * A recording is made by the flag --trace of other verbs, whose code is here too, and read by
 * lab/trace.h. The name of the file and whether it can be written are checked before the search
 * begins, since a search may take hours. */
#include "cli/trace_flag.h"

#include "cli/verbs.h"
#include "core/file.h"
#include "lab/sheet.h"
#include "lab/trace.h"

#include <stdlib.h>

/* What the flags say; all are files or lists, NULL if they were not given. */
typedef struct settings {
    const char *to, *reference, *predict;
    bool json;
} settings;

/* A recording of `--trace FILE.cntrace`. */
static cn_trace *read_file(const cn_cli *cli, const char *path) {
    cn_trace *trace;
    FILE *file = cn_file_open(path, cli->error);
    if (!file) cn_out_error(cli, CN_BAD_INPUT, cli->error);
    const cn_status status = cn_trace_read(file, &trace, cli->error);
    fclose(file);
    cn_out_must_file(cli, path, status);
    return trace;
}

/* The figures of a recording; the caller frees them. */
static cn_trace_summary *summarise(const cn_cli *cli, const cn_trace *trace) {
    return cn_out_memory(cli, cn_trace_summary_new(trace), "the recording");
}

/* ---- the flag of other verbs ---- */

void cn_trace_flag_begin(const cn_cli *cli, const char *path, const char *label,
                         cn_search *const *searches, cn_recording *r) {
    *r = (cn_recording){0};
    if (!path) return;
    cn_out_must(cli, cn_trace_check_name(path, cli->error));
    r->trace = cn_search_trace_new(searches, CN_TRACE_EVENTS);
    cn_out_memory(cli, r->trace, "a recording");
    cn_out_must(cli, cn_file_check(path, cli->error));
    r->path = path;
    snprintf(r->trace->label, sizeof r->trace->label, "%s", label);
    for (int i = 0; searches[i]; i++) cn_search_trace(searches[i], r->trace, NULL);
}

void cn_trace_flag_end(const cn_cli *cli, cn_search *const *searches, cn_recording *r) {
    if (!r->path) return;
    for (int i = 0; searches[i]; i++) cn_search_trace(searches[i], NULL, NULL);
    cn_out_must(cli, cn_trace_save(r->trace, r->path, cli->error));
    cn_trace_summary *summary = cn_trace_summary_new(r->trace);
    fflush(stdout); /* results first where both streams go to one place */
    if (summary) cn_trace_summary_write(r->trace, summary, stderr);
    free(summary);
    cn_trace_free(r->trace);
    *r = (cn_recording){0};
}

/* ---- the verb ---- */

/* Does what the flags say: converts, compares, predicts; then shows the figures. */
static void show(const cn_cli *cli, const settings *set, const cn_trace *trace) {
    cn_decomposition parts;
    cn_forecast forecast;
    if (set->to) {
        cn_out_must(cli, cn_trace_check_name(set->to, cli->error));
        cn_out_must(cli, cn_trace_save(trace, set->to, cli->error));
    }
    cn_trace_summary *summary = summarise(cli, trace);
    if (set->reference) { /* the speed-up over it, taken apart */
        cn_trace *one = read_file(cli, set->reference);
        cn_trace_summary *reference = summarise(cli, one);
        if (!cn_trace_decompose(reference, summary, &parts)) {
            cn_out_message(cli, "nothing to compare: a recording has no searches");
            cn_cli_leave(cli, CN_EXIT_INPUT);
        }
        free(reference);
        cn_trace_free(one);
    }
    if (set->predict) { /* its tasks, simulated on other numbers of workers */
        int workers[CN_FORECAST_POINTS], count;
        cn_costs costs;
        cn_out_must(cli, cn_forecast_workers(set->predict, workers, &count, cli->error));
        const bool measured = cn_costs_measure(&costs);
        cn_out_must(cli, cn_forecast_make(trace, workers, count, measured ? &costs : NULL,
                                          &forecast, cli->error));
    }
    if (set->json) {
        json_t *json = cn_trace_summary_json(trace, summary);
        if (set->reference) {
            json_object_set_new(json, "decomposition",
                                cn_decomposition_json(&parts, summary->workers));
        }
        if (set->predict) json_object_set_new(json, "predicted", cn_forecast_json(&forecast));
        cn_out_json(cli, json);
    } else {
        cn_trace_summary_write(trace, summary, stdout);
        if (set->reference) cn_decomposition_write(&parts, summary->workers, stdout);
        if (set->predict) {
            printf("\nPrediction: %s\n", cn_forecast_label);
            cn_out_must(cli, cn_forecast_write(stdout, &forecast, "", CN_SHEET_TEXT, cli->error));
        }
    }
    free(summary);
}

/* Reads the recording that the word names. */
static cn_exit run(cn_cli *cli, cn_args *args, void *set) {
    CN_USAGE_IF(args->count == 0, cli,
                "which recording? `--trace x.cntrace` of a verb that searches makes one");
    cn_trace *trace = read_file(cli, args->word[0]);
    show(cli, set, trace);
    cn_trace_free(trace);
    return CN_EXIT_OK;
}

static const cn_flag flags[] = {
    CN_TEXT(settings, to, "to", 0, "FILE"),
    CN_TEXT(settings, reference, "reference", 0, "FILE"),
    CN_TEXT(settings, predict, "predict", 0, "LIST"),
    CN_SWITCH(settings, json, "json", 0),
    {.name = NULL},
};

const cn_verb cn_verb_trace = {CN_VERB(trace), CN_SETTINGS(0), .words_most = 1};
