/* Positions of a phase are gathered by all threads, each with games and random numbers of its own;
 * one thread then fits the phase's weights to their values by least squares (of the chance to win,
 * by the logistic function), going down the gradient with momentum.
 *
 * What is to be learned is which of two nearly equal positions is the better one. So games are
 * played with some care after a random opening, and of a score that is far from even less is made:
 * its square counts by 1/(1+(v/s)^2), s being half of what scores of the phase typically are. */
#include "learn/refine.h"

#include "parallel/thread.h"

#include <math.h>
#include <stdlib.h>

enum {
    PLIES_APART = 2, /* between the positions that a game gives a phase */
    STRAYED = 8,     /* one in so many is reached by a random move: a search meets such ones too */
    TRIES = 1000,    /* games in a row that miss the phase: then hardly any gets there */
    HELD_BACK = 20,  /* one position in so many is not fitted but tells the error */
    ROUNDS = 80,     /* of the fit, each over all positions */
    REWEIGHED = 20,  /* rounds after which it is seen anew how far from even positions are */
    PRIOR = 100, /* a weight is held where it was as if by so many positions, so that one that is
                    rarely met stays about there */
};
static const float momentum = 0.9f;

/* Positions, each as the numbers of the weights that its value is the sum of. */
typedef struct samples {
    int count, room;
    int terms;        /* weights of each */
    uint32_t *active; /* [room][terms] */
    float *target;    /* [room]: the chance to win, or units of the game's score */
    float *counts;    /* [room]: how much a position counts, at most 1 */
} samples;

/* One thread, which fills its own part of the samples. */
typedef struct gatherer {
    const cn_refine_options *options;
    int phase;
    samples part;
    cn_selfplay play;
    cn_rng rng;
    int randoms; /* random moves that the game still begins with */
    cn_thread thread;
} gatherer;

/* ---- positions ---- */

static bool in_phase(const gatherer *g) {
    return g->play.start->rules->over(g->play.state) == CN_ONGOING &&
           cn_selfplay_phase(&g->play) == g->phase;
}

/* Plays a random move, as the first moves of a game are and now and then a later one, or the best
 * one by the search of self-play or one of a ply more. */
static void go_on(gatherer *g, bool random) {
    cn_selfplay *s = &g->play;
    const cn_rules *rules = s->start->rules;
    cn_move list[CN_MOVES_MAX];
    const bool stray = (float)cn_rng_below(&g->rng, 1 << 16) < s->options.random * 65536;
    if (g->randoms > 0 || stray || random) {
        const int count = rules->moves(s->state, list);
        rules->play(s->state, list[cn_rng_below(&g->rng, (uint32_t)count)]);
        g->randoms--;
    } else {
        cn_selfplay_search(s, s->options.depth + (int)cn_rng_below(&g->rng, 2), false);
        rules->play(s->state, s->context->line[0][0]);
    }
}

/* Plays a new game until it comes to the phase; false if it does not. */
static bool reach(gatherer *g) {
    cn_selfplay *s = &g->play;
    const cn_rules *rules = s->start->rules;
    memcpy(s->state, s->start->state, rules->state_size);
    const int few = s->options.opening * 3 / 8, most = s->options.opening * 7 / 8;
    g->randoms = few + (int)cn_rng_below(&g->rng, (uint32_t)(most - few) + 1);
    for (int ply = 0; ply < CN_SELFPLAY_PLIES && rules->over(s->state) == CN_ONGOING; ply++) {
        if (cn_selfplay_phase(s) >= g->phase) return cn_selfplay_phase(s) == g->phase;
        go_on(g, false);
    }
    return false;
}

/* Keeps the state as a sample. */
static void keep(gatherer *g) {
    const cn_selfplay *s = &g->play;
    const cn_model *m = s->model;
    samples *to = &g->part;
    uint32_t *active = to->active + (size_t)to->count * (size_t)to->terms;
    cn_planes planes;
    cn_model_planes(m, s->start->game, s->start->rules, s->state, &planes);
    const int table = cn_model_active(m, &planes, s->start->rules->turn(s->state), active);
    for (int i = 0; i < to->terms; i++) {
        active[i] = (uint32_t)table * m->packed + m->rank[active[i]];
    }
    to->target[to->count++] = cn_selfplay_worth(&g->play, g->options->depth);
}

