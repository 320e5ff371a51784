/* The iteration of Monte Carlo tree search: down, playouts, up.
 *
 * It is written once, as functions that are inlined with a constant `how`: in a tree of one's own
 * the compiler leaves plain loads and stores, in a shared one atomic additions or locks.
 *
 * All counters are relaxed atomics: each stands for itself, and a choice by numbers that are a few
 * visits old is as good. Only links publish something, the children behind them, and are stored
 * with release and read with acquire. */
#include "search/mcts.h"

#include "core/clock.h"
#include "search/log.h"
#include "search/mcts_reward.h"
#include "search/mcts_select.h"
#include "search/mcts_shared.h"

/* ---- counters ---- */

/* Only CN_MCTS_ATOMIC adds atomically; the others hold a lock, are alone, or accept a loss. */
CN_INLINE void add_visits(_Atomic uint32_t *p, uint32_t more, cn_mcts_sharing how) {
    if (how == CN_MCTS_ATOMIC) {
        atomic_fetch_add_explicit(p, more, memory_order_relaxed);
    } else {
        const uint32_t old = atomic_load_explicit(p, memory_order_relaxed);
        atomic_store_explicit(p, old + more, memory_order_relaxed);
    }
}

/* The same for a sum of rewards. */
CN_INLINE void add_reward(_Atomic int64_t *p, int64_t more, cn_mcts_sharing how) {
    if (how == CN_MCTS_ATOMIC) {
        atomic_fetch_add_explicit(p, more, memory_order_relaxed);
    } else {
        const int64_t old = atomic_load_explicit(p, memory_order_relaxed);
        atomic_store_explicit(p, old + more, memory_order_relaxed);
    }
}

/* Takes or leaves the lock of a node, where nodes have locks. */
CN_INLINE void lock(cn_mcts_walk *w, uint32_t node, bool take, cn_mcts_sharing how) {
    if (how == CN_MCTS_NODE_LOCKS) w->lock(w->locks, node, take);
}

/* Threads may add to what is known of a node, and find the same, but never take away. */
static void set_proven(cn_mcts_node *node, uint8_t proven) {
    atomic_fetch_or_explicit(&node->proven, proven, memory_order_relaxed);
}

void cn_mcts_apply_deferred(cn_mcts_tree *t, cn_mcts_walk *w) {
    for (int i = 0; i < CN_MCTS_DEFERRED; i++) {
        if (w->deferred[i].visits) apply_deferred(t, &w->deferred[i]);
    }
}

/* ---- growing ---- */

/* The index of the first of `count` new nodes; 0: the tree is full. Node 0 is the root, so that no
 * other can have it. */
CN_INLINE uint32_t allocate(cn_mcts_tree *t, cn_mcts_walk *w, int count, cn_mcts_sharing how) {
    const uint64_t size = (uint64_t)count;
    if (how == CN_MCTS_ALONE || how == CN_MCTS_ONE_LOCK) {
        const uint64_t first = atomic_load_explicit(&t->used, memory_order_relaxed);
        if (first + size <= t->capacity) {
            atomic_store_explicit(&t->used, first + size, memory_order_relaxed);
            return (uint32_t)first;
        }
    } else if (w->block + size <= w->block_end || take_block(t, w, size)) {
        w->block += size;
        return (uint32_t)(w->block - size);
    }
    atomic_store_explicit(&t->full, true, memory_order_relaxed);
    return 0;
}

/* The share of wins that the position after a move promises to who made it. */
static float prior(const cn_mcts *m, const void *child, int chooser) {
    const cn_outcome outcome = m->rules->over(child);
    if (outcome == CN_ONGOING) return chance(m, child, chooser);
    return outcome == CN_DRAW ? 0.5f : outcome == cn_win_of(chooser) ? 1.0f : 0.0f;
}

/* So many wins as a sum of RAVE rewards. With score_weight they are rounded as they are without it,
 * so that an open position is searched alike whatever that is. */
static int32_t prior_reward(const cn_mcts *m, float wins) {
    const int unit = m->options.score_weight > 0 ? m->win / 2 : 1;
    return (int32_t)((float)(m->win / unit) * wins + 0.5f) * unit;
}

/* What the heuristic thinks of new children becomes `bias` visits of their RAVE pair, which
 * selection mixes with their own mean and which fades as real visits come. */
