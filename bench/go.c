/* Go: playouts a second by policy and board, in processor time and interleaved, so that they can be
 * compared on a busy machine; iterations a second of the default search; two threads against one;
 * and the iterations of other programs that speak GTP, if commands are given. */
#include "bench.h"

#include <canopy/kernel.h>

#include <sys/resource.h>
#include <time.h>

enum { ROUNDS = 5, PEERS_MAX = 4 };

static const int sizes[] = {9, 13, 19};

static double processor_seconds(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

static double playout_rate(const cn_position *p, int policy, int playouts) {
    static _Alignas(64) uint8_t state[CN_STATE_MAX];
    static cn_trail trail;
    cn_rng rng = cn_rng_make(1, 1);
    const double start = processor_seconds();
    for (int i = 0; i < playouts; i++) {
        cn_state_copy(p->rules, state, p->state);
        p->kernels->playout(p->rules, state, policy, &rng, &trail);
    }
    return playouts / (processor_seconds() - start);
}

static double search_rate(const cn_position *p, const char *spec) {
    cn_search *search = bench_agent("go", spec);
    const double start = processor_seconds();
    const cn_result r = bench_run(search, p);
    const double seconds = processor_seconds() - start;
    cn_search_free(search);
    return (double)r.iterations / seconds;
}

/* A command with "%d" replaced by the playouts a move, and "%s", if it is there, by the board's
 * size (for programs that are compiled for one). */
static void command_line(char *line, size_t room, const char *command, int size, int playouts) {
    size_t length = 0;
    for (const char *at = command; *at && length + 12 < room; at++) {
        if (at[0] == '%' && (at[1] == 'd' || at[1] == 's')) {
            length += (size_t)sprintf(line + length, "%d", *++at == 'd' ? playouts : size);
        } else {
            line[length++] = *at;
        }
    }
    snprintf(line + length, room - length, "%s", "");
}

/* Processor seconds of another program for one move on the empty board. */
static double peer_seconds(const char *command, int size, int playouts) {
    char line[1024], whole[1100];
    struct rusage before, after;
    command_line(line, sizeof line, command, size, playouts);
    snprintf(whole, sizeof whole, "%s >/dev/null 2>&1", line);
    getrusage(RUSAGE_CHILDREN, &before);
    FILE *program = popen(whole, "w");
    if (!program) return 0;
    fprintf(program, "boardsize %d\nclear_board\nkomi 7.5\ngenmove b\nquit\n", size);
    if (pclose(program) != 0) return 0;
    getrusage(RUSAGE_CHILDREN, &after);
    return (double)(after.ru_utime.tv_sec - before.ru_utime.tv_sec) +
           (double)(after.ru_utime.tv_usec - before.ru_utime.tv_usec) / 1e6;
}

/* From two numbers of playouts, so that the time to start does not count; 0: it failed. */
static double peer_rate(const char *command, int size) {
    const int few = 100000 / (size * size), many = 9 * few;
    const double start = peer_seconds(command, size, few);
    const double seconds = peer_seconds(command, size, many) - start;
    return start > 0 && seconds > 0 ? (many - few) / seconds : 0;
}

static void bench_size(int size, int peers, char **peer) {
    char options[32], spec[64];
    snprintf(options, sizeof options, "size=%d,komi=7.5", size);
    snprintf(spec, sizeof spec, "mcts:iterations=%d", 400000 / (size * size));
    cn_position p = bench_position("go", options, 0, 0);
    double best[4 + PEERS_MAX] = {0};
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < 4 + peers; i++) {
            const double rate = i < 3    ? playout_rate(&p, i, 200000 / (size * size))
                                : i == 3 ? search_rate(&p, spec)
                                         : peer_rate(peer[i - 4], size);
            if (rate > best[i]) best[i] = rate;
        }
    }
    printf("%2dx%-3d", size, size);
    for (int i = 0; i < 4 + peers; i++) printf(" %10.0f", best[i]);
    putchar('\n');
    fflush(stdout);
    cn_position_free(&p);
}

static void bench_two_threads(void) {
    cn_position p = bench_position("go", "size=9,komi=7.5", 0, 0);
    double best[2] = {0};
    for (int round = 0; round < ROUNDS; round++) {
        for (int threads = 1; threads <= 2; threads++) {
            char spec[64];
            snprintf(spec, sizeof spec, "mcts:time=1,strategy=tree,threads=%d", threads);
            cn_search *search = bench_agent("go", spec);
            const cn_result r = bench_run(search, &p);
            const double rate = (double)r.iterations / r.seconds;
            if (rate > best[threads - 1]) best[threads - 1] = rate;
            cn_search_free(search);
        }
    }
    printf(
        "\nstrategy=tree on 9x9, iterations a second of wall time: one thread %.0f, two %.0f, %.2f "
        "times as many\n",
        best[0], best[1], best[1] / best[0]);
    cn_position_free(&p);
}

int bench_go(int peers, char **peer) {
    for (int i = 0; i < peers; i++) {
        if (peers <= PEERS_MAX && strstr(peer[i], "%d")) continue;
        fprintf(stderr,
                "bench: %s: expected at most %d GTP programs, with %%d for the playouts a move, "
                "like 'pachi -t =%%d threads=1'\n",
                peer[i], PEERS_MAX);
        return 2;
    }
    printf(
        "Playouts a second of processor time from the empty board, best of %d; and iterations of\n"
        "the default search and of other programs.\n\n%-6s %10s %10s %10s %10s",
        ROUNDS, "board", "eyes", "uniform", "shapes", "mcts");
    for (int i = 0; i < peers; i++) printf("    other %d", i + 1);
    putchar('\n');
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) bench_size(sizes[i], peers, peer);
    bench_two_threads();
    return 0;
}
