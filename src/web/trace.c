/* What the threads of the session's last search did: spans, marks and figures for the page to draw,
 * or a file for other tools. Times are microseconds since the beginning of the search. */
#include "lab/trace.h"
#include "web/operation.h"
#include "web/routes.h"

#include <math.h>
#include <stdlib.h>

enum {
    SPANS = 20000, /* that the page is sent at most */
    MARKS = 2000,  /* likewise: the last ones */
    STEPS = 200,   /* of the profile over time */
};

/* Nanoseconds in microseconds. */
static double us(uint64_t ns) {
    return (double)ns * 1e-3;
}

/* ---- spans ---- */

/* For qsort: the longest first. */
static int compare_lengths(const void *left, const void *right) {
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? 1 : a > b ? -1 : 0;
}

/* The length from which on spans are listed, so that there are at most SPANS of them. A span is
 * never shorter than those inside it, so what is listed still nests. */
static uint64_t shortest(const cn_timeline *t, bool *cut) {
    size_t count = 0, used = 0;
    for (int w = 0; w < t->trace->workers; w++) count += t->lanes[w].count;
    *cut = count > SPANS;
    if (!*cut) return 0;
    uint64_t *lengths = malloc(count * sizeof *lengths);
    if (!lengths) return UINT64_MAX;
    for (int w = 0; w < t->trace->workers; w++) {
        for (size_t i = 0; i < t->lanes[w].count; i++) {
            lengths[used++] = t->lanes[w].spans[i].end - t->lanes[w].spans[i].begin;
        }
    }
    qsort(lengths, count, sizeof *lengths, compare_lengths);
    const uint64_t least = lengths[SPANS] + 1;
    free(lengths);
    return least;
}

/* The spans of each worker, as [kind, begin, end, depth, task, how]. */
static json_t *lanes_json(const cn_timeline *t, bool *cut) {
    const uint64_t least = shortest(t, cut);
    json_t *lanes = json_array();
    for (int w = 0; w < t->trace->workers; w++) {
        json_t *lane = json_array();
        for (size_t i = 0; i < t->lanes[w].count; i++) {
            const cn_span *span = &t->lanes[w].spans[i];
            char how[CN_HOW_TEXT];
            if (span->end - span->begin < least) continue;
            cn_span_how(span, how);
            json_array_append_new(
                lane, json_pack("[i, f, f, i, I, s]", span->kind, us(span->begin), us(span->end),
                                span->depth,
                                span->kind == CN_SPAN_TASK ? (json_int_t)span->argument : 0, how));
        }
        json_array_append_new(lanes, lane);
    }
    return lanes;
}

/* Moments such as a new best move, with the move by its name. */
static json_t *marks_json(const cn_timeline *t, const cn_position *p) {
    json_t *list = json_array();
    size_t i = t->mark_count > MARKS ? t->mark_count - MARKS : 0;
    for (; i < t->mark_count; i++) {
        const cn_trace_mark *mark = &t->marks[i];
        const cn_trace_row *row = &cn_trace_rows[mark->kind];
        json_t *value = json_integer((json_int_t)mark->argument);
        if (row->argument == CN_ARGUMENT_MOVE && cn_position_legal(p, (cn_move)mark->argument)) {
            char move[CN_MOVE_TEXT];
            p->game->print_move(p->state, (cn_move)mark->argument, move);
            json_decref(value);
            value = json_string(move);
        }
        json_array_append_new(list,
                              json_pack("{s:f, s:i, s:s, s:o}", "time", us(mark->time), "worker",
                                        mark->worker, "kind", row->name, "value", value));
    }
    return list;
}

/* ---- the profile ---- */

/* Adds a stretch of time to the steps it covers. */
static void spread(double *bins, const cn_stretch *s, double step) {
    int bin = (int)((double)s->begin / step);
    for (; bin < STEPS && bin * step < (double)s->end; bin++) {
        const double from = bin * step, to = from + step;
        const double begin = (double)s->begin > from ? (double)s->begin : from;
        const double end = (double)s->end < to ? (double)s->end : to;
        if (end > begin) bins[bin] += (end - begin) / step;
    }
}

/* How many workers were busy with what, step by step. */
static json_t *profile_json(const cn_timeline *t) {
    double bins[CN_ACTIVITIES][STEPS] = {{0}};
    const double step = t->length ? (double)t->length / STEPS : 1;
    for (int w = 0; w < t->trace->workers; w++) {
        const cn_lane *lane = &t->lanes[w];
        for (size_t i = 0; i < lane->stretch_count; i++) {
            spread(bins[lane->stretches[i].activity], &lane->stretches[i], step);
        }
    }
    json_t *json = json_pack("{s:f}", "step", step * 1e-3);
    for (int a = 0; a < CN_IDLE; a++) { /* idle is what is left of the workers */
        json_t *list = json_array();
        for (int i = 0; i < STEPS; i++) {
            json_array_append_new(list, json_real(round(bins[a][i] * 1000) / 1000));
        }
        json_object_set_new(json, cn_activity_rows[a].name, list);
    }
    return json;
}

/* ---- the whole ---- */

json_t *cn_timeline_json(const cn_timeline *t, const cn_position *position) {
    bool cut;
    json_t *lanes = lanes_json(t, &cut);
    cn_trace_summary *s = malloc(sizeof *s);
    if (s) cn_trace_summarise(t, s);
    json_t *summary = s ? cn_trace_summary_json(t->trace, s) : json_null();
    free(s);
    return json_pack("{s:o, s:i, s:f, s:I, s:b, s:o, s:o, s:o, s:o, s:o}", "label",
                     cn_json_text(t->trace->label), "workers", t->trace->workers, "length",
                     us(t->length), "missing", (json_int_t)t->missing, "cut", cut, "kinds",
                     cn_trace_kinds_json(), "lanes", lanes, "marks", marks_json(t, position),
                     "profile", profile_json(t), "summary", summary);
}

bool cn_route_trace(cn_request *r, cn_session *s) {
    const char *format = cn_request_query(r, "format");
    const cn_kept *kept = cn_kept_of(r, s);
    if (!kept) return false;
    if (format) { /* a file, in one of the formats of cn_trace_write */
        char name[64];
        snprintf(name, sizeof name, "trace.%.20s", format);
        cn_status status = cn_trace_check_name(name, NULL);
        CN_ANSWER_IF(status != CN_OK, r, MHD_HTTP_BAD_REQUEST,
                     "`format`: expected json, eventlog, svg or cntrace");
        FILE *file = cn_answer_stream(r, &status);
        if (file) status = cn_trace_write(kept->trace, name, file, &r->error);
        const bool drawing = strcmp(format, "svg") == 0;
        return cn_answer_file(r, status, drawing ? "image/svg+xml" : "application/octet-stream",
                              name);
    }
    cn_timeline *t = cn_timeline_new(kept->trace);
    json_t *json = t ? cn_timeline_json(t, &kept->position) : NULL;
    if (json) {
        json_object_set_new(json, "decomposition",
                            kept->parts ? cn_decomposition_json(kept->parts, kept->threads)
                                        : json_null());
    }
    cn_timeline_free(t);
    return cn_answer_json(r, MHD_HTTP_OK, json);
}
