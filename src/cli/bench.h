/* What the files of `canopy bench` share. */
#pragma once

#include "cli/source.h"
#include "lab/bench.h"

enum { CN_UNSET = -1 };

typedef struct cn_bench_settings {
    bool signature, list, all, quick, search, per_step, markdown, csv, json;
    cn_flag_list agents, sweeps;
    const char *opponent, *side, *report, *resume, *predict, *trace;
    cn_source source;
    int trials, warmup, steps, seed;
    double seconds;
    int workers[CN_FORECAST_POINTS], worker_count; /* of --predict */
} cn_bench_settings;

/* Measures one experiment and shows it. */
cn_exit cn_bench_measure(cn_cli *cli, const cn_bench_settings *set, const cn_experiment *experiment,
                         const cn_game *game);

/* Measures all that are built in, for one page. */
cn_exit cn_bench_all(cn_cli *cli, const cn_bench_settings *set);

/* Makes the bench, its trials and its recorded trials. `journal` keeps the samples, or NULL.
 * `seconds`: as the flag; 0: none. The caller frees the bench if the status is CN_OK. */
cn_status cn_bench_perform(const cn_cli *cli, const cn_bench_settings *set,
                           const cn_experiment *experiment, const cn_game *game,
                           const char *journal, double seconds, cn_bench *bench, cn_error *error);

/* Compares two files of samples: `canopy bench compare BEFORE AFTER`. */
typedef enum cn_bench_form {
    CN_FORM_TEXT,
    CN_FORM_MARKDOWN,
    CN_FORM_CSV,
    CN_FORM_JSON,
} cn_bench_form;

cn_exit cn_bench_compare(cn_cli *cli, const char *first, const char *second, cn_bench_form form);
