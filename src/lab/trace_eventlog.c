/* GHC's event log, which ThreadScope opens (GHC user's guide, "Eventlog encodings"; big-endian).
 *
 *     hdrb hetb  etb\0 id:16 size:16 length:32 description extra:32 ete\0 …  hete hdre
 *     datb  id:16 time:64 payload …  ffff
 *
 * A worker is a capability (HEC) that runs one thread whenever it searches. Merging is drawn as
 * garbage collection and waiting as waiting for it; tasks are sparks:
 *
 *     created     put in a queue            converted   run to its end
 *     overflowed  the queue was full, so    fizzled     cut off
 *                 its maker ran it          GC'd        dropped, the search being stopped
 *
 * There are no duds: a task is run inline only where a queue is full. Created is converted +
 * fizzled + GC'd + what is left in the queues, as in GHC. */
#include "lab/trace.h"

#include "core/memory.h"

#include <canopy/canopy.h>
#include <stdlib.h>
#include <string.h>

enum { VARIABLE = 0xffff, OS_PROCESS = 2, YIELDING = 3, SAMPLES = 400 };

/* X(name, number in the format, bytes that follow its time, description) */
#define EVENTS(X)                                               \
    X(CREATE_THREAD, 0, 4, "Create thread")                     \
    X(RUN_THREAD, 1, 4, "Run thread")                           \
    X(STOP_THREAD, 2, 10, "Stop thread")                        \
    X(THREAD_RUNNABLE, 3, 4, "Thread runnable")                 \
    X(GC_START, 9, 0, "Starting GC")                            \
    X(GC_END, 10, 0, "Finished GC")                             \
    X(BLOCK, 18, 14, "Block marker")                            \
    X(USER_MESSAGE, 19, VARIABLE, "User message")               \
    X(GC_WORK, 21, 0, "GC working")                             \
    X(GC_DONE, 22, 0, "GC done")                                \
    X(CAPSET_CREATE, 25, 6, "Create capability set")            \
    X(CAPSET_ASSIGN, 27, 6, "Add capability to capability set") \
    X(RTS_IDENTIFIER, 29, VARIABLE, "Identify the RTS version") \
    X(SPARK_COUNTERS, 34, 56, "Spark counters")                 \
    X(SPARK_CREATE, 35, 0, "Spark create")                      \
    X(SPARK_OVERFLOW, 37, 0, "Spark overflow")                  \
    X(SPARK_RUN, 38, 0, "Spark run")                            \
    X(SPARK_STEAL, 39, 2, "Spark steal")                        \
    X(SPARK_FIZZLE, 40, 0, "Spark fizzle")                      \
    X(SPARK_GC, 41, 0, "Spark GC")                              \
    X(CAP_CREATE, 45, 2, "Create capability")                   \
    X(CAP_DELETE, 46, 2, "Delete capability")

/* Numbers of events in the format, and three of our own above them. */
enum event_id {
#define X(name, number, size, description) name = (number),
    EVENTS(X)
#undef X
        SMALL_TASKS = 1000, /* never written, as the next two: only the counters know of them */
    SMALL_STOLEN,
    TAKEN, /* a task left the worker's queue, by whomever it was taken */
};

/* A big-endian number of so many bytes. */
static void put(FILE *file, uint64_t value, int bytes) {
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
        fputc((int)(value >> shift & 0xff), file);
    }
}

/* What every event begins with. */
static void put_event(FILE *file, enum event_id id, uint64_t time) {
    put(file, id, 2);
    put(file, time, 8);
}

/* One type of events that follow. */
static void put_type(FILE *file, enum event_id id, uint64_t size, const char *description) {
    fwrite("etb", 1, 4, file);
    put(file, id, 2);
    put(file, size, 2);
    put(file, strlen(description), 4);
    fputs(description, file);
    put(file, 0, 4);
    fwrite("ete", 1, 4, file);
}

/* All types. */
static void put_header(FILE *file) {
    fputs("hdrbhetb", file);
#define X(name, number, size, description) put_type(file, name, size, description);
    EVENTS(X)
#undef X
    fputs("hetehdredatb", file);
}

/* What belongs to no capability. */
static void put_set_up(const cn_timeline *t, FILE *file) {
    static const char rts[] = "canopy " CN_VERSION;
    const char *label = t->trace->label;
    put_event(file, CAPSET_CREATE, 0);
    put(file, 0, 4);
    put(file, OS_PROCESS, 2);
    put_event(file, RTS_IDENTIFIER, 0);
    put(file, 4 + strlen(rts), 2);
    put(file, 0, 4);
    fputs(rts, file);
    for (int i = 0; i < t->trace->workers; i++) {
        put_event(file, CAP_CREATE, 0);
        put(file, (uint64_t)i, 2);
        put_event(file, CAPSET_ASSIGN, 0);
        put(file, 0, 4);
        put(file, (uint64_t)i, 2);
    }
    if (label[0]) {
        put_event(file, USER_MESSAGE, 0);
        put(file, strlen(label), 2);
        fputs(label, file);
    }
}

/* ---- the events of one capability, in the order of time ---- */

