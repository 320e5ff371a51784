/* Simulates a task graph on some number of workers, by discrete events. Every worker has at most
 * one next event (the end of a step of its task, or its arrival at a deque it wants to steal from),
 * and a heap orders the workers by the times of these. What a worker does then follows the pool
 * (parallel/pool.c). There is no chance in it: equal times go by the order in which they were
 * scheduled, so the same graph always gives the same time. */
#include "lab/graph.h"

#include <stdlib.h>

/* Without work; on the way to a deque to steal from; at work on a task. */
typedef enum worker_state { IDLE, SEEKING, RUNNING } worker_state;

/* A simulated worker. */
typedef struct worker {
    worker_state state;
    uint64_t since;       /* idle since */
    uint32_t task;        /* running */
    uint32_t head, tail;  /* its deque: oldest, newest */
    uint64_t time, order; /* of its next event; equal times go by order */
} worker;

/* A task in a deque has neighbours; one that waits for a group has a worker. */
typedef struct task_state {
    uint32_t at, older, newer, worker;
} task_state;

/* Tasks of a group that have not ended, and the task that waits for them, or CN_GRAPH_NONE. */
typedef struct group_state {
    uint32_t pending, waiter;
} group_state;

/* A run of the graph on some number of workers. */
typedef struct simulation {
    const cn_graph *graph;
    const cn_costs *costs;
    worker *workers;
    uint32_t count;
    task_state *tasks;
    group_state *groups;
    uint32_t *heap, heaped; /* of workers, the next event on top */
    uint32_t *idle, idlers; /* a stack */
    uint32_t waiting;       /* tasks in deques */
    uint32_t victim;        /* where to look first for one */
    uint64_t order, steals;
} simulation;

/* ---- events ---- */

/* Whether the next event of one worker comes before that of another. */
static bool sooner(const simulation *s, uint32_t a, uint32_t b) {
    const worker *x = &s->workers[a], *y = &s->workers[b];
    return x->time != y->time ? x->time < y->time : x->order < y->order;
}

/* Sets the time of a worker's next event and puts it into the heap. */
static void schedule(simulation *s, uint32_t w, uint64_t time) {
    s->workers[w].time = time;
    s->workers[w].order = s->order++;
    uint32_t i = s->heaped++;
    for (; i > 0 && sooner(s, w, s->heap[(i - 1) / 2]); i = (i - 1) / 2) {
        s->heap[i] = s->heap[(i - 1) / 2];
    }
    s->heap[i] = w;
}

/* Takes the worker with the earliest event out of the heap. */
static uint32_t next_event(simulation *s) {
    const uint32_t first = s->heap[0], last = s->heap[--s->heaped];
    uint32_t i = 0;
    for (uint32_t child; (child = 2 * i + 1) < s->heaped; i = child) {
        if (child + 1 < s->heaped && sooner(s, s->heap[child + 1], s->heap[child])) child++;
        if (!sooner(s, s->heap[child], last)) break;
        s->heap[i] = s->heap[child];
    }
    s->heap[i] = last;
    return first;
}

/* ---- deques ---- */

/* A task that a worker made goes to the new end of its deque. */
static void push(simulation *s, uint32_t w, uint32_t task) {
    worker *self = &s->workers[w];
    s->tasks[task].older = self->tail;
    s->tasks[task].newer = CN_GRAPH_NONE;
    *(self->tail == CN_GRAPH_NONE ? &self->head : &s->tasks[self->tail].newer) = task;
    self->tail = task;
    s->waiting++;
}

/* Takes a task out of a worker's deque. */
static uint32_t take_out(simulation *s, worker *from, uint32_t task) {
    const uint32_t older = s->tasks[task].older, newer = s->tasks[task].newer;
    *(older == CN_GRAPH_NONE ? &from->head : &s->tasks[older].newer) = newer;
    *(newer == CN_GRAPH_NONE ? &from->tail : &s->tasks[newer].older) = older;
    s->waiting--;
    return task;
}

/* A worker takes the newest of its own tasks. */
static uint32_t take_newest(simulation *s, uint32_t w) {
    worker *self = &s->workers[w];
    return self->tail == CN_GRAPH_NONE ? CN_GRAPH_NONE : take_out(s, self, self->tail);
}

/* A thief takes the oldest task of the first worker that has one; where it looks first moves on. */
static uint32_t steal_oldest(simulation *s) {
    for (uint32_t i = 0; s->waiting > 0 && i < s->count; i++, s->victim++) {
        worker *victim = &s->workers[s->victim % s->count];
        if (victim->head != CN_GRAPH_NONE) return take_out(s, victim, victim->head);
    }
    return CN_GRAPH_NONE;
}

/* ---- workers ---- */

/* A worker runs a task up to the end of the task's current step. */
static void start(simulation *s, uint32_t w, uint32_t task, uint64_t now) {
    s->workers[w].state = RUNNING;
    s->workers[w].task = task;
    schedule(s, w, now + s->graph->steps[s->tasks[task].at].ns);
}

