/* Alpha-beta: fail-soft negamax with a transposition table, move ordering and, if wanted, principal
 * variation search. With everything switched off it is the plain algorithm of Knuth and Moore
 * (1975).
 *
 * Contract: the value returned is exact if alpha < value < beta, an upper bound of the minimax
 * value if it is <= alpha, a lower bound if it is >= beta. For exactness to hold against plain
 * minimax of the same depth, the table answers only for the very depth asked for, except for wins
 * and losses that lie within that depth, which no depth can change, and except in a selective
 * search (c->prune), which is not exact anyway. */
#ifndef CANOPY_KERNEL_ALPHABETA_H
#define CANOPY_KERNEL_ALPHABETA_H

#include <canopy/kernel/context.h>

/* ---- the table ---- */

/* Wins are stored as plies from the position, and used as plies from the root, so that an entry
 * holds wherever in the tree the position is met. `ply`: of the position, from the root. */
CN_INLINE int cn_value_to_table(int value, int ply) {
    return value > CN_EVAL_MAX ? value + ply : value < -CN_EVAL_MAX ? value - ply : value;
}

CN_INLINE int cn_value_from_table(int value, int ply) {
    return value > CN_EVAL_MAX ? value - ply : value < -CN_EVAL_MAX ? value + ply : value;
}

/* True if the entry answers the question (depth, alpha, beta); then `value` is the answer. A solid
 * entry of a lesser depth does too: it rests on ended games only, so that a deeper search finds the
 * same. */
CN_INLINE bool cn_table_answers(const cn_table_hit *hit, int depth, int ply, int alpha, int beta,
                                int *value) {
    const int size = hit->value < 0 ? -hit->value : hit->value;
    const bool within = size > CN_EVAL_MAX && CN_WIN - size <= depth;
    if (hit->depth != depth && !within && !(hit->solid && hit->depth < depth)) return false;
    *value = cn_value_from_table(hit->value, ply);
    return hit->bound == CN_BOUND_EXACT || (hit->bound == CN_BOUND_LOWER && *value >= beta) ||
           (hit->bound == CN_BOUND_UPPER && *value <= alpha);
}

/* ---- move ordering ---- */

enum {
    CN_ORDERING = CN_USE_KILLERS | CN_USE_HISTORY | CN_USE_GAME_ORDER,
    CN_ORDER_LAST = INT32_MIN, /* a move put off */
};

/* Gives each move a score, by which cn_order_next sorts. The table's move first, then killers (Akl
 * and Newborn 1977), then the game's order, then history (Schaeffer 1989). */
CN_INLINE void cn_order_score(const cn_rules *rules, const cn_context *c, const void *state,
                              int ply, int turn, cn_move hint, const cn_move *list, int count,
                              int *score) {
    const int32_t *history = c->history + turn * rules->move_codes;
    for (int i = 0; i < count; i++) {
        const cn_move move = list[i];
        int s = 0;
        if (c->use & CN_USE_GAME_ORDER && rules->order) s = rules->order(state, move) * 4096;
        if (c->use & CN_USE_HISTORY) s += history[move] >> 8;
        if (c->use & CN_USE_KILLERS) {
            if (move == c->killer[ply][0]) s = (1 << 29) + 1;
            if (move == c->killer[ply][1]) s = 1 << 29;
        }
        score[i] = move == hint ? 1 << 30 : s;
    }
}

/* Brings the best of the moves from `i` on to place i; equals keep their order. One at a time,
 * because after a cut-off the rest need not be sorted. */
CN_INLINE void cn_order_next(cn_move *list, int *score, int i, int count) {
    int best = i;
    for (int k = i + 1; k < count; k++) {
        if (score[k] > score[best]) best = k;
    }
    const cn_move move = list[best];
    const int s = score[best];
    for (int k = best; k > i; k--) {
        list[k] = list[k - 1];
        score[k] = score[k - 1];
    }
    list[i] = move;
    score[i] = s;
}