/* One event of a capability, before it is written. */
typedef struct item {
    uint64_t time;
    uint32_t order; /* the order of items that have the same time */
    enum event_id id;
    uint64_t argument;
} item;

/* The events of one capability, a list that grows. */
typedef struct items {
    item *list;
    size_t count;
    int room;
    bool failed;
} items;

/* Adds an event to the list; without memory the list is marked as failed. */
static void add(items *all, uint64_t time, enum event_id id, uint64_t argument) {
    if (!cn_memory_grow(&all->list, (int)all->count, &all->room, sizeof *all->list)) {
        all->failed = true;
        return;
    }
    all->list[all->count] = (item){time, (uint32_t)all->count, id, argument};
    all->count++;
}

/* For qsort: by time, and in the order of their adding where times are equal. */
static int by_time(const void *a, const void *b) {
    const item *x = a, *y = b;
    if (x->time != y->time) return x->time < y->time ? -1 : 1;
    return x->order < y->order ? -1 : 1;
}

/* The moment a worker looks for the next task is not worth three events. */
static bool is_gap(const cn_lane *lane, size_t i) {
    enum { GAP_NS = 1000 };
    if (i + 1 >= lane->stretch_count) return false;
    const cn_stretch *before = &lane->stretches[i - 1], *gap = before + 1, *after = gap + 1;
    return gap->activity == CN_WAITING && after->activity == CN_BUSY && gap->begin == before->end &&
           after->begin == gap->end && gap->end - gap->begin < GAP_NS;
}

/* Busy stretches run the thread; merging and waiting are drawn as garbage collection. */
static void add_activity(items *all, const cn_timeline *t, int worker) {
    const cn_lane *lane = &t->lanes[worker];
    for (size_t i = 0; i < lane->stretch_count; i++) {
        const cn_stretch *s = &lane->stretches[i];
        if (s->activity == CN_BUSY) {
            add(all, s->begin, RUN_THREAD, 0);
            while (is_gap(lane, i + 1)) i += 2;
            add(all, lane->stretches[i].end, STOP_THREAD, YIELDING);
            continue;
        }
        const bool merging = s->activity == CN_MERGING;
        add(all, s->begin, GC_START, 0);
        if (merging) add(all, s->begin, GC_WORK, 0);
        if (merging) add(all, s->end, GC_DONE, 0);
        add(all, s->end, GC_END, 0);
    }
}

/* Message texts are named by the index of their mark. */
static void add_marks(items *all, const cn_timeline *t, int worker) {
    for (size_t i = 0; i < t->mark_count; i++) {
        const cn_trace_mark *mark = &t->marks[i];
        char text[CN_MARK_TEXT];
        if (mark->worker != worker || !cn_trace_mark_text(mark, text)) continue;
        add(all, mark->time, USER_MESSAGE, i);
    }
}

/* Tasks that the worker made, and those that it ran. */
static void add_sparks(items *all, const cn_timeline *t, int worker) {
    const cn_lane *lane = &t->lanes[worker];
    for (size_t i = 0; i < t->push_count; i++) {
        if (cn_trace_maker(t->pushes[i].task) == worker) {
            add(all, t->pushes[i].time, SPARK_CREATE, 0);
        }
    }
    for (size_t i = 0; i < lane->count; i++) {
        const cn_span *span = &lane->spans[i];
        if (span->kind == CN_SPAN_BATCH) {
            const bool stolen = span->how == CN_TRACE_STOLEN;
            add(all, span->begin, stolen ? SMALL_STOLEN : SMALL_TASKS, span->argument);
        }
        if (span->kind != CN_SPAN_TASK) continue;
        const int maker = cn_trace_maker(span->argument);
        if (span->how == CN_TRACE_INLINE) {
            add(all, span->begin, SPARK_OVERFLOW, 0);
        } else if (span->fate == CN_TRACE_CANCEL) {
            add(all, span->begin, SPARK_FIZZLE, (uint64_t)maker);
        } else if (span->fate == CN_TRACE_DROP) {
            add(all, span->begin, SPARK_GC, (uint64_t)maker);
        } else {
            add(all, span->begin, span->how == CN_TRACE_STOLEN ? SPARK_STEAL : SPARK_RUN,
                (uint64_t)maker);
        }
    }
}

/* When each of the worker's tasks left its queue, whoever ran it. */
static void add_taken(items *all, const cn_timeline *t, int maker) {
    for (int i = 0; i < t->trace->workers; i++) {
        for (size_t k = 0; k < t->lanes[i].count; k++) {
            const cn_span *span = &t->lanes[i].spans[k];
            const bool queued = span->kind == CN_SPAN_TASK && span->how != CN_TRACE_INLINE;
            if (queued && cn_trace_maker(span->argument) == maker) add(all, span->begin, TAKEN, 0);
        }
    }
}

/* ---- counters ---- */

/* How many sparks had which fate so far. */
typedef struct counters {
    uint64_t created, overflowed, converted, collected, fizzled;
    uint64_t small, taken;
} counters;

