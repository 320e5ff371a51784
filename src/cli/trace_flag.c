/* Records what the threads of a verb's searches do. The name of the file and whether it can be
 * written are checked before the search begins, since a search may take hours. */
#include "cli/trace_flag.h"

#include "cli/out.h"
#include "core/file.h"
#include "lab/trace.h"

#include <stdlib.h>

void cn_trace_flag_begin(const cn_cli *cli, const char *path, const char *label,
                         cn_search *const *searches, cn_recording *r) {
    *r = (cn_recording){0};
    if (!path) return;
    cn_out_must(cli, cn_trace_check_name(path, cli->error));
    r->trace = cn_search_trace_new(searches, CN_TRACE_EVENTS);
    cn_out_memory(cli, r->trace, "a recording");
    cn_out_must(cli, cn_file_check(path, cli->error));
    r->path = path;
    snprintf(r->trace->label, sizeof r->trace->label, "%s", label);
    for (int i = 0; searches[i]; i++) cn_search_trace(searches[i], r->trace, NULL);
}

void cn_trace_flag_end(const cn_cli *cli, cn_search *const *searches, cn_recording *r) {
    if (!r->path) return;
    for (int i = 0; searches[i]; i++) cn_search_trace(searches[i], NULL, NULL);
    cn_out_must(cli, cn_trace_save(r->trace, r->path, cli->error));
    cn_trace_summary *summary = cn_trace_summary_new(r->trace);
    fflush(stdout); /* results first where both streams go to one place */
    if (summary) cn_trace_summary_write(r->trace, summary, stderr);
    free(summary);
    cn_trace_free(r->trace);
    *r = (cn_recording){0};
}
