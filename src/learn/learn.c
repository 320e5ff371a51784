/* The learner: threads that play games against themselves and train one network together.
 *
 * Each thread takes the number of the next game, plays it with the network as it is
 * (learn/selfplay.h), moves the weights towards the targets of its positions (learn/trainer.h), and
 * learns some of its older positions again. The number of a game names its random numbers. Threads
 * share the weights, which are relaxed atomics, and the counter of games; rings and self-play are
 * each thread's own. */
#include "learn/learn.h"

#include "core/clock.h"
#include "learn/tuples.h"
#include "parallel/thread.h"

#include <math.h>
#include <stdlib.h>

/* ---- a memory of positions ---- */

enum {
    MEMORY = 1 << 20,  /* positions a thread remembers */
    PUBLISH_EVERY = 64 /* games: rounding all weights takes as long as a few games */
};

/* The latest positions of one phase and side: a ring, in which a new position replaces the oldest.
 */
typedef struct ring {
    uint64_t *planes; /* [room][2][words] */
    float *target;    /* [room]: as cn_trainer_step takes it */
    uint8_t *turn;    /* [room]: the player to move */
    uint64_t seen;    /* positions put into it since the beginning */
} ring;

/* One thread of the learner. */
typedef struct worker {
    cn_learner *learner;
    cn_selfplay play;
    ring *rings;        /* one for each table of weights */
    size_t room;        /* of each */
    cn_rng rng;         /* chooses what is learned again */
    double squares;     /* of errors of new positions, fading: the last 100000 or so count */
    double weight;      /* how many positions `squares` stands for, fading likewise */
    uint64_t positions; /* learned from since the beginning, without those learned again */
    cn_thread thread;
} worker;

struct cn_learner {
    const cn_position *start;
    cn_learn_options options;
    cn_model *model;
    cn_trainer trainer;
    int count;             /* threads */
    worker *workers;       /* [count] */
    _Atomic uint64_t next; /* number of the next game */
    double spent;          /* seconds, in earlier runs */
    double begin;          /* of this run, seconds of the clock */
    double until;          /* share of the limits at which this run ends */
};

/* Puts a position into the ring of its table. */
static void remember(worker *w, const cn_planes *planes, int turn, float target) {
    const cn_network *n = &w->learner->model->network;
    const int table = cn_network_table(n, cn_network_stones(n, planes->own, planes->opp), turn);
    const size_t words = (size_t)n->words;
    ring *r = &w->rings[table];
    const size_t at = r->seen++ % w->room;
    memcpy(r->planes + at * 2 * words, planes->own, words * 8);
    memcpy(r->planes + (at * 2 + 1) * words, planes->opp, words * 8);
    r->target[at] = target;
    r->turn[at] = (uint8_t)turn;
}

/* Learns `count` old positions again, all of one table: its weights then stay in the cache. */
static void learn_again(worker *w, int count, float rate) {
    cn_model *m = w->learner->model;
    const int table = (int)cn_rng_below(&w->rng, (uint32_t)cn_model_tables(m));
    const size_t words = (size_t)m->network.words;
    const ring *r = &w->rings[table];
    if (r->seen == 0) return;
    for (int i = 0; i < count; i++) {
        cn_planes planes;
        const size_t known = r->seen < w->room ? r->seen : w->room;
        const size_t at = cn_rng_below(&w->rng, (uint32_t)known);
        memcpy(planes.own, r->planes + at * 2 * words, words * 8);
        memcpy(planes.opp, r->planes + (at * 2 + 1) * words, words * 8);
        cn_trainer_step(&w->learner->trainer, &planes, r->turn[at], r->target[at], rate);
    }
}

