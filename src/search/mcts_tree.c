/* The trees of a Monte Carlo search: their memory, and what is kept of them from one move of a game
 * to the next. The moves made since are found by trying: one or two plies from the old root. */
#include "search/mcts.h"

#include "core/memory.h"

#include <stdlib.h>

enum { LEAST_NODES = 2 * CN_MOVES_MAX }; /* a root and its children always fit */

/* Gives the memory of a tree back to the system. */
static void unmap(cn_mcts_tree *t) {
    cn_memory_unmap(t->nodes, t->capacity * sizeof *t->nodes);
    t->nodes = NULL;
}

void cn_mcts_clear(const cn_mcts *m, cn_mcts_tree *t) {
    cn_mcts_node *root = &t->nodes[0];
    memset(root, 0, sizeof *root);
    root->move = CN_MOVE_NONE;
    root->chooser = cn_mcts_credited(m, m->turn ^ 1);
    atomic_store_explicit(&t->used, 1, memory_order_relaxed);
    atomic_store_explicit(&t->full, false, memory_order_relaxed);
}

/* ---- keeping ---- */

/* Copies the node and all below it, generation by generation: in the new block a node's children
 * come after it, so the copies themselves are the queue. */
static void copy_below(const cn_mcts_node *from, uint32_t index, cn_mcts_node *to, uint64_t *used) {
    to[0] = from[index];
    *used = 1;
    for (uint64_t i = 0; i < *used; i++) {
        const uint64_t link = atomic_load_explicit(&to[i].link, memory_order_relaxed);
        const int count = cn_mcts_count(link);
        if (count == 0) {
            atomic_store_explicit(&to[i].link, 0, memory_order_relaxed);
            continue;
        }
        memcpy(&to[*used], &from[cn_mcts_first(link)], (size_t)count * sizeof *to);
        atomic_store_explicit(&to[i].link, *used << 16 | (uint64_t)count, memory_order_relaxed);
        *used += (uint64_t)count;
    }
}

/* Makes the node reached by `moves` the root and drops the rest; false if it is not in the tree. */
static bool reroot(cn_mcts_tree *t, const cn_move *moves, int count) {
    uint32_t index = 0;
    for (int i = 0; i < count; i++) {
        const uint64_t link = atomic_load_explicit(&t->nodes[index].link, memory_order_relaxed);
        const uint32_t first = cn_mcts_first(link);
        int k = 0;
        while (k < cn_mcts_count(link) && t->nodes[first + (uint32_t)k].move != moves[i]) k++;
        if (k == cn_mcts_count(link)) return false;
        index = first + (uint32_t)k;
    }
    if (index == 0) return true;
    /* The new block replaces the old; both are in use only while copying. */
    cn_mcts_node *fresh = cn_memory_map(t->capacity * sizeof(cn_mcts_node));
    if (!fresh) return false;
    uint64_t used;
    copy_below(t->nodes, index, fresh, &used);
    unmap(t);
    t->nodes = fresh;
    /* A proof without children says nothing about which move to play. */
    if (cn_mcts_count(atomic_load_explicit(&fresh[0].link, memory_order_relaxed)) == 0) {
        atomic_store_explicit(&fresh[0].proven, 0, memory_order_relaxed);
    }
    atomic_store_explicit(&t->used, used, memory_order_relaxed);
    atomic_store_explicit(&t->full, false, memory_order_relaxed);
    return true;
}

/* A search for the moves that lead from one position to another. */
typedef struct chase {
    const cn_rules *rules;
    const void *target;
    uint64_t hash;
    int budget; /* positions to look at */
} chase;

/* Whether a state is the target: the hash rejects most, the bytes decide. */
static bool equal(const chase *c, const void *state) {
    const size_t live = cn_state_live(c->rules, state);
    return c->rules->hash(state) == c->hash && live == cn_state_live(c->rules, c->target) &&
           memcmp(state, c->target, live) == 0;
}

/* The moves (up to `depth`) that lead from the state to the target; their number, or -1. `likely`
 * is tried first. */
