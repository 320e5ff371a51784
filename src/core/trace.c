/* Recordings of what workers do: their memory, and the tables of what can be recorded. See
 * trace.h. */
#include "core/trace.h"

#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

/* Events of all workers together, at most: 256 MB. */
enum { ALL_EVENTS = 1 << 24 };

#define X(id, name, text, light, dark) [CN_##id] = {name, text, light, dark},
const cn_activity_row cn_activity_rows[CN_ACTIVITIES] = {CN_ACTIVITY_ROWS(X)};
#undef X
#define X(id, name, text, activity, light, dark) \
    [CN_SPAN_##id] = {name, text, CN_##activity, light, dark},
const cn_span_row cn_span_rows[CN_SPAN_KINDS] = {CN_SPAN_ROWS(X)};
#undef X
#define X(id, role, span, argument, name, text) \
    [CN_TRACE_##id] = {CN_ROLE_##role, CN_SPAN_##span, CN_ARGUMENT_##argument, name, text},
const cn_trace_row cn_trace_rows[CN_TRACE_KIND_COUNT] = {CN_TRACE_ROWS(X)};
#undef X

/* Frees the events of a ring; one that has none is left alone. */
static void free_ring(cn_trace_ring *ring) {
    cn_memory_unmap(ring->events, (ring->mask + 1) * sizeof *ring->events);
    ring->events = NULL;
}

/* The number of slots is a power of two, so that a mask finds the place of an event. */
bool cn_trace_ring_resize(cn_trace_ring *ring, uint64_t events) {
    uint64_t slots = 16;
    while (slots < events) slots *= 2;
    free_ring(ring);
    ring->mask = slots - 1;
    ring->written = 0;
    ring->events = cn_memory_map(slots * sizeof *ring->events);
    return ring->events;
}

cn_trace *cn_trace_new(int workers, uint64_t events) {
    if (workers < 1 || workers > CN_TRACE_WORKERS) return NULL;
    uint64_t most = ALL_EVENTS;
    while (most * (uint64_t)workers > ALL_EVENTS) most /= 2;
    cn_trace *trace = calloc(1, sizeof *trace);
    if (!trace) return NULL;
    trace->rings = aligned_alloc(64, (size_t)workers * sizeof *trace->rings);
    if (!trace->rings) {
        free(trace);
        return NULL;
    }
    memset(trace->rings, 0, (size_t)workers * sizeof *trace->rings);
    trace->workers = workers;
    trace->ranks = 1;
    for (int i = 0; i < workers; i++) {
        if (cn_trace_ring_resize(&trace->rings[i], events < most ? events : most)) continue;
        cn_trace_free(trace);
        return NULL;
    }
    return trace;
}

void cn_trace_free(cn_trace *trace) {
    if (!trace) return;
    for (int i = 0; i < trace->workers; i++) free_ring(&trace->rings[i]);
    free(trace->rings);
    free(trace);
}

void cn_trace_clear(cn_trace *trace) {
    for (int i = 0; i < trace->workers; i++) {
        trace->rings[i].written = 0;
        memset(trace->rings[i].total, 0, sizeof trace->rings[i].total);
    }
    trace->searches = 0;
}
