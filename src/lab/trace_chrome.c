/* Chrome trace events, which Perfetto and speedscope open: one object with an array of events.
 *
 * M names processes and threads; X is a span, and those of a thread nest; C is a counter; i a mark;
 * s and f are the two ends of an arrow from where a task was made to where a thief ran it.
 * Times are microseconds, written to the nanosecond.
 *
 * Viewers grow slow beyond some hundred thousand events. Of more spans than that the shortest are
 * left out (so that the rest still nest), and the file says how many. */
#include "lab/trace.h"

#include <inttypes.h>
#include <stdlib.h>

enum { SPANS_MAX = 300000, ARROWS_MAX = 50000, POINTS_MAX = 20000 };

typedef struct writer {
    const cn_timeline *timeline;
    FILE *file;
    bool more; /* a comma is due */
    uint64_t shortest, left_out;
} writer;

static void text(FILE *file, const char *s) {
    fputc('"', file);
    for (; *s; s++) {
        const unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\') {
            fprintf(file, "\\%c", c);
        } else if (c < 0x20 || c >= 0x7f) {
            fprintf(file, "\\u%04x", c); /* labels are plain; whatever is not stays harmless */
        } else {
            fputc(c, file);
        }
    }
    fputc('"', file);
}

/* Threads are workers, processes are ranks: numbers above 0, since 0 stands for none, and a process
 * has that of its first thread, as it is with the system's own. Perfetto believes in both. */
static int thread(int worker) {
    return 1 + worker;
}

static int process(const writer *w, int worker) {
    return thread(worker - worker % cn_trace_threads(w->timeline->trace));
}

/* Begins an event and leaves it open for what is its own. */
static void begin(writer *w, const char *phase, const char *name, int worker, uint64_t time) {
    fprintf(w->file,
            "%s\n{\"ph\":\"%s\",\"name\":\"%s\",\"pid\":%d,\"tid\":%d,"
            "\"ts\":%" PRIu64 ".%03" PRIu64,
            w->more ? "," : "", phase, name, process(w, worker), thread(worker), time / 1000,
            time % 1000);
    w->more = true;
}

/* M: what something is called, or where it stands among others. */
static void meta(writer *w, const char *what, int worker, const char *key) {
    fprintf(w->file, "%s\n{\"ph\":\"M\",\"name\":\"%s\",\"pid\":%d,\"tid\":%d,\"args\":{\"%s\":",
            w->more ? "," : "", what, process(w, worker), thread(worker), key);
    w->more = true;
}

static void names(writer *w) {
    const cn_trace *trace = w->timeline->trace;
    const int each = cn_trace_threads(trace);
    for (int i = 0; i < trace->workers; i++) {
        char name[CN_WORKER_TEXT];
        if (i % each == 0) {
            char rank[32] = "", label[CN_TRACE_LABEL + sizeof rank];
            if (trace->ranks > 1) snprintf(rank, sizeof rank, "rank %d, ", i / each);
            snprintf(label, sizeof label, "%s%s", rank, trace->label[0] ? trace->label : "canopy");
            meta(w, "process_name", i, "name");
            text(w->file, label);
            fputs("}}", w->file);
        }
        cn_trace_worker_text(trace, i, name);
        meta(w, "thread_name", i, "name");
        fprintf(w->file, "\"worker %s\"}}", name);
        meta(w, "thread_sort_index", i, "sort_index");
        fprintf(w->file, "%d}}", i);
    }
}

/* ---- spans and arrows ---- */

static void write_span(writer *w, int worker, const cn_span *span) {
    const uint64_t length = span->end - span->begin;
    char how[CN_HOW_TEXT], name[CN_HOW_TEXT + 32];
    cn_span_how(span, how);
    /* The common case goes without saying: a task that its maker ran to the end. */
    const bool plain = span->how == CN_TRACE_RUN && span->fate == CN_TRACE_END;
    snprintf(name, sizeof name, "%s%s%s", cn_span_rows[span->kind].name,
             how[0] && !plain ? ", " : "", plain ? "" : how);
    begin(w, "X", name, worker, span->begin);
    fprintf(w->file, ",\"dur\":%" PRIu64 ".%03" PRIu64, length / 1000, length % 1000);
    if (span->kind == CN_SPAN_TASK) {
        fprintf(w->file, ",\"args\":{\"task\":%" PRIu64 ",\"maker\":%d}", span->argument & 0xffffff,
                cn_trace_maker(span->argument));
    }
    if (span->kind == CN_SPAN_BATCH) {
        fprintf(w->file, ",\"args\":{\"tasks\":%" PRIu64 ",\"stolen\":%s}", span->argument,
                span->how == CN_TRACE_STOLEN ? "true" : "false");
    }
    if (span->kind == CN_SPAN_SEARCH) {
        fprintf(w->file, ",\"args\":{\"search\":%" PRIu64 "}", span->argument);
    }
    fputc('}', w->file);
}

