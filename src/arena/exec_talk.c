/* The conversation with another program that all protocols share: lines with a deadline, failures
 * in words that name the program and quote its last line, moves that are checked before they are
 * believed. Whatever goes wrong ends the program; the next run starts it again. */
#include "arena/exec_protocol.h"
#include "core/clock.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <strings.h>

/* ---- failures ---- */

/* What an engine wrote goes into messages and records: no control characters. */
static void clean(char *text) {
    for (; *text; text++) {
        if (iscntrl((unsigned char)*text)) *text = '?';
    }
}

/* Only the first failure is kept. One of the engine also ends the program, whose last words on
 * standard error often say why. */
void cn_exec_failure(cn_exec *e, cn_status status, const char *format, ...) {
    char what[256], last[120] = "";
    va_list args;
    if (e->status != CN_OK) return;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    if (status == CN_ENGINE_FAILED) {
        cn_process_end(&e->process, NULL);
        cn_process_errors(&e->process, true, last, sizeof last);
        e->greeted = false;
    }
    clean(what);
    clean(last);
    e->status = cn_fail(&e->error, status, "engine `%s`: %s%s%s%s", e->label, what,
                        *last ? "; its last words: `" : "", last, *last ? "`" : "");
}

/* ---- lines ---- */

void cn_exec_allow(cn_exec *e, double seconds) {
    e->allowed = seconds;
    e->deadline = cn_clock_seconds() + seconds;
    e->interrupted = false;
}

/* The program has ended or closed its output: says how. */
static void gone(cn_exec *e) {
    char ending[96];
    cn_process_ending(&e->process, ending, sizeof ending);
    cn_exec_fail(e, "%s before answering `%s`", ending, e->asked);
}

void cn_exec_say_text(cn_exec *e, const char *text) {
    if (e->status != CN_OK) return;
    if (e->protocol->pause > 0) cn_process_rest(&e->process, e->protocol->pause, e->deadline);
    snprintf(e->asked, sizeof e->asked, "%.*s", (int)strcspn(text, "\n"), text);
    e->remark[0] = '\0';
    switch (cn_process_write(&e->process, text, e->deadline)) {
    case CN_PROCESS_OK: break;
    case CN_PROCESS_TIMEOUT:
        e->late = e->timed;
        cn_exec_fail(e, "did not read `%s` within %.3g s", e->asked, e->allowed);
        break;
    default: gone(e);
    }
}

void cn_exec_say_long(cn_exec *e, const cn_exec_turn *turn, cn_exec_write_fn *write) {
    char *text = NULL;
    size_t size;
    FILE *out = e->status == CN_OK ? open_memstream(&text, &size) : NULL;
    if (out) write(e, turn, out);
    if (out && fclose(out) == 0) {
        cn_exec_say_text(e, text);
    } else if (e->status == CN_OK) {
        e->status = cn_fail(&e->error, CN_NO_MEMORY, "no memory for a position");
    }
    free(text);
}

void cn_exec_say(cn_exec *e, const char *format, ...) {
    char line[1024];
    va_list args;
    va_start(args, format);
    const int length = vsnprintf(line, sizeof line - 1, format, args);
    va_end(args);
    if (length < 0 || (size_t)length >= sizeof line - 1) {
        cn_exec_refuse(e, "a line of %d characters is too long", length);
        return;
    }
    memcpy(line + length, "\n", 2);
    cn_exec_say_text(e, line);
}

void cn_exec_stopped(cn_exec *e) {
    cn_exec_failure(e, CN_STOPPED, "stopped before it had a move");
}

/* Gives the program up: the run was stopped, and it has not answered. */
static void give_up(cn_exec *e) {
    cn_process_end(&e->process, NULL);
    e->greeted = false;
    cn_exec_stopped(e);
}

/* If somebody wants an answer now, the engine is urged where it can be, else given up. */
static void urge(cn_exec *e) {
    if (!e->stop || e->interrupted || !atomic_load_explicit(e->stop, memory_order_relaxed)) return;
    const char *text = e->protocol->interrupt ? e->protocol->interrupt(e) : NULL;
    const double soon = cn_clock_seconds() + e->margin;
    if (text) {
        if (soon < e->deadline) e->deadline = soon;
        e->interrupted = true;
        if (cn_process_write(&e->process, text, e->deadline) == CN_PROCESS_OK) return;
    }
    give_up(e);
}

/* A program was silent until the deadline. If it was urged, that is no failure, but a run without a
 * move. */
static void time_out(cn_exec *e) {
    if (e->interrupted) {
        give_up(e);
        return;
    }
    e->late = e->timed;
    cn_exec_fail(e, "did not answer `%s` within %.3g s%s%s%s", e->asked, e->allowed,
                 *e->remark ? "; its last line: `" : "", e->remark, *e->remark ? "`" : "");
}

