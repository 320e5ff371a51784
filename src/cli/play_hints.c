/* `hint` and `analyze` in `canopy play`: what a good move would be, and what the best moves are
 * worth, found by a search without limits of its own. */
#include "arena/analyst.h"
#include "cli/play.h"
#include "cli/thought.h"

#include <inttypes.h>

enum { LINES = 5, SECONDS = 5 }; /* of an analysis, unless told */

/* The best moves one by one; an agent that keeps no list has at least its choice. */
static void tell_lines(cn_terminal_game *s, const cn_result *r, int most) {
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

/* Thinks about the position without the helper's own limits; false after a note. */
static bool think(cn_terminal_game *s, cn_limits limits, const char *who, cn_progress_fn *progress,
                  cn_result *result) {
    cn_search *search = cn_play_analyst(s);
    if (!search) return false;
    const cn_status status = cn_play_think(s, search, &limits, who, progress, result);
    if (s->screen && progress) cn_play_forget_notes(s);
    return cn_play_check(s, status);
}

void cn_play_hint(cn_terminal_game *s) {
    int most = 1;
    CN_REFUSE_IF(*s->rest && !cn_text_int(s->rest, 1, CN_LINES_MAX, &most), s,
                 "hint `%.40s`: expected how many moves to show, 1 to %d", s->rest, CN_LINES_MAX);
    if (cn_play_refuse_over(s)) return;
    const cn_limits limits = {.seconds = cn_analyst_seconds(&s->history.now, 1),
                              .lines = most > 1 ? most : 0};
    cn_result result;
    if (think(s, limits, "the helper", NULL, &result)) tell_lines(s, &result, most);
}

/* ---- analysis ---- */

/* How far the search got, and its best moves. */
static void tell_analysis(cn_terminal_game *s, const cn_result *r) {
    const uint64_t count = r->iterations ? r->iterations : r->nodes;
    cn_play_say(s, "depth %d, %" PRIu64 " %s, %.1f s%s", r->depth, count,
                r->iterations ? "iterations" : "nodes", r->seconds,
                r->score.proven ? ", proven" : "");
    tell_lines(s, r, LINES);
}

/* On the screen the analysis is shown again and again while the search goes on. */
static void on_progress(const cn_result *so_far, void *user) {
    cn_terminal_game *s = user;
    if (!s->screen || so_far->seconds < 0.3 || so_far->top_count == 0) return;
    cn_play_forget_notes(s);
    tell_analysis(s, so_far);
    cn_play_show(s);
}

void cn_play_analyze(cn_terminal_game *s) {
    double seconds = SECONDS;
    CN_REFUSE_IF(*s->rest && !(cn_text_real(s->rest, 0, 86400, &seconds) && seconds > 0), s,
                 "analyze `%.40s`: expected for how many seconds at most, above 0 to 86400",
                 s->rest);
    if (cn_play_refuse_over(s)) return;
    const cn_limits limits = {.seconds = seconds, .lines = LINES};
    cn_result result;
    if (think(s, limits, "the analysis", on_progress, &result)) tell_analysis(s, &result);
}
