/* Gomoku's expert: moves played and taken back with all patterns, forced wins found in the
 * positions of tests/positions/gomoku, nodes a second, and one thread against two. */
#include "bench.h"

#include "core/clock.h"
#include "games/gomoku/threats.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 5, FORCED_BUDGET = 4096 };

static double cpu_seconds(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

static double best_of(double a, double b) {
    return a > b ? a : b;
}

/* Every empty point near a stone once, in positions of 8 to 40 stones. */
static void make_and_unmake(void) {
    static patterns b;
    double best = 0;
    (void)add_stone; /* the board's; positions are made by the game */
    for (int round = 0; round < ROUNDS; round++) {
        long moves = 0;
        double seconds = 0;
        for (int plies = 8; plies <= 40; plies += 2) {
            cn_position p = bench_position("gomoku", NULL, plies, (uint64_t)plies);
            patterns_load(&b, p.state);
            cn_move list[MOVES_TOP];
            const int count = list_near(&b, list);
            const double start = cpu_seconds();
            for (int again = 0; again < 100; again++) {
                for (int i = 0; i < count; i++) {
                    undo u;
                    patterns_play(&b, list[i], &u);
                    patterns_undo(&b, list[i], &u);
                }
            }
            seconds += cpu_seconds() - start;
            moves += 100 * count;
            cn_position_free(&p);
        }
        best = best_of(best, (double)moves / seconds);
    }
    printf("make and unmake   %8.2f M moves/s\n", best / 1e6);
}

static void forced_wins(void) {
    FILE *file = fopen(TEST_DATA "/positions/gomoku/forced.txt", "r");
    if (!file) {
        fprintf(stderr, "bench: cannot read %s\n", TEST_DATA "/positions/gomoku/forced.txt");
        exit(1);
    }
    const cn_game *game = cn_game_find("gomoku");
    char line[1024], rules[16], rows[512], side[4], text[600];
    int plies, count = 0, found = 0;
    uint64_t nodes = 0;
    double seconds = 0;
    while (fgets(line, sizeof line, file)) {
        cn_value values[CN_OPTIONS_MAX];
        cn_position p;
        cn_error error;
        if (line[0] == '#' || sscanf(line, "%15s %d %511s %3s", rules, &plies, rows, side) != 4) {
            continue;
        }
        cn_values_default(game->options, values);
        snprintf(text, sizeof text, "rules=%s", rules);
        cn_values_set(game->options, values, text, &error);
        snprintf(text, sizeof text, "%s %s", rows, side);
        if (cn_position_new(game, values, text, &p, &error) != CN_OK) {
            fprintf(stderr, "bench: %s\n", error.text);
            exit(1);
        }
        cn_forced win = {0};
        const double start = cpu_seconds();
        found += p.rules->forced(p.state, FORCED_BUDGET, &win) != CN_MOVE_NONE;
        seconds += cpu_seconds() - start;
        nodes += win.nodes;
        count++;
        cn_position_free(&p);
    }
    fclose(file);
    printf("forced wins       %8.0f searches/s, %.2f M moves/s, %d of %d found\n", count / seconds,
           (double)nodes / seconds / 1e6, found, count);
}

/* Openings in which neither side has a forced win. */
static const char *const openings[] = {"k5 l4 j5 m5 n3 l6", "h13 e12 d14 e13", "m5 n8 k5 l5 m10"};

static double search_seconds(const char *spec, const char *moves, uint64_t *nodes, double *cpu) {
    cn_search *search = bench_agent("gomoku", spec);
    cn_position p = bench_position("gomoku", NULL, 0, 0);
    while (*moves) {
        cn_move move;
        cn_error error;
        if (p.game->parse_move(p.state, moves, &move, &moves, &error) != CN_OK) break;
        p.rules->play(p.state, move);
        moves += *moves == ' ';
    }
    const double start = cn_clock_seconds(), cpu_start = cpu_seconds();
    *nodes += bench_run(search, &p).nodes;
    *cpu += cpu_seconds() - cpu_start;
    const double seconds = cn_clock_seconds() - start;
    cn_position_free(&p);
    cn_search_free(search);
    return seconds;
}

static void searches(void) {
    static const char *const specs[] = {"pvs:depth=9", "pvs:depth=9,strategy=shared,threads=2",
                                        "pvs:depth=9,strategy=ybw,threads=2"};
    double one = 0;
    for (int i = 0; i < 3; i++) {
        uint64_t nodes = 0;
        double seconds = 0, cpu = 0;
        for (size_t k = 0; k < sizeof openings / sizeof *openings; k++) {
            seconds += search_seconds(specs[i], openings[k], &nodes, &cpu);
        }
        if (i == 0) one = seconds;
        printf("%-38s %6.2f M nodes/s, %.2f s, speed-up %.2f\n", specs[i],
               (double)nodes / cpu / 1e6, seconds, one / seconds);
    }
}

int bench_gomoku(void) {
    make_and_unmake();
    forced_wins();
    searches();
    return 0;
}
