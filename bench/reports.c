/* The five reports' own workloads, one core each, beside the CPU seconds of their Haskell programs
 * rebuilt with GHC 9.0 -O2 on a machine of the same kind. */
#include "bench.h"

#include "arena/play.h"

#include <stdlib.h>
#include <time.h>

typedef struct workload {
    const char *label, *game, *options, *first, *second;
    int steps;
    double haskell; /* CPU seconds of the whole, or of a step where steps > 0 */
} workload;

/* Agents by the reports' parameters: `depth` counts plies from the root here, so a report's depth
 * below each root move is one more. */
#define REPORT_A "start=report-a"
#define A_QUIRKS "eval=classic-a,pass=leaf,ended=eval,roles=shifted,view=leaf,ties=last"
#define A_MCTS                                                                               \
    "mcts:iterations=1000,reward=score,opponent=ally,playout-end=pass,solver=off,reuse=off," \
    "rave=off,bias=0,decisive=off,final=uct,ties=last"
#define C_AGENT                                                                                 \
    "mcts:iterations=5000,rollouts=6,final=mean,seed=209,solver=off,reuse=off,rave=off,bias=0," \
    "decisive=off"
#define E_AGENT "mcts:strategy=workers,workers=8,solver=off,reuse=off,rave=off,bias=0,decisive=off"
#define B_AGENT "minimax:depth=5,eval=discs,pass=free,ended=flat,ties=last"

static const workload workloads[] = {
    {"A minimax depth 3, a game", "othello", REPORT_A, "random", "minimax:depth=4," A_QUIRKS, 0,
     7.9},
    {"A alpha-beta, a game", "othello", REPORT_A, "random", "alphabeta:depth=4," A_QUIRKS, 0, 1.44},
    {"B depth 4 board1, a game", "othello", "start=board1", B_AGENT, B_AGENT, 0, 28.5},
    {"B depth 4 board2, a game", "othello", "start=board2", B_AGENT, B_AGENT, 0, 19.6},
    {"B depth 4 board3, a game", "othello", "start=board3", B_AGENT, B_AGENT, 0, 66.7},
    {"D level 3, a step", "gomoku", "start=hh",
     "minimax:depth=3,eval=classic-d,cutoff=1000,ended=eval",
     "minimax:depth=3,eval=classic-d,cutoff=1000,ended=eval", 20, 5.0},
    {"D alpha-beta level 3, a step", "gomoku", "start=hh",
     "alphabeta:depth=3,eval=classic-d,cutoff=1000,ended=eval,bound=alone",
     "alphabeta:depth=3,eval=classic-d,cutoff=1000,ended=eval,bound=alone", 20, 1.1},
    {"A MCTS, a game", "othello", REPORT_A, "random", A_MCTS, 0, 8.6},
    {"A MCTS V1, a game", "othello", REPORT_A, "random", A_MCTS ",strategy=root,trees=8", 0, 9.9},
    {"A MCTS V2, a game", "othello", REPORT_A, "random", A_MCTS ",strategy=chunks", 0, 14.0},
    {"A MCTS V3, a game", "othello", REPORT_A, "random", A_MCTS ",strategy=chunks,merge=parallel",
     0, 13.4},
    {"C simulation 5000 6 209", "connect4", NULL, C_AGENT, C_AGENT, 0, 16.6},
    {"E Tic-Tac-Toe 8 x 5000", "tictactoe", NULL, E_AGENT ",iterations=5000", "random", 1, 0.222},
    {"E Go 5x5 8 x 2000", "go", "ko=none,scoring=stones",
     E_AGENT ",playout=uniform,iterations=2000", "random", 1, 13.0},
};

static double cpu_seconds(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

int bench_reports(void) {
    enum { ROUNDS = 5 };
    printf("CPU seconds on one core, best of %d games; the reports' own programs beside.\n\n"
           "%-32s %12s %12s %10s\n",
           ROUNDS, "workload", "report", "canopy", "ratio");
    for (size_t w = 0; w < sizeof workloads / sizeof *workloads; w++) {
        const workload *load = &workloads[w];
        double best = 1e9;
        for (int round = 0; round < ROUNDS; round++) {
            cn_position p = bench_position(load->game, load->options, 0, 0);
            cn_player players[2] = {{.search = bench_agent(load->game, load->first)},
                                    {.search = bench_agent(load->game, load->second)}};
            cn_error error;
            int steps;
            const double start = cpu_seconds();
            if (cn_play(&p, players, load->steps, NULL, NULL, &steps, &error) != CN_OK) {
                fprintf(stderr, "bench: %s\n", error.text);
                exit(1);
            }
            const double seconds = (cpu_seconds() - start) / (load->steps ? steps : 1);
            if (seconds < best) best = seconds;
            for (int i = 0; i < 2; i++) cn_search_free(players[i].search);
            cn_position_free(&p);
        }
        printf("%-32s %12.3f %12.6f %9.0fx\n", load->label, load->haskell, best,
               load->haskell / best);
        fflush(stdout);
    }
    return 0;
}
