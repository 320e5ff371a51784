/* The generalised sequential probability ratio test. Each hypothesis fixes the mean score (or the
 * mean in units of the spread), and the likeliest distribution of results under that constraint is
 * computed; the ratio of the two likelihoods decides. Results are pairs of games, of five values,
 * or single games, of three. */
#include "arena/sprt.h"

#include <math.h>

enum { MOST = 5 }; /* values a unit can have */

/* What was seen: the share of each value, equally spaced from 0 to 1. */
typedef struct results {
    int values;
    double units; /* pairs or games */
    double share[MOST];
} results;

/* The score that the i-th value stands for. */
static double value_of(const results *s, int i) {
    return (double)i / (s->values - 1);
}

/* The shares of the possible results, of pairs of games if there are any, else of games. */
static results read_tally(const cn_tally *t) {
    const bool pairs = cn_tally_pairs(t) > 0;
    const int games[3] = {t->losses, t->draws, t->wins};
    results s = {.values = pairs ? 5 : 3};
    for (int i = 0; i < s.values; i++) {
        const int count = pairs ? t->pairs[i] : games[i];
        /* What never came is not impossible. */
        s.share[i] = count > 0 ? count : 1e-3;
        s.units += s.share[i];
    }
    for (int i = 0; i < s.values; i++) s.share[i] /= s.units;
    return s;
}

/* Of all distributions with a mean of `c` equal to 0, the one under which the results is likeliest
 * is share / (1 + x c), with the x that makes the mean 0. The mean falls in x, so Newton's method
 * inside a bracket finds it. Some c must be negative and some positive. */
static void constrain(const results *s, const double *c, double *out) {
    double least = c[0], most = c[0];
    for (int i = 1; i < s->values; i++) {
        least = fmin(least, c[i]);
        most = fmax(most, c[i]);
    }
    if (least >= 0 || most <= 0) { /* no such distribution: stay with what was seen */
        for (int i = 0; i < s->values; i++) out[i] = s->share[i];
        return;
    }
    double low = -1 / most, high = -1 / least, x = 0;
    for (int round = 0; round < 200; round++) {
        double mean = 0, slope = 0;
        for (int i = 0; i < s->values; i++) {
            const double q = c[i] / (1 + x * c[i]);
            mean += s->share[i] * q;
            slope -= s->share[i] * q * q;
        }
        *(mean > 0 ? &low : &high) = x;
        double next = x - mean / slope;
        if (!(next > low && next < high)) next = (low + high) / 2;
        const double step = fabs(next - x);
        x = next;
        if (step <= 1e-13 * (1 + fabs(x))) break;
    }
    for (int i = 0; i < s->values; i++) out[i] = s->share[i] / (1 + x * c[i]);
}

/* The likeliest distribution with this mean score. */
static void with_score(const results *s, double score, double *out) {
    double c[MOST];
    for (int i = 0; i < s->values; i++) c[i] = value_of(s, i) - score;
    constrain(s, c, out);
}

/* The likeliest distribution whose mean is `t` standard deviations above a half. The condition is
 * not linear; each round replaces it by its tangent at the last distribution. */
static void with_normalized(const results *s, double t, double *out) {
    for (int i = 0; i < s->values; i++) out[i] = 1.0 / s->values;
    for (int round = 0; round < 50; round++) {
        double mean = 0, square = 0, change = 0, c[MOST] = {0}, before[MOST];
        for (int i = 0; i < s->values; i++) mean += out[i] * value_of(s, i);
        for (int i = 0; i < s->values; i++) {
            square += out[i] * (value_of(s, i) - mean) * (value_of(s, i) - mean);
            before[i] = out[i];
        }
        const double deviation = sqrt(square);
        for (int i = 0; i < s->values; i++) {
            const double off = (value_of(s, i) - mean) / deviation;
            c[i] = value_of(s, i) - 0.5 - t * deviation * (1 + off * off) / 2;
        }
        constrain(s, c, out);
        for (int i = 0; i < s->values; i++) change = fmax(change, fabs(out[i] - before[i]));
        if (change < 1e-10) break;
    }
}

/* The log-likelihood ratio of the two hypotheses. */
static double ratio(const cn_sprt *sprt, const results *s) {
    double p0[MOST], p1[MOST], sum = 0;
    if (sprt->normalized) {
        /* Normalised Elo is of one game; the mean of a pair spreads less by the root of two. */
        const double unit = log(10) / 800 * (s->values == 5 ? sqrt(2) : 1);
        with_normalized(s, sprt->elo0 * unit, p0);
        with_normalized(s, sprt->elo1 * unit, p1);
    } else {
        with_score(s, cn_elo_score(sprt->elo0), p0);
        with_score(s, cn_elo_score(sprt->elo1), p1);
    }
    for (int i = 0; i < s->values; i++) sum += s->share[i] * log(p1[i] / p0[i]);
    return s->units * sum;
}

cn_sprt_state cn_sprt_of(const cn_sprt *sprt, const cn_tally *tally) {
    cn_sprt_state state = {
        .lower = log(sprt->beta / (1 - sprt->alpha)),
        .upper = log((1 - sprt->beta) / sprt->alpha),
    };
    if (cn_tally_games(tally) == 0) return state;
    const results s = read_tally(tally);
    const double llr = ratio(sprt, &s);
    if (isfinite(llr)) state.llr = llr;
    if (state.llr <= state.lower) state.verdict = CN_SPRT_H0;
    if (state.llr >= state.upper) state.verdict = CN_SPRT_H1;
    return state;
}
