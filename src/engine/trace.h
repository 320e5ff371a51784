/* Recording what the threads of a search do; see core/trace.h for what is recorded. */
#ifndef ENGINE_TRACE_H
#define ENGINE_TRACE_H

#include "core/trace.h"

#include <canopy/search.h>

/* Runs from now on add to the trace, which is the caller's and must outlive them; NULL: none do.
 * Several searches may share a trace as long as only one runs at a time. CN_BAD_USAGE if the trace
 * has fewer workers than the search. Not during a run. */
cn_status cn_search_trace(cn_search *search, cn_trace *trace, cn_error *error);

int cn_search_threads(const cn_search *search);

#endif
