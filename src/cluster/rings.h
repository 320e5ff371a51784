/* The recordings (core/trace.h) of other ranks, on their way into rank 0's. */
#pragma once

#include "cluster/message.h"
#include "core/trace.h"

/* A member: adds all it has recorded to a message. */
void cn_rings_put(cn_message *message, const cn_trace *trace);

/* Rank 0: adds what came from `rank` to the rings that its workers have here; `behind` is by how
 * many nanoseconds the clock there is behind ours. What is not whole is left out. */
void cn_rings_take(cn_message *message, cn_trace *trace, int rank, int64_t behind);
