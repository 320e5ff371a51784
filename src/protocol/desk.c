/* The desk: opening and closing it, lines in and text out (both go to the log, too), the game, the
 * agent and its options, and searches under the limits that the other side or the clocks set. All
 * of it runs in the thread of the dialogue; only cn_desk_print may also be called by the thread
 * that reads lines. */
#include "protocol/desk.h"

#include "arena/agent.h"
#include "core/clock.h"

#include <stdlib.h>
#include <strings.h>

/* ---- open and close ---- */

cn_status cn_desk_open(cn_desk *desk, const cn_desk_setting *setting, cn_error *error) {
    *desk = (cn_desk){
        .game = setting->game,
        .seconds = setting->seconds,
        .resign = setting->resign,
        .out = setting->out,
        .log = setting->log,
        .since = cn_clock_seconds(),
    };
    memcpy(desk->values, setting->values, sizeof desk->values);
    cn_lock_init(&desk->lock);
    cn_status status = cn_desk_begin(desk, NULL, error);
    if (status == CN_OK) status = cn_desk_seat(desk, setting->agent, error);
    if (status == CN_OK) status = cn_lines_open(setting->in, &desk->lines, error);
    return status;
}

void cn_desk_close(cn_desk *desk) {
    cn_lines_close(desk->lines);
    cn_search_free(desk->search);
    cn_history_free(&desk->history);
    cn_lock_free(&desk->lock);
    *desk = (cn_desk){0};
}

/* ---- lines in, text out ---- */

/* Writes text to the log. Every line has the seconds since the start and the direction before it:
 * `<` for what came, `>` for what was sent. The lock must be held. */
static void note(cn_desk *desk, char direction, const char *text) {
    for (const char *p = text; *p; p++) {
        if (!desk->in_line) {
            fprintf(desk->log, "%9.3f %c ", cn_clock_seconds() - desk->since, direction);
        }
        fputc(*p, desk->log);
        desk->in_line = *p != '\n';
    }
    fflush(desk->log);
}

/* The log is written under the lock, the line is performed without it: while a search runs, the
 * reader's thread may want to answer. */
void cn_desk_talk(cn_desk *desk, cn_desk_take_fn *take, void *user) {
    char *line;
    bool cut, heard = true; /* whether the output can still be written to */
    while (heard && (line = cn_lines_next(desk->lines, &cut))) {
        cn_lock_take(&desk->lock);
        if (desk->log && desk->in_line) note(desk, '>', "\n");
        if (desk->log) note(desk, '<', line);
        if (desk->log) note(desk, '<', desk->in_line ? "\n" : "(empty)\n");
        cn_lock_leave(&desk->lock);
        if (!take(user, line, cut)) break;
        cn_lock_take(&desk->lock);
        heard = !ferror(desk->out);
        cn_lock_leave(&desk->lock);
    }
}

void cn_desk_print(cn_desk *desk, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    cn_lock_take(&desk->lock);
    const int length = vfprintf(desk->out, format, args);
    fflush(desk->out);
    char *text = desk->log && length > 0 ? malloc((size_t)length + 1) : NULL;
    if (text) vsnprintf(text, (size_t)length + 1, format, again);
    if (text) note(desk, '>', text);
    cn_lock_leave(&desk->lock);
    free(text);
    va_end(again);
    va_end(args);
}

/* ---- the game ---- */

cn_status cn_desk_begin(cn_desk *desk, const char *text, cn_error *error) {
    cn_history history;
    CN_TRY(cn_history_start(&history, desk->game, desk->values, text, error));
    cn_history_free(&desk->history);
    desk->history = history;
    if (desk->search) cn_search_clear(desk->search);
    cn_clocks_reset(&desk->clocks);
    return CN_OK;
}

cn_status cn_desk_set(cn_desk *desk, const char *assignment, cn_error *error) {
    cn_value before[CN_OPTIONS_MAX];
    memcpy(before, desk->values, sizeof before);
    cn_status status = cn_values_set(desk->game->options, desk->values, assignment, error);
    if (status == CN_OK) status = cn_desk_begin(desk, NULL, error);
    if (status != CN_OK) memcpy(desk->values, before, sizeof before);
    return status;
}

