/* The figures of a recording, as text and as JSON: one shape of JSON, whoever asks for it, with
 * times in seconds; and the table of what a recording can hold, as JSON. */
#include "lab/trace.h"

#include "arena/json.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Counts of tasks come from the ring's totals, which are right even where events are missing. */
static void count_tasks(const cn_trace_ring *ring, cn_worker_summary *w) {
    const uint64_t *n = ring->total;
    w->created = n[CN_TRACE_PUSH] + n[CN_TRACE_INLINE];
    w->run = n[CN_TRACE_RUN] + n[CN_TRACE_STOLEN] + n[CN_TRACE_INLINE];
    w->stolen = n[CN_TRACE_STOLEN];
    w->inlined = n[CN_TRACE_INLINE];
    w->cancelled = n[CN_TRACE_CANCEL];
    w->dropped = n[CN_TRACE_DROP];
    w->small = n[CN_TRACE_BATCH];
}

/* Times by activity, inside searches. */
static void add_times(const cn_timeline *t, const cn_lane *lane, cn_worker_summary *w) {
    for (size_t i = 0; i < lane->stretch_count; i++) {
        const cn_stretch *s = &lane->stretches[i];
        const uint64_t length = s->end - s->begin;
        if (s->activity == CN_BUSY) w->busy += length;
        if (s->activity == CN_MERGING) w->merge += length;
        if (s->activity == CN_WAITING) w->wait += length;
    }
    for (size_t i = 0; i < lane->count; i++) {
        if (lane->spans[i].kind == CN_SPAN_LOCK) w->lock += lane->spans[i].own;
    }
    /* Everything else inside searches; between them nobody has to be busy. */
    const uint64_t used = w->busy + w->merge + w->wait;
    w->idle = t->wall > used ? t->wall - used : 0;
}

/* The figures of a worker by their keys in JSON; add_worker relies on all of them being uint64_t.
 */
#define WORKER(letter, key, member) CN_JSON_FIELD(cn_worker_summary, letter, key, member)
static const cn_json_field worker_fields[] = {
    WORKER('I', "created", created),
    WORKER('I', "run", run),
    WORKER('I', "stolen", stolen),
    WORKER('I', "inline", inlined),
    WORKER('I', "cancelled", cancelled),
    WORKER('I', "dropped", dropped),
    WORKER('I', "small", small),
    WORKER('t', "busy", busy),
    WORKER('t', "merge", merge),
    WORKER('t', "wait", wait),
    WORKER('t', "idle", idle),
    WORKER('t', "lock", lock),
    {NULL, 0, 0},
};

/* Adds the figures of one worker to a sum, field by field. */
static void add_worker(cn_worker_summary *to, const cn_worker_summary *from) {
    for (const cn_json_field *f = worker_fields; f->key; f++) {
        *(uint64_t *)((char *)to + f->at) += *(const uint64_t *)((const char *)from + f->at);
    }
}

/* Which of the CN_TASK_SIZES a time belongs to. */
static int size_of(uint64_t ns) {
    int size = 0;
    for (uint64_t limit = 1000; size < CN_TASK_SIZES - 1 && ns >= limit; limit *= 10) size++;
    return size;
}

/* Tasks come from the totals of the rings, times from the stretches, sizes from the spans. */
void cn_trace_summarise(const cn_timeline *t, cn_trace_summary *s) {
    memset(s, 0, sizeof *s);
    s->workers = t->trace->workers;
    s->searches = t->trace->searches;
    s->wall = t->wall;
    s->missing = t->missing;
    uint64_t most = 0;
    for (int i = 0; i < s->workers; i++) {
        cn_worker_summary *w = &s->worker[i];
        count_tasks(&t->trace->rings[i], w);
        add_times(t, &t->lanes[i], w);
        add_worker(&s->total, w);
        if (w->busy > most) most = w->busy;
        for (size_t k = 0; k < t->lanes[i].count; k++) {
            const cn_span *span = &t->lanes[i].spans[k];
            const bool batch = span->kind == CN_SPAN_BATCH;
            if (span->kind != CN_SPAN_TASK && !batch) continue;
            /* Of a batch the mean is known. */
            const uint64_t count = batch && span->argument ? span->argument : 1;
            s->sizes[size_of(span->own / count)] += count;
        }
    }
    for (size_t i = 0; i < t->mark_count; i++) {
        if (t->marks[i].kind == CN_TRACE_SEARCH_END) s->nodes += t->marks[i].argument;
    }
    const double workers = s->workers;
    if (s->wall) s->productivity = (double)s->total.busy / (workers * (double)s->wall);
    if (most) s->balance = (double)s->total.busy / (workers * (double)most);
}

