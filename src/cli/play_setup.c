/* `setup` in `canopy play`: a new position, from position text or typed row by row, each row
 * checked before the next is asked for. */
#include "arena/drawing.h"
#include "cli/play.h"

#include <stdlib.h>
#include <strings.h>

/* Begins again from position text on one line, or from a drawing of several. */
static void take(cn_terminal_game *s, const char *text) {
    cn_position start;
    cn_status status = (strchr(text, '\n') ? cn_drawing_position : cn_position_new)(
        s->game, s->values, text, &start, s->cli->error);
    if (status == CN_OK) {
        status = cn_play_begin(s, &start);
        cn_position_free(&start);
    }
    if (status == CN_OK) {
        cn_play_say(s, "set up; %s is to move", s->game->player[cn_play_turn(s)]);
    } else {
        cn_play_refuse(s, "%s; the board stays as it was", s->cli->error->text);
    }
}

/* Asks for a row until one can be read, and appends it to `text`. False if the user gives up.
 * Instead of the first row a whole position may be typed, which is then in `text`, with *whole set.
 */
static bool ask_row(cn_terminal_game *s, int row, const cn_board *board, char *text, bool *whole) {
    const char *cells = s->game->cells;
    for (;;) {
        static char rows[CN_TEXT_MAX];
        char prompt[160];
        snprintf(prompt, sizeof prompt, "row %d of %d, %d cells of %s: ", row + 1, board->rows,
                 board->columns, cells);
        if (s->screen && *text) cn_play_say(s, "so far:");
        for (const char *p = s->screen ? text : ""; *p; p += strcspn(p, "\n") + 1) {
            cn_play_say(s, "  %.*s", (int)strcspn(p, "\n"), p);
        }
        if (s->screen) cn_play_show(s);
        if (!cn_play_line(s, prompt) || !s->line[0] || strcasecmp(s->line, "cancel") == 0) {
            return false;
        }
        if (row == 0 && (strchr(s->line, '/') || strlen(s->line) > 2 * CN_BOARD_MAX + 8)) {
            snprintf(text, CN_TEXT_MAX, "%s", s->line);
            *whole = true;
            return true;
        }
        /* With the rows before it, so that a message names the right one. */
        const size_t used = strlen(text);
        snprintf(text + used, CN_TEXT_MAX - used, "%s\n", s->line);
        if (cn_drawing_read(s->game, text, rows, s->cli->error) != CN_OK) {
            cn_play_refuse(s, "%s; type the row again", s->cli->error->text);
        } else if ((int)strlen(rows) != (row + 1) * (board->columns + 1) - 1) {
            cn_play_refuse(s, "row %d: expected %d cells; type the row again", row + 1,
                           board->columns);
        } else {
            return true;
        }
        text[used] = '\0';
    }
}

/* The rows and the side to move are collected as a drawing, which is then read as a whole; until
 * that succeeds the game stays as it is. */
void cn_play_setup(cn_terminal_game *s) {
    if (*s->rest) {
        take(s, s->rest);
        return;
    }
    cn_board board;
    cn_position_draw(&s->history.now, &board);
    char *text = malloc(CN_TEXT_MAX);
    if (!text) return;
    text[0] = '\0';
    bool whole = false, done = true;
    if (s->prompts) {
        cn_play_say(s,
                    "Type the rows from the top: %c empty, %c %s, %c %s. Or position text on one "
                    "line. An empty line gives up.",
                    s->game->cells[0], s->game->cells[1], s->game->player[0], s->game->cells[2],
                    s->game->player[1]);
    }
    for (int row = 0; row < board.rows && done && !whole; row++) {
        done = ask_row(s, row, &board, text, &whole);
    }
    if (done && !whole) {
        char prompt[96];
        snprintf(prompt, sizeof prompt, "who is to move, %c or %c? ", s->game->cells[1],
                 s->game->cells[2]);
        if (s->screen) cn_play_show(s);
        done = cn_play_line(s, prompt) && s->line[0];
        if (done) {
            const size_t used = strlen(text);
            snprintf(text + used, CN_TEXT_MAX - used, "%s\n", s->line);
        }
    }
    if (done) {
        take(s, text);
    } else if (!s->leaving) {
        cn_play_say(s, "given up; the board stays as it was");
    }
    free(text);
}
