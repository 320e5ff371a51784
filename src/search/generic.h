/* The search templates on a table of rules that is known at run time only (search/generic.c). */
#pragma once

#include <canopy/kernel.h>

extern const cn_kernels cn_generic_kernels;

/* The same templates with an observer, which cn_context.observer must be. Only minimax and
 * alphabeta are there: nothing else of a tree search goes through kernels. */
extern const cn_kernels cn_observed_kernels;
