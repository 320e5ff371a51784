/* GTP 2, as published by Gunnar Farnebäck. Moves are in the game's own notation, which is GTP's
 * where the game is Go. Colours are black for player 0 and white for player 1.
 *
 * Told: board size, komi (where the game has one), moves one by one, time. Rules can be told only
 * to engines with kata-set-rules; others play by their own, and what is illegal here loses. A start
 * of one's own is set up by gogui-setup or, where stones stay where they are put, stone by stone.
 */
#include "arena/dialect.h"
#include "arena/exec_protocol.h"
#include "arena/setup.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <strings.h>

enum {
    TIME_SETTINGS = 1,
    TIME_LEFT = 2,
    SETUP = 4,
    INTERRUPT = 8,
    RULES = 16,
    SET_GAME = 32,
    SETUP_PLAYER = 64,
};

static const struct {
    const char *name;
    unsigned bit;
} commands[] = {
    {"time_settings", TIME_SETTINGS}, {"time_left", TIME_LEFT},
    {"gogui-setup", SETUP},           {"gogui-setup_player", SETUP_PLAYER},
    {"gogui-interrupt", INTERRUPT},   {"kata-set-rules", RULES},
    {"set_game", SET_GAME},
};

static const char *const colour[2] = {"black", "white"};

/* ---- commands ---- */

/* An answer: `=` or `?`, and the rest of its first line. */
typedef struct reply {
    bool good;
    char text[128];
} reply;

/* Reads an answer up to its empty line. `each`, if not NULL, sees every line of it. */
static cn_status answer(cn_exec *e, reply *r, void (*each)(cn_exec *e, const char *line),
                        cn_error *error) {
    char *line;
    cn_status status;
    do {
        status = cn_exec_hear(e, &line, error);
        if (status != CN_OK) return status;
    } while (line[strspn(line, " \t")] == '\0' || *line == '#');
    if (*line != '=' && *line != '?') {
        return cn_exec_fail(e, error, "answered `%s` with `%.60s`; expected `=` or `?`", e->asked,
                            line);
    }
    r->good = *line == '=';
    const char *from = line + 1;
    while (isdigit((unsigned char)*from)) from++;
    while (isspace((unsigned char)*from)) from++;
    snprintf(r->text, sizeof r->text, "%s", from);
    for (size_t n = strlen(r->text); n > 0 && isspace((unsigned char)r->text[n - 1]);) {
        r->text[--n] = '\0';
    }
    if (each) each(e, from);
    for (;;) {
        status = cn_exec_hear(e, &line, error);
        if (status != CN_OK || line[strspn(line, " \t")] == '\0') return status;
        if (each) each(e, line);
    }
}

/* The answer to a command that must succeed. */
static cn_status must_succeed(cn_exec *e, reply *r, cn_error *error) {
    const cn_status status = answer(e, r, NULL, error);
    if (status != CN_OK || r->good) return status;
    return cn_exec_fail(e, error, "refuses `%s`: %s", e->asked,
                        *r->text ? r->text : "no reason given");
}

/* Sends a command that must succeed. */
CN_PRINTF(3, 4)
/* Sends a command that must succeed; a refusal is a failure of the engine. */
static cn_status demand(cn_exec *e, cn_error *error, const char *format, ...) {
    char command[512];
    reply r = {0};
    va_list args;
    va_start(args, format);
    vsnprintf(command, sizeof command, format, args);
    va_end(args);
    const cn_status status = cn_exec_say(e, error, "%s", command);
    return status == CN_OK ? must_succeed(e, &r, error) : status;
}

/* Sends one that may fail. */
static cn_status attempt(cn_exec *e, const char *command, cn_error *error) {
    reply r = {0};
    const cn_status status = cn_exec_say(e, error, "%s", command);
    return status == CN_OK ? answer(e, &r, NULL, error) : status;
}

/* For the lines of list_commands: notes those that matter here. */
static void note_command(cn_exec *e, const char *line) {
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        const char *rest = line;
        if (cn_exec_word(&rest, commands[i].name) && !*rest) e->knows |= commands[i].bit;
    }
}

/* Asks for the commands that the program knows and notes those that are of use here. */
static cn_status greet(cn_exec *e, cn_error *error) {
    reply r = {0};
    const cn_status status = cn_exec_say(e, error, "list_commands");
    return status == CN_OK ? answer(e, &r, note_command, error) : status;
}

/* ---- a new game ---- */

/* KataGo's words for the rules, if the game has some and there is one for every rule. The last
 * three are about the match: no button, no bonus for a handicap, and a pass is no offer to take
 * stones off as dead. */
