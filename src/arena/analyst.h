/* Who analyses: an agent by its specification, with threads put to use. */
#ifndef ARENA_ANALYST_H
#define ARENA_ANALYST_H

#include <canopy/search.h>

/* The strategy that puts threads to use in an agent whose specification is resolved; NULL: there is
 * none. */
const char *cn_analyst_strategy(const char *spec);

/* The specification of an agent that analyses. One of the user's `own` keeps its limits, another
 * loses them: the caller sets limits. `threads` 0: as the agent has it. */
cn_status cn_analyst_spec(const cn_game *game, const char *agent, bool own, int threads, char *spec,
                          size_t size, cn_error *error);

#endif