/* A worker without a task takes one of its own, sets out to steal, or idles. */
static void find_work(simulation *s, uint32_t w, uint64_t now) {
    const uint32_t own = take_newest(s, w);
    if (own != CN_GRAPH_NONE) {
        start(s, w, own, now);
    } else if (s->waiting > 0) {
        s->workers[w].state = SEEKING;
        schedule(s, w, now + s->costs->steal_ns);
    } else {
        s->workers[w].state = IDLE;
        s->workers[w].since = now;
        s->idle[s->idlers++] = w;
    }
}

/* Whether an idle worker has given up looking. */
static bool asleep(const simulation *s, uint32_t w, uint64_t now) {
    return s->workers[w].state == IDLE && now - s->workers[w].since > s->costs->patience_ns;
}

/* Lets an idle worker look for the task that is there now; returns what that costs the maker. */
static uint64_t wake_one(simulation *s, uint64_t now) {
    if (s->idlers == 0) return 0;
    const uint32_t w = s->idle[--s->idlers];
    const bool slept = asleep(s, w, now);
    s->workers[w].state = SEEKING;
    schedule(s, w, now + (slept ? s->costs->wake_ns : s->costs->steal_ns));
    return slept ? s->costs->signal_ns : 0;
}

/* The task that waited goes on, on the worker that ended the last task of the group. The pool has
 * it go on where it waited, which takes the time until that worker notices. */
static void go_on(simulation *s, uint32_t w, uint32_t task, uint64_t now) {
    const uint32_t owner = s->tasks[task].worker;
    if (owner != w) now += asleep(s, owner, now) ? s->costs->wake_ns : s->costs->steal_ns;
    s->tasks[task].at = s->graph->steps[s->tasks[task].at].next;
    start(s, w, task, now);
}

/* What comes after a step of work. Returns true if that was the end of the search. */
static bool act(simulation *s, uint32_t w, uint64_t now) {
    const uint32_t task = s->workers[w].task;
    const cn_graph_step *step = &s->graph->steps[s->tasks[task].at];
    if (step->action == CN_GRAPH_SPAWN) {
        s->groups[s->graph->tasks[step->what].group].pending++;
        push(s, w, step->what);
        const uint64_t cost = wake_one(s, now);
        s->tasks[task].at = step->next;
        start(s, w, task, now + cost);
        return false;
    }
    if (step->action == CN_GRAPH_JOIN) {
        group_state *group = &s->groups[step->what];
        if (group->pending == 0) {
            s->tasks[task].at = step->next;
            start(s, w, task, now);
        } else {
            group->waiter = task;
            s->tasks[task].worker = w;
            find_work(s, w, now);
        }
        return false;
    }
    if (s->graph->tasks[task].group == CN_GRAPH_NONE) return true;
    group_state *group = &s->groups[s->graph->tasks[task].group];
    if (--group->pending == 0 && group->waiter != CN_GRAPH_NONE) {
        go_on(s, w, group->waiter, now);
    } else {
        find_work(s, w, now);
    }
    return false;
}

/* Simulates one search and returns its time in ns. It begins when all other workers have been idle
 * for longer than their patience, so that they are asleep, as they are between searches. */
static uint64_t run(simulation *s, uint32_t root) {
    s->heaped = s->idlers = s->waiting = 0;
    for (uint32_t w = s->count; w-- > 0;) {
        s->workers[w] = (worker){.head = CN_GRAPH_NONE, .tail = CN_GRAPH_NONE};
        if (w > 0) s->idle[s->idlers++] = w;
    }
    start(s, 0, root, s->costs->patience_ns + 1);
    while (s->heaped > 0) {
        const uint32_t w = next_event(s);
        const uint64_t now = s->workers[w].time;
        if (s->workers[w].state == RUNNING) {
            if (act(s, w, now)) return now - s->costs->patience_ns - 1;
            continue;
        }
        const uint32_t task = steal_oldest(s);
        if (task != CN_GRAPH_NONE) {
            s->steals++;
            start(s, w, task, now);
        } else {
            find_work(s, w, now);
        }
    }
    return 0;
}

/* Searches follow one another, so their times add up. */
bool cn_graph_simulate(const cn_graph *g, int workers, const cn_costs *costs, cn_graph_run *out) {
    simulation s = {.graph = g, .costs = costs, .count = (uint32_t)workers};
    s.workers = calloc(s.count, sizeof *s.workers);
    s.heap = calloc(s.count, sizeof *s.heap);
    s.idle = calloc(s.count, sizeof *s.idle);
    s.tasks = calloc((size_t)g->task_count + 1, sizeof *s.tasks);
    s.groups = calloc((size_t)g->group_count + 1, sizeof *s.groups);
    const bool made = s.workers && s.heap && s.idle && s.tasks && s.groups;
    *out = (cn_graph_run){0};
    for (uint32_t i = 0; made && i < g->task_count; i++) s.tasks[i].at = g->tasks[i].first;
    for (uint32_t i = 0; made && i < g->group_count; i++) s.groups[i].waiter = CN_GRAPH_NONE;
    for (uint32_t i = 0; made && i < g->task_count; i++) {
        if (g->tasks[i].group == CN_GRAPH_NONE) out->ns += run(&s, i);
    }
    out->steals = s.steals;
    free(s.workers);
    free(s.heap);
    free(s.idle);
    free(s.tasks);
    free(s.groups);
    return made;
}