static cn_status tell_rules(cn_exec *e, const cn_exec_turn *turn, cn_error *error) {
    const cn_game *game = e->game;
    char command[512] = "kata-set-rules {";
    size_t used = strlen(command);
    const cn_dialect *rule = NULL, *holds;
    if (!(e->knows & RULES) || !cn_dialect_find(game, CN_DIALECT_RULE, NULL)) return CN_OK;
    while ((rule = cn_dialect_next_rule(game, turn->values, rule, &holds))) {
        if (!holds) return CN_OK;
        int name;
        const char *value = cn_dialect_rule_value(holds, &name);
        const char *quote = strcmp(value, "true") == 0 || strcmp(value, "false") == 0 ? "" : "\"";
        used += (size_t)snprintf(command + used, sizeof command - used, "\"%.*s\":%s%s%s,", name,
                                 holds->variant, quote, value, quote);
        if (used >= sizeof command) return CN_OK;
    }
    snprintf(command + used, sizeof command - used,
             "\"hasButton\":false,\"whiteHandicapBonus\":\"0\",\"friendlyPassOk\":false}");
    return attempt(e, command, error);
}

/* Whether the text of a position says more than cells and side. */
static bool says_more(const cn_position *p) {
    static const char blanks[] = " \t";
    char *text = cn_setup_text(p);
    if (!text) return true;
    text[strcspn(text, ";")] = '\0';
    const char *at = text;
    for (int words = 0; words < 2; words++) { /* the cells and the side */
        at += strspn(at, blanks);
        at += strcspn(at, blanks);
    }
    const bool more = at[strspn(at, blanks)] != '\0';
    free(text);
    return more;
}

/* A point as the game names it or, where columns are numbers, with GTP's letter. */
static void put_vertex(const cn_board *board, int cell, char text[16]) {
    const int column = cell % board->columns;
    const char *row = board->row_label[cell / board->columns];
    if (isalpha((unsigned char)board->column_label[column][0])) {
        snprintf(text, 16, "%s%s", board->column_label[column], row);
    } else {
        snprintf(text, 16, "%c%s", 'A' + column + (column >= 8), row);
    }
}

/* Sets a position up by playing its stones, where none of them captures. */
static cn_status place_stones(cn_exec *e, const cn_board *board, cn_error *error) {
    cn_status status = CN_OK;
    for (int i = 0; i < board->rows * board->columns && status == CN_OK; i++) {
        const int player = cn_cell_player(board->cell[i]);
        char vertex[16];
        if (player < 0) continue;
        put_vertex(board, i, vertex);
        status = demand(e, error, "play %s %s", colour[player], vertex);
    }
    return status;
}

/* gogui-setup with all stones in one line, as cn_exec_write_fn. */
static cn_status put_stones(cn_exec *e, const cn_exec_turn *turn, FILE *out, cn_error *error) {
    cn_board board;
    (void)e, (void)error;
    turn->start->game->draw(turn->start->state, &board);
    fputs("gogui-setup", out);
    for (int i = 0; i < board.rows * board.columns; i++) {
        const int player = cn_cell_player(board.cell[i]);
        char vertex[16];
        if (player < 0) continue;
        put_vertex(&board, i, vertex);
        fprintf(out, " %c %s", "bw"[player], vertex);
    }
    fputc('\n', out);
    return CN_OK;
}

/* Brings the engine to a start position that is not the usual one, by gogui-setup or as handicap
 * stones; refuses what GTP has no words for. */
static cn_status set_up(cn_exec *e, const cn_exec_turn *turn, cn_error *error) {
    const cn_position *start = turn->start;
    cn_board board;
    reply r = {0};
    start->game->draw(start->state, &board);
    if (says_more(start)) {
        return cn_exec_refuse(e, error,
                              "GTP can set up stones, but not all else that this start "
                              "position says");
    }
    if (e->knows & SETUP) {
        const cn_status status = cn_exec_say_long(e, turn, put_stones, error);
        return status == CN_OK ? must_succeed(e, &r, error) : status;
    }
    if (start->game->style == CN_STYLE_STONES) return place_stones(e, &board, error);
    return cn_exec_refuse(e, error,
                          "has no gogui-setup, so that only games from the usual start can be "
                          "played; tell it the moves from there");
}

/* Engines for several games want to know which. One that knows it by another name may know it yet.
 */
static cn_status tell_name(cn_exec *e, cn_error *error) {
    char command[64];
    const bool one_word = !strchr(e->game->title, ' ');
    snprintf(command, sizeof command, "set_game %s", one_word ? e->game->title : e->game->name);
    return attempt(e, command, error);
}

