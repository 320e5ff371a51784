/* How a game stands or ended, in words. */
#ifndef CLI_OUTCOME_H
#define CLI_OUTCOME_H

#include <canopy/canopy.h>

/* Player 0's margin in points; the rules must have a score. */
double cn_outcome_points(const cn_position *position);

/* "Black wins by 12, 60 plies", "draw, 9 plies", "unfinished after 4 plies". */
void cn_outcome_text(const cn_position *position, int plies, char *text, size_t size);

#endif
