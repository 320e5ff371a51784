/* One number that changes when the search does: nodes of tree searches and visits of Monte Carlo
 * searches over a fixed suite, by one thread. A commit that says "no functional change" must leave
 * it as it was. */
#pragma once

#include <canopy/status.h>
#include <stdint.h>

/* Computes the signature, which takes some seconds. Fails only if a built-in game cannot be
 * searched. */
cn_status cn_signature(uint64_t *nodes, cn_error *error);
