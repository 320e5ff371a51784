/* Statistics of measurements: medians, intervals, a test, a fit. Sample sizes here are small (tens)
 * and times are skewed, so everything rests on order, not on a normal distribution of the times. */
#pragma once

#include <stddef.h>

/* A value and its 95 % interval, or the range where there are too few samples for one. */
typedef struct cn_interval {
    double value, low, high;
} cn_interval;

/* The median. `sorted` ascending; 0 of an empty sample. */
double cn_median_sorted(const double *sorted, size_t count);

/* The median and its 95 % interval from order statistics: the number of samples below the median is
 * binomial, so the interval between the k-th smallest and the k-th largest holds it with a
 * probability that k decides, whatever the distribution. With fewer than six samples no k gives
 * 95 %, and the interval is the whole range. Sorts the samples. */
cn_interval cn_median(double *samples, size_t count);

/* The ratio of two medians, second over first, with a 95 % interval from a bootstrap of a fixed
 * seed (the same samples always give the same interval). Leaves the samples sorted. */
cn_interval cn_median_ratio(double *first, size_t firsts, double *second, size_t seconds);

/* A share of `count` trials, with the 95 % interval of Wilson (1927). `count` 0: 0 to 1. */
cn_interval cn_wilson(double hits, size_t count);

/* The test of Mann and Whitney (1947): are values of one sample larger than the other's? */
typedef struct cn_rank_test {
    double u;  /* pairs in which the first sample's value is the larger; ties count half */
    double p;  /* two-sided */
    int exact; /* from the exact distribution: small samples without ties */
} cn_rank_test;

cn_rank_test cn_mann_whitney(const double *first, size_t firsts, const double *second,
                             size_t seconds);

/* Adjusts p-values for their number (Holm 1979), in place: they stay in their order, and the chance
 * that any true "no difference" is below 5 % is then 5 % at most. */
void cn_holm(double *p, size_t count);

/* Amdahl's law, speed-up = 1 / (s + (1 - s) / n): the serial fraction s in [0, 1] that fits times
 * relative to one thread best (least squares; 1 / speed-up is linear in s). NaN where there is
 * nothing to fit: no point with n > 1. */
double cn_amdahl_fit(const double *threads, const double *speedups, size_t count);
double cn_amdahl(double serial, double threads);
