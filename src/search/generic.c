#include "search/generic.h"

typedef struct any_state {
    _Alignas(16) unsigned char bytes[CN_STATE_MAX];
} any_state;

static uint64_t generic_perft(const cn_rules *rules, const void *state, int depth) {
    any_state child;
    return cn_perft_node(rules, state, depth, &child, generic_perft);
}

static cn_outcome generic_playout(const cn_rules *rules, void *state, int policy, cn_rng *rng,
                                  cn_trail *trail) {
    return cn_playout_run(rules, state, policy, rng, trail);
}

static cn_outcome generic_decisive(const cn_rules *rules, void *state, int policy, cn_rng *rng,
                                   cn_trail *trail) {
    return cn_playout_decisive(rules, state, policy, rng, trail);
}

static int generic_minimax(cn_context *c, const void *state, int depth, int ply) {
    any_state child;
    return cn_minimax_node(c->rules, c, state, depth, ply, &child, generic_minimax);
}

static int generic_alphabeta(cn_context *c, const void *state, int depth, int ply, int alpha,
                             int beta) {
    any_state child;
    return cn_alphabeta_node(c->rules, c, state, depth, ply, alpha, beta, &child,
                             generic_alphabeta);
}

const cn_kernels cn_generic_kernels = {
    .perft = generic_perft,
    .playout = generic_playout,
    .decisive = generic_decisive,
    .minimax = generic_minimax,
    .alphabeta = generic_alphabeta,
};
