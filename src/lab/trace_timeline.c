/* Makes spans of events. A ring holds the events of one worker in order, so one pass with a stack
 * gives spans that nest. Times are made to rise and every end closes the innermost span, which
 * changes nothing in a sound recording and makes an unsound one harmless. */
#include "lab/trace.h"

#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

/* ---- one worker ---- */

/* The timeline of one worker while it is built. */
typedef struct builder {
    cn_timeline *timeline;
    cn_lane *lane;
    size_t *stack;
    int span_room, stretch_room, stack_room;
    size_t depth;  /* of the stack, which holds indices of spans */
    uint64_t done; /* everything before this time has been counted */
    bool failed;
} builder;

/* Room for one more in a list; notes if there is none. */
static bool grow(builder *b, void *list, size_t count, int *room, size_t each) {
    const bool grown = cn_memory_grow(list, (int)count, room, each);
    b->failed |= !grown;
    return grown;
}

/* The innermost open span, or NULL. */
static cn_span *top(const builder *b) {
    return b->depth ? &b->lane->spans[b->stack[b->depth - 1]] : NULL;
}

/* The worker was at this activity up to `end`; joined with the stretch before it if that was the
 * same. */
static void stretch(builder *b, uint64_t end, cn_activity activity) {
    cn_lane *lane = b->lane;
    if (end <= b->done) return;
    cn_stretch *last = lane->stretch_count ? &lane->stretches[lane->stretch_count - 1] : NULL;
    if (activity == CN_IDLE) {
        /* a gap */
    } else if (last && last->activity == activity && last->end == b->done) {
        last->end = end;
    } else if (grow(b, &lane->stretches, lane->stretch_count, &b->stretch_room,
                    sizeof *lane->stretches)) {
        lane->stretches[lane->stretch_count++] = (cn_stretch){b->done, end, activity};
    }
    b->done = end;
}

/* Counts the time up to now as the innermost span's own. */
static void advance(builder *b, uint64_t now) {
    cn_span *inner = top(b);
    if (now <= b->done) return;
    if (inner) inner->own += now - b->done;
    stretch(b, now, inner ? cn_span_rows[inner->kind].activity : CN_IDLE);
}

/* Adds an empty span at the time that has been reached; NULL: no memory. */
static cn_span *add_span(builder *b, cn_span_kind kind, uint64_t argument) {
    cn_lane *lane = b->lane;
    if (!grow(b, &lane->spans, lane->count, &b->span_room, sizeof *lane->spans)) return NULL;
    cn_span *span = &lane->spans[lane->count++];
    *span = (cn_span){.begin = b->done,
                      .end = b->done,
                      .argument = argument,
                      .kind = (uint8_t)kind,
                      .fate = CN_TRACE_END,
                      .depth = (uint16_t)b->depth};
    return span;
}

/* Begins a span that later events end; until then it is on the stack. */
static void open_span(builder *b, cn_span_kind kind, uint64_t argument, cn_trace_kind how) {
    enum { DEEPEST = 60000 };
    b->failed |= b->depth >= DEEPEST;
    if (b->failed || !grow(b, &b->stack, b->depth, &b->stack_room, sizeof *b->stack)) return;
    cn_span *span = add_span(b, kind, argument);
    if (!span) return;
    span->how = (uint8_t)how;
    b->stack[b->depth++] = b->lane->count - 1;
}

/* Ends the innermost span now. */
static void close_span(builder *b) {
    cn_span *span = top(b);
    if (!span) return;
    span->end = b->done;
    b->depth--;
}

/* Adds a span that was noted when it was over, ending now. What of it lies before the time already
 * counted is cut off. */
static cn_span *whole_span(builder *b, cn_span_kind kind, uint64_t now, uint64_t length) {
    const uint64_t begin = length < now ? now - length : 0;
    advance(b, begin);
    cn_span *span = add_span(b, kind, 0);
    if (!span || now <= b->done) return span;
    span->end = now;
    span->own = now - b->done;
    /* A worker without a task is idle; inside an open span it waits for a group of tasks. */
    const cn_activity own = cn_span_rows[kind].activity;
    stretch(b, now, own == CN_IDLE && b->depth > 0 ? CN_WAITING : own);
    return span;
}

/* Adds a run of small tasks as one span. */
static void batch_span(builder *b, uint64_t now, uint64_t argument) {
    cn_span *span = whole_span(b, CN_SPAN_BATCH, now, cn_trace_batch_length(argument));
    if (!span) return;
    span->argument = cn_trace_batch_count(argument);
    span->how = cn_trace_batch_stolen(argument) ? CN_TRACE_STOLEN : CN_TRACE_RUN;
}

/* A task that another worker made was stolen. */
static cn_trace_kind how_run(int worker, uint64_t task) {
    return cn_trace_maker(task) == worker ? CN_TRACE_RUN : CN_TRACE_STOLEN;
}

