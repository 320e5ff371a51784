/* What a match costs besides the agents' thinking: 200 fast games of each game. */
#include "bench.h"

#include "arena/match.h"
#include "arena/store.h"
#include "core/clock.h"

#include <stdlib.h>
#include <unistd.h>

enum { GAMES = 200 };

typedef struct keeper {
    cn_store *store; /* NULL: games are not kept */
    int64_t id;
} keeper;

static void give_up(const cn_error *error) {
    fprintf(stderr, "bench: %s\n", error->text);
    exit(1);
}

static cn_status keep(const cn_match *match, const cn_fixture *fixture, const cn_bout *bout,
                      void *user, cn_error *error) {
    (void)match;
    const keeper *k = user;
    const cn_store_entry game = {.match = k->id, .seed = {-1, -1}};
    return k->store ? cn_store_add(k->store, &game, fixture, bout, error) : CN_OK;
}

/* Microseconds a move outside the agents, over the whole match. */
static double measure(const cn_game *game, const char *agent, keeper *k, double *per_game_ms) {
    cn_position start = bench_position(game->name, NULL, 0, 1);
    cn_value values[CN_OPTIONS_MAX];
    cn_openings openings;
    cn_match match;
    cn_error error;
    cn_values_default(game->options, values);
    const cn_match_settings settings = {.start = &start,
                                        .values = values,
                                        .players = 2,
                                        .agents = {"random", agent},
                                        .games = GAMES,
                                        .rounds = 1,
                                        .seed = 1,
                                        .concurrency = 1};
    const cn_match_hooks hooks = {NULL, keep, k};
    const double before = cn_clock_seconds();
    if (cn_openings_random(&openings, &start, 4, GAMES / 2, 1, &error) != CN_OK ||
        cn_match_new(&match, &settings, &openings, &error) != CN_OK ||
        cn_match_run(&match, &hooks, &error) != CN_OK) {
        give_up(&error);
    }
    const double seconds = cn_clock_seconds() - before;
    const double moves = (double)match.standings.plies - 4 * GAMES;
    const double outside = (seconds - match.searching) / moves * 1e6;
    *per_game_ms = seconds / GAMES * 1e3;
    cn_match_free(&match);
    cn_openings_free(&openings);
    cn_position_free(&start);
    return outside;
}

int bench_match(void) {
    char path[] = "/tmp/canopy-bench-XXXXXX";
    const int file = mkstemp(path);
    if (file < 0) return 1;
    close(file);
    cn_error error;
    keeper with = {0}, without = {0};
    if (cn_store_open(path, true, &with.store, &error) != CN_OK) give_up(&error);
    printf("microseconds a move outside the agents, and milliseconds a game, of %d games\n\n",
           GAMES);
    printf("%-10s %-8s  %10s %10s  %12s %12s\n", "game", "against", "us/move", "ms/game",
           "us/move, db", "ms/game, db");
    for (const cn_game *const *game = cn_games(); *game; game++) {
        static const char *const agents[] = {"random", "greedy"};
        for (int i = 0; i < 2; i++) {
            char settings[64];
            bool found;
            double ms, db_ms;
            snprintf(settings, sizeof settings, "%s %s", (*game)->name, agents[i]);
            if (cn_store_begin(with.store, (*game)->name, settings, 0, NULL, &with.id, &found,
                               &error) != CN_OK) {
                give_up(&error);
            }
            const double us = measure(*game, agents[i], &without, &ms);
            const double db_us = measure(*game, agents[i], &with, &db_ms);
            printf("%-10s %-8s  %10.1f %10.3f  %12.1f %12.3f\n", (*game)->name, agents[i], us, ms,
                   db_us, db_ms);
            fflush(stdout);
        }
    }
    cn_store_close(with.store);
    unlink(path);
    return 0;
}
