/* What it costs on this machine if a task is run by another worker than the one who made it. The
 * simulation of lab/graph.h needs these costs. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The costs, in nanoseconds. */
typedef struct cn_costs {
    uint64_t steal_ns;    /* to take another worker's task, beyond taking one of its own */
    uint64_t wake_ns;     /* from making a task until a sleeping worker has it */
    uint64_t signal_ns;   /* what waking it costs the worker that does so */
    uint64_t patience_ns; /* how long a worker without work looks for some before it sleeps */
} cn_costs;

/* Measures them, in some 50 ms. False (and all 0) if they could not be: one core, no memory. */
bool cn_costs_measure(cn_costs *costs);
