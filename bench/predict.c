/* Predicted against measured: a recording of one thread is simulated on two workers, and the same
 * search is run on two threads. The best round of each counts. */
#include "bench.h"

#include "core/clock.h"
#include "engine/trace.h"
#include "lab/forecast.h"

#include <stdlib.h>

enum { ROUNDS = 12, RECORDINGS = 4 };

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
    {"othello", NULL, "mcts:iterations=300000,strategy=chunks,chunk=10,merge=serial", 10},
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
    double best[2] = {1e9, 1e9}, had = 0, predicted = 0;
    cn_forecast f = {0};
    for (int n = 0; n < 2; n++) {
        char spec[160];
        snprintf(spec, sizeof spec, "%s,threads=%d", load->agent, n + 1);
        search[n] = bench_agent(load->game, spec);
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (int n = 0; n < 2; n++) {
            const double before = cn_clock_cpu_seconds();
            const cn_result r = bench_run(search[n], &p);
            const double cpu = cn_clock_cpu_seconds() - before;
            if (r.seconds >= best[n]) continue;
            best[n] = r.seconds;
            had = cpu < r.busy ? cpu / r.busy : 1;
        }
        if (round < RECORDINGS) predicted += predict_two(search[0], &p, costs, &f) / RECORDINGS;
    }
    const double measured = best[0] / best[1];
    printf("%-8s %-66s %7u %9.2f %9.2f %+6.1f %% %8.3fs %4.0f %%\n", load->game, load->agent,
           (unsigned)f.tasks, predicted, measured, 100 * (predicted / measured - 1), best[0],
           100 * had);
    fflush(stdout);
    for (int n = 0; n < 2; n++) cn_search_free(search[n]);
    cn_position_free(&p);
}

int bench_predict(void) {
    cn_costs costs;
    const bool measured = cn_costs_measure(&costs);
    printf("Speed-up on two threads, as predicted from one and as measured; best of %d rounds.\n"
           "Cores: the share of their work for which the two threads had one. Far below 100 %% "
           "something else\nwas running, and the measurement says nothing.\n"
           "Stealing %.2f us, waking %.1f us, signalling %.1f us, patience %.1f us.\n\n"
           "%-75s %7s %9s %9s %8s %9s %6s\n",
           ROUNDS, (double)costs.steal_ns * 1e-3, (double)costs.wake_ns * 1e-3,
           (double)costs.signal_ns * 1e-3, (double)costs.patience_ns * 1e-3, "", "tasks",
           "predicted", "measured", "off by", "1 thread", "cores");
    for (size_t w = 0; w < sizeof workloads / sizeof *workloads; w++) {
        predict_one(&workloads[w], measured ? &costs : NULL);
    }
    return 0;
}
