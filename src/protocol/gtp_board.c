/* GTP: the board, the komi, and how they are shown. */
#include "protocol/gtp.h"

#include <stdlib.h>

/* ---- size ---- */

static bool begin(gtp *g) {
    cn_error error;
    if (cn_desk_begin(g->desk, NULL, &error) != CN_OK) return gtp_fail(g, "%s", error.text);
    gtp_forget(g);
    return true;
}

static bool set_option(cn_desk *desk, cn_value *values, const char *name, int number) {
    char assignment[64];
    snprintf(assignment, sizeof assignment, "%s=%d", name, number);
    return cn_values_set(desk->game->options, values, assignment, NULL) == CN_OK;
}

/* The board gets this size if the game has such boards. */
static bool resize(gtp *g, int columns, int rows) {
    cn_desk *desk = g->desk;
    cn_value values[CN_OPTIONS_MAX], before[CN_OPTIONS_MAX];
    memcpy(values, desk->values, sizeof values);
    memcpy(before, desk->values, sizeof before);
    bool good = false;
    if (gtp_option(g, "size") >= 0) {
        good = rows == columns && set_option(desk, values, "size", rows);
    } else if (gtp_option(g, "width") >= 0 && gtp_option(g, "height") >= 0) {
        good =
            set_option(desk, values, "width", columns) && set_option(desk, values, "height", rows);
    }
    if (!good) return false;
    memcpy(desk->values, values, sizeof values);
    if (cn_desk_begin(desk, NULL, NULL) == CN_OK) {
        gtp_forget(g);
        return true;
    }
    memcpy(desk->values, before, sizeof before);
    return false;
}

static bool boardsize(gtp *g) {
    int size;
    cn_board board;
    if (!gtp_read_int(g->word[0], 1, 1000, &size)) return gtp_fail(g, "boardsize not an integer");
    g->desk->game->draw(g->desk->history.now.state, &board);
    /* A board that is not square goes by its longer side, for controllers that know squares only.
     */
    const int side = board.rows > board.columns ? board.rows : board.columns;
    if (size == side) return begin(g);
    return resize(g, size, size) || gtp_fail(g, "unacceptable size");
}

static bool rectangular_boardsize(gtp *g) {
    int columns, rows;
    if (!gtp_read_int(g->word[0], 1, 1000, &columns) || !gtp_read_int(g->word[1], 1, 1000, &rows)) {
        return gtp_fail(g, "boardsize not an integer");
    }
    return resize(g, columns, rows) || gtp_fail(g, "unacceptable size");
}

static bool query_boardsize(gtp *g) {
    cn_board board;
    g->desk->game->draw(g->desk->history.now.state, &board);
    return gtp_say(g, "%d", board.rows > board.columns ? board.rows : board.columns);
}

/* ---- komi ---- */

static bool komi(gtp *g) {
    double points;
    if (!gtp_read_real(g->word[0], &points)) return gtp_fail(g, "komi not a float");
    if (gtp_option(g, "komi") < 0) return true; /* controllers set it whatever the game */
    char assignment[64];
    snprintf(assignment, sizeof assignment, "komi=%.10g", points);
    return gtp_change(g, assignment);
}

static bool get_komi(gtp *g) {
    const int option = gtp_option(g, "komi");
    return gtp_say(g, "%g", option >= 0 ? g->desk->values[option].real : 0.0);
}

/* ---- showing ---- */

static void say_columns(gtp *g, const cn_board *board) {
    gtp_say(g, "\n  ");
    for (int c = 0; c < board->columns; c++) gtp_say(g, " %s", board->column_label[c]);
}

static bool showboard(gtp *g) {
    const cn_position *now = &g->desk->history.now;
    cn_board board;
    now->game->draw(now->state, &board);
    say_columns(g, &board);
    for (int r = 0; r < board.rows; r++) {
        gtp_say(g, "\n%2s", board.row_label[r]);
        for (int c = 0; c < board.columns; c++) {
            const int cell = board.cell[r * board.columns + c];
            gtp_say(g, " %c", cell < 3 ? ".XO"[cell] : now->game->cells[cell]);
        }
        gtp_say(g, " %s", board.row_label[r]);
    }
    say_columns(g, &board);
    const cn_outcome outcome = now->rules->over(now->state);
    if (outcome == CN_ONGOING) {
        const int turn = now->rules->turn(now->state);
        gtp_say(g, "\n%s (%c) to move", now->game->player[turn], "XO"[turn]);
    } else {
        gtp_say(g, "\nthe game is over");
    }
    if (board.note[0]) gtp_say(g, "; %s", board.note);
    return true;
}

const gtp_command gtp_board[] = {
    {"boardsize", boardsize, 1, 1, false, 0},
    {"rectangular_boardsize", rectangular_boardsize, 2, 2, false, 0},
    {"query_boardsize", query_boardsize, 0, 0, false, 0},
    {"clear_board", begin, 0, 0, false, 0},
    {"komi", komi, 1, 1, false, 0},
    {"get_komi", get_komi, 0, 0, false, 0},
    {"showboard", showboard, 0, 0, false, 0},
    {0},
};
