/* What a recording (core/trace.h) says: as nested spans, as figures, and as files that other tools
 * open. A recording must be complete before it is read here: nobody may add to it meanwhile. */
#pragma once

#include "core/trace.h"

#include <canopy/status.h>
#include <jansson.h>
#include <stddef.h>
#include <stdio.h>

/* The name of a worker: "3", or with several ranks "1:0" for rank 1, worker 0. */
enum { CN_WORKER_TEXT = 24 };
void cn_trace_worker_text(const cn_trace *trace, int worker, char text[CN_WORKER_TEXT]);

/* ---- a timeline: events as spans ---- */

/* Something with a beginning and an end that a worker did. Times are in nanoseconds from the start
 * of the timeline. */
typedef struct cn_span {
    uint64_t begin, end;
    uint64_t own;      /* the part of it that lies in no span inside this one */
    uint64_t argument; /* a task's or group's number; how many tasks a batch has */
    uint8_t kind;
    uint8_t how;    /* of a task or batch: CN_TRACE_RUN, _STOLEN or _INLINE */
    uint8_t fate;   /* of a task: CN_TRACE_CANCEL, _DROP, or _END if it ran to its end */
    uint16_t depth; /* spans around it */
} cn_span;

/* A time during which a worker did one thing, by its innermost span. */
typedef struct cn_stretch {
    uint64_t begin, end;
    cn_activity activity;
} cn_stretch;

/* What one worker did. */
typedef struct cn_lane {
    cn_span *spans; /* parents before children, in the order of their beginnings */
    size_t count;
    cn_stretch *stretches; /* one after the other; idle ones are left out */
    size_t stretch_count;
} cn_lane;

/* When a task was made, and for which group. */
typedef struct cn_push {
    uint32_t task, group;
    uint64_t time;
} cn_push;

/* What the table of kinds calls a mark or a counter, and SEARCH_END with its nodes. */
typedef struct cn_trace_mark {
    uint64_t time;
    uint64_t argument;
    int worker;
    cn_trace_kind kind;
} cn_trace_mark;

/* A recording as spans; made by cn_timeline_new. */
typedef struct cn_timeline {
    const cn_trace *trace;
    uint64_t origin_ns; /* where it starts, on the clock of the recording */
    uint64_t length;
    uint64_t wall;    /* inside searches */
    uint64_t missing; /* events that had to make room for later ones */
    cn_lane lanes[CN_TRACE_WORKERS];
    cn_push *pushes; /* by task, then time */
    size_t push_count;
    cn_trace_mark *marks; /* by time */
    size_t mark_count;
    int push_room, mark_room;
} cn_timeline;

/* NULL if memory ran out. The trace must outlive it. If events of a worker are missing it starts
 * where all of them are there; what began earlier begins with it. Any events at all are accepted:
 * spans must nest, so where they do not (a damaged file), times are made to rise, an end closes the
 * innermost open span, and what is still open ends with the timeline. */
cn_timeline *cn_timeline_new(const cn_trace *trace);
void cn_timeline_free(cn_timeline *timeline);

/* "stolen", "run cancelled": how a task was come by and how it ended. Empty for other spans. */
enum { CN_HOW_TEXT = 32 };
void cn_span_how(const cn_span *span, char text[CN_HOW_TEXT]);

/* Whether a mark has a text to be shown, and that text: "depth 7 finished". */
enum { CN_MARK_TEXT = 64 };
bool cn_trace_mark_text(const cn_trace_mark *mark, char text[CN_MARK_TEXT]);

/* When the task that ran from `run` on was made, or NULL if that is not known. */
const cn_push *cn_timeline_push(const cn_timeline *timeline, const cn_span *run);

/* ---- figures ---- */

enum { CN_TASK_SIZES = 8 }; /* own time below 1 us, 10 us, … 1 s, and beyond */

/* The figures of one worker, or of all. */
typedef struct cn_worker_summary {
    uint64_t created, run, stolen, inlined, cancelled, dropped; /* tasks, as the pool counts */
    uint64_t small;                                             /* of those run: not noted each */
    uint64_t busy, merge, wait, idle;                           /* ns; together the wall time */
    uint64_t lock;                                              /* ns, of the waiting */
} cn_worker_summary;

