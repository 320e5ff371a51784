/* Root moves on their way between ranks. The leader's and the members' functions are those of
 * cn_tree_peers, which the search calls; the courier calls cn_roots_handle. */
#include "cluster/roots.h"

#include "cluster/crew.h"
#include "core/clock.h"

/* ---- messages ---- */

/* A message of this run with a note in it. */
static cn_message message_of(const cn_roots *r, cn_message_kind kind, cn_roots_note note) {
    cn_message m = cn_message_new(kind, r->crew->run);
    cn_message_put(&m, &note, sizeof note);
    return m;
}

/* To one rank: an answer about the iteration that the note names; and about the present one. */
static void answer(const cn_roots *r, int to, cn_message_kind kind, cn_roots_note note) {
    cn_message m = message_of(r, kind, note);
    cn_cluster_send(to, &m);
}

/* Sends a note about the iteration that is under way. */
static void send(const cn_roots *r, int to, cn_message_kind kind, cn_roots_note note) {
    note.number = r->now.number;
    answer(r, to, kind, note);
}

/* The leader, to all others: about the present iteration. */
static void tell_all(const cn_roots *r, cn_message_kind kind, cn_roots_note note) {
    note.number = r->now.number;
    cn_message m = message_of(r, kind, note);
    cn_cluster_tell(r->crew->ranks, &m);
}

/* ---- the leader ---- */

/* The leader begins an iteration. The courier tells the others (cn_roots_tick), so that one that is
 * over before costs no message. */
static void begin(cn_tree_peers *peers, cn_tree_search *t, int depth, int alpha, int beta) {
    cn_roots *r = (cn_roots *)peers;
    cn_lock_take(&r->crew->lock);
    r->tree = t;
    r->now =
        (cn_roots_note){.number = r->now.number + 1, .depth = depth, .alpha = alpha, .beta = beta};
    r->open = true;
    r->announced = false;
    r->place = r->away = r->known_count = 0;
    cn_lock_leave(&r->crew->lock);
}

/* The next root move of the iteration, -1: there is none. With the lock taken. */
static int take_next(cn_roots *r) {
    if (!r->open || r->place >= r->tree->count || cn_tree_best(r->tree) >= r->now.beta) return -1;
    return r->tree->order[r->place++];
}

/* The leader: the next root move for one of its own threads. */
static int next(cn_tree_peers *peers, cn_tree_search *t, int worker) {
    (void)worker;
    (void)t;
    cn_roots *r = (cn_roots *)peers;
    cn_lock_take(&r->crew->lock);
    const int index = take_next(r);
    cn_lock_leave(&r->crew->lock);
    return index;
}

/* Tells every rank but `from` of a value that can narrow their windows. With the lock taken. */
static void spread(cn_roots *r, int index, int from) {
    const cn_root_move *m = &r->tree->moves[index];
    const bool helps = m->bound == CN_BOUND_EXACT || m->bound == CN_BOUND_LOWER;
    if (!r->announced || !helps) return;
    if (r->tree->options.lines <= 1 && m->value < cn_tree_best(r->tree)) return;
    for (int rank = 1; rank < r->crew->ranks; rank++) {
        if (rank == from) continue;
        send(r, rank, CN_MESSAGE_BOUND,
             (cn_roots_note){.index = index, .value = m->value, .bound = m->bound});
    }
}

/* The leader has searched a root move: the others learn its value as a bound. */
static void tried(cn_tree_peers *peers, cn_tree_search *t, int index, bool noted, uint64_t nodes) {
    (void)t, (void)nodes;
    cn_roots *r = (cn_roots *)peers;
    if (!noted) return;
    cn_lock_take(&r->crew->lock);
    r->known[r->known_count++] = index;
    spread(r, index, 0);
    cn_lock_leave(&r->crew->lock);
}

/* The leader has no more root moves: it waits for those that others are at, until all are there,
 * one of them is good enough, or time is up. Whoever is then still at work is told to stop. */
static void end(cn_tree_peers *peers, cn_tree_search *t) {
    cn_roots *r = (cn_roots *)peers;
    cn_lock_take(&r->crew->lock);
    while (r->away > 0 && !cn_tree_stopped(t) && cn_tree_best(t) < r->now.beta) {
        cn_crew_wait(r->crew, 0, 2e-3);
        if (t->deadline > 0 && cn_clock_seconds() >= t->deadline) { /* no search looks at it now */
            atomic_store_explicit(t->stop, true, memory_order_relaxed);
        }
    }
    if (r->announced && r->away > 0) tell_all(r, CN_MESSAGE_CUT, (cn_roots_note){0});
    r->open = false;
    cn_lock_leave(&r->crew->lock);
}

