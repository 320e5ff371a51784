/* Lists of tuples from words: `lines:5+walks:40x8+a1b1c1a2b2c2`. A tuple is a short list of cells
 * whose joint content has a weight (canopy/kernel/network.h). */
#pragma once

#include "learn/geometry.h"
#include "search/model.h"

/* Fills shape->tuple and shape->tuples; nothing else of the shape is looked at. Random walks are
 * drawn from the seed. The cells are allocated: free them with cn_tuples_free. If it fails, the
 * message lists the words there are, and nothing is left to free. */
cn_status cn_tuples_parse(const cn_geometry *geometry, const char *words, uint64_t seed,
                          cn_shape *shape, cn_error *error);
/* Frees the cells of all tuples; the shape then has none. */
void cn_tuples_free(cn_shape *shape);
