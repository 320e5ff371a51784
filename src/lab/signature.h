/* One number that changes when the search does: nodes of tree searches and visits of
 * Monte Carlo searches over a fixed suite, one thread. */
#pragma once

#include <canopy/status.h>
#include <stdint.h>

/* Takes some seconds. Fails only if a built-in game cannot be searched. */
cn_status cn_signature(uint64_t *nodes, cn_error *error);
