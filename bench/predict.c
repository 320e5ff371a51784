/* Predicted against measured: a recording of one thread is simulated on two workers, and the same
 * search is run on two threads. Median of the rounds, taken in turns. */
#include "bench.h"

#include "engine/trace.h"
#include "lab/forecast.h"

#include <stdlib.h>

enum { ROUNDS = 3 };

/* Searches of about half a second or more on one thread. */
static const struct workload {
    const char *game, *options, *agent;
    int plies;
} workloads[] = {
    {"othello", NULL, "minimax:depth=7,strategy=top", 24},
    {"othello", NULL, "alphabeta:depth=9,strategy=top,bound=alone", 10},
    {"gomoku", "start=hh", "minimax:depth=4,eval=classic-d,strategy=top", 20},
    {"othello", NULL, "minimax:depth=7,strategy=levels", 24},
    {"gomoku", "start=hh", "minimax:depth=4,eval=classic-d,strategy=levels,sequential=1", 20},
    {"othello", NULL, "mcts:iterations=300000,strategy=chunks,chunk=100", 10},
    {"othello", NULL, "mcts:iterations=100000,strategy=chunks,chunk=10,merge=serial", 10},
    {"go", NULL, "mcts:iterations=30000,strategy=workers,workers=8", 0},
    {"go", NULL, "mcts:iterations=50000,strategy=workers,workers=5", 0},
};

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(double *values) {
    qsort(values, ROUNDS, sizeof *values, by_size);
    return values[ROUNDS / 2];
}

static void predict_one(const struct workload *load, const cn_costs *costs) {
    static const int two[] = {2};
    cn_position p = bench_position(load->game, load->options, load->plies, 1);
    cn_search *search[2];
    double one[ROUNDS], measured[ROUNDS], predicted[ROUNDS];
    cn_forecast f = {0};
    for (int n = 0; n < 2; n++) {
        char spec[160];
        snprintf(spec, sizeof spec, "%s,threads=%d", load->agent, n + 1);
        search[n] = bench_agent(load->game, spec);
    }
    for (int round = 0; round < ROUNDS; round++) {
        const cn_result alone = bench_run(search[0], &p), both = bench_run(search[1], &p);
        cn_trace *trace = cn_trace_new(1, CN_TRACE_EVENTS);
        cn_error error = {"no memory"};
        if (trace) cn_search_trace(search[0], trace, &error);
        bench_run(search[0], &p);
        cn_search_trace(search[0], NULL, NULL);
        if (!trace || cn_forecast_make(trace, two, 1, costs, &f, &error) != CN_OK) {
            fprintf(stderr, "bench: %s\n", error.text);
            exit(1);
        }
        cn_trace_free(trace);
        one[round] = alone.seconds;
        measured[round] = alone.seconds / both.seconds;
        predicted[round] = f.points[0].speedup;
    }
    const double real = median(measured), said = median(predicted);
    printf("%-8s %-66s %7.3fs %7u %9.2f %9.2f %+6.1f %%\n", load->game, load->agent, median(one),
           (unsigned)f.tasks, said, real, 100 * (said / real - 1));
    fflush(stdout);
    for (int n = 0; n < 2; n++) cn_search_free(search[n]);
    cn_position_free(&p);
}

int bench_predict(void) {
    cn_costs costs;
    const bool measured = cn_costs_measure(&costs);
    printf("Speed-up on two threads, as predicted from one and as measured; median of %d rounds.\n"
           "Stealing %.2f us, waking %.1f us, signalling %.1f us, patience %.1f us.\n\n"
           "%-75s %8s %7s %9s %9s %8s\n",
           ROUNDS, (double)costs.steal_ns * 1e-3, (double)costs.wake_ns * 1e-3,
           (double)costs.signal_ns * 1e-3, (double)costs.patience_ns * 1e-3, "", "1 thread",
           "tasks", "predicted", "measured", "off by");
    for (size_t w = 0; w < sizeof workloads / sizeof *workloads; w++) {
        predict_one(&workloads[w], measured ? &costs : NULL);
    }
    return 0;
}
