/* GTP: GoGui's extensions: sequences of moves, set-up, interrupts, what its Analyze menu shows, and
 * the gogui-rules_ commands by which its window plays any game.
 *
 * GoGui knows square boards whose points are GTP's vertices. Whoever asks for the game's id gets
 * all moves as such vertices from then on. */
#include "arena/info.h"
#include "arena/moves.h"
#include "arena/setup.h"
#include "protocol/gtp.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>

/* ---- sequences and set-up ---- */

/* Colour and move, colour and move …: all or none. */
static bool play_sequence(gtp *g) {
    const int before = g->mark_count;
    if (g->count % 2) return gtp_fail(g, "syntax error: expected pairs of color and move");
    for (int i = 0; i < g->count; i += 2) {
        if (gtp_play(g, g->word[i], g->word[i + 1])) continue;
        while (g->mark_count > before) gtp_mark_pop(g);
        return false;
    }
    return true;
}

/* A point in the game's own words, or as a vertex. */
static int read_cell(const gtp *g, const cn_board *board, const char *word) {
    const cn_position *start = &g->desk->history.start;
    cn_move move;
    const char *end;
    if (!g->vertices && start->game->parse_move(start->state, word, &move, &end, NULL) == CN_OK &&
        *end == '\0') {
        return cn_position_cell_of(start, move);
    }
    return gtp_vertex_read(board, word);
}

/* Begins a game from a drawn board with this side to move. `side` -1: Black, or White if the game
 * says that with these stones it cannot be Black's turn. */
static bool begin_with(gtp *g, const cn_board *board, int side) {
    const cn_desk *desk = g->desk;
    cn_position position;
    const int first = side < 0 ? 0 : side;
    cn_status status = cn_setup_cells(desk->game, desk->values, board, first, &position, &g->error);
    if (status != CN_OK && side < 0) {
        status = cn_setup_cells(desk->game, desk->values, board, 1, &position, NULL);
    }
    return gtp_check(g, status) && gtp_begin_at(g, &position);
}

/* Begins a new game with these stones on an otherwise empty board. */
static bool setup(gtp *g) {
    cn_board board = cn_desk_board(g->desk);
    memset(board.cell, 0, sizeof board.cell);
    if (g->count % 2) return gtp_fail(g, "syntax error: expected pairs of color and point");
    for (int i = 0; i < g->count; i += 2) {
        int player;
        if (!gtp_colour(g, g->word[i], &player)) return false;
        const int cell = read_cell(g, &board, g->word[i + 1]);
        if (cell < 0 || board.cell[cell]) return gtp_fail(g, "invalid coordinate");
        board.cell[cell] = (uint8_t)(player + 1);
    }
    return begin_with(g, &board, -1);
}

/* Begins a new game with the stones that are there and another side to move. */
static bool setup_player(gtp *g) {
    int player;
    if (!gtp_colour(g, g->word[0], &player)) return false;
    cn_board board = cn_desk_board(g->desk);
    return begin_with(g, &board, player);
}

/* ---- what the last search saw ---- */

/* True if there is a search to tell about. */
static bool has_search(gtp *g) {
    return g->searched.state || gtp_fail(g, "no search yet");
}

/* The result's entry for a cell, or NULL. */
static const cn_move_info *info_at(const gtp *g, int cell) {
    const cn_result *r = &g->desk->result;
    for (int i = 0; i < r->count; i++) {
        if (cn_position_cell_of(&g->searched, r->moves[i].move) == cell) {
            return &r->moves[i];
        }
    }
    return NULL;
}

/* The share of the search that went into a move, 0 to 1. */
static void say_visits(gtp *g, const cn_move_info *m) {
    const cn_result *r = &g->desk->result;
    const uint64_t all = r->iterations ? r->iterations : r->nodes;
    const uint64_t own = !m ? 0 : r->iterations ? m->visits : m->nodes;
    gtp_say(g, "%.3f", all ? (double)own / (double)all : 0);
}

