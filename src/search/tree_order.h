/* The order of root moves in a minimax or alpha-beta search (search/tree.h): value and preference
 * as one number, and the best of them. */
#pragma once

#include "search/tree.h"

/* The best root move so far is one number, so that threads can raise it with one exchange:
 * value * CN_MOVES_MAX + preference, where of moves with equal values the one that is to be chosen
 * has the greater preference. */
static inline int preference_of(const cn_tree_search *t, int index) {
    return t->options.ties_last ? index : CN_MOVES_MAX - 1 - index;
}

/* Value and preference as one number, and back; the remainder is never negative, whatever the
 * value. */
static inline int64_t pack(const cn_tree_search *t, int value, int index) {
    return (int64_t)value * CN_MOVES_MAX + preference_of(t, index);
}

static inline int packed_preference(int64_t best) {
    return (int)(((best % CN_MOVES_MAX) + CN_MOVES_MAX) % CN_MOVES_MAX);
}

static inline int packed_value(int64_t best) {
    return (int)((best - packed_preference(best)) / CN_MOVES_MAX);
}

/* Which root move a packed best value belongs to. */
static inline int packed_index(const cn_tree_search *t, int64_t best) {
    const int preference = packed_preference(best);
    return t->options.ties_last ? preference : CN_MOVES_MAX - 1 - preference;
}

/* Below every packed value: no move has one yet. */
static const int64_t nothing = (int64_t)-CN_INFINITY * CN_MOVES_MAX;

/* The best of the exact values so far, as many as lines are wanted, best first; returns how many.
 * Threads may raise values meanwhile; what is read then is only lower than it could be. Whoever
 * sees the value of a move may read the rest of it. */
static inline int best_exact(const cn_tree_search *t, int64_t top[CN_LINES_MAX]) {
    const int lines = t->options.lines < CN_LINES_MAX ? t->options.lines : CN_LINES_MAX;
    int count = 0;
    for (int i = 0; i < t->count; i++) {
        const int64_t exact = atomic_load_explicit(&t->moves[i].exact, memory_order_acquire);
        if (exact == nothing || (count == lines && exact <= top[count - 1])) continue;
        int k = count < lines ? count++ : count - 1;
        for (; k > 0 && top[k - 1] < exact; k--) top[k] = top[k - 1];
        top[k] = exact;
    }
    return count;
}