cn_trace_summary *cn_trace_summary_new(const cn_trace *trace) {
    cn_timeline *timeline = cn_timeline_new(trace);
    cn_trace_summary *summary = timeline ? malloc(sizeof *summary) : NULL;
    if (summary) cn_trace_summarise(timeline, summary);
    cn_timeline_free(timeline);
    return summary;
}

/* The factors multiply to the speed-up by their definition, whatever was measured. */
bool cn_trace_decompose(const cn_trace_summary *one, const cn_trace_summary *many,
                        cn_decomposition *parts) {
    if (!one->wall || !many->wall || !one->nodes || !many->nodes || !one->total.busy ||
        !many->total.busy) {
        return false;
    }
    const double per_one = (double)one->total.busy / (double)one->nodes;
    const double per_many = (double)many->total.busy / (double)many->nodes;
    *parts = (cn_decomposition){
        .speedup = (double)one->wall / (double)many->wall,
        /* On one thread this is 1 but for what the clock costs. */
        .productivity = many->productivity / (one->productivity * one->workers),
        .overhead = (double)many->nodes / (double)one->nodes,
        .slowdown = per_many / per_one,
    };
    return true;
}

/* ---- as text ---- */

/* The name of a size of tasks: "1-10 us". */
static const char *size_name(int size) {
    static const char *const names[CN_TASK_SIZES] = {
        "< 1 us", "1-10 us", "10-100 us", "0.1-1 ms", "1-10 ms", "10-100 ms", "0.1-1 s", "> 1 s"};
    return names[size];
}

void cn_time_text(uint64_t ns, char text[CN_TIME_TEXT]) {
    const double x = (double)ns;
    if (ns >= 1000000000) {
        snprintf(text, CN_TIME_TEXT, "%.3f s", x * 1e-9);
    } else if (ns >= 1000000) {
        snprintf(text, CN_TIME_TEXT, "%.3g ms", x * 1e-6);
    } else {
        snprintf(text, CN_TIME_TEXT, "%.3g us", x * 1e-3);
    }
}

void cn_trace_worker_text(const cn_trace *trace, int worker, char text[CN_WORKER_TEXT]) {
    const int each = cn_trace_threads(trace);
    if (trace->ranks == 1) {
        snprintf(text, CN_WORKER_TEXT, "%d", worker);
    } else {
        snprintf(text, CN_WORKER_TEXT, "%d:%d", worker / each, worker % each);
    }
}

/* A share in percent, 0 of nothing. */
static double percent(uint64_t part, double whole) {
    return whole > 0 ? 100 * (double)part / whole : 0;
}

/* One line of the table; `wall` is the time that 100 % stands for. */
static void write_row(const char *name, const cn_worker_summary *w, double wall, FILE *file) {
    fprintf(file,
            "%6s %9" PRIu64 " %9" PRIu64 " %8" PRIu64 " %7" PRIu64 " %9" PRIu64 " %7" PRIu64
            "  %5.1f%% %5.1f%% %5.1f%% %5.1f%%\n",
            name, w->created, w->run, w->stolen, w->inlined, w->cancelled, w->dropped,
            percent(w->busy, wall), percent(w->merge, wall), percent(w->wait, wall),
            percent(w->idle, wall));
}

/* A bar for each size of tasks. */
static void write_sizes(const cn_trace_summary *s, FILE *file) {
    uint64_t most = 0, all = 0;
    for (int i = 0; i < CN_TASK_SIZES; i++) {
        if (s->sizes[i] > most) most = s->sizes[i];
        all += s->sizes[i];
    }
    if (all == 0) return;
    fputs("\ntasks by their own time\n", file);
    for (int i = 0; i < CN_TASK_SIZES; i++) {
        if (!s->sizes[i]) continue;
        const int bar = (int)(40 * s->sizes[i] / most);
        fprintf(file, "%10s %9" PRIu64 " %.*s\n", size_name(i), s->sizes[i], bar ? bar : 1,
                "########################################");
    }
}

/* Shares of a worker are of the wall time, those of the row `all` of the wall time of all workers.
 */
void cn_trace_summary_write(const cn_trace *trace, const cn_trace_summary *s, FILE *file) {
    char time[CN_TIME_TEXT];
    cn_time_text(s->wall, time);
    if (trace->label[0]) fprintf(file, "%s\n", trace->label);
    char ranks[32] = "";
    if (trace->ranks > 1) snprintf(ranks, sizeof ranks, "%d ranks, ", trace->ranks);
    fprintf(file,
            "%" PRIu64 " search%s, %s%d worker%s, %s, %" PRIu64 " nodes\n\n"
            "worker   created       run   stolen  inline cancelled dropped    busy  merge   wait "
            "  idle\n",
            s->searches, s->searches == 1 ? "" : "es", ranks, s->workers,
            s->workers == 1 ? "" : "s", time, s->nodes);
    char name[CN_WORKER_TEXT];
    for (int i = 0; i < s->workers; i++) {
        cn_trace_worker_text(trace, i, name);
        write_row(name, &s->worker[i], (double)s->wall, file);
    }
    if (s->workers > 1) write_row("all", &s->total, (double)s->wall * s->workers, file);
    fprintf(file, "\nproductivity %.1f %%, work balance %.1f %%", 100 * s->productivity,
            100 * s->balance);
    if (s->total.lock) {
        fprintf(file, ", waiting for locks %.1f %%",
                percent(s->total.lock, (double)s->wall * s->workers));
    }
    fputc('\n', file);
    write_sizes(s, file);
    if (s->missing) {
        fprintf(file,
                "\n%" PRIu64 " events had to make room for later ones: tasks are counted from the "
                "beginning,\ntimes cover the last %s, nodes are those of the searches that ended "
                "in it.\n",
                s->missing, time);
    }
}

