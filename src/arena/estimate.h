/* The margin of a small board that could not be proven, estimated by Monte Carlo search. */
#pragma once

#include <canopy/search.h>

/* What was found, in the view of the side to move. */
typedef struct cn_estimate {
    bool known;   /* false: the search was halted or there was no memory */
    int margin;   /* points on the board, without komi */
    cn_move move; /* the move that makes them */
} cn_estimate;

/* Whether a margin can be estimated: the game has a komi, and an expert that counts points serves
 * the position. */
bool cn_estimate_serves(const cn_position *position);

/* Takes about so many seconds. `halt` is asked between two searches, of which there are half a
 * dozen; true ends the estimate without a result. It may be NULL. */
cn_estimate cn_estimate_margin(const cn_position *position, int threads, double seconds,
                               bool (*halt)(void *user), void *user);
