/* Wins by threats at the root of a search, for every algorithm: asked of the game before anything
 * else is searched (cn_rules.forced). */
#pragma once

#include "engine/algorithm.h"

typedef struct cn_forced_root {
    cn_move move; /* CN_MOVE_NONE: no win was found */
    int plies;
    uint64_t nodes; /* moves played to find it */
    int length;
    cn_move line[CN_FORCED_LINE];
} cn_forced_root;

/* Looks for a win with a part of the run's time, and of `nodes` if that is not 0; a search that is
 * only limited in depth gives it what a search of this depth costs. `table`: the search's, or NULL.
 * All processes of a run find the same. */
void cn_forced_ask(const cn_run *run, uint64_t nodes, int depth, cn_table *table,
                   cn_forced_root *found);

/* Puts the win that was found before whatever the result holds, which may be nothing. */
void cn_forced_put(const cn_position *position, const cn_forced_root *found, cn_result *result);
