/* The protocol of Gomocup, also called Piskvork's. A turn is one exchange: the opponent's last move
 * or, whenever the engine is not exactly one move behind, the whole board. */
#include "arena/dialect.h"
#include "arena/exec_protocol.h"
#include "core/clock.h"

#include <stdlib.h>

/* How long the answer to ABOUT is waited for, which is worth no more than that. */
static const double about_seconds = 1;

/* ---- answers ---- */

/* Whether the program says that it failed, or that it does not know a command. */
static bool is_complaint(const char *line) {
    const char *text = line + strspn(line, " \t");
    return cn_exec_word(&text, "ERROR") || cn_exec_word(&text, "UNKNOWN");
}

/* Whether a line is the answer to START and its kin. */
static bool is_ok(const char *line) {
    const char *text = line + strspn(line, " \t");
    return cn_exec_word(&text, "OK");
}

/* Whether a line is a move: `x,y` from the top left. */
static bool is_point(const char *line) {
    int x, y, length = 0;
    return sscanf(line, " %d , %d %n", &x, &y, &length) == 2 && !line[length];
}

/* Reads up to a line of the wanted form. All else is a remark, whether it is marked as one
 * (MESSAGE, DEBUG) or not, except complaints: as many are pardoned as INFO lines were sent, whose
 * keys nobody need know; another one is the answer. */
static cn_status answer(cn_exec *e, bool (*wanted)(const char *line), char **line,
                        cn_error *error) {
    for (;;) {
        const cn_status status = cn_exec_hear(e, line, error);
        if (status != CN_OK) return status;
        if (wanted(*line)) {
            e->pardons = 0;
            return CN_OK;
        }
        if (!is_complaint(*line) || e->pardons-- > 0) continue;
        e->pardons = 0;
        return wanted == is_ok
                   ? cn_exec_refuse(e, error, "answered `%s` with `%.100s`", e->asked, *line)
                   : cn_exec_fail(e, error, "answered `%s` with `%.100s`", e->asked, *line);
    }
}

/* ABOUT can be asked at any time and need not be answered: it shows that the program runs. */
static cn_status greet(cn_exec *e, cn_error *error) {
    const double until = cn_clock_seconds() + about_seconds;
    const cn_status status = cn_exec_say(e, error, "ABOUT");
    e->pardons = 1; /* for an answer that comes after the wait */
    if (status != CN_OK) return status;
    char *line;
    const cn_process_event event =
        cn_process_read(&e->process, until < e->deadline ? until : e->deadline, &line);
    if (event == CN_PROCESS_OK) e->pardons = 0;
    return event == CN_PROCESS_ENDED || event == CN_PROCESS_FLOOD ? cn_exec_hear(e, &line, error)
                                                                  : CN_OK;
}

/* INFO has no answer. */
static cn_status inform(cn_exec *e, const char *key, double value, cn_error *error) {
    e->pardons++;
    return cn_exec_say(e, error, "INFO %s %.0f", key, value);
}

/* ---- a new game ---- */

/* Begins a game: the size of the board and the number of the rules. */
static cn_status begin(cn_exec *e, const cn_exec_turn *turn, cn_error *error) {
    /* The rule's number is the name of the form of the game that has these options. */
    const cn_dialect *form = cn_dialect_of(e->game, turn->values, e->protocol_name);
    const char *rule = form ? form->variant : NULL;
    cn_board board;
    char *line;
    turn->start->game->draw(turn->start->state, &board);
    if (!rule) return cn_exec_refuse(e, error, "the protocol has no number for these rules");
    cn_status status = board.rows == board.columns
                           ? cn_exec_say(e, error, "START %d", board.rows)
                           : cn_exec_say(e, error, "RECTSTART %d,%d", board.columns, board.rows);
    if (status == CN_OK) status = answer(e, is_ok, &line, error);
    if (status == CN_OK) status = inform(e, "game_type", 1, error);
    e->pardons++;
    return status == CN_OK ? cn_exec_say(e, error, "INFO rule %s", rule) : status;
}

/* Milliseconds; 0 for a turn would mean as fast as can be. */
static cn_status tell_time(cn_exec *e, const cn_exec_turn *turn, cn_error *error) {
    const double most = turn->seconds > 0 ? turn->seconds : turn->clock > 0 ? turn->clock : e->wait;
    const double left = turn->clock > 0 ? turn->clock : 2147483.647;
    const cn_status status = inform(e, "timeout_turn", most * 1000, error);
    return status == CN_OK ? inform(e, "time_left", left * 1000, error) : status;
}

/* What is said once, or again when it changes. `max_node` and `max_depth` are Yixin's and Rapfi's
 * words; others ignore them. */
