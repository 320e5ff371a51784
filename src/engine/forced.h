/* Forced wins at the root: before an algorithm searches anything it asks the game whether the side
 * to move has a win by threats (cn_rules.forced). A win that the game proves needs no search. Apart
 * from the algorithms because both alpha-beta and Monte Carlo ask so. */
#pragma once

#include "engine/algorithm.h"

/* A win by force at the root, in the view of the side to move there. */
typedef struct cn_forced_root {
    cn_move move;                 /* the first move of the win; CN_MOVE_NONE: none was found */
    int plies;                    /* that the win takes at most */
    uint64_t nodes;               /* moves that were played to look for it, found or not */
    int length;                   /* of the line below */
    cn_move line[CN_FORCED_LINE]; /* how the win goes */
} cn_forced_root;

/* Looks for a win at the root of a run. It may use about a third of the run's time and of `nodes`,
 * a limit in positions (0: none); where only `depth` limits the search, about what a search of that
 * depth costs. `table` is the search's transposition table, or NULL: then a small one is made if it
 * is needed. It gives up when the run is stopped or its time is over; where several processes
 * share the run it looks at neither, so that all of them find the same. Called by the thread of
 * the run. */
void cn_forced_ask(const cn_run *run, uint64_t nodes, int depth, cn_table *table,
                   cn_forced_root *found);

/* Makes the win the result: best move, score, line, and the first of the best lines if any are
 * listed. What the result holds of the other moves stays. */
void cn_forced_put(const cn_position *position, const cn_forced_root *found, cn_result *result);
