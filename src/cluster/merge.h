/* Monte Carlo tree search by several ranks: each grows trees of its own, and the statistics of
 * their root moves are added up ("root parallelization", Chaslot, Winands and van den Herik, 2008).
 *
 * A member sends its sums to the leader every INTERVAL and at the end; the leader adds up the
 * latest of each, for progress and for the choice of the move. Nobody waits for another until the
 * end, and if time ends the search, not for long even then: of a rank that does not answer, what it
 * sent last counts. With share=K the top of each tree learns from the others, too: see share.h.
 *
 * Strategies with numbered units (chunks, workers, root) share these by number, so their sums do
 * not depend on the number of ranks. */
#pragma once

#include "cluster/message.h"
#include "cluster/share.h"
#include "search/mcts.h"

typedef struct cn_crew cn_crew;

/* The latest sums of a rank. */
typedef struct cn_merge_row {
    uint64_t visits;      /* of the roots, in this run */
    cn_mcts_stats *stats; /* NULL: none came yet */
} cn_merge_row;

/* The exchange of root statistics in one run. */
typedef struct cn_merge {
    cn_mcts_peers peers; /* first: a pointer to it is one to the whole */
    cn_crew *crew;
    double next;        /* when to exchange again */
    int count;          /* root moves; 0: not known yet */
    cn_merge_row *rows; /* the leader: [ranks], guarded by the crew's lock */
    bool closed;        /* the leader: the last sums are made, what comes now is too late */
    cn_share share;
} cn_merge;

/* Begins as the leader on rank 0, elsewhere as a member; false if memory ran out. `levels` at the
 * top of the trees are exchanged (share.h); 0: none. */
bool cn_merge_begin(cn_merge *merge, cn_crew *crew, int levels);
void cn_merge_free(cn_merge *merge);
/* The courier, with the crew's lock taken: acts on a message; false if it is of another kind. */
bool cn_merge_handle(cn_merge *merge, cn_message *message);