/* The chance to win after a move, in percent, in the view of the side to move. */
static void say_chance(gtp *g, const cn_move_info *m) {
    if (m && m->score.kind != CN_SCORE_NONE) {
        gtp_say(g, "%.0f", 100 * cn_score_chance(g->desk->game, m->score));
    } else {
        gtp_say(g, "\"\"");
    }
}

enum { VISITS, CHANCES };

/* A value for each point, as GoGui's boards want them: the top row first. */
static bool say_board(gtp *g) {
    cn_board board;
    if (!has_search(g)) return false;
    cn_position_draw(&g->searched, &board);
    const bool down = gtp_rows_downwards(&board);
    for (int r = 0; r < board.rows; r++) {
        const int row = down ? board.rows - 1 - r : r;
        for (int c = 0; c < board.columns; c++) {
            gtp_say(g, "%s", c ? " " : r ? "\n" : "");
            (g->kind == VISITS ? say_visits : say_chance)(g, info_at(g, row * board.columns + c));
        }
    }
    return true;
}

/* Whose each point will be, in Black's view. */
static bool owners(gtp *g) {
    return gtp_say_owners(g, &g->desk->history.now, 0, "\n") || gtp_fail(g, "out of memory");
}

/* Colour and move, colour and move … */
static bool variation(gtp *g) {
    cn_walk walk;
    const cn_result *r = &g->desk->result;
    if (!has_search(g)) return false;
    for (cn_walk_begin(&walk, &g->searched, r->line, r->line_length); cn_walk_next(&walk);) {
        char text[CN_MOVE_TEXT];
        gtp_move_text(g, &walk.position, walk.move, text);
        gtp_say(g, "%s%s %s", walk.index ? " " : "",
                gtp_colour_name[cn_position_turn(&walk.position)], text);
    }
    return true;
}

/* ---- parameters ---- */

/* Alone: a list, as GoGui's dialogue wants it. With a name and a value: sets it. */
static bool param(gtp *g) {
    cn_desk *desk = g->desk;
    double seconds;
    if (g->count == 0) {
        return gtp_say(g, "[string] agent %s\n[string] seconds %g", desk->agent, desk->seconds);
    }
    if (g->count < 2) return gtp_fail(g, "syntax error: expected a name and a value");
    if (strcmp(g->word[0], "agent") == 0) {
        char *agent = gtp_join(g, 1);
        if (!agent) return gtp_fail(g, "out of memory");
        const cn_status status = cn_desk_seat(desk, agent, &g->error);
        free(agent);
        return gtp_check(g, status);
    }
    if (strcmp(g->word[0], "seconds") == 0) {
        if (!cn_text_real(g->word[1], 0, 1e6, &seconds)) {
            return gtp_fail(g, "seconds: expected 0 to 1000000");
        }
        desk->seconds = seconds;
        return true;
    }
    return gtp_fail(g, "unknown parameter: expected agent or seconds");
}

/* What GoGui's Analyze menu offers: type, title and command, separated by slashes. */
static bool analyze_commands(gtp *g) {
    gtp_say(g, "dboard/Share of Visits/canopy-visits\n"
               "sboard/Chance to Win (percent)/canopy-chances\n"
               "var/Principal Variation/canopy-variation\n"
               "string/Value/gomill-explain_last_move\n"
               "plist/Legal Moves/gogui-rules_legal_moves\n"
               "param/Parameters/canopy-param\n");
    if (gtp_is_go(g)) {
        gtp_say(g, "dboard/Ownership/canopy-ownership\n"
                   "plist/Dead Stones/final_status_list dead\n"
                   "string/Score/final_score\n");
    }
    return true;
}

/* ---- gogui-rules_: GoGui as a board for any game ---- */

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

/* The cell of GoGui's point, counted from the top left; -1 where our board has none. */
static int cell_at(const cn_board *board, int r, int column) {
    const int number = gtp_side(board) - r; /* of GoGui's row */
    if (number > board->rows || column >= board->columns) return -1;
    const int row = gtp_rows_downwards(board) ? number - 1 : board->rows - number;
    return row * board->columns + column;
}