/* Opens the spans whose beginning is no longer in the ring, because later events took its place:
 * those that an end without a beginning closes. The outermost is the one that ends last, so they
 * are opened from the last end to the first. */
static void open_lost(builder *b, const cn_trace_ring *ring, int worker) {
    const uint64_t kept = cn_trace_kept(ring);
    uint64_t open = 0, *ends = NULL;
    int lost = 0, room = 0;
    for (uint64_t i = 0; i < kept && !b->failed; i++) {
        const cn_trace_role role = cn_trace_rows[cn_trace_event_kind(cn_trace_at(ring, i))].role;
        if (role == CN_ROLE_BEGIN) {
            open++;
        } else if (role == CN_ROLE_END && open > 0) {
            open--;
        } else if (role == CN_ROLE_END) {
            if (grow(b, &ends, (size_t)lost, &room, sizeof *ends)) ends[lost++] = i;
        }
    }
    while (lost > 0 && !b->failed) {
        const cn_trace_event *event = cn_trace_at(ring, ends[--lost]);
        const cn_trace_kind kind = cn_trace_event_kind(event);
        const uint64_t argument = cn_trace_event_argument(event);
        const bool task = kind == CN_TRACE_END;
        open_span(b, cn_trace_rows[kind].span, task ? argument : 0,
                  task ? how_run(worker, argument) : kind);
    }
    free(ends);
}

/* ---- marks and pushes ---- */

/* Adds a mark to the timeline. */
static void note_mark(builder *b, cn_trace_mark mark) {
    cn_timeline *t = b->timeline;
    if (!grow(b, &t->marks, t->mark_count, &t->mark_room, sizeof mark)) return;
    t->marks[t->mark_count++] = mark;
}

/* Notes when a task was made. */
static void note_push(builder *b, uint64_t argument, uint64_t now) {
    cn_timeline *t = b->timeline;
    if (!grow(b, &t->pushes, t->push_count, &t->push_room, sizeof *t->pushes)) return;
    t->pushes[t->push_count++] = (cn_push){(uint32_t)argument, (uint32_t)(argument >> 32), now};
}

/* CANCEL and DROP say how the innermost task will end. */
static void set_fate(const builder *b, cn_trace_kind fate) {
    for (size_t i = b->depth; i-- > 0;) {
        cn_span *span = &b->lane->spans[b->stack[i]];
        if (span->kind != CN_SPAN_TASK) continue;
        span->fate = (uint8_t)fate;
        return;
    }
}

/* The end of a search is also where its nodes are counted. */
static bool is_mark(const cn_trace_row *row) {
    switch (row->role) {
    case CN_ROLE_LINE:
    case CN_ROLE_POINT:
    case CN_ROLE_NOTE:
    case CN_ROLE_COUNTER: return true;
    default: return row->argument == CN_ARGUMENT_NODES;
    }
}

/* Takes one event of a worker, by the role that its kind has in the table of kinds. */
static void take(builder *b, int worker, const cn_trace_event *event, uint64_t now) {
    const cn_trace_kind kind = cn_trace_event_kind(event);
    const uint64_t argument = cn_trace_event_argument(event);
    const cn_trace_row *row = &cn_trace_rows[kind];
    if (row->argument == CN_ARGUMENT_BATCH) {
        batch_span(b, now, argument);
        return;
    }
    if (row->role == CN_ROLE_WHOLE) {
        whole_span(b, row->span, now, argument);
        return;
    }
    advance(b, now);
    const bool task = row->argument == CN_ARGUMENT_TASK;
    if (row->role == CN_ROLE_BEGIN) {
        open_span(b, row->span, task ? argument & 0xffffffff : argument, kind);
    }
    if (row->role == CN_ROLE_FATE) set_fate(b, kind);
    if (kind == CN_TRACE_PUSH) note_push(b, argument, now);
    if (is_mark(row)) note_mark(b, (cn_trace_mark){now, argument, worker, kind});
    if (row->role == CN_ROLE_END) close_span(b);
}

/* All spans and stretches of one worker. False: no memory. */
static bool build_lane(cn_timeline *t, int worker) {
    const cn_trace_ring *ring = &t->trace->rings[worker];
    builder b = {.timeline = t, .lane = &t->lanes[worker]};
    open_lost(&b, ring, worker);
    const uint64_t kept = cn_trace_kept(ring);
    for (uint64_t i = 0; i < kept && !b.failed; i++) {
        const cn_trace_event *event = cn_trace_at(ring, i);
        const uint64_t at = event->time_ns > t->origin_ns ? event->time_ns - t->origin_ns : 0;
        take(&b, worker, event, at > t->length ? t->length : at < b.done ? b.done : at);
    }
    while (b.depth > 0 && !b.failed) {
        advance(&b, t->length);
        close_span(&b);
    }
    free(b.stack);
    /* What lies before the start has no length. */
    size_t kept_spans = 0;
    for (size_t i = 0; i < b.lane->count; i++) {
        if (b.lane->spans[i].end > 0) b.lane->spans[kept_spans++] = b.lane->spans[i];
    }
    b.lane->count = kept_spans;
    return !b.failed;
}

