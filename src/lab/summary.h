/* What the samples of each configuration amount to: times, speed-ups, shares, with intervals. */
#pragma once

#include "lab/bench.h"
#include "lab/statistics.h"

/* NaN in a double says that there is nothing to tell: no sample, no baseline, no figure. */
typedef struct cn_summary {
    int count;                       /* samples */
    int baseline;                    /* number of the configuration it is compared with */
    double threads;                  /* as the searches had them */
    cn_interval seconds;             /* a game, a step or a search */
    cn_interval rate;                /* iterations or nodes a second, … */
    const char *rate_of;             /* … by this word, "iterations" or "nodes" */
    cn_interval speedup;             /* over the baseline, trial by trial */
    cn_interval efficiency;          /* speed-up by how many more threads */
    bool usable;                     /* the speed-up; if not, the machine was busy with others */
    double overhead;                 /* nodes by the baseline's */
    double productivity;             /* busy / (threads x wall) */
    double tasks, stolen, cancelled; /* a trial, mean */
    int won, drawn, lost;
    cn_interval wins;      /* share of won games */
    double predicted;      /* speed-up by the prediction */
    double figure_speedup; /* published, over the published baseline */
} cn_summary;

/* One summary a configuration; the caller frees them. NULL: no memory.
 *
 * The baseline is the first configuration of its series where threads are swept, else the very
 * first. Speed-up pairs trial i with the baseline's trial i, the same game by the same seeds in the
 * same round: the median of these ratios is steadier than the ratio of medians. */
cn_summary *cn_summarise(const cn_bench *bench);

/* The serial fraction by Amdahl's law of the series that configuration `first` begins, and of the
 * published figures; NaN: nothing to fit. Only where threads are swept. */
double cn_summary_serial(const cn_bench *bench, const cn_summary *summaries, int first,
                         bool published);

/* Whether configuration i is the first of its series. */
bool cn_summary_leads(const cn_bench *bench, int i);

/* The configuration whose prediction, if it has one, is also that of configuration i: the first of
 * its series where threads are swept, else itself. */
int cn_summary_forecaster(const cn_bench *bench, int i);

/* Whether the axis is `threads` or `ranks`. */
bool cn_summary_threaded(const cn_bench *bench);

/* "game", "step" or "search": what the seconds are for. */
const char *cn_summary_unit(const cn_bench *bench);

/* What to beware of: a busy machine, more threads than cores, and (after the run) threads that had
 * to wait for a core, speed-ups that are not usable, an interrupted run. Returns how many lines
 * were written, at most CN_WARNINGS. */
enum { CN_WARNINGS = 5 };
int cn_bench_warnings(const cn_bench *bench, char lines[CN_WARNINGS][160]);
