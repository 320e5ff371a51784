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

static cn_exit read_file(const cn_cli *cli, const char *path, cn_trace **trace) {
    cn_error error;
    FILE *file = cn_file_open(path, &error);
    if (!file) return cn_out_error(cli, CN_BAD_INPUT, &error);
    const cn_status status = cn_trace_read(file, trace, &error);
    fclose(file);
    if (status == CN_OK) return CN_EXIT_NONE;
    cn_error named;
    cn_fail(&named, status, "%.100s: %.300s", path, error.text);
    return cn_out_error(cli, status, &named);
}

static cn_exit summarise(const cn_cli *cli, const cn_trace *trace, cn_trace_summary *summary) {
    cn_timeline *timeline = cn_timeline_new(trace);
    if (!timeline) {
        cn_out_message(cli, "no memory for the recording");
        return CN_EXIT_FAILURE;
    }
    cn_trace_summarise(timeline, summary);
    cn_timeline_free(timeline);
    return CN_EXIT_NONE;
}

/* ---- the verb ---- */

static cn_exit predict(const cn_cli *cli, const settings *set, const cn_trace *trace,
                       cn_forecast *forecast) {
    int workers[CN_FORECAST_POINTS], count;
    cn_costs costs;
    cn_error error;
    cn_status status = cn_forecast_workers(set->predict, workers, &count, &error);
    if (status == CN_OK) {
        const bool measured = cn_costs_measure(&costs);
        status =
            cn_forecast_make(trace, workers, count, measured ? &costs : NULL, forecast, &error);
    }
    return status == CN_OK ? CN_EXIT_NONE : cn_out_error(cli, status, &error);
}

static cn_exit convert(const cn_cli *cli, const cn_trace *trace, const char *path) {
    cn_error error;
    cn_status status = cn_trace_check_name(path, &error);
    if (status == CN_OK) status = cn_trace_save(trace, path, &error);
    return status == CN_OK ? CN_EXIT_NONE : cn_out_error(cli, status, &error);
}

static cn_exit show(const cn_cli *cli, const settings *set, const cn_trace *trace) {
    cn_exit status = set->to ? convert(cli, trace, set->to) : CN_EXIT_NONE;
    cn_trace *one = NULL;
    cn_trace_summary *summary = calloc(2, sizeof *summary);
    if (!summary && status == CN_EXIT_NONE) {
        cn_out_message(cli, "no memory for the recording");
        status = CN_EXIT_FAILURE;
    }
    if (status == CN_EXIT_NONE) status = summarise(cli, trace, &summary[0]);
    if (status == CN_EXIT_NONE && set->reference) status = read_file(cli, set->reference, &one);
    if (status == CN_EXIT_NONE && one) status = summarise(cli, one, &summary[1]);
    cn_decomposition parts;
    const bool compared =
        one && status == CN_EXIT_NONE && cn_trace_decompose(&summary[1], &summary[0], &parts);
    if (one && status == CN_EXIT_NONE && !compared) {
        cn_out_message(cli, "nothing to compare: a recording has no searches");
        status = CN_EXIT_INPUT;
    }
    cn_forecast forecast;
    if (status == CN_EXIT_NONE && set->predict) status = predict(cli, set, trace, &forecast);
    if (status == CN_EXIT_NONE && set->json) {
        json_t *json = cn_trace_summary_json(trace, &summary[0]);
        if (compared) {
            json_object_set_new(json, "decomposition",
                                cn_decomposition_json(&parts, summary[0].workers));
        }
        if (set->predict) json_object_set_new(json, "predicted", cn_forecast_json(&forecast));
        status = cn_out_json(cli, json);
    } else if (status == CN_EXIT_NONE) {
        cn_trace_summary_write(trace, &summary[0], stdout);
        if (compared) cn_decomposition_write(&parts, summary[0].workers, stdout);
        if (set->predict) {
            printf("\nPrediction: %s\n", cn_forecast_label);
            cn_forecast_write(&forecast, stdout);
        }
    }
    cn_trace_free(one);
    free(summary);
    return status == CN_EXIT_NONE ? CN_EXIT_OK : status;
}

static cn_exit run(cn_cli *cli, int argc, char **argv) {
    settings set = {0};
    cn_args args;
    cn_exit status = cn_args_read(cli, &cn_verb_trace, argc, argv, &set, &args);
    if (status == CN_EXIT_NONE && args.count == 0) {
        status = cn_out_usage(cli, "which recording? `--trace x.cntrace` of a verb that searches "
                                   "makes one");
    }
    if (status == CN_EXIT_NONE) status = cn_args_done(cli, &args, 1);
    cn_trace *trace = NULL;
    if (status == CN_EXIT_NONE) status = read_file(cli, args.word[0], &trace);
    if (status != CN_EXIT_NONE) return status;
    status = show(cli, &set, trace);
    cn_trace_free(trace);
    return status;
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