static void add_priors(const cn_mcts *m, cn_mcts_walk *w, cn_mcts_node *child, int count,
                       int turn) {
    for (int i = 0; i < count; i++) {
        cn_state_copy(m->rules, w->scratch, w->state);
        m->rules->play(w->scratch, child[i].move);
        const int bias = m->options.bias;
        const int32_t reward = prior_reward(m, (float)bias * prior(m, w->scratch, turn));
        atomic_store_explicit(&child[i].rave_visits, (uint32_t)bias, memory_order_relaxed);
        atomic_store_explicit(&child[i].rave_reward, reward, memory_order_relaxed);
    }
}

/* The game's own opinion of the moves, where it has one. */
static void add_game_priors(const cn_mcts *m, const void *state, cn_mcts_node *child,
                            const cn_move *moves, int count) {
    float wins[CN_MOVES_MAX], visits[CN_MOVES_MAX]; /* a share, and how much it is worth */
    m->rules->priors(state, moves, count, wins, visits);
    for (int i = 0; i < count; i++) {
        const float worth = visits[i] * m->options.priors;
        const int32_t reward = prior_reward(m, worth * wins[i]);
        atomic_fetch_add_explicit(&child[i].rave_visits, (uint32_t)(worth + 0.5f),
                                  memory_order_relaxed);
        atomic_fetch_add_explicit(&child[i].rave_reward, reward, memory_order_relaxed);
    }
}

/* Makes the children of a leaf. Returns its link, or 0 if it stays a leaf: the game is over, memory
 * is full, or another thread is at it. */
CN_INLINE uint64_t grow(cn_mcts *m, cn_mcts_tree *t, cn_mcts_walk *w, cn_mcts_node *node,
                        cn_mcts_sharing how) {
    cn_move list[CN_MOVES_MAX];
    const int count = m->rules->moves(w->state, list);
    if (count == 0) {
        const cn_outcome outcome = m->rules->over(w->state);
        set_proven(node, (uint8_t)outcome);
        w->new_proof = true;
        return 0;
    }
    if (how == CN_MCTS_ATOMIC || how == CN_MCTS_UNSAFE) {
        uint64_t none = 0;
        if (!atomic_compare_exchange_strong_explicit(&node->link, &none, CN_MCTS_BUSY,
                                                     memory_order_relaxed, memory_order_relaxed)) {
            return 0;
        }
    }
    const uint32_t first = allocate(t, w, count, how);
    if (first == 0) {
        atomic_store_explicit(&node->link, 0, memory_order_relaxed);
        return 0;
    }
    cn_mcts_node *child = &t->nodes[first];
    const int turn = m->rules->turn(w->state);
    const uint8_t chooser = cn_mcts_credited(m, turn);
    for (int i = 0; i < count; i++) {
        atomic_init(&child[i].link, 0);
        atomic_init(&child[i].reward, 0);
        atomic_init(&child[i].visits, 0);
        atomic_init(&child[i].rave_visits, 0);
        atomic_init(&child[i].rave_reward, 0);
        child[i].move = list[i];
        atomic_init(&child[i].proven, 0);
        child[i].chooser = chooser;
    }
    if (m->options.bias) add_priors(m, w, child, count, turn);
    if (m->options.priors > 0 && m->rules->priors) {
        add_game_priors(m, w->state, child, list, count);
    }
    const uint64_t link = (uint64_t)first << 16 | (uint64_t)count;
    /* Who sees the link sees the children. */
    atomic_store_explicit(&node->link, link, memory_order_release);
    return link;
}

/* ---- down ---- */

/* At the first visit of a node: finds out whether the game is over there, or the game sees a forced
 * win. */
CN_INLINE void inspect(const cn_mcts *m, cn_mcts_walk *w, cn_mcts_node *node) {
    uint8_t proven = (uint8_t)m->rules->over(w->state);
    cn_forced win = {0};
    if (proven == CN_ONGOING && m->options.solver && m->rules->forced &&
        m->rules->forced(w->state, m->options.forced, &win) != CN_MOVE_NONE) {
        const int pairs = win.plies < 32 ? win.plies / 2 : 15;
        proven = (uint8_t)((int)cn_win_of(m->rules->turn(w->state)) | CN_MCTS_FORCED |
                           pairs << CN_MCTS_PLIES);
    }
    if (proven) {
        set_proven(node, proven);
        w->new_proof = true;
    }
}

