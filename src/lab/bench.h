/* Runs an experiment: its configurations, their trials, and what each trial took.
 *
 * A trial is a whole game of the agent against an opponent, or one search. Searches are made afresh
 * for every trial, outside the time that is taken, so trials do not depend on one another. Rounds
 * go over all configurations (interleaved), so that what slows the machine for a while slows them
 * all alike. Trial i has the same seeds in every configuration, so that they play the same game
 * where the strategy allows it; that is why speed-ups compare trial i with trial i.
 *
 * One thread runs a bench and calls its hooks; only the searches make threads. */
#pragma once

#include "lab/environment.h"
#include "lab/experiment.h"
#include "lab/forecast.h"

/* The most configurations of an experiment; room for a specification and for a label. */
enum { CN_CONFIGURATIONS = 1024, CN_SPEC = 512, CN_LABEL = 256 };

/* One trial that was made: sums over the agent's searches in it. Times are in seconds. `busy` is
 * what the search's threads count as work; `cpu` is what the system charged, and is less than
 * `busy` if other programs took the cores. */
typedef struct cn_sample {
    int trial;
    double seconds; /* wall time of the agent's searches */
    uint64_t nodes, iterations;
    int steps; /* searches the sums are over */
    int threads;
    double busy; /* seconds, summed over the threads */
    double cpu;  /* processor seconds the system gave for it */
    uint64_t tasks, stolen, cancelled;
    char outcome; /* for the agent: 'w', 'd', 'l'; '-': it played both sides, or no game ended */
} cn_sample;

/* One combination of the values of all variables: an agent, an opponent, options of the game, and
 * the samples made with them. It owns samples, timeline and forecast; the values point into the
 * sweeps. */
typedef struct cn_configuration {
    const char *value[CN_SWEEPS + 1]; /* the value of each of the bench's variables */
    char label[CN_LABEL];             /* "threads=2 chunk=10"; empty if nothing varies */
    char series[CN_LABEL];            /* the same without the axis */
    char agent[CN_SPEC], opponent[CN_SPEC], options[CN_SPEC];
    int threads; /* threads of all ranks together */
    int steps;
    cn_figure figure; /* published, all 0 if there is none */
    int count, room;
    cn_sample *samples; /* in the order they were made */
    /* What cn_bench_record adds: */
    char *timeline;        /* a picture of one trial, as SVG, or NULL */
    cn_forecast *forecast; /* of what it leads (cn_summary_forecaster), or NULL */
} cn_configuration;

/* An experiment with its configurations and all that was measured. cn_bench_new makes it,
 * cn_bench_free frees what it holds. */
typedef struct cn_bench {
    cn_experiment experiment;
    const cn_game *game;
    int trials, warmup;
    double budget; /* seconds after which no new round begins; 0: none */
    double enough; /* seconds after which ten trials of each are enough; 0: all are made */
    int64_t seed;  /* of the first trial */
    cn_environment environment;
    int sweep_count;
    cn_sweep sweeps[CN_SWEEPS]; /* as they are measured; values of configurations point into them */
    int variables;
    char variable[CN_SWEEPS + 1][48];
    int axis;     /* the variable along which speed-up is drawn, -1: none */
    bool by_rate; /* time ends the searches: what counts is how much they did in it */
    int count;
    cn_configuration *configurations;
    bool interrupted;
} cn_bench;

/* How far a run is. */
typedef struct cn_bench_state {
    int done, total; /* trials, warm-up included */
    double elapsed;  /* seconds */
    const cn_configuration *now;
} cn_bench_state;

/* What the runner calls; each may be NULL. */
typedef struct cn_bench_hooks {
    /* The searches of the coming trial (NULL-terminated), or NULL when they are gone. */
    void (*watch)(cn_search *const *searches, void *user);
    /* Between moves; false ends the run, the trial at hand is dropped. */
    bool (*tick)(const cn_bench_state *state, void *user);
    /* After a trial whose sample was kept. */
    cn_status (*kept)(const cn_bench *bench, void *user, cn_error *error);
    void *user;
} cn_bench_hooks;

/* Makes the configurations. `quick` leaves out thread counts beyond the machine's cores (but the
 * first two). The experiment's texts must outlive the bench. */
cn_status cn_bench_new(const cn_experiment *experiment, const cn_game *game, bool quick,
                       cn_bench *bench, cn_error *error);
/* Frees configurations, samples, timelines and predictions. `interrupted` can still be read. */
void cn_bench_free(cn_bench *bench);

/* Makes the trials that are missing, in rounds, until all are made, the budget is used up, or the
 * hook `tick` ends the run (bench->interrupted). Samples that are there already, from a journal,
 * stay. */
cn_status cn_bench_run(cn_bench *bench, const cn_bench_hooks *hooks, cn_error *error);

/* ---- recorded trials ---- */

/* What cn_bench_record does with the recordings that it makes. */
typedef struct cn_tracing {
    const char *path;   /* write the recording of each configuration, or NULL */
    bool timelines;     /* draw those that have a core for each thread */
    const int *workers; /* predict speed-ups for so many */
    int worker_count;
} cn_tracing;

/* Makes further trials, the first of each configuration again, and records them. They count for
 * nothing else, since recording may cost time. Where there are several configurations, `path` gets
 * the label of each before its extension: "x.json" becomes "x-threads-2.json". */
cn_status cn_bench_record(cn_bench *bench, const cn_tracing *tracing, const cn_bench_hooks *hooks,
                          cn_error *error);

/* Why the speed-up of an agent cannot be predicted from one thread, or NULL if it can. */
const char *cn_bench_unpredictable(const cn_bench *bench, const char *agent);

/* One trial with an agent that may differ from the configuration's, recorded; NULL in `trace` if it
 * was stopped. */
cn_status cn_bench_trace(cn_bench *bench, const cn_configuration *configuration, const char *agent,
                         const cn_bench_hooks *hooks, cn_trace **trace, cn_error *error);

/* The values of a game's options from "name=value,…". */
cn_status cn_bench_values(const cn_game *game, const char *options, cn_value *values,
                          cn_error *error);

/* The start position of a configuration's trials; the caller frees it. */
cn_status cn_bench_start(const cn_bench *bench, const cn_configuration *configuration,
                         cn_position *position, cn_error *error);

/* Adds a copy of a sample to a configuration. */
cn_status cn_bench_add(cn_configuration *configuration, const cn_sample *sample, cn_error *error);

/* The sample of trial `number`, NULL if it was not made. It is valid until another is added. */
const cn_sample *cn_bench_trial(const cn_configuration *configuration, int number);
