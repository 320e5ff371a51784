/* --trace FILE: what any verb that searches needs to record.
 *
 *     static const cn_flag flags[] = { …, CN_TRACE_FLAG(settings, trace), … };
 *
 *     cn_trace_flag_begin(cli, set->trace, label, searches, &recording);
 *     …
 *     cn_trace_flag_end(cli, searches, &recording);
 */
#pragma once

#include "cli/args.h"
#include "engine/trace.h"

#define CN_TRACE_FLAG(owner, field) CN_TEXT(owner, field, "trace", 0, "FILE")

/* A recording under way. It owns the trace from cn_trace_flag_begin to cn_trace_flag_end. */
typedef struct cn_recording {
    const char *path; /* NULL: nothing is recorded, and all calls do nothing */
    cn_trace *trace;
} cn_recording;

/* Checks that the file can be written and has the searches (NULL-terminated; one runs at a time)
 * record what their threads do. `label` is the title of the recording. A failure ends the program;
 * a `path` of NULL makes all calls do nothing. */
void cn_trace_flag_begin(const cn_cli *cli, const char *path, const char *label,
                         cn_search *const *searches, cn_recording *recording);

/* Writes the file, and the summary to standard error. The searches must be at rest; they record no
 * longer. */
void cn_trace_flag_end(const cn_cli *cli, cn_search *const *searches, cn_recording *recording);
