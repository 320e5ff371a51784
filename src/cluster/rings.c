/* Recordings as messages. */
#include "cluster/rings.h"

void cn_rings_put(cn_message *m, const cn_trace *trace) {
    const uint32_t workers = (uint32_t)trace->workers;
    cn_message_put(m, &workers, sizeof workers);
    for (int i = 0; i < trace->workers; i++) {
        const cn_trace_ring *ring = &trace->rings[i];
        const uint64_t kept = cn_trace_kept(ring);
        cn_message_put(m, &ring->written, sizeof ring->written);
        cn_message_put(m, &kept, sizeof kept);
        cn_message_put(m, ring->total, sizeof ring->total);
        for (uint64_t e = 0; e < kept; e++) {
            cn_message_put(m, cn_trace_at(ring, e), sizeof(cn_trace_event));
        }
    }
}

/* Workers, tasks and groups have the numbers of their own rank; here they come after those of the
 * ranks before it. */
static uint64_t renumber(cn_trace_kind kind, uint64_t argument, int base) {
    const uint64_t task = (uint64_t)cn_trace_task(base, 0), group = (uint64_t)base << 16;
    switch (cn_trace_rows[kind].argument) {
    case CN_ARGUMENT_TASK: return argument + task + (argument >> 32 ? group << 32 : 0);
    case CN_ARGUMENT_GROUP: return argument ? argument + group : 0;
    default: return argument;
    }
}

void cn_rings_take(cn_message *m, cn_trace *trace, int rank, int64_t behind) {
    const int each = cn_trace_threads(trace), base = rank * each;
    uint32_t workers;
    if (rank >= trace->ranks || !cn_message_get(m, &workers, sizeof workers)) return;
    for (int i = 0; i < (int)workers && i < each; i++) {
        cn_trace_ring *ring = &trace->rings[base + i];
        uint64_t written, kept, total[CN_TRACE_KIND_COUNT];
        if (!cn_message_get(m, &written, sizeof written) ||
            !cn_message_get(m, &kept, sizeof kept) || !cn_message_get(m, total, sizeof total)) {
            return;
        }
        /* Those that are gone there are gone here: rings are of one size, so what is left of such a
         * ring fills this one. */
        ring->written += written - kept;
        for (uint64_t e = 0; e < kept; e++) {
            cn_trace_event event;
            if (!cn_message_get(m, &event, sizeof event)) return;
            const cn_trace_kind kind = cn_trace_event_kind(&event);
            const uint64_t argument = renumber(kind, cn_trace_event_argument(&event), base);
            cn_trace_put(ring, kind, event.time_ns + (uint64_t)behind, argument);
            ring->total[kind]--; /* which the totals have */
        }
        for (int k = 0; k < CN_TRACE_KIND_COUNT; k++) ring->total[k] += total[k];
    }
}
