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

/* Reads up to a line of the wanted form, which it returns. All else is a remark, whether it is
 * marked as one (MESSAGE, DEBUG) or not, except complaints: as many are pardoned as INFO lines were
 * sent, whose keys nobody need know; another one is the answer. */
static const char *answer(cn_exec *e, bool (*wanted)(const char *line)) {
    for (char *line; (line = cn_exec_hear(e));) {
        const bool good = wanted(line);
        if (!good && (!is_complaint(line) || e->pardons-- > 0)) continue;
        e->pardons = 0;
        if (good) return line;
        cn_exec_failure(e, wanted == is_ok ? CN_UNSUPPORTED : CN_ENGINE_FAILED,
                        "answered `%s` with `%.100s`", e->asked, line);
    }
    return NULL;
}

/* ABOUT can be asked at any time and need not be answered: it shows that the program runs. */
static void greet(cn_exec *e) {
    const double until = cn_clock_seconds() + about_seconds;
    cn_exec_say(e, "ABOUT");
    e->pardons = 1; /* for an answer that comes after the wait */
    if (e->status != CN_OK) return;
    char *line;
    const cn_process_event event =
        cn_process_read(&e->process, until < e->deadline ? until : e->deadline, &line);
    if (event == CN_PROCESS_OK) e->pardons = 0;
    if (event == CN_PROCESS_ENDED || event == CN_PROCESS_FLOOD) cn_exec_hear(e);
}

/* INFO has no answer. */
static void inform(cn_exec *e, const char *key, double value) {
    e->pardons++;
    cn_exec_say(e, "INFO %s %.0f", key, value);
}

/* ---- a new game ---- */

/* Begins a game: the size of the board and the number of the rules. */
static void begin(cn_exec *e, const cn_exec_turn *turn) {
    /* The rule's number is the name of the form of the game that has these options. */
    const cn_dialect *form = cn_dialect_of(e->game, turn->values, e->protocol_name);
    cn_board board;
    turn->start->game->draw(turn->start->state, &board);
    if (!form) {
        cn_exec_refuse(e, "the protocol has no number for these rules");
    } else if (board.rows == board.columns) {
        cn_exec_say(e, "START %d", board.rows);
    } else {
        cn_exec_say(e, "RECTSTART %d,%d", board.columns, board.rows);
    }
    answer(e, is_ok);
    inform(e, "game_type", 1);
    inform(e, "rule", form ? atoi(form->variant) : 0);
}

/* Milliseconds; 0 for a turn would mean as fast as can be. */
static void tell_time(cn_exec *e, const cn_exec_turn *turn) {
    const double most = turn->seconds > 0 ? turn->seconds : turn->clock > 0 ? turn->clock : e->wait;
    const double left = turn->clock > 0 ? turn->clock : 2147483.647;
    inform(e, "timeout_turn", most * 1000);
    inform(e, "time_left", left * 1000);
}

/* What is said once, or again when it changes. `max_node` and `max_depth` are Yixin's and Rapfi's
 * words; others ignore them. */
static void tell_limits(cn_exec *e, const cn_exec_turn *turn) {
    char now[sizeof e->said];
    const bool first = !e->said[0];
    snprintf(now, sizeof now, "%llu %d", (unsigned long long)turn->nodes, turn->depth);
    if (strcmp(now, e->said) == 0) return;
    memcpy(e->said, now, sizeof now);
    if (first) inform(e, "timeout_match", turn->clock > 0 ? turn->clock * 1000 : 0);
    if (!first || turn->nodes > 0) inform(e, "max_node", (double)turn->nodes);
    if (!first || turn->depth > 0) inform(e, "max_depth", turn->depth);
}

/* Says what has changed since the last move: the game, the limits, the time. The board itself is
 * part of the question. */
static void tell(cn_exec *e, const cn_exec_turn *turn) {
    if (turn->known < 0) begin(e, turn);
    tell_limits(e, turn);
    tell_time(e, turn);
}

/* ---- a turn ---- */

/* All stones of the position, as BOARD lists them: those of the start, then the others as they were
 * played; with 1 for the side to move and 2 for the other. */
static void put_board(cn_exec *e, const cn_exec_turn *turn, FILE *out) {
    const int player = cn_position_turn(turn->position);
    cn_board board;
    cn_walk walk;
    (void)e;
    fputs("BOARD\n", out);
    turn->start->game->draw(turn->start->state, &board);
    for (int i = 0; i < board.rows * board.columns; i++) {
        if (!board.cell[i]) continue;
        fprintf(out, "%d,%d,%d\n", i % board.columns, i / board.columns,
                board.cell[i] - 1 == player ? 1 : 2);
    }
    for (cn_walk_begin(&walk, turn->start, turn->moves, turn->count); cn_walk_next(&walk);) {
        const int cell = cn_position_cell_of(&walk.position, walk.move);
        fprintf(out, "%d,%d,%d\n", cell % board.columns, cell / board.columns,
                cn_position_turn(&walk.position) == player ? 1 : 2);
    }
    fputs("DONE\n", out);
}

/* Whether no stone is on the board. */
static bool is_empty(const cn_board *board) {
    for (int i = 0; i < board->rows * board->columns; i++) {
        if (board->cell[i]) return false;
    }
    return true;
}

/* Asks in one of three ways: BEGIN on an empty board, TURN with the opponent's last move if the
 * program lacks only that, otherwise BOARD with all stones. */
static cn_move ask(cn_exec *e, const cn_exec_turn *turn) {
    cn_board board;
    turn->start->game->draw(turn->start->state, &board);
    const bool from_empty = turn->known < 0 && is_empty(&board);
    const bool one_behind = turn->known >= 0 ? turn->count == turn->known + 1 : turn->count == 1;
    if (from_empty && turn->count == 0) {
        cn_exec_say(e, "BEGIN");
    } else if (one_behind && (turn->known >= 0 || from_empty)) {
        /* The cell of a move on this board does not depend on the stones. */
        const int cell = cn_position_cell_of(turn->start, turn->moves[turn->count - 1]);
        cn_exec_say(e, "TURN %d,%d", cell % board.columns, cell / board.columns);
    } else {
        cn_exec_say_long(e, turn, put_board);
    }
    char text[40];
    int x = 0, y = 0;
    const char *line = answer(e, is_point);
    if (!line) return CN_MOVE_NONE;
    sscanf(line, " %d , %d", &x, &y);
    snprintf(text, sizeof text, "%d,%d", x, y);
    return cn_exec_read_cell(e, turn, y, x, text);
}

const cn_exec_protocol cn_exec_gomocup = {
    .farewell = "END\n",
    .plays_own = true,
    .pause = 0.02,
    .greet = greet,
    .tell = tell,
    .ask = ask,
};
