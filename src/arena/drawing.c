#include "arena/drawing.h"

#include <ctype.h>
#include <stdlib.h>
#include <strings.h>

enum { WORDS = 2 * CN_BOARD_MAX + 4, LINE = 512 };

/* The words of a line, with wide characters replaced by those of position text. */
typedef struct words {
    int count;
    char text[LINE];
    char *word[WORDS];
} words;

/* The cell whose glyph stands here, or -1. Blanks of a narrow glyph do not count. */
static int glyph_at(const cn_game *game, const char *p, size_t *length) {
    for (int value = 0; value < 3; value++) {
        const char *glyph = game->glyph[value];
        if (!glyph) continue;
        glyph += strspn(glyph, " ");
        *length = strcspn(glyph, " ");
        if (*length > 0 && !isalnum((unsigned char)*glyph) && strncmp(p, glyph, *length) == 0) {
            return value;
        }
    }
    return -1;
}

/* A line that is too long for any board has no words. */
static void split(const cn_game *game, const char *line, words *w) {
    const char mark = strchr(game->cells, '+') ? '*' : '+'; /* where one may move */
    size_t n = 0, length = 0;
    w->count = 0;
    for (const char *p = line; *p && *p != '\n' && n + 3 < LINE; p++) {
        const int value = glyph_at(game, p, &length);
        if (value >= 0) {
            /* Wide characters stand alone, and often without a blank between. */
            w->text[n++] = game->cells[value];
            if (length > 1) w->text[n++] = ' ';
            p += length - 1;
        } else if (strchr("[]|\r\t", *p) && !strchr(game->cells, *p)) {
            w->text[n++] = ' ';
        } else {
            w->text[n++] = *p == mark ? game->cells[0] : *p;
        }
    }
    w->text[n] = '\0';
    char *save;
    for (char *word = strtok_r(w->text, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        if (w->count == WORDS) {
            w->count = 0;
            return;
        }
        w->word[w->count++] = word;
    }
}

static bool is_number(const cn_game *game, const char *word) {
    if (strpbrk(game->cells, "0123456789")) return false;
    return word[strspn(word, "0123456789")] == '\0';
}

/* a b c…, A B C…, 1 2 3…; Go has no i. */
static bool is_labels(const words *w) {
    if (w->count < 2 || !strchr("aA10", w->word[0][0])) return false;
    for (int i = 1; i < w->count; i++) {
        const int step = w->word[i][0] - w->word[i - 1][0];
        const bool gap = step == 2 && tolower((unsigned char)w->word[i][0]) == 'j';
        const bool digits = isdigit((unsigned char)w->word[i][0]) && i >= 9;
        if (step != 1 && !gap && !digits) return false;
    }
    return true;
}

int cn_drawing_row(const cn_game *game, const char *line, char *cells, size_t size) {
    words w;
    split(game, line, &w);
    if (is_labels(&w)) return 0;
    int first = 0, last = w.count;
    if (first < last && is_number(game, w.word[first])) first++;
    if (first < last && is_number(game, w.word[last - 1])) last--;
    size_t n = 0;
    for (int i = first; i < last; i++) {
        if (last - first > 1 && w.word[i][1]) return 0;
        for (const char *p = w.word[i]; *p && n + 1 < size; p++) cells[n++] = *p;
    }
    cells[n] = '\0';
    return (int)n;
}

/* Whose move a line says it is; -1 if it says nothing of it. */
static int side_of(const cn_game *game, const char *line) {
    words w;
    split(game, line, &w);
    if (w.count == 0) return -1;
    const bool to_move =
        w.count == 3 && strcasecmp(w.word[1], "to") == 0 && strncasecmp(w.word[2], "move", 4) == 0;
    if (w.count != 1 && !to_move) return -1;
    for (int side = 0; side < 2; side++) {
        const char cell[] = {game->cells[1 + side], '\0'};
        if (strcasecmp(w.word[0], cell) == 0) return side;
        if (strcasecmp(w.word[0], game->player[side]) == 0) return side;
    }
    return -1;
}

/* Rows joined by `/`, and the side; returns the number of rows. */
static int join(const cn_game *game, const char *text, char *out, size_t size) {
    int rows = 0, width = 0, side = -1;
    size_t n = 0;
    out[0] = '\0';
    for (const char *line = text; *line;) {
        char cells[LINE];
        const int length = cn_drawing_row(game, line, cells, sizeof cells);
        const int said = rows > 0 ? side_of(game, line) : -1;
        if (said >= 0 && (length <= 1 ? width > 1 : length != width)) {
            side = said;
        } else if (length > 0 && n + (size_t)length + 4 < size) {
            n += (size_t)snprintf(out + n, size - n, "%s%s", rows++ ? "/" : "", cells);
            width = length;
        }
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    if (side >= 0) snprintf(out + n, size - n, " %c", game->cells[1 + side]);
    return rows;
}

cn_status cn_drawing_read(const cn_game *game, const cn_value *values, const char *text,
                          cn_position *position, cn_error *error) {
    char *joined = malloc(CN_TEXT_MAX);
    if (!joined) return cn_fail(error, CN_NO_MEMORY, "no memory for the board");
    const int rows = join(game, text, joined, CN_TEXT_MAX);
    cn_status status = CN_BAD_INPUT;
    if (rows > 1) status = cn_position_new(game, values, joined, position, error);
    if (status != CN_OK) {
        /* A game may read more than this does: its message counts unless rows were found. */
        cn_error why;
        cn_error *into = rows > 1 ? &why : error;
        const cn_status whole = cn_position_new(game, values, text, position, into);
        if (whole == CN_OK || rows <= 1) status = whole;
    }
    free(joined);
    return status;
}
