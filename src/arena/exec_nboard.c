/* NBoard 2: the game as GGF, then one `move` for each move, the engine's own included. The protocol
 * has no clocks; it can limit the depth. */
#include "arena/dialect.h"
#include "arena/exec_protocol.h"

#include <ctype.h>
#include <stdlib.h>

/* ---- words ---- */

/* Sends a ping and reads up to its answer: all before it has been done. */
static void synchronize(cn_exec *e) {
    cn_exec_say(e, "ping %d", ++e->number);
    for (char *line; (line = cn_exec_hear(e));) {
        const char *text = line;
        if (cn_exec_word(&text, "pong") && atoi(text) == e->number) return;
    }
}

/* Says which version of the protocol this is, and waits until the program listens. */
static void greet(cn_exec *e) {
    e->number = 0;
    cn_exec_say(e, "nboard 2");
    synchronize(e);
}

/* A move in NBoard's words: capitals, PA for a pass. */
static void move_text(const cn_position *before, cn_move move, char text[CN_MOVE_TEXT]) {
    snprintf(text, CN_MOVE_TEXT, "PA");
    if (move != before->rules->pass) before->game->print_move(before->state, move, text);
    for (char *p = text; *p; p++) *p = (char)toupper((unsigned char)*p);
}

/* ---- the game ---- */

/* `set game` with the start and all moves as GGF, as cn_exec_write_fn. */
static void put_game(cn_exec *e, const cn_exec_turn *turn, FILE *out) {
    const cn_dialect *d = cn_dialect_find(e->game, e->protocol_name, NULL); /* exec.c saw it */
    cn_board board;
    cn_walk walk;
    turn->start->game->draw(turn->start->state, &board);
    fprintf(out, "set game (;GM[%s]PC[Canopy]PB[Black]PW[White]RE[?]TI[0]TY[%d]BO[%d ", d->variant,
            board.rows, board.rows);
    for (int i = 0; i < board.rows * board.columns; i++) fputc("-*O"[board.cell[i]], out);
    fprintf(out, " %c]", "*O"[cn_position_turn(turn->start)]);
    for (cn_walk_begin(&walk, turn->start, turn->moves, turn->count); cn_walk_next(&walk);) {
        char text[CN_MOVE_TEXT];
        move_text(&walk.position, walk.move, text);
        fprintf(out, "%c[%s]", "BW"[cn_position_turn(&walk.position)], text);
    }
    fputs(";)\n", out);
}

/* Sends the depth if it has changed, and the game: all of it, or the moves that are new. */
static void tell(cn_exec *e, const cn_exec_turn *turn) {
    char depth[32], move[CN_MOVE_TEXT];
    cn_walk walk;
    const cn_value *rules = cn_exec_value(turn, "rules");
    if (rules && strcmp(rules->text, "standard") != 0) {
        cn_exec_refuse(e, "the protocol has only the usual rules, not rules=%s", rules->text);
    }
    snprintf(depth, sizeof depth, "set depth %d", turn->depth);
    if (turn->depth > 0 && strcmp(depth, e->said) != 0) {
        cn_exec_say(e, "%s", depth);
        snprintf(e->said, sizeof e->said, "%s", depth);
    }
    if (turn->known < 0) {
        cn_exec_say_long(e, turn, put_game);
    } else {
        for (cn_walk_begin(&walk, turn->start, turn->moves, turn->count); cn_walk_next(&walk);) {
            if (walk.index < turn->known) continue;
            move_text(&walk.position, walk.move, move);
            cn_exec_say(e, "move %s//", move);
        }
    }
    synchronize(e);
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
static cn_move ask(cn_exec *e, const cn_exec_turn *turn) {
    const int before = e->number;
    cn_move move = CN_MOVE_NONE;
    cn_exec_say_text(e, "go\n");
    for (char *line; (line = cn_exec_hear(e));) {
        const char *text = line;
        if (cn_exec_word(&text, "===")) {
            move = cn_exec_read_move(e, turn, text);
            const char *eval = strchr(text, '/');
            if (eval && eval[1] && eval[1] != '/') note_eval(turn, eval + 1);
        } else if (cn_exec_word(&text, "pong") && e->number > before && atoi(text) == e->number) {
            /* It was interrupted: it has answered before this or will not. */
            if (move == CN_MOVE_NONE) cn_exec_stopped(e);
            return move;
        } else {
            note_remark(turn, text);
        }
        if (move != CN_MOVE_NONE && e->number == before) return move;
    }
    return CN_MOVE_NONE;
}

/* A ping: NBoard engines stop thinking when they read one. */
static const char *interrupt(cn_exec *e) {
    snprintf(e->said, sizeof e->said, "ping %d\n", ++e->number);
    return e->said;
}

const cn_exec_protocol cn_exec_nboard = {
    .farewell = "quit\n",
    .greet = greet,
    .tell = tell,
    .ask = ask,
    .interrupt = interrupt,
};