/* Allocates the rings of a thread, which divide MEMORY evenly; false if memory ran out. */
static bool new_rings(worker *w) {
    const cn_model *m = w->learner->model;
    const size_t tables = (size_t)cn_model_tables(m), words = (size_t)m->network.words;
    w->room = MEMORY / tables;
    w->rings = calloc(tables, sizeof *w->rings);
    for (size_t i = 0; w->rings && i < tables; i++) {
        ring *r = &w->rings[i];
        r->planes = malloc(w->room * 2 * words * sizeof *r->planes);
        r->target = malloc(w->room * sizeof *r->target);
        r->turn = malloc(w->room);
        if (!r->planes || !r->target || !r->turn) return false;
    }
    return w->rings != NULL;
}

/* Frees the rings, also if new_rings failed half-way. */
static void free_rings(const cn_learner *l, worker *w) {
    const size_t tables = (size_t)cn_model_tables(l->model);
    for (size_t i = 0; w->rings && i < tables; i++) {
        free(w->rings[i].planes);
        free(w->rings[i].target);
        free(w->rings[i].turn);
    }
    free(w->rings);
}

/* ---- threads ---- */

/* How much of the limits is used up, 0 to 1, when `game` is about to begin. */
static double done(const cn_learner *l, uint64_t game) {
    const cn_learn_options *o = &l->options;
    double share = o->games ? (double)game / (double)o->games : 0;
    if (o->seconds > 0) {
        const double time = (l->spent + cn_clock_seconds() - l->begin) / o->seconds;
        if (time > share) share = time;
    }
    return share < 1 ? share : 1;
}

/* In the second half the rate falls to a twentieth, so that noise averages out. */
static float rate_now(const cn_learner *l, uint64_t game) {
    const double fall = 2 * done(l, game) - 1;
    return l->options.rate * (float)(fall > 0 ? 1 - 0.95 * fall : 1);
}

/* Plays game number `game` and learns from it. The model that games are played with gets the new
 * weights every PUBLISH_EVERY games, by whichever thread plays such a game. */
static void learn_game(worker *w, uint64_t game) {
    cn_learner *l = w->learner;
    cn_rng rng = cn_rng_make(l->options.seed, game);
    cn_selfplay_run(&w->play, &rng);
    const float rate = rate_now(l, game);
    /* Last position first: what is learned there helps the one before. */
    for (int i = w->play.count - 1; i >= 0; i--) {
        const float error = cn_trainer_step(&l->trainer, &w->play.planes[i], w->play.turn[i],
                                            w->play.target[i], rate);
        remember(w, &w->play.planes[i], w->play.turn[i], w->play.target[i]);
        w->squares = w->squares * 0.99999 + error * error;
        w->weight = w->weight * 0.99999 + 1;
        w->positions++;
    }
    learn_again(w, w->play.count * l->options.replay, rate);
    /* The counter runs through all numbers, so some thread meets each multiple. */
    if (game % PUBLISH_EVERY == 0) cn_trainer_publish(&l->trainer);
}

/* What a thread does until the share `until` of the limits is used up. A number that was taken but
 * not played is given back, so that the next run goes on there. */
static void work(void *user) {
    worker *w = user;
    cn_learner *l = w->learner;
    for (;;) {
        const uint64_t game = atomic_fetch_add_explicit(&l->next, 1, memory_order_relaxed);
        if (done(l, game) >= l->until || (l->options.interrupted && l->options.interrupted())) {
            atomic_fetch_sub_explicit(&l->next, 1, memory_order_relaxed);
            break;
        }
        learn_game(w, game);
    }
}

/* ---- making ---- */

/* Moves of a position, on average over a random game. */
static int usual_moves(const cn_position *start) {
    _Alignas(64) unsigned char state[CN_STATE_MAX];
    cn_move list[CN_MOVES_MAX];
    cn_rng rng = cn_rng_make(1, 1);
    int sum = 0, plies = 0;
    cn_state_copy(start->rules, state, start->state);
    for (; plies < CN_SELFPLAY_PLIES && start->rules->over(state) == CN_ONGOING; plies++) {
        const int count = start->rules->moves(state, list);
        sum += count;
        start->rules->play(state, list[cn_rng_below(&rng, (uint32_t)count)]);
    }
    return plies ? sum / plies : 0;
}

