/* A short match with limits of nodes, to see what was learned: its result does not depend on the
 * machine. */
#pragma once

#include "arena/elo.h"

#include <canopy/search.h>

typedef struct cn_duel_options {
    const char *first, *second; /* specifications */
    int games;                  /* rounded up to pairs: an opening each, with colours swapped */
    uint64_t seed;              /* of the openings */
    bool (*interrupted)(void);  /* asked now and then; NULL: never */
} cn_duel_options;

/* Results in the view of the first. */
cn_status cn_duel(const cn_position *start, const cn_duel_options *options, cn_tally *tally,
                  cn_error *error);
