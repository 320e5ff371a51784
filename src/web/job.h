/* Work that takes longer than a request: searches of all kinds, each in a thread of its own.
 *
 * A job belongs to a slot of a session. It waits until the job it replaces has left, then until
 * there are threads for it, works, and tells the session's hub how it goes. Results are sent by the
 * clock's thread (web/clock.c), so that searches lose no time with it and readers are not swamped.
 */
#pragma once

#include "web/session.h"

typedef enum cn_job_kind {
    CN_JOB_ANALYSIS,
    CN_JOB_PLAY,
    CN_JOB_HINT,
    CN_JOB_COMPARE,
    CN_JOB_DECOMPOSE,
    CN_JOB_REVIEW,
    CN_JOB_EXPLAIN,
} cn_job_kind;

typedef enum cn_job_status {
    CN_JOB_QUEUED,
    CN_JOB_RUNNING,
    CN_JOB_DONE,
    CN_JOB_STOPPED,
    CN_JOB_FAILED,
} cn_job_status;

/* One search of a job. */
typedef struct cn_task {
    struct cn_job *job;
    cn_hired hired;
    /* Guarded by the job's lock. */
    cn_job_status status;
    char message[256];
    int threads;       /* it has */
    cn_claim claim;    /* to threads */
    bool yielded;      /* the search was ended because others need its threads: to be continued */
    cn_search *search; /* while it may have to be stopped */
    bool found;        /* there is a result */
    cn_result result;  /* the latest */
} cn_task;

struct cn_verdicts; /* web/review.c */

typedef struct cn_job {
    cn_web *web;
    cn_session *session; /* held */
    cn_job_kind kind;
    cn_slot slot;
    struct cn_job *next;
    cn_thread thread;
    /* What is to be done; fixed once the job has begun. */
    cn_position position;
    int ply;
    uint64_t revision; /* of the session, when the job was made */
    uint64_t game;     /* … and its count of games */
    cn_limits limits;
    int count;           /* tasks */
    cn_request *request; /* that waits for the result; NULL: none */
    /* How it goes. */
    _Atomic bool stop;
    _Atomic bool discard; /* the position changed: nobody wants the result */
    _Atomic bool ended;   /* the thread is about to end: join it */
    cn_lock lock;
    double begun;  /* when it had its threads; 0: not yet. Guarded by the lock, as the rest. */
    bool fresh;    /* something to tell */
    bool replaced; /* another has its slot, which is what there is to tell */
    char message[256];
    cn_job_status status;
    struct cn_verdicts *verdicts;
    cn_task task[CN_COMPARED];
} cn_job;

/* ---- making jobs; with the session's lock taken ---- */

/* A job for the position the session is at, which must not be the end of its game but for reviews
 * and decompositions; NULL after an answer. */
cn_job *cn_job_new(cn_request *request, cn_session *session, cn_job_kind kind);
void cn_job_free(cn_job *job);

/* Seconds that were asked for each search, within the server's limit; 0: as long as that. After the
 * agents are hired. */
void cn_job_seconds(cn_job *job, double seconds);

/* Starts it if it is `ready`, and says so unless it answers the request itself; what had its slot
 * is stopped. False, having freed it, if it is not ready (which was answered) or cannot be started.
 */
bool cn_job_start(cn_request *request, cn_job *job, bool ready);

/* Ends a job: the search it is at, and what else it would do. From any thread. */
void cn_job_halt(cn_job *job);
/* Asks the slot's job to stop; `discard`: and to forget what it found. False if there is none. */
bool cn_job_stop(cn_session *session, cn_slot slot, bool discard);

/* Somebody waits for its answer. */
bool cn_job_urgent(const cn_job *job);

/* The job as the event `search` has it; null for NULL. */
json_t *cn_job_json(cn_job *job);

/* ---- for the kinds of jobs ---- */

/* What each does in its thread, once it has the slot. */
void cn_job_search(cn_job *job); /* analysis, play, hint */
void cn_job_compare(cn_job *job);
void cn_job_decompose(cn_job *job);
void cn_job_review(cn_job *job);
void cn_job_explain(cn_job *job);

/* Waits for threads, and is running once it has them; 0: the job was stopped. */
int cn_task_threads(cn_task *task);
/* Gives them back, if it has any: the task failed, was stopped or is done. */
void cn_task_end(cn_task *task, cn_status status, const cn_error *error);

/* Others need the threads: gives them back, says so, and waits for as many again. False if the job
 * was stopped meanwhile: it has no threads then. */
bool cn_task_pause(cn_task *task);
/* Whether the last search of the task was ended to be continued; no more after the call. */
bool cn_task_yielded(cn_task *task);
/* Ends the searches that others need the threads of; for the clock. */
void cn_job_yield(cn_job *job);

/* Makes the search of a task, or goes on with the kept one. */
cn_status cn_task_open(cn_task *task, int threads, cn_kept **kept, cn_error *error);

/* Runs it within the job's limits; progress goes to the task's result. Pauses as often as others
 * need its threads; but a measurement that was disturbed is over (cn_task_yielded). The task may
 * have no threads afterwards, if the job was stopped. */
cn_status cn_task_run(cn_task *task, cn_search *search, cn_error *error);

/* Lets the clock's thread stop this search; NULL: no more. */
void cn_task_watch(cn_task *task, cn_search *search);

/* The status of the job changes: tells who listens. Those of tasks are theirs, where there can be
 * several. */
void cn_job_status_set(cn_job *job, cn_job_status status, const char *message);

/* Tells what is new, if anything is. */
void cn_job_tell(cn_job *job);

/* The words of docs/api.md. */
const char *cn_job_kind_name(cn_job_kind kind);
const char *cn_job_status_name(cn_job_status status);

/* ---- results as JSON; with the job's lock taken ---- */

json_t *cn_analysis_json(const cn_job *job, const cn_task *task);
/* The keys from `best` to `line` that an analysis and a comparison share, added to an object. */
void cn_result_json(json_t *object, const cn_position *position, const cn_task *task);
json_t *cn_compare_json(const cn_job *job);
json_t *cn_review_json(const cn_job *job);
void cn_verdicts_free(struct cn_verdicts *verdicts);

/* What threads did, for the page to draw. */
struct cn_timeline;
json_t *cn_timeline_json(const struct cn_timeline *timeline, const cn_position *position);

/* ---- the clock ---- */

/* A thread that tells what jobs found, stops them, joins them, and forgets old sessions. */
cn_status cn_clock_start(cn_web *web, cn_error *error);
/* Stops all jobs and streams for good. */
void cn_clock_stop(cn_web *web);
