/* How far a deep search strays from a shallow one, measured on positions of self-play. For each
 * phase and each pair of depths a straight line is fitted by least squares through the values that
 * both searches gave the same positions; its slope, offset and deviation are what Multi-ProbCut
 * (search/probcut.h) goes by.
 *
 * Up to eight plies the searches are full. Deeper ones would take too long: they are selective by
 * what the full ones have shown, as they will be when they are used. */
#include "learn/outlook.h"

#include <math.h>
#include <stdlib.h>

enum {
    FULL = 8,      /* plies of the deepest search that leaves nothing out */
    DEEPEST = 12,  /* plies of the deepest search that is measured */
    SAMPLES = 100, /* positions of each phase, for full searches and again for selective ones */
    LEAST = 15,    /* pairs of values; fewer do not make a line */
    GAMES = 500,   /* that are played; each gives a phase one sample at most */
    NODES = 30000, /* a search that took more is the last for its position … */
    DEEP_NODES = 60000, /* … and a selective one */
    TRIALS = 20,        /* positions that the gain is measured on */
    TRIAL_DEPTH = 7,    /* and the depth of the two searches compared there */
};

/* Which depth stands for which: about half, of the same parity, since who moves last makes a
 * difference. */
static const int shallow_of[DEEPEST + 1] = {0, 0, 0, 1, 2, 1, 2, 3, 4, 5, 4, 5, 6};

/* Sums for a straight line through pairs of values. */
typedef struct line_sums {
    int count;
    double x, y, xx, xy, yy;
} line_sums;

/* What was measured in one phase; `deep` is by the depth of the deeper search. */
typedef struct phase_sums {
    int samples;
    line_sums deep[DEEPEST + 1];
} phase_sums;

/* Adds a pair: the value of the shallow search and that of the deep one. */
static void add(line_sums *s, double x, double y) {
    s->count++;
    s->x += x;
    s->y += y;
    s->xx += x * x;
    s->xy += x * y;
    s->yy += y * y;
}

/* The line through the pairs, by least squares; false if there are too few of them or the two
 * searches do not agree at all. The deviation is that of the deep value around the line, with two
 * degrees of freedom taken off. */
static bool fit(const line_sums *s, cn_outlook *e) {
    if (s->count < LEAST) return false;
    const double n = s->count, x = s->x / n, y = s->y / n;
    const double xx = s->xx / n - x * x, xy = s->xy / n - x * y, yy = s->yy / n - y * y;
    if (xx <= 0 || xy <= 0) return false;
    const double slope = xy / xx, rest = yy - slope * xy;
    e->slope = (float)slope;
    e->offset = (float)(y - slope * x);
    e->deviation = (float)sqrt(rest > 0 ? rest * n / (n - 2) : 0);
    return true;
}

/* Searches the state at all depths that do not take too long, and notes the pairs of values. A
 * value that is a win or a loss belongs on no line and ends it. */
static void sample(cn_selfplay *s, phase_sums *sums) {
    int value[DEEPEST + 1];
    sums->samples++;
    for (int depth = 1; depth <= FULL; depth++) {
        const uint64_t before = s->context->nodes;
        value[depth] = cn_selfplay_search(s, depth, depth > 4);
        if (cn_value_decided(value[depth])) return;
        if (depth > 2) add(&sums->deep[depth], value[shallow_of[depth]], value[depth]);
        if (s->context->nodes - before > NODES) return;
    }
}

/* The same for the depths that follow, with selective searches, each of which finds good moves in
 * the table of the one before. */
static void sample_deep(cn_selfplay *s, phase_sums *sums) {
    cn_context *c = s->context;
    int value[DEEPEST + 1];
    sums->samples++;
    cn_selfplay_select(s, 1.5f);
    value[1] = cn_selfplay_search(s, 1, true);
    for (int depth = 2; depth <= DEEPEST; depth++) {
        const uint64_t before = c->nodes;
        value[depth] = c->alphabeta(c, s->state, depth, 0, -CN_INFINITY, CN_INFINITY);
        if (cn_value_decided(value[depth])) break;
        if (depth > FULL) add(&sums->deep[depth], value[shallow_of[depth]], value[depth]);
        if (c->nodes - before > DEEP_NODES) break;
    }
    cn_selfplay_select(s, 0);
}

