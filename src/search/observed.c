#include "search/observed.h"

typedef struct any_state {
    _Alignas(16) unsigned char bytes[CN_STATE_MAX];
} any_state;

static int observed_minimax(cn_context *c, const void *state, int depth, int ply) {
    any_state child;
    return cn_minimax_template(c->rules, c, state, depth, ply, &child, observed_minimax, true);
}

static int observed_alphabeta(cn_context *c, const void *state, int depth, int ply, int alpha,
                              int beta) {
    any_state child;
    return cn_alphabeta_template(c->rules, c, state, depth, ply, alpha, beta, &child,
                                 observed_alphabeta, true);
}

/* Only these two: nothing else of a tree search goes through kernels. */
const cn_kernels cn_observed_kernels = {
    .minimax = observed_minimax,
    .alphabeta = observed_alphabeta,
};
