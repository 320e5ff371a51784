/* GTP: commands about the board and the game on it as a whole: its size and komi, handicap stones,
 * records, and how it is shown. */
#include "arena/handicap.h"
#include "arena/setup.h"
#include "arena/write.h"
#include "core/file.h"
#include "protocol/gtp.h"

#include <stdlib.h>

/* ---- size ---- */

/* Begins the game anew from its start, and forgets what marks and clocks remember. */
static bool begin(gtp *g) {
    if (!gtp_check(g, cn_desk_begin(g->desk, NULL, &g->error))) return false;
    gtp_forget(g);
    return true;
}

/* Sets one of the game's options to a number; false if it cannot have it. */
static bool set_option(cn_desk *desk, const char *name, int number) {
    char assignment[64];
    snprintf(assignment, sizeof assignment, "%s=%d", name, number);
    return cn_values_set(desk->game->options, desk->values, assignment, NULL) == CN_OK;
}

/* The board gets this size if the game has such boards. */
static bool resize(gtp *g, int columns, int rows) {
    cn_desk *desk = g->desk;
    cn_value before[CN_OPTIONS_MAX];
    memcpy(before, desk->values, sizeof before);
    bool good = false;
    if (gtp_option(g, "size") >= 0) {
        good = rows == columns && set_option(desk, "size", rows);
    } else if (gtp_option(g, "width") >= 0 && gtp_option(g, "height") >= 0) {
        good = set_option(desk, "width", columns) && set_option(desk, "height", rows);
    }
    good = good && cn_desk_begin(desk, NULL, NULL) == CN_OK;
    if (good) {
        gtp_forget(g);
    } else {
        memcpy(desk->values, before, sizeof before);
    }
    return good;
}

/* Begins a new game on a board of this size. */
static bool boardsize(gtp *g) {
    int size;
    if (!cn_text_int(g->word[0], 1, 1000, &size)) return gtp_fail(g, "boardsize not an integer");
    cn_board board = cn_desk_board(g->desk);
    /* A board that is not square goes by its longer side, for controllers that know squares only.
     */
    if (size == gtp_side(&board)) return begin(g);
    return resize(g, size, size) || gtp_fail(g, "unacceptable size");
}

/* GoGui's word for boards that are not square: columns, then rows. */
static bool rectangular_boardsize(gtp *g) {
    int columns, rows;
    if (!cn_text_int(g->word[0], 1, 1000, &columns) || !cn_text_int(g->word[1], 1, 1000, &rows)) {
        return gtp_fail(g, "boardsize not an integer");
    }
    return resize(g, columns, rows) || gtp_fail(g, "unacceptable size");
}

/* The size of the board, by its longer side. */
static bool query_boardsize(gtp *g) {
    cn_board board = cn_desk_board(g->desk);
    return gtp_say(g, "%d", gtp_side(&board));
}

/* ---- komi ---- */

/* Sets the komi in the middle of a game; the moves stay. */
static bool komi(gtp *g) {
    double points;
    if (!cn_text_real(g->word[0], -1e12, 1e12, &points)) return gtp_fail(g, "komi not a float");
    if (gtp_option(g, "komi") < 0) return true; /* controllers set it whatever the game */
    char assignment[64];
    snprintf(assignment, sizeof assignment, "komi=%.10g", points);
    return gtp_change(g, assignment);
}

/* The komi; 0 in games that have none. */
static bool get_komi(gtp *g) {
    const int option = gtp_option(g, "komi");
    return gtp_say(g, "%g", option >= 0 ? g->desk->values[option].real : 0.0);
}

/* ---- showing ---- */

/* The line of column labels. */
static void say_columns(gtp *g, const cn_board *board) {
    gtp_say(g, "\n  ");
    for (int c = 0; c < board->columns; c++) gtp_say(g, " %s", board->column_label[c]);
}

/* A picture for people: labels on all edges, X for the first player and O for the second. */
static bool showboard(gtp *g) {
    const cn_position *now = &g->desk->history.now;
    cn_board board;
    cn_position_draw(now, &board);
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
    const cn_outcome outcome = cn_position_over(now);
    if (outcome == CN_ONGOING) {
        const int turn = cn_position_turn(now);
        gtp_say(g, "\n%s (%c) to move", now->game->player[turn], "XO"[turn]);
    } else {
        gtp_say(g, "\nthe game is over");
    }
    if (board.note[0]) gtp_say(g, "; %s", board.note);
    return true;
}

/* ---- handicap stones, on the points the standard names ---- */

