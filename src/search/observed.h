/* The search templates compiled once more, on a run-time table of rules and with an observer. */
#ifndef SEARCH_OBSERVED_H
#define SEARCH_OBSERVED_H

#include <canopy/kernel.h>

extern const cn_kernels cn_observed_kernels;

#endif
