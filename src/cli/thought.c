#include "cli/thought.h"

#include <inttypes.h>

const char *cn_thought_cell(const cn_game *game, cn_score score, char text[CN_SCORE_CELL]) {
    char value[CN_SCORE_TEXT];
    cn_score_text(game, score, value);
    int columns = 0; /* letters, of which some have several bytes */
    for (const char *p = value; *p; p++) columns += ((unsigned char)*p & 0xc0) != 0x80;
    snprintf(text, CN_SCORE_CELL, "%*s%s", columns < 10 ? 10 - columns : 0, "", value);
    return text;
}

void cn_thought_line(const cn_position *from, const cn_move *line, int length, int most, char *text,
                     size_t size) {
    cn_position p;
    text[0] = '\0';
    if (cn_position_copy(from, &p, NULL) != CN_OK) return;
    size_t used = 0;
    for (int i = 0; i < length && i < most && used + CN_MOVE_TEXT < size; i++) {
        char move[CN_MOVE_TEXT];
        if (!cn_position_legal(&p, line[i])) break;
        p.game->print_move(p.state, line[i], move);
        used += (size_t)snprintf(text + used, size - used, "%s%s", i ? " " : "", move);
        p.rules->play(p.state, line[i]);
    }
    cn_position_free(&p);
}

bool cn_thought_text(const cn_position *position, const cn_result *r, char *text, size_t size) {
    text[0] = '\0';
    if (r->nodes == 0) return false;
    char value[CN_SCORE_TEXT], line[CN_LINE_TEXT];
    cn_score_text(position->game, r->score, value);
    cn_thought_line(position, r->line, r->line_length, 9, line, sizeof line);
    /* The first move is the one just played; what follows is expected. */
    const char *expects = strchr(line, ' ');
    const char *what = r->iterations ? "iteration" : "node";
    const uint64_t count = r->iterations ? r->iterations : r->nodes;
    snprintf(text, size, "value %s, depth %d, %" PRIu64 " %s%s, %.3f s%s%s", value, r->depth, count,
             what, count == 1 ? "" : "s", r->seconds, expects ? "; expects" : "",
             expects ? expects : "");
    return true;
}
