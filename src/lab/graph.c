/* Makes a task graph of the events of one thread, in one pass in the order of the recording.
 * Whatever time passed since the last event belongs to the task that runs, and what it took to
 * fetch a task to that task, so that no time is lost or counted twice.
 *
 * The span is found on the way: every task carries the length of the longest chain of work that
 * leads to where it has got (`path`). A new task begins with its maker's path; a group's path is
 * the longest of its tasks'; and whoever joins the group goes on with the longer of the two. */
#include "lab/graph.h"

#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

/* The longest chain that leads to where a task has got. */
typedef struct progress {
    uint64_t path, unspent; /* ns; unspent: worked since its last step */
    uint32_t last;          /* step, CN_GRAPH_NONE before the first */
    bool begun;
} progress;

/* Tasks that are waited for together. */
typedef struct group {
    uint64_t path;
    uint32_t pending;
    bool awaited, joined;
} group;

/* A frame of the stack of what is open: a task, or, on top of the task that waits, its join. Tasks
 * that the worker runs while it waits stand above the join. */
typedef struct frame {
    uint32_t task, group;
    bool join;
} frame;

/* A graph while the recording is read. */
typedef struct builder {
    cn_graph *graph;
    uint64_t last; /* everything before it is told */
    progress *progress;
    group *groups;
    frame *stack;
    int step_room, task_room, progress_room, group_room, stack_room;
    size_t depth;
    uint32_t numbers[1 << 16]; /* from a group's number in the recording to its index */
    uint32_t first_task;       /* index of this search's first task, … */
    uint32_t first_number;     /* … and the number it has in the recording */
    bool numbered, unsound, failed;
} builder;

/* Room for one more; notes if there is none. */
static bool grow(builder *b, void *items, int *room, size_t count, size_t size) {
    const bool grown = cn_memory_grow(items, (int)count, room, size);
    b->failed |= !grown;
    return grown;
}

/* The task that runs now: the topmost on the stack that is no join. */
static uint32_t running(const builder *b) {
    for (size_t i = b->depth; i-- > 0;) {
        if (!b->stack[i].join) return b->stack[i].task;
    }
    return CN_GRAPH_NONE;
}

/* The time since the last event belongs to this task. */
static void spend(builder *b, uint32_t task, uint64_t now) {
    if (now <= b->last) return;
    b->progress[task].unspent += now - b->last;
    b->progress[task].path += now - b->last;
    b->graph->work += now - b->last;
    b->last = now;
}

/* Ends a step of a task: the work since its last step, and what comes next. */
static void note(builder *b, uint32_t owner, cn_graph_action action, uint32_t what) {
    cn_graph *g = b->graph;
    progress *p = &b->progress[owner];
    if (!grow(b, &g->steps, &b->step_room, g->step_count, sizeof *g->steps)) return;
    const uint32_t index = g->step_count++;
    g->steps[index] = (cn_graph_step){p->unspent, action, what, CN_GRAPH_NONE};
    *(p->last == CN_GRAPH_NONE ? &g->tasks[owner].first : &g->steps[p->last].next) = index;
    p->last = index;
    p->unspent = 0;
}

/* A new task of a group; `path` is the longest chain that leads to it. */
static uint32_t add_task(builder *b, uint32_t in, uint64_t path) {
    cn_graph *g = b->graph;
    if (!grow(b, &g->tasks, &b->task_room, g->task_count, sizeof *g->tasks) ||
        !grow(b, &b->progress, &b->progress_room, g->task_count, sizeof *b->progress)) {
        return CN_GRAPH_NONE;
    }
    g->tasks[g->task_count] = (cn_graph_task){0, in};
    b->progress[g->task_count] = (progress){.path = path, .last = CN_GRAPH_NONE};
    return g->task_count++;
}

/* The group of a task that is made now: a number that was joined begins a new one. */
static uint32_t group_of(builder *b, uint32_t number) {
    cn_graph *g = b->graph;
    uint32_t *index = &b->numbers[number & 0xffff];
    if (*index != CN_GRAPH_NONE && !b->groups[*index].joined) return *index;
    if (!grow(b, &b->groups, &b->group_room, g->group_count, sizeof *b->groups)) {
        return CN_GRAPH_NONE;
    }
    b->groups[g->group_count] = (group){0};
    *index = g->group_count++;
    return *index;
}

