/* Chrome trace events, which Perfetto and speedscope open: one object with an array of events.
 *
 * M names processes and threads; X is a span, and those of a thread nest; C is a counter; i a mark;
 * s and f are the two ends of an arrow from where a task was made to where a thief ran it.
 * Times are microseconds, written to the nanosecond.
 *
 * Viewers grow slow beyond some hundred thousand events. Of more spans than that the shortest are
 * left out (so that the rest still nest), and the file says how many. */
#include "lab/trace.h"

#include "core/text.h"

#include <math.h>
#include <stdlib.h>

/* The most spans, arrows and points of a counter that are written. */
enum { SPANS_MAX = 300000, ARROWS_MAX = 50000, POINTS_MAX = 20000 };

/* What the functions that write a file share. Spans shorter than `shortest` ns are left out. */
typedef struct writer {
    const cn_timeline *timeline;
    FILE *file;
    bool more;   /* a comma is due */
    bool failed; /* memory ran out */
    uint64_t shortest, left_out;
} writer;

/* Writes one event. Threads are workers, processes are ranks: numbers above 0, since 0 stands for
 * none, and a process has that of its first thread, as it is with the system's own; Perfetto
 * believes in both. `own` is what only this event has, and is released. */
static void event(writer *w, const char *phase, const char *name, int worker, uint64_t time,
                  json_t *own) {
    const int first = worker - worker % cn_trace_threads(w->timeline->trace);
    json_t *json = json_pack("{s:s, s:s, s:i, s:i, s:f}", "ph", phase, "name", name, "pid",
                             first + 1, "tid", worker + 1, "ts", (double)time / 1000);
    fputs(w->more ? ",\n" : "\n", w->file);
    w->more = true;
    w->failed |= !own || json_object_update(json, own) != 0 ||
                 json_dumpf(json, w->file, JSON_COMPACT | JSON_REAL_PRECISION(15)) != 0;
    json_decref(own);
    json_decref(json);
}

/* What a recording is of; one that was cut in the midst of a character has no name. */
static json_t *label_json(const cn_trace *trace, int rank) {
    char text[CN_TRACE_LABEL + 32] = "";
    if (trace->ranks > 1) snprintf(text, sizeof text, "rank %d, ", rank);
    cn_text_add(text, sizeof text, "%s", trace->label[0] ? trace->label : "canopy");
    json_t *json = json_string(text);
    return json ? json : json_string("canopy");
}

/* The names of processes (ranks) and threads (workers), and the order to show them in. */
static void names(writer *w) {
    const cn_trace *trace = w->timeline->trace;
    const int each = cn_trace_threads(trace);
    for (int i = 0; i < trace->workers; i++) {
        char name[CN_WORKER_TEXT];
        if (i % each == 0) {
            event(w, "M", "process_name", i, 0,
                  json_pack("{s:{s:o}}", "args", "name", label_json(trace, i / each)));
        }
        cn_trace_worker_text(trace, i, name);
        event(w, "M", "thread_name", i, 0,
              json_pack("{s:{s:s+}}", "args", "name", "worker ", name));
        event(w, "M", "thread_sort_index", i, 0, json_pack("{s:{s:i}}", "args", "sort_index", i));
    }
}

/* ---- spans and arrows ---- */

/* A span as a complete event; Chrome counts in microseconds. */
static void write_span(writer *w, int worker, const cn_span *span) {
    char how[CN_HOW_TEXT], name[CN_HOW_TEXT + 32];
    const json_int_t argument = (json_int_t)span->argument;
    json_t *args = NULL;
    cn_span_how(span, how);
    /* The common case goes without saying: a task that its maker ran to the end. */
    const bool plain = span->how == CN_TRACE_RUN && span->fate == CN_TRACE_END;
    snprintf(name, sizeof name, "%s%s%s", cn_span_rows[span->kind].name,
             how[0] && !plain ? ", " : "", plain ? "" : how);
    if (span->kind == CN_SPAN_TASK) {
        args = json_pack("{s:I, s:i}", "task", argument & 0xffffff, "maker",
                         cn_trace_maker(span->argument));
    } else if (span->kind == CN_SPAN_BATCH) {
        args = json_pack("{s:I, s:b}", "tasks", argument, "stolen", span->how == CN_TRACE_STOLEN);
    } else if (span->kind == CN_SPAN_SEARCH) {
        args = json_pack("{s:I}", "search", argument);
    }
    event(w, "X", name, worker, span->begin,
          json_pack("{s:f, s:o*}", "dur", (double)(span->end - span->begin) / 1000, "args", args));
}

