/* The tops of trees on their way between ranks: a small hash table from the key of a node to its
 * visits and rewards, one for what each rank has, one for what the others have, one for what was
 * added to the tree here. */
#include "cluster/share.h"

#include "cluster/crew.h"

#include <stdlib.h>

enum {
    SLOTS = 4096,
    MOST =
        SLOTS / 2, /* entries; nodes beyond that, which are on the lowest level, are not shared */
    ENOUGH = 16,   /* visits from which on a node is worth telling of */
};

/* Visits up to which others' are added: the counters of a node are 32 bits wide. */
static const uint64_t FULL = 3000000000u;

/* ---- tables ---- */

/* Makes an empty table; false: no memory. */
static bool table_new(cn_share_table *t) {
    *t = (cn_share_table){.slots = calloc(SLOTS, sizeof *t->slots)};
    return t->slots != NULL;
}

/* The entry of a key, or the free one where it would be. */
static cn_share_entry *slot(const cn_share_table *t, uint64_t key) {
    uint64_t i = key % SLOTS;
    while (t->slots[i].key && t->slots[i].key != key) i = (i + 1) % SLOTS;
    return &t->slots[i];
}

/* The entry of a key, made if there is room; else NULL. */
static cn_share_entry *entry(cn_share_table *t, uint64_t key) {
    cn_share_entry *e = slot(t, key);
    if (e->key) return e;
    if (t->count == MOST) return NULL;
    t->count++;
    e->key = key;
    return e;
}

/* Adds to what a table has of a node. */
static void add(cn_share_table *t, uint64_t key, uint64_t visits, int64_t reward) {
    cn_share_entry *e = entry(t, key);
    if (!e) return;
    e->visits += visits;
    e->reward += reward;
}

/* ---- the top of the tree ---- */

enum { ROOT = 1 };

/* The key of a node's child: the way to it, mixed into one number that is never 0. */
static uint64_t key_below(uint64_t key, int child) {
    uint64_t x = key * UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)child + 1;
    x = (x ^ x >> 31) * UINT64_C(0xbf58476d1ce4e5b9);
    x ^= x >> 29;
    return x ? x : ROOT;
}

/* A node near the root, and the key by which all ranks know it: it is made of the way from the
 * root. */
typedef struct top_node {
    uint32_t index;
    uint64_t key;
} top_node;

/* Lists the nodes at the top of the tree that are worth telling of, level by level, the root first.
 * Returns how many. */
static int top_of(const cn_share *s, const cn_mcts_tree *t, top_node list[MOST]) {
    int count = 1, from = 0;
    list[0] = (top_node){0, ROOT};
    for (int level = 0; level < s->levels; level++) {
        const int to = count;
        for (; from < to; from++) {
            const uint64_t link =
                atomic_load_explicit(&t->nodes[list[from].index].link, memory_order_acquire);
            for (int i = 0; i < cn_mcts_count(link) && count < MOST; i++) {
                const uint32_t index = cn_mcts_first(link) + (uint32_t)i;
                const uint32_t visits =
                    atomic_load_explicit(&t->nodes[index].visits, memory_order_relaxed);
                if (visits < ENOUGH) continue;
                list[count++] = (top_node){index, key_below(list[from].key, i)};
            }
        }
    }
    return count;
}

/* ---- telling and learning ---- */

/* The leader, with the lock taken: tells each rank what all others together have. */
static void tell_others(cn_share *s, const cn_crew *crew) {
    cn_share_table all;
    if (!table_new(&all)) return; /* next time, perhaps */
    for (int rank = 0; rank < s->ranks; rank++) {
        for (int i = 0; i < SLOTS; i++) {
            const cn_share_entry *e = &s->own[rank].slots[i];
            if (e->key) add(&all, e->key, e->visits, e->reward);
        }
    }
    for (int rank = 0; rank < s->ranks; rank++) {
        cn_message m = cn_message_new(CN_MESSAGE_UPPER, crew->run);
        for (int i = 0; i < SLOTS; i++) {
            const cn_share_entry *e = &all.slots[i];
            if (!e->key) continue;
            const cn_share_entry *mine = slot(&s->own[rank], e->key);
            const cn_share_entry rest = {e->key, e->visits - mine->visits,
                                         e->reward - mine->reward};
            if (rest.visits) cn_message_put(&m, &rest, sizeof rest);
        }
        if (rank > 0) {
            cn_cluster_send(rank, &m);
        } else {
            m.at = 2 * sizeof(uint32_t);
            m.from = 0;
            cn_share_take(s, crew, &m);
            cn_message_free(&m);
        }
    }
    free(all.slots);
}

