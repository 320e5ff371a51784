/* share=K: the top K levels of every rank's tree hold the visits and rewards of all ranks, so that
 * each goes on where the others have left the question open ("slow tree parallelization": Bourki
 * and others, "Scalability and Parallelization of Monte-Carlo Tree Search", CG 2010).
 *
 * A node is named by the way to it: which child of the root, which child of that, and so on, mixed
 * into one number. Each rank tells the leader the totals of its own playouts at the nodes on top;
 * the leader adds them up and tells each rank the totals of all others. What is new in these is
 * added to the tree, and remembered as not one's own: own = what the node holds - what was added.
 * Totals, not differences, travel, so a message lost or late does no harm. At the end what was
 * added is taken out again: the sum over ranks then counts every playout once, and a tree that is
 * kept for the next move is its rank's own.
 *
 * Only for strategies with one tree a rank whose counters can be added to while others do: none,
 * leaf, and tree with lock=free. */
#pragma once

#include "cluster/message.h"
#include "search/mcts.h"

typedef struct cn_crew cn_crew;

/* What is known of one node. */
typedef struct cn_share_entry {
    uint64_t key; /* 0: free */
    uint64_t visits;
    int64_t reward;
} cn_share_entry;

/* Open addressing; entries are changed but never removed. */
typedef struct cn_share_table {
    cn_share_entry *slots;
    int count;
} cn_share_table;

/* The exchange of the tops of the trees in one run. */
typedef struct cn_share {
    int levels; /* 0: off, and all calls do nothing */
    int ranks;
    cn_share_table *own;   /* the leader: [ranks], what each says; guarded by the crew's lock */
    cn_share_table others; /* what the others have in all; guarded by the crew's lock */
    cn_share_table added;  /* … and how much of it is in this tree; worker 0's */
} cn_share;

/* False if memory ran out; cn_share_end frees it in any case. */
bool cn_share_begin(cn_share *share, int levels, int ranks);
void cn_share_end(cn_share *share);

/* Worker 0, between two iterations: tells what this rank has, adds to its tree what is new of the
 * others, and takes what is not this rank's own out of `stats` and `visits`, the tally of its root.
 */
void cn_share_exchange(cn_share *share, cn_crew *crew, cn_mcts *search, cn_mcts_stats *stats,
                       uint64_t *visits);
/* Worker 0: only takes what is not this rank's own out of the tally. */
void cn_share_subtract(const cn_share *share, const cn_mcts *search, cn_mcts_stats *stats,
                       uint64_t *visits);
/* Once all threads rest: does the same, and takes what was added out of the tree again. */
void cn_share_leave(cn_share *share, cn_mcts *search, cn_mcts_stats *stats, uint64_t *visits);
/* The courier, with the crew's lock taken: notes what another rank tells. */
void cn_share_take(cn_share *share, const cn_crew *crew, cn_message *message);