static cn_status tell_limits(cn_exec *e, const cn_exec_turn *turn, cn_error *error) {
    char now[sizeof e->said];
    const bool first = !e->said[0];
    snprintf(now, sizeof now, "%llu %d", (unsigned long long)turn->nodes, turn->depth);
    if (strcmp(now, e->said) == 0) return CN_OK;
    memcpy(e->said, now, sizeof now);
    cn_status status = CN_OK;
    if (first) {
        status = inform(e, "timeout_match", turn->clock > 0 ? turn->clock * 1000 : 0, error);
    }
    if (status == CN_OK && (!first || turn->nodes > 0)) {
        status = inform(e, "max_node", (double)turn->nodes, error);
    }
    if (status == CN_OK && (!first || turn->depth > 0)) {
        status = inform(e, "max_depth", turn->depth, error);
    }
    return status;
}

/* Says what has changed since the last move: the game, the limits, the time. The board itself is
 * part of the question. */
static cn_status tell(cn_exec *e, const cn_exec_turn *turn, cn_error *error) {
    cn_status status = turn->known < 0 ? begin(e, turn, error) : CN_OK;
    if (status == CN_OK) status = tell_limits(e, turn, error);
    return status == CN_OK ? tell_time(e, turn, error) : status;
}

/* ---- a turn ---- */

/* A board being written for one of the players. */
typedef struct listing {
    FILE *out;
    int player;
} listing;

static void put_stone(FILE *out, const cn_board *board, int cell, bool own) {
    fprintf(out, "%d,%d,%d\n", cell % board->columns, cell / board->columns, own ? 1 : 2);
}

/* A stone in the listing of a board: its point, and whose it is. */
static cn_status put_move(cn_exec *e, const cn_position *before, cn_move move, void *user,
                          cn_error *error) {
    const listing *to = user;
    cn_board board;
    (void)e;
    (void)error;
    before->game->draw(before->state, &board);
    put_stone(to->out, &board, before->game->cell_of(before->state, move),
              before->rules->turn(before->state) == to->player);
    return CN_OK;
}

/* The stones of the start, then the others as they were played. */
static cn_status put_board(cn_exec *e, const cn_exec_turn *turn, FILE *out, cn_error *error) {
    listing to = {out, turn->position->rules->turn(turn->position->state)};
    cn_board board;
    fputs("BOARD\n", out);
    turn->start->game->draw(turn->start->state, &board);
    for (int i = 0; i < board.rows * board.columns; i++) {
        if (board.cell[i]) put_stone(out, &board, i, board.cell[i] - 1 == to.player);
    }
    const cn_status status = cn_exec_plies(e, turn, 0, put_move, &to, error);
    fputs("DONE\n", out);
    return status;
}

/* The opponent's last move, which the program answers with its own. */
static cn_status send_move(cn_exec *e, const cn_position *before, cn_move move, void *user,
                           cn_error *error) {
    cn_board board;
    (void)user;
    before->game->draw(before->state, &board);
    const int cell = before->game->cell_of(before->state, move);
    return cn_exec_say(e, error, "TURN %d,%d", cell % board.columns, cell / board.columns);
}

/* Whether no stone is on the board. */
static bool is_empty(const cn_position *p) {
    cn_board board;
    p->game->draw(p->state, &board);
    for (int i = 0; i < board.rows * board.columns; i++) {
        if (board.cell[i]) return false;
    }
    return true;
}

/* Asks in one of three ways: BEGIN on an empty board, TURN if the program lacks only the last move,
 * otherwise BOARD with all stones. */
static cn_status ask(cn_exec *e, const cn_exec_turn *turn, cn_move *move, cn_error *error) {
    const bool from_empty = turn->known < 0 && is_empty(turn->start);
    const bool one_behind = turn->known >= 0 ? turn->count == turn->known + 1 : turn->count == 1;
    cn_status status;
    if (from_empty && turn->count == 0) {
        status = cn_exec_say(e, error, "BEGIN");
    } else if (one_behind && (turn->known >= 0 || from_empty)) {
        status = cn_exec_plies(e, turn, turn->count - 1, send_move, NULL, error);
    } else {
        status = cn_exec_say_long(e, turn, put_board, error);
    }
    char *line, text[40];
    int x = 0, y = 0;
    if (status == CN_OK) status = answer(e, is_point, &line, error);
    if (status != CN_OK) return status;
    sscanf(line, " %d , %d", &x, &y);
    snprintf(text, sizeof text, "%d,%d", x, y);
    return cn_exec_read_cell(e, turn, y, x, text, move, error);
}

const cn_exec_protocol cn_exec_gomocup = {
    .farewell = "END\n",
    .plays_own = true,
    .pause = 0.02,
    .greet = greet,
    .tell = tell,
    .ask = ask,
};