/* ---- all of them ---- */

/* From the first search on, or, where the oldest events are gone, from where all workers' events
 * are there. A worker's wait for its first task may have begun long before. */
static void find_ends(cn_timeline *t) {
    uint64_t first = UINT64_MAX, last = 0, lost = 0;
    for (int i = 0; i < t->trace->workers; i++) {
        const cn_trace_ring *ring = &t->trace->rings[i];
        const uint64_t kept = cn_trace_kept(ring);
        if (kept == 0) continue;
        uint64_t begin = UINT64_MAX;
        for (uint64_t k = 0; k < kept; k++) {
            const uint64_t time = cn_trace_at(ring, k)->time_ns;
            if (time < begin) begin = time;
            if (time > last) last = time;
        }
        if (ring->written > kept && begin > lost) lost = begin;
        if (begin < first) first = begin;
        t->missing += ring->written - kept;
    }
    if (first == UINT64_MAX) first = 0;
    t->origin_ns = lost > first ? lost : first;
    t->length = last > t->origin_ns ? last - t->origin_ns : 0;
}

/* For qsort: by the number of the task, then by time, since numbers start over. */
static int by_task(const void *a, const void *b) {
    const cn_push *x = a, *y = b;
    if (x->task != y->task) return x->task < y->task ? -1 : 1;
    return x->time < y->time ? -1 : x->time > y->time;
}

/* For qsort: by time, then by worker. */
static int by_time(const void *a, const void *b) {
    const cn_trace_mark *x = a, *y = b;
    if (x->time != y->time) return x->time < y->time ? -1 : 1;
    return x->worker - y->worker;
}

cn_timeline *cn_timeline_new(const cn_trace *trace) {
    cn_timeline *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->trace = trace;
    find_ends(t);
    for (int i = 0; i < trace->workers; i++) {
        if (build_lane(t, i)) continue;
        cn_timeline_free(t);
        return NULL;
    }
    if (t->push_count) qsort(t->pushes, t->push_count, sizeof *t->pushes, by_task);
    if (t->mark_count) qsort(t->marks, t->mark_count, sizeof *t->marks, by_time);
    bool searched = false;
    for (size_t i = 0; i < t->lanes[0].count; i++) {
        const cn_span *span = &t->lanes[0].spans[i];
        if (span->kind != CN_SPAN_SEARCH || span->depth > 0) continue;
        t->wall += span->end - span->begin;
        searched = true;
    }
    if (!searched) t->wall = t->length; /* a pool without a search */
    return t;
}

void cn_timeline_free(cn_timeline *t) {
    if (!t) return;
    for (int i = 0; i < t->trace->workers; i++) {
        free(t->lanes[i].spans);
        free(t->lanes[i].stretches);
    }
    free(t->pushes);
    free(t->marks);
    free(t);
}

const cn_push *cn_timeline_push(const cn_timeline *t, const cn_span *run) {
    /* The last push of that number that was not later. */
    const cn_push *found = NULL;
    for (size_t low = 0, high = t->push_count; low < high;) {
        const size_t middle = low + (high - low) / 2;
        const cn_push *push = &t->pushes[middle];
        const bool before = push->task < (uint32_t)run->argument ||
                            (push->task == (uint32_t)run->argument && push->time <= run->begin);
        if (before) {
            found = push;
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return found && found->task == (uint32_t)run->argument ? found : NULL;
}

/* ---- texts ---- */

void cn_span_how(const cn_span *span, char text[CN_HOW_TEXT]) {
    text[0] = '\0';
    if (span->kind != CN_SPAN_TASK) return;
    const bool ended = span->fate == CN_TRACE_END;
    snprintf(text, CN_HOW_TEXT, "%s%s%s", cn_trace_rows[span->how].name, ended ? "" : " ",
             ended ? "" : cn_trace_rows[span->fate].name);
}

bool cn_trace_mark_text(const cn_trace_mark *mark, char text[CN_MARK_TEXT]) {
    const cn_trace_row *row = &cn_trace_rows[mark->kind];
    if (row->role != CN_ROLE_LINE && row->role != CN_ROLE_POINT && row->role != CN_ROLE_NOTE) {
        return false;
    }
    const char *hole = strstr(row->text, "%llu");
    if (!hole) {
        snprintf(text, CN_MARK_TEXT, "%s", row->text);
    } else {
        snprintf(text, CN_MARK_TEXT, "%.*s%llu%s", (int)(hole - row->text), row->text,
                 (unsigned long long)mark->argument, hole + 4);
    }
    return true;
}
