/* Root statistics on their way between ranks: members send theirs at intervals, the leader adds up
 * the latest of each. */
#include "cluster/merge.h"

#include "cluster/crew.h"
#include "core/clock.h"

#include <stdlib.h>

/* Seconds between two exchanges: often enough for people to see figures move and for trees to learn
 * from each other, and a message is only a few kilobytes. */
static const double INTERVAL = 0.05;

static bool stopped(const cn_mcts *m) {
    return atomic_load_explicit(m->stop, memory_order_relaxed);
}

/* Whether it is time to exchange again. */
static bool due(cn_merge *g) {
    const double now = cn_clock_seconds();
    if (now < g->next) return false;
    g->next = now + INTERVAL;
    return true;
}

/* ---- a member ---- */

/* Sends the sums of this rank's root moves to the leader. */
static void send(cn_merge *g, const cn_mcts *m, const cn_mcts_stats *stats, uint64_t visits) {
    cn_message message = cn_message_new(CN_MESSAGE_STATS, g->crew->run);
    const int32_t count = m->count;
    cn_message_put(&message, &count, sizeof count);
    cn_message_put(&message, &visits, sizeof visits);
    cn_message_put(&message, stats, (size_t)count * sizeof *stats);
    cn_cluster_send(0, &message);
}

/* What this rank's tree has, without what others told it; false if it is not yet time again. */
static bool take_stock(cn_merge *g, cn_mcts *m, cn_mcts_stats *stats, uint64_t *visits) {
    if (!due(g)) return false;
    *visits = 0;
    memset(stats, 0, (size_t)m->count * sizeof *stats);
    m->tally(m, stats, visits, true);
    cn_share_exchange(&g->share, g->crew, m, stats, visits);
    return true;
}

/* A member, from time to time: tells the leader what it has. */
static void member_exchange(cn_mcts_peers *peers, cn_mcts *m) {
    cn_merge *g = (cn_merge *)peers;
    cn_mcts_stats stats[CN_MOVES_MAX];
    uint64_t visits;
    if (take_stock(g, m, stats, &visits)) send(g, m, stats, visits);
}

/* Takes what came from other ranks out of the sums and, at the end of the run, out of the tree. */
static void leave_out_others(cn_merge *g, cn_mcts *m, cn_mcts_stats *stats, uint64_t *visits,
                             bool live) {
    live ? cn_share_subtract(&g->share, m, stats, visits)
         : cn_share_leave(&g->share, m, stats, visits);
}

/* A member, at the end of its part (or, `live`, on the way): takes what came from other ranks out
 * of its sums, since the leader has it already, and sends the rest. */
static void member_gather(cn_mcts_peers *peers, cn_mcts *m, cn_mcts_stats *stats, uint64_t *visits,
                          bool live) {
    cn_merge *g = (cn_merge *)peers;
    leave_out_others(g, m, stats, visits, live);
    if (!live) send(g, m, stats, *visits);
}

/* ---- the leader ---- */

/* Adds what the other ranks said last to the leader's sums, which are the last ones of the run or,
 * `live`, will be made again. Takes the crew's lock. */
static void add_rows(cn_merge *g, const cn_mcts *m, cn_mcts_stats *stats, uint64_t *visits,
                     bool live) {
    cn_lock_take(&g->crew->lock);
    g->closed = !live;
    for (int rank = 1; rank < g->crew->ranks && g->count == m->count; rank++) {
        const cn_merge_row *row = &g->rows[rank];
        for (int i = 0; row->stats && i < m->count; i++) cn_mcts_add(m, &stats[i], &row->stats[i]);
        *visits += row->visits;
    }
    cn_lock_leave(&g->crew->lock);
}

/* A search that only time would end is ended when the root is proven, also if the proofs of its
 * moves were found by different ranks. */
static void leader_exchange(cn_mcts_peers *peers, cn_mcts *m) {
    cn_merge *g = (cn_merge *)peers;
    cn_mcts_stats stats[CN_MOVES_MAX];
    uint64_t visits;
    if (!take_stock(g, m, stats, &visits)) return;
    add_rows(g, m, stats, &visits, true);
    if (m->iterations == 0 && cn_mcts_decided(m, stats)) {
        atomic_store_explicit(m->stop, true, memory_order_relaxed);
    }
}

/* The leader: its own part without what others added to it, plus what they said. At the end it
 * stops the others and waits for their last word. */
static void leader_gather(cn_mcts_peers *peers, cn_mcts *m, cn_mcts_stats *stats, uint64_t *visits,
                          bool live) {
    cn_merge *g = (cn_merge *)peers;
    leave_out_others(g, m, stats, visits, live);
    if (!live) {
        /* The others end by themselves after so many iterations, or when they are told. */
        cn_lock_take(&g->crew->lock);
        if (m->iterations == 0 || stopped(m)) cn_crew_tell_stop(g->crew);
        cn_lock_leave(&g->crew->lock);
        cn_crew_await(g->crew, m->deadline);
    }
    add_rows(g, m, stats, visits, live);
}

bool cn_merge_begin(cn_merge *g, cn_crew *crew, int levels) {
    static const cn_mcts_peers leader = {leader_exchange, leader_gather},
                               member = {member_exchange, member_gather};
    const bool leads = crew->rank == 0;
    *g = (cn_merge){.peers = leads ? leader : member, .crew = crew};
    if (leads) g->rows = calloc((size_t)crew->ranks, sizeof *g->rows);
    return cn_share_begin(&g->share, levels, crew->ranks) && (g->rows || !leads);
}

void cn_merge_free(cn_merge *g) {
    for (int rank = 0; g->rows && rank < g->crew->ranks; rank++) free(g->rows[rank].stats);
    free(g->rows);
    g->rows = NULL;
    cn_share_end(&g->share);
}

/* Keeps what a rank says of its root moves, in place of what it said before. With the crew's lock
 * taken. */
static void take_stats(cn_merge *g, cn_message *m) {
    int32_t count;
    uint64_t visits;
    cn_mcts_stats stats[CN_MOVES_MAX];
    if (!g->rows || g->closed || !cn_message_get(m, &count, sizeof count) ||
        !cn_message_get(m, &visits, sizeof visits) || count < 1 || count > CN_MOVES_MAX ||
        !cn_message_get(m, stats, (size_t)count * sizeof *stats)) {
        return;
    }
    cn_merge_row *row = &g->rows[m->from];
    if (!row->stats) row->stats = malloc((size_t)count * sizeof *stats);
    if (!row->stats || (g->count && g->count != count)) return;
    g->count = count;
    row->visits = visits;
    memcpy(row->stats, stats, (size_t)count * sizeof *stats);
}

bool cn_merge_handle(cn_merge *g, cn_message *m) {
    if (m->kind == CN_MESSAGE_STATS) {
        take_stats(g, m);
        return true;
    }
    if (m->kind == CN_MESSAGE_UPPER) {
        cn_share_take(&g->share, g->crew, m);
        return true;
    }
    return false;
}
