/* The task graph of a recording of one thread, and how long it would take on more workers.
 *
 * On one thread nothing overlaps, so a recording has every task's own time, and where in it tasks
 * were made and waited for. Whatever order they ran in, that is a graph, which a simulation can run
 * on any number of workers. It knows the tasks that one thread made, no others, and takes each to
 * last as long as it lasted then. So it does not see what more threads would change: nodes searched
 * in vain, caches and memory that are shared. */
#pragma once

#include "core/trace.h"
#include "lab/costs.h"

#include <canopy/status.h>
#include <stddef.h>

/* No task, group or step. */
#define CN_GRAPH_NONE UINT32_MAX

/* What a task does at the end of a step. */
typedef enum cn_graph_action { CN_GRAPH_SPAWN, CN_GRAPH_JOIN, CN_GRAPH_END } cn_graph_action;

/* So much work of a task, and what the task does after it. */
typedef struct cn_graph_step {
    uint64_t ns;
    cn_graph_action action;
    uint32_t what; /* the task spawned, the group joined */
    uint32_t next; /* step of the same task; CN_GRAPH_END has none */
} cn_graph_step;

/* A task: its steps are linked in their order. */
typedef struct cn_graph_task {
    uint32_t first; /* of its steps, the last of which is CN_GRAPH_END */
    uint32_t group; /* CN_GRAPH_NONE: a search, which waits for the one before it */
} cn_graph_task;

/* A recording as tasks; made by cn_graph_new, freed by cn_graph_free. */
typedef struct cn_graph {
    uint64_t work;  /* ns, all of it: what one worker takes */
    uint64_t span;  /* ns, the longest chain: what no number of workers can beat */
    uint64_t merge; /* ns, of the work: adding up results */
    uint64_t small; /* tasks too small to be noted one by one: they stay with their maker */
    uint32_t searches;
    uint32_t task_count, group_count; /* searches are tasks too */
    cn_graph_task *tasks;             /* a search, then all of its tasks, then the next search */
    cn_graph_step *steps;
    uint32_t step_count;
} cn_graph;

/* Makes the graph of the whole searches that are in the recording. CN_BAD_INPUT if there is none,
 * if more than one thread was recorded, or if the events do not fit together. The trace is not
 * kept. */
cn_status cn_graph_new(const cn_trace *trace, cn_graph **graph, cn_error *error);
void cn_graph_free(cn_graph *graph);

/* What a simulation took. */
typedef struct cn_graph_run {
    uint64_t ns;
    uint64_t steals;
} cn_graph_run;

/* The most workers of a simulation. */
enum { CN_SIMULATED_WORKERS = 1024 };

/* Runs the graph on `workers` as the pool would: each takes its own newest task or, having none,
 * another's oldest. Greedy: nobody is idle while there is a task, but for the time it takes to get
 * it; so without costs the time is at most (work - span) / workers + span (Graham 1969, Brent
 * 1974). Unlike in the pool, whoever ends the last task of a group goes on with what waited for it.
 * False if memory ran out. */
bool cn_graph_simulate(const cn_graph *graph, int workers, const cn_costs *costs,
                       cn_graph_run *schedule);
