/* Playouts: random moves from a state to the end of the game, in place. A game may bring a faster
 * way of its own (cn_rules.playout), or only its choice of moves (cn_rules.pick). */
#ifndef CANOPY_KERNEL_PLAYOUT_H
#define CANOPY_KERNEL_PLAYOUT_H

#include <canopy/game.h>
#include <canopy/kernel/inline.h>

/* Games must end by themselves; a playout that has not after this many moves is called a draw. */
enum { CN_PLAYOUT_MAX = 4096 };

/* Added to the number of a policy: the margin matters, not only who wins, so that a game's own
 * playout must go on to the end of the game. */
enum { CN_PLAYOUT_WHOLE = 1 << 8 };

/* The moves of a playout and who made them (bit 15 of a code is the player). */
typedef struct cn_trail {
    int length;
    uint16_t code[CN_PLAYOUT_MAX];
} cn_trail;

/* Notes a move. There must be room: a playout has CN_PLAYOUT_MAX moves at most. */
CN_INLINE void cn_trail_add(cn_trail *trail, int player, cn_move move) {
    trail->code[trail->length++] = (uint16_t)(move | player << 15);
}

/* A random move by the game's policy; any move with equal chances if it has none. The game must not
 * be over. */
CN_INLINE cn_move cn_playout_pick(const cn_rules *rules, const void *state, int policy,
                                  cn_rng *rng) {
    if (rules->pick) return rules->pick(state, policy, rng);
    cn_move list[CN_MOVES_MAX];
    const int count = rules->moves(state, list);
    return list[cn_rng_below(rng, (uint32_t)count)];
}

/* Plays the state to the end of the game and returns the outcome. `policy` is an index into
 * cn_game.policies; `trail` gets the moves and may be NULL. Afterwards only `over` and `score` of
 * the state may be asked. */
CN_INLINE cn_outcome cn_playout_run(const cn_rules *rules, void *state, int policy, cn_rng *rng,
                                    cn_trail *trail) {
    if (trail) trail->length = 0;
    if (rules->playout) return rules->playout(state, policy, rng, trail);
    policy &= ~CN_PLAYOUT_WHOLE;
    for (int ply = 0; ply < CN_PLAYOUT_MAX; ply++) {
        const cn_outcome outcome = rules->over(state);
        if (outcome != CN_ONGOING) return outcome;
        const cn_move move = cn_playout_pick(rules, state, policy, rng);
        if (trail) cn_trail_add(trail, rules->turn(state), move);
        rules->play(state, move);
    }
    return CN_DRAW;
}

/* The same, but whoever can win at once does; a game that cannot tell (no cn_rules.forced) is
 * played as usual. */
CN_INLINE cn_outcome cn_playout_decisive(const cn_rules *rules, void *state, int policy,
                                         cn_rng *rng, cn_trail *trail) {
    if (!rules->forced) return cn_playout_run(rules, state, policy, rng, trail);
    if (trail) trail->length = 0;
    for (int ply = 0; ply < CN_PLAYOUT_MAX; ply++) {
        const cn_outcome outcome = rules->over(state);
        if (outcome != CN_ONGOING) return outcome;
        cn_move move = cn_win_at_once(rules, state);
        if (move == CN_MOVE_NONE) move = cn_playout_pick(rules, state, policy, rng);
        if (trail) cn_trail_add(trail, rules->turn(state), move);
        rules->play(state, move);
    }
    return CN_DRAW;
}

#endif
