/* What an agent thought of a position, in words: a score for a table, a line of moves, or a
 * sentence. The scores themselves are put into words by search/score.c. */
#include "cli/thought.h"

#include "arena/moves.h"
#include "core/text.h"

#include <inttypes.h>
#include <math.h>

enum { WIDTH = 12 }; /* columns of a cell */

cn_word cn_word_move(const cn_position *position, cn_move move) {
    cn_word word;
    cn_position_move_text(position, move, word.text);
    return word;
}

cn_word cn_word_score(const cn_game *game, cn_score score) {
    cn_word word;
    cn_score_text(game, score, word.text);
    return word;
}

cn_word cn_word_words(const cn_game *game, cn_score score) {
    cn_word word;
    cn_score_words(game, score, word.text);
    return word;
}

/* A heuristic's guess is shown in points if it counts points; else as a chance to win, because its
 * own numbers mean nothing to people. */
cn_word cn_word_cell(const cn_game *game, cn_score score) {
    if (score.kind == CN_SCORE_EVAL) { /* a guess: in points to a tenth, or as a chance */
        const double chance = cn_score_chance(game, score);
        score.kind = score.unit > 0 ? CN_SCORE_POINTS : CN_SCORE_CHANCE;
        score.value = score.unit > 0 ? floor(10 * score.value + 0.5) / 10 : chance;
    }
    const cn_word value = cn_word_score(game, score);
    const int columns = cn_text_columns(value.text);
    cn_word cell;
    snprintf(cell.text, sizeof cell.text, "%*s%.*s", columns < WIDTH ? WIDTH - columns : 0, "",
             CN_SCORE_TEXT, value.text);
    return cell;
}

void cn_thought_line(const cn_position *from, const cn_move *line, int length, int most, char *text,
                     size_t size) {
    cn_walk walk;
    text[0] = '\0';
    cn_walk_begin(&walk, from, line, length < most ? length : most);
    while (strlen(text) + CN_MOVE_TEXT < size && cn_walk_next(&walk)) {
        cn_text_add(text, size, "%s%s", walk.index ? " " : "",
                    cn_word_move(&walk.position, walk.move).text);
    }
}

/* An agent that visited no node (a random one, or another program that tells nothing) did not
 * think. */
bool cn_thought_text(const cn_position *position, const cn_result *r, char *text, size_t size) {
    text[0] = '\0';
    if (r->nodes == 0) return false;
    char line[CN_LINE_TEXT];
    cn_thought_line(position, r->line, r->line_length, 9, line, sizeof line);
    /* The first move is the one just played; what follows is expected. */
    const char *expects = strchr(line, ' ');
    const char *what = r->iterations ? "iteration" : "node";
    const uint64_t count = r->iterations ? r->iterations : r->nodes;
    snprintf(text, size, "%s, depth %d, %" PRIu64 " %s%s, %.3f s%s%s",
             cn_word_words(position->game, r->score).text, r->depth, count, what,
             count == 1 ? "" : "s", r->seconds, expects ? "; expects" : "", expects ? expects : "");
    return true;
}

void cn_thought_move(const cn_position *position, const cn_move *moves, int length, cn_score score,
                     char *text, size_t size) {
    char line[CN_LINE_TEXT];
    cn_thought_line(position, moves, length, 9, line, sizeof line);
    const char *then = strchr(line, ' ');
    const bool known = score.kind != CN_SCORE_NONE;
    snprintf(text, size, "%s%s%s%s%s", cn_word_move(position, moves[0]).text, known ? ", " : "",
             known ? cn_word_words(position->game, score).text : "", then ? "; then" : "",
             then ? then : "");
}
