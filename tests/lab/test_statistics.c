/* Statistics against published tables and worked examples. */
#include "lab/statistics.h"
#include "support/support.h"

#include <math.h>

static void near(double value, double expected, double within) {
    if (!(fabs(value - expected) <= within)) fail_msg("%.9f, expected %.9f", value, expected);
}

static void medians(void **unused) {
    (void)unused;
    near(cn_median((double[]){3, 1, 2}, 3).value, 2, 0);
    near(cn_median((double[]){4, 1, 3, 2}, 4).value, 2.5, 0);
    near(cn_median(NULL, 0).value, 0, 0);
}

/* Ranks of the 95 % interval by sample size, from the table of Conover, "Practical Nonparametric
 * Statistics" (the sign test's binomial tails): below 6 none, then the k-th from either end. */
static void median_ranks(void **unused) {
    (void)unused;
    static const struct {
        int count, rank;
    } table[] = {{1, 1},  {5, 1},  {6, 1},  {8, 1},   {9, 2},   {10, 2},  {11, 2},  {12, 3},
                 {15, 4}, {20, 6}, {25, 8}, {30, 10}, {50, 18}, {75, 29}, {100, 40}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        double samples[100];
        const int n = table[i].count;
        for (int j = 0; j < n; j++) samples[j] = n - j;
        const cn_interval m = cn_median(samples, (size_t)n);
        near(m.low, table[i].rank, 0);
        near(m.high, n + 1 - table[i].rank, 0);
    }
}

static void ratios(void **unused) {
    (void)unused;
    double a[9] = {10, 11, 9, 10, 12, 10, 9, 11, 10}, b[9];
    for (int i = 0; i < 9; i++) b[i] = 2 * a[i];
    const cn_interval twice = cn_median_ratio(a, 9, b, 9);
    near(twice.value, 2, 1e-12);
    assert_true(twice.low < 2 && twice.low > 1.5 && twice.high > 2 && twice.high < 2.6);
    /* The seed is fixed. */
    const cn_interval again = cn_median_ratio(a, 9, b, 9);
    near(again.low, twice.low, 0);
    near(again.high, twice.high, 0);
    double c[3] = {7, 7, 7};
    const cn_interval certain = cn_median_ratio(c, 3, c, 3);
    near(certain.low, 1, 0);
    near(certain.high, 1, 0);
    assert_true(isnan(cn_median_ratio(a, 0, b, 9).value));
}

/* Newcombe (1998), "Two-sided confidence intervals for the single proportion", table I, method 3.
 */
static void wilson(void **unused) {
    (void)unused;
    static const struct {
        double hits;
        size_t count;
        double low, high;
    } table[] = {
        {81, 263, 0.2553, 0.3662},
        {15, 148, 0.0624, 0.1605},
        {0, 20, 0, 0.1611},
        {1, 29, 0.0061, 0.1718},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const cn_interval w = cn_wilson(table[i].hits, table[i].count);
        near(w.low, table[i].low, 5e-5);
        near(w.high, table[i].high, 5e-5);
    }
    near(cn_wilson(20, 20).low, 1 - 0.1611, 5e-5);
    near(cn_wilson(20, 20).high, 1, 1e-12);
    near(cn_wilson(0, 0).high, 1, 0);
}

/* Two-sided critical values of U at 5 % (as in any table of the test): the largest U that is
 * significant; one more is not. */
static void mann_whitney_table(void **unused) {
    (void)unused;
    static const struct {
        size_t m, n;
        int critical;
    } table[] = {{4, 4, 0},    {5, 5, 2},    {5, 8, 6},     {6, 6, 5},   {8, 8, 13}, {10, 10, 23},
                 {12, 12, 37}, {15, 15, 64}, {20, 20, 127}, {7, 20, 34}, {3, 5, 0}};
    for (size_t t = 0; t < sizeof table / sizeof *table; t++) {
        for (int extra = 0; extra < 2; extra++) {
            /* Samples with the wanted U: the first sample's values beat so many of the second's. */
            const size_t m = table[t].m, n = table[t].n;
            size_t wanted = (size_t)(table[t].critical + extra);
            double first[20], second[20];
            for (size_t j = 0; j < n; j++) second[j] = (double)(j + 1);
            for (size_t i = 0; i < m; i++) {
                const size_t beats = wanted > n ? n : wanted;
                wanted -= beats;
                first[i] = (double)beats + 0.5 + 0.001 * (double)i;
            }
            const cn_rank_test test = cn_mann_whitney(first, m, second, n);
            assert_true(test.exact);
            near(test.u, table[t].critical + extra, 0);
            if (extra ? test.p <= 0.05 : test.p > 0.05) {
                fail_msg("m %zu n %zu U %.0f: p %f", m, n, test.u, test.p);
            }
            near(cn_mann_whitney(second, n, first, m).p, test.p, 1e-12);
        }
    }
}