static void choose_shortest(writer *w) {
    for (uint64_t step = 500;; step *= 2) {
        uint64_t shown = 0;
        w->left_out = 0;
        for (int i = 0; i < w->timeline->trace->workers; i++) {
            const cn_lane *lane = &w->timeline->lanes[i];
            for (size_t k = 0; k < lane->count; k++) {
                const bool show = lane->spans[k].end - lane->spans[k].begin >= w->shortest;
                shown += show;
                w->left_out += !show;
            }
        }
        if (shown <= SPANS_MAX) return;
        w->shortest = step;
    }
}

static void spans(writer *w) {
    uint64_t arrows = 0;
    for (int i = 0; i < w->timeline->trace->workers; i++) {
        const cn_lane *lane = &w->timeline->lanes[i];
        for (size_t k = 0; k < lane->count; k++) {
            const cn_span *span = &lane->spans[k];
            if (span->end - span->begin < w->shortest) continue;
            write_span(w, i, span);
            if (span->kind != CN_SPAN_TASK || span->how != CN_TRACE_STOLEN) continue;
            const cn_push *push = cn_timeline_push(w->timeline, span);
            if (!push || arrows == ARROWS_MAX) continue;
            arrows++;
            /* The arrow needs something to leave from at that very time: Perfetto would take the
             * last that began before, whatever it was. */
            begin(w, "i", cn_trace_rows[CN_TRACE_PUSH].text, cn_trace_maker(span->argument),
                  push->time);
            fputs(",\"s\":\"t\"}", w->file);
            begin(w, "s", "steal", cn_trace_maker(span->argument), push->time);
            fprintf(w->file, ",\"cat\":\"steal\",\"id\":%" PRIu64 "}", arrows);
            begin(w, "f", "steal", i, span->begin);
            fprintf(w->file, ",\"bp\":\"e\",\"cat\":\"steal\",\"id\":%" PRIu64 "}", arrows);
        }
    }
}

/* ---- counters and marks ---- */

/* Something goes up or down by so much. */
typedef struct change {
    uint64_t time;
    double by;
    cn_activity activity; /* or, of nodes a second, nothing */
} change;

static int by_time(const void *a, const void *b) {
    const change *x = a, *y = b;
    return x->time < y->time ? -1 : x->time > y->time;
}

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
    const uint64_t apart = count > POINTS_MAX ? t->length / POINTS_MAX : 0;
    int now[CN_ACTIVITIES] = {0};
    uint64_t next = 0;
    for (size_t i = 0; i < count; i++) {
        now[changes[i].activity] += (int)changes[i].by;
        const bool last = i + 1 == count;
        if (!last && (changes[i + 1].time == changes[i].time || changes[i].time < next)) continue;
        next = changes[i].time + apart;
        begin(w, "C", "workers", 0, changes[i].time);
        for (int a = 0; a < CN_IDLE; a++) {
            fprintf(w->file, "%s\"%s\":%d", a ? "," : ",\"args\":{", cn_activity_rows[a].name,
                    now[a]);
        }
        fputs("}}", w->file);
    }
    free(changes);
    return true;
}

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
        begin(w, "C", "nodes/s", 0, steps[i].time);
        fprintf(w->file, ",\"args\":{\"nodes/s\":%.1f}}", now);
    }
    free(steps);
    return true;
}

static void marks(writer *w) {
    const cn_timeline *t = w->timeline;
    for (size_t i = 0; i < t->mark_count; i++) {
        const cn_trace_mark *mark = &t->marks[i];
        char name[CN_MARK_TEXT];
        if (!cn_trace_mark_text(mark, name)) continue;
        begin(w, "i", name, mark->worker, mark->time);
        fputs(",\"s\":\"t\"}", w->file);
    }
}

bool cn_trace_write_chrome(const cn_timeline *t, FILE *file) {
    writer w = {.timeline = t, .file = file};
    choose_shortest(&w);
    fputs("{\"displayTimeUnit\":\"ms\",\"otherData\":{\"recorded\":", file);
    text(file, t->trace->label);
    fprintf(file,
            ",\"events missing\":%" PRIu64 ",\"spans left out\":%" PRIu64
            ",\"shortest span in ns\":%" PRIu64 "},\n\"traceEvents\":[",
            t->missing, w.left_out, w.shortest);
    names(&w);
    spans(&w);
    const bool made = activity(&w) && speed(&w);
    marks(&w);
    fputs("\n]}\n", file);
    return made;
}