/* A second ply makes better games, but where there are many moves it makes far fewer: with 25 moves
 * a position, five times as many games by one ply taught more (Hex 7x7, Breakthrough 6x6). */
enum { MANY_MOVES = 14 };

void cn_learn_defaults(const cn_position *start, cn_learn_options *o) {
    const cn_learning *known = start->game->learning;
    cn_board board;
    start->game->draw(start->state, &board);
    const int images = start->rules->symmetry ? start->rules->symmetries : 1;
    /* About 120 places. Tuples of six cells: larger ones see more but need far more games, and
     * their tables leave the cache. */
    *o = (cn_learn_options){
        .play = {.depth = usual_moves(start) > MANY_MOVES ? 1 : 2,
                 .opening = board.rows * board.columns / 4,
                 .random = 0.02f,
                 .lambda = 0.9f},
        .tuples = known && known->tuples ? known->tuples
                  : images >= 8          ? "walks:15x6"
                  : images >= 4          ? "walks:30x6"
                                         : "walks:60x6",
        .phases = known && known->phases ? known->phases : 4,
        .rate = 1,
        .replay = 5,
        .threads = 1,
        .seed = 1,
    };
    if (known) o->play.solve = known->solve;
}

/* Equal spans of stones from the fewest to the most that games had. */
static void divide_phases(const cn_geometry *g, cn_shape *shape) {
    const int span = g->most - g->least + 1;
    if (shape->phases > span) shape->phases = span;
    for (int stones = 0; stones <= g->cells; stones++) {
        const int at = stones < g->least ? 0 : stones > g->most ? span - 1 : stones - g->least;
        shape->phase[stones] = (uint8_t)(at * shape->phases / span);
    }
}

/* One set of weights for both players, if they are alike on this board or on its mirror image. */
static void set_sides(const cn_geometry *g, int alike, cn_shape *shape) {
    const bool square = g->rows == g->columns;
    const bool known = alike && (alike != CN_ALIKE_TRANSPOSED || square);
    shape->sides = known ? 1 : 2;
    shape->mirrored = known && alike != CN_ALIKE;
    for (int i = 0; i < g->cells; i++) {
        const int row = i / g->columns, column = i % g->columns;
        shape->mirror[i] =
            (uint16_t)(alike == CN_ALIKE_TURNED ? (g->rows - 1 - row) * g->columns + column
                                                : column * g->columns + row);
    }
}

/* A model with weights of 0 for the board, tuples and phases that the options and the game ask for.
 */
static cn_status new_model(const cn_position *start, const cn_learn_options *o, cn_model **model,
                           cn_error *error) {
    const cn_learning *known = start->game->learning;
    cn_geometry *g = malloc(sizeof *g);
    cn_shape *shape = calloc(1, sizeof *shape);
    cn_status status = cn_fail(error, CN_NO_MEMORY, "no memory for a network");
    if (g && shape && cn_geometry_explore(start, g)) {
        snprintf(shape->game, sizeof shape->game, "%s", start->game->name);
        if (start->game->print_options) start->game->print_options(start->state, shape->options);
        shape->rows = g->rows;
        shape->columns = g->columns;
        shape->planes = g->planes;
        memcpy(shape->bit, g->bit, sizeof shape->bit);
        set_sides(g, known ? known->alike : CN_ALIKE_NOT, shape);
        shape->phases = o->phases;
        divide_phases(g, shape);
        const bool score = known && known->score && start->rules->score;
        shape->target = score ? CN_TARGET_SCORE : CN_TARGET_OUTCOME;
        shape->unit = score && start->game->eval_unit ? start->game->eval_unit : 1;
        shape->shift = score ? 0 : 3;
        status = cn_tuples_parse(g, o->tuples, o->seed, shape, error);
        if (status == CN_OK) status = cn_model_new(shape, model, error);
        cn_tuples_free(shape);
    }
    free(g);
    free(shape);
    return status;
}

