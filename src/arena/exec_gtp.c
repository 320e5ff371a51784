/* GTP 2, as published by Gunnar Farnebäck. Moves are in the game's own notation, which is GTP's
 * where the game is Go. Colours are black for player 0 and white for player 1.
 *
 * Told: board size, komi (where the game has one), moves one by one, time. Rules can be told only
 * to engines with kata-set-rules; others play by their own, and what is illegal here loses. A start
 * of one's own is set up by gogui-setup or, where stones stay where they are put, stone by stone.
 */
#include "arena/dialect.h"
#include "arena/exec_protocol.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <strings.h>

/* The commands that not every engine has and that are of use here; cn_exec.knows has a bit for
 * each, in this order. */
enum { TIME_SETTINGS, TIME_LEFT, SETUP, SETUP_PLAYER, INTERRUPT, RULES, SET_GAME, COMMANDS };
static const char *const commands[COMMANDS] = {
    "time_settings",   "time_left",      "gogui-setup", "gogui-setup_player",
    "gogui-interrupt", "kata-set-rules", "set_game"};

/* Whether the engine has said that it knows one of them. */
static bool knows(const cn_exec *e, int command) {
    return e->knows >> command & 1;
}

static const char *const colour[2] = {"black", "white"};

/* ---- commands ---- */

/* An answer: `=` or `?`, and the rest of its first line. */
typedef struct reply {
    bool good;
    char text[128];
} reply;

/* Reads an answer up to its empty line. `each`, if not NULL, sees every line of it. */
static reply answer(cn_exec *e, void (*each)(cn_exec *e, const char *line)) {
    reply r = {0};
    const char *line = cn_exec_hear(e);
    while (line && (line[strspn(line, " \t")] == '\0' || *line == '#')) line = cn_exec_hear(e);
    if (line && *line != '=' && *line != '?') {
        cn_exec_fail(e, "answered `%s` with `%.60s`; expected `=` or `?`", e->asked, line);
        return r;
    }
    if (!line) return r;
    r.good = *line++ == '=';
    while (isdigit((unsigned char)*line)) line++;
    while (isspace((unsigned char)*line)) line++;
    snprintf(r.text, sizeof r.text, "%s", line);
    for (size_t n = strlen(r.text); n > 0 && isspace((unsigned char)r.text[n - 1]);) {
        r.text[--n] = '\0';
    }
    do {
        if (each) each(e, line);
        line = cn_exec_hear(e);
    } while (line && line[strspn(line, " \t")]);
    return r;
}

/* The answer to a command that must succeed; a refusal is a failure of the engine. */
static reply must_succeed(cn_exec *e) {
    const reply r = answer(e, NULL);
    if (!r.good) {
        cn_exec_fail(e, "refuses `%s`: %s", e->asked, *r.text ? r.text : "no reason given");
    }
    return r;
}

/* Sends a command that must succeed. */
CN_PRINTF(2, 3)
static void demand(cn_exec *e, const char *format, ...) {
    char command[512];
    va_list args;
    va_start(args, format);
    vsnprintf(command, sizeof command, format, args);
    va_end(args);
    cn_exec_say(e, "%s", command);
    must_succeed(e);
}

/* Sends one that may fail. */
static void attempt(cn_exec *e, const char *command) {
    cn_exec_say(e, "%s", command);
    answer(e, NULL);
}

/* For the lines of list_commands: notes those that matter here. */
static void note_command(cn_exec *e, const char *line) {
    for (int i = 0; i < COMMANDS; i++) {
        const char *rest = line;
        if (cn_exec_word(&rest, commands[i]) && !*rest) e->knows |= 1u << i;
    }
}

/* Asks for the commands that the program knows and notes those that are of use here. */
static void greet(cn_exec *e) {
    cn_exec_say(e, "list_commands");
    answer(e, note_command);
}

/* ---- a new game ---- */

/* KataGo's words for the rules, if the game has some and there is one for every rule. The last
 * three are about the match: no button, no bonus for a handicap, and a pass is no offer to take
 * stones off as dead. */
static void tell_rules(cn_exec *e, const cn_exec_turn *turn) {
    const cn_game *game = e->game;
    char command[512] = "kata-set-rules {";
    const cn_dialect *rule = NULL, *holds;
    if (!knows(e, RULES) || !cn_dialect_find(game, CN_DIALECT_RULE, NULL)) return;
    while ((rule = cn_dialect_next_rule(game, turn->values, rule, &holds))) {
        if (!holds) return;
        int name;
        const char *value = cn_dialect_rule_value(holds, &name);
        const char *quote = strcmp(value, "true") == 0 || strcmp(value, "false") == 0 ? "" : "\"";
        cn_text_add(command, sizeof command, "\"%.*s\":%s%s%s,", name, holds->variant, quote, value,
                    quote);
    }
    cn_text_add(command, sizeof command,
                "\"hasButton\":false,\"whiteHandicapBonus\":\"0\",\"friendlyPassOk\":false}");
    if (strlen(command) + 1 < sizeof command) attempt(e, command);
}

