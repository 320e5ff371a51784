/* Strength: two agents play pairs of games with exchanged colours from the same random opening. */
#include "bench.h"

#include "arena/elo.h"
#include "arena/play.h"

#include <stdlib.h>

enum { OPENING = 4 };

static cn_outcome play(cn_position *p, cn_search *first, cn_search *second) {
    cn_player players[2] = {{.search = first}, {.search = second}};
    int steps;
    cn_error error;
    cn_search_clear(first);
    cn_search_clear(second);
    if (cn_play(p, players, 0, NULL, NULL, &steps, &error) != CN_OK) {
        fprintf(stderr, "bench: %s\n", error.text);
        exit(1);
    }
    return p->rules->over(p->state);
}

int bench_strength(const char *game, const char *options, const char *a, const char *b, int games) {
    cn_search *agent[2] = {bench_agent(game, a), bench_agent(game, b)};
    int wins = 0, draws = 0, losses = 0;
    for (int i = 0; i < games; i++) {
        cn_position p = bench_position(game, options, OPENING, (uint64_t)(i / 2) + 1);
        const int swapped = i % 2;
        const cn_outcome outcome = play(&p, agent[swapped], agent[!swapped]);
        if (outcome == CN_DRAW) {
            draws++;
        } else if ((outcome == CN_FIRST_WINS) != swapped) {
            wins++;
        } else {
            losses++;
        }
        cn_position_free(&p);
    }
    const cn_elo e = cn_elo_from(wins, draws, losses);
    printf("%s %s: %s against %s: +%d =%d -%d, %.1f %%, Elo %+.0f (%+.0f to %+.0f)\n", game,
           options, a, b, wins, draws, losses, 100 * e.score, e.elo, e.low, e.high);
    for (int i = 0; i < 2; i++) cn_search_free(agent[i]);
    return 0;
}
