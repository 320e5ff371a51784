/* Learning an evaluation by self-play: an n-tuple network (search/model.h) plays against itself,
 * and its weights are moved towards what the games showed (TD(lambda) with temporal coherence).
 * This header is what `canopy learn` sees; self-play, training and tuples have files of their own.
 */
#pragma once

#include "learn/selfplay.h"

/* How to learn. The learner copies the struct, but not the text of `tuples`, which it reads only
 * when it is made. */
typedef struct cn_learn_options {
    cn_selfplay_options play;
    const char *tuples;        /* NULL: the game's, or what suits most games */
    int phases;                /* 0: the game's */
    float rate;                /* see cn_trainer_step */
    int replay;                /* old positions learned again for each new one */
    int threads;               /* at least 1 */
    uint64_t seed;             /* of games, and of random tuples */
    uint64_t games;            /* to learn from in all; 0: no limit */
    double seconds;            /* to learn for in all; 0: no limit */
    bool (*interrupted)(void); /* asked between games, by all threads; NULL: never */
} cn_learn_options;

/* How far a learner is. Games, positions and seconds count from its beginning. */
typedef struct cn_learn_progress {
    uint64_t games, positions;
    double seconds; /* spent learning */
    double error;   /* root of the mean squared error of new positions, lately: units of the game's
                       score, or chance to win (0 to 1) */
    double done;    /* share of the limits, 0 to 1 */
    bool finished;  /* a limit is reached, or it was interrupted */
} cn_learn_progress;

typedef struct cn_learner cn_learner;

/* Options that suit the game. */
void cn_learn_defaults(const cn_position *start, cn_learn_options *options);

/* Makes a learner; free it with cn_learner_free. `start` must outlive it. `resume` is a model to go
 * on with, NULL for a new one; the learner owns it from here on, also if this fails. */
cn_status cn_learner_new(const cn_position *start, const cn_learn_options *options,
                         cn_model *resume, cn_learner **learner, cn_error *error);
void cn_learner_free(cn_learner *learner); /* NULL is fine */
/* What it was made of. The model is the learner's own, and has the latest weights after a run. */
cn_model *cn_learner_model(cn_learner *learner);
const cn_position *cn_learner_start(const cn_learner *learner);
const cn_learn_options *cn_learner_options(const cn_learner *learner);

/* The weights as they are learned, with fractions: how many there are, read, and replaced. Not
 * while it runs. */
size_t cn_learner_weights(const cn_learner *learner);
void cn_learner_get(const cn_learner *learner, float *weights);
void cn_learner_put(cn_learner *learner, const float *weights);

/* Learns until the share `until` of the limits is used up, and says how far it is; the model then
 * has the weights. With one thread the caller does the work, else it waits for the
 * others. Not from two threads at once. With one thread and a limit of games, not of time, the same
 * seed and the same steps learn the same weights. */
cn_status cn_learner_run(cn_learner *learner, double until, cn_learn_progress *progress,
                         cn_error *error);