/* Whether the text of a position says more than cells and side. */
static bool says_more(const cn_position *p) {
    static const char blanks[] = " \t";
    char text[CN_TEXT_MAX];
    cn_position_text(p, text, sizeof text);
    text[strcspn(text, ";")] = '\0';
    const char *at = text;
    for (int words = 0; words < 2; words++) { /* the cells and the side */
        at += strspn(at, blanks);
        at += strcspn(at, blanks);
    }
    return at[strspn(at, blanks)] != '\0';
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
static void place_stones(cn_exec *e, const cn_board *board) {
    for (int i = 0; i < board->rows * board->columns; i++) {
        const int player = cn_cell_player(board->cell[i]);
        char vertex[16];
        if (player < 0) continue;
        put_vertex(board, i, vertex);
        demand(e, "play %s %s", colour[player], vertex);
    }
}

/* gogui-setup with all stones in one line, as cn_exec_write_fn. */
static void put_stones(cn_exec *e, const cn_exec_turn *turn, FILE *out) {
    cn_board board;
    (void)e;
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
}

/* Brings the engine to a start position that is not the usual one, by gogui-setup or as handicap
 * stones; refuses what GTP has no words for. */
static void set_up(cn_exec *e, const cn_exec_turn *turn, const cn_board *board) {
    if (says_more(turn->start)) {
        cn_exec_refuse(e, "GTP can set up stones, but not all else that this start position says");
    } else if (knows(e, SETUP)) {
        cn_exec_say_long(e, turn, put_stones);
        must_succeed(e);
    } else if (e->game->style == CN_STYLE_STONES) {
        place_stones(e, board);
    } else {
        cn_exec_refuse(e, "has no gogui-setup, so that only games from the usual start can be "
                          "played; tell it the moves from there");
    }
}

/* Engines for several games want to know which. One that knows it by another name may know it yet.
 */
static void tell_name(cn_exec *e) {
    char command[64];
    const bool one_word = !strchr(e->game->title, ' ');
    snprintf(command, sizeof command, "set_game %s", one_word ? e->game->title : e->game->name);
    attempt(e, command);
}

/* A new game: name, size, rules, komi, and the stones of a start of its own. */
static void begin(cn_exec *e, const cn_exec_turn *turn) {
    const cn_value *komi = cn_exec_value(turn, "komi");
    cn_board board;
    turn->start->game->draw(turn->start->state, &board);
    if (knows(e, SET_GAME)) tell_name(e);
    if (board.rows == board.columns) demand(e, "boardsize %d", board.rows);
    tell_rules(e, turn);
    demand(e, "clear_board");
    if (komi) demand(e, "komi %g", komi->real);
    bool same_side = true;
    const bool usual = cn_exec_usual_start(turn, &same_side);
    if (!usual) set_up(e, turn, &board);
    if (!(usual && same_side) && knows(e, SETUP_PLAYER)) {
        demand(e, "gogui-setup_player %s", colour[cn_position_turn(turn->start)]);
    }
}

/* ---- a move ---- */

/* A pass without choice is not asked for, and engines that pass by themselves need not take it. */
static void tell_move(cn_exec *e, const cn_position *before, cn_move move) {
    char text[CN_MOVE_TEXT] = "pass", command[64];
    cn_move list[CN_MOVES_MAX];
    const bool pass = move == before->rules->pass;
    if (!pass) cn_position_move_text(before, move, text);
    snprintf(command, sizeof command, "play %s %s", colour[cn_position_turn(before)], text);
    if (pass && before->rules->moves(before->state, list) == 1) {
        attempt(e, command);
    } else {
        demand(e, "%s", command);
    }
}

/* Seconds a move are a byo-yomi of one stone or, under a second, of several; of a clock with an
 * increment GTP knows only what is left. */
static void tell_time(cn_exec *e, const cn_exec_turn *turn) {
    char settings[96] = "";
    if (turn->clock > 0) {
        if (!e->said[0]) {
            snprintf(settings, sizeof settings, "time_settings %.0f 0 0", ceil(turn->clock));
        }
    } else if (turn->seconds >= 1) {
        snprintf(settings, sizeof settings, "time_settings 0 %.0f 1", floor(turn->seconds));
    } else if (turn->seconds > 0) {
        snprintf(settings, sizeof settings, "time_settings 0 1 %.0f", ceil(1 / turn->seconds));
    }
    if (settings[0] && strcmp(settings, e->said) != 0 && knows(e, TIME_SETTINGS)) {
        demand(e, "%s", settings);
        snprintf(e->said, sizeof e->said, "%s", settings);
    }
    if (turn->clock > 0 && knows(e, TIME_LEFT)) {
        demand(e, "time_left %s %.0f 0", colour[cn_position_turn(turn->position)],
               floor(turn->clock));
    }
}

/* cn_exec_protocol.tell: what the engine does not know yet, then the time. */
static void tell(cn_exec *e, const cn_exec_turn *turn) {
    cn_walk walk;
    if (turn->known < 0) begin(e, turn);
    for (cn_walk_begin(&walk, turn->start, turn->moves, turn->count); cn_walk_next(&walk);) {
        if (walk.index >= turn->known) tell_move(e, &walk.position, walk.move);
    }
    tell_time(e, turn);
}

/* Asks for a move of the side to move, which the engine then has made on its own board. */
static cn_move ask(cn_exec *e, const cn_exec_turn *turn) {
    cn_exec_say(e, "genmove %s", colour[cn_position_turn(turn->position)]);
    const reply r = must_succeed(e);
    return e->status == CN_OK ? cn_exec_read_move(e, turn, r.text) : CN_MOVE_NONE;
}

static const char *interrupt(cn_exec *e) {
    return knows(e, INTERRUPT) ? "# interrupt\n" : NULL;
}

const cn_exec_protocol cn_exec_gtp = {
    .farewell = "quit\n",
    .plays_own = true,
    .greet = greet,
    .tell = tell,
    .ask = ask,
    .interrupt = interrupt,
};
