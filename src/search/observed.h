/* The search templates compiled once more, on a run-time table of rules and with an observer. */
#pragma once

#include <canopy/kernel.h>

extern const cn_kernels cn_observed_kernels;
