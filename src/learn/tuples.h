/* Lists of tuples from words: `lines:5+walks:40x8+a1b1c1a2b2c2`. */
#pragma once

#include "learn/geometry.h"
#include "search/model.h"

/* Fills shape->tuple; the shape's board must be set. Random walks are drawn from the seed. */
cn_status cn_tuples_parse(const cn_geometry *geometry, const char *words, uint64_t seed,
                          cn_shape *shape, cn_error *error);
void cn_tuples_free(cn_shape *shape);