/* The figures of a recording. Large: not for the stack. */
typedef struct cn_trace_summary {
    int workers;
    uint64_t searches, nodes;
    uint64_t wall;    /* ns inside searches; times and nodes are those of this time */
    uint64_t missing; /* events that are no longer there; counts of tasks include them, times not */
    cn_worker_summary total, worker[CN_TRACE_WORKERS];
    double productivity; /* busy / (workers x wall) */
    double balance;      /* mean busy / that of the busiest */
    uint64_t sizes[CN_TASK_SIZES];
} cn_trace_summary;

/* Adds the timeline up; what was in `summary` is overwritten. */
void cn_trace_summarise(const cn_timeline *timeline, cn_trace_summary *summary);

/* The figures of a recording, which the caller frees; NULL: no memory. */
cn_trace_summary *cn_trace_summary_new(const cn_trace *trace);

/* speed-up = workers x productivity / overhead / slowdown, against a recording of the same search
 * on one thread; productivity is then relative to that recording's. */
typedef struct cn_decomposition {
    double speedup;      /* wall times */
    double productivity; /* that of the many over that of the one */
    double overhead;     /* nodes of the many over nodes of the one */
    double slowdown;     /* busy time a node of the many over that of the one */
    /* Of several measurements, of which this is the one in the middle: how many, the interval that
     * holds the true median speed-up 95 times in 100, and the least share of its time that a thread
     * had a core, below 1 if others used the machine. */
    int rounds;
    double low, high, share;
} cn_decomposition;

/* False if one of them is empty. */
bool cn_trace_decompose(const cn_trace_summary *one, const cn_trace_summary *many,
                        cn_decomposition *parts);

/* As text, in lines of at most 100 columns. */
void cn_trace_summary_write(const cn_trace *trace, const cn_trace_summary *summary, FILE *file);
void cn_decomposition_write(const cn_decomposition *parts, int workers, FILE *file);

/* As JSON, the same in the program and on the page (docs/api.md, "A recording in figures"), and the
 * table of kinds. NULL if memory ran out. */
json_t *cn_trace_summary_json(const cn_trace *trace, const cn_trace_summary *summary);
json_t *cn_decomposition_json(const cn_decomposition *parts, int workers);
json_t *cn_trace_kinds_json(void);

/* A time in nanoseconds as text in the unit that suits it: "1.234 s", "56.7 ms". */
enum { CN_TIME_TEXT = 32 };
void cn_time_text(uint64_t ns, char text[CN_TIME_TEXT]);

/* ---- files ---- */

/* Write a timeline as Chrome trace events, as GHC's event log, and as a picture. All return false
 * if memory ran out; errors of writing stay in the FILE. */
bool cn_trace_write_chrome(const cn_timeline *timeline, FILE *file);
bool cn_trace_write_eventlog(const cn_timeline *timeline, FILE *file);
bool cn_trace_write_svg(const cn_timeline *timeline, FILE *file);

/* A smaller picture for a page: the workers one above the other, nothing else; and what its colours
 * are, as a list. */
void cn_trace_write_lanes(const cn_timeline *timeline, FILE *file);
void cn_trace_write_legend(FILE *file);

/* CN_BAD_USAGE if the name does not end in a known extension: .json, .eventlog, .svg, .cntrace. */
cn_status cn_trace_check_name(const char *path, cn_error *error);
/* Writes in the format that the extension of `path` stands for. */
cn_status cn_trace_write(const cn_trace *trace, const char *path, FILE *file, cn_error *error);
/* The same to the file of that name, which is replaced if all goes well. */
cn_status cn_trace_save(const cn_trace *trace, const char *path, cn_error *error);

/* Reads a recording in our own format, which is checked as text from anybody. The caller frees it
 * with cn_trace_free. */
cn_status cn_trace_read(FILE *file, cn_trace **trace, cn_error *error);
