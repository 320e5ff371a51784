#include "core/trace.h"

#include <stdlib.h>
#include <string.h>

enum { ALL_EVENTS = 1 << 24 };

cn_trace *cn_trace_new(int workers, uint64_t events) {
    if (workers < 1 || workers > CN_TRACE_WORKERS) return NULL;
    uint64_t slots = 16;
    while (slots < events && 2 * slots * (uint64_t)workers <= ALL_EVENTS) slots *= 2;
    cn_trace *trace = calloc(1, sizeof *trace);
    if (!trace) return NULL;
    trace->rings = aligned_alloc(64, (size_t)workers * sizeof *trace->rings);
    if (!trace->rings) {
        free(trace);
        return NULL;
    }
    memset(trace->rings, 0, (size_t)workers * sizeof *trace->rings);
    trace->workers = workers;
    for (int i = 0; i < workers; i++) {
        /* Not touched until it is used, so a large ring costs a short search nothing. */
        trace->rings[i].events = malloc(slots * sizeof(cn_trace_event));
        trace->rings[i].mask = slots - 1;
        if (trace->rings[i].events) continue;
        cn_trace_free(trace);
        return NULL;
    }
    return trace;
}

void cn_trace_free(cn_trace *trace) {
    if (!trace) return;
    for (int i = 0; i < trace->workers; i++) free(trace->rings[i].events);
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