/* Plans playouts from the end of the path; or none, if its value is proven. */
CN_INLINE void plan_playouts(const cn_mcts *m, cn_mcts_walk *w, uint32_t index, int proven) {
    const int playouts = m->options.playouts;
    cn_mcts_playout playout = {.leaf = index, .move = CN_MOVE_NONE, .weight = 1};
    if (proven) {
        playout.exact = true;
        playout.outcome = (uint8_t)proven;
        playout.weight = playouts;
        note_score(m, w->state, &playout);
    }
    w->planned = proven ? 1 : playouts;
    for (int i = 0; i < w->planned; i++) w->playout[i] = playout;
}

/* Plans playouts from the first children of a node that has just been expanded. */
static void plan_playouts_below(const cn_mcts *m, const cn_mcts_tree *t, cn_mcts_walk *w,
                                uint64_t link) {
    const int leaves =
        cn_mcts_count(link) < m->options.rollouts ? cn_mcts_count(link) : m->options.rollouts;
    w->planned = 0;
    for (int i = 0; i < leaves; i++) {
        const uint32_t leaf = cn_mcts_first(link) + (uint32_t)i;
        for (int k = 0; k < m->options.playouts; k++) {
            w->playout[w->planned++] =
                (cn_mcts_playout){.leaf = leaf, .move = t->nodes[leaf].move, .weight = 1};
        }
    }
}

/* Asks for the memory that the next choice will read, which arrives while the move is played. */
CN_INLINE void fetch_ahead(const cn_mcts_tree *t, uint32_t index) {
    const uint64_t link = atomic_load_explicit(&t->nodes[index].link, memory_order_relaxed);
    const cn_mcts_node *child = &t->nodes[cn_mcts_first(link)];
    for (int i = 0; i < 8; i += 2) __builtin_prefetch(&child[i]);
}

/* From the root to a leaf, or to a node whose value is proven. */
CN_INLINE void walk_down(cn_mcts *m, cn_mcts_tree *t, cn_mcts_walk *w, cn_mcts_sharing how) {
    const cn_rules *rules = m->rules;
    const uint32_t virtual_loss = how == CN_MCTS_ALONE ? 0 : (uint32_t)m->options.virtual_loss;
    uint32_t index = 0;
    int proven;
    cn_state_copy(rules, w->state, m->state);
    w->length = 0;
    w->hot = how == CN_MCTS_ATOMIC && cn_mcts_visits(&t->nodes[0]) >= m->hot;
    w->new_proof = false;
    w->aim = cn_mcts_aim_at(m, &t->nodes[0]);
    /* Several playouts may run on different threads: each gets a stream of its own from this. */
    if (!m->single) w->base = cn_rng_next(&w->rng);
    for (;;) {
        cn_mcts_node *node = &t->nodes[index];
        w->path[w->length++] = index;
        proven = cn_mcts_outcome(node);
        if (proven) break;
        uint64_t link = atomic_load_explicit(&node->link, memory_order_acquire);
        if (link <= CN_MCTS_BUSY) {
            /* The root carries no virtual loss: nobody chooses it. */
            const bool has_virtual_loss = index != 0 && w->length > w->hot;
            const uint32_t visits = cn_mcts_visits(node) - (has_virtual_loss ? virtual_loss : 0);
            if (index != 0 && visits == 0) inspect(m, w, node);
            const bool ready = index == 0 || visits >= (uint32_t)m->options.threshold;
            if (ready && !w->new_proof && w->length < CN_MCTS_PATH) {
                /* Under locks another thread may have grown it while this one waited. */
                lock(w, index, true, how);
                link = how == CN_MCTS_NODE_LOCKS
                           ? atomic_load_explicit(&node->link, memory_order_acquire)
                           : link;
                if (link <= CN_MCTS_BUSY) link = grow(m, t, w, node, how);
                lock(w, index, false, how);
            }
            proven = cn_mcts_outcome(node);
            if (link <= CN_MCTS_BUSY) break;
            if (m->options.rollouts > 1) {
                plan_playouts_below(m, t, w, link);
                return;
            }
        }
        lock(w, index, true, how);
        const uint32_t first = cn_mcts_first(link);
        const bool hot = how == CN_MCTS_ATOMIC && w->hot == w->length;
        /* Hot as long as every node so far was: the deferred part of a path is at its top. */
        index = first + cn_mcts_next(m, node, &t->nodes[first], cn_mcts_count(link), &w->aim,
                                     hot ? w->noise : NULL);
        if (hot && cn_mcts_visits(&t->nodes[index]) >= m->hot) {
            w->hot++;
        } else if (virtual_loss) {
            add_visits(&t->nodes[index].visits, virtual_loss, how);
        }
        lock(w, w->path[w->length - 1], false, how);
        fetch_ahead(t, index);
        rules->play(w->state, t->nodes[index].move);
    }
    plan_playouts(m, w, index, proven);
}

