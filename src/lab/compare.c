/* Compares two files of measurements configuration by configuration: the ratio of medians with its
 * interval, and a rank test. Its p-values are adjusted for how many comparisons were made, because
 * of twenty comparisons without any difference one would be below 5 % by chance. */
#include "lab/compare.h"

#include <stdlib.h>

/* The configuration with this label, NULL if there is none. Labels name the values of all
 * variables, so equal labels are equal configurations of one experiment. */
static cn_measured *find(cn_measurements *m, const char *label) {
    for (int i = 0; i < m->count; i++) {
        if (strcmp(m->configurations[i].label, label) == 0) return &m->configurations[i];
    }
    return NULL;
}

cn_status cn_compare(cn_measurements *first, cn_measurements *second, cn_comparison **out,
                     int *count, cn_error *error) {
    cn_comparison *list = calloc((size_t)first->count + 1, sizeof *list);
    double *p = calloc((size_t)first->count + 1, sizeof *p);
    *count = 0;
    for (int i = 0; list && p && i < first->count; i++) {
        cn_measured *a = &first->configurations[i], *b = find(second, a->label);
        if (!b || a->count == 0 || b->count == 0) continue;
        cn_comparison *c = &list[*count];
        c->label = a->label;
        c->test = cn_mann_whitney(a->seconds, (size_t)a->count, b->seconds, (size_t)b->count);
        c->ratio = cn_median_ratio(a->seconds, (size_t)a->count, b->seconds, (size_t)b->count);
        c->counts[0] = a->count;
        c->counts[1] = b->count;
        c->seconds[0] = cn_median_sorted(a->seconds, (size_t)a->count);
        c->seconds[1] = cn_median_sorted(b->seconds, (size_t)b->count);
        p[(*count)++] = c->test.p;
    }
    cn_status status = CN_OK;
    if (!list || !p) {
        status = cn_fail(error, CN_NO_MEMORY, "no memory for a comparison");
    } else if (*count == 0) {
        status =
            cn_fail(error, CN_BAD_INPUT, "the two files have no measured configuration in common");
    } else {
        cn_holm(p, (size_t)*count);
        for (int i = 0; i < *count; i++) {
            list[i].p = p[i];
            list[i].verdict = !(p[i] < 0.05)            ? "no difference shown"
                              : list[i].ratio.value < 1 ? "faster"
                                                        : "slower";
        }
    }
    free(p);
    if (status != CN_OK) {
        free(list);
        list = NULL;
    }
    *out = list;
    return status;
}
