/* Help with the position: what a good move would be, and what the best ones are worth. */
#include "arena/analyst.h"
#include "cli/play.h"
#include "cli/thought.h"

#include <inttypes.h>
#include <stdlib.h>

enum { LINES = 5, SECONDS = 5 }; /* of an analysis, unless told */

static bool refuse_if_over(cn_session *s) {
    if (!cn_play_over(s)) return false;
    cn_play_refuse(s, "the game is over: undo takes a move back, new begins again");
    return true;
}

/* The best moves one by one; an agent that keeps no list has at least its choice. */
static void tell_lines(cn_session *s, const cn_result *r, int most) {
    const cn_position *now = &s->history.now;
    char text[CN_LINE_TEXT + CN_SCORE_WORDS];
    if (r->top_count == 0 || most == 1) {
        const bool whole = r->line_length > 0 && r->line[0] == r->best;
        cn_thought_move(now, whole ? r->line : &r->best, whole ? r->line_length : 1, r->score, text,
                        sizeof text);
        cn_play_say(s, "hint: %s", text);
        return;
    }
    for (int i = 0; i < r->top_count && i < most; i++) {
        const cn_line *line = &r->top[i];
        cn_thought_move(now, line->length ? line->moves : &line->info.move,
                        line->length ? line->length : 1, line->info.score, text, sizeof text);
        cn_play_say(s, "%d. %s", i + 1, text);
    }
}

void cn_play_hint(cn_session *s, const char *rest) {
    char *end;
    const long most = *rest ? strtol(rest, &end, 10) : 1;
    if (*rest && (*end || most < 1 || most > CN_LINES_MAX)) {
        cn_play_refuse(s, "hint `%.40s`: expected how many moves to show, 1 to %d", rest,
                       CN_LINES_MAX);
        return;
    }
    if (refuse_if_over(s)) return;
    cn_search *search = cn_play_analyst(s);
    if (!search) return;
    const cn_limits limits = {.seconds = cn_analyst_seconds(&s->history.now, 1),
                              .lines = most > 1 ? (int)most : 0};
    cn_result result;
    cn_error error;
    double seconds;
    if (cn_play_think(s, search, &limits, "the helper", NULL, &result, &seconds, &error) == CN_OK) {
        tell_lines(s, &result, (int)most);
    } else {
        cn_play_refuse(s, "%s", error.text);
    }
}

/* ---- analysis ---- */

static void tell_analysis(cn_session *s, const cn_result *r) {
    const uint64_t count = r->iterations ? r->iterations : r->nodes;
    cn_play_say(s, "depth %d, %" PRIu64 " %s, %.1f s%s", r->depth, count,
                r->iterations ? "iterations" : "nodes", r->seconds,
                r->score.proven ? ", proven" : "");
    tell_lines(s, r, LINES);
}

/* On the screen the table grows better while one looks at it. */
static void on_progress(const cn_result *so_far, void *user) {
    cn_session *s = user;
    if (!s->screen || so_far->seconds < 0.3 || so_far->top_count == 0) return;
    cn_play_forget_notes(s);
    tell_analysis(s, so_far);
    cn_play_show(s);
}

void cn_play_analyze(cn_session *s, const char *rest) {
    char *end;
    const double wanted = *rest ? strtod(rest, &end) : SECONDS;
    if (*rest && (*end || !(wanted > 0 && wanted <= 86400))) {
        cn_play_refuse(
            s, "analyze `%.40s`: expected for how many seconds at most, above 0 to 86400", rest);
        return;
    }
    if (refuse_if_over(s)) return;
    cn_search *search = cn_play_analyst(s);
    if (!search) return;
    const cn_limits limits = {.seconds = wanted, .lines = LINES};
    cn_result result;
    cn_error error;
    double seconds;
    const cn_status status =
        cn_play_think(s, search, &limits, "the analysis", on_progress, &result, &seconds, &error);
    if (s->screen) cn_play_forget_notes(s);
    if (status == CN_OK) {
        tell_analysis(s, &result);
    } else {
        cn_play_refuse(s, "%s", error.text);
    }
}