/* The moves are played again one by one, because another rule may forbid what was legal before. */
cn_status cn_desk_keep(const cn_history *old, const cn_value *values, cn_history *history,
                       cn_error *error) {
    char text[CN_TEXT_MAX];
    cn_position_text(&old->start, text, sizeof text);
    cn_status status = cn_history_start(history, old->start.game, values, text, error);
    for (int i = 0; i < old->count && status == CN_OK; i++) {
        const cn_ply *ply = &old->ply[i];
        status = cn_position_legal(&history->now, ply->move)
                     ? cn_history_play(history, ply->move, ply->seconds, error)
                     : cn_fail(error, CN_BAD_USAGE, "move %d would not be legal", i + 1);
        if (status != CN_OK) cn_history_free(history);
    }
    return status;
}

void cn_desk_take(cn_desk *desk, cn_history *history, const cn_value *values) {
    cn_history_free(&desk->history);
    desk->history = *history;
    *history = (cn_history){0};
    if (values != desk->values) memcpy(desk->values, values, sizeof desk->values);
}

cn_status cn_desk_play(cn_desk *desk, cn_move move, cn_error *error) {
    return cn_history_play(&desk->history, move, 0, error);
}

/* ---- the agent ---- */

cn_status cn_desk_seat(cn_desk *desk, const char *agent, cn_error *error) {
    cn_search *search;
    CN_FAIL_IF(strlen(agent) >= sizeof desk->agent, error, CN_BAD_USAGE,
               "an agent has at most %zu characters", sizeof desk->agent - 1);
    CN_TRY(cn_agent_open(desk->game, agent, &search, error));
    cn_search_free(desk->search);
    desk->search = search;
    if (agent != desk->agent) snprintf(desk->agent, sizeof desk->agent, "%s", agent);
    return CN_OK;
}

bool cn_desk_spec(const cn_desk *desk, cn_spec *spec) {
    return cn_spec_parse(desk->game, desk->agent, spec, NULL) == CN_OK;
}

cn_status cn_desk_amend(cn_desk *desk, const char *name, const char *value, cn_error *error) {
    cn_spec spec;
    char text[CN_SPEC_MAX];
    const cn_option *option = NULL;
    if (cn_desk_spec(desk, &spec)) {
        for (option = spec.options; option->name && strcasecmp(option->name, name) != 0;) option++;
    }
    CN_FAIL_IF(!option || !option->name, error, CN_BAD_USAGE, "there is no option `%.40s`", name);
    cn_status status = cn_spec_set(&spec, option->name, value, error);
    if (status == CN_OK) status = cn_spec_text(&spec, text, sizeof text, error);
    return status == CN_OK ? cn_desk_seat(desk, text, error) : status;
}

double cn_desk_less_overhead(double seconds, double overhead) {
    if (seconds <= 0) return 0.001;
    return seconds > 2 * overhead ? seconds - overhead : seconds / 2;
}

/* Limits of the question come first, then the clocks, then the seconds of --time. */
cn_status cn_desk_think(cn_desk *desk, const cn_desk_question *question, cn_error *error) {
    const cn_position *now = &desk->history.now;
    cn_limits limits = question->limits;
    const cn_past past = cn_history_past(&desk->history);
    limits.past = &past;
    if (!question->own_limits && limits.seconds == 0 && limits.clock == 0) {
        if (desk->clocks.used) {
            cn_clocks_limit(&desk->clocks, cn_position_turn(now), &limits);
            /* No time left is not the same as no limit. */
            if (limits.seconds <= 0 && limits.clock <= 0) limits.seconds = 0.01;
        } else {
            limits.seconds = desk->seconds;
        }
    }
    if (question->watch) cn_lines_watch(desk->lines, desk->search, question->watch, question->user);
    const double begin = cn_clock_seconds();
    const cn_status status = cn_search_run(desk->search, now, &limits, question->progress,
                                           question->user, &desk->result, error);
    desk->took = cn_clock_seconds() - begin;
    if (question->watch) cn_lines_unwatch(desk->lines);
    return status;
}
