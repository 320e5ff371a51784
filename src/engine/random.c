/* The agent that plays a random legal move: an opponent for tests and a yardstick for matches. */
#include "engine/algorithm.h"

/* The state of an agent: its seed, and the random numbers that follow from it. */
typedef struct any_move {
    int64_t seed;
    cn_rng rng;
} any_move;

const cn_setting cn_any_move_settings[] = {
    CN_INT_IN(any_move, seed, "seed", 0, 1e15, "1",
              "seed of the random numbers; the same seed plays the same moves"),
    {.size = 0},
};

/* The random numbers begin again, so that two games after it are alike. */
static void clear(void *self) {
    any_move *a = self;
    a->rng = cn_rng_make((uint64_t)a->seed, 0);
}

/* Begins the random numbers of the seed. */
static cn_status set_up(void *self, const cn_spec *spec, cn_error *error) {
    (void)error;
    cn_spec_store(spec, cn_any_move_settings, self);
    clear(self);
    return CN_OK;
}

/* Plays any legal move, each as likely as the others. */
static cn_status run(void *self, const cn_run *run, cn_result *result, cn_error *error) {
    (void)error;
    any_move *a = self;
    cn_move list[CN_MOVES_MAX];
    const int count = run->position->rules->moves(run->position->state, list);
    result->best = list[cn_rng_below(&a->rng, (uint32_t)count)];
    result->line[result->line_length++] = result->best;
    result->complete = true;
    return CN_OK;
}

static void tear_down(void *self) {
    (void)self;
}

/* The algorithm of the kind `random`. */
const cn_algorithm cn_any_move = {
    .size = sizeof(any_move),
    .set_up = set_up,
    .run = run,
    .clear = clear,
    .tear_down = tear_down,
};
