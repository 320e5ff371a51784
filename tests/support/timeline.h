/* What must be true of every recording. */
#ifndef TESTS_TIMELINE_H
#define TESTS_TIMELINE_H

#include "lab/trace.h"

#include <canopy/search.h>

/* The spans of a worker nest, and what it does fills the time without overlapping. */
void test_nesting(const cn_timeline *timeline, int worker);

/* Spans and pushes of all workers, counted one by one, against the totals that the rings keep. */
void test_timeline(const cn_timeline *timeline, const cn_trace_summary *summary);

/* Searches the position twice, from nothing, and checks that what is recorded is what the results
 * count. The caller frees the timeline. */
cn_timeline *test_recorded(cn_search *search, const cn_position *position, cn_trace *trace,
                           cn_trace_summary *summary);

#endif
