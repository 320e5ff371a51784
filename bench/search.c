/* What each part of the alpha-beta search saves: nodes and time to the same depth. */
#include "bench.h"

enum { POSITIONS = 10 };

typedef struct workload {
    const char *game, *options;
    int depth, plies;
} workload;

static const workload workloads[] = {
    {"othello", NULL, 8, 20},
    {"connect4", NULL, 10, 6},
    {"gomoku", NULL, 4, 8},
};

static const char *const specs[] = {
    "alphabeta",
    "alphabeta:order=game",
    "alphabeta:order=killers",
    "alphabeta:order=history",
    "alphabeta:order=all",
    "alphabeta:table=on",
    "pvs",
    "pvs:table=off",
    "pvs:order=none",
    "pvs:probe=off",
    "pvs:aspiration=0",
    "pvs:deepen=off",
    "pvs:wins=off",
};

int bench_search(void) {
    for (size_t w = 0; w < sizeof workloads / sizeof *workloads; w++) {
        const workload *load = &workloads[w];
        printf("%s, depth %d, %d positions\n%-28s %14s %8s %10s %8s %10s\n", load->game,
               load->depth, POSITIONS, "agent", "nodes", "share", "seconds", "share", "M nodes/s");
        double first_nodes = 0, first_seconds = 0;
        for (size_t s = 0; s < sizeof specs / sizeof *specs; s++) {
            char spec[128];
            snprintf(spec, sizeof spec, "%s%sdepth=%d", specs[s], strchr(specs[s], ':') ? "," : ":",
                     load->depth);
            cn_search *search = bench_agent(load->game, spec);
            double nodes = 0, seconds = 0;
            for (int i = 0; i < POSITIONS; i++) {
                cn_position p =
                    bench_position(load->game, load->options, load->plies, (uint64_t)i + 1);
                const cn_result result = bench_run(search, &p);
                nodes += (double)result.nodes;
                seconds += result.seconds;
                cn_position_free(&p);
            }
            cn_search_free(search);
            if (s == 0) {
                first_nodes = nodes;
                first_seconds = seconds;
            }
            printf("%-28s %14.0f %7.1f%% %10.3f %7.1f%% %10.1f\n", specs[s], nodes,
                   100 * nodes / first_nodes, seconds, 100 * seconds / first_seconds,
                   nodes / seconds * 1e-6);
            fflush(stdout);
        }
        putchar('\n');
    }
    return 0;
}