/* What a thread does. Where the phase begins is left to chance by a ply, or positions would all
 * have the same side to move. */
static void gather(void *user) {
    gatherer *g = user;
    int missed = 0;
    while (g->part.count < g->part.room && missed < TRIES) {
        if (g->options->interrupted && g->options->interrupted()) return;
        if (!reach(g)) {
            missed++;
            continue;
        }
        missed = 0;
        if (cn_rng_below(&g->rng, 2)) go_on(g, false);
        while (g->part.count < g->part.room && in_phase(g)) {
            if (cn_rng_below(&g->rng, STRAYED) == 0) go_on(g, true);
            if (!in_phase(g)) break;
            keep(g);
            for (int i = 0; i < PLIES_APART && in_phase(g); i++) go_on(g, false);
        }
    }
}

/* All threads fill their parts of `all`, which then are next to each other. */
static cn_status gather_all(const cn_position *start, const cn_model *m, int phase,
                            const cn_refine_options *o, samples *all, cn_error *error) {
    gatherer *list = calloc((size_t)o->threads, sizeof *list);
    if (!list) return cn_fail(error, CN_NO_MEMORY, "no memory to learn");
    cn_status status = CN_OK;
    int made = 0, started = 0;
    for (; status == CN_OK && made < o->threads; made++) {
        gatherer *g = &list[made];
        const int from = (int)((int64_t)all->room * made / o->threads);
        const int to = (int)((int64_t)all->room * (made + 1) / o->threads);
        *g = (gatherer){.options = o, .phase = phase, .part = *all};
        g->part.room = to - from;
        g->part.active += (size_t)from * (size_t)all->terms;
        g->part.target += from;
        g->rng = cn_rng_make(o->seed, (uint64_t)phase * 1000 + (uint64_t)made);
        status = cn_selfplay_new(start, m, &o->play, &g->play, error);
        if (status != CN_OK) break;
    }
    for (; status == CN_OK && started < o->threads; started++) {
        status = cn_thread_start(&list[started].thread, gather, &list[started], error);
        if (status != CN_OK) break;
    }
    for (int i = 0; i < started; i++) cn_thread_join(list[i].thread);
    for (int i = 0; i < made; i++) {
        const samples *part = &list[i].part;
        memmove(all->active + (size_t)all->count * (size_t)all->terms, part->active,
                (size_t)part->count * (size_t)all->terms * sizeof *all->active);
        memmove(all->target + all->count, part->target, (size_t)part->count * sizeof *all->target);
        all->count += part->count;
        cn_selfplay_free(&list[i].play);
    }
    free(list);
    return status;
}

/* ---- the fit ---- */

/* Weights of all tables while they are fitted, in the unit of targets or as logits. */
typedef struct fitting {
    const cn_model *model;
    samples *samples;
    int fitted;                                  /* samples; the others are held back */
    size_t weights;                              /* tables * packed */
    float *weight, *before, *met, *pull, *speed; /* [weights]: now; before the fit; in how many
                                                    samples; the sum of their errors; last step */
} fitting;

static float value_of(const fitting *f, int i) {
    const samples *s = f->samples;
    const uint32_t *active = s->active + (size_t)i * (size_t)s->terms;
    float value = 0;
    for (int k = 0; k < s->terms; k++) value += f->weight[active[k]];
    return f->model->shape.target == CN_TARGET_SCORE ? value : 1 / (1 + expf(-value));
}

/* The root of the mean squared error of the samples that are held back. */
static double held_error(const fitting *f) {
    double squares = 0;
    for (int i = f->fitted; i < f->samples->count; i++) {
        const double error = f->samples->target[i] - value_of(f, i);
        squares += error * error;
    }
    return sqrt(squares / (f->samples->count - f->fitted));
}

/* Says how much each sample counts, by the values that the weights give now. By those of searches
 * it would be no fit: what happens to be searched too far from even would count too little, and the
 * weights would shrink. */
