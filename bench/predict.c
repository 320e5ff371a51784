/* Predicted against measured: a recording of one thread is simulated on two workers, and the same
 * search is run on two threads. Best of the rounds, taken in turns. */
#include "bench.h"

#include "engine/trace.h"
#include "lab/forecast.h"

#include <stdlib.h>

enum { ROUNDS = 5, RECORDED = 2 };

/* Searches of about half a second or more on one thread. */
static const struct workload {
    const char *game, *options, *agent;
    int plies;
} workloads[] = {
    {"othello", NULL, "minimax:depth=7,strategy=top", 24},
    {"gomoku", "start=hh", "minimax:depth=4,eval=classic-d,strategy=top", 20},
    {"othello", NULL, "minimax:depth=7,strategy=levels", 24},
    {"gomoku", "start=hh", "minimax:depth=4,eval=classic-d,strategy=levels,sequential=1", 20},
    {"othello", NULL, "mcts:iterations=500000,strategy=chunks,chunk=100", 10},
    {"go", NULL, "mcts:iterations=30000,strategy=workers,workers=8", 0},
    {"go", NULL, "mcts:iterations=50000,strategy=workers,workers=5", 0},
};

static double predict_two(cn_search *search, const cn_position *p, const cn_costs *costs,
                          cn_forecast *f) {
    static const int two[] = {2};
    cn_error error = {"no memory"};
    cn_trace *trace = cn_trace_new(1, CN_TRACE_EVENTS);
    if (trace) cn_search_trace(search, trace, &error);
    bench_run(search, p);
    cn_search_trace(search, NULL, NULL);
    if (!trace || cn_forecast_make(trace, two, 1, costs, f, &error) != CN_OK) {
        fprintf(stderr, "bench: %s\n", error.text);
        exit(1);
    }
    cn_trace_free(trace);
    return f->points[0].speedup;
}

static void predict_one(const struct workload *load, const cn_costs *costs) {
    cn_position p = bench_position(load->game, load->options, load->plies, 1);
    cn_search *search[2];
    double best[2] = {1e9, 1e9}, predicted = 0;
    cn_forecast f = {0};
    for (int n = 0; n < 2; n++) {
        char spec[160];
        snprintf(spec, sizeof spec, "%s,threads=%d", load->agent, n + 1);
        search[n] = bench_agent(load->game, spec);
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (int n = 0; n < 2; n++) {
            const double seconds = bench_run(search[n], &p).seconds;
            if (seconds < best[n]) best[n] = seconds;
        }
        if (round < RECORDED) predicted += predict_two(search[0], &p, costs, &f) / RECORDED;
    }
    const double measured = best[0] / best[1];
    printf("%-8s %-66s %7.3fs %7u %9.2f %9.2f %+6.1f %%\n", load->game, load->agent, best[0],
           (unsigned)f.tasks, predicted, measured, 100 * (predicted / measured - 1));
    fflush(stdout);
    for (int n = 0; n < 2; n++) cn_search_free(search[n]);
    cn_position_free(&p);
}

int bench_predict(void) {
    cn_costs costs;
    const bool measured = cn_costs_measure(&costs);
    printf("Speed-up on two threads, as predicted from one and as measured; best of %d rounds.\n"
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
