/* Weights while they are learned: numbers with a fraction, and what sets the step of each.
 *
 * Temporal coherence (Beal and Smith 1999; for n-tuples Bagheri, Thill, Koch and Konen 2014): a
 * weight remembers the sum of the errors it was corrected by and the sum of their sizes. While the
 * errors point the same way the two agree and its step is whole; once they only scatter, the sum
 * stays behind and the step shrinks. So frequent contents settle and rare ones still move.
 *
 * Threads train the same weights without locks. All fields are relaxed atomics: now and then one
 * thread's correction overwrites another's, which costs a sample and breaks nothing. */
#pragma once

#include "search/model.h"

/* One packed weight of the model while it is learned. */
typedef struct cn_trained {
    _Atomic float weight; /* in units of the game's score, or as a logit (base e) */
    _Atomic float sum;    /* of errors */
    _Atomic float size;   /* of their absolute values */
} cn_trained;

/* The weights of a model while they are learned; threads may share it. */
typedef struct cn_trainer {
    cn_model *model;     /* gets the rounded weights by cn_trainer_publish */
    cn_trained *trained; /* [tables][packed], owned */
    float scale;         /* units of the model's weights in one of `weight` */
} cn_trainer;

/* Begins with the model's weights; the model must outlive the trainer. `settled`: they have been
 * learned before, and steps are small. Fails only without memory. */
cn_status cn_trainer_new(cn_model *model, bool settled, cn_trainer *trainer, cn_error *error);
void cn_trainer_free(cn_trainer *trainer);

/* Moves the weights towards a position's target (in the view of the side to move: units of the
 * game's score, or the chance to win) by `rate` (1: all of the error at once). Returns the error
 * there was, in the same unit. From any thread. */
float cn_trainer_step(cn_trainer *trainer, const cn_planes *planes, int turn, float target,
                      float rate);

/* Rounds the weights and gives them to the model. From any thread, at any time. */
void cn_trainer_publish(cn_trainer *trainer);
