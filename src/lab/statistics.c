/* Order statistics, a bootstrap, the rank test of Mann and Whitney, Holm's adjustment and the fit
 * of Amdahl's law. Nothing here knows of benchmarks, and nothing keeps state: any thread may call
 * it. */
#include "lab/statistics.h"

#include <canopy/rng.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define Z95 1.959963984540054 /* of the normal distribution, two-sided */

/* For qsort: numbers from small to large. */
static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts numbers from small to large. */
static void sort(double *values, size_t count) {
    qsort(values, count, sizeof *values, ascending);
}

double cn_median_sorted(const double *sorted, size_t count) {
    if (count == 0) return 0;
    return count % 2 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
}

/* ---- medians ---- */

/* The largest k, from 1, such that the interval from the k-th smallest to the k-th largest of
 * `count` samples misses the median with a probability of at most 5 %: the tail of a fair coin. */
static size_t order_rank(size_t count) {
    double log_term = -(double)count * log(2); /* of C(count, i) / 2^count at i = 0 */
    double tail = exp(log_term);
    size_t k = 1;
    for (size_t i = 1; i <= count / 2; i++) {
        log_term += log((double)(count - i + 1)) - log((double)i);
        tail += exp(log_term); /* at most i samples on one side */
        if (2 * tail > 0.05) break;
        k = i + 1;
    }
    return k;
}

cn_interval cn_median(double *samples, size_t count) {
    if (count == 0) return (cn_interval){0};
    sort(samples, count);
    const size_t k = order_rank(count);
    return (cn_interval){cn_median_sorted(samples, count), samples[k - 1], samples[count - k]};
}

/* The median of as many values drawn with replacement. */
static double resampled_median(const double *values, size_t count, double *room, cn_rng *rng) {
    for (size_t i = 0; i < count; i++) room[i] = values[cn_rng_below(rng, (uint32_t)count)];
    sort(room, count);
    return cn_median_sorted(room, count);
}

/* The bootstrap (Efron 1979): both samples are drawn anew with replacement 2000 times, and the
 * middle 95 % of the ratios that come out are the interval. */
cn_interval cn_median_ratio(double *first, size_t firsts, double *second, size_t seconds) {
    enum { ROUNDS = 2000 };
    if (firsts == 0 || seconds == 0) return (cn_interval){NAN, NAN, NAN};
    sort(first, firsts);
    sort(second, seconds);
    const double ratio = cn_median_sorted(second, seconds) / cn_median_sorted(first, firsts);
    double *room = malloc((firsts > seconds ? firsts : seconds) * sizeof *room);
    double *ratios = malloc(ROUNDS * sizeof *ratios);
    cn_interval interval = {ratio, NAN, NAN};
    if (room && ratios) {
        cn_rng rng = cn_rng_make(1, 0);
        for (int i = 0; i < ROUNDS; i++) {
            const double below = resampled_median(first, firsts, room, &rng);
            ratios[i] = resampled_median(second, seconds, room, &rng) / below;
        }
        sort(ratios, ROUNDS);
        interval.low = ratios[ROUNDS / 40]; /* 2.5 % on either side */
        interval.high = ratios[ROUNDS - 1 - ROUNDS / 40];
    }
    free(room);
    free(ratios);
    return interval;
}

/* ---- shares ---- */

cn_interval cn_wilson(double hits, size_t count) {
    if (count == 0) return (cn_interval){0, 0, 1};
    const double n = (double)count, p = hits / n, z2 = Z95 * Z95;
    const double centre = (p + z2 / (2 * n)) / (1 + z2 / n);
    const double half = Z95 * sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n);
    return (cn_interval){p, fmax(0, centre - half), fmin(1, centre + half)};
}

/* ---- the rank test ---- */

enum { EXACT = 20 }; /* sizes up to which the exact distribution is counted */

/* The share of all orders of m and n values in which U is at most u. The number of orders with
 * U = w satisfies f(m, n, w) = f(m - 1, n, w - n) + f(m, n - 1, w): the largest value belongs to
 * the first sample (and beats n) or to the second. */
