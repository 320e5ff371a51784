/* Iterations a second of Monte Carlo tree search on one core, plain and with the game's own
 * defaults, beside OpenSpiel's (C++, its own MCTS, one core of a machine of the same kind). */
#include "bench.h"

enum { ROUNDS = 5 };

static const struct {
    const char *game, *options;
    double openspiel;
} workloads[] = {
    {"tictactoe", NULL, 853e3}, {"connect4", NULL, 130e3}, {"othello", NULL, 4.07e3},
    {"gomoku", NULL, 9.67e3},   {"go", NULL, 49.6e3},      {"go", "size=9", 9.0e3},
};

static const char *const specs[] = {
    "mcts:time=0.5,solver=off,rave=off,bias=0,decisive=off,reuse=off,priors=0,playout=",
    "mcts:time=0.5,reuse=off",
};

int bench_mcts(void) {
    printf("Iterations a second on one core, best of %d.\n\n%-18s %12s %12s %8s %12s\n", ROUNDS,
           "game", "OpenSpiel", "plain", "ratio", "default");
    for (size_t w = 0; w < sizeof workloads / sizeof *workloads; w++) {
        cn_position p = bench_position(workloads[w].game, workloads[w].options, 0, 0);
        double rate[2] = {0};
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < 2; i++) {
                cn_search *search = bench_agent(workloads[w].game, specs[i]);
                const cn_result r = bench_run(search, &p);
                const double now = (double)r.iterations / r.seconds;
                if (now > rate[i]) rate[i] = now;
                cn_search_free(search);
            }
        }
        char label[64];
        snprintf(label, sizeof label, "%s %s", workloads[w].game,
                 workloads[w].options ? workloads[w].options : "");
        printf("%-18s %12.0f %12.0f %7.1fx %12.0f\n", label, workloads[w].openspiel, rate[0],
               rate[0] / workloads[w].openspiel, rate[1]);
        fflush(stdout);
        cn_position_free(&p);
    }
    return 0;
}
