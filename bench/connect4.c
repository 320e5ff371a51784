/* Connect Four's solver on the six sets of Pascal Pons: mean processor time and nodes for the exact
 * score of a position, table cleared before each; and whole searches on one thread and on two.
 *
 * Usage: canopy-bench connect4 [POSITIONS], that many of each set (default 100; the hard ones a
 * tenth and a hundredth of that). */
#include "bench.h"

#include "core/clock.h"
#include "core/memory.h"

#include <canopy/kernel.h>
#include <stdlib.h>
#include <time.h>

enum { MEGABYTES = 64, CELLS = 42 };

static const struct set {
    const char *name, *file;
    int share; /* one in this many positions */
} sets[] = {{"End-Easy", "Test_L3_R1", 1},      {"Middle-Easy", "Test_L2_R1", 1},
            {"Begin-Easy", "Test_L1_R1", 1},    {"Middle-Medium", "Test_L2_R2", 1},
            {"Begin-Medium", "Test_L1_R2", 10}, {"Begin-Hard", "Test_L1_R3", 100}};

typedef struct total {
    double cpu, one, two; /* seconds: the solver alone; whole searches, by threads */
    uint64_t nodes;
    int count, wrong;
} total;

static double cpu_seconds(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

/* The score of a position by the expert alone, as a search would call it. */
static int solve_alone(const cn_position *p, void *memory, int discs, total *t) {
    static _Alignas(64) cn_context c;
    static _Atomic bool never;
    const size_t size = (size_t)MEGABYTES << 20;
    memset(memory, 0, size);
    memset(&c, 0, sizeof c);
    c.rules = p->rules;
    c.kernels = p->kernels;
    c.alphabeta = p->experts->alphabeta;
    c.memory = memory;
    c.memory_size = size;
    c.stop = &never;
    const double start = cpu_seconds();
    const int value = c.alphabeta(&c, p->state, CN_PLY_MAX, 0, -CN_INFINITY, CN_INFINITY);
    t->cpu += cpu_seconds() - start;
    t->nodes += c.nodes;
    if (value == 0) return 0;
    const int last = discs + CN_WIN - (value > 0 ? value : -value);
    return value > 0 ? (CELLS + 2 - last) / 2 : -((CELLS + 2 - last) / 2);
}

static double search_seconds(cn_search *search, const cn_position *p) {
    static cn_result result;
    const cn_limits limits = {.infinite = true};
    cn_error error;
    cn_search_clear(search);
    const double start = cn_clock_seconds();
    if (cn_search_run(search, p, &limits, NULL, NULL, &result, &error) != CN_OK) {
        fprintf(stderr, "bench: %s\n", error.text);
        exit(1);
    }
    return cn_clock_seconds() - start;
}

static void run_set(const struct set *set, int most, void *memory, cn_search *one, cn_search *two) {
    char path[512], moves[64];
    int expected;
    total t = {0};
    snprintf(path, sizeof path, "%s/positions/connect4/%s", TEST_DATA, set->file);
    FILE *file = fopen(path, "r");
    if (!file) {
        fprintf(stderr, "bench: cannot read %s\n", path);
        exit(1);
    }
    const cn_game *game = cn_game_find("connect4");
    cn_value values[CN_OPTIONS_MAX];
    cn_values_default(game->options, values);
    while (t.count < most && fscanf(file, "%63s %d", moves, &expected) == 2) {
        cn_position p;
        cn_error error;
        if (cn_position_new(game, values, moves, &p, &error) != CN_OK) {
            fprintf(stderr, "bench: %s\n", error.text);
            exit(1);
        }
        t.count++;
        t.wrong += solve_alone(&p, memory, (int)strlen(moves), &t) != expected;
        t.one += search_seconds(one, &p);
        t.two += search_seconds(two, &p);
        cn_position_free(&p);
    }
    fclose(file);
    printf("%-14s %9d %5d %12.1f %12.1f %12.1f %12.1f %8.2f\n", set->name, t.count, t.wrong,
           (double)t.nodes / t.count, t.cpu / t.count * 1e6, t.one / t.count * 1e6,
           t.two / t.count * 1e6, t.one / t.two);
    fflush(stdout);
}

int bench_connect4(const char *positions) {
    const int most = positions ? atoi(positions) : 100;
    if (most < 1) {
        fprintf(stderr, "bench: `%s` is not a number of positions\n", positions);
        return 2;
    }
    void *memory = cn_memory_map((size_t)MEGABYTES << 20);
    if (!memory) return 1;
    cn_search *one = bench_agent("connect4", "pvs:hash=64");
    cn_search *two = bench_agent("connect4", "pvs:hash=64,strategy=ybw,threads=2");
    printf("mean of a position; us; table of %d MB, cleared each time\n"
           "%-14s %9s %5s %12s %12s %12s %12s %8s\n",
           MEGABYTES, "set", "positions", "wrong", "nodes", "score, CPU", "1 thread", "2 threads",
           "speed-up");
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        run_set(&sets[i], (most + sets[i].share - 1) / sets[i].share, memory, one, two);
    }
    cn_search_free(one);
    cn_search_free(two);
    cn_memory_unmap(memory, (size_t)MEGABYTES << 20);
    return 0;
}
