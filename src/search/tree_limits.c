/* When a minimax or alpha-beta search must end: its nodes and its time; and the progress that is
 * reported until then. Apart from tree.c because contexts come here from the inside of the tree,
 * every thousand nodes or so. Threads take portions of the node limit before they search them, so
 * that all together stay within it. */
#include "core/clock.h"
#include "search/tree.h"

bool cn_tree_stopped(const cn_tree_search *t) {
    return atomic_load_explicit(t->stop, memory_order_relaxed);
}

uint64_t cn_tree_report(cn_tree_search *t, cn_context *c) {
    const uint64_t fresh = c->nodes - c->reported;
    c->reported = c->nodes;
    return fresh + atomic_fetch_add_explicit(&t->reported_nodes, fresh, memory_order_relaxed);
}

/* Between two depths: how many nodes by now, and which root move is searched. */
static void tell(cn_tree_search *t, const cn_context *c, uint64_t nodes) {
    const double now = cn_clock_seconds();
    cn_result *r = t->found;
    if (now - t->told_at < 0.1 || r->depth == 0 || c->root_number >= t->count) return;
    t->told_at = now;
    r->nodes = nodes;
    r->seconds = now - t->start;
    r->trying_depth = t->depth;
    r->trying_number = c->root_number + 1;
    r->trying = t->moves[t->order[c->root_number]].move;
    t->progress(r, t->user);
    r->trying_depth = 0;
}

/* The fewest nodes that are taken of the limit at a time, so that `takers` end together. */
static uint64_t least_portion(const cn_tree_search *t, uint64_t takers) {
    const uint64_t least = t->node_limit / (64 * takers) + 1;
    return least < CN_POLL_EVERY ? least : CN_POLL_EVERY;
}

/* The nodes that a thread may count until it asks again. They are taken off the limit before they
 * are searched, so that threads together stay within it; in small portions towards the end, so that
 * little is left over with threads that had no use for theirs. False if there are none. */
static bool take_nodes(cn_tree_search *t, cn_context *c, uint64_t want) {
    const uint64_t limit = t->node_limit, threads = (uint64_t)t->threads;
    const uint64_t least = least_portion(t, threads);
    if (want < least) want = least;
    while (t->peers && t->peers->refill &&
           atomic_load_explicit(&t->taken_nodes, memory_order_relaxed) >= limit &&
           t->peers->refill(t->peers, t, c->worker)) {
    }
    uint64_t taken = atomic_load_explicit(&t->taken_nodes, memory_order_relaxed), more;
    do {
        const uint64_t left = limit > taken ? limit - taken : 0;
        const uint64_t share = left / (16 * threads) > least ? left / (16 * threads) : least;
        /* What was counted beyond the last portion belongs to this one. */
        const uint64_t end = c->nodes + (want < share ? want : share);
        if (end <= c->granted) return true;
        more = end - c->granted < left ? end - c->granted : left;
    } while (!atomic_compare_exchange_weak_explicit(&t->taken_nodes, &taken, taken + more,
                                                    memory_order_relaxed, memory_order_relaxed));
    c->granted += more;
    return c->granted > c->nodes;
}

uint64_t cn_tree_give(cn_tree_search *t, int ranks) {
    const uint64_t takers = (uint64_t)ranks, least = least_portion(t, takers);
    uint64_t taken = atomic_load_explicit(&t->taken_nodes, memory_order_relaxed), more;
    do {
        const uint64_t left = t->node_limit > taken ? t->node_limit - taken : 0;
        more = left / (4 * takers) > least ? left / (4 * takers) : left < least ? left : least;
    } while (!atomic_compare_exchange_weak_explicit(&t->taken_nodes, &taken, taken + more,
                                                    memory_order_relaxed, memory_order_relaxed));
    return more;
}

void cn_tree_receive(cn_tree_search *t, uint64_t nodes) {
    atomic_fetch_sub_explicit(&t->taken_nodes, nodes, memory_order_relaxed);
}

void cn_tree_poll(cn_context *c, uint64_t want) {
    cn_tree_search *t = c->search;
    const uint64_t nodes = cn_tree_report(t, c);
    if (t->live && t->found && c->worker == 0) tell(t, c, nodes);
    if (t->node_limit == 0) c->granted = c->nodes + CN_POLL_EVERY;
    if ((t->node_limit > 0 && !take_nodes(t, c, want)) ||
        (t->deadline > 0 && atomic_load_explicit(&t->answered, memory_order_relaxed) &&
         cn_clock_seconds() >= t->deadline)) {
        atomic_store_explicit(t->stop, true, memory_order_relaxed);
    }
}
