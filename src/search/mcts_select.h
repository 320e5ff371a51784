/* Selection: which child a walk goes to next, the inner loop of the tree part. Header-only, so that
 * the iteration inlines it.
 *
 * Everything is single precision and IEEE: the same choice on every machine. The logarithm is our
 * own because libm's differ in the last bit. */
#pragma once

#include "search/mcts.h"

#include <float.h>
#include <math.h>

_Static_assert(FLT_EVAL_METHOD == 0,
               "searches choose the same moves everywhere only if floats are "
               "evaluated as floats: gcc -fexcess-precision=fast, on 32-bit x86 -mfpmath=sse");

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

/* Visits and sum of rewards as this thread sees them now; others may add to them meanwhile. */
CN_INLINE uint32_t cn_mcts_visits(const cn_mcts_node *node) {
    return atomic_load_explicit(&node->visits, memory_order_relaxed);
}

CN_INLINE float cn_mcts_reward(const cn_mcts_node *node) {
    return (float)atomic_load_explicit(&node->reward, memory_order_relaxed);
}

/* The two terms of the UCT formula that are slow to compute. For fewer than CN_MCTS_SMALL visits,
 * as most nodes have, they are in a table. Beyond, C sqrt(ln n) is so flat that straight lines
 * between 64 points an octave are within 1e-5 of it. */
enum { CN_MCTS_SMALL = 1024, CN_MCTS_STEPS = 64, CN_MCTS_OCTAVES = 22 };

struct cn_mcts_terms {
    float exploration[CN_MCTS_SMALL]; /* c sqrt(ln n): the factor that all children share */
    float inverse[CN_MCTS_SMALL];     /* 1 / sqrt(n) */
    struct {
        float from, slope; /* slope: a unit of the 17 bits below the six that give the step */
    } line[CN_MCTS_OCTAVES * CN_MCTS_STEPS]; /* of exploration, from CN_MCTS_SMALL = 2^10 on */
};

/* c sqrt(ln n), where n are the visits of the parent. The exploration term of a child is this times
 * cn_mcts_inverse of its own visits. */
CN_INLINE float cn_mcts_exploration(const cn_mcts_terms *terms, uint32_t n) {
    if (n < CN_MCTS_SMALL) return terms->exploration[n];
    const float x = (float)n;
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    const uint32_t step = (bits >> 17) - ((127 + 10) << 6);
    return terms->line[step].from + terms->line[step].slope * (float)(int)(bits & 0x1ffff);
}

/* 1 / sqrt(n). */
CN_INLINE float cn_mcts_inverse(const cn_mcts_terms *terms, uint32_t n) {
    return CN_LIKELY(n < CN_MCTS_SMALL) ? terms->inverse[n] : 1 / sqrtf((float)n);
}

/* What selection takes a proven child for: a win is chosen at once; a loss or a draw only if
 * nothing else is left (the mean of a node with a draw in hand is kept up by back_up, see
 * at_least_held). */
CN_INLINE float cn_mcts_exact(const cn_mcts_node *child, int outcome) {
    if (outcome == CN_DRAW) return -1e20f;
    return outcome == (int)cn_win_of(child->chooser) ? INFINITY : -1e30f;
}

/* Mean and RAVE mean in one fraction. With n, w visits and reward of its own and r, v those of
 * RAVE, the weight of RAVE is r / (r + n + n r / k): K visits of a prior fade as K visits do, and
 * many RAVE visits have half the weight once n = k (Silver's schedule with b = 1 / (2 sqrt k)). */
CN_INLINE float cn_mcts_blend(const cn_mcts *m, const cn_mcts_node *child, uint32_t visits,
                              float exploration) {
    const float n = (float)visits;
    const float r = (float)atomic_load_explicit(&child->rave_visits, memory_order_relaxed);
    if (n + r == 0) return m->options.fpu;
    const float v = (float)atomic_load_explicit(&child->rave_reward, memory_order_relaxed);
    const float share = r * m->inverse_k;
    const float mean = (v + cn_mcts_reward(child) * (1 + share)) * m->half / (r + n + n * share);
    return mean + exploration * cn_mcts_inverse(m->terms, visits + 1);
}

/* The number of the child to walk to. `plain`: children without visits go first, and there is no
 * RAVE pair to look at. `noise`: a small bonus for each child, different in each thread, in
 * standard errors of the node's mean, so that threads spread out near the root; NULL: none. `last`:
 * of equally good children the last, as published programs that keep the latest maximum do. */
CN_INLINE uint32_t cn_mcts_sweep(const cn_mcts *m, const cn_mcts_node *node,
                                 const cn_mcts_node *child, int count, const float *noise,
                                 bool plain, bool solver, bool last) {
    const cn_mcts_terms *terms = m->terms;
    const uint32_t all = cn_mcts_visits(node);
    const float exploration = cn_mcts_exploration(terms, all), half = m->half;
    const float noise_unit = noise ? cn_mcts_inverse(terms, all) : 0;
    float best = -INFINITY;
    int pick = 0;
    for (int k = 0; k < count; k++) {
        const int i = last ? count - 1 - k : k;
        const uint32_t n = cn_mcts_visits(&child[i]);
        const int outcome = solver ? cn_mcts_outcome(&child[i]) : 0;
        float value;
        if (CN_UNLIKELY(outcome)) {
            value = cn_mcts_exact(&child[i], outcome);
        } else if (n == 0 && plain) {
            return (uint32_t)i;
        } else if (!plain && m->blend) {
            value = cn_mcts_blend(m, &child[i], n, exploration);
        } else if (n == 0) {
            value = m->options.fpu;
        } else {
            const float inverse = cn_mcts_inverse(terms, n);
            value = inverse * (cn_mcts_reward(&child[i]) * half * inverse + exploration);
        }
        if (noise) value += noise_unit * noise[i % CN_MCTS_NOISE];
        if (value > best) {
            best = value;
            pick = i;
        }
    }
    return (uint32_t)pick;
}

/* The same with the options of the search; each case is compiled apart. */
CN_INLINE uint32_t cn_mcts_next(const cn_mcts *m, const cn_mcts_node *node,
                                const cn_mcts_node *child, int count, const float *noise) {
    const bool solver = m->options.solver, plain = !m->blend && !m->options.all;
    if (CN_UNLIKELY(m->options.ties_last)) {
        return cn_mcts_sweep(m, node, child, count, noise, plain, solver, true);
    }
    if (!plain) return cn_mcts_sweep(m, node, child, count, noise, false, solver, false);
    if (solver) return cn_mcts_sweep(m, node, child, count, noise, true, true, false);
    return cn_mcts_sweep(m, node, child, count, noise, true, false, false);
}
