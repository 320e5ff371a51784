/* The protocol of Gomocup, also called Piskvork's. A turn is one exchange: the opponent's last move
 * or, whenever the engine is not exactly one move behind, the whole board. */
#include "arena/dialect.h"
#include "arena/exec_protocol.h"

#include <stdlib.h>

/* Reads up to a line that is an answer; remarks are passed over. */
static cn_status answer(cn_exec *e, char **line, cn_error *error) {
    for (;;) {
        const cn_status status = cn_exec_hear(e, line, error);
        if (status != CN_OK) return status;
        const char *text = *line + strspn(*line, " \t");
        /* UNKNOWN may be about a key of INFO, which nobody need know. */
        if (!*text || cn_exec_word(&text, "MESSAGE") || cn_exec_word(&text, "DEBUG") ||
            cn_exec_word(&text, "SUGGEST") || cn_exec_word(&text, "UNKNOWN")) {
            continue;
        }
        if (cn_exec_word(&text, "ERROR")) {
            return cn_exec_fail(e, error, "answered `%s` with `%.100s`", e->asked, *line);
        }
        return CN_OK;
    }
}

/* ABOUT is a question that can be asked at any time; an engine that does not know it says that. */
static cn_status greet(cn_exec *e, cn_error *error) {
    cn_status status = cn_exec_say(e, error, "ABOUT");
    while (status == CN_OK) {
        char *line;
        status = cn_exec_hear(e, &line, error);
        if (status != CN_OK) break;
        const char *text = line;
        if (*text && !cn_exec_word(&text, "MESSAGE") && !cn_exec_word(&text, "DEBUG")) break;
    }
    return status;
}

/* ---- a new game ---- */

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
    if (status == CN_OK) status = answer(e, &line, error);
    if (status != CN_OK) return status;
    const char *text = line;
    if (!cn_exec_word(&text, "OK")) {
        return cn_exec_fail(e, error, "answered `%s` with `%.60s`; expected OK", e->asked, line);
    }
    status = cn_exec_say(e, error, "INFO game_type 1");
    return status == CN_OK ? cn_exec_say(e, error, "INFO rule %s", rule) : status;
}

/* Milliseconds; 0 for a turn would mean as fast as can be. */
static cn_status tell_time(cn_exec *e, const cn_exec_turn *turn, cn_error *error) {
    const double most = turn->seconds > 0 ? turn->seconds : turn->clock > 0 ? turn->clock : e->wait;
    const double match = turn->clock > 0 ? turn->clock : 0;
    const double left = turn->clock > 0 ? turn->clock : 2147483.647;
    cn_status status = cn_exec_say(e, error, "INFO timeout_turn %.0f", most * 1000);
    if (status == CN_OK && !e->said[0]) {
        status = cn_exec_say(e, error, "INFO timeout_match %.0f", match * 1000);
        snprintf(e->said, sizeof e->said, "timeout_match");
    }
    return status == CN_OK ? cn_exec_say(e, error, "INFO time_left %.0f", left * 1000) : status;
}

static cn_status tell(cn_exec *e, const cn_exec_turn *turn, cn_error *error) {
    const cn_status status = turn->known < 0 ? begin(e, turn, error) : CN_OK;
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
static cn_status send_board(cn_exec *e, const cn_exec_turn *turn, cn_error *error) {
    listing to;
    char *text = NULL;
    size_t size;
    cn_board board;
    to.player = turn->position->rules->turn(turn->position->state);
    to.out = open_memstream(&text, &size);
    if (!to.out) return cn_fail(error, CN_NO_MEMORY, "no memory for a board");
    fputs("BOARD\n", to.out);
    turn->start->game->draw(turn->start->state, &board);
    for (int i = 0; i < board.rows * board.columns; i++) {
        if (board.cell[i]) put_stone(to.out, &board, i, board.cell[i] - 1 == to.player);
    }
    cn_status status = cn_exec_plies(e, turn, 0, put_move, &to, error);
    fputs("DONE\n", to.out);
    fclose(to.out);
    if (status == CN_OK) status = cn_exec_say_text(e, text, error);
    free(text);
    return status;
}

static cn_status send_move(cn_exec *e, const cn_position *before, cn_move move, void *user,
                           cn_error *error) {
    cn_board board;
    (void)user;
    before->game->draw(before->state, &board);
    const int cell = before->game->cell_of(before->state, move);
    return cn_exec_say(e, error, "TURN %d,%d", cell % board.columns, cell / board.columns);
}

static bool is_empty(const cn_position *p) {
    cn_board board;
    p->game->draw(p->state, &board);
    for (int i = 0; i < board.rows * board.columns; i++) {
        if (board.cell[i]) return false;
    }
    return true;
}

static cn_status ask(cn_exec *e, const cn_exec_turn *turn, cn_move *move, cn_error *error) {
    const bool from_empty = turn->known < 0 && is_empty(turn->start);
    const bool one_behind = turn->known >= 0 ? turn->count == turn->known + 1 : turn->count == 1;
    cn_status status;
    if (from_empty && turn->count == 0) {
        status = cn_exec_say(e, error, "BEGIN");
    } else if (one_behind && (turn->known >= 0 || from_empty)) {
        status = cn_exec_plies(e, turn, turn->count - 1, send_move, NULL, error);
    } else {
        status = send_board(e, turn, error);
    }
    char *line;
    if (status == CN_OK) status = answer(e, &line, error);
    if (status != CN_OK) return status;
    int x, y, length = 0;
    if (sscanf(line, " %d , %d %n", &x, &y, &length) != 2 || line[length]) {
        return cn_exec_fail(e, error, "answered `%s` with `%.60s`; expected x,y", e->asked, line);
    }
    char text[40];
    snprintf(text, sizeof text, "%d,%d", x, y);
    return cn_exec_read_cell(e, turn, y, x, text, move, error);
}

const cn_exec_protocol cn_exec_gomocup = {
    .farewell = "END\n",
    .plays_own = true,
    .greet = greet,
    .tell = tell,
    .ask = ask,
};
