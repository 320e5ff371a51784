#include "search/generic.h"

typedef struct any_state {
    _Alignas(16) unsigned char bytes[CN_STATE_MAX];
} any_state;

static uint64_t generic_perft(const cn_rules *rules, const void *state, int depth) {
    any_state child;
    return cn_perft_node(rules, state, depth, &child, generic_perft);
}

static cn_outcome generic_playout(const cn_rules *rules, void *state, cn_rng *rng,
                                  cn_trail *trail) {
    return cn_playout_run(rules, state, rng, trail);
}

const cn_kernels cn_generic_kernels = {
    .perft = generic_perft,
    .playout = generic_playout,
};
