/* Tells whether the second of two measurements of the same configurations is faster than the first.
 */
#pragma once

#include "lab/journal.h"
#include "lab/statistics.h"

/* One configuration in both files. */
typedef struct cn_comparison {
    const char *label;
    int counts[2];
    double seconds[2];   /* medians */
    cn_interval ratio;   /* second over first, bootstrapped */
    cn_rank_test test;   /* p as it is */
    double p;            /* adjusted for the number of comparisons (Holm) */
    const char *verdict; /* "faster", "slower", "no difference shown" */
} cn_comparison;

/* Pairs configurations by label; `count` of them, which the caller frees. Refuses files that have
 * none in common. The measurements must outlive the result; their samples are sorted. */
cn_status cn_compare(cn_measurements *first, cn_measurements *second, cn_comparison **out,
                     int *count, cn_error *error);
