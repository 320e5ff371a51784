/* GTP: the arguments of commands: colours, moves, and points of the board as GTP names them. */
#include "arena/info.h"
#include "protocol/gtp.h"

#include <ctype.h>
#include <stdlib.h>
#include <strings.h>

bool gtp_is_go(const gtp *g) {
    return cn_info_counts(g->desk->game);
}

int gtp_option(const gtp *g, const char *name) {
    return cn_option_find(g->desk->game->options, name);
}

char *gtp_join(const gtp *g, int first) {
    size_t room = 1;
    for (int i = first; i < g->count; i++) room += strlen(g->word[i]) + 1;
    char *text = malloc(room), *at = text;
    for (int i = first; text && i < g->count; i++) {
        at += sprintf(at, "%s%s", i > first ? " " : "", g->word[i]);
    }
    if (text && at == text) *text = '\0';
    return text;
}

/* ---- colours ---- */

const char *const gtp_colour_name[2] = {"black", "white"};

bool gtp_colour(gtp *g, const char *word, int *player) {
    for (int i = 0; i < 2; i++) {
        if (strcasecmp(word, gtp_colour_name[i]) == 0 ||
            (tolower((unsigned char)word[0]) == gtp_colour_name[i][0] && !word[1])) {
            *player = i;
            return true;
        }
    }
    return gtp_fail(g, "invalid color");
}

/* ---- vertices ---- */

static const char letters[] = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

int gtp_side(const cn_board *board) {
    return board->rows > board->columns ? board->rows : board->columns;
}

bool gtp_rows_downwards(const cn_board *board) {
    return board->rows > 1 && strcmp(board->row_label[0], "1") == 0;
}

void gtp_vertex_print(const cn_board *board, int cell, char text[CN_MOVE_TEXT]) {
    const int row = cell / board->columns;
    snprintf(text, CN_MOVE_TEXT, "%c%d", letters[cell % board->columns],
             gtp_rows_downwards(board) ? row + 1 : board->rows - row);
}

int gtp_vertex_read(const cn_board *board, const char *word) {
    int number;
    const char *letter = word[0] ? strchr(letters, toupper((unsigned char)word[0])) : NULL;
    if (!letter || letter - letters >= board->columns || !isdigit((unsigned char)word[1]) ||
        !cn_text_int(word + 1, 1, board->rows, &number)) {
        return -1;
    }
    const int row = gtp_rows_downwards(board) ? number - 1 : board->rows - number;
    return row * board->columns + (int)(letter - letters);
}

/* ---- moves ---- */

void gtp_move_text(const gtp *g, const cn_position *p, cn_move move, char text[CN_MOVE_TEXT]) {
    const int cell = g->vertices ? cn_position_cell_of(p, move) : -1;
    if (cell < 0) {
        cn_position_move_text(p, move, text);
        return;
    }
    cn_board board;
    cn_position_draw(p, &board);
    gtp_vertex_print(&board, cell, text);
}

bool gtp_move_read(const gtp *g, const cn_position *p, const char *word, cn_move *move) {
    const char *end;
    if (g->vertices) {
        cn_board board;
        cn_position_draw(p, &board);
        const int cell = gtp_vertex_read(&board, word);
        if (cell >= 0) *move = cn_position_move_on(p, cell);
        if (cell >= 0) return *move != CN_MOVE_NONE;
    }
    return p->game->parse_move(p->state, word, move, &end, NULL) == CN_OK && *end == '\0';
}
