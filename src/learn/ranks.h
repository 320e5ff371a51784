/* Learning on all ranks of a job. Each rank plays and trains by itself; fifty times on the way they
 * agree on the weights, and go on from there. */
#pragma once

#include "cluster/farm.h"
#include "engine/ranks.h"
#include "learn/learn.h"

/* As cn_learner_run, with the help of all other ranks if there are any. The learner's limit of
 * games is then each rank's share of them. `progress` is in and out: it says where this run goes
 * on, and afterwards the games and positions of all ranks. Rank 0 only, one call at a time. */
cn_status cn_learn_together(cn_learner *learner, double until, cn_learn_progress *progress,
                            cn_error *error);

/* For other ranks' cn_farm_work: learns what cn_learn_together asks (CN_WORK_LEARN). `service` is
 * their cn_ranks_service, which finds the game. The learner is kept in static memory between
 * questions, so only one such question may be answered at a time. */
void cn_learn_answer(cn_message *question, cn_message *answer, cn_farm_task *task, void *service);
