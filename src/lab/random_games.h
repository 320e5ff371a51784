/* What random games tell of a game: how wide, how long, and whom they favour. */
#pragma once

#include <canopy/kernel.h>
#include <canopy/position.h>

/* What all games so far had in common. All zero before the first. */
typedef struct cn_random_games {
    int games;
    uint64_t plies;    /* of all games */
    uint64_t branches; /* moves there were, summed over all positions with a move to make */
    int branches_max;
    int length_min, length_max;
    int outcomes[4]; /* by cn_outcome; CN_ONGOING: given up after CN_PLAYOUT_MAX plies */
    size_t live_max; /* bytes of a state in use, at most */
} cn_random_games;

/* Plays one more game, every move as likely as any other. Game number n of a seed is the same
 * whatever was played before it. */
void cn_random_games_play(cn_random_games *sum, const cn_position *start, uint64_t seed);

/* Playouts a second, as a search makes them, on this thread; measured for about `seconds`. */
double cn_playout_speed(const cn_position *start, double seconds);