void cn_mcts_select(cn_mcts *m, cn_mcts_tree *t, cn_mcts_walk *w, cn_mcts_sharing how) {
    switch (how) {
    case CN_MCTS_ALONE: walk_down(m, t, w, CN_MCTS_ALONE); break;
    case CN_MCTS_ATOMIC: walk_down(m, t, w, CN_MCTS_ATOMIC); break;
    case CN_MCTS_UNSAFE: walk_down(m, t, w, CN_MCTS_UNSAFE); break;
    case CN_MCTS_ONE_LOCK: walk_down(m, t, w, CN_MCTS_ONE_LOCK); break;
    case CN_MCTS_NODE_LOCKS: walk_down(m, t, w, CN_MCTS_NODE_LOCKS); break;
    }
}

/* ---- playouts ---- */

/* Random moves until a player can only pass (or the game is over); the score then decides. */
static cn_outcome until_pass(const cn_rules *rules, void *state, cn_rng *rng, cn_trail *trail) {
    for (int ply = 0; ply < CN_PLAYOUT_MAX; ply++) {
        cn_move list[CN_MOVES_MAX];
        const int count = rules->moves(state, list);
        if (count == 0 || (count == 1 && list[0] == rules->pass)) break;
        const cn_move move = list[cn_rng_below(rng, (uint32_t)count)];
        if (trail) cn_trail_add(trail, rules->turn(state), move);
        rules->play(state, move);
    }
    const cn_outcome outcome = rules->over(state);
    if (outcome != CN_ONGOING || !rules->score) return outcome ? outcome : CN_DRAW;
    const int score = rules->score(state);
    return score > 0 ? CN_FIRST_WINS : score < 0 ? CN_SECOND_WINS : CN_DRAW;
}

void cn_mcts_run_playout(const cn_mcts *m, cn_mcts_walk *w, int index, void *state) {
    cn_mcts_playout *playout = &w->playout[index];
    cn_trail *trail = w->trail ? &w->trail[index] : NULL;
    if (trail) trail->length = 0;
    if (playout->exact) return;
    cn_rng own;
    cn_rng *rng = &w->rng;
    if (!m->single) {
        own = cn_rng_make(w->base, (uint64_t)index);
        rng = &own;
    }
    if (playout->move != CN_MOVE_NONE) {
        m->rules->play(state, playout->move);
        playout->outcome = (uint8_t)m->rules->over(state);
        playout->ended = playout->outcome != CN_ONGOING;
    }
    if (playout->ended) {
        /* nothing left to play */
    } else if (m->options.by_leaf) {
        playout->score = (int32_t)(chance(m, state, 0) * (float)m->win + 0.5f);
    } else if (m->options.until_pass) {
        playout->outcome = (uint8_t)until_pass(m->rules, state, rng, trail);
    } else if (m->options.decisive) {
        playout->outcome =
            (uint8_t)m->kernels->decisive(m->rules, state, m->options.policy, rng, trail);
    } else {
        const int whole = m->options.score || w->aim.margin > 0 ? CN_PLAYOUT_WHOLE : 0;
        playout->outcome =
            (uint8_t)m->kernels->playout(m->rules, state, m->options.policy | whole, rng, trail);
    }
    note_score(m, state, playout);
}

void cn_mcts_run_playouts(const cn_mcts *m, cn_mcts_walk *w) {
    if (w->planned == 1) {
        cn_mcts_run_playout(m, w, 0, w->state);
        return;
    }
    for (int i = 0; i < w->planned; i++) {
        cn_state_copy(m->rules, w->scratch, w->state);
        cn_mcts_run_playout(m, w, i, w->scratch);
    }
}