/* Waits until a line comes, the deadline passes or the run is stopped. */
char *cn_exec_hear(cn_exec *e) {
    for (char *line; e->status == CN_OK;) {
        urge(e);
        if (e->status != CN_OK) break;
        switch (cn_process_read(&e->process, e->deadline, &line)) {
        case CN_PROCESS_OK: snprintf(e->remark, sizeof e->remark, "%s", line); return line;
        case CN_PROCESS_WOKEN: cn_process_forget_wake(&e->process); continue;
        case CN_PROCESS_TIMEOUT: time_out(e); break;
        case CN_PROCESS_FLOOD:
            cn_exec_fail(e, "wrote %d bytes without the end of a line", CN_PROCESS_LINE);
            break;
        case CN_PROCESS_ENDED: gone(e); break;
        }
    }
    return NULL;
}

bool cn_exec_word(const char **text, const char *word) {
    const size_t length = strlen(word);
    if (strncasecmp(*text, word, length) != 0) return false;
    const char next = (*text)[length];
    if (next && !isspace((unsigned char)next)) return false;
    *text += length;
    while (isspace((unsigned char)**text)) ++*text;
    return true;
}

/* ---- moves ---- */

/* The move if the program may play it; else the run has failed. */
static cn_move legal(cn_exec *e, const cn_exec_turn *turn, cn_move move, const char *text) {
    const cn_position *p = turn->position;
    if (move != CN_MOVE_NONE && cn_position_legal(p, move)) return move;
    cn_exec_fail(e, "played `%.40s`, which is not legal for %s here", text,
                 p->game->player[p->rules->turn(p->state)]);
    return CN_MOVE_NONE;
}

cn_move cn_exec_read_move(cn_exec *e, const cn_exec_turn *turn, const char *text) {
    static const char *const passes[] = {"pass", "pa", "ps", "0000", NULL};
    const cn_position *p = turn->position;
    char word[64];
    const char *end;
    cn_move move;
    snprintf(word, sizeof word, "%.*s", (int)strcspn(text, " \t/"), text);
    if (strcasecmp(word, "resign") == 0) {
        cn_exec_failure(e, CN_RESIGNED, "resigned");
        return CN_MOVE_NONE;
    }
    for (int i = 0; passes[i]; i++) {
        if (strcasecmp(word, passes[i]) == 0) return legal(e, turn, p->rules->pass, word);
    }
    if (!*word || p->game->parse_move(p->state, word, &move, &end, NULL) != CN_OK || *end) {
        cn_exec_fail(e, "answered `%s` with `%.60s`, which is no move", e->asked, text);
        return CN_MOVE_NONE;
    }
    return legal(e, turn, move, word);
}

cn_move cn_exec_read_cell(cn_exec *e, const cn_exec_turn *turn, int row, int column,
                          const char *text) {
    cn_board board;
    cn_move move = CN_MOVE_NONE;
    turn->position->game->draw(turn->position->state, &board);
    if (row >= 0 && row < board.rows && column >= 0 && column < board.columns) {
        move = cn_position_move_on(turn->position, row * board.columns + column);
    }
    return legal(e, turn, move, text);
}

void cn_exec_read_line(const cn_exec_turn *turn, const char *text, cn_result *result) {
    cn_scratch scratch;
    const cn_position *p = cn_scratch_copy(&scratch, turn->position);
    result->line_length = 0;
    while (result->line_length < CN_RESULT_LINE) {
        const char *end;
        cn_move move;
        while (isspace((unsigned char)*text)) text++;
        if (!*text || cn_position_read_move(p, text, &move, &end, NULL) != CN_OK) break;
        result->line[result->line_length++] = move;
        p->rules->play(p->state, move);
        text = end;
    }
    if (result->line_length > 0) result->best = result->line[0];
}

void cn_exec_progress(const cn_exec_turn *turn) {
    turn->result->seconds = cn_clock_seconds() - turn->began;
    if (turn->progress && turn->result->best != CN_MOVE_NONE) {
        turn->progress(turn->result, turn->user);
    }
}

/* ---- positions ---- */

bool cn_exec_usual_start(const cn_exec_turn *turn, bool *same_side) {
    const cn_game *game = turn->start->game;
    cn_position usual;
    cn_board a, b;
    if (cn_position_new(game, turn->values, NULL, &usual, NULL) != CN_OK) return false;
    game->draw(usual.state, &a);
    game->draw(turn->start->state, &b);
    *same_side = usual.rules->turn(usual.state) == turn->start->rules->turn(turn->start->state);
    cn_position_free(&usual);
    return a.rows == b.rows && a.columns == b.columns &&
           memcmp(a.cell, b.cell, (size_t)a.rows * a.columns) == 0;
}

const cn_value *cn_exec_value(const cn_exec_turn *turn, const char *name) {
    const int i = cn_option_find(turn->start->game->options, name);
    return i < 0 ? NULL : &turn->values[i];
}