static void mann_whitney_examples(void **unused) {
    (void)unused;
    /* Four against four, apart: 2 of the C(8, 4) = 70 orders are as extreme. */
    const double low[] = {1, 2, 3, 4}, high[] = {5, 6, 7, 8};
    near(cn_mann_whitney(low, 4, high, 4).p, 2.0 / 70, 1e-12);
    near(cn_mann_whitney(low, 4, high, 4).u, 0, 0);
    near(cn_mann_whitney(high, 4, low, 4).u, 16, 0);
    /* Age at diagnosis of five men and four women, the example of SciPy's mannwhitneyu: U = 17 of
     * 20 and, exactly, p = 1/9. */
    const double men[] = {19, 22, 16, 29, 24}, women[] = {20, 11, 17, 12};
    const cn_rank_test ages = cn_mann_whitney(men, 5, women, 4);
    near(ages.u, 17, 0);
    near(ages.p, 1.0 / 9, 1e-12);
    /* Ties, by hand: ranks 1.5 1.5 4 | 4 4 6.5 6.5; U = 1, corrected for ties of 2, 3 and 2:
     * variance 1 * (8 - (6 + 24 + 6) / 42), z = 4.5 / sqrt(...). */
    const double a[] = {1, 1, 2}, b[] = {2, 2, 3, 3};
    const cn_rank_test tied = cn_mann_whitney(a, 3, b, 4);
    assert_false(tied.exact);
    near(tied.u, 1, 0);
    near(tied.p, erfc(4.5 / sqrt(8 - 36.0 / 42) / sqrt(2)), 1e-12);
    const double same[] = {5, 5, 5};
    near(cn_mann_whitney(same, 3, same, 3).p, 1, 0);
    assert_true(isnan(cn_mann_whitney(same, 0, same, 3).p));
}

static void large_samples_agree_with_exact(void **unused) {
    (void)unused;
    /* 21 values leave the exact distribution; the approximation must come close to it at 20. */
    double a[21], b[21];
    for (int i = 0; i < 21; i++) {
        a[i] = i;
        b[i] = i + 4.5;
    }
    const cn_rank_test exact = cn_mann_whitney(a, 20, b, 20);
    const cn_rank_test normal = cn_mann_whitney(a, 21, b, 21);
    assert_true(exact.exact && !normal.exact);
    near(normal.p, exact.p, 0.02);
}

static void holm(void **unused) {
    (void)unused;
    /* Holm's own scheme: 0.01 x 4, 0.013 x 3, 0.02 x 2, 0.5 x 1, made monotone. */
    double p[] = {0.5, 0.01, 0.02, 0.013};
    cn_holm(p, 4);
    near(p[1], 0.04, 1e-12);
    near(p[3], 0.04, 1e-12);
    near(p[2], 0.04, 1e-12);
    near(p[0], 0.5, 1e-12);
    double one = 0.03;
    cn_holm(&one, 1);
    near(one, 0.03, 1e-12);
}

static void amdahl(void **unused) {
    (void)unused;
    /* 5 % serial: at most 20, and 5.93 with 8 threads (the usual textbook figures). */
    near(cn_amdahl(0.05, 8), 5.9259, 1e-4);
    near(cn_amdahl(0.05, 1e12), 20, 1e-6);
    double threads[8], speedups[8];
    for (int i = 0; i < 8; i++) {
        threads[i] = i + 1;
        speedups[i] = cn_amdahl(0.137, threads[i]);
    }
    near(cn_amdahl_fit(threads, speedups, 8), 0.137, 1e-12);
    for (int i = 0; i < 8; i++) speedups[i] = 1.2 * threads[i];
    near(cn_amdahl_fit(threads, speedups, 8), 0, 0); /* better than linear: nothing serial */
    for (int i = 0; i < 8; i++) speedups[i] = 1 / threads[i];
    near(cn_amdahl_fit(threads, speedups, 8), 1, 0); /* slower with each thread */
    assert_true(isnan(cn_amdahl_fit(threads, speedups, 1)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(medians),
        cmocka_unit_test(median_ranks),
        cmocka_unit_test(ratios),
        cmocka_unit_test(wilson),
        cmocka_unit_test(mann_whitney_table),
        cmocka_unit_test(mann_whitney_examples),
        cmocka_unit_test(large_samples_agree_with_exact),
        cmocka_unit_test(holm),
        cmocka_unit_test(amdahl),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
