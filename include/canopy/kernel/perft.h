/* Perft: the number of move sequences of a given length, the standard check of a move generator.
 * The last ply is counted, not played. A game that ended before the last ply counts as one leaf or
 * as none, as that game's published tables do (rules->perft_ended). */
#ifndef CANOPY_KERNEL_PERFT_H
#define CANOPY_KERNEL_PERFT_H

#include <canopy/game.h>
#include <canopy/kernel/inline.h>

/* Leaves `depth` plies below a state. */
typedef uint64_t cn_perft_fn(const cn_rules *rules, const void *state, int depth);

/* One node; `child` is scratch for one state, `self` the instance that recurses. */
CN_INLINE uint64_t cn_perft_node(const cn_rules *rules, const void *state, int depth, void *child,
                                 cn_perft_fn *self) {
    if (depth <= 0) return 1;
    if (depth == 1 && rules->count) {
        const int count = rules->count(state);
        return count || !rules->perft_ended ? (uint64_t)count : 1;
    }
    cn_move list[CN_MOVES_MAX];
    const int count = rules->moves(state, list);
    if (count == 0) return rules->perft_ended ? 1 : 0;
    if (depth == 1) return (uint64_t)count;
    uint64_t leaves = 0;
    for (int i = 0; i < count; i++) {
        cn_state_copy(rules, child, state);
        rules->play(child, list[i]);
        leaves += self(rules, child, depth - 1);
    }
    return leaves;
}

#endif
