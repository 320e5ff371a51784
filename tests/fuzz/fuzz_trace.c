/* Recordings: whatever can be read can be summarised and written in every format, one of them an
 * input; what a graph can be made of can be simulated. */
#include "fuzz/fuzz.h"

#include "lab/graph.h"
#include "lab/trace.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const names[] = {"x.json", "x.eventlog", "x.svg", "x.cntrace"};
    FILE *file = size ? fmemopen((void *)data, size, "rb") : NULL;
    if (!file) return 0;
    cn_trace *trace;
    cn_error error;
    const cn_status status = cn_trace_read(file, &trace, &error);
    fclose(file);
    if (status != CN_OK) return 0;
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    /* The last byte of an input belongs to an event or is left over: any format may come. */
    if (out) cn_trace_write(trace, names[data[size - 1] % 4], out, &error);
    if (out) fclose(out);
    free(text);
    cn_graph *graph;
    if (cn_graph_new(trace, &graph, &error) == CN_OK) {
        const cn_costs costs = {.steal_ns = 3, .wake_ns = 20, .signal_ns = 5, .patience_ns = 10};
        cn_graph_run schedule;
        must(cn_graph_simulate(graph, 3, &costs, &schedule), "memory");
        must(!graph->work || schedule.ns, "work takes time");
        cn_graph_free(graph);
    }
    cn_trace_free(trace);
    return 0;
}