/* ---- up ---- */

/* What a node's children say about it: a child that wins for the player to move is a win; if all
 * are proven, it is the best of them; and one that draws lets the player hold at least that. */
static uint8_t conclude(const cn_mcts_node *child, int count) {
    const int win = (int)cn_win_of(child->chooser);
    bool draw = false, all = true;
    for (int i = 0; i < count; i++) {
        const int outcome = cn_mcts_outcome(&child[i]);
        if (outcome == win) return (uint8_t)win;
        all &= outcome != 0;
        draw |= outcome == CN_DRAW;
    }
    if (!all) return draw ? CN_MCTS_HOLDS : 0;
    return draw ? CN_DRAW : (uint8_t)cn_win_of(child->chooser ^ 1);
}

/* Carries proofs up from the end of the path. */
static void prove(cn_mcts_tree *t, const cn_mcts_walk *w) {
    for (int i = w->length - 1; i >= 0; i--) {
        cn_mcts_node *node = &t->nodes[w->path[i]];
        if (cn_mcts_outcome(node)) continue;
        const uint64_t link = atomic_load_explicit(&node->link, memory_order_acquire);
        if (cn_mcts_count(link) == 0) return;
        const uint8_t value = conclude(&t->nodes[cn_mcts_first(link)], cn_mcts_count(link));
        if (value) set_proven(node, value);
        if (!(value & CN_MCTS_OUTCOME)) return;
    }
}

/* RAVE_ENOUGH samples settle a mean to a percent; after that the pair is only read, which matters
 * where threads share a tree: hundreds of children are credited in every iteration, and each line
 * of memory written would have to travel. RAVE_EVERY: near the root one iteration in so many
 * credits the children. For the same reason a shared tree adds to the pair by load and store: a
 * sample lost now and then does no harm. */
enum { RAVE_ENOUGH = 1 << 13, RAVE_EVERY = 8 };

/* Adds one sample to a child's RAVE pair, in the view of its chooser. */
CN_INLINE void add_rave(cn_mcts_node *child, int64_t reward) {
    const uint32_t visits = atomic_load_explicit(&child->rave_visits, memory_order_relaxed);
    if (visits >= RAVE_ENOUGH) return;
    const int32_t old = atomic_load_explicit(&child->rave_reward, memory_order_relaxed);
    atomic_store_explicit(&child->rave_visits, visits + 1, memory_order_relaxed);
    atomic_store_explicit(&child->rave_reward, old + (int32_t)reward, memory_order_relaxed);
}

/* What RAVE learns of a playout, in the view of player 0 and in units of selection. */
CN_INLINE int64_t rave_reward_of(const cn_mcts *m, const cn_mcts_walk *w,
                                 const cn_mcts_playout *playout) {
    const int64_t reward = reward_of(m, playout) / playout->weight;
    if (m->options.score_weight == 0) return reward;
    return (int64_t)(cn_mcts_mixed(reward, w->aim.margin) + 0.5f);
}

/* All moves as first: a child of a node on the path is credited with the result if its move was
 * made later on by the same player, before the other made it. The first to make a move is found by
 * going backwards, so that earlier marks overwrite later ones. */
CN_INLINE void back_up_rave(cn_mcts *m, cn_mcts_tree *t, cn_mcts_walk *w, int index,
                            cn_mcts_sharing how) {
    const cn_mcts_playout *playout = &w->playout[index];
    const cn_trail *trail = &w->trail[index];
    /* Marks with an old stamp count as none, so that `who` need not be cleared for each playout.
     * Bit 0 is the player. */
    w->stamp += 2;
    if (w->stamp == 0) {
        memset(w->who, 0, m->rules->move_codes * sizeof *w->who);
        w->stamp = 2;
    }
    for (int i = trail->length - 1; i >= 0; i--) {
        w->who[trail->code[i] & 0x7fff] = w->stamp | trail->code[i] >> 15;
    }
    if (playout->move != CN_MOVE_NONE) {
        w->who[playout->move] = w->stamp | t->nodes[playout->leaf].chooser;
    }
    /* Passes end games: having been made later says nothing about making one now. */
    if (m->rules->pass < m->rules->move_codes) w->who[m->rules->pass] = 0;
    const int64_t reward = rave_reward_of(m, w, playout);
    for (int d = w->length - 1; d >= 0; d--) {
        const cn_mcts_node *node = &t->nodes[w->path[d]];
        const uint64_t link = atomic_load_explicit(&node->link, memory_order_acquire);
        const int count = cn_mcts_count(link);
        /* Where there are many samples, some of them will do. */
        if (count && (d >= w->hot || w->iterations % RAVE_EVERY == 0)) {
            cn_mcts_node *child = &t->nodes[cn_mcts_first(link)];
            const uint32_t want = w->stamp | child->chooser;
            const int64_t mine =
                in_view(m, child->chooser, reward, m->win) + (int64_t)w->aim.shift[child->chooser];
            lock(w, w->path[d], true, how);
            for (int i = 0; i < count; i++) {
                if (w->who[child[i].move] == want) add_rave(&child[i], mine);
            }
            lock(w, w->path[d], false, how);
        }
        if (d > 0 && node->move != m->rules->pass) w->who[node->move] = w->stamp | node->chooser;
    }
}

