/* What a shallow search tells of a deep one, measured for a learned evaluation. `canopy learn` does
 * so once the weights are learned; searches with selectivity > 0 use it (search/probcut.h). */
#pragma once

#include "learn/selfplay.h"

/* How many nodes the measured outlook saves, tried out on some positions with selectivity 1.5. */
typedef struct cn_outlook_report {
    int positions; /* that both kinds of search were tried on */
    double share;  /* of the nodes of a full search that a selective one of the same depth needed */
} cn_outlook_report;

/* Searches positions of games by self-play at many depths and gives the model its `outlook`, in
 * place of the one it had, and its game. Nobody else may use the model meanwhile. One thread; the
 * same seed gives the same numbers. */
cn_status cn_outlook_measure(const cn_position *start, cn_model *model,
                             const cn_selfplay_options *play, uint64_t seed,
                             cn_outlook_report *report, cn_error *error);
