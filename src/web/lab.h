/* Measurements: one runs at a time, with all threads of the server to itself. */
#pragma once

#include "lab/summary.h"
#include "web/hub.h"
#include "web/session.h"

enum { CN_RUN_CONFIGURATIONS = 64 };

/* What a request asks for; its texts are the request's. */
typedef struct cn_run_order {
    cn_experiment experiment;
    const cn_game *game;
    char options[CN_SPEC];
    char agents[CN_CONTENDERS][CN_SPEC_MAX];
    char opponent[CN_SPEC_MAX];
    char sweeps[CN_SWEEPS][256];
    char position[CN_TEXT_MAX];
    int trials, seed;
    double seconds;    /* no round begins after them */
    char owner[CN_ID]; /* the session it belongs to; empty: nobody's */
} cn_run_order;

typedef struct cn_lab_run {
    cn_web *web;
    char id[CN_ID];
    cn_run_order *order;
    cn_thread thread;
    cn_request *request; /* that waits to hear whether the experiment can be made */
    cn_hub hub;
    _Atomic bool stop;
    _Atomic bool ended; /* the results are final, and the thread is about to end: join it */
    int holders;        /* guarded by the server's runs_lock */
    cn_usage share;     /* of the server's threads */
    cn_claim claim;     /* to all of them */
    cn_bench bench;     /* the thread's while it runs, then for all to read */
    double shown;       /* when the last event was written; the thread's */
    cn_lock lock;       /* guards the rest */
    bool made;          /* the bench is */
    bool running;
    const char *status; /* as docs/api.md has it */
    char message[256];
    cn_bench_state state;
    char now[256];
    cn_search *watched[3];
    bool yielded;   /* the trial at hand is given up: others need the threads */
    double begun;   /* 0: it waits */
    double worked;  /* seconds before the last pause */
    json_t *result; /* the latest; NULL: none yet */
} cn_lab_run;

void cn_lab_init(cn_web *web);
void cn_lab_free(cn_web *web);

/* Begins a run of the order, which it takes over. The request is answered when it is known whether
 * it can be made; at once if there is one already. */
bool cn_run_start(cn_request *request, cn_run_order *order);

/* The run of the request's path, held; NULL after an answer. */
cn_lab_run *cn_run_of(cn_request *request);
void cn_run_release(cn_lab_run *run);

void cn_run_stop(cn_lab_run *run);

/* As docs/api.md has it. */
json_t *cn_run_json(cn_lab_run *run);

/* Every so often: stops what is to be stopped, joins what has ended. */
void cn_lab_tick(cn_web *web, bool beat);
/* Whether a run is still under way. */
bool cn_lab_busy(cn_web *web);
void cn_lab_stop(cn_web *web);
