/* Micro-benchmarks: for every game, random playouts and perft, by its own kernels and by the same
 * templates on a run-time table.
 *
 * Machines are shared and noisy, so the two ways take turns within one run and the best of several
 * rounds counts for each: noise only ever makes a run slower. What to trust is the ratio. */
#include "bench.h"

#include "core/clock.h"
#include "search/generic.h"

#include <canopy/search.h>
#include <stdlib.h>

enum { ROUNDS = 7 };

/* Forms worth a row besides every game's default. */
static const char *const more_forms[] = {"size=9", "size=19", "distance=0", NULL};

static double playouts_per_second(const cn_position *p, const cn_kernels *kernels, double budget) {
    _Alignas(64) static unsigned char state[CN_STATE_MAX];
    cn_rng rng = cn_rng_make(1, 1);
    uint64_t count = 0;
    const double start = cn_clock_seconds();
    double now = start;
    while (now - start < budget) {
        for (int i = 0; i < 64; i++, count++) {
            cn_state_copy(p->rules, state, p->state);
            kernels->playout(p->rules, state, 0, &rng, NULL);
        }
        now = cn_clock_seconds();
    }
    return (double)count / (now - start);
}

/* The deepest perft that takes about the budget, counted from one that is surely quick. */
static int perft_depth(const cn_position *p, double budget) {
    for (int depth = 1;; depth++) {
        const double start = cn_clock_seconds();
        const uint64_t leaves = p->kernels->perft(p->rules, p->state, depth);
        if (cn_clock_seconds() - start > budget / 8 || leaves == 0)
            return leaves ? depth : depth - 1;
        if (depth >= 60) return depth;
    }
}

static double leaves_per_second(const cn_position *p, const cn_kernels *kernels, int depth) {
    const double start = cn_clock_seconds();
    const uint64_t leaves = kernels->perft(p->rules, p->state, depth);
    return (double)leaves / (cn_clock_seconds() - start);
}

/* ---- searches ---- */

/* Plain alpha-beta by the kernels of the position: nodes a second, at a depth that takes a while.
 */
static double search_rate(const cn_position *p, const cn_kernels *kernels, const char *spec,
                          double budget) {
    cn_search *search;
    cn_error error;
    cn_position with = *p;
    with.kernels = kernels;
    if (cn_search_new(p->game, spec, &search, &error) != CN_OK) return 0;
    double rate = 0;
    for (int depth = 1; depth < 30; depth++) {
        cn_result result;
        const cn_limits limits = {.depth = depth};
        cn_search_clear(search);
        if (cn_search_run(search, &with, &limits, NULL, NULL, &result, &error) != CN_OK) break;
        rate = (double)result.nodes / result.seconds;
        if (result.seconds > budget || result.score.proven) break;
    }
    cn_search_free(search);
    return rate;
}

static double most(double a, double b) {
    return a > b ? a : b;
}

static void print_rate(double rate) {
    if (rate >= 1e6) {
        printf("%8.2f M", rate * 1e-6);
    } else {
        printf("%8.1f k", rate * 1e-3);
    }
}

static void measure(const cn_game *game, const char *options, double budget) {
    cn_value values[CN_OPTIONS_MAX];
    cn_position p;
    cn_error error;
    cn_values_default(game->options, values);
    if (options && cn_values_set(game->options, values, options, &error) != CN_OK) return;
    if (cn_position_new(game, values, NULL, &p, &error) != CN_OK) return;
    const int depth = perft_depth(&p, budget);
    double playout[2] = {0}, perft[2] = {0};
    const cn_kernels *kernels[2] = {p.kernels, &cn_generic_kernels};
    for (int round = 0; round < ROUNDS; round++) {
        for (int way = 0; way < 2; way++) {
            playout[way] = most(playout[way], playouts_per_second(&p, kernels[way], budget));
            perft[way] = most(perft[way], leaves_per_second(&p, kernels[way], depth));
        }
    }
    char label[64];
    snprintf(label, sizeof label, "%s %s", game->name, options ? options : "");
    printf("%-22s", label);
    for (int way = 0; way < 2; way++) print_rate(playout[way]);
    printf("  x%.2f", playout[0] / playout[1]);
    for (int way = 0; way < 2; way++) print_rate(perft[way]);
    printf("  x%.2f", perft[0] / perft[1]);
    double search[2] = {0}, full = 0;
    for (int round = 0; round < ROUNDS; round++) {
        for (int way = 0; way < 2; way++) {
            const double rate = search_rate(&p, kernels[way], "alphabeta:depth=0", budget);
            search[way] = most(search[way], rate);
        }
        full = most(full, search_rate(&p, p.kernels, "pvs", budget));
    }
    for (int way = 0; way < 2; way++) print_rate(search[way]);
    printf("  x%.2f", search[0] / search[1]);
    print_rate(full);
    putchar('\n');
    fflush(stdout);
    cn_position_free(&p);
}

int bench_kernels(const char *only) {
    printf("One core, positions a second; best of %d rounds taken in turns; table = the same "
           "templates on a run-time table.\n\n",
           ROUNDS);
    printf("%-22s%10s%10s%7s%10s%10s%7s%10s%10s%7s%10s\n", "", "playouts/s", "", "", "perft/s", "",
           "", "alphabeta", "", "", "pvs");
    printf("%-22s%10s%10s%7s%10s%10s%7s%10s%10s%7s%10s\n", "game", "kernel", "table", "ratio",
           "kernel", "table", "ratio", "kernel", "table", "ratio", "kernel");
    for (const cn_game *const *game = cn_games(); *game; game++) {
        if (only && strcmp(only, (*game)->name) != 0) continue;
        measure(*game, NULL, 0.1);
        for (int i = 0; more_forms[i]; i++) {
            /* Only forms this game has and that are not its default. */
            for (const cn_option *o = (*game)->options; o->name; o++) {
                const size_t n = strlen(o->name);
                if (strncmp(more_forms[i], o->name, n) == 0 && more_forms[i][n] == '=' &&
                    strcmp(more_forms[i] + n + 1, o->fallback) != 0) {
                    measure(*game, more_forms[i], 0.1);
                }
            }
        }
    }
    return 0;
}