/* From where a stolen task was made to where the thief ran it. The arrow needs something to leave
 * from at that very time: Perfetto would take the last that began before, whatever it was. */
static void write_arrow(writer *w, const cn_push *push, int thief, uint64_t begin, int number) {
    const int maker = cn_trace_maker(push->task);
    event(w, "i", cn_trace_rows[CN_TRACE_PUSH].text, maker, push->time,
          json_pack("{s:s}", "s", "t"));
    event(w, "s", "steal", maker, push->time,
          json_pack("{s:s, s:i}", "cat", "steal", "id", number));
    event(w, "f", "steal", thief, begin,
          json_pack("{s:s, s:s, s:i}", "bp", "e", "cat", "steal", "id", number));
}

/* The length below which spans are left out, so that no more than SPANS_MAX are written. */
static void choose_shortest(writer *w) {
    for (uint64_t step = 500;; step *= 2) {
        uint64_t all = 0;
        w->left_out = 0;
        for (int i = 0; i < w->timeline->trace->workers; i++) {
            const cn_lane *lane = &w->timeline->lanes[i];
            all += lane->count;
            for (size_t k = 0; k < lane->count; k++) {
                w->left_out += lane->spans[k].end - lane->spans[k].begin < w->shortest;
            }
        }
        if (all - w->left_out <= SPANS_MAX) return;
        w->shortest = step;
    }
}

/* All spans that are long enough, with an arrow from where a stolen task was made to where it ran.
 */
static void spans(writer *w) {
    int arrows = 0;
    for (int i = 0; i < w->timeline->trace->workers; i++) {
        const cn_lane *lane = &w->timeline->lanes[i];
        for (size_t k = 0; k < lane->count; k++) {
            const cn_span *span = &lane->spans[k];
            if (span->end - span->begin < w->shortest) continue;
            write_span(w, i, span);
            const bool stolen = span->kind == CN_SPAN_TASK && span->how == CN_TRACE_STOLEN;
            const cn_push *push = stolen ? cn_timeline_push(w->timeline, span) : NULL;
            if (push && arrows < ARROWS_MAX) write_arrow(w, push, i, span->begin, ++arrows);
        }
    }
}

/* ---- counters and marks ---- */

/* Something goes up or down by so much. */
typedef struct change {
    uint64_t time;
    double by;
    cn_activity activity; /* what the worker is at; not used for nodes a second */
} change;

/* For qsort: earlier changes first. */
static int by_time(const void *a, const void *b) {
    const change *x = a, *y = b;
    return x->time < y->time ? -1 : x->time > y->time;
}

/* The counter of how many workers do what. False: no memory. */
static bool activity(writer *w) {
    const cn_timeline *t = w->timeline;
    size_t count = 0;
    for (int i = 0; i < t->trace->workers; i++) count += 2 * t->lanes[i].stretch_count;
    change *changes = malloc((count + 1) * sizeof *changes);
    if (!changes) return false;
    count = 0;
    for (int i = 0; i < t->trace->workers; i++) {
        for (size_t k = 0; k < t->lanes[i].stretch_count; k++) {
            const cn_stretch *s = &t->lanes[i].stretches[k];
            changes[count++] = (change){s->begin, 1, s->activity};
            changes[count++] = (change){s->end, -1, s->activity};
        }
    }
    qsort(changes, count, sizeof *changes, by_time);
    /* Of changes at the same time only the last is written; if there are too many, some are left
     * out. */
    const uint64_t apart = count > POINTS_MAX ? t->length / POINTS_MAX : 0;
    int now[CN_ACTIVITIES] = {0};
    uint64_t next = 0;
    for (size_t i = 0; i < count; i++) {
        now[changes[i].activity] += (int)changes[i].by;
        const bool last = i + 1 == count;
        if (!last && (changes[i + 1].time == changes[i].time || changes[i].time < next)) continue;
        next = changes[i].time + apart;
        json_t *counts = json_object();
        for (int a = 0; a < CN_IDLE; a++) {
            json_object_set_new(counts, cn_activity_rows[a].name, json_integer(now[a]));
        }
        event(w, "C", "workers", 0, changes[i].time, json_pack("{s:o}", "args", counts));
    }
    free(changes);
    return true;
}

