/* What patterns are worth in the evaluation, by pair_index of the two best lines through a cell and
 * by the class of each of the others; for the side to move and for the other. A logistic fit,
 * pulled towards what had been set by hand, to the values that a search of 2500 nodes by another
 * program (Rapfi) gave 6440 positions of its games, where no win by fours was near. */
#pragma once

#include <stdint.h>

enum { TEMPO = 28 }; /* of being to move */

static const int16_t moving_two[] = {
    0,   0,   0,   2,   2,   4,   7,   7,   9,   14,  -2,  -2,  0,   5,   21,  12,
    12,  14,  19,  35,  49,  26,  26,  28,  33,  49,  63,  77,  69,  69,  71,  76,
    130, 144, 158, 171, 74,  74,  76,  81,  135, 149, 163, 176, 181, 112, 112, 114,
    119, 200, 214, 228, 367, 372, 404, 340, 340, 342, 347, 354, 368, 382, 400, 405,
    417, 430, 350, 350, 352, 357, 364, 378, 392, 410, 415, 427, 440, 450};
static const int16_t moving_one[] = {0, 0, 0, 2, 7, 14, 28, 42, 60, 65, 77, 90, 100};
static const int16_t waiting_two[] = {
    0,   0,   0,   2,   2,   4,   5,   5,   7,   10,  0,   0,   2,   5,   13,  12,
    12,  14,  17,  25,  37,  24,  24,  26,  29,  37,  49,  61,  58,  58,  60,  63,
    97,  109, 121, 134, 63,  63,  65,  68,  102, 114, 126, 139, 144, 121, 121, 123,
    126, 165, 177, 189, 279, 284, 380, 282, 282, 284, 287, 298, 310, 322, 328, 333,
    373, 366, 350, 350, 352, 355, 366, 378, 390, 396, 401, 441, 434, 450};
static const int16_t waiting_one[] = {0, 0, 0, 2, 5, 16, 28, 40, 46, 51, 91, 84, 100};
