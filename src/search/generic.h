/* The search templates on a run-time table: for games without kernels, and the reference that
 * specialised kernels are tested against. */
#pragma once

#include <canopy/kernel.h>

extern const cn_kernels cn_generic_kernels;