/* Begins a task, or the wait for a group, on the stack of those that are open. */
static void enter(builder *b, frame f) {
    if (!grow(b, &b->stack, &b->stack_room, b->depth, sizeof *b->stack)) return;
    b->stack[b->depth++] = f;
    if (!f.join) b->progress[f.task].begun = true;
}

/* PUSH and INLINE: the running task makes another. */
static uint32_t make_task(builder *b, uint64_t argument, uint64_t now) {
    const uint32_t maker = running(b), number = (uint32_t)argument & 0xffffff;
    spend(b, maker, now);
    if (!b->numbered) {
        b->first_number = number;
        b->first_task = b->graph->task_count;
        b->numbered = true;
    }
    /* Numbers of one search follow one another. */
    b->unsound |= number != ((b->first_number + b->graph->task_count - b->first_task) & 0xffffff);
    const uint32_t in = group_of(b, (uint32_t)(argument >> 32));
    if (in == CN_GRAPH_NONE) return CN_GRAPH_NONE;
    b->groups[in].pending++;
    const uint32_t task = add_task(b, in, b->progress[maker].path);
    if (task != CN_GRAPH_NONE) note(b, maker, CN_GRAPH_SPAWN, task);
    return task;
}

/* The index of the task with this number in the recording. */
static uint32_t task_of(builder *b, uint64_t argument) {
    const uint32_t index = b->first_task + (((uint32_t)argument - b->first_number) & 0xffffff);
    const bool known = b->numbered && index < b->graph->task_count;
    b->unsound |= !known;
    return known ? index : CN_GRAPH_NONE;
}

/* RUN: the worker takes up a task that was made before. */
static void begin_task(builder *b, uint64_t argument, uint64_t now) {
    const uint32_t task = task_of(b, argument);
    if (task == CN_GRAPH_NONE || b->progress[task].begun) {
        b->unsound = true;
        return;
    }
    spend(b, task, now); /* fetching it */
    enter(b, (frame){.task = task});
}

/* END: the group has one task less to wait for, and its path is the longest of its tasks'. */
static void end_task(builder *b, uint64_t argument, uint64_t now) {
    const frame *top = &b->stack[b->depth - 1];
    if (b->depth < 2 || top->join || task_of(b, argument) != top->task) {
        b->unsound = true;
        return;
    }
    spend(b, top->task, now);
    note(b, top->task, CN_GRAPH_END, 0);
    group *in = &b->groups[b->graph->tasks[top->task].group];
    const uint64_t path = b->progress[top->task].path;
    if (path > in->path) in->path = path;
    in->pending--;
    b->depth--;
}

/* JOIN: the running task waits; other tasks may run on top of it. */
static void begin_join(builder *b, uint64_t number, uint64_t now) {
    const uint32_t task = running(b), known = b->numbers[number & 0xffff];
    const bool empty = number == 0 || known == CN_GRAPH_NONE || b->groups[known].joined;
    spend(b, task, now);
    if (!empty) {
        note(b, task, CN_GRAPH_JOIN, known);
        b->unsound |= b->groups[known].awaited;
        b->groups[known].awaited = true;
    }
    enter(b, (frame){.join = true, .group = empty ? CN_GRAPH_NONE : known});
}

/* JOIN_END: the task goes on, not before the longest path of the group. */
static void end_join(builder *b, uint64_t now) {
    if (!b->stack[b->depth - 1].join) {
        b->unsound = true;
        return;
    }
    const uint32_t in = b->stack[--b->depth].group, task = running(b);
    if (in != CN_GRAPH_NONE) {
        b->groups[in].joined = true;
        b->unsound |= b->groups[in].pending > 0;
        if (b->groups[in].path > b->progress[task].path) {
            b->progress[task].path = b->groups[in].path;
        }
    }
    spend(b, task, now);
}

/* SEARCH: numbers of tasks and groups begin anew. */
static void begin_search(builder *b, uint64_t now) {
    b->last = now;
    b->numbered = false;
    memset(b->numbers, 0xff, sizeof b->numbers);
    const uint32_t root = add_task(b, CN_GRAPH_NONE, 0);
    if (root != CN_GRAPH_NONE) enter(b, (frame){.task = root});
}

