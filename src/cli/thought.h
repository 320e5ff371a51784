/* What an agent thought, in words. */
#ifndef CLI_THOUGHT_H
#define CLI_THOUGHT_H

#include <canopy/search.h>

enum { CN_LINE_TEXT = CN_MOVE_TEXT * 16 };

/* "+35", "win in 5", or of Monte Carlo tree search "61.8 %" and points where it counts these. */
void cn_thought_value(const cn_result *result, char text[32]);

/* Moves of a line from a position, separated by spaces, at most `most`. */
void cn_thought_line(const cn_position *from, const cn_move *line, int length, int most, char *text,
                     size_t size);

/* "value +35, depth 8, 740 nodes, 0.012 s; expects d3 c5"; the position is the one thought about.
 * False, and an empty text, if the agent did not think. */
bool cn_thought_text(const cn_position *position, const cn_result *result, char *text, size_t size);

#endif
