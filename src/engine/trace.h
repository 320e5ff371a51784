/* Recording what the threads of a search do; see core/trace.h for what is recorded. */
#pragma once

#include "core/trace.h"
#include "search/log.h"

#include <canopy/search.h>

/* Runs from now on add to the trace, which is the caller's and must outlive them; NULL: none do.
 * Several searches may share a trace as long as only one runs at a time. CN_BAD_USAGE if the trace
 * has fewer workers than the search. Of other ranks it has what they record by the time the search
 * returns, if it was made for several. Not during a run. */
cn_status cn_search_trace(cn_search *search, cn_trace *trace, cn_error *error);

/* A trace with room for each of the searches (ended by NULL), on all the ranks they use; of more
 * than CN_TRACE_WORKERS workers, for as many ranks as that is enough for. NULL if memory ran out.
 */
cn_trace *cn_search_trace_new(cn_search *const *searches, uint64_t events);

/* Runs from now on fill the log with what they do, node by node; NULL: none does. The log is the
 * caller's and must outlive them. CN_UNSUPPORTED if the search has an expert, options that make it
 * unlike the plain algorithm, a strategy whose threads cannot be watched, or too many threads.
 * Watched threads take a moment for each node. Not during a run. */
cn_status cn_search_log(cn_search *search, cn_log *log, cn_error *error);

/* On one rank. */
int cn_search_threads(const cn_search *search);
