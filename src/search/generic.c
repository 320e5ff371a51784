/* The search templates on a table of rules that is known at run time only: for games that bring no
 * kernels, and as the reference that specialised kernels are tested against. And once more with an
 * observer, for searches that are watched node by node (search/log.h). */
#include "search/generic.h"

/* Room for one state of any game: the scratch that a specialised kernel has as its own state type.
 */
typedef struct any_state {
    _Alignas(16) unsigned char bytes[CN_STATE_MAX];
} any_state;

/* The template of kernel/perft.h. */
static uint64_t perft(const cn_rules *rules, const void *state, int depth) {
    any_state child;
    return cn_perft_node(rules, state, depth, &child, perft);
}

/* The template of kernel/playout.h. */
static cn_outcome playout(const cn_rules *rules, void *state, int policy, cn_rng *rng,
                          cn_trail *trail) {
    return cn_playout_run(rules, state, policy, rng, trail);
}

/* The same, where a move that wins at once is always played. */
static cn_outcome decisive(const cn_rules *rules, void *state, int policy, cn_rng *rng,
                           cn_trail *trail) {
    return cn_playout_decisive(rules, state, policy, rng, trail);
}

/* The template of kernel/minimax.h. */
static int minimax(cn_context *c, const void *state, int depth, int ply) {
    any_state child;
    return cn_minimax_node(c->rules, c, state, depth, ply, &child, minimax);
}

/* The template of kernel/alphabeta.h. */
static int alphabeta(cn_context *c, const void *state, int depth, int ply, int alpha, int beta) {
    any_state child;
    return cn_alphabeta_node(c->rules, c, state, depth, ply, alpha, beta, &child, alphabeta);
}

const cn_kernels cn_generic_kernels = {
    .perft = perft,
    .playout = playout,
    .decisive = decisive,
    .minimax = minimax,
    .alphabeta = alphabeta,
};

/* ---- with an observer ---- */

/* The same template, telling the context's observer of every node. */
static int observed_minimax(cn_context *c, const void *state, int depth, int ply) {
    any_state child;
    return cn_minimax_template(c->rules, c, state, depth, ply, &child, observed_minimax, true);
}

/* Likewise. */
static int observed_alphabeta(cn_context *c, const void *state, int depth, int ply, int alpha,
                              int beta) {
    any_state child;
    return cn_alphabeta_template(c->rules, c, state, depth, ply, alpha, beta, &child,
                                 observed_alphabeta, true);
}

const cn_kernels cn_observed_kernels = {
    .minimax = observed_minimax,
    .alphabeta = observed_alphabeta,
};
