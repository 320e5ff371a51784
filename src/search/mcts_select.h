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

/* A sum of outcomes and margins (see cn_mcts_outcomes) as one: of CN_MCTS_MARGINS a win by the
 * whole board. `margin` is the share of the margins. */
CN_INLINE float cn_mcts_mixed(int64_t sum, float margin) {
    const float outcomes = (float)(sum >> CN_MCTS_MARGIN_BITS) * (CN_MCTS_MARGINS / 2);
    if (margin == 0) return outcomes;
    const int64_t margins = sum & (((int64_t)1 << CN_MCTS_MARGIN_BITS) - 1);
    return (1 - margin) * outcomes + margin * (float)margins;
}

CN_INLINE float cn_mcts_reward(const cn_mcts *m, const cn_mcts_node *node, float margin) {
    const int64_t sum = atomic_load_explicit(&node->reward, memory_order_relaxed);
    return m->options.score_weight > 0 ? cn_mcts_mixed(sum, margin) : (float)sum;
}

/* What an iteration aims at: at wins only while the game is open, so that nobody gives up a chance
 * to win for points; more and more at points from 85 % for either player on, where moves hardly
 * differ in that chance; from 95 % on with all the weight that the option says. */
CN_INLINE cn_mcts_aim cn_mcts_aim_at(const cn_mcts *m, const cn_mcts_node *root) {
    enum { SURE = 50 }; /* visits that tell enough */
    cn_mcts_aim aim = {0};
    const float visits = (float)cn_mcts_visits(root);
    if (m->options.score_weight == 0 || visits < SURE) return aim;
    const int64_t sum = atomic_load_explicit(&root->reward, memory_order_relaxed);
    const float chance = (float)cn_mcts_outcomes(&m->options, sum) * m->half / visits;
    float decided = (fabsf(chance - 0.5f) - 0.35f) * 10;
    if (decided <= 0) return aim;
    if (decided > 1) decided = 1;
    aim.margin = m->options.score_weight * decided;
    /* The root's rewards are those of the player who moved there. */
    const float win = (float)m->win, own = cn_mcts_mixed(sum, aim.margin) / visits;
    const bool leads = chance > 0.5f;
    const float leaders = leads ? own : win - own, losers = win - leaders;
    aim.shift[root->chooser ^ !leads] = decided * (0.5f * win - leaders);
    aim.shift[root->chooser ^ leads] = win * (leads ? 1 - chance : chance) - losers;
    return aim;
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

/* Whether selection goes by what is proven of a child, not by its mean. Where margins have a share
 * (`margin`), a lost child that was visited competes by its own: who loses anyway may choose the
 * least of losses, such as to pass. */
CN_INLINE bool cn_mcts_by_proof(const cn_mcts_node *child, int outcome, uint32_t visits,
                                float margin) {
    return outcome && (margin == 0 || visits == 0 || outcome != (int)cn_win_of(child->chooser ^ 1));
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
                              float exploration, const cn_mcts_aim *aim) {
    const float n = (float)visits;
    const float r = (float)atomic_load_explicit(&child->rave_visits, memory_order_relaxed);
    if (n + r == 0) return m->options.fpu;
    const float v = (float)atomic_load_explicit(&child->rave_reward, memory_order_relaxed);
    const float share = r * m->inverse_k;
    const float own = cn_mcts_reward(m, child, aim->margin) + aim->shift[child->chooser] * n;
    const float mean = (v + own * (1 + share)) * m->half / (r + n + n * share);
    return mean + exploration * cn_mcts_inverse(m->terms, visits + 1);
}

/* The number of the child to walk to. `plain`: children without visits go first, and there is no
 * RAVE pair to look at. `noise`: a small bonus for each child, different in each thread, in
 * standard errors of the node's mean, so that threads spread out near the root; NULL: none.
 * `aim`: what the iteration aims at. `last`: of equally good children the last, as published
 * programs that keep the latest maximum do. */
CN_INLINE uint32_t cn_mcts_sweep(const cn_mcts *m, const cn_mcts_node *node,
                                 const cn_mcts_node *child, int count, const cn_mcts_aim *aim,
                                 const float *noise, bool plain, bool solver, bool last) {
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
        if (CN_UNLIKELY(cn_mcts_by_proof(&child[i], outcome, n, aim->margin))) {
            value = cn_mcts_exact(&child[i], outcome);
        } else if (n == 0 && plain) {
            return (uint32_t)i;
        } else if (!plain && m->blend) {
            value = cn_mcts_blend(m, &child[i], n, exploration, aim);
        } else if (n == 0) {
            value = m->options.fpu;
        } else {
            const float inverse = cn_mcts_inverse(terms, n);
            const float sum = cn_mcts_reward(m, &child[i], aim->margin);
            value = inverse * (sum * half * inverse + exploration);
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
                                const cn_mcts_node *child, int count, const cn_mcts_aim *aim,
                                const float *noise) {
    const bool solver = m->options.solver, plain = !m->blend && !m->options.all;
    if (CN_UNLIKELY(m->options.ties_last)) {
        return cn_mcts_sweep(m, node, child, count, aim, noise, plain, solver, true);
    }
    if (!plain) return cn_mcts_sweep(m, node, child, count, aim, noise, false, solver, false);
    if (solver) return cn_mcts_sweep(m, node, child, count, aim, noise, true, true, false);
    return cn_mcts_sweep(m, node, child, count, aim, noise, true, false, false);
}
