/* What tracing costs: the same search with and without, in turns. Processor time a node is
 * compared, which other programs disturb less than the time on the wall, and of nodes because some
 * strategies do not search the same ones twice. The cost is the median of the ratios of neighbours.
 */
#include "bench.h"

#include "engine/trace.h"
#include "lab/statistics.h"

#include <time.h>

enum { ROUNDS = 61 };

static const struct workload {
    const char *game, *options, *agent;
    int plies;
    bool wall; /* threads that wait spin: the time on the wall tells more */
} workloads[] = {
    {"othello", NULL, "minimax:depth=6,strategy=top,threads=2", 10, false},
    {"othello", NULL, "minimax:depth=6,strategy=levels,threads=2", 10, false},
    {"othello", NULL, "pvs:depth=10,strategy=ybw,threads=2", 12, false},
    {"othello", NULL, "pvs:depth=10,strategy=shared,threads=2", 12, false},
    {"othello", NULL, "mcts:iterations=50000,strategy=root,threads=2", 10, false},
    {"othello", NULL, "mcts:iterations=50000,strategy=chunks,chunk=10,threads=2", 10, false},
    {"othello", NULL, "mcts:iterations=50000,strategy=chunks,chunk=1000,threads=2", 10, false},
    {"othello", NULL, "mcts:iterations=6000,strategy=workers,threads=2", 10, false},
    {"othello", NULL, "mcts:iterations=50000,strategy=tree,threads=2", 10, false},
    {"othello", NULL, "mcts:iterations=50000,strategy=tree,lock=global,threads=2", 10, false},
    {"go", "size=9", "mcts:iterations=1000,strategy=leaf,playouts=16,threads=2", 0, true},
    /* On two threads these spend most of their time on getting hold of tasks, and one run is not
     * like another: one thread tells more. */
    {"gomoku", "start=hh", "minimax:depth=2,eval=classic-d,strategy=heuristic,threads=1", 6, false},
    {"gomoku", "start=hh",
     "minimax:depth=2,eval=classic-d,strategy=heuristic,grain=lines,threads=1", 6, false},
    {"gomoku", "start=hh", "minimax:depth=2,eval=classic-d,strategy=heuristic,threads=2", 6, false},
    {"gomoku", "start=hh",
     "minimax:depth=2,eval=classic-d,strategy=heuristic,grain=lines,threads=2", 6, false},
};

/* Of all threads. */
static double processor_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int bench_trace(void) {
    printf(
        "Time a node with and without a trace: the median of %d pairs and its 95 %% interval.\n\n"
        "%-76s %9s %8s %18s %9s\n",
        ROUNDS, "", "ns a node", "cost", "", "events/s");
    for (size_t w = 0; w < sizeof workloads / sizeof *workloads; w++) {
        const struct workload *load = &workloads[w];
        cn_position p = bench_position(load->game, load->options, load->plies, 1);
        cn_search *search = bench_agent(load->game, load->agent);
        cn_trace *trace = cn_trace_new(cn_search_threads(search), CN_TRACE_EVENTS);
        double plain[ROUNDS], ratio[ROUNDS], seconds = 0;
        uint64_t events = 0;
        for (int round = 0; trace && round < ROUNDS; round++) {
            double each[2];
            for (int turn = 0; turn < 2; turn++) {
                const int traced = (round + turn) % 2; /* each goes first every other time */
                cn_search_trace(search, traced ? trace : NULL, NULL);
                const double start = processor_seconds();
                const cn_result r = bench_run(search, &p);
                const double used = load->wall ? r.seconds : processor_seconds() - start;
                each[traced] = used / (double)r.nodes * 1e9;
                seconds += traced ? r.seconds : 0;
            }
            plain[round] = each[0];
            ratio[round] = each[1] / each[0];
        }
        const cn_interval cost = cn_median(ratio, ROUNDS);
        for (int i = 0; trace && i < trace->workers; i++) events += trace->rings[i].written;
        printf("%-9s %-66s %9.1f %+6.2f %% %+7.2f to %+6.2f %9.0f\n", load->game, load->agent,
               cn_median(plain, ROUNDS).value, 100 * (cost.value - 1), 100 * (cost.low - 1),
               100 * (cost.high - 1), (double)events / seconds);
        fflush(stdout);
        cn_search_free(search);
        cn_trace_free(trace);
        cn_position_free(&p);
    }
    return 0;
}
