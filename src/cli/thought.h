/* What an agent thought of a position, in words. All scores are in the view of the side to move. */
#pragma once

#include <canopy/search.h>

/* Bytes for a line of sixteen moves as text, and for a move or a score in any of the forms below.
 */
enum { CN_LINE_TEXT = CN_MOVE_TEXT * 16, CN_SCORE_CELL = CN_SCORE_WORDS + 12 };

/* A short text that is used in the expression that makes it: cn_word_move(p, move).text. */
typedef struct cn_word {
    char text[CN_SCORE_CELL];
} cn_word;

/* A move; a score in short, and in words ("ahead by 2 discs"); a score on the right of twelve
 * columns, for tables: "+0.7 discs", "win in 5", "62.0 %". */
cn_word cn_word_move(const cn_position *position, cn_move move);
cn_word cn_word_score(const cn_game *game, cn_score score);
cn_word cn_word_words(const cn_game *game, cn_score score);
cn_word cn_word_cell(const cn_game *game, cn_score score);

/* A line of moves from a position as text with blanks between, at most `most` of them. */
void cn_thought_line(const cn_position *from, const cn_move *line, int length, int most, char *text,
                     size_t size);

/* "ahead by 2 discs, depth 8, 740 nodes, 0.012 s; expects d3 c5"; the position is the one thought
 * about. False, and an empty text, if the agent did not think. */
bool cn_thought_text(const cn_position *position, const cn_result *result, char *text, size_t size);

/* "d3, about 62 % to win; then c5 e6": a move, what it is worth, and what is expected. */
void cn_thought_move(const cn_position *position, const cn_move *line, int length, cn_score score,
                     char *text, size_t size);