/* Draws the board, which must be empty. */
static bool draw_empty(gtp *g, cn_board *board) {
    cn_position_draw(&g->desk->history.now, board);
    for (int i = 0; i < board->rows * board->columns; i++) {
        if (board->cell[i]) return gtp_fail(g, "board not empty");
    }
    return true;
}

/* Puts black stones on an empty board; White is to move. */
static bool put(gtp *g, cn_board *board, const int *points, int count) {
    cn_position position;
    for (int i = 0; i < count; i++) board->cell[points[i]] = 1;
    const cn_desk *desk = g->desk;
    return gtp_check(g, cn_setup_cells(desk->game, desk->values, board, 1, &position, &g->error)) &&
           gtp_begin_at(g, &position);
}

/* The standard lets an engine place fewer than it may, where the player may choose the points. */
enum { FIXED, FREE };

/* Puts handicap stones on the board: exactly as many as asked for, or (FREE) at most so many. */
static bool place(gtp *g) {
    const bool fewer = g->kind == FREE;
    const int least = fewer ? 5 : 7;
    cn_board board;
    int count, points[CN_HANDICAP_MOST];
    if (!cn_text_int(g->word[0], 2, 1000, &count)) return gtp_fail(g, "invalid number of stones");
    if (!draw_empty(g, &board)) return false;
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

/* Handicap stones on points that the other side chose. */
static bool set_free_handicap(gtp *g) {
    cn_board board;
    int points[CN_BOARD_MAX * CN_BOARD_MAX];
    if (!draw_empty(g, &board)) return false;
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

/* ---- loading ---- */

/* The first game of a file, up to before a move; each of its moves can be undone. */
static bool loadsgf(gtp *g) {
    int stop = 1 << 30; /* the game is loaded up to before this move */
    char *text;
    size_t size;
    cn_value values[CN_OPTIONS_MAX];
    cn_record_info info;
    cn_history history;
    if (g->count > 1 && !cn_text_int(g->word[1], 1, 1 << 30, &stop)) {
        return gtp_fail(g, "invalid move number");
    }
    if (cn_file_read(g->word[0], CN_RECORDS_MAX, &text, &size, &g->error) != CN_OK) {
        return gtp_fail(g, "cannot load file");
    }
    memcpy(values, g->desk->values, sizeof values);
    const cn_status status = cn_records_read(g->desk->game, values, NULL, text, size, 1, stop - 1,
                                             &history, &info, &g->error);
    free(text);
    if (status != CN_OK) return gtp_fail(g, "cannot load file: %s", g->error.text);
    gtp_forget(g);
    cn_desk_take(g->desk, &history, values);
    cn_clocks_reset(&g->desk->clocks);
    for (int i = 0; i < g->desk->history.count; i++) { /* each move can be taken back */
        if (!gtp_mark_push(g)) return false;
        g->marks[i].count = i;
    }
    return true;
}

/* ---- writing ---- */

/* The game as SGF, into a file or as the answer. */
static bool printsgf(gtp *g) {
    const cn_desk *desk = g->desk;
    cn_record_info info = {0};
    cn_info_today(&info);
    if (g->count > 0 && strcmp(g->word[0], "-") != 0) {
        return gtp_check(g,
                         cn_write_file(g->word[0], &desk->history, desk->values, &info, &g->error));
    }
    if (desk->game->sgf == 0) return gtp_fail(g, "SGF has no number for %s", desk->game->title);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return gtp_fail(g, "out of memory");
    cn_write_game(out, &desk->history, desk->values, &info, CN_RECORDS_SGF);
    const bool good = fclose(out) == 0;
    if (good) gtp_say(g, "%s", text);
    free(text);
    return good || gtp_fail(g, "out of memory");
}

const gtp_command gtp_board[] = {
    GTP_ANY("boardsize", boardsize, 1, 1, 0),
    GTP_ANY("rectangular_boardsize", rectangular_boardsize, 2, 2, 0),
    GTP_ANY("query_boardsize", query_boardsize, 0, 0, 0),
    GTP_ANY("gogui-rules_board_size", query_boardsize, 0, 0, 0),
    GTP_ANY("clear_board", begin, 0, 0, 0),
    GTP_ANY("komi", komi, 1, 1, 0),
    GTP_ANY("get_komi", get_komi, 0, 0, 0),
    GTP_ANY("showboard", showboard, 0, 0, 0),
    GTP_GO("fixed_handicap", place, 1, 1, FIXED),
    GTP_GO("place_free_handicap", place, 1, 1, FREE),
    GTP_GO("set_free_handicap", set_free_handicap, 0, -1, 0),
    GTP_ANY("loadsgf", loadsgf, 1, 2, 0),
    GTP_ANY("printsgf", printsgf, 0, 1, 0),
    {0},
};