/* Tells the others of the iteration and of the values that are known by now. Small iterations are
 * over before the courier comes to this. */
static void announce(cn_roots *r) {
    tell_all(r, CN_MESSAGE_DEPTH, r->now);
    r->announced = true;
    for (int i = 0; i < r->known_count; i++) spread(r, r->known[i], 0);
}

/* The leader answers a rank that wants a root move. With the crew's lock taken. */
static void deal(const cn_roots_note *note, cn_roots *r, int from) {
    const int32_t index = note->number == r->now.number ? take_next(r) : -1;
    if (index >= 0) r->away++;
    answer(r, from, CN_MESSAGE_DEAL, (cn_roots_note){.number = note->number, .index = index});
}

/* Gives a member a portion of the node limit. If nothing is left, the iteration ends everywhere. */
static void give_nodes(const cn_roots_note *note, cn_roots *r, int from) {
    const bool current = r->open && note->number == r->now.number;
    const uint64_t nodes = current ? cn_tree_give(r->tree, r->crew->ranks) : 0;
    if (current && nodes == 0) atomic_store_explicit(r->crew->stop, true, memory_order_relaxed);
    answer(r, from, CN_MESSAGE_NODES, (cn_roots_note){.number = note->number, .nodes = nodes});
}

/* The leader takes the value of a root move that another rank searched. With the crew's lock taken.
 */
static void take_value(const cn_roots_note *note, cn_roots *r, cn_message *m) {
    cn_root_move found = {.value = note->value, .bound = note->bound, .guessed = note->guessed};
    if (!r->tree || !r->open) return;
    atomic_fetch_add_explicit(&r->tree->reported_nodes, note->nodes, memory_order_relaxed);
    r->elsewhere += note->nodes;
    if (note->number != r->now.number || note->index < 0 || note->index >= r->tree->count) return;
    r->away--;
    if (!note->noted || note->length < 0 || note->length > CN_LINE_MAX) return;
    found.line_length = note->length;
    cn_message_get(m, found.line, (size_t)note->length * sizeof(cn_move));
    cn_tree_adopt(r->tree, note->index, &found, note->nodes);
    spread(r, note->index, m->from);
}

void cn_roots_tick(cn_roots *r) {
    if (r->crew->rank == 0 && r->open && !r->announced) announce(r);
}

/* ---- a member ---- */

/* Takes the value of a root move, found elsewhere, as a bound. */
static void learn(cn_roots *r, const cn_roots_note *b) {
    if (b->index >= 0 && b->index < r->tree->count) {
        cn_tree_learn(r->tree, b->index, b->value, b->bound);
    }
}

/* A follower waits for the next iteration and begins it with the bounds that have come since it was
 * announced; false: the run is over. */
