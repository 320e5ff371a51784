/* The figures of the published reports; published.c says which is which. */
#pragma once

#include "lab/experiment.h"

extern const cn_figure cn_figures_a1[], cn_figures_a2[], cn_figures_a3[], cn_figures_a4[],
    cn_figures_a5[], cn_figures_a6[], cn_figures_a7[], cn_figures_b_depth[], cn_figures_b_cores[],
    cn_figures_c[], cn_figures_d1[], cn_figures_d2[], cn_figures_d3[], cn_figures_smartness[],
    cn_figures_d4[], cn_figures_d5[], cn_figures_e1[], cn_figures_e2[], cn_figures_e4[],
    cn_figures_e3[];
