/* Search templates, compiled for one game.
 *
 * The templates in kernel/ are always-inline functions of a `const cn_rules *`. CN_KERNELS calls
 * them with the address of a constant table, so the compiler sees which functions the pointers name
 * and inlines them: no indirect call is left in the loop. The same templates called with a run-time
 * table serve a game that brings no kernels. Heavy primitives should be CN_NOINLINE, or they are
 * copied into every template.
 *
 *     static const cn_rules rules = {...};
 *     CN_KERNELS(othello, rules, othello_state);
 *
 * defines `static const cn_variant othello`, for the game's `setup` to hand out. CN_KERNELS_WITH
 * adds the game's experts. */
#ifndef CANOPY_KERNEL_H
#define CANOPY_KERNEL_H

#include <canopy/game.h>
#include <canopy/kernel/alphabeta.h>
#include <canopy/kernel/minimax.h>
#include <canopy/kernel/perft.h>
#include <canopy/kernel/playout.h>

/* The search templates compiled for one table of rules. They keep nothing of their own: any number
 * of threads may call them, each with its own context, state and random numbers. Kernels of
 * CN_KERNELS ignore `rules`, whose table is built in. */
typedef struct cn_kernels {
    /* Leaves at `depth` plies below the state. */
    uint64_t (*perft)(const cn_rules *rules, const void *state, int depth);
    /* Plays random moves of a policy in place to the end of the game; `trail` (may be NULL) records
     * them. */
    cn_outcome (*playout)(const cn_rules *rules, void *state, int policy, cn_rng *rng,
                          cn_trail *trail);
    /* The same, but a player who can win at once does. */
    cn_outcome (*decisive)(const cn_rules *rules, void *state, int policy, cn_rng *rng,
                           cn_trail *trail);
    /* Values of a state that is not ended, `depth` >= 1 plies; see kernel/context.h. */
    int (*minimax)(cn_context *context, const void *state, int depth, int ply);
    cn_alphabeta_fn *alphabeta;
} cn_kernels;

/* The variant without experts, and with a list of them. */
#define CN_KERNELS(name, table, state_type) CN_KERNELS_WITH(name, table, state_type, NULL)

/* Names inside begin with cn_, so that they cannot shadow a game's own. */
#define CN_KERNELS_WITH(name, table, state_type, expert_list)                                    \
    static uint64_t name##_perft(const cn_rules *cn_r, const void *cn_s, int cn_depth) {         \
        (void)cn_r;                                                                              \
        state_type cn_child;                                                                     \
        return cn_perft_node(&table, cn_s, cn_depth, &cn_child, name##_perft);                   \
    }                                                                                            \
    static cn_outcome name##_playout(const cn_rules *cn_r, void *cn_s, int cn_p,                 \
                                     cn_rng *cn_random, cn_trail *cn_t) {                        \
        (void)cn_r;                                                                              \
        return cn_playout_run(&table, cn_s, cn_p, cn_random, cn_t);                              \
    }                                                                                            \
    static cn_outcome name##_decisive(const cn_rules *cn_r, void *cn_s, int cn_p,                \
                                      cn_rng *cn_random, cn_trail *cn_t) {                       \
        (void)cn_r;                                                                              \
        return cn_playout_decisive(&table, cn_s, cn_p, cn_random, cn_t);                         \
    }                                                                                            \
    static int name##_minimax(cn_context *cn_c, const void *cn_s, int cn_depth, int cn_ply) {    \
        state_type cn_child;                                                                     \
        return cn_minimax_node(&table, cn_c, cn_s, cn_depth, cn_ply, &cn_child, name##_minimax); \
    }                                                                                            \
    static int name##_alphabeta(cn_context *cn_c, const void *cn_s, int cn_depth, int cn_ply,    \
                                int cn_alpha, int cn_beta) {                                     \
        state_type cn_child;                                                                     \
        return cn_alphabeta_node(&table, cn_c, cn_s, cn_depth, cn_ply, cn_alpha, cn_beta,        \
                                 &cn_child, name##_alphabeta);                                   \
    }                                                                                            \
    static const cn_kernels name##_kernels = {                                                   \
        .perft = name##_perft,                                                                   \
        .playout = name##_playout,                                                               \
        .decisive = name##_decisive,                                                             \
        .minimax = name##_minimax,                                                               \
        .alphabeta = name##_alphabeta,                                                           \
    };                                                                                           \
    static const cn_variant name = {&table, &name##_kernels, expert_list}

#endif
