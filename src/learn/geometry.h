/* What a learner must know of a board: which bit of the game's planes is which cell of its drawing,
 * and where each symmetry takes each cell. No game says so in words; both are found out by playing
 * random games and comparing. */
#pragma once

#include "search/model.h"

#include <canopy/canopy.h>

typedef struct cn_geometry {
    int rows, columns, cells;
    bool hexagons;
    bool planes;                    /* the game hands out planes that can be used */
    uint16_t bit[CN_NETWORK_CELLS]; /* of each cell; without planes its own number */
    int symmetries;                 /* at least 1: the identity */
    uint16_t image[CN_SYMMETRIES_MAX][CN_NETWORK_CELLS]; /* where a symmetry takes a cell */
    int start;                                           /* stones at the start of the game */
    int least, most;                                     /* stones seen in random games */
} cn_geometry;

void cn_geometry_explore(const cn_position *start, cn_geometry *geometry);
