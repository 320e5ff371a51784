/* GTP: handicap stones of Go, on the points the standard names. */
#include "arena/handicap.h"
#include "arena/setup.h"
#include "protocol/gtp.h"

static void look(const gtp *g, cn_board *board) {
    g->desk->game->draw(g->desk->history.now.state, board);
}

static bool is_empty(const cn_board *board) {
    for (int i = 0; i < board->rows * board->columns; i++) {
        if (board->cell[i]) return false;
    }
    return true;
}

/* Puts black stones on an empty board; White is to move. */
static bool put(gtp *g, cn_board *board, const int *points, int count) {
    cn_position position;
    cn_error error;
    for (int i = 0; i < count; i++) board->cell[points[i]] = 1;
    if (cn_setup_cells(g->desk->game, g->desk->values, board, 1, &position, &error) != CN_OK) {
        return gtp_fail(g, "%s", error.text);
    }
    return gtp_begin_at(g, &position);
}

/* The standard lets an engine place fewer than it may, where the player may choose the points. */
enum { FIXED, FREE };

static bool place(gtp *g) {
    const bool fewer = g->kind == FREE;
    const int least = fewer ? 5 : 7;
    cn_board board;
    int count, points[CN_HANDICAP_MOST];
    look(g, &board);
    if (!gtp_read_int(g->word[0], 2, 1000, &count)) return gtp_fail(g, "invalid number of stones");
    if (!is_empty(&board)) return gtp_fail(g, "board not empty");
    const int placed = cn_handicap_points(&board, count, least, points);
    if (placed == 0 || (placed < count && !fewer)) return gtp_fail(g, "invalid number of stones");
    if (!put(g, &board, points, placed)) return false;
    for (int i = 0; i < placed; i++) {
        char text[CN_MOVE_TEXT];
        gtp_vertex_print(&board, points[i], text);
        gtp_say(g, "%s%s", i ? " " : "", text);
    }
    return true;
}

static bool set_free_handicap(gtp *g) {
    cn_board board;
    int points[CN_BOARD_MAX * CN_BOARD_MAX];
    look(g, &board);
    if (!is_empty(&board)) return gtp_fail(g, "board not empty");
    if (g->count < 2 || g->count >= board.rows * board.columns) {
        return gtp_fail(g, "bad vertex list");
    }
    for (int i = 0; i < g->count; i++) {
        points[i] = gtp_vertex_read(&board, g->word[i]);
        for (int k = 0; k < i; k++) {
            if (points[k] == points[i]) points[i] = -1;
        }
        if (points[i] < 0) return gtp_fail(g, "bad vertex list");
    }
    return put(g, &board, points, g->count);
}

const gtp_command gtp_handicap[] = {
    {"fixed_handicap", place, 1, 1, true, FIXED},
    {"place_free_handicap", place, 1, 1, true, FREE},
    {"set_free_handicap", set_free_handicap, 0, -1, true, 0},
    {0},
};
