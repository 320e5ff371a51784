#include "cluster/roots.h"

#include "cluster/crew.h"
#include "core/clock.h"

/* ---- the leader ---- */

static void begin(cn_tree_peers *peers, cn_tree *t, int depth, int alpha, int beta) {
    cn_roots *r = (cn_roots *)peers;
    cn_lock_take(&r->crew->lock);
    r->tree = t;
    r->now = (cn_roots_depth){r->now.number + 1, depth, alpha, beta};
    r->open = true;
    r->announced = false;
    r->place = r->away = r->known_count = 0;
    cn_lock_leave(&r->crew->lock);
}

/* With the lock taken. */
static int take_next(cn_roots *r) {
    if (!r->open || r->place >= r->tree->count || cn_tree_best(r->tree) >= r->now.beta) return -1;
    return r->tree->order[r->place++];
}

static int next(cn_tree_peers *peers, cn_tree *t, int worker) {
    (void)worker;
    (void)t;
    cn_roots *r = (cn_roots *)peers;
    cn_lock_take(&r->crew->lock);
    const int index = take_next(r);
    cn_lock_leave(&r->crew->lock);
    return index;
}

/* Everyone but `from` hears of a value that can help. With the lock taken. */
static void spread(cn_roots *r, int index, int from) {
    const cn_root_move *m = &r->tree->moves[index];
    const bool helps = m->bound == CN_BOUND_EXACT || m->bound == CN_BOUND_LOWER;
    if (!r->announced || !helps) return;
    if (r->tree->options.lines <= 1 && m->value < cn_tree_best(r->tree)) return;
    const cn_roots_bound bound = {r->now.number, index, m->value, m->bound};
    for (int rank = 1; rank < r->crew->ranks; rank++) {
        if (rank == from) continue;
        cn_message message = cn_message_new(CN_MESSAGE_BOUND, r->crew->job);
        cn_message_put(&message, &bound, sizeof bound);
        cn_cluster_send(rank, &message);
    }
}

static void tried(cn_tree_peers *peers, cn_tree *t, int index, bool noted, uint64_t nodes) {
    (void)t, (void)nodes;
    cn_roots *r = (cn_roots *)peers;
    if (!noted) return;
    cn_lock_take(&r->crew->lock);
    r->known[r->known_count++] = index;
    spread(r, index, 0);
    cn_lock_leave(&r->crew->lock);
}

static void end(cn_tree_peers *peers, cn_tree *t) {
    cn_roots *r = (cn_roots *)peers;
    cn_lock_take(&r->crew->lock);
    while (r->away > 0 && !cn_tree_stopped(t) && cn_tree_best(t) < r->now.beta) {
        cn_crew_wait(r->crew, 0, 2e-3);
        if (t->deadline > 0 && cn_clock_seconds() >= t->deadline) { /* no search looks at it now */
            atomic_store_explicit(t->stop, true, memory_order_relaxed);
        }
    }
    if (r->announced && r->away > 0) {
        cn_message message = cn_message_new(CN_MESSAGE_CUT, r->crew->job);
        cn_message_put(&message, &r->now.number, sizeof r->now.number);
        cn_cluster_tell(r->crew->ranks, &message);
    }
    r->open = false;
    cn_lock_leave(&r->crew->lock);
}

void cn_roots_lead(cn_roots *r, cn_crew *crew) {
    *r = (cn_roots){.peers = {.begin = begin, .end = end, .next = next, .tried = tried},
                    .crew = crew};
}

/* Small iterations are over before this is called; the others are told what is known by now. */
static void announce(cn_roots *r) {
    cn_message message = cn_message_new(CN_MESSAGE_DEPTH, r->crew->job);
    cn_message_put(&message, &r->now, sizeof r->now);
    cn_cluster_tell(r->crew->ranks, &message);
    r->announced = true;
    for (int i = 0; i < r->known_count; i++) spread(r, r->known[i], 0);
}

static void deal(cn_roots *r, cn_message *m) {
    uint32_t number;
    cn_message_get(m, &number, sizeof number);
    const int32_t index = number == r->now.number ? take_next(r) : -1;
    if (index >= 0) r->away++;
    cn_message answer = cn_message_new(CN_MESSAGE_DEAL, r->crew->job);
    cn_message_put(&answer, &number, sizeof number);
    cn_message_put(&answer, &index, sizeof index);
    cn_cluster_send(m->from, &answer);
}