/* Small tasks count as made when they are run; of stolen ones it is not known by whom. */
static void count(counters *c, const item *it) {
    const enum event_id id = it->id;
    if (id == SMALL_TASKS) {
        c->small += it->argument;
        c->created += it->argument;
    }
    if (id == SMALL_TASKS || id == SMALL_STOLEN) c->converted += it->argument;
    c->created += id == SPARK_CREATE;
    c->overflowed += id == SPARK_OVERFLOW;
    c->converted += id == SPARK_RUN || id == SPARK_STEAL;
    c->fizzled += id == SPARK_FIZZLE;
    c->collected += id == SPARK_GC;
    c->taken += id == TAKEN;
}

/* At the end everything is known, also of tasks that have no events of their own or no longer. */
static void count_rest(counters *c, const uint64_t *total) {
    const uint64_t run = total[CN_TRACE_RUN] + total[CN_TRACE_STOLEN];
    const uint64_t told = c->converted + c->fizzled + c->collected;
    if (total[CN_TRACE_PUSH] > c->created) c->created = total[CN_TRACE_PUSH];
    if (total[CN_TRACE_INLINE] > c->overflowed) c->overflowed = total[CN_TRACE_INLINE];
    if (run > told) c->converted += run - told;
}

/* The spark counters of a capability as GHC writes them; `left` sparks are in its queue. */
static void put_counters(FILE *file, uint64_t time, const counters *c, uint64_t left) {
    put_event(file, SPARK_COUNTERS, time);
    put(file, c->created, 8);
    put(file, 0, 8); /* duds */
    put(file, c->overflowed, 8);
    put(file, c->converted, 8);
    put(file, c->collected, 8);
    put(file, c->fizzled, 8);
    put(file, left, 8);
}

/* ---- writing ---- */

/* The text of a mark, with its length before it. */
static void put_message(FILE *file, const cn_trace_mark *mark) {
    char text[CN_MARK_TEXT];
    cn_trace_mark_text(mark, text);
    put(file, strlen(text), 2);
    fputs(text, file);
}

/* An event with its payload. */
static void put_item(const cn_timeline *t, FILE *file, const item *it, int worker) {
    put_event(file, it->id, it->time);
    switch (it->id) {
    case CREATE_THREAD:
    case RUN_THREAD:
    case THREAD_RUNNABLE: put(file, (uint64_t)worker + 1, 4); break;
    case STOP_THREAD:
        put(file, (uint64_t)worker + 1, 4);
        put(file, it->argument, 2);
        put(file, 0, 4);
        break;
    case SPARK_STEAL: put(file, it->argument, 2); break;
    case USER_MESSAGE: put_message(file, &t->marks[it->argument]); break;
    default: break;
    }
}

/* All events of a capability, with counters at regular times between them. */
static void put_items(const cn_timeline *t, FILE *file, const items *all, int worker) {
    counters c = {0};
    const uint64_t apart = t->length / SAMPLES + 1;
    uint64_t next = 0;
    for (size_t i = 0; i <= all->count; i++) {
        const bool last = i == all->count;
        const uint64_t time = last ? t->length : all->list[i].time;
        /* Counters before the first event at or after each sampling time, and at the end. */
        if (time >= next || last) {
            const uint64_t queued = c.created - c.small;
            const uint64_t left = queued > c.taken ? queued - c.taken : 0;
            if (last) count_rest(&c, t->trace->rings[worker].total);
            put_counters(file, time, &c, left);
            next = time + apart;
        }
        if (last) break;
        if (all->list[i].id < SMALL_TASKS) put_item(t, file, &all->list[i], worker);
        count(&c, &all->list[i]);
    }
}

/* A block: everything of one capability, behind a marker that says how long it is. */
static bool put_worker(const cn_timeline *t, FILE *file, int worker) {
    items all = {0};
    add(&all, 0, CREATE_THREAD, 0);
    add(&all, 0, THREAD_RUNNABLE, 0);
    add_sparks(&all, t, worker);
    add_activity(&all, t, worker);
    add_marks(&all, t, worker);
    add_taken(&all, t, worker);
    if (!all.failed) qsort(all.list, all.count, sizeof *all.list, by_time);
    char *block = NULL;
    size_t size = 0;
    FILE *memory = all.failed ? NULL : open_memstream(&block, &size);
    if (memory) {
        put_items(t, memory, &all, worker);
        fclose(memory);
        put_event(file, BLOCK, 0);
        put(file, 24 + size, 4);
        put(file, t->length, 8);
        put(file, (uint64_t)worker, 2);
        fwrite(block, 1, size, file);
    }
    free(block);
    free(all.list);
    return memory != NULL;
}

/* The events of each capability are a block of their own, as GHC writes them; readers merge blocks
 * by time. */
bool cn_trace_write_eventlog(const cn_timeline *t, FILE *file) {
    bool made = true;
    put_header(file);
    put_set_up(t, file);
    for (int i = 0; made && i < t->trace->workers; i++) made = put_worker(t, file, i);
    for (int i = 0; i < t->trace->workers; i++) {
        put_event(file, CAP_DELETE, t->length);
        put(file, (uint64_t)i, 2);
    }
    put(file, 0xffff, 2);
    return made;
}
