/* Plain minimax in its negamax form: the whole tree to a fixed depth. The reference that everything
 * else is tested against. */
#ifndef CANOPY_KERNEL_MINIMAX_H
#define CANOPY_KERNEL_MINIMAX_H

#include <canopy/kernel/context.h>

/* The value of a state that is neither ended nor a leaf, `depth` >= 1, in the view of the side to
 * move; `ply` is how far it is from the root. */
typedef int cn_minimax_fn(cn_context *c, const void *state, int depth, int ply);

/* The template itself. `child` is scratch for one state, `self` the function that recurses.
 * `observed` is a constant: tell c->observer of every node? If c->stopped is set the value is of no
 * use. */
CN_INLINE int cn_minimax_template(const cn_rules *rules, cn_context *c, const void *state,
                                  int depth, int ply, void *child, cn_minimax_fn *self,
                                  const bool observed) {
    if (cn_context_stopped(c)) return 0;
    if (observed) c->observer->enter(c, state, depth, ply, -CN_INFINITY, CN_INFINITY);
    cn_move best_move = CN_MOVE_NONE;
    const int turn = rules->turn(state);
    cn_move list[CN_MOVES_MAX];
    const int count = rules->moves(state, list);
    int best = -CN_INFINITY;
    for (int i = 0; i < count; i++) {
        if (cn_context_spent(c)) return 0;
        cn_state_copy(rules, child, state);
        rules->play(child, list[i]);
        c->nodes++;
        int left = depth - 1, value;
        if (observed) c->observer->move = list[i];
        if (!cn_child_settled(rules, c, child, ply + 1, &left, &value)) {
            value = self(c, child, left, ply + 1);
        } else if (observed) {
            cn_observe_settled(c, child, left, ply + 1, -CN_INFINITY, CN_INFINITY, value);
        }
        if (rules->turn(child) != turn) value = -value;
        if (observed && value > best) best_move = list[i];
        if (value > best) best = value;
    }
    if (observed && !c->stopped) {
        c->observer->leave(c, state, best, CN_WHY_SEARCHED, best_move, NULL, 0);
    }
    return best;
}

/* The template without an observer. */
CN_INLINE int cn_minimax_node(const cn_rules *rules, cn_context *c, const void *state, int depth,
                              int ply, void *child, cn_minimax_fn *self) {
    return cn_minimax_template(rules, c, state, depth, ply, child, self, false);
}

#endif
