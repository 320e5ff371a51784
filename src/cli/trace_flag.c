#include "cli/trace_flag.h"

#include "cli/out.h"
#include "core/file.h"
#include "lab/trace.h"

#include <stdlib.h>

void cn_trace_flag_begin(const cn_cli *cli, const char *path, const char *label,
                         cn_search *const *searches, cn_recording *r) {
    *r = (cn_recording){0};
    if (!path) return;
    cn_error error;
    cn_out_check(cli, cn_trace_check_name(path, &error), &error);
    r->trace = cn_search_trace_new(searches, CN_TRACE_EVENTS);
    cn_out_memory(cli, r->trace, "a recording");
    cn_out_check(cli, cn_file_check(path, &error), &error);
    r->path = path;
    snprintf(r->trace->label, sizeof r->trace->label, "%s", label);
    for (int i = 0; searches[i]; i++) cn_search_trace(searches[i], r->trace, NULL);
}

static void write_summary(const cn_trace *trace) {
    cn_timeline *timeline = cn_timeline_new(trace);
    cn_trace_summary *summary = malloc(sizeof *summary);
    if (timeline && summary) {
        cn_trace_summarise(timeline, summary);
        fflush(stdout); /* results first where both streams go to one place */
        cn_trace_summary_write(trace, summary, stderr);
    }
    free(summary);
    cn_timeline_free(timeline);
}

void cn_trace_flag_end(const cn_cli *cli, cn_search *const *searches, cn_recording *r) {
    if (!r->path) return;
    cn_error error;
    for (int i = 0; searches[i]; i++) cn_search_trace(searches[i], NULL, NULL);
    cn_out_check(cli, cn_trace_save(r->trace, r->path, &error), &error);
    write_summary(r->trace);
    cn_trace_free(r->trace);
    *r = (cn_recording){0};
}
