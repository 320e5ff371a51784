/* GTP: GoGui's extensions: sequences, set-up, interrupts, and what its Analyze menu shows. */
#include "arena/setup.h"
#include "protocol/gtp.h"

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
        return start->game->cell_of(start->state, move);
    }
    return gtp_vertex_read(board, word);
}

/* `side` -1: Black is to move, or White where the game says that these stones allow no other. */
static bool begin_with(gtp *g, const cn_board *board, int side) {
    const cn_desk *desk = g->desk;
    cn_position position;
    cn_error error;
    const int first = side < 0 ? 0 : side;
    cn_status status = cn_setup_cells(desk->game, desk->values, board, first, &position, &error);
    if (status != CN_OK && side < 0) {
        status = cn_setup_cells(desk->game, desk->values, board, 1, &position, NULL);
    }
    return status == CN_OK ? gtp_begin_at(g, &position) : gtp_fail(g, "%s", error.text);
}

static bool setup(gtp *g) {
    cn_board board;
    g->desk->game->draw(g->desk->history.now.state, &board);
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

static bool setup_player(gtp *g) {
    int player;
    cn_board board;
    if (!gtp_colour(g, g->word[0], &player)) return false;
    g->desk->game->draw(g->desk->history.now.state, &board);
    return begin_with(g, &board, player);
}

/* That it is known says that `# interrupt` is heard. */
static bool interrupt(gtp *g) {
    (void)g;
    return true;
}

/* ---- what the last search saw ---- */

static bool has_search(gtp *g) {
    return g->searched.state || gtp_fail(g, "no search yet");
}

/* The result's entry for a cell, or NULL. */
static const cn_move_info *info_at(const gtp *g, int cell) {
    const cn_result *r = &g->desk->result;
    for (int i = 0; i < r->count; i++) {
        if (g->searched.game->cell_of(g->searched.state, r->moves[i].move) == cell) {
            return &r->moves[i];
        }
    }
    return NULL;
}

static void say_visits(gtp *g, const cn_move_info *m) {
    const cn_result *r = &g->desk->result;
    const uint64_t all = r->iterations ? r->iterations : r->nodes;
    const uint64_t own = !m ? 0 : r->iterations ? m->visits : m->nodes;
    gtp_say(g, "%.3f", all ? (double)own / (double)all : 0);
}

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
    g->searched.game->draw(g->searched.state, &board);
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

static bool owners(gtp *g) {
    return gtp_say_owners(g, &g->desk->history.now, 0, "\n") || gtp_fail(g, "out of memory");
}

/* Colour and move, colour and move … */
static bool variation(gtp *g) {
    cn_position p;
    const cn_result *r = &g->desk->result;
    if (!has_search(g)) return false;
    if (cn_position_copy(&g->searched, &p, NULL) != CN_OK) return gtp_fail(g, "out of memory");
    for (int i = 0; i < r->line_length && cn_position_legal(&p, r->line[i]); i++) {
        char text[CN_MOVE_TEXT];
        gtp_move_text(g, &p, r->line[i], text);
        gtp_say(g, "%s%s %s", i ? " " : "", gtp_colour_name[p.rules->turn(p.state)], text);
        p.rules->play(p.state, r->line[i]);
    }
    cn_position_free(&p);
    return true;
}

/* ---- parameters ---- */

/* Alone: a list, as GoGui's dialogue wants it. With a name and a value: sets it. */
static bool param(gtp *g) {
    cn_desk *desk = g->desk;
    cn_error error;
    double seconds;
    if (g->count == 0) {
        return gtp_say(g, "[string] agent %s\n[string] seconds %g", desk->agent, desk->seconds);
    }
    if (g->count < 2) return gtp_fail(g, "syntax error: expected a name and a value");
    if (strcmp(g->word[0], "agent") == 0) {
        char *agent = gtp_join(g, 1);
        if (!agent) return gtp_fail(g, "out of memory");
        const cn_status status = cn_desk_seat(desk, agent, &error);
        free(agent);
        return status == CN_OK || gtp_fail(g, "%s", error.text);
    }
    if (strcmp(g->word[0], "seconds") == 0) {
        if (!gtp_read_real(g->word[1], &seconds) || seconds < 0 || seconds > 1e6) {
            return gtp_fail(g, "seconds: expected 0 to 1000000");
        }
        desk->seconds = seconds;
        return true;
    }
    return gtp_fail(g, "unknown parameter: expected agent or seconds");
}

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

const gtp_command gtp_gogui[] = {
    {"gogui-play_sequence", play_sequence, 0, -1, false, 0},
    {"gogui-setup", setup, 0, -1, false, 0},
    {"gogui-setup_player", setup_player, 1, 1, false, 0},
    {"set_position", setup, 0, -1, false, 0},
    {"gogui-interrupt", interrupt, 0, 0, false, 0},
    {"gogui-analyze_commands", analyze_commands, 0, 0, false, 0},
    {"canopy-visits", say_board, 0, 0, false, VISITS},
    {"canopy-chances", say_board, 0, 0, false, CHANCES},
    {"canopy-variation", variation, 0, 0, false, 0},
    {"canopy-ownership", owners, 0, 0, true, 0},
    {"canopy-param", param, 0, -1, false, 0},
    {0},
};
