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

cn_status cn_exec_failure(cn_exec *e, cn_error *error, cn_status status, const char *format, ...) {
    char what[256], last[120] = "";
    va_list args;
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
    return cn_fail(error, status, "engine `%s`: %s%s%s%s", e->label, what,
                   *last ? "; its last words: `" : "", last, *last ? "`" : "");
}

/* ---- lines ---- */

void cn_exec_allow(cn_exec *e, double seconds) {
    e->allowed = seconds;
    e->deadline = cn_clock_seconds() + seconds;
    e->interrupted = false;
}

/* The program has ended or closed its output: says how. */
static cn_status gone(cn_exec *e, cn_error *error) {
    char ending[96];
    cn_process_ending(&e->process, ending, sizeof ending);
    return cn_exec_fail(e, error, "%s before answering `%s`", ending, e->asked);
}

cn_status cn_exec_say_text(cn_exec *e, const char *text, cn_error *error) {
    if (e->protocol->pause > 0) cn_process_rest(&e->process, e->protocol->pause, e->deadline);
    snprintf(e->asked, sizeof e->asked, "%.*s", (int)strcspn(text, "\n"), text);
    e->remark[0] = '\0';
    switch (cn_process_write(&e->process, text, e->deadline)) {
    case CN_PROCESS_OK: return CN_OK;
    case CN_PROCESS_TIMEOUT:
        e->late = e->timed;
        return cn_exec_fail(e, error, "did not read `%s` within %.3g s", e->asked, e->allowed);
    default: return gone(e, error);
    }
}

cn_status cn_exec_say_long(cn_exec *e, const cn_exec_turn *turn, cn_exec_write_fn *write,
                           cn_error *error) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out) return cn_fail(error, CN_NO_MEMORY, "no memory for a position");
    cn_status status = write(e, turn, out, error);
    fclose(out);
    if (status == CN_OK) status = cn_exec_say_text(e, text, error);
    free(text);
    return status;
}

cn_status cn_exec_say(cn_exec *e, cn_error *error, const char *format, ...) {
    char line[1024];
    va_list args;
    va_start(args, format);
    const int length = vsnprintf(line, sizeof line - 1, format, args);
    va_end(args);
    if (length < 0 || (size_t)length >= sizeof line - 1) {
        return cn_exec_refuse(e, error, "a line of %d characters is too long", length);
    }
    memcpy(line + length, "\n", 2);
    return cn_exec_say_text(e, line, error);
}

cn_status cn_exec_stopped(const cn_exec *e, cn_error *error) {
    return cn_fail(error, CN_STOPPED, "engine `%s`: stopped before it had a move", e->label);
}

/* If somebody wants an answer now, the engine is urged where it can be, else given up. */
static cn_status urge(cn_exec *e, cn_error *error) {
    if (!e->stop || e->interrupted || !atomic_load_explicit(e->stop, memory_order_relaxed)) {
        return CN_OK;
    }
    const char *text = e->protocol->interrupt ? e->protocol->interrupt(e) : NULL;
    const double soon = cn_clock_seconds() + e->margin;
    if (text) {
        if (soon < e->deadline) e->deadline = soon;
        e->interrupted = true;
        if (cn_process_write(&e->process, text, e->deadline) == CN_PROCESS_OK) return CN_OK;
    }
    cn_process_end(&e->process, NULL);
    e->greeted = false;
    return cn_exec_stopped(e, error);
}

/* Waits until a line comes, the deadline passes or the run is stopped. A program that was urged and
 * does not answer in time is ended; that is no failure, but a run without a move. */