cn_status cn_learner_new(const cn_position *start, const cn_learn_options *options,
                         cn_model *resume, cn_learner **out, cn_error *error) {
    cn_learner *l = calloc(1, sizeof *l);
    if (!l) {
        cn_model_free(resume);
        return cn_fail(error, CN_NO_MEMORY, "no memory to learn");
    }
    l->start = start;
    l->options = *options;
    l->model = resume;
    cn_status status = resume ? CN_OK : new_model(start, options, &l->model, error);
    if (status == CN_OK) status = cn_trainer_new(l->model, resume != NULL, &l->trainer, error);
    l->workers = calloc((size_t)options->threads, sizeof *l->workers);
    if (status == CN_OK && !l->workers) status = cn_fail(error, CN_NO_MEMORY, "no memory to learn");
    for (int i = 0; status == CN_OK && i < options->threads; i++) {
        worker *w = &l->workers[i];
        w->learner = l;
        w->rng = cn_rng_make(options->seed, ~(uint64_t)i);
        const bool ready = new_rings(w);
        status = cn_selfplay_new(start, l->model, &options->play, &w->play, error);
        l->count++;
        if (!ready) status = cn_fail(error, CN_NO_MEMORY, "no memory to learn");
    }
    if (status != CN_OK) {
        cn_learner_free(l);
        return status;
    }
    *out = l;
    return CN_OK;
}

void cn_learner_free(cn_learner *l) {
    if (!l) return;
    for (int i = 0; i < l->count; i++) {
        free_rings(l, &l->workers[i]);
        cn_selfplay_free(&l->workers[i].play);
    }
    free(l->workers);
    if (l->model) cn_trainer_free(&l->trainer);
    cn_model_free(l->model);
    free(l);
}

cn_model *cn_learner_model(cn_learner *l) {
    return l->model;
}

const cn_position *cn_learner_start(const cn_learner *l) {
    return l->start;
}

const cn_learn_options *cn_learner_options(const cn_learner *l) {
    return &l->options;
}

size_t cn_learner_weights(const cn_learner *l) {
    return (size_t)cn_model_tables(l->model) * l->model->packed;
}

void cn_learner_get(const cn_learner *l, float *weights) {
    for (size_t i = 0; i < cn_learner_weights(l); i++) {
        weights[i] = atomic_load_explicit(&l->trainer.trained[i].weight, memory_order_relaxed);
    }
}

void cn_learner_put(cn_learner *l, const float *weights) {
    for (size_t i = 0; i < cn_learner_weights(l); i++) {
        atomic_store_explicit(&l->trainer.trained[i].weight, weights[i], memory_order_relaxed);
    }
    cn_trainer_publish(&l->trainer);
}

/* Adds up what the threads counted; they must have come to rest. */
static void sum_up(const cn_learner *l, cn_learn_progress *p) {
    double squares = 0, weight = 0;
    *p = (cn_learn_progress){.games = atomic_load_explicit(&l->next, memory_order_relaxed),
                             .seconds = l->spent};
    for (int i = 0; i < l->count; i++) {
        squares += l->workers[i].squares;
        weight += l->workers[i].weight;
        p->positions += l->workers[i].positions;
    }
    p->error = weight > 0 ? sqrt(squares / weight) : 0;
}

cn_status cn_learner_run(cn_learner *l, double until, cn_learn_progress *p, cn_error *error) {
    cn_status status = CN_OK;
    int started = 0;
    l->begin = cn_clock_seconds();
    l->until = until;
    if (l->count == 1) {
        work(&l->workers[0]);
    } else {
        for (; status == CN_OK && started < l->count; started++) {
            worker *w = &l->workers[started];
            status = cn_thread_start(&w->thread, work, w, error);
            if (status != CN_OK) break;
        }
        for (int i = 0; i < started; i++) cn_thread_join(l->workers[i].thread);
    }
    cn_trainer_publish(&l->trainer);
    const double now = cn_clock_seconds();
    l->spent += now - l->begin;
    l->begin = now;
    sum_up(l, p);
    p->done = done(l, p->games);
    p->finished = p->done >= 1 || (l->options.interrupted && l->options.interrupted());
    return status;
}
