/* Openings of three stones for swap2: column and row, from the top left, of Black, White, Black.
 * Stones near an edge are worth less to Black, who moves first. They need a board of 7x7. */
#pragma once

#include <stdint.h>

enum { CN_OPENINGS3 = 6 };

static const int8_t cn_opening3[CN_OPENINGS3][6] = {
    {1, 4, 3, 2, 4, 5}, {0, 5, 2, 3, 5, 2}, {2, 2, 4, 4, 1, 6},
    {0, 3, 3, 3, 3, 0}, {1, 1, 3, 4, 6, 2}, {2, 0, 2, 4, 5, 5},
};