static bool follow(cn_tree_peers *peers, cn_tree_search *t, int *depth, int *alpha, int *beta) {
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

/* A follower: asks the leader for a root move and waits for the answer. */
static int ask(cn_tree_peers *peers, cn_tree_search *t, int worker) {
    cn_roots *r = (cn_roots *)peers;
    int index = -1;
    cn_lock_take(&r->crew->lock);
    if (!r->none_left && !cn_tree_stopped(t)) {
        send(r, 0, CN_MESSAGE_WANT, (cn_roots_note){0});
        while (r->dealt_count == 0 && !r->none_left && !cn_tree_stopped(t)) {
            cn_crew_wait(r->crew, worker, 0.1);
        }
        if (r->dealt_count > 0) index = r->dealt[--r->dealt_count];
    }
    cn_lock_leave(&r->crew->lock);
    return index;
}

/* One question at a time, whichever thread asks it; the others wait for the same answer. */
static bool refill(cn_tree_peers *peers, cn_tree_search *t, int worker) {
    cn_roots *r = (cn_roots *)peers;
    cn_lock_take(&r->crew->lock);
    if (!r->asking && !r->dry && !cn_tree_stopped(t)) {
        r->asking = true;
        send(r, 0, CN_MESSAGE_NODES, (cn_roots_note){0});
    }
    while (r->asking && !cn_tree_stopped(t)) cn_crew_wait(r->crew, worker, 0.1);
    const bool more = !r->dry && !cn_tree_stopped(t);
    cn_lock_leave(&r->crew->lock);
    return more;
}

/* A follower: tells the leader what it found of a root move, with the line. */
static void tell(cn_tree_peers *peers, cn_tree_search *t, int index, bool noted, uint64_t nodes) {
    cn_roots *r = (cn_roots *)peers;
    const cn_root_move *m = &t->moves[index];
    cn_roots_note v = {.number = r->now.number, /* changes only when no thread is at a move */
                       .index = index,
                       .nodes = nodes,
                       .noted = noted};
    if (noted) {
        v.value = m->value;
        v.bound = m->bound;
        v.guessed = m->guessed;
        v.length = m->line_length;
    }
    cn_message message = message_of(r, CN_MESSAGE_VALUE, v);
    cn_message_put(&message, m->line, (size_t)v.length * sizeof(cn_move));
    cn_cluster_send(0, &message);
}

void cn_roots_begin(cn_roots *r, cn_crew *crew) {
    static const cn_tree_peers leader = {.begin = begin, .end = end, .next = next, .tried = tried};
    static const cn_tree_peers member = {
        .follow = follow, .next = ask, .tried = tell, .refill = refill};
    *r = (cn_roots){.peers = crew->rank == 0 ? leader : member, .crew = crew};
}

/* A follower: the leader has begun an iteration. With the crew's lock taken. */
static void take_depth(const cn_roots_note *note, cn_roots *r) {
    r->next = *note;
    r->coming = true;
    r->bounds_count = 0;
    /* Whoever is still at the last one can let it go. */
    if (r->open) atomic_store_explicit(r->crew->stop, true, memory_order_relaxed);
}

/* A follower: the value of a root move; if its iteration has not begun here it is kept. With the
 * crew's lock taken. */
static void take_bound(const cn_roots_note *note, cn_roots *r) {
    if (r->coming) {
        if (note->number == r->next.number && r->bounds_count < CN_MOVES_MAX) {
            r->bounds[r->bounds_count++] = *note;
        }
    } else if (r->open && note->number == r->now.number) {
        learn(r, note);
    }
}

/* A follower: the root move it asked for, or none. With the crew's lock taken. */
static void take_deal(const cn_roots_note *note, cn_roots *r) {
    if (!r->open || note->number != r->now.number) return;
    if (note->index < 0 || note->index >= r->tree->count || r->dealt_count == CN_MOVES_MAX) {
        r->none_left = true;
    } else {
        r->dealt[r->dealt_count++] = note->index;
    }
}

/* What was asked for in an iteration that is over serves the next one. */
static void take_nodes(const cn_roots_note *note, cn_roots *r) {
    r->asking = false;
    if (note->nodes == 0) {
        r->dry |= note->number == r->now.number;
    } else if (r->tree) {
        cn_tree_receive(r->tree, note->nodes);
    }
}

/* A follower: the rest of an iteration is not needed. With the crew's lock taken. */
static void take_cut(const cn_roots_note *note, cn_roots *r) {
    if (r->open && note->number == r->now.number) {
        atomic_store_explicit(r->crew->stop, true, memory_order_relaxed);
    }
    if (r->coming && note->number == r->next.number) r->coming = false;
}

bool cn_roots_handle(cn_roots *r, cn_message *m) {
    if (m->kind < CN_MESSAGE_DEPTH || m->kind > CN_MESSAGE_NODES) return false;
    const bool leads = r->crew->rank == 0;
    cn_roots_note note;
    if (!cn_message_get(m, &note, sizeof note)) return true; /* not whole: as if it had not come */
    switch (m->kind) {
    case CN_MESSAGE_WANT: deal(&note, r, m->from); break;
    case CN_MESSAGE_VALUE: take_value(&note, r, m); break;
    case CN_MESSAGE_DEPTH: take_depth(&note, r); break;
    case CN_MESSAGE_BOUND: take_bound(&note, r); break;
    case CN_MESSAGE_DEAL: take_deal(&note, r); break;
    case CN_MESSAGE_CUT: take_cut(&note, r); break;
    default: leads ? give_nodes(&note, r, m->from) : take_nodes(&note, r); break;
    }
    return true;
}
