/* canopy trace FILE */
#include "lab/trace.h"
#include "cli/out.h"
#include "cli/verbs.h"
#include "core/file.h"
#include "lab/forecast.h"

#include <errno.h>
#include <stdlib.h>

typedef struct settings {
    const char *to, *reference, *predict;
    bool json;
} settings;

static cn_trace *read_file(const cn_cli *cli, const char *path) {
    cn_error error;
    cn_trace *trace;
    FILE *file = cn_file_open(path, &error);
    if (!file) cn_out_error(cli, CN_BAD_INPUT, &error);
    const cn_status status = cn_trace_read(file, &trace, &error);
    fclose(file);
    cn_out_check_file(cli, path, status, &error);
    return trace;
}

static void summarise(const cn_cli *cli, const cn_trace *trace, cn_trace_summary *summary) {
    cn_timeline *timeline = cn_out_memory(cli, cn_timeline_new(trace), "the recording");
    cn_trace_summarise(timeline, summary);
    cn_timeline_free(timeline);
}

/* ---- the verb ---- */

/* The speed-up over the reference, taken apart. */
static void compare(const cn_cli *cli, const settings *set, const cn_trace_summary *summary,
                    cn_decomposition *parts) {
    cn_trace *one = read_file(cli, set->reference);
    cn_trace_summary *reference = cn_out_memory(cli, malloc(sizeof *reference), "the recording");
    summarise(cli, one, reference);
    if (!cn_trace_decompose(reference, summary, parts)) {
        cn_out_message(cli, "nothing to compare: a recording has no searches");
        cn_cli_leave(cli, CN_EXIT_INPUT);
    }
    free(reference);
    cn_trace_free(one);
}

static void predict(const cn_cli *cli, const settings *set, const cn_trace *trace,
                    cn_forecast *forecast) {
    int workers[CN_FORECAST_POINTS], count;
    cn_costs costs;
    cn_error error;
    cn_out_check(cli, cn_forecast_workers(set->predict, workers, &count, &error), &error);
    const bool measured = cn_costs_measure(&costs);
    const cn_status status =
        cn_forecast_make(trace, workers, count, measured ? &costs : NULL, forecast, &error);
    cn_out_check(cli, status, &error);
}

static void show(const cn_cli *cli, const settings *set, const cn_trace *trace) {
    cn_error error;
    cn_decomposition parts;
    cn_forecast forecast;
    cn_trace_summary *summary = cn_out_memory(cli, malloc(sizeof *summary), "the recording");
    if (set->to) {
        cn_out_check(cli, cn_trace_check_name(set->to, &error), &error);
        cn_out_check(cli, cn_trace_save(trace, set->to, &error), &error);
    }
    summarise(cli, trace, summary);
    if (set->reference) compare(cli, set, summary, &parts);
    if (set->predict) predict(cli, set, trace, &forecast);
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
            cn_forecast_write(&forecast, stdout);
        }
    }
    free(summary);
}

static cn_exit run(cn_cli *cli, int argc, char **argv) {
    settings set = {0};
    cn_args args;
    cn_args_read(cli, &cn_verb_trace, argc, argv, &set, &args);
    if (args.count == 0) {
        cn_out_usage(cli, "which recording? `--trace x.cntrace` of a verb that searches makes one");
    }
    cn_args_done(cli, &args, 1);
    cn_trace *trace = read_file(cli, args.word[0]);
    show(cli, &set, trace);
    cn_trace_free(trace);
    return CN_EXIT_OK;
}

static const cn_flag flags[] = {
    CN_TEXT(settings, to, "to", 0, "FILE", "also write it as .json, .eventlog, .svg or .cntrace"),
    CN_TEXT(settings, reference, "reference", 0, "FILE",
            "the same search on one thread: explain the speed-up"),
    CN_TEXT(settings, predict, "predict", 0, "LIST",
            "of one thread: simulate it on 4,8,16,… workers"),
    CN_SWITCH(settings, json, "json", 0, "the summary as JSON"),
    {.name = NULL},
};

const cn_verb cn_verb_trace = {
    .name = "trace",
    .words = "FILE",
    .summary = "what the threads of a recorded search did",
    .examples = "canopy analyze othello --depth 12 --threads 2 --trace two.cntrace\n"
                "canopy trace two.cntrace --to two.svg\n"
                "canopy trace two.cntrace --reference one.cntrace\n"
                "canopy trace one.cntrace --predict 2,4,8,16\n",
    .text = "Reads a recording that --trace made (.cntrace) and shows, for each worker and all: "
            "tasks created, run, stolen, run inline because the queue was full, cut off, and "
            "dropped because the search was stopped; the time spent searching, merging, waiting "
            "for others, and idle; productivity (time searching / workers x time), work balance "
            "(mean / most), and the sizes of tasks.\n\n"
            "--to converts it: .json for Perfetto and speedscope, .eventlog for ThreadScope, .svg "
            "to look at. With a recording of the same search on one thread, --reference takes the "
            "speed-up apart: workers x productivity / search overhead / slow-down per node.\n\n"
            "--predict takes the tasks of a recording of one thread, with their times and who made "
            "and waited for whom, and simulates them on other numbers of workers, with the costs "
            "of stealing and waking that are measured here and now. It knows the tasks that one "
            "thread made: it says nothing about a strategy that makes tasks for threads that wait "
            "(ybw) or one for each thread (shared, tree), nor about memory that gets slower.",
    .flags = flags,
    .run = run,
};
