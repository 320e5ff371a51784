/* What tracing costs: the same search with and without, in turns. The rate of nodes is compared
 * rather than the time, since some strategies do not search the same nodes twice; the best of all
 * rounds counts for each. */
#include "bench.h"

#include "engine/trace.h"

#include <inttypes.h>

enum { ROUNDS = 15 };

static const struct workload {
    const char *game, *options, *agent;
    int plies;
} workloads[] = {
    {"othello", NULL, "minimax:depth=6,strategy=top,threads=2", 10},
    {"othello", NULL, "minimax:depth=6,strategy=levels,threads=2", 10},
    {"othello", NULL, "pvs:depth=10,strategy=ybw,threads=2", 12},
    {"othello", NULL, "pvs:depth=10,strategy=shared,threads=2", 12},
    {"othello", NULL, "mcts:iterations=50000,strategy=root,threads=2", 10},
    {"othello", NULL, "mcts:iterations=50000,strategy=chunks,chunk=10,threads=2", 10},
    {"othello", NULL, "mcts:iterations=50000,strategy=chunks,chunk=1000,threads=2", 10},
    {"othello", NULL, "mcts:iterations=6000,strategy=workers,threads=2", 10},
    {"othello", NULL, "mcts:iterations=50000,strategy=tree,threads=2", 10},
    {"othello", NULL, "mcts:iterations=50000,strategy=tree,lock=global,threads=2", 10},
    {"go", "size=9", "mcts:iterations=1000,strategy=leaf,playouts=16,threads=2", 0},
    {"gomoku", "start=hh", "minimax:depth=2,eval=classic-d,strategy=heuristic,threads=2", 6},
};

int bench_trace(void) {
    printf("Nodes a second with and without a trace, best of %d rounds taken in turns.\n\n"
           "%-72s %12s %12s %8s %9s\n",
           ROUNDS, "", "untraced", "traced", "cost", "events/s");
    for (size_t w = 0; w < sizeof workloads / sizeof *workloads; w++) {
        const struct workload *load = &workloads[w];
        cn_position p = bench_position(load->game, load->options, load->plies, 1);
        cn_search *search = bench_agent(load->game, load->agent);
        cn_trace *trace = cn_trace_new(cn_search_threads(search), CN_TRACE_EVENTS);
        double rate[2] = {0}, seconds = 0;
        uint64_t events = 0;
        for (int round = 0; trace && round < 2 * ROUNDS; round++) {
            /* Two by two in changing order: 0 1 1 0 0 1 … */
            const int traced = (round + 1) / 2 % 2;
            cn_search_trace(search, traced ? trace : NULL, NULL);
            const cn_result r = bench_run(search, &p);
            const double nodes = (double)r.nodes / r.seconds;
            if (nodes > rate[traced]) rate[traced] = nodes;
            seconds += traced ? r.seconds : 0;
        }
        for (int i = 0; trace && i < trace->workers; i++) events += trace->rings[i].written;
        printf("%-9s %-62s %12.0f %12.0f %7.2f%% %9.0f\n", load->game, load->agent, rate[0],
               rate[1], 100 * (rate[0] / rate[1] - 1), (double)events / seconds);
        fflush(stdout);
        cn_search_free(search);
        cn_trace_free(trace);
        cn_position_free(&p);
    }
    return 0;
}
