/* GTP: GoGui's gogui-rules_ commands, by which its window plays any game. GoGui knows square boards
 * whose points are GTP's vertices; who asks for the game's id gets all moves as such vertices from
 * then on. */
#include "arena/info.h"
#include "protocol/gtp.h"

#include <ctype.h>

static int side_of(const cn_board *board) {
    return board->rows > board->columns ? board->rows : board->columns;
}

/* One capital, then small letters. */
static bool game_id(gtp *g) {
    bool first = true;
    for (const char *c = g->desk->game->title; *c; c++) {
        if (!isalpha((unsigned char)*c)) continue;
        gtp_say(g, "%c", first ? toupper((unsigned char)*c) : tolower((unsigned char)*c));
        first = false;
    }
    g->vertices = true;
    return true;
}

static bool board_size(gtp *g) {
    cn_board board;
    g->desk->game->draw(g->desk->history.now.state, &board);
    return gtp_say(g, "%d", side_of(&board));
}

/* The cell of GoGui's point, counted from the top left; -1 where our board has none. */
static int cell_at(const cn_board *board, int r, int column) {
    const int number = side_of(board) - r; /* of GoGui's row */
    if (number > board->rows || column >= board->columns) return -1;
    const int row = gtp_rows_downwards(board) ? number - 1 : board->rows - number;
    return row * board->columns + column;
}

static bool show(gtp *g) {
    cn_board board;
    g->desk->game->draw(g->desk->history.now.state, &board);
    const int side = side_of(&board);
    for (int r = 0; r < side; r++) {
        for (int c = 0; c < side; c++) {
            const int cell = cell_at(&board, r, c);
            gtp_say(g, "%s%c", c ? " " : "",
                    cell < 0 ? '.' : ".XO"[1 + cn_cell_player(board.cell[cell])]);
        }
        gtp_say(g, "\n");
    }
    return true;
}

/* Grey where our board has no points, and a mark on the last move. */
static bool graphics(gtp *g) {
    const cn_history *h = &g->desk->history;
    static const char letters[] = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
    cn_board board;
    h->now.game->draw(h->now.state, &board);
    const int side = side_of(&board);
    bool any = false;
    for (int i = 0; i < side * side; i++) {
        if (cell_at(&board, i / side, i % side) >= 0) continue;
        gtp_say(g, "%s %c%d", any ? "" : "COLOR #808080", letters[i % side], side - i / side);
        any = true;
    }
    const int cell = cn_history_cell(h);
    if (cell >= 0) {
        char text[CN_MOVE_TEXT];
        gtp_vertex_print(&board, cell, text);
        gtp_say(g, "%sCIRCLE %s", any ? "\n" : "", text);
    }
    return true;
}

static bool side_to_move(gtp *g) {
    const cn_position *now = &g->desk->history.now;
    return gtp_say(g, "%s", gtp_colour_name[now->rules->turn(now->state)]);
}

static bool legal_moves(gtp *g) {
    const cn_position *now = &g->desk->history.now;
    if (now->rules->over(now->state) != CN_ONGOING) return true;
    for (int code = 0; code < now->rules->move_codes; code++) {
        char text[CN_MOVE_TEXT];
        if (!cn_position_legal(now, (cn_move)code)) continue;
        gtp_move_text(g, now, (cn_move)code, text);
        gtp_say(g, "%s%s", g->length ? " " : "", text);
    }
    return true;
}

static bool final_result(gtp *g) {
    const cn_record_info info = {0};
    const cn_position *now = &g->desk->history.now;
    char text[128];
    if (now->rules->over(now->state) == CN_ONGOING) {
        return gtp_say(g, "unknown");
    }
    cn_info_result(&info, now, text, sizeof text);
    return gtp_say(g, "%s", text);
}

/* Stones that were put down and stand no more, in one history. */
static void count_captured(const cn_history *h, int captured[2]) {
    cn_board board;
    h->start.game->draw(h->start.state, &board);
    for (int i = 0; i < board.rows * board.columns; i++) {
        if (board.cell[i]) captured[cn_cell_player(board.cell[i])]++;
    }
    for (int i = 0; i < h->count; i++) {
        if (h->ply[i].move != h->start.rules->pass) captured[h->ply[i].player]++;
    }
    h->now.game->draw(h->now.state, &board);
    for (int i = 0; i < board.rows * board.columns; i++) {
        if (board.cell[i]) captured[cn_cell_player(board.cell[i])]--;
    }
}

/* Black's stones, then White's. */
static bool captured_count(gtp *g) {
    int captured[2] = {0, 0};
    for (int i = 0; i < g->earlier_count; i++) count_captured(&g->earlier[i], captured);
    count_captured(&g->desk->history, captured);
    return gtp_say(g, "%d %d", captured[0], captured[1]);
}

const gtp_command gtp_ruler[] = {
    {"gogui-rules_game_id", game_id, 0, 0, false, 0},
    {"gogui-rules_board", show, 0, 0, false, 0},
    {"gogui-rules_board_size", board_size, 0, 0, false, 0},
    {"gogui-rules_board_gfx", graphics, 0, 0, false, 0},
    {"gogui-rules_side_to_move", side_to_move, 0, 0, false, 0},
    {"gogui-rules_legal_moves", legal_moves, 0, 0, false, 0},
    {"gogui-rules_final_result", final_result, 0, 0, false, 0},
    {"gogui-rules_captured_count", captured_count, 0, 0, true, 0},
    {0},
};