/* The leader keeps what a rank has of a node, in place of what it said before. */
static void note_own(cn_share *s, int rank, const cn_share_entry *said) {
    cn_share_entry *e = entry(&s->own[rank], said->key);
    if (e) *e = *said;
}

void cn_share_take(cn_share *s, const cn_crew *crew, cn_message *m) {
    cn_share_entry said;
    while (s->levels && cn_message_get(m, &said, sizeof said)) {
        if (!said.key) continue;
        if (crew->rank == 0 && m->from > 0) {
            note_own(s, m->from, &said);
        } else {
            cn_share_entry *e = entry(&s->others, said.key);
            if (e) *e = said;
        }
    }
}

/* Adds `visits` and `reward`, which may be negative, to a node others may be adding to. */
static void change(cn_mcts_node *node, uint64_t visits, int64_t reward) {
    atomic_fetch_add_explicit(&node->visits, (uint32_t)visits, memory_order_relaxed);
    atomic_fetch_add_explicit(&node->reward, reward, memory_order_relaxed);
}

/* Adds to a node of this tree what other ranks have found since the last time. */
static void learn(cn_share *s, cn_mcts_node *node, uint64_t key) {
    const cn_share_entry *other = slot(&s->others, key);
    cn_share_entry *added = other->key ? entry(&s->added, key) : NULL;
    if (!added || other->visits > FULL) return;
    change(node, other->visits - added->visits, other->reward - added->reward);
    *added = *other;
}

void cn_share_exchange(cn_share *s, cn_crew *crew, cn_mcts *m, cn_mcts_stats *stats,
                       uint64_t *visits) {
    if (!s->levels) return;
    cn_share_subtract(s, m, stats, visits);
    cn_mcts_tree *t = &m->forest->trees[0];
    top_node list[MOST];
    const int count = top_of(s, t, list);
    cn_message message = cn_message_new(CN_MESSAGE_UPPER, crew->run);
    cn_lock_take(&crew->lock);
    for (int i = 0; i < count; i++) {
        cn_mcts_node *node = &t->nodes[list[i].index];
        const cn_share_entry *added = slot(&s->added, list[i].key);
        const cn_share_entry own = {
            list[i].key,
            atomic_load_explicit(&node->visits, memory_order_relaxed) - added->visits,
            atomic_load_explicit(&node->reward, memory_order_relaxed) - added->reward,
        };
        if (crew->rank == 0) {
            note_own(s, 0, &own);
        } else {
            cn_message_put(&message, &own, sizeof own);
        }
        learn(s, node, list[i].key);
    }
    if (crew->rank == 0) tell_others(s, crew);
    cn_lock_leave(&crew->lock);
    if (crew->rank == 0) {
        cn_message_free(&message);
    } else {
        cn_cluster_send(0, &message);
    }
}

void cn_share_subtract(const cn_share *s, const cn_mcts *m, cn_mcts_stats *stats,
                       uint64_t *visits) {
    if (!s->levels) return;
    *visits -= slot(&s->added, ROOT)->visits;
    for (int i = 0; i < m->count; i++) {
        const cn_share_entry *e = slot(&s->added, key_below(ROOT, i));
        stats[i].visits -= e->visits;
        stats[i].reward -= cn_mcts_outcomes(&m->options, e->reward);
    }
}

void cn_share_leave(cn_share *s, cn_mcts *m, cn_mcts_stats *stats, uint64_t *visits) {
    if (!s->levels) return;
    cn_share_subtract(s, m, stats, visits);
    cn_mcts_tree *t = &m->forest->trees[0];
    top_node list[MOST];
    const int count = top_of(s, t, list);
    for (int i = 0; i < count; i++) {
        cn_share_entry *added = slot(&s->added, list[i].key);
        change(&t->nodes[list[i].index], -added->visits, -added->reward);
        added->visits = 0;
        added->reward = 0;
    }
}

bool cn_share_begin(cn_share *s, int levels, int ranks) {
    *s = (cn_share){.levels = levels, .ranks = ranks};
    if (!levels) return true;
    bool ready = table_new(&s->others) && table_new(&s->added);
    s->own = calloc((size_t)ranks, sizeof *s->own);
    for (int i = 0; ready && s->own && i < ranks; i++) ready = table_new(&s->own[i]);
    return ready && s->own;
}

void cn_share_end(cn_share *s) {
    for (int i = 0; s->own && i < s->ranks; i++) free(s->own[i].slots);
    free(s->own);
    free(s->others.slots);
    free(s->added.slots);
    *s = (cn_share){0};
}
