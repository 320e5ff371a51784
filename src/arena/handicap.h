/* Handicap stones of Go: the first player's, on the points that GTP names, before the second moves.
 */
#pragma once

#include <canopy/canopy.h>

/* Handicap stones that have fixed points. */
enum { CN_HANDICAP_MOST = 9 };

/* The points for `count` stones, 2 to 9: corners, then middles of sides and the centre. Returns how
 * many the board has room for, at most `count`; none on boards smaller than `least`. */
int cn_handicap_points(const cn_board *board, int count, int least, int points[CN_HANDICAP_MOST]);

/* The start for these values with so many stones on the board. */
cn_status cn_handicap_start(const cn_game *game, const cn_value *values, int count,
                            cn_position *start, cn_error *error);
