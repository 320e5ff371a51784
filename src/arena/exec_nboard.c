/* NBoard 2: the game as GGF, then one `move` for each move, the engine's own included. The protocol
 * has no clocks; it can limit the depth. */
#include "arena/dialect.h"
#include "arena/exec_protocol.h"

#include <ctype.h>
#include <stdlib.h>

/* ---- words ---- */

/* Sends a ping and reads up to its answer: all before it has been done. */
static cn_status synchronize(cn_exec *e, cn_error *error) {
    cn_status status = cn_exec_say(e, error, "ping %d", ++e->number);
    while (status == CN_OK) {
        char *line;
        status = cn_exec_hear(e, &line, error);
        if (status != CN_OK) break;
        const char *text = line;
        if (cn_exec_word(&text, "pong") && atoi(text) == e->number) break;
    }
    return status;
}

/* Says which version of the protocol this is, and waits until the program listens. */
static cn_status greet(cn_exec *e, cn_error *error) {
    e->number = 0;
    const cn_status status = cn_exec_say(e, error, "nboard 2");
    return status == CN_OK ? synchronize(e, error) : status;
}

/* A move in NBoard's words: capitals, PA for a pass. */
static void move_text(const cn_position *before, cn_move move, char text[CN_MOVE_TEXT]) {
    snprintf(text, CN_MOVE_TEXT, "PA");
    if (move != before->rules->pass) before->game->print_move(before->state, move, text);
    for (char *p = text; *p; p++) *p = (char)toupper((unsigned char)*p);
}

/* ---- the game ---- */

/* A move in the GGF that `set game` sends. */
static cn_status put_move(cn_exec *e, const cn_position *before, cn_move move, void *user,
                          cn_error *error) {
    char text[CN_MOVE_TEXT];
    (void)e;
    (void)error;
    move_text(before, move, text);
    fprintf(user, "%c[%s]", "BW"[before->rules->turn(before->state)], text);
    return CN_OK;
}

/* `set game` with the start and all moves as GGF, as cn_exec_write_fn. */
static cn_status put_game(cn_exec *e, const cn_exec_turn *turn, FILE *out, cn_error *error) {
    const cn_dialect *d = cn_dialect_find(e->game, e->protocol_name, NULL); /* exec.c saw it */
    cn_board board;
    turn->start->game->draw(turn->start->state, &board);
    fprintf(out, "set game (;GM[%s]PC[Canopy]PB[Black]PW[White]RE[?]TI[0]TY[%d]BO[%d ", d->variant,
            board.rows, board.rows);
    for (int i = 0; i < board.rows * board.columns; i++) fputc("-*O"[board.cell[i]], out);
    fprintf(out, " %c]", "*O"[turn->start->rules->turn(turn->start->state)]);
    const cn_status status = cn_exec_plies(e, turn, 0, put_move, out, error);
    fputs(";)\n", out);
    return status;
}

/* `move` for one ply, as cn_exec_ply_fn. */
static cn_status tell_move(cn_exec *e, const cn_position *before, cn_move move, void *user,
                           cn_error *error) {
    char text[CN_MOVE_TEXT];
    (void)user;
    move_text(before, move, text);
    return cn_exec_say(e, error, "move %s//", text);
}

/* Sends the depth if it has changed, and the game: all of it, or the moves that are new. */
static cn_status tell(cn_exec *e, const cn_exec_turn *turn, cn_error *error) {
    cn_status status = CN_OK;
    char depth[32];
    const cn_value *rules = cn_exec_value(turn, "rules");
    if (rules && strcmp(rules->text, "standard") != 0) {
        return cn_exec_refuse(e, error, "the protocol has only the usual rules, not rules=%s",
                              rules->text);
    }
    snprintf(depth, sizeof depth, "set depth %d", turn->depth);
    if (turn->depth > 0 && strcmp(depth, e->said) != 0) {
        status = cn_exec_say(e, error, "%s", depth);
        snprintf(e->said, sizeof e->said, "%s", depth);
    }
    if (status != CN_OK) return status;
    status = turn->known < 0 ? cn_exec_say_long(e, turn, put_game, error)
                             : cn_exec_plies(e, turn, turn->known, tell_move, NULL, error);
    return status == CN_OK ? synchronize(e, error) : status;
}

/* ---- thinking ---- */

/* In discs. */
static void note_eval(const cn_exec_turn *turn, const char *text) {
    char *end;
    const double discs = strtod(text, &end);
    if (end == text || !(discs > -1000 && discs < 1000)) return;
    turn->result->score =
        (cn_score){.kind = CN_SCORE_EVAL, .plies = -1, .unit = 100, .value = discs};
}

/* `search PV eval 0 depth` and `nodestats NODES SECONDS`; all else is for people. */
static void note_remark(const cn_exec_turn *turn, const char *text) {
    char line[256], eval[32], depth[32];
    if (cn_exec_word(&text, "nodestats")) {
        turn->result->nodes = strtoull(text, NULL, 10);
    }
    if (!cn_exec_word(&text, "search") ||
        sscanf(text, "%255s %31s %*s %31s", line, eval, depth) != 3) {
        return;
    }
    cn_exec_read_line(turn, line, turn->result);
    note_eval(turn, eval);
    const int plies = atoi(depth);
    if (plies > 0 && plies < 100) turn->result->depth = plies;
    cn_exec_progress(turn);
}

/* Sends `go` and reads up to the line `=== MOVE`. If the run was stopped a ping has been sent
 * meanwhile, and its pong says that no move will come any more. */
static cn_status ask(cn_exec *e, const cn_exec_turn *turn, cn_move *move, cn_error *error) {
    cn_status status = cn_exec_say_text(e, "go\n", error);
    const int before = e->number;
    bool moved = false;
    while (status == CN_OK) {
        char *line;
        status = cn_exec_hear(e, &line, error);
        if (status != CN_OK) break;
        const char *text = line;
        if (cn_exec_word(&text, "===")) {
            status = cn_exec_read_move(e, turn, text, move, error);
            const char *eval = strchr(text, '/');
            if (status == CN_OK && eval && eval[1] && eval[1] != '/') note_eval(turn, eval + 1);
            moved = true;
        } else if (cn_exec_word(&text, "pong") && e->number > before && atoi(text) == e->number) {
            /* It was interrupted: it has answered before this or will not. */
            if (moved) break;
            return cn_exec_stopped(e, error);
        } else {
            note_remark(turn, text);
        }
        if (moved && e->number == before) break;
    }
    return status;
}

/* A ping: NBoard engines stop thinking when they read one. */
static const char *interrupt(cn_exec *e) {
    snprintf(e->said, sizeof e->said, "ping %d\n", ++e->number);
    return e->said;
}

const cn_exec_protocol cn_exec_nboard = {
    .farewell = "quit\n",
    .plays_own = false,
    .greet = greet,
    .tell = tell,
    .ask = ask,
    .interrupt = interrupt,
};
