#include "cli/trace_flag.h"

#include "cli/out.h"
#include "core/file.h"
#include "lab/trace.h"

#include <stdlib.h>

cn_exit cn_trace_flag_begin(const cn_cli *cli, const char *path, const char *label,
                            cn_search *const *searches, cn_recording *r) {
    *r = (cn_recording){0};
    if (!path) return CN_EXIT_NONE;
    cn_error error;
    cn_status status = cn_trace_check_name(path, &error);
    if (status == CN_OK) {
        r->trace = cn_search_trace_new(searches, CN_TRACE_EVENTS);
        if (!r->trace) status = cn_fail(&error, CN_NO_MEMORY, "no memory to record a trace");
    }
    if (status == CN_OK) status = cn_file_check(path, &error);
    if (status != CN_OK) {
        cn_trace_free(r->trace);
        return cn_out_error(cli, status, &error);
    }
    r->path = path;
    snprintf(r->trace->label, sizeof r->trace->label, "%s", label);
    for (int i = 0; searches[i]; i++) cn_search_trace(searches[i], r->trace, NULL);
    return CN_EXIT_NONE;
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

cn_exit cn_trace_flag_end(const cn_cli *cli, cn_exit code, cn_search *const *searches,
                          cn_recording *r) {
    if (!r->path) return code;
    for (int i = 0; searches[i]; i++) cn_search_trace(searches[i], NULL, NULL);
    if (code == CN_EXIT_OK || code == CN_EXIT_INTERRUPTED) {
        cn_error error;
        const cn_status status = cn_trace_save(r->trace, r->path, &error);
        if (status == CN_OK) {
            write_summary(r->trace);
        } else {
            code = cn_out_error(cli, status, &error);
        }
    }
    cn_trace_free(r->trace);
    *r = (cn_recording){0};
    return code;
}
