/* Learning: evaluations a second with the weights that the program carries, and games a second that
 * one and two threads learn from. */
#include "learn/learn.h"

#include "bench.h"
#include "core/clock.h"
#include "engine/learned.h"
#include "search/model_file.h"

#include <stdio.h>

enum { POSITIONS = 1024, ROUNDS = 7 };

static cn_planes planes[POSITIONS];
static uint8_t turns[POSITIONS];

/* Positions of random games. */
static void collect(const cn_position *start, const cn_model *m) {
    _Alignas(64) static unsigned char state[CN_STATE_MAX];
    cn_rng rng = cn_rng_make(1, 1);
    for (int n = 0; n < POSITIONS;) {
        cn_state_copy(start->rules, state, start->state);
        while (n < POSITIONS && start->rules->over(state) == CN_ONGOING) {
            cn_model_planes(m, start->game, start->rules, state, &planes[n]);
            turns[n++] = (uint8_t)start->rules->turn(state);
            start->rules->play(state, cn_playout_pick(start->rules, state, 0, &rng));
        }
    }
}

/* By processor time: the machine may be shared. */
static double evaluations_per_second(const cn_model *m) {
    double best = 0;
    volatile int sink = 0;
    for (int round = 0; round < ROUNDS; round++) {
        const uint64_t start = cn_clock_thread_ns();
        for (int repeat = 0; repeat < 100; repeat++) {
            for (int i = 0; i < POSITIONS; i++) {
                sink = m->value(&m->network, planes[i].own, planes[i].opp, turns[i]);
            }
        }
        const double rate = 100.0 * POSITIONS / ((double)(cn_clock_thread_ns() - start) * 1e-9);
        if (rate > best) best = rate;
    }
    (void)sink;
    return best;
}

static double games_per_second(const cn_position *start, int threads) {
    cn_learn_options o;
    cn_learner *learner;
    cn_learn_progress progress = {0};
    cn_error error;
    cn_learn_defaults(start, &o);
    o.threads = threads;
    o.seconds = 4;
    if (cn_learner_new(start, &o, NULL, &learner, &error) != CN_OK) return 0;
    cn_learner_run(learner, 1, &progress, &error);
    cn_learner_free(learner);
    return progress.seconds > 0 ? (double)progress.games / progress.seconds : 0;
}

int bench_learn(void) {
    printf("%-24s %16s %12s %12s %8s\n", "weights", "evaluations/s", "games/s", "2 threads",
           "ratio");
    for (const cn_builtin *b = cn_builtins; b->name; b++) {
        cn_model *m;
        cn_error error;
        cn_position start;
        cn_value values[CN_OPTIONS_MAX];
        if (cn_model_decode(b->name, b->bytes, b->size, &m, &error) != CN_OK) continue;
        const cn_game *game = cn_game_find(m->shape.game);
        if (game) cn_values_default(game->options, values);
        if (game && cn_position_new(game, values, NULL, &start, &error) == CN_OK) {
            collect(&start, m);
            const double rate = evaluations_per_second(m);
            const double one = games_per_second(&start, 1), two = games_per_second(&start, 2);
            printf("%-24s %16.0f %12.1f %12.1f %8.2f\n", b->name, rate, one, two,
                   one > 0 ? two / one : 0);
            cn_position_free(&start);
        }
        cn_model_free(m);
    }
    return 0;
}
