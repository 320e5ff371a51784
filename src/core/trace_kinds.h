/* The one table of what a recording can hold. Every file format, the summary, the program and the
 * page take names, texts and colours from here, so a new kind of event is a row here and the place
 * that notes it.
 *
 * An event is what a worker writes down; spans are what a timeline makes of events: stretches of
 * time with a beginning and an end, which nest. */
#pragma once

/* What a worker is at. Waiting is for others: for the last tasks of a group, at a barrier, for a
 * lock. Idle is without any task.
 *
 *  X(name, word in JSON, text, colour on light ground, on dark ground). Bars are drawn in this
 * order from the bottom upwards. The colours are those of Okabe and Ito, which colour-blind eyes
 * can tell apart. */
#define CN_ACTIVITY_ROWS(X)                                           \
    X(BUSY, "busy", "searching", "#009e73", "#12a67c")                \
    X(MERGING, "merging", "merging", "#cc79a7", "#cc79a7")            \
    X(WAITING, "waiting", "waiting for others", "#e69f00", "#e6a71e") \
    X(IDLE, "idle", "idle", "#e3dfd7", "#35322d")

/* X(name, word in files and JSON, text, activity, colour on light ground, on dark ground) */
#define CN_SPAN_ROWS(X)                                                           \
    X(SEARCH, "search", "searching", BUSY, "#8fd0b7", "#2f7f65")                  \
    X(TASK, "task", "a task", BUSY, "#009e73", "#12a67c")                         \
    X(BATCH, "small tasks", "small tasks", BUSY, "#56b4e9", "#3d8fbf")            \
    X(JOIN, "join", "waiting for a group's tasks", WAITING, "#f3d08a", "#8a6a1c") \
    X(MERGE, "merge", "merging trees", MERGING, "#cc79a7", "#cc79a7")             \
    X(WAIT, "wait", "waiting at a barrier", WAITING, "#e69f00", "#e6a71e")        \
    X(LOCK, "lock", "waiting for a lock", WAITING, "#d55e00", "#ee7a2a")          \
    X(IDLE, "idle", "without a task", IDLE, "#e3dfd7", "#35322d")

/* X(name, role, its span, what its argument is, word in files and JSON, text)
 *
 * Roles: COUNT is counted and nothing else; BEGIN and END are the ends of a span; WHOLE is a span
 * noted when it was over, with its length in nanoseconds as argument; FATE tells how the innermost
 * task ended; LINE and POINT are drawn as marks, NOTE is a mark that only text formats show;
 * COUNTER is a number that grows. The text of a mark may show its argument once, as %llu. */
#define CN_TRACE_ROWS(X)                                                                      \
    X(PUSH, COUNT, TASK, TASK, "created", "task made") /* group << 32 | task */               \
    X(RUN, BEGIN, TASK, TASK, "run", "task begun by its maker")                               \
    X(STOLEN, BEGIN, TASK, TASK, "stolen", "task begun by another worker")                    \
    X(INLINE, BEGIN, TASK, TASK, "inline", "task begun when made, the queue being full")      \
    X(END, END, TASK, TASK, "ended", "task ended")                                            \
    X(CANCEL, FATE, TASK, NONE, "cancelled", "running task cut off")                          \
    X(DROP, FATE, TASK, NONE, "dropped", "running task dropped, the search being stopped")    \
    X(JOIN, BEGIN, JOIN, GROUP, "join", "waits for a group of tasks, running others")         \
    X(JOIN_END, END, JOIN, NONE, "joined", "group done")                                      \
    X(MERGE, WHOLE, MERGE, LENGTH, "merge", "merged results")                                 \
    X(WAIT, WHOLE, WAIT, LENGTH, "wait", "waited at a barrier")                               \
    X(LOCK, WHOLE, LOCK, LENGTH, "lock", "waited for a lock")                                 \
    X(IDLE, WHOLE, IDLE, LENGTH, "idle", "had no task")                                       \
    X(SEARCH, BEGIN, SEARCH, NUMBER, "search", "search begun") /* its number in this trace */ \
    X(SEARCH_END, END, SEARCH, NODES, "end", "search ended")                                  \
    X(NODES, COUNTER, SEARCH, NODES, "nodes", "nodes so far") /* of this rank */              \
    X(DEPTH, LINE, SEARCH, NUMBER, "depth", "depth %llu finished")                            \
    X(BEST, POINT, SEARCH, MOVE, "best", "best move changed")                                 \
    X(ABANDON, NOTE, SEARCH, NUMBER, "abandon", "depth %llu abandoned")                       \
    X(BATCH, WHOLE, BATCH, BATCH, "batch", "ran small tasks") /* see cn_trace_batch */

#define X(name, ...) CN_##name,
typedef enum cn_activity { CN_ACTIVITY_ROWS(X) CN_ACTIVITIES } cn_activity;
#undef X
#define X(name, ...) CN_SPAN_##name,
typedef enum cn_span_kind { CN_SPAN_ROWS(X) CN_SPAN_KINDS } cn_span_kind;
#undef X
#define X(name, ...) CN_TRACE_##name,
typedef enum cn_trace_kind { CN_TRACE_ROWS(X) CN_TRACE_KIND_COUNT } cn_trace_kind;
#undef X

/* What a kind of event means for a timeline. */
typedef enum cn_trace_role {
    CN_ROLE_COUNT,
    CN_ROLE_BEGIN,
    CN_ROLE_END,
    CN_ROLE_WHOLE,
    CN_ROLE_FATE,
    CN_ROLE_LINE,
    CN_ROLE_POINT,
    CN_ROLE_NOTE,
    CN_ROLE_COUNTER,
} cn_trace_role;

/* What the argument of a kind of event is. */
typedef enum cn_trace_argument {
    CN_ARGUMENT_NONE,
    CN_ARGUMENT_TASK, /* a task's number, and perhaps its group's << 32 */
    CN_ARGUMENT_GROUP,
    CN_ARGUMENT_LENGTH, /* nanoseconds */
    CN_ARGUMENT_NUMBER,
    CN_ARGUMENT_NODES,
    CN_ARGUMENT_MOVE,
    CN_ARGUMENT_BATCH,
} cn_trace_argument;

typedef struct cn_activity_row {
    const char *name, *text, *light, *dark;
} cn_activity_row;

typedef struct cn_span_row {
    const char *name, *text;
    cn_activity activity;
    const char *light, *dark;
} cn_span_row;

typedef struct cn_trace_row {
    cn_trace_role role;
    cn_span_kind span;
    cn_trace_argument argument;
    const char *name, *text;
} cn_trace_row;

/* Indexed by the enums above. */
extern const cn_activity_row cn_activity_rows[CN_ACTIVITIES];
extern const cn_span_row cn_span_rows[CN_SPAN_KINDS];
extern const cn_trace_row cn_trace_rows[CN_TRACE_KIND_COUNT];
