/* The figures of a recording. */
#include "lab/trace.h"

#include <inttypes.h>
#include <string.h>

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

static void add_worker(cn_worker_summary *to, const cn_worker_summary *from) {
    to->created += from->created;
    to->run += from->run;
    to->stolen += from->stolen;
    to->inlined += from->inlined;
    to->cancelled += from->cancelled;
    to->dropped += from->dropped;
    to->small += from->small;
    to->busy += from->busy;
    to->merge += from->merge;
    to->wait += from->wait;
    to->idle += from->idle;
    to->lock += from->lock;
}

static int size_of(uint64_t ns) {
    int size = 0;
    for (uint64_t limit = 1000; size < CN_TASK_SIZES - 1 && ns >= limit; limit *= 10) size++;
    return size;
}

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

const char *cn_task_size_name(int size) {
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

static double percent(uint64_t part, double whole) {
    return whole > 0 ? 100 * (double)part / whole : 0;
}

static void write_row(const char *name, const cn_worker_summary *w, double wall, FILE *file) {
    fprintf(file,
            "%6s %9" PRIu64 " %9" PRIu64 " %8" PRIu64 " %7" PRIu64 " %9" PRIu64 " %7" PRIu64
            "  %5.1f%% %5.1f%% %5.1f%% %5.1f%%\n",
            name, w->created, w->run, w->stolen, w->inlined, w->cancelled, w->dropped,
            percent(w->busy, wall), percent(w->merge, wall), percent(w->wait, wall),
            percent(w->idle, wall));
}

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
        fprintf(file, "%10s %9" PRIu64 " %.*s\n", cn_task_size_name(i), s->sizes[i], bar ? bar : 1,
                "########################################");
    }
}

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

void cn_decomposition_write(const cn_decomposition *d, int workers, FILE *file) {
    fprintf(file,
            "\nspeed-up %.2f = %d workers x productivity %.3f / search overhead %.3f / slow-down "
            "per node %.3f\n",
            d->speedup, workers, d->productivity, d->overhead, d->slowdown);
}