/* Nodes for a member. That none are left ends the iteration they are for, everywhere. */
static void give_nodes(cn_roots *r, cn_message *m) {
    uint32_t number;
    cn_message_get(m, &number, sizeof number);
    const bool current = r->open && number == r->now.number;
    const uint64_t nodes = current ? cn_tree_give(r->tree, r->crew->ranks) : 0;
    if (current && nodes == 0) atomic_store_explicit(r->crew->stop, true, memory_order_relaxed);
    cn_message answer = cn_message_new(CN_MESSAGE_NODES, r->crew->job);
    cn_message_put(&answer, &number, sizeof number);
    cn_message_put(&answer, &nodes, sizeof nodes);
    cn_cluster_send(m->from, &answer);
}

/* What a member says of a move. */
typedef struct value {
    uint32_t number;
    int32_t index;
    uint64_t nodes;
    int32_t value, bound, length;
    bool noted, guessed;
    cn_move line[CN_LINE_MAX];
} value;

static void take_value(cn_roots *r, cn_message *m) {
    value v;
    if (!cn_message_get(m, &v, sizeof v) || !r->tree || !r->open) return;
    atomic_fetch_add_explicit(&r->tree->reported_nodes, v.nodes, memory_order_relaxed);
    r->elsewhere += v.nodes;
    if (v.number != r->now.number || v.index < 0 || v.index >= r->tree->count) return;
    r->away--;
    if (!v.noted || v.length < 0 || v.length > CN_LINE_MAX) return;
    cn_root_move found = {
        .value = v.value, .bound = v.bound, .guessed = v.guessed, .line_length = v.length};
    memcpy(found.line, v.line, sizeof found.line);
    cn_tree_adopt(r->tree, v.index, &found, v.nodes);
    spread(r, v.index, m->from);
}

void cn_roots_tick(cn_roots *r) {
    if (r->crew->rank == 0 && r->open && !r->announced) announce(r);
}

/* ---- a member ---- */

static void learn(cn_roots *r, const cn_roots_bound *b) {
    if (b->index >= 0 && b->index < r->tree->count) {
        cn_tree_learn(r->tree, b->index, b->value, b->bound);
    }
}

static bool follow(cn_tree_peers *peers, cn_tree *t, int *depth, int *alpha, int *beta) {
    cn_roots *r = (cn_roots *)peers;
    cn_crew *crew = r->crew;
    cn_lock_take(&crew->lock);
    r->open = false;
    while (!r->coming && !atomic_load_explicit(&crew->ended, memory_order_relaxed)) {
        cn_crew_wait(crew, 0, 0.1);
    }
    const bool more = r->coming && !atomic_load_explicit(&crew->ended, memory_order_relaxed);
    r->tree = more ? t : NULL; /* which is gone soon after the last iteration */
    if (more) {
        r->now = r->next;
        r->coming = false;
        r->open = true;
        r->none_left = false;
        r->dealt_count = 0;
        r->dry = false;
        /* The last iteration may have been cut. */
        atomic_store_explicit(crew->stop, false, memory_order_relaxed);
        cn_tree_restart(t);
        for (int i = 0; i < r->bounds_count; i++) learn(r, &r->bounds[i]);
        *depth = r->now.depth;
        *alpha = r->now.alpha;
        *beta = r->now.beta;
    }
    cn_lock_leave(&crew->lock);
    return more;
}

static int ask(cn_tree_peers *peers, cn_tree *t, int worker) {
    cn_roots *r = (cn_roots *)peers;
    int index = -1;
    cn_lock_take(&r->crew->lock);
    if (!r->none_left && !cn_tree_stopped(t)) {
        cn_message message = cn_message_new(CN_MESSAGE_WANT, r->crew->job);
        cn_message_put(&message, &r->now.number, sizeof r->now.number);
        cn_cluster_send(0, &message);
        while (r->dealt_count == 0 && !r->none_left && !cn_tree_stopped(t)) {
            cn_crew_wait(r->crew, worker, 0.1);
        }
        if (r->dealt_count > 0) index = r->dealt[--r->dealt_count];
    }
    cn_lock_leave(&r->crew->lock);
    return index;
}

