/* Two threads against one: time to the same depth, and positions a second, for each strategy. */
#include "bench.h"

enum { ROUNDS = 3 };

typedef struct workload {
    const char *game, *options, *agent;
    int plies;     /* random moves that lead to a position */
    int positions; /* with other moves each */
} workload;

/* A second or more of searching each, on one thread. */
static const workload workloads[] = {
    {"othello", NULL, "minimax:depth=7,strategy=top", 28, 3},
    {"othello", NULL, "minimax:depth=7,strategy=buffer", 28, 3},
    {"othello", NULL, "minimax:depth=7,strategy=levels", 28, 3},
    {"gomoku", "start=hh", "minimax:depth=5,eval=classic-d,strategy=top", 6, 3},
    {"gomoku", "start=hh", "minimax:depth=5,eval=classic-d,strategy=buffer", 6, 3},
    {"gomoku", "start=hh", "minimax:depth=5,eval=classic-d,strategy=levels", 6, 3},
    {"othello", NULL, "pvs:depth=13,strategy=ybw,hash=256", 12, 4},
    {"othello", NULL, "pvs:depth=13,strategy=shared,hash=256", 12, 4},
    {"connect4", NULL, "pvs:depth=19,strategy=ybw,hash=256", 4, 4},
    {"connect4", NULL, "pvs:depth=19,strategy=shared,hash=256", 4, 4},
    {"othello", NULL, "mcts:iterations=1000000,memory=2048,strategy=root,trees=2", 10, 1},
    {"othello", NULL, "mcts:iterations=1000000,memory=2048,strategy=chunks,chunk=100", 10, 1},
    {"othello", NULL, "mcts:iterations=125000,memory=2048,strategy=workers", 10, 1},
    {"othello", NULL, "mcts:iterations=1000000,memory=2048,strategy=tree", 10, 1},
    {"gomoku", NULL, "mcts:iterations=1000000,memory=2048,strategy=root,trees=2", 6, 1},
    {"gomoku", NULL, "mcts:iterations=1000000,memory=2048,strategy=chunks,chunk=100", 6, 1},
    {"gomoku", NULL, "mcts:iterations=125000,memory=2048,strategy=workers", 6, 1},
    {"gomoku", NULL, "mcts:iterations=1000000,memory=2048,strategy=tree", 6, 1},
    {"go", NULL, "mcts:iterations=1000000,memory=2048,strategy=root,trees=2", 0, 1},
    {"go", NULL, "mcts:iterations=1000000,memory=2048,strategy=chunks,chunk=100", 0, 1},
    {"go", NULL, "mcts:iterations=125000,memory=2048,strategy=workers", 0, 1},
    {"go", NULL, "mcts:iterations=1000000,memory=2048,strategy=tree", 0, 1},
    {"go", "size=9", "mcts:iterations=150000,memory=2048,strategy=root,trees=2", 0, 1},
    {"go", "size=9", "mcts:iterations=150000,memory=2048,strategy=chunks,chunk=100", 0, 1},
    {"go", "size=9", "mcts:iterations=20000,memory=2048,strategy=workers", 0, 1},
    {"go", "size=9", "mcts:iterations=150000,memory=2048,strategy=tree", 0, 1},
    {"go", "size=9", "mcts:iterations=15000,strategy=leaf,playouts=16", 0, 1},
    {"tictactoe", NULL, "mcts:iterations=5000,strategy=workers,solver=off", 0, 1},
};

typedef struct timing {
    double seconds, nodes;
} timing;

/* The best of the rounds, one thread and two in turns. */
static void measure(const workload *load, uint64_t seed, timing best[2]) {
    cn_position p = bench_position(load->game, load->options, load->plies, seed);
    cn_search *search[2];
    for (int n = 0; n < 2; n++) {
        char spec[160];
        snprintf(spec, sizeof spec, "%s,threads=%d", load->agent, n + 1);
        search[n] = bench_agent(load->game, spec);
        best[n] = (timing){1e9, 0};
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (int n = 0; n < 2; n++) {
            const cn_result r = bench_run(search[n], &p);
            if (r.seconds < best[n].seconds) best[n] = (timing){r.seconds, (double)r.nodes};
        }
    }
    for (int n = 0; n < 2; n++) cn_search_free(search[n]);
    cn_position_free(&p);
}

int bench_threads(void) {
    printf("Two threads against one: best of %d rounds taken in turns, summed over positions.\n\n"
           "%-77s %9s %9s %8s %8s\n",
           ROUNDS, "", "1 thread", "2 threads", "speed-up", "nodes/s");
    for (size_t w = 0; w < sizeof workloads / sizeof *workloads; w++) {
        const workload *load = &workloads[w];
        timing sum[2] = {0};
        for (int k = 1; k <= load->positions; k++) {
            timing best[2];
            measure(load, (uint64_t)k, best);
            for (int n = 0; n < 2; n++) {
                sum[n].seconds += best[n].seconds;
                sum[n].nodes += best[n].nodes;
            }
        }
        const double rate = sum[1].nodes / sum[1].seconds / (sum[0].nodes / sum[0].seconds);
        char name[32];
        snprintf(name, sizeof name, "%s %s", load->game, load->options ? load->options : "");
        printf("%-16s %-60s %8.3fs %8.3fs %7.2fx %7.2fx\n", name, load->agent, sum[0].seconds,
               sum[1].seconds, sum[0].seconds / sum[1].seconds, rate);
        fflush(stdout);
    }
    return 0;
}