/* A move has caused a cut-off: it is tried earlier from now on. */
CN_INLINE void cn_order_cut(const cn_rules *rules, cn_context *c, int ply, int turn, int depth,
                            cn_move move) {
    if (c->use & CN_USE_KILLERS && c->killer[ply][0] != move) {
        c->killer[ply][1] = c->killer[ply][0];
        c->killer[ply][0] = move;
    }
    if (c->use & CN_USE_HISTORY) {
        /* Grows towards 2^20, so that old merits fade; a step is a quarter of that at most. */
        int32_t *h = &c->history[turn * rules->move_codes + move];
        const int64_t step = depth < 32 ? depth * depth * 256 : 1 << 18;
        *h += (int32_t)(step - (*h * step >> 20));
    }
}

/* ---- the node ---- */

/* The child's value in the view of `turn`, by a null window first if asked. */
CN_INLINE int cn_alphabeta_child(const cn_rules *rules, cn_context *c, const void *child, int turn,
                                 int depth, int ply, int alpha, int beta, bool probe,
                                 cn_alphabeta_fn *self) {
    const bool again = rules->turn(child) == turn; /* the same side moves once more */
    int value;
    if (probe) {
        value = again ? self(c, child, depth, ply, alpha, alpha + 1)
                      : -self(c, child, depth, ply, -alpha - 1, -alpha);
        if (value <= alpha || value >= beta) return value;
    }
    return again ? self(c, child, depth, ply, alpha, beta)
                 : -self(c, child, depth, ply, -beta, -alpha);
}

/* The template itself. `child` is scratch for one state, `self` the function that recurses, as
 * which the template was instantiated. `observed` is a constant: tell c->observer of every node?
 * The principal variation is left in c->line[ply]; if c->stopped is set the value is of no use. */