/* SEARCH_END: the span of the whole is the sum of those of its searches. */
static void end_search(builder *b, uint64_t now) {
    const uint32_t root = b->stack[0].task;
    if (b->depth != 1) {
        b->unsound = true;
        return;
    }
    spend(b, root, now);
    note(b, root, CN_GRAPH_END, 0);
    b->graph->span += b->progress[root].path;
    b->graph->searches++;
    for (uint32_t i = root; i < b->graph->task_count; i++) b->unsound |= !b->progress[i].begun;
    b->depth = 0;
}

/* One event. */
static void take(builder *b, const cn_trace_event *event) {
    const uint64_t argument = cn_trace_event_argument(event), now = event->time_ns;
    const cn_trace_kind kind = cn_trace_event_kind(event);
    /* Between searches nothing counts; the oldest events may be the end of one whose beginning is
     * no longer there. */
    if (b->depth == 0) {
        if (kind == CN_TRACE_SEARCH) begin_search(b, now);
        return;
    }
    switch (kind) {
    case CN_TRACE_PUSH: make_task(b, argument, now); break;
    case CN_TRACE_INLINE: {
        const uint32_t task = make_task(b, argument, now);
        if (task != CN_GRAPH_NONE) enter(b, (frame){.task = task});
        break;
    }
    case CN_TRACE_RUN: begin_task(b, argument, now); break;
    case CN_TRACE_END: end_task(b, argument, now); break;
    case CN_TRACE_JOIN: begin_join(b, argument, now); break;
    case CN_TRACE_JOIN_END: end_join(b, now); break;
    case CN_TRACE_SEARCH_END: end_search(b, now); break;
    case CN_TRACE_MERGE: b->graph->merge += argument; break;
    case CN_TRACE_SEARCH:
    case CN_TRACE_STOLEN: b->unsound = true; break;
    default: break;
    }
}

/* Drops a search whose end is missing, and adds up the work of the others. */
static void finish(builder *b) {
    cn_graph *g = b->graph;
    while (b->depth > 0 && g->task_count > 0) {
        if (g->tasks[--g->task_count].group == CN_GRAPH_NONE) break;
    }
    g->work = 0;
    for (uint32_t i = 0; i < g->task_count; i++) {
        const cn_graph_step *step = &g->steps[g->tasks[i].first];
        for (; step->action != CN_GRAPH_END; step = &g->steps[step->next]) g->work += step->ns;
        g->work += step->ns;
    }
}

/* Builds the graph event by event, and says what is wrong with a recording that has none. */
static cn_status build(builder *b, const cn_trace_ring *ring, cn_error *error) {
    const uint64_t kept = cn_trace_kept(ring);
    for (uint64_t i = 0; i < kept && !b->failed && !b->unsound; i++) take(b, cn_trace_at(ring, i));
    CN_FAIL_IF(b->unsound, error, CN_BAD_INPUT, "the events of the recording do not fit together");
    if (b->failed) return cn_fail(error, CN_NO_MEMORY, "no memory for the tasks of the recording");
    finish(b);
    if (b->graph->searches > 0) return CN_OK;
    return cn_fail(error, CN_BAD_INPUT,
                   "the recording has no whole search: nothing to predict from%s",
                   ring->written > kept ? "; its first events had to make room" : "");
}

cn_status cn_graph_new(const cn_trace *trace, cn_graph **out, cn_error *error) {
    *out = NULL;
    CN_FAIL_IF(trace->workers != 1, error, CN_BAD_INPUT,
               "predictions start from a recording of one thread; this one has %d", trace->workers);
    builder *b = calloc(1, sizeof *b);
    cn_graph *g = calloc(1, sizeof *g);
    if (!b || !g) {
        free(b);
        free(g);
        return cn_fail(error, CN_NO_MEMORY, "no memory for the tasks of the recording");
    }
    b->graph = g;
    g->small = trace->rings[0].total[CN_TRACE_BATCH];
    const cn_status status = build(b, &trace->rings[0], error);
    free(b->progress);
    free(b->groups);
    free(b->stack);
    free(b);
    if (status != CN_OK) {
        cn_graph_free(g);
        return status;
    }
    *out = g;
    return CN_OK;
}

void cn_graph_free(cn_graph *g) {
    if (!g) return;
    free(g->tasks);
    free(g->steps);
    free(g);
}