cn_status cn_exec_hear(cn_exec *e, char **line, cn_error *error) {
    for (;;) {
        const cn_status status = urge(e, error);
        if (status != CN_OK) return status;
        switch (cn_process_read(&e->process, e->deadline, line)) {
        case CN_PROCESS_OK: snprintf(e->remark, sizeof e->remark, "%s", *line); return CN_OK;
        case CN_PROCESS_WOKEN: cn_process_forget_wake(&e->process); continue;
        case CN_PROCESS_TIMEOUT:
            if (e->interrupted) {
                e->greeted = false;
                cn_process_end(&e->process, NULL);
                return cn_exec_stopped(e, error);
            }
            e->late = e->timed;
            return cn_exec_fail(e, error, "did not answer `%s` within %.3g s%s%s%s", e->asked,
                                e->allowed, *e->remark ? "; its last line: `" : "", e->remark,
                                *e->remark ? "`" : "");
        case CN_PROCESS_FLOOD:
            return cn_exec_fail(e, error, "wrote %d bytes without the end of a line",
                                CN_PROCESS_LINE);
        case CN_PROCESS_ENDED: return gone(e, error);
        }
    }
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

/* The failure of a program that played an illegal move. */
static cn_status not_legal(cn_exec *e, const cn_exec_turn *turn, const char *text,
                           cn_error *error) {
    const cn_position *p = turn->position;
    return cn_exec_fail(e, error, "played `%.40s`, which is not legal for %s here", text,
                        p->game->player[p->rules->turn(p->state)]);
}

cn_status cn_exec_read_move(cn_exec *e, const cn_exec_turn *turn, const char *text, cn_move *move,
                            cn_error *error) {
    static const char *const passes[] = {"pass", "pa", "ps", "0000", NULL};
    const cn_position *p = turn->position;
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(text, " \t/"), text);
    if (strcasecmp(word, "resign") == 0) {
        return cn_fail(error, CN_RESIGNED, "engine `%s`: resigned", e->label);
    }
    for (int i = 0; passes[i]; i++) {
        if (strcasecmp(word, passes[i]) != 0) continue;
        *move = p->rules->pass;
        if (*move != CN_MOVE_NONE && cn_position_legal(p, *move)) return CN_OK;
        return not_legal(e, turn, word, error);
    }
    const char *end;
    if (!*word || p->game->parse_move(p->state, word, move, &end, NULL) != CN_OK || *end) {
        return cn_exec_fail(e, error, "answered `%s` with `%.60s`, which is no move", e->asked,
                            text);
    }
    return cn_position_legal(p, *move) ? CN_OK : not_legal(e, turn, word, error);
}

cn_status cn_exec_read_cell(cn_exec *e, const cn_exec_turn *turn, int row, int column,
                            const char *text, cn_move *move, cn_error *error) {
    cn_board board;
    turn->position->game->draw(turn->position->state, &board);
    *move = CN_MOVE_NONE;
    if (row >= 0 && row < board.rows && column >= 0 && column < board.columns) {
        *move = cn_position_move_on(turn->position, row * board.columns + column);
    }
    return *move != CN_MOVE_NONE ? CN_OK : not_legal(e, turn, text, error);
}

cn_status cn_exec_plies(cn_exec *e, const cn_exec_turn *turn, int from, cn_exec_ply_fn *each,
                        void *user, cn_error *error) {
    cn_position p;
    cn_status status = cn_position_copy(turn->start, &p, error);
    if (status != CN_OK) return status;
    for (int i = 0; i < turn->count && status == CN_OK; i++) {
        if (i >= from) status = each(e, &p, turn->moves[i], user, error);
        p.rules->play(p.state, turn->moves[i]);
    }
    cn_position_free(&p);
    return status;
}

void cn_exec_read_line(const cn_exec_turn *turn, const char *text, cn_result *result) {
    cn_position p;
    result->line_length = 0;
    if (cn_position_copy(turn->position, &p, NULL) != CN_OK) return;
    while (result->line_length < CN_RESULT_LINE) {
        const char *end;
        cn_move move;
        while (isspace((unsigned char)*text)) text++;
        if (!*text || cn_position_read_move(&p, text, &move, &end, NULL) != CN_OK) break;
        result->line[result->line_length++] = move;
        p.rules->play(p.state, move);
        text = end;
    }
    if (result->line_length > 0) result->best = result->line[0];
    cn_position_free(&p);
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
