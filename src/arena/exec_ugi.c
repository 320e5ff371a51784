/* UGI, the Universal Game Interface of cutegames: UCI without chess. Positions other than the usual
 * start are `fen` and the game's own text. Options of the game that the engine declares are set;
 * others are for its command line. */
#include "arena/exec_protocol.h"
#include "core/text.h"

#include <canopy/kernel.h>
#include <stdlib.h>

/* Reads lines up to one that begins with a word; lines that declare options are kept on the way. */
static void wait_for(cn_exec *e, const char *word, FILE *keep) {
    for (char *line; (line = cn_exec_hear(e));) {
        const char *rest = line;
        if (cn_exec_word(&rest, word)) return;
        if (keep && cn_exec_word(&rest, "option") && cn_exec_word(&rest, "name")) {
            fprintf(keep, "%s\n", rest);
        }
    }
}

/* Waits until the engine has done all that it was told. */
static void ready(cn_exec *e) {
    cn_exec_say(e, "isready");
    wait_for(e, "readyok", NULL);
}

/* Says `ugi`, keeps the options that the program declares up to `ugiok`, and waits until it is
 * ready. */
static void greet(cn_exec *e) {
    size_t size;
    FILE *keep = open_memstream(&e->declared, &size);
    if (!keep) {
        e->status = cn_fail(&e->error, CN_NO_MEMORY, "no memory for an engine");
        return;
    }
    cn_exec_say(e, "ugi");
    wait_for(e, "ugiok", keep);
    fclose(keep);
    ready(e);
}

