/* Ratings of many players from who beat whom: the model of Zermelo (1929), Bradley and Terry (1952)
 * on the Elo scale, a draw as half a win. */
#pragma once

#include <canopy/status.h>

/* `wins` and `draws` are square tables of up to CN_MATCH_PLAYERS players, [i * players + j]: how
 * often i beat j, and drew with j (the same both ways round). `prior` games drawn with somebody of
 * average strength are added for each player, so that who won or lost everything has a finite
 * rating; 0 for none.
 *
 * Fills `elo` (mean 0) and, unless NULL, `error`: half the 95 % interval of each rating about that
 * mean. Draws make it smaller, as they should: results then vary less than won and lost games do.
 */
cn_status cn_ratings_fit(int players, const int *wins, const int *draws, double prior, double *elo,
                         double *error_95, cn_error *error);