static void weigh(fitting *f) {
    samples *s = f->samples;
    double squares = 0;
    for (int i = 0; i < f->fitted; i++) squares += (double)s->target[i] * s->target[i];
    const bool score = f->model->shape.target == CN_TARGET_SCORE;
    const float half = (float)sqrt(squares / f->fitted) / 2;
    memset(f->met, 0, f->weights * sizeof *f->met);
    for (int i = 0; i < f->fitted; i++) {
        const float far = score && half > 0 ? value_of(f, i) / half : 0;
        const uint32_t *active = s->active + (size_t)i * (size_t)s->terms;
        s->counts[i] = 1 / (1 + far * far);
        for (int k = 0; k < s->terms; k++) f->met[active[k]] += s->counts[i];
    }
}

/* One round over the samples that are fitted, and one step of all weights. */
static void round_of(fitting *f) {
    const samples *s = f->samples;
    memset(f->pull, 0, f->weights * sizeof *f->pull);
    for (int i = 0; i < f->fitted; i++) {
        const uint32_t *active = s->active + (size_t)i * (size_t)s->terms;
        const float error = s->counts[i] * (s->target[i] - value_of(f, i));
        for (int k = 0; k < s->terms; k++) f->pull[active[k]] += error;
    }
    /* The steepest slope of the logistic function is 1/4. */
    const float share = (f->model->shape.target == CN_TARGET_SCORE ? 1.0f : 4.0f) / (float)s->terms;
    for (size_t i = 0; i < f->weights; i++) {
        if (f->met[i] == 0) continue;
        const float pull = f->pull[i] - PRIOR * (f->weight[i] - f->before[i]);
        f->speed[i] = momentum * f->speed[i] + share * pull / (f->met[i] + PRIOR);
        f->weight[i] += f->speed[i];
    }
}

/* Fits the weights that the samples meet, and gives them to the model. */
static void fit(cn_trainer *t, fitting *f, cn_refine_report *report) {
    for (size_t i = 0; i < f->weights; i++) {
        f->before[i] = atomic_load_explicit(&t->trained[i].weight, memory_order_relaxed);
    }
    memcpy(f->weight, f->before, f->weights * sizeof *f->weight);
    report->before = held_error(f);
    for (int round = 0; round < ROUNDS; round++) {
        if (round % REWEIGHED == 0) weigh(f);
        round_of(f);
    }
    report->after = held_error(f);
    for (size_t i = 0; i < f->weights; i++) {
        atomic_store_explicit(&t->trained[i].weight, f->weight[i], memory_order_relaxed);
    }
    cn_trainer_publish(t);
}

cn_status cn_refine_phase(const cn_position *start, cn_model *m, int phase,
                          const cn_refine_options *o, cn_refine_report *report, cn_error *error) {
    samples all = {.room = o->positions, .terms = m->network.lanes + 1};
    cn_trainer trainer = {0};
    *report = (cn_refine_report){.phase = phase};
    m->game = start->game;
    CN_TRY(cn_trainer_new(m, false, &trainer, error));
    const size_t weights = (size_t)cn_model_tables(m) * m->packed;
    float *numbers = calloc(weights * 5, sizeof *numbers);
    all.active = malloc((size_t)all.room * (size_t)all.terms * sizeof *all.active);
    all.target = malloc((size_t)all.room * sizeof *all.target);
    all.counts = malloc((size_t)all.room * sizeof *all.counts);
    cn_status status = CN_OK;
    if (!numbers || !all.active || !all.target || !all.counts) {
        status = cn_fail(error, CN_NO_MEMORY, "no memory for %d positions", all.room);
    }
    if (status == CN_OK) status = gather_all(start, m, phase, o, &all, error);
    if (status == CN_OK && o->interrupted && o->interrupted()) status = CN_STOPPED;
    report->positions = all.count;
    if (status == CN_OK && all.count >= CN_REFINE_LEAST) {
        fitting f = {.model = m,
                     .samples = &all,
                     .fitted = all.count - all.count / HELD_BACK,
                     .weights = weights,
                     .weight = numbers,
                     .before = numbers + weights,
                     .met = numbers + 2 * weights,
                     .pull = numbers + 3 * weights,
                     .speed = numbers + 4 * weights};
        fit(&trainer, &f, report);
    }
    free(numbers);
    free(all.active);
    free(all.target);
    free(all.counts);
    cn_trainer_free(&trainer);
    return status;
}
