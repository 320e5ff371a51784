/* The search templates on a table of rules that is known at run time only (search/generic.c): for
 * games that bring no kernels, and for searches that are watched. */
#pragma once

#include <canopy/kernel.h>

/* All kernels, for any game: slower than those of CN_KERNELS, with the same values. From any
 * thread. */
extern const cn_kernels cn_generic_kernels;

/* The same templates with an observer, which cn_context.observer must be. Only minimax and
 * alphabeta are there: nothing else of a tree search goes through kernels. */
extern const cn_kernels cn_observed_kernels;
