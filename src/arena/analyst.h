/* The agent that analyses positions for people: hints, reviews, the page's live analysis. */
#pragma once

#include "engine/spec.h"

/* The specification of an agent that analyses. One of the user's `own` keeps its limits, another
 * loses them: the caller sets limits. `threads` 0: as the agent has it. */
cn_status cn_analyst_spec(const cn_game *game, const char *agent, bool own, int threads,
                          cn_spec *spec, cn_error *error);

/* The seconds for a hint: more than the usual where that lets an expert of the game prove it. */
double cn_analyst_seconds(const cn_position *position, double usual);