/* The index of the first mark at or after a time. */
static size_t first_mark(const cn_timeline *t, uint64_t time) {
    size_t low = 0, high = t->mark_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (t->marks[middle].time < time) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Steps of a search, from one report of its rank to the next. Threads report in portions, so what
 * comes within a millisecond tells nothing of the speed. */
static size_t search_steps(const cn_timeline *t, int worker, const cn_span *search, change *steps) {
    enum { APART = 1000000 };
    uint64_t time = search->begin, nodes = 0;
    /* Where its beginning is missing, nobody knows what was counted before. */
    bool known = t->missing == 0 || search->begin > 0;
    size_t count = 0;
    for (size_t m = first_mark(t, time); m < t->mark_count && t->marks[m].time <= search->end;
         m++) {
        const cn_trace_mark *mark = &t->marks[m];
        const bool counts = cn_trace_rows[mark->kind].argument == CN_ARGUMENT_NODES;
        if (mark->worker != worker || !counts) continue;
        const bool soon = mark->time < time + APART || mark->time + APART > search->end;
        if (mark->kind == CN_TRACE_NODES && soon) continue;
        if (mark->time <= time || mark->argument < nodes) continue;
        const double rate = (double)(mark->argument - nodes) * 1e9 / (double)(mark->time - time);
        if (known) {
            steps[count++] = (change){time, rate, 0};
            steps[count++] = (change){mark->time, -rate, 0};
        }
        known = true;
        time = mark->time;
        nodes = mark->argument;
    }
    return count;
}

/* Nodes a second, of all ranks. */
static bool speed(writer *w) {
    const cn_timeline *t = w->timeline;
    /* A mark ends one stretch at most. */
    change *steps = malloc((2 * t->mark_count + 1) * sizeof *steps);
    if (!steps) return false;
    size_t count = 0;
    for (int i = 0; i < t->trace->workers; i++) {
        for (size_t k = 0; k < t->lanes[i].count; k++) {
            const cn_span *span = &t->lanes[i].spans[k];
            if (span->kind != CN_SPAN_SEARCH || span->depth > 0) continue;
            count += search_steps(t, i, span, steps + count);
        }
    }
    qsort(steps, count, sizeof *steps, by_time);
    double now = 0;
    for (size_t i = 0; i < count; i++) {
        now += steps[i].by;
        if (i + 1 < count && steps[i + 1].time == steps[i].time) continue;
        if (i + 1 == count || now < 1e-3) now = 0; /* what rounding leaves */
        event(w, "C", "nodes/s", 0, steps[i].time,
              json_pack("{s:{s:f}}", "args", "nodes/s", round(now * 10) / 10));
    }
    free(steps);
    return true;
}

/* Finished depths, changes of the best move and the like. */
static void marks(writer *w) {
    const cn_timeline *t = w->timeline;
    for (size_t i = 0; i < t->mark_count; i++) {
        const cn_trace_mark *mark = &t->marks[i];
        char name[CN_MARK_TEXT];
        if (!cn_trace_mark_text(mark, name)) continue;
        event(w, "i", name, mark->worker, mark->time, json_pack("{s:s}", "s", "t"));
    }
}

bool cn_trace_write_chrome(const cn_timeline *t, FILE *file) {
    writer w = {.timeline = t, .file = file};
    choose_shortest(&w);
    json_t *about =
        json_pack("{s:o, s:I, s:I, s:I}", "recorded", label_json(t->trace, 0), "events missing",
                  (json_int_t)t->missing, "spans left out", (json_int_t)w.left_out,
                  "shortest span in ns", (json_int_t)w.shortest);
    fputs("{\"displayTimeUnit\":\"ms\",\"otherData\":", file);
    w.failed = json_dumpf(about, file, JSON_COMPACT) != 0;
    json_decref(about);
    fputs(",\n\"traceEvents\":[", file);
    names(&w);
    spans(&w);
    w.failed |= !activity(&w) || !speed(&w);
    marks(&w);
    fputs("\n]}\n", file);
    return !w.failed;
}