/* Whether the engine has declared an option of this name. */
static bool declares(const cn_exec *e, const char *name) {
    for (const char *line = e->declared; line && *line;) {
        const char *rest = line;
        if (cn_exec_word(&rest, name)) return true;
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    return false;
}

/* Sets the options that the engine declares, and announces a new game. */
static void begin(cn_exec *e, const cn_exec_turn *turn) {
    for (int i = 0; e->game->options[i].name; i++) {
        const char *name = e->game->options[i].name;
        if (declares(e, name)) {
            cn_exec_say(e, "setoption name %s value %s", name, turn->values[i].text);
        }
    }
    cn_exec_say(e, "uginewgame");
    ready(e);
}

/* Whether the engine's own start is ours: options that it has not been told are as by default. */
static bool same_start(const cn_exec *e, const cn_exec_turn *turn) {
    bool same_side = false;
    for (int i = 0; e->game->options[i].name; i++) {
        const cn_option *option = &e->game->options[i];
        if (!declares(e, option->name) && strcmp(turn->values[i].text, option->fallback) != 0) {
            return false;
        }
    }
    return cn_exec_usual_start(turn, &same_side) && same_side;
}

/* The whole `position` command: UGI tells all moves every time. */
static void put_position(cn_exec *e, const cn_exec_turn *turn, FILE *out) {
    cn_walk walk;
    if (same_start(e, turn)) {
        fputs("position startpos", out);
    } else {
        char text[CN_TEXT_MAX];
        cn_position_text(turn->start, text, sizeof text);
        fprintf(out, "position fen %s", text);
    }
    if (turn->count > 0) fputs(" moves", out);
    for (cn_walk_begin(&walk, turn->start, turn->moves, turn->count); cn_walk_next(&walk);) {
        char text[CN_MOVE_TEXT];
        cn_position_move_text(&walk.position, walk.move, text);
        fprintf(out, " %s", text);
    }
    fputc('\n', out);
}

/* Begins a game if it is a new one, and sends the position with the moves since its start. */
static void tell(cn_exec *e, const cn_exec_turn *turn) {
    if (turn->known < 0) begin(e, turn);
    cn_exec_say_long(e, turn, put_position);
    ready(e);
}

/* ---- thinking ---- */

/* The `go` command with all limits that there are. */
static void go(cn_exec *e, const cn_exec_turn *turn) {
    char text[256] = "";
    if (turn->clock > 0) {
        /* The opponent's clock is not ours to know; an engine looks at its own. */
        const long clock = (long)(turn->clock * 1000), increment = (long)(turn->increment * 1000);
        cn_text_add(text, sizeof text, " p1time %ld p2time %ld p1inc %ld p2inc %ld", clock, clock,
                    increment, increment);
    }
    if (turn->seconds > 0) {
        const long milliseconds = (long)(turn->seconds * 1000);
        cn_text_add(text, sizeof text, " movetime %ld", milliseconds ? milliseconds : 1);
    }
    if (turn->depth > 0) cn_text_add(text, sizeof text, " depth %d", turn->depth);
    if (turn->nodes > 0) {
        cn_text_add(text, sizeof text, " nodes %llu", (unsigned long long)turn->nodes);
    }
    cn_exec_say(e, "go%s", text);
}

/* Hundredths of a point, where the game's heuristics count these. */
static cn_score score_of(const cn_exec_turn *turn, int hundredths) {
    cn_score score = cn_score_of_number(hundredths);
    if (turn->position->game->eval_unit > 0) {
        score.unit = 100;
        score.value /= 100;
    }
    return score;
}

/* info depth 7 score cp 35 nodes 1234 time 12 pv …: in the view of the side to move. */
static void note_info(const cn_exec_turn *turn, const char *text) {
    cn_result *r = turn->result;
    while (*text) {
        char *end;
        if (cn_exec_word(&text, "string")) break;
        if (cn_exec_word(&text, "pv")) {
            cn_exec_read_line(turn, text, r);
            break;
        }
        if (cn_exec_word(&text, "depth")) {
            const long depth = strtol(text, &end, 10);
            if (depth >= 0 && depth < 10000) r->depth = (int)depth;
        } else if (cn_exec_word(&text, "nodes")) {
            r->nodes = strtoull(text, &end, 10);
        } else if (cn_exec_word(&text, "cp")) {
            const long value = strtol(text, &end, 10);
            if (value > -CN_EVAL_MAX && value < CN_EVAL_MAX) r->score = score_of(turn, (int)value);
        } else if (cn_exec_word(&text, "mate")) {
            const long moves = strtol(text, &end, 10);
            if (moves > 0 && moves < 1000) r->score = cn_score_outcome(1, (int)(2 * moves - 1));
            if (moves < 0 && moves > -1000) r->score = cn_score_outcome(-1, (int)(-2 * moves));
            r->score.proven = false; /* it says so */
        } else if (cn_exec_word(&text, "lowerbound")) {
            r->score.bound = CN_SCORE_AT_LEAST;
            continue;
        } else if (cn_exec_word(&text, "upperbound")) {
            r->score.bound = CN_SCORE_AT_MOST;
            continue;
        }
        text += strcspn(text, " \t");
        text += strspn(text, " \t");
    }
    cn_exec_progress(turn);
}

/* Says `go` and takes what the program says on its way to `bestmove`. */
static cn_move ask(cn_exec *e, const cn_exec_turn *turn) {
    go(e, turn);
    for (char *line; (line = cn_exec_hear(e));) {
        const char *text = line;
        if (cn_exec_word(&text, "info")) {
            note_info(turn, text);
        } else if (cn_exec_word(&text, "bestmove")) {
            return cn_exec_read_move(e, turn, text);
        } else if (cn_exec_word(&text, "error") || cn_exec_word(&text, "illegal")) {
            cn_exec_fail(e, "answered `%s` with `%.100s`", e->asked, line);
        }
    }
    return CN_MOVE_NONE;
}

/* `stop` makes a UGI engine answer at once. */
static const char *interrupt(cn_exec *e) {
    (void)e;
    return "stop\n";
}

const cn_exec_protocol cn_exec_ugi = {
    .farewell = "quit\n",
    .greet = greet,
    .tell = tell,
    .ask = ask,
    .interrupt = interrupt,
};