/* The factors multiply to the speed-up: a loss shows as a factor below 1, or as a divisor above 1.
 */
void cn_decomposition_write(const cn_decomposition *d, int workers, FILE *file) {
    fprintf(file,
            "\nspeed-up %.2f = %d workers x productivity %.3f / search overhead %.3f / slow-down "
            "per node %.3f\n",
            d->speedup, workers, d->productivity, d->overhead, d->slowdown);
}

/* ---- as JSON ---- */

json_t *cn_trace_summary_json(const cn_trace *trace, const cn_trace_summary *s) {
    json_t *workers = json_array(), *sizes = json_array();
    for (int i = 0; i < s->workers; i++) {
        json_array_append_new(workers, cn_json_pack_struct(worker_fields, &s->worker[i]));
    }
    for (int i = 0; i < CN_TASK_SIZES; i++) {
        json_array_append_new(
            sizes, json_pack("{s:s, s:I}", "size", size_name(i), "tasks", (json_int_t)s->sizes[i]));
    }
    /* A label may have been cut in the midst of a character: then it is left out. */
    return json_pack("{s:o*, s:I, s:I, s:f, s:I, s:f, s:f, s:o, s:o, s:o}", "recorded",
                     json_string(trace->label), "searches", (json_int_t)s->searches, "nodes",
                     (json_int_t)s->nodes, "seconds", (double)s->wall * 1e-9, "events_missing",
                     (json_int_t)s->missing, "productivity", s->productivity, "balance", s->balance,
                     "total", cn_json_pack_struct(worker_fields, &s->total), "workers", workers,
                     "task_sizes", sizes);
}

json_t *cn_decomposition_json(const cn_decomposition *d, int workers) {
    json_t *json = json_pack("{s:f, s:i, s:f, s:f, s:f}", "speedup", d->speedup, "workers", workers,
                             "productivity", d->productivity, "overhead", d->overhead, "slowdown",
                             d->slowdown);
    if (d->rounds == 0) return json;
    json_t *more = json_pack("{s:i, s:[f,f], s:f}", "rounds", d->rounds, "interval", d->low,
                             d->high, "share", d->share);
    json_object_update(json, more);
    json_decref(more);
    return json;
}

/* The page draws by this table, so a new kind of event needs no change of the page. */
json_t *cn_trace_kinds_json(void) {
    static const char *const roles[] = {
        [CN_ROLE_COUNT] = "count", [CN_ROLE_BEGIN] = "begin",     [CN_ROLE_END] = "end",
        [CN_ROLE_WHOLE] = "span",  [CN_ROLE_FATE] = "fate",       [CN_ROLE_LINE] = "line",
        [CN_ROLE_POINT] = "point", [CN_ROLE_COUNTER] = "counter", [CN_ROLE_NOTE] = "note",
    };
    json_t *activities = json_array(), *spans = json_array(), *events = json_array();
    for (int i = 0; i < CN_ACTIVITIES; i++) {
        const cn_activity_row *row = &cn_activity_rows[i];
        json_array_append_new(activities,
                              json_pack("{s:s, s:s, s:[s, s]}", "name", row->name, "text",
                                        row->text, "colours", row->light, row->dark));
    }
    for (int i = 0; i < CN_SPAN_KINDS; i++) {
        const cn_span_row *row = &cn_span_rows[i];
        json_array_append_new(spans,
                              json_pack("{s:s, s:s, s:s, s:[s, s]}", "name", row->name, "text",
                                        row->text, "activity", cn_activity_rows[row->activity].name,
                                        "colours", row->light, row->dark));
    }
    for (int i = 0; i < CN_TRACE_KIND_COUNT; i++) {
        const cn_trace_row *row = &cn_trace_rows[i];
        json_array_append_new(events, json_pack("{s:s, s:s, s:s, s:s}", "name", row->name, "text",
                                                row->text, "role", roles[row->role], "span",
                                                cn_span_rows[row->span].name));
    }
    return json_pack("{s:o, s:o, s:o}", "activities", activities, "spans", spans, "events", events);
}
