/* What a shallow search tells of a deep one, measured for a learned evaluation. */
#pragma once

#include "learn/selfplay.h"

typedef struct cn_outlook_report {
    int positions; /* that both kinds of search were tried on */
    double share;  /* of the nodes of a full search that a selective one of the same depth needed */
} cn_outlook_report;

/* Searches positions of games by self-play at many depths and gives the model its `outlook`. One
 * thread; the same seed gives the same numbers. */
cn_status cn_outlook_measure(const cn_position *start, cn_model *model,
                             const cn_selfplay_options *play, uint64_t seed,
                             cn_outlook_report *report, cn_error *error);
