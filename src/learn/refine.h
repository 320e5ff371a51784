/* Learning once more from searches: a model that plays well already gets better weights from what
 * its own searches say, since a search of some plies is worth far more than the weights alone, and
 * errs far less than the result of one game.
 *
 * The last phase of the game comes first. Its positions are solved, or searched as deep as the
 * others, and its weights are fitted to the values. Searches from the phase before it then end
 * where the weights are better already, and so on, back to the beginning of the game. */
#pragma once

#include "learn/selfplay.h"

/* How to refine. */
typedef struct cn_refine_options {
    cn_selfplay_options play;  /* of the games that positions are taken from */
    int depth;                 /* plies that each position is searched */
    int positions;             /* of each phase; at least CN_REFINE_LEAST */
    int threads;               /* that search; at least 1 */
    uint64_t seed;             /* of the games */
    bool (*interrupted)(void); /* asked between positions, by all threads; NULL: never */
} cn_refine_options;

enum { CN_REFINE_LEAST = 100 };

/* What one phase gave. Errors are roots of mean squares, of positions that were not fitted: in
 * units of the game's score, or of the chance to win (0 to 1). */
typedef struct cn_refine_report {
    int phase;
    int positions; /* fewer than asked for if games hardly get there; then nothing is changed */
    double before, after; /* errors of the weights as they were, and as they are now */
} cn_refine_report;

/* Refines the weights of one phase; for all of them call it from the last phase to the first. With
 * the same options it does the same each time. CN_INTERRUPTED: nothing was changed. */
cn_status cn_refine_phase(const cn_position *start, cn_model *model, int phase,
                          const cn_refine_options *options, cn_refine_report *report,
                          cn_error *error);
