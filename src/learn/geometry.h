/* What a learner must know of a board: which bit of the game's planes is which cell of its drawing,
 * and where each symmetry takes each cell. No game says so in words; both are found out by playing
 * random games and comparing. */
#pragma once

#include "search/model.h"

#include <canopy/canopy.h>

/* A board as tuples and networks see it. Cells are those of the drawing, row * columns + column. A
 * plain value that owns nothing; it is large, so keep it on the heap. */
typedef struct cn_geometry {
    int rows, columns, cells;
    bool hexagons;                  /* a cell has six neighbours, not eight */
    bool planes;                    /* the game hands out planes that can be used */
    uint16_t bit[CN_NETWORK_CELLS]; /* of each cell; without planes its own number */
    int symmetries;                 /* at least 1: the identity */
    uint16_t image[CN_SYMMETRIES_MAX][CN_NETWORK_CELLS]; /* where a symmetry takes a cell */
    int start;                                           /* stones at the start of the game */
    int least, most;                                     /* stones seen in random games */
} cn_geometry;

/* Fills in the geometry of the board that `start` is played on. The random games have fixed seeds,
 * so that the result is always the same. Symmetries that exchange the players are left out. False:
 * no memory. */
bool cn_geometry_explore(const cn_position *start, cn_geometry *geometry);
