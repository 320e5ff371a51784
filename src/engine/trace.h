/* Watching a search: a trace of what its threads did and when (core/trace.h), or a log of every
 * node (search/log.h). Neither is part of the public interface, so the calls are here and not in
 * canopy/search.h; engine/search.c has them. */
#pragma once

#include "core/trace.h"
#include "search/log.h"

#include <canopy/search.h>

/* From now on runs add to the trace, which belongs to the caller and must outlive them; NULL: they
 * no longer do. Several searches may share a trace as long as only one of them runs at a time.
 * CN_BAD_USAGE if the trace has fewer workers than the search. A trace that was made for several
 * ranks also gets what the other ranks recorded, when a run returns. Not to be called during a run.
 */
cn_status cn_search_trace(cn_search *search, cn_trace *trace, cn_error *error);

/* Makes a trace with room for any of the searches (a list ended by NULL) on all the ranks they use,
 * or on as many ranks as CN_TRACE_WORKERS workers are enough for. `events`: how many each worker
 * keeps. Free it with cn_trace_free. NULL if memory ran out. */
cn_trace *cn_search_trace_new(cn_search *const *searches, uint64_t events);

/* From now on runs fill the log with what they do, node by node; NULL: they no longer do. The log
 * belongs to the caller and must outlive them. CN_UNSUPPORTED if the search has an expert, options
 * that make it unlike the plain algorithm, a strategy whose threads cannot be watched, or too many
 * threads. Several threads that are watched pause for half a millisecond at each node. Not to be
 * called during a run. */
cn_status cn_search_log(cn_search *search, cn_log *log, cn_error *error);

/* Threads of the search in this process. */
int cn_search_threads(const cn_search *search);
