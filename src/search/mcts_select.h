/* Which child next: the inner loop of the tree part. Header-only, so that the iteration inlines it.
 *
 * Everything is single precision and IEEE: the same choice on every machine. The logarithm is our
 * own because libm's differ in the last bit. */
#ifndef SEARCH_MCTS_SELECT_H
#define SEARCH_MCTS_SELECT_H

#include "search/mcts.h"

#include <math.h>

/* The natural logarithm of x >= 1: x = 2^e m with m in [sqrt(1/2), sqrt 2), and the series of
 * ln m = 2 artanh s, s = (m - 1) / (m + 1); |s| < 0.172, so the first term left out is below
 * 3e-8. */
static inline float cn_mcts_ln(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    const uint32_t above = bits - 0x3f3504f3; /* sqrt(1/2) */
    const int e = (int)above >> 23;
    bits = (above & 0x7fffff) + 0x3f3504f3;
    float m;
    memcpy(&m, &bits, sizeof m);
    const float s = (m - 1) / (m + 1), q = s * s;
    const float series = s * (2.0f + q * (2.0f / 3 + q * (2.0f / 5 + q * (2.0f / 7))));
    return (float)e * 0.69314718f + series;
}

CN_INLINE uint32_t cn_mcts_visits(const cn_mcts_node *node) {
    return atomic_load_explicit(&node->visits, memory_order_relaxed);
}

CN_INLINE float cn_mcts_reward(const cn_mcts_node *node) {
    return (float)atomic_load_explicit(&node->reward, memory_order_relaxed);
}

/* C sqrt(ln N), the part of the exploration term that children share. */
CN_INLINE float cn_mcts_urge(const cn_mcts *m, uint32_t visits) {
    return m->options.c * sqrtf(cn_mcts_ln((float)(visits ? visits : 1)));
}

/* A child with an exact value: a win is taken, a loss only if all are losses, and a draw is worth
 * a draw and no exploration. */
CN_INLINE float cn_mcts_exact(const cn_mcts_node *child, uint8_t proven) {
    const int outcome = proven & CN_MCTS_OUTCOME;
    if (outcome == CN_DRAW) return 0.5f;
    return outcome == (int)cn_win_of(child->chooser) ? INFINITY : -1e30f;
}

/* Mean and RAVE mean in one fraction. With n, w visits and reward of its own and r, v those of
 * RAVE, the weight of RAVE is r / (r + n + n r / k): K visits of a prior fade as K visits do, and
 * many RAVE visits have half the weight once n = k (Silver's schedule with b = 1 / (2 sqrt k)). */
CN_INLINE float cn_mcts_blend(const cn_mcts *m, const cn_mcts_node *child, float n, float urge) {
    const float r = (float)atomic_load_explicit(&child->rave_visits, memory_order_relaxed);
    if (n + r == 0) return m->options.fpu;
    const float v = (float)atomic_load_explicit(&child->rave_reward, memory_order_relaxed);
    const float share = r / m->options.rave_k;
    const float mean = (v + cn_mcts_reward(child) * (1 + share)) * m->half / (r + n + n * share);
    return mean + urge * sqrtf(1 / (n + 1));
}

/* The number of the child to walk to. */
CN_INLINE uint32_t cn_mcts_next(const cn_mcts *m, const cn_mcts_node *node,
                                const cn_mcts_node *child, int count) {
    const float urge = cn_mcts_urge(m, cn_mcts_visits(node)), half = m->half;
    const bool blend = m->blend, all = m->options.all, solver = m->options.solver;
    float best = -INFINITY;
    int pick = 0;
    for (int i = 0; i < count; i++) {
        const uint32_t n = cn_mcts_visits(&child[i]);
        const uint8_t proven =
            solver ? atomic_load_explicit(&child[i].proven, memory_order_relaxed) : 0;
        float value;
        if (CN_UNLIKELY(proven)) {
            value = cn_mcts_exact(&child[i], proven);
        } else if (n == 0 && !all) {
            return (uint32_t)i;
        } else if (blend) {
            value = cn_mcts_blend(m, &child[i], (float)n, urge);
        } else if (n == 0) {
            value = m->options.fpu;
        } else {
            const float inverse = 1 / (float)n;
            value = cn_mcts_reward(&child[i]) * half * inverse + urge * sqrtf(inverse);
        }
        if (value > best) {
            best = value;
            pick = i;
        }
    }
    return (uint32_t)pick;
}

#endif