static double exact_tail(size_t m, size_t n, size_t u) {
    static const size_t most = EXACT * EXACT + 1;
    double *ways = calloc((EXACT + 1) * most, sizeof *ways); /* [n][w] for the current m */
    if (!ways) return NAN;
    for (size_t j = 0; j <= n; j++) ways[j * most] = 1;
    for (size_t i = 1; i <= m; i++) {
        /* j = 0 stays: one order, U = 0. In place: row j still holds f(i - 1, j, ·). */
        for (size_t j = 1; j <= n; j++) {
            double *row = &ways[j * most];
            const double *fewer = &ways[(j - 1) * most];
            for (size_t w = i * j + 1; w-- > 0;) row[w] = (w >= j ? row[w - j] : 0) + fewer[w];
        }
    }
    double tail = 0, all = 0;
    for (size_t w = 0; w <= m * n; w++) {
        all += ways[n * most + w];
        if (w <= u) tail += ways[n * most + w];
    }
    free(ways);
    return tail / all;
}

/* A value with the sample it is from, to be sorted together. */
typedef struct ranked {
    double value;
    int second;
} ranked;

/* For qsort: by the value alone. */
static int by_value(const void *a, const void *b) {
    return ascending(&((const ranked *)a)->value, &((const ranked *)b)->value);
}

/* The rank sum of the first sample with mean ranks for ties; adds up t^3 - t over the ties. */
static double rank_sum(ranked *all, size_t count, double *ties) {
    double sum = 0;
    *ties = 0;
    qsort(all, count, sizeof *all, by_value);
    for (size_t i = 0, end; i < count; i = end) {
        end = i + 1;
        while (end < count && all[end].value == all[i].value) end++;
        const double t = (double)(end - i), rank = (double)(i + 1 + end) / 2;
        *ties += t * t * t - t;
        for (size_t j = i; j < end; j++) sum += all[j].second ? 0 : rank;
    }
    return sum;
}

/* Exact for up to EXACT values on either side without ties, else by the normal approximation with
 * the correction for ties. */
cn_rank_test cn_mann_whitney(const double *first, size_t firsts, const double *second,
                             size_t seconds) {
    const size_t count = firsts + seconds;
    cn_rank_test test = {.u = NAN, .p = NAN};
    ranked *all = firsts && seconds ? malloc(count * sizeof *all) : NULL;
    if (!all) return test;
    for (size_t i = 0; i < firsts; i++) all[i] = (ranked){first[i], 0};
    for (size_t i = 0; i < seconds; i++) all[firsts + i] = (ranked){second[i], 1};
    const double m = (double)firsts, n = (double)seconds, sum = m + n;
    double ties;
    test.u = rank_sum(all, count, &ties) - m * (m + 1) / 2;
    free(all);
    const double mean = m * n / 2, away = fabs(test.u - mean);
    if (ties == 0 && firsts <= EXACT && seconds <= EXACT) {
        test.exact = 1;
        test.p = fmin(1, 2 * exact_tail(firsts, seconds, (size_t)(mean - away + 0.25)));
        return test;
    }
    const double variance = m * n / 12 * (sum + 1 - ties / (sum * (sum - 1)));
    if (variance <= 0) { /* all values are equal */
        test.p = 1;
        return test;
    }
    const double z = fmax(0, away - 0.5) / sqrt(variance); /* half: U moves in steps */
    test.p = fmin(1, erfc(z / sqrt(2)));
    return test;
}

void cn_holm(double *p, size_t count) {
    /* The i-th smallest times the number of those left, never below the one before it. */
    double before = 0;
    unsigned char *done = calloc(count ? count : 1, 1);
    for (size_t i = 0; done && i < count; i++) {
        size_t least = count;
        for (size_t j = 0; j < count; j++) {
            if (!done[j] && (least == count || p[j] < p[least])) least = j;
        }
        done[least] = 1;
        before = fmax(before, fmin(1, p[least] * (double)(count - i)));
        p[least] = before;
    }
    free(done);
}

/* ---- Amdahl ---- */

double cn_amdahl(double serial, double threads) {
    return 1 / (serial + (1 - serial) / threads);
}

double cn_amdahl_fit(const double *threads, const double *speedups, size_t count) {
    /* y - 1/n = s (1 - 1/n) with y = 1 / speed-up: a line through the origin. */
    double xy = 0, xx = 0;
    for (size_t i = 0; i < count; i++) {
        if (!(threads[i] > 1) || !(speedups[i] > 0)) continue;
        const double x = 1 - 1 / threads[i];
        xy += x * (1 / speedups[i] - 1 / threads[i]);
        xx += x * x;
    }
    return xx > 0 ? fmin(1, fmax(0, xy / xx)) : NAN;
}
