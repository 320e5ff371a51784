/* A short match between two agents, by which `canopy learn` shows what was learned. The agents
 * should have limits of nodes and not of time: then the result does not depend on the machine. */
#pragma once

#include "arena/elo.h"

#include <canopy/search.h>

/* Who plays, and how much. The caller owns the texts, which must outlive the match. */
typedef struct cn_duel_options {
    const char *first, *second; /* specifications */
    int games;                  /* rounded up to pairs: an opening each, with colours swapped */
    uint64_t seed;              /* of the openings */
    bool (*interrupted)(void);  /* asked now and then; NULL: never */
} cn_duel_options;

/* Plays the match, one game at a time, and counts the results in the view of the first agent. The
 * start position must not be over; each pair of games goes on from it by a few random moves. If the
 * match is interrupted, the tally has the games that were finished. */
cn_status cn_duel(const cn_position *start, const cn_duel_options *options, cn_tally *tally,
                  cn_error *error);
