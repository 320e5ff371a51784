/* Measurements of the lab: one runs at a time, with all threads of the server to itself. Whoever
 * makes a move meanwhile goes first: the measurement pauses, and the disturbed trial is made again.
 *
 * The last few runs are kept in the server's list, newest first; requests and event streams hold
 * the one they are about. A run has a thread of its own, which the housekeeping thread joins. */
#pragma once

#include "lab/summary.h"
#include "web/hub.h"
#include "web/session.h"

/* Configurations that a measurement asked for by a request may have. */
enum { CN_RUN_CONFIGURATIONS = 64 };

/* A measurement: waiting, under way, or over. */
typedef struct cn_lab_run {
    cn_web *web;
    char id[CN_ID];
    char owner[CN_ID]; /* the session it belongs to; empty: nobody's */
    /* What was asked for. Texts of the experiment are the program's own, in `body`, or here. */
    cn_experiment experiment;
    const cn_game *game;
    json_t *body; /* of the request; NULL: none */
    char options[CN_SPEC];
    char agents[CN_CONTENDERS][CN_SPEC_MAX];
    char opponent[CN_SPEC_MAX];
    int trials, seed;
    double seconds; /* after so many seconds no new round of trials begins */
    /* How it goes. */
    cn_thread thread;
    cn_hub hub;
    _Atomic bool stop;
    _Atomic bool ended; /* the results are final, and the thread is about to end: join it */
    int holders;        /* guarded by the server's runs_lock */
    cn_usage share;     /* what it has used of the server's threads */
    cn_claim claim;     /* its claim to all of them */
    cn_bench bench;     /* the thread's while it runs, then for all to read */
    double shown;       /* when the last event was written; the thread's */
    cn_lock lock;       /* guards the rest */
    const char *status; /* as docs/api.md has it */
    char message[256];
    cn_bench_state state;
    char now[256];  /* the configuration that is measured */
    double begun;   /* 0: it waits */
    double worked;  /* seconds before the last pause */
    json_t *result; /* the latest; NULL: none yet */
} cn_lab_run;

/* Frees all runs, when nothing runs any more. */
void cn_lab_free(cn_web *web);

/* A run, for the caller to fill in what is asked for; NULL after an answer. It is then started or
 * dropped. Starting takes it over, and answers. */
cn_lab_run *cn_run_new(cn_request *request);
bool cn_run_start(cn_request *request, cn_lab_run *run);
void cn_run_drop(cn_lab_run *run);

/* The run of the request's path, held; NULL after an answer. */
cn_lab_run *cn_run_of(cn_request *request);
void cn_run_release(cn_lab_run *run);

/* Asks a run to end soon. */
void cn_run_stop(cn_lab_run *run);

/* The run as docs/api.md has it. */
json_t *cn_run_json(cn_lab_run *run);
/* The configurations of a bench with what is known of them: labels, figures of the report, and
 * summaries where there are samples. NULL: no memory. */
json_t *cn_run_result_json(const cn_bench *bench);

/* For the housekeeping thread: ends what takes too long, lets others have the threads, joins what
 * has ended; with `beat`, sends a sign of life to who listens. */
void cn_lab_tick(cn_web *web, bool beat);
/* Whether a run is under way. */
bool cn_lab_busy(cn_web *web);
/* Stops the run that is under way, if one is. */
void cn_lab_stop(cn_web *web);
