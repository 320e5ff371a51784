/* What the files of `canopy bench` share: its settings and its parts. An experiment
 * (lab/experiment.h) says what is measured; a bench (lab/bench.h) holds its configurations and
 * their samples. */
#pragma once

#include "cli/source.h"
#include "lab/bench.h"

/* The value of a number that the command line does not give, where 0 means something. */
enum { CN_UNSET = -1 };

/* The settings of the command line. CN_UNSET, 0 or NULL stands for a flag that was not given. Texts
 * point into the command line. `workers` are the numbers of threads that --predict asks about. */
typedef struct cn_bench_settings {
    bool signature, list, all, quick, search, per_step, markdown, csv, json;
    cn_flag_list agents, sweeps;
    const char *opponent, *side, *report, *resume, *predict, *trace;
    cn_source source;
    int trials, warmup, steps, seed;
    double seconds;
    int workers[CN_FORECAST_POINTS], worker_count; /* of --predict */
} cn_bench_settings;

/* Measures one experiment on its game and shows the results on standard output, also after an
 * interrupt. Returns CN_EXIT_OK or CN_EXIT_INTERRUPTED; a failure ends the program. */
cn_exit cn_bench_measure(cn_cli *cli, const cn_bench_settings *set, const cn_experiment *experiment,
                         const cn_game *game);

/* Measures all experiments that are built in and writes the page set->report. set->seconds limits
 * them all together, 0: as long as it takes. */
cn_exit cn_bench_all(cn_cli *cli, const cn_bench_settings *set);

/* Makes the bench and runs its trials, also the recorded ones. `journal` is the file that samples
 * are kept in, or NULL; `seconds` limits the trials, 0: as the experiment says. The caller frees
 * the bench; a failure ends the program. */
void cn_bench_perform(const cn_cli *cli, const cn_bench_settings *set,
                      const cn_experiment *experiment, const cn_game *game, const char *journal,
                      double seconds, cn_bench *bench);

/* Compares two files of samples (`canopy bench compare BEFORE AFTER`) and writes the comparison to
 * standard output. */
cn_exit cn_bench_compare(cn_cli *cli, const cn_bench_settings *set, const char *first,
                         const char *second);
