/* Plain minimax in its negamax form: the whole tree to a fixed depth. The reference that everything
 * else is tested against. */
#ifndef CANOPY_KERNEL_MINIMAX_H
#define CANOPY_KERNEL_MINIMAX_H

#include <canopy/kernel/context.h>

typedef int cn_minimax_fn(cn_context *c, const void *state, int depth, int ply);

/* The value of a state that is neither ended nor a leaf, `depth` >= 1. */
CN_INLINE int cn_minimax_node(const cn_rules *rules, cn_context *c, const void *state, int depth,
                              int ply, void *child, cn_minimax_fn *self) {
    if (cn_context_stopped(c)) return 0;
    const int turn = rules->turn(state);
    cn_move list[CN_MOVES_MAX];
    const int count = rules->moves(state, list);
    int best = -CN_INFINITY;
    for (int i = 0; i < count; i++) {
        cn_state_copy(rules, child, state);
        rules->play(child, list[i]);
        c->nodes++;
        int left = depth - 1, value;
        if (!cn_child_settled(rules, c, child, ply + 1, &left, &value)) {
            value = self(c, child, left, ply + 1);
        }
        if (rules->turn(child) != turn) value = -value;
        if (value > best) best = value;
    }
    return best;
}

#endif