/* A player who has a draw in hand need not take less: results that come up through such a node
 * count as a draw for him at least (Cazenave and Saffidine, "Score bounded Monte-Carlo tree
 * search", 2010). So walks need not go into the proven draw to keep the mean up, and look at the
 * moves not yet known instead. */
CN_INLINE int64_t at_least_held(const cn_mcts_node *node, int mover, int64_t reward, int64_t draw) {
    if (!(atomic_load_explicit(&node->proven, memory_order_relaxed) & CN_MCTS_HOLDS)) return reward;
    return mover == 0 ? (reward < draw ? draw : reward) : reward > draw ? draw : reward;
}

/* Adds results from the end of the path to the root, in the view of each node's chooser. */
CN_INLINE void walk_up(cn_mcts *m, cn_mcts_tree *t, cn_mcts_walk *w, cn_mcts_sharing how) {
    const uint32_t virtual_loss = how == CN_MCTS_ALONE ? 0 : (uint32_t)m->options.virtual_loss;
    const uint32_t end = w->path[w->length - 1];
    const bool solver = m->options.solver;
    int64_t reward = 0, weight = 0;
    for (int i = 0; i < w->planned; i++) {
        const cn_mcts_playout *playout = &w->playout[i];
        const int64_t one = reward_of(m, playout);
        reward += one;
        weight += playout->weight;
        if (playout->move == CN_MOVE_NONE) continue;
        cn_mcts_node *leaf = &t->nodes[playout->leaf];
        lock(w, end, true, how);
        add_visits(&leaf->visits, (uint32_t)playout->weight, how);
        add_reward(&leaf->reward, in_view(m, leaf->chooser, one, m->whole * playout->weight), how);
        lock(w, end, false, how);
        if (playout->ended) set_proven(leaf, playout->outcome);
        w->new_proof |= playout->ended;
    }
    int mover = w->playout[0].move == CN_MOVE_NONE ? -1 : t->nodes[w->playout[0].leaf].chooser;
    for (int i = w->length - 1; i >= 0; i--) {
        cn_mcts_node *node = &t->nodes[w->path[i]];
        if (solver && mover >= 0)
            reward = at_least_held(node, mover, reward, weight * (m->whole >> 1));
        mover = node->chooser;
        if (how == CN_MCTS_ATOMIC && i < w->hot) {
            defer_update(t, w, w->path[i], weight, in_view(m, mover, reward, m->whole * weight));
            continue;
        }
        /* A child's counters are guarded by its parent's lock, the root's by its own. */
        lock(w, w->path[i ? i - 1 : 0], true, how);
        /* The virtual loss is taken back in the same addition; below 0 it wraps around, as it
         * should. */
        const uint32_t more = (uint32_t)weight - (i ? virtual_loss : 0);
        if (more) add_visits(&node->visits, more, how);
        add_reward(&node->reward, in_view(m, node->chooser, reward, m->whole * weight), how);
        lock(w, w->path[i ? i - 1 : 0], false, how);
    }
    if (m->options.rave) {
        for (int i = 0; i < w->planned; i++) back_up_rave(m, t, w, i, how);
    }
    if (w->new_proof && solver) prove(t, w);
    w->iterations++;
    w->playouts += (uint64_t)w->planned;
    if (w->length > w->depth) w->depth = w->length;
}