/* One question at a time, whichever thread asks it; the others wait for the same answer. */
static bool refill(cn_tree_peers *peers, cn_tree *t, int worker) {
    cn_roots *r = (cn_roots *)peers;
    cn_lock_take(&r->crew->lock);
    if (!r->asking && !r->dry && !cn_tree_stopped(t)) {
        r->asking = true;
        cn_message message = cn_message_new(CN_MESSAGE_NODES, r->crew->job);
        cn_message_put(&message, &r->now.number, sizeof r->now.number);
        cn_cluster_send(0, &message);
    }
    while (r->asking && !cn_tree_stopped(t)) cn_crew_wait(r->crew, worker, 0.1);
    const bool more = !r->dry && !cn_tree_stopped(t);
    cn_lock_leave(&r->crew->lock);
    return more;
}

static void tell(cn_tree_peers *peers, cn_tree *t, int index, bool noted, uint64_t nodes) {
    cn_roots *r = (cn_roots *)peers;
    const cn_root_move *m = &t->moves[index];
    value v;
    memset(&v, 0, sizeof v);
    v.number = r->now.number; /* changes only when no thread is at a move */
    v.index = index;
    v.nodes = nodes;
    v.noted = noted;
    if (noted) {
        v.value = m->value;
        v.bound = m->bound;
        v.guessed = m->guessed;
        v.length = m->line_length;
        memcpy(v.line, m->line, (size_t)m->line_length * sizeof(cn_move));
    }
    cn_message message = cn_message_new(CN_MESSAGE_VALUE, r->crew->job);
    cn_message_put(&message, &v, sizeof v);
    cn_cluster_send(0, &message);
}

void cn_roots_join(cn_roots *r, cn_crew *crew) {
    *r = (cn_roots){.peers = {.follow = follow, .next = ask, .tried = tell, .refill = refill},
                    .crew = crew};
}

static void take_depth(cn_roots *r, cn_message *m) {
    cn_message_get(m, &r->next, sizeof r->next);
    r->coming = true;
    r->bounds_count = 0;
    /* Whoever is still at the last one can let it go. */
    if (r->open) atomic_store_explicit(r->crew->stop, true, memory_order_relaxed);
}

static void take_bound(cn_roots *r, cn_message *m) {
    cn_roots_bound b;
    cn_message_get(m, &b, sizeof b);
    if (r->coming) {
        if (b.number == r->next.number && r->bounds_count < CN_MOVES_MAX) {
            r->bounds[r->bounds_count++] = b;
        }
    } else if (r->open && b.number == r->now.number) {
        learn(r, &b);
    }
}

static void take_deal(cn_roots *r, cn_message *m) {
    uint32_t number;
    int32_t index;
    cn_message_get(m, &number, sizeof number);
    cn_message_get(m, &index, sizeof index);
    if (!r->open || number != r->now.number) return;
    if (index < 0 || index >= r->tree->count || r->dealt_count == CN_MOVES_MAX) {
        r->none_left = true;
    } else {
        r->dealt[r->dealt_count++] = index;
    }
}

/* What was asked for in an iteration that is over serves the next one. */
static void take_nodes(cn_roots *r, cn_message *m) {
    uint32_t number;
    uint64_t nodes;
    cn_message_get(m, &number, sizeof number);
    cn_message_get(m, &nodes, sizeof nodes);
    r->asking = false;
    if (nodes == 0) {
        r->dry |= number == r->now.number;
    } else if (r->tree) {
        cn_tree_receive(r->tree, nodes);
    }
}

static void take_cut(cn_roots *r, cn_message *m) {
    uint32_t number;
    cn_message_get(m, &number, sizeof number);
    if (r->open && number == r->now.number) {
        atomic_store_explicit(r->crew->stop, true, memory_order_relaxed);
    }
    if (r->coming && number == r->next.number) r->coming = false;
}

bool cn_roots_handle(cn_roots *r, cn_message *m) {
    switch (m->kind) {
    case CN_MESSAGE_WANT: deal(r, m); return true;
    case CN_MESSAGE_VALUE: take_value(r, m); return true;
    case CN_MESSAGE_DEPTH: take_depth(r, m); return true;
    case CN_MESSAGE_BOUND: take_bound(r, m); return true;
    case CN_MESSAGE_DEAL: take_deal(r, m); return true;
    case CN_MESSAGE_CUT: take_cut(r, m); return true;
    case CN_MESSAGE_NODES:
        if (r->crew->rank == 0) {
            give_nodes(r, m);
        } else {
            take_nodes(r, m);
        }
        return true;
    default: return false;
    }
}