/* Plays on by one ply's search; false at the end of the game. */
static bool go_on(cn_selfplay *s) {
    cn_selfplay_search(s, 1, false);
    s->start->rules->play(s->state, s->context->line[0][0]);
    return s->start->rules->over(s->state) == CN_ONGOING;
}

/* Plays one game and samples each phase once at most, at a random place, so that samples are not
 * neighbours. */
static void sample_game(cn_selfplay *s, cn_rng *rng, bool deep, phase_sums *sums) {
    bool sampled[CN_PHASES_MAX] = {false};
    if (!cn_selfplay_open(s, rng)) return;
    for (int ply = 0; ply < CN_SELFPLAY_PLIES; ply++) {
        const int phase = cn_selfplay_phase(s);
        if (!sampled[phase] && sums[phase].samples < SAMPLES && cn_rng_below(rng, 3) == 0) {
            sampled[phase] = true;
            (deep ? sample_deep : sample)(s, &sums[phase]);
        }
        if (!go_on(s)) return;
    }
}

/* Nodes of a full and of a selective search from the middle of one more game. */
static void try_out(cn_selfplay *s, cn_rng *rng, double nodes[2], int *positions) {
    if (!cn_selfplay_open(s, rng)) return;
    for (uint32_t left = cn_rng_below(rng, 20); left > 0; left--) {
        if (!go_on(s)) return;
    }
    for (int selective = 0; selective < 2; selective++) {
        const uint64_t before = s->context->nodes;
        cn_selfplay_select(s, selective ? 1.5f : 0);
        for (int depth = 1; depth <= TRIAL_DEPTH; depth++) {
            cn_selfplay_search(s, depth, depth > 4);
            if (!selective && s->context->nodes - before > 4 * NODES) break;
        }
        nodes[selective] += (double)(s->context->nodes - before);
    }
    cn_selfplay_select(s, 0);
    ++*positions;
}

/* Samples all phases, by full searches or by deeper selective ones, and adds the lines to the
 * model. */
static void measure(cn_selfplay *s, cn_model *m, cn_rng *rng, bool deep, phase_sums *sums) {
    memset(sums, 0, CN_PHASES_MAX * sizeof *sums);
    for (int game = 0; game < GAMES; game++) sample_game(s, rng, deep, sums);
    for (int phase = 0; phase < m->shape.phases; phase++) {
        for (int depth = 3; depth <= DEEPEST && m->outlooks < CN_OUTLOOKS_MAX; depth++) {
            cn_outlook e = {.phase = phase, .shallow = shallow_of[depth], .deep = depth};
            if (fit(&sums[phase].deep[depth], &e)) m->outlook[m->outlooks++] = e;
        }
    }
    cn_model_index(m);
}

cn_status cn_outlook_measure(const cn_position *start, cn_model *m, const cn_selfplay_options *play,
                             uint64_t seed, cn_outlook_report *report, cn_error *error) {
    cn_selfplay s;
    phase_sums *sums = calloc(CN_PHASES_MAX, sizeof *sums);
    if (!sums) return cn_fail(error, CN_NO_MEMORY, "no memory to measure errors");
    const cn_status status = cn_selfplay_new(start, m, play, &s, error);
    if (status == CN_OK) {
        double nodes[2] = {0, 0};
        cn_rng rng = cn_rng_make(seed, UINT64_C(0x6f75746c6f6f6b));
        m->outlooks = 0;
        m->game = start->game;
        measure(&s, m, &rng, false, sums);
        measure(&s, m, &rng, true, sums);
        *report = (cn_outlook_report){0};
        for (int i = 0; i < TRIALS; i++) try_out(&s, &rng, nodes, &report->positions);
        report->share = nodes[0] > 0 ? nodes[1] / nodes[0] : 1;
        cn_selfplay_free(&s);
    }
    free(sums);
    return status;
}