static int find(chase *c, const void *state, int depth, cn_move likely, cn_move *moves) {
    if (equal(c, state)) return 0;
    if (depth == 0) return -1;
    cn_move list[CN_MOVES_MAX];
    const int count = c->rules->moves(state, list);
    unsigned char *child = aligned_alloc(64, CN_STATE_MAX);
    int found = -1;
    /* Pass 0 tries the likely move, pass 1 all of them. */
    for (int pass = likely == CN_MOVE_NONE; child && pass < 2 && found < 0; pass++) {
        for (int i = 0; i < count && found < 0 && c->budget-- > 0; i++) {
            if (pass == 0 && list[i] != likely) continue;
            cn_state_copy(c->rules, child, state);
            c->rules->play(child, list[i]);
            moves[0] = list[i];
            found = find(c, child, depth - 1, CN_MOVE_NONE, moves + 1);
        }
    }
    free(child);
    return found < 0 ? -1 : found + 1;
}

/* One move or two have usually been made since: ours, and the opponent's. */
static int moves_since(const cn_mcts *m, cn_move moves[2]) {
    const cn_mcts_forest *f = m->forest;
    if (f->rules != m->rules) return -1;
    chase c = {m->rules, m->state, m->rules->hash(m->state), 20000};
    for (int depth = 0; depth <= 2; depth++) {
        const int count = find(&c, f->state, depth, f->best, moves);
        if (count >= 0) return count;
    }
    return -1;
}

/* Frees the trees, but not the forest's state and tables. */
static void free_trees(cn_mcts_forest *f) {
    for (int i = 0; i < f->count; i++) unmap(&f->trees[i]);
    free(f->trees);
    f->trees = NULL;
    f->count = 0;
    f->rules = NULL;
}

/* Sees to it that there are `count` trees of `bytes` each; keeps those there are if they fit.
 * False: no memory. */
static bool make_room(cn_mcts_forest *f, int count, size_t bytes) {
    if (f->count == count && f->bytes == bytes) return true;
    free_trees(f);
    f->trees = aligned_alloc(64, (size_t)count * sizeof *f->trees);
    if (!f->trees) return false;
    memset(f->trees, 0, (size_t)count * sizeof *f->trees);
    f->count = count;
    f->bytes = bytes;
    for (int i = 0; i < count; i++) {
        cn_mcts_tree *t = &f->trees[i];
        t->capacity = bytes / sizeof *t->nodes;
        if (t->capacity < LEAST_NODES) t->capacity = LEAST_NODES;
        if (t->capacity > UINT32_MAX) t->capacity = UINT32_MAX;
        t->nodes = cn_memory_map(t->capacity * sizeof *t->nodes);
        if (!t->nodes) return false;
    }
    return true;
}

bool cn_mcts_make_trees(cn_mcts *m, int count, size_t bytes, bool keep) {
    cn_mcts_forest *f = m->forest;
    if (!make_room(f, count, bytes)) return false;
    if (!f->state) f->state = aligned_alloc(64, CN_STATE_MAX);
    if (!f->state) return false;
    cn_move moves[3];
    /* Whoever touches a new tree first waits a quarter of a millisecond until its large page is
     * zeroed: where nothing is kept each thread clears, and waits for, its own. */
    const int here = keep ? count : 0;
    keep = keep && m->options.reuse;
    const int since = keep ? moves_since(m, moves) : -1;
    m->old_visits = 0; /* what kept trees bring along does not count for this run */
    for (int i = 0; i < here; i++) {
        cn_mcts_tree *t = &f->trees[i];
        if (since < 0 || !reroot(t, moves, since)) cn_mcts_clear(m, t);
        m->old_visits += atomic_load_explicit(&t->nodes[0].visits, memory_order_relaxed);
    }
    /* A tree that goes on must not meet the random numbers it has seen. */
    f->runs = since < 0 ? 0 : f->runs + 1;
    m->salt = f->runs << 40;
    f->rules = keep ? m->rules : NULL;
    if (keep) cn_state_copy(m->rules, f->state, m->state);
    return true;
}

void cn_mcts_forget(cn_mcts_forest *f) {
    f->rules = NULL;
}

void cn_mcts_free_trees(cn_mcts_forest *f) {
    free_trees(f);
    free(f->state);
    free(f->terms);
    *f = (cn_mcts_forest){0};
}