/* The board as GoGui wants it, row by row from the top. */
static bool show(gtp *g) {
    cn_board board = cn_desk_board(g->desk);
    const int side = gtp_side(&board);
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
    cn_position_draw(&h->now, &board);
    const int side = gtp_side(&board);
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

/* Whose turn it is. */
static bool side_to_move(gtp *g) {
    const cn_position *now = &g->desk->history.now;
    return gtp_say(g, "%s", gtp_colour_name[cn_position_turn(now)]);
}

/* All legal moves; none when the game is over. */
static bool legal_moves(gtp *g) {
    const cn_position *now = &g->desk->history.now;
    if (cn_position_over(now) != CN_ONGOING) return true;
    cn_move list[CN_MOVES_MAX];
    const int count = cn_moves_legal(now, list);
    for (int i = 0; i < count; i++) {
        char text[CN_MOVE_TEXT];
        gtp_move_text(g, now, list[i], text);
        gtp_say(g, "%s%s", i ? " " : "", text);
    }
    return true;
}

/* How the game ended, in words. */
static bool final_result(gtp *g) {
    const cn_record_info info = {0};
    const cn_position *now = &g->desk->history.now;
    char text[128];
    if (cn_position_over(now) == CN_ONGOING) {
        return gtp_say(g, "unknown");
    }
    cn_info_result(&info, now, text, sizeof text);
    return gtp_say(g, "%s", text);
}

/* Adds the stones of a position to the counts of both players, or takes them off. */
static void count_stones(const cn_position *p, int sign, int counts[2]) {
    cn_board board;
    cn_position_draw(p, &board);
    for (int i = 0; i < board.rows * board.columns; i++) {
        if (board.cell[i]) counts[cn_cell_player(board.cell[i])] += sign;
    }
}

/* Stones that were put down and stand no more, in one history. */
static void count_captured(const cn_history *h, int captured[2]) {
    count_stones(&h->start, 1, captured);
    for (int i = 0; i < h->count; i++) {
        if (h->ply[i].move != h->start.rules->pass) captured[h->ply[i].player]++;
    }
    count_stones(&h->now, -1, captured);
}

/* Black's stones, then White's. */
static bool captured_count(gtp *g) {
    int captured[2] = {0, 0};
    for (int i = 0; i < g->earlier_count; i++) count_captured(&g->earlier[i], captured);
    count_captured(&g->desk->history, captured);
    return gtp_say(g, "%d %d", captured[0], captured[1]);
}

const gtp_command gtp_gogui[] = {
    GTP_ANY("gogui-play_sequence", play_sequence, 0, -1, 0),
    GTP_ANY("gogui-setup", setup, 0, -1, 0),
    GTP_ANY("gogui-setup_player", setup_player, 1, 1, 0),
    GTP_ANY("set_position", setup, 0, -1, 0),
    GTP_SAYS("gogui-interrupt", "") /* that it is known says that `# interrupt` is heard */,
    GTP_ANY("gogui-analyze_commands", analyze_commands, 0, 0, 0),
    GTP_ANY("canopy-visits", say_board, 0, 0, VISITS),
    GTP_ANY("canopy-chances", say_board, 0, 0, CHANCES),
    GTP_ANY("canopy-variation", variation, 0, 0, 0),
    GTP_GO("canopy-ownership", owners, 0, 0, 0),
    GTP_ANY("canopy-param", param, 0, -1, 0),
    GTP_ANY("gogui-rules_game_id", game_id, 0, 0, 0),
    GTP_ANY("gogui-rules_board", show, 0, 0, 0),
    GTP_ANY("gogui-rules_board_gfx", graphics, 0, 0, 0),
    GTP_ANY("gogui-rules_side_to_move", side_to_move, 0, 0, 0),
    GTP_ANY("gogui-rules_legal_moves", legal_moves, 0, 0, 0),
    GTP_ANY("gogui-rules_final_result", final_result, 0, 0, 0),
    GTP_GO("gogui-rules_captured_count", captured_count, 0, 0, 0),
    {0},
};
