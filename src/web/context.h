/* What the parts of the server share. */
#pragma once

#include "parallel/thread.h"
#include "web/budget.h"
#include "web/web.h"

#include <stdatomic.h>

struct cn_session;
struct cn_job;
struct cn_lab_run;
struct cn_caller;

enum { CN_RUNS = 20 }; /* measurements that are kept */

/* Locks are taken in this order: cn_session.lock, cn_job.lock; runs_lock, cn_lab_run.lock; one of
 * all others. */
struct cn_web {
    cn_web_settings set;
    struct MHD_Daemon *daemon;
    int port;
    char token[32]; /* that visitors must show; empty: none */
    _Atomic bool stopping;
    _Atomic int streams; /* of events */
    cn_lock waiters;     /* guards the flags of requests that wait */
    cn_budget budget;

    cn_lock sessions_lock; /* guards the table, and who holds which session */
    struct cn_session **sessions;
    int session_count;

    cn_lock jobs_lock; /* guards the list; only the clock's thread takes jobs off it */
    struct cn_job *jobs;
    int job_count;

    cn_lock runs_lock; /* guards the measurements: the list, newest first, and who holds which */
    struct cn_lab_run *runs[CN_RUNS];
    int run_count;
    bool lab_busy; /* the newest is under way */

    cn_lock callers_lock; /* guards the connections */
    struct cn_caller *callers;

    bool ticking;
    cn_thread clock; /* see web/clock.c */
    cn_lock clock_lock;
    cn_signal clock_signal;
};
