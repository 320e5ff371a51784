/* A recording of what each worker (a thread of the pool) did and when, to be looked at later.
 *
 * A trace has a ring of events for each worker, in memory of its own. A worker writes to its ring
 * only, without locks; when the ring is full the oldest events go, while the totals of each kind
 * stay exact. Where nothing is traced the ring is NULL, and tracing costs one branch.
 *
 * The writer of a ring must be the only one to touch it. Who reads it must have waited for the
 * writer by other means: a worker of the pool writes only from taking a task to ending it, so that
 * joining the tasks is enough. */
#pragma once

#include "core/clock.h"
#include "core/trace_kinds.h"

#include <stdbool.h>

/* Something that happened: its kind (trace_kinds.h), when, and a number whose meaning the kind has.
 */
typedef struct cn_trace_event {
    uint64_t time_ns; /* of cn_clock_ns */
    uint64_t word;    /* argument << 8 | kind */
} cn_trace_event;

static inline cn_trace_kind cn_trace_event_kind(const cn_trace_event *event) {
    return (cn_trace_kind)(event->word & 0xff);
}

static inline uint64_t cn_trace_event_argument(const cn_trace_event *event) {
    return event->word >> 8;
}

/* The number of a task: the worker that made it, and how many that worker had made before, which
 * starts over after 2^24. */
static inline uint32_t cn_trace_task(int maker, uint32_t count) {
    return (uint32_t)maker << 24 | (count & 0xffffff);
}

static inline int cn_trace_maker(uint64_t task) {
    return (int)(task >> 24 & 0xff);
}

/* The number of a group of tasks in the same way; the count starts over after 2^16 - 1, and 0 is no
 * group. */
static inline uint32_t cn_trace_group(int maker, uint32_t count) {
    return (uint32_t)maker << 16 | (count % 0xffff + 1);
}

/* The events of one worker. Aligned to cache lines, so that two workers never write to the same. */
typedef struct cn_trace_ring {
    _Alignas(64) cn_trace_event *events;
    uint64_t mask;    /* number of slots, a power of two, less one */
    uint64_t written; /* events ever written; the ring still has the last of them */
    uint64_t total[CN_TRACE_KIND_COUNT];
} cn_trace_ring;

enum { CN_TRACE_WORKERS = 256, CN_TRACE_LABEL = 256 };

/* The recording of all workers. */
typedef struct cn_trace {
    int workers;
    int ranks; /* processes, each with as many of the workers, one rank after the other */
    uint64_t searches;
    char label[CN_TRACE_LABEL]; /* what was recorded, for people */
    cn_trace_ring *rings;       /* one a worker */
} cn_trace;

/* Events kept for each worker unless something else is asked for. */
enum { CN_TRACE_EVENTS = 1 << 20 };

/* A recording of one rank, with room for so many events of each worker, rounded up to a power of
 * two; fewer if there are so many workers that it would take more than 256 MB. NULL: no memory. */
cn_trace *cn_trace_new(int workers, uint64_t events);
void cn_trace_free(cn_trace *trace);
/* Room for as many events, rounded up to a power of two; forgets those it had. False if memory ran
 * out. */
bool cn_trace_ring_resize(cn_trace_ring *ring, uint64_t events);
/* Forgets all events. */
void cn_trace_clear(cn_trace *trace);

/* Workers of one rank. */
static inline int cn_trace_threads(const cn_trace *trace) {
    return trace->workers / trace->ranks;
}

/* Events still there, and the i-th of them, oldest first. */
static inline uint64_t cn_trace_kept(const cn_trace_ring *ring) {
    return ring->written <= ring->mask ? ring->written : ring->mask + 1;
}

static inline const cn_trace_event *cn_trace_at(const cn_trace_ring *ring, uint64_t i) {
    return &ring->events[(ring->written - cn_trace_kept(ring) + i) & ring->mask];
}

/* Writes an event into a ring, which must not be NULL. */
static inline void cn_trace_put(cn_trace_ring *ring, cn_trace_kind kind, uint64_t time_ns,
                                uint64_t argument) {
    ring->events[ring->written++ & ring->mask] =
        (cn_trace_event){time_ns, argument << 8 | (uint64_t)kind};
    ring->total[kind]++;
}

/* Notes that something happened just now. */
static inline void cn_trace_add(cn_trace_ring *ring, cn_trace_kind kind, uint64_t argument) {
    if (__builtin_expect(ring != NULL, 0)) cn_trace_put(ring, kind, cn_clock_ns(), argument);
}

/* To be called before and after what is noted as one span; the second is given what the first
 * returned. */
static inline uint64_t cn_trace_begin(const cn_trace_ring *ring) {
    return __builtin_expect(ring != NULL, 0) ? cn_clock_ns() : 0;
}

static inline void cn_trace_span(cn_trace_ring *ring, cn_trace_kind kind, uint64_t begin) {
    if (__builtin_expect(ring != NULL, 0)) {
        const uint64_t now = cn_clock_ns();
        cn_trace_put(ring, kind, now, now - begin);
    }
}

/* Tasks too small to be noted each are counted one by one in the totals (theirs, and that of
 * BATCH), while those that follow one another closely on a worker become one event, which grows
 * with them. Its time is the end of the last; its argument has the time since the beginning of the
 * first, how many there were, and whether another worker had made them. */
enum { CN_TRACE_BATCH_GAP = 1000 /* ns */, CN_TRACE_BATCH_BITS = 20 /* of the number */ };

static inline uint64_t cn_trace_batch_length(uint64_t argument) {
    return argument >> (CN_TRACE_BATCH_BITS + 1);
}

static inline uint64_t cn_trace_batch_count(uint64_t argument) {
    return argument >> 1 & ((UINT64_C(1) << CN_TRACE_BATCH_BITS) - 1);
}

static inline bool cn_trace_batch_stolen(uint64_t argument) {
    return argument & 1;
}

/* Counts small tasks of `kind` (RUN, STOLEN or INLINE). */
static inline void cn_trace_small(cn_trace_ring *ring, cn_trace_kind kind, uint64_t count) {
    ring->total[kind] += count;
    ring->total[CN_TRACE_BATCH] += count;
}

/* Notes `count` small tasks, fewer than 2^CN_TRACE_BATCH_BITS, that ran from `begin` to `end`: as a
 * part of the last event if that is a batch which ended just before. A worker that steals small
 * tasks does this for each of them, so it must be fast: kind and `stolen` are compared at once, and
 * a begin that lies before the last event wraps to a large difference. */
static inline void cn_trace_batch(cn_trace_ring *ring, bool stolen, uint64_t count, uint64_t begin,
                                  uint64_t end) {
    const uint64_t most = (UINT64_C(1) << CN_TRACE_BATCH_BITS) - 1;
    const uint64_t one = 2, unit = UINT64_C(2) << CN_TRACE_BATCH_BITS; /* a task, a nanosecond */
    const uint64_t kind = (uint64_t)stolen << 8 | CN_TRACE_BATCH;
    cn_trace_event *last = &ring->events[(ring->written - 1) & ring->mask];
    if (ring->written > 0 && (last->word & 0x1ff) == kind &&
        begin - last->time_ns <= CN_TRACE_BATCH_GAP && (last->word >> 9 & most) + count <= most) {
        last->word += ((end - last->time_ns) * unit + count * one) << 8;
        last->time_ns = end;
        return;
    }
    cn_trace_put(ring, CN_TRACE_BATCH, end, (end - begin) * unit + count * one + stolen);
    ring->total[CN_TRACE_BATCH]--; /* which counts tasks, not events */
}