CN_INLINE int cn_alphabeta_template(const cn_rules *rules, cn_context *c, const void *state,
                                    int depth, int ply, int alpha, int beta, void *child,
                                    cn_alphabeta_fn *self, const bool observed) {
    if (cn_context_stopped(c)) return 0;
    if (observed) c->observer->enter(c, state, depth, ply, alpha, beta);
    cn_line_clear(c, ply);
    const int turn = rules->turn(state), floor = alpha; /* the alpha that was asked for */
    cn_move hint = CN_MOVE_NONE;
    uint64_t key = 0;
    /* One ply above the leaves a look into the table costs more than the moves do. */
    const bool tabled = c->table && depth > 1;
    if (tabled) {
        cn_table_hit hit;
        key = rules->hash(state);
        if (cn_table_probe(c->table, key, &hit)) {
            int value;
            /* A selective search does not equal minimax anyway: what is known of a greater depth
             * is as good as an answer, and saves a third of its nodes. Not on the principal
             * variation, whose line is wanted. */
            const bool deeper = c->prune && beta - alpha == 1 && hit.depth > depth;
            if (c->table_values &&
                cn_table_answers(&hit, deeper ? hit.depth : depth, ply, alpha, beta, &value)) {
                c->guessed |= !hit.solid;
                if (observed) {
                    c->observer->leave(c, state, value, CN_WHY_TABLE, hit.move, NULL, 0);
                }
                return value;
            }
            hint = hit.move;
        }
    }
    if (CN_UNLIKELY(c->prune != NULL) && depth > 2 && beta - alpha == 1) {
        int value;
        if (c->prune(c, state, depth, ply, alpha, beta, &value)) return value;
        if (c->stopped) return 0;
    }
    if (c->use & CN_USE_FORCED && rules->forced) {
        cn_forced win = {.table = c->table};
        const cn_move move = rules->forced(state, c->forced, &win);
        c->nodes += win.nodes;
        if (move != CN_MOVE_NONE) {
            c->nodes++;
            cn_line_clear(c, ply + 1);
            cn_line_set(c, ply, move);
            if (observed) {
                c->observer->leave(c, state, CN_WIN - ply - win.plies, CN_WHY_FORCED, move, NULL,
                                   0);
            }
            return CN_WIN - ply - win.plies;
        }
    }

    cn_move list[CN_MOVES_MAX];
    int score[CN_MOVES_MAX];
    const int count = rules->moves(state, list);
    /* One ply above the leaves sorting costs more than it saves. */
    const bool ordered = depth > 1 && (c->use & CN_ORDERING || hint != CN_MOVE_NONE);
    if (ordered) cn_order_score(rules, c, state, ply, turn, hint, list, count, score);

    /* c->guessed is to tell of this subtree alone while the table entry is made. */
    const bool guessed_before = c->guessed;
    c->guessed = false;
    int best = -CN_INFINITY;
    cn_move best_move = CN_MOVE_NONE;
    const bool joint = ordered && c->busy && depth > CN_BUSY_DEPTH;
    int i = 0;
    for (; i < count; i++) {
        if (cn_context_spent(c)) return 0;
        if (ordered) cn_order_next(list, score, i, count);
        cn_state_copy(rules, child, state);
        rules->play(child, list[i]);
        uint64_t mark = 0;
        if (joint) {
            mark = cn_busy_mark(rules->hash(child), depth - 1);
            /* Another thread is at it: later, when the table may know; each move once. */
            if (i > 0 && score[i] != CN_ORDER_LAST && cn_busy_is(c->busy, mark)) {
                score[i--] = CN_ORDER_LAST;
                continue;
            }
            cn_busy_begin(c->busy, mark);
        }
        c->nodes++;
        int left = depth - 1, value;
        if (observed) c->observer->move = list[i];
        if (cn_child_settled(rules, c, child, ply + 1, &left, &value)) {
            if (observed) {
                const bool again = rules->turn(child) == turn;
                cn_observe_settled(c, child, left, ply + 1, again ? alpha : -beta,
                                   again ? beta : -alpha, value);
            }
            if (rules->turn(child) != turn) value = -value;
            cn_line_clear(c, ply + 1);
        } else {
            const bool probe = c->use & CN_USE_NULL_WINDOW && i > 0 && beta - alpha > 1;
            value =
                cn_alphabeta_child(rules, c, child, turn, left, ply + 1, alpha, beta, probe, self);
        }
        if (joint) cn_busy_end(c->busy, mark);
        if (c->stopped) return 0;
        if (value > best) {
            best = value;
            best_move = list[i];
            if (value > alpha) {
                alpha = value;
                cn_line_set(c, ply, best_move);
            }
            if (value >= beta) {
                cn_order_cut(rules, c, ply, turn, depth, best_move);
                break;
            }
        }
        /* Young brothers wait: only once a move has its value are the others offered to threads. */
        if (c->split && depth >= c->split_depth && i + 1 < count &&
            atomic_load_explicit(c->hungry, memory_order_relaxed) > 0) {
            if (ordered) {
                for (int k = i + 1; k < count; k++) cn_order_next(list, score, k, count);
            }
            cn_split s = {state, list + i + 1, count - i - 1, depth, ply, alpha,
                          beta,  best,         best_move,     false, 0};
            if (c->split(c, &s)) {
                if (c->stopped) return 0;
                best = s.best;
                best_move = s.best_move;
                c->guessed |= s.guessed;
                if (observed) i += s.taken;
                if (best >= beta) cn_order_cut(rules, c, ply, turn, depth, best_move);
                break;
            }
        }
    }
    /* A win that is found is a win, whatever the other moves were thought to be worth. */
    if (best > CN_EVAL_MAX) c->guessed = false;
    if (observed) {
        const int left = best >= beta && i + 1 < count ? count - i - 1 : 0;
        for (int k = 0; ordered && k < left; k++) cn_order_next(list, score, i + 1 + k, count);
        c->observer->leave(c, state, best, best >= beta ? CN_WHY_CUT : CN_WHY_SEARCHED, best_move,
                           list + i + 1, left);
    }
    if (tabled) {
        const int bound = best >= beta    ? CN_BOUND_LOWER
                          : best <= floor ? CN_BOUND_UPPER
                                          : CN_BOUND_EXACT;
        /* Where every move failed low, the best of the upper bounds is no move to try first. */
        cn_table_store(c->table, key, cn_value_to_table(best, ply), depth, bound,
                       best > floor ? best_move : CN_MOVE_NONE, !c->guessed);
    }
    c->guessed |= guessed_before;
    return best;
}

/* The value of a state that is neither ended nor a leaf, `depth` >= 1: the template without an
 * observer. */
CN_INLINE int cn_alphabeta_node(const cn_rules *rules, cn_context *c, const void *state, int depth,
                                int ply, int alpha, int beta, void *child, cn_alphabeta_fn *self) {
    return cn_alphabeta_template(rules, c, state, depth, ply, alpha, beta, child, self, false);
}

#endif