/* A new game: name, size, rules, komi, and the stones of a start of its own. */
static cn_status begin(cn_exec *e, const cn_exec_turn *turn, cn_error *error) {
    cn_board board;
    turn->start->game->draw(turn->start->state, &board);
    cn_status status = CN_OK;
    if (e->knows & SET_GAME) status = tell_name(e, error);
    if (status == CN_OK && board.rows == board.columns) {
        status = demand(e, error, "boardsize %d", board.rows);
    }
    if (status == CN_OK) status = tell_rules(e, turn, error);
    if (status == CN_OK) status = demand(e, error, "clear_board");
    const cn_value *komi = cn_exec_value(turn, "komi");
    if (status == CN_OK && komi) status = demand(e, error, "komi %g", komi->real);
    if (status != CN_OK) return status;
    bool same_side = true;
    const bool usual = cn_exec_usual_start(turn, &same_side);
    if (!usual) status = set_up(e, turn, error);
    if (status == CN_OK && !(usual && same_side) && (e->knows & SETUP_PLAYER)) {
        const int side = turn->start->rules->turn(turn->start->state);
        status = demand(e, error, "gogui-setup_player %s", colour[side]);
    }
    return status;
}

/* ---- a move ---- */

/* A pass without choice is not asked for, and engines that pass by themselves need not take it. */
static cn_status tell_move(cn_exec *e, const cn_position *before, cn_move move, void *user,
                           cn_error *error) {
    char text[CN_MOVE_TEXT], command[64];
    cn_move list[CN_MOVES_MAX];
    const char *who = colour[before->rules->turn(before->state)];
    (void)user;
    before->game->print_move(before->state, move, text);
    if (move == before->rules->pass) {
        const bool forced = before->rules->moves(before->state, list) == 1;
        snprintf(command, sizeof command, "play %s pass", who);
        if (forced) return attempt(e, command, error);
        snprintf(text, sizeof text, "pass");
    }
    return demand(e, error, "play %s %s", who, text);
}

/* Seconds a move are a byo-yomi of one stone or, under a second, of several; of a clock with an
 * increment GTP knows only what is left. */
static cn_status tell_time(cn_exec *e, const cn_exec_turn *turn, cn_error *error) {
    const char *who = colour[turn->position->rules->turn(turn->position->state)];
    char settings[96] = "";
    cn_status status = CN_OK;
    if (turn->clock > 0) {
        if (!e->said[0]) {
            snprintf(settings, sizeof settings, "time_settings %.0f 0 0", ceil(turn->clock));
        }
    } else if (turn->seconds >= 1) {
        snprintf(settings, sizeof settings, "time_settings 0 %.0f 1", floor(turn->seconds));
    } else if (turn->seconds > 0) {
        snprintf(settings, sizeof settings, "time_settings 0 1 %.0f", ceil(1 / turn->seconds));
    }
    if (settings[0] && strcmp(settings, e->said) != 0 && (e->knows & TIME_SETTINGS)) {
        status = demand(e, error, "%s", settings);
        snprintf(e->said, sizeof e->said, "%s", settings);
    }
    if (status == CN_OK && turn->clock > 0 && (e->knows & TIME_LEFT)) {
        status = demand(e, error, "time_left %s %.0f 0", who, floor(turn->clock));
    }
    return status;
}

/* cn_exec_protocol.tell: what the engine does not know yet, then the time. */
static cn_status tell(cn_exec *e, const cn_exec_turn *turn, cn_error *error) {
    cn_status status = turn->known < 0 ? begin(e, turn, error) : CN_OK;
    if (status == CN_OK) {
        const int from = turn->known < 0 ? 0 : turn->known;
        status = cn_exec_plies(e, turn, from, tell_move, NULL, error);
    }
    return status == CN_OK ? tell_time(e, turn, error) : status;
}

/* Asks for a move of the side to move, which the engine then has made on its own board. */
static cn_status ask(cn_exec *e, const cn_exec_turn *turn, cn_move *move, cn_error *error) {
    reply r = {0};
    const int player = turn->position->rules->turn(turn->position->state);
    cn_status status = cn_exec_say(e, error, "genmove %s", colour[player]);
    if (status == CN_OK) status = must_succeed(e, &r, error);
    return status == CN_OK ? cn_exec_read_move(e, turn, r.text, move, error) : status;
}

static const char *interrupt(cn_exec *e) {
    return e->knows & INTERRUPT ? "# interrupt\n" : NULL;
}

const cn_exec_protocol cn_exec_gtp = {
    .farewell = "quit\n",
    .plays_own = true,
    .greet = greet,
    .tell = tell,
    .ask = ask,
    .interrupt = interrupt,
};
