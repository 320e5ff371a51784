/* Two threads against one: time to the same depth, and positions a second, for each strategy. */
#include "bench.h"

enum { ROUNDS = 3 };

typedef struct workload {
    const char *game, *options, *agent;
    int plies;
    uint64_t seed;
} workload;

/* Searches of about a second or more. */
static const workload workloads[] = {
    {"othello", NULL, "minimax:depth=7,strategy=top", 24, 1},
    {"othello", NULL, "minimax:depth=7,strategy=buffer", 24, 1},
    {"othello", NULL, "minimax:depth=7,strategy=levels", 24, 1},
    {"gomoku", "start=hh", "minimax:depth=5,eval=classic-d,strategy=top", 6, 1},
    {"gomoku", "start=hh", "minimax:depth=5,eval=classic-d,strategy=buffer", 6, 1},
    {"gomoku", "start=hh", "minimax:depth=5,eval=classic-d,strategy=levels", 6, 1},
    {"othello", NULL, "pvs:depth=12,strategy=ybw,hash=256", 12, 1},
    {"othello", NULL, "pvs:depth=12,strategy=shared,hash=256", 12, 1},
    {"connect4", NULL, "pvs:depth=18,strategy=ybw,hash=256", 4, 1},
    {"connect4", NULL, "pvs:depth=18,strategy=shared,hash=256", 4, 1},
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
    {"go", "size=9", "mcts:iterations=15000,strategy=leaf,playouts=16", 0, 1},
    {"tictactoe", NULL, "mcts:iterations=5000,strategy=workers,solver=off", 0, 1},
};

int bench_threads(void) {
    printf("Two threads against one, best of %d rounds taken in turns.\n\n%-70s %9s %9s %8s %8s\n",
           ROUNDS, "", "1 thread", "2 threads", "speed-up", "nodes/s");
    for (size_t w = 0; w < sizeof workloads / sizeof *workloads; w++) {
        const workload *load = &workloads[w];
        cn_position p = bench_position(load->game, load->options, load->plies, load->seed);
        double seconds[2] = {1e9, 1e9}, rate[2] = {0};
        cn_search *search[2];
        for (int n = 0; n < 2; n++) {
            char spec[160];
            snprintf(spec, sizeof spec, "%s,threads=%d", load->agent, n + 1);
            search[n] = bench_agent(load->game, spec);
        }
        for (int round = 0; round < ROUNDS; round++) {
            for (int n = 0; n < 2; n++) {
                const cn_result r = bench_run(search[n], &p);
                if (r.seconds < seconds[n]) seconds[n] = r.seconds;
                if ((double)r.nodes / r.seconds > rate[n]) rate[n] = (double)r.nodes / r.seconds;
            }
        }
        printf("%-9s %-60s %8.3fs %8.3fs %7.2fx %7.2fx\n", load->game, load->agent, seconds[0],
               seconds[1], seconds[0] / seconds[1], rate[1] / rate[0]);
        fflush(stdout);
        for (int n = 0; n < 2; n++) cn_search_free(search[n]);
        cn_position_free(&p);
    }
    return 0;
}
