/* Learning: evaluations a second with the weights that the program carries, games a second that one
 * and two threads learn from, and how often the evaluation alone finds a right move of Connect
 * Four, which the solver knows. */
#include "learn/learn.h"

#include "arena/solve.h"
#include "bench.h"
#include "core/clock.h"
#include "engine/learned.h"
#include "search/model_file.h"

#include <stdio.h>
#include <stdlib.h>

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

/* ---- right moves ---- */

enum { SET = 300, PLIES_LEAST = 8, PLIES_MOST = 28 };

/* Whether the move that the weights like best, without any search, keeps what the position is
 * worth. A move that ends the game is seen. `hard`: some move does not. */
static bool keeps(const cn_model *m, const cn_position *p, const cn_solution *s, bool *hard) {
    _Alignas(64) static unsigned char child[CN_STATE_MAX];
    int best = 0, value = INT32_MIN;
    *hard = false;
    for (int i = 0; i < s->count; i++) {
        cn_state_copy(p->rules, child, p->state);
        p->rules->play(child, s->moves[i].move);
        const cn_outcome end = p->rules->over(child);
        const int v = end == CN_DRAW ? 0
                      : end          ? INT32_MAX
                                     : -cn_model_value(m, p->game, p->rules, child);
        *hard |= !cn_solve_keeps(s, &s->moves[i]);
        if (v > value) {
            value = v;
            best = i;
        }
    }
    return cn_solve_keeps(s, &s->moves[best]);
}

/* Positions of random games, a seed each; a game that ended before is left out. */
static void right_moves(const char *game) {
    char agent[CN_SOLVE_SPEC];
    cn_error error;
    cn_model *m = NULL;
    int sure = 0, hard = 0, right = 0, right_hard = 0;
    cn_solution *solution = malloc(sizeof *solution);
    cn_position p = bench_position(game, NULL, 0, 0);
    cn_solve_spec(&p, 64, 1, true, agent);
    cn_search *solver = bench_agent(game, agent);
    const cn_builtin *b = cn_builtin_find(p.game, ".weights");
    cn_status status = cn_model_decode(b->name, b->bytes, b->size, &m, &error);
    cn_position_free(&p);
    for (uint64_t seed = 1; status == CN_OK && solution && sure < SET; seed++) {
        const int plies = PLIES_LEAST + (int)(seed % (PLIES_MOST - PLIES_LEAST + 1));
        const cn_solve_request all = {0};
        bool difficult;
        p = bench_position(game, NULL, plies, seed);
        if (p.rules->over(p.state) == CN_ONGOING) {
            status = cn_solve(solver, &p, &all, solution, &error);
            const bool kept = keeps(m, &p, solution, &difficult);
            sure++;
            hard += difficult;
            right += kept;
            right_hard += kept && difficult;
        }
        cn_position_free(&p);
    }
    if (status != CN_OK) printf("%s\n", error.text);
    printf("%s: the best move by weights alone keeps the value of %d of %d positions with %d to %d "
           "stones; %d of the %d where some move does not\n",
           game, right, sure, PLIES_LEAST, PLIES_MOST, right_hard, hard);
    cn_search_free(solver);
    cn_model_free(m);
    free(solution);
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
    right_moves("connect4");
    return 0;
}