void cn_mcts_back_up(cn_mcts *m, cn_mcts_tree *t, cn_mcts_walk *w, cn_mcts_sharing how) {
    switch (how) {
    case CN_MCTS_ALONE: walk_up(m, t, w, CN_MCTS_ALONE); break;
    case CN_MCTS_ATOMIC: walk_up(m, t, w, CN_MCTS_ATOMIC); break;
    case CN_MCTS_UNSAFE: walk_up(m, t, w, CN_MCTS_UNSAFE); break;
    case CN_MCTS_ONE_LOCK: walk_up(m, t, w, CN_MCTS_ONE_LOCK); break;
    case CN_MCTS_NODE_LOCKS: walk_up(m, t, w, CN_MCTS_NODE_LOCKS); break;
    }
}

/* ---- running ---- */

/* Looks at the clock, ends the search at its deadline, and lets worker 0 exchange results and
 * report progress. The interval between two looks follows the speed of the game: about a
 * millisecond. */
static void look(cn_mcts *m, cn_mcts_walk *w) {
    const double now = cn_clock_seconds();
    if (now - w->looked > 2e-3 && w->interval > 1) w->interval /= 2;
    if (now - w->looked < 5e-4 && w->interval < 1 << 14) w->interval *= 2;
    w->looked = now;
    w->countdown = w->interval;
    if (m->deadline > 0 && now >= m->deadline) {
        atomic_store_explicit(m->stop, true, memory_order_relaxed);
    }
    if (w->worker != 0 || !m->tally) return;
    if (m->peers) m->peers->exchange(m->peers, m);
    if (m->progress && now >= m->next_progress) {
        m->next_progress = now + 0.08;
        cn_mcts_conclude(m, true, m->live);
        m->live->seconds = now - m->start;
        if (m->live->iterations) m->progress(m->live, m->user);
    }
}

bool cn_mcts_poll(cn_mcts *m, cn_mcts_walk *w) {
    w->countdown -= w->planned;
    if (CN_UNLIKELY(w->countdown <= 0)) look(m, w);
    return atomic_load_explicit(m->stop, memory_order_relaxed);
}

void cn_mcts_seed(const cn_mcts *m, cn_mcts_walk *w, uint64_t stream) {
    w->rng = cn_rng_make(m->options.seed, stream ^ m->salt);
}

void cn_mcts_logged_iteration(cn_mcts *m, cn_mcts_tree *t, cn_mcts_walk *w, cn_mcts_sharing how) {
    const uint32_t virtual_loss = how == CN_MCTS_ALONE ? 0 : (uint32_t)m->options.virtual_loss;
    cn_log_ask_for(m->log, CN_LOG_TAKE);
    cn_mcts_select(m, t, w, how);
    cn_log_selected(m->log, m, t, w, virtual_loss);
    cn_log_ask_for(m->log, CN_LOG_GIVE);
    cn_log_ask_for(m->log, CN_LOG_PAUSE);
    cn_mcts_run_playouts(m, w);
    cn_log_ask_for(m->log, CN_LOG_TAKE);
    cn_log_played_out(m->log, m, w);
    cn_mcts_back_up(m, t, w, how);
    cn_log_ask_for(m->log, CN_LOG_GIVE);
}

/* The same iterations with a log of each. */
static uint64_t run_watched(cn_mcts *m, cn_mcts_tree *t, cn_mcts_walk *w, uint64_t iterations) {
    uint64_t done = 0;
    for (; iterations == 0 || done < iterations; done++) {
        if (cn_mcts_solved(m, t) || cn_mcts_poll(m, w)) break;
        cn_mcts_logged_iteration(m, t, w, CN_MCTS_ALONE);
    }
    return done;
}

uint64_t cn_mcts_run(cn_mcts *m, cn_mcts_tree *t, cn_mcts_walk *w, uint64_t iterations) {
    if (m->log) return run_watched(m, t, w, iterations);
    uint64_t done = 0;
    while (iterations == 0 || done < iterations) {
        if (cn_mcts_solved(m, t) || cn_mcts_poll(m, w)) break;
        walk_down(m, t, w, CN_MCTS_ALONE);
        cn_mcts_run_playouts(m, w);
        walk_up(m, t, w, CN_MCTS_ALONE);
        done++;
    }
    return done;
}
