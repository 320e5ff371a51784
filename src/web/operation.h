/* Operations: what takes longer than a request, such as an agent's move, an analysis, a review.
 * Each has a thread of its own.
 *
 * An operation (`cn_op`) belongs to a slot of a session, of which there are two: searches, and
 * reviews. It waits until the operation it replaces has left the slot, then until there are threads
 * for it, works, and tells the session's hub how it goes. What it finds is told by the housekeeping
 * thread, so that searches lose no time with it and listeners are not swamped.
 *
 * Inside it, one to four thinkers search. A thinker is an agent at work: it takes threads from the
 * server's budget, pauses when others need them, and keeps the latest result.
 *
 * An operation is made by a handler, with the session's lock taken. From cn_op_start on it belongs
 * to its thread; the housekeeping thread joins that and frees the operation. Its lock guards what
 * other threads read: status, messages, results. */
#pragma once

#include "web/kept.h"
#include "web/session.h"

/* What an operation does. */
typedef enum cn_op_kind {
    CN_OP_ANALYSIS,
    CN_OP_PLAY,
    CN_OP_HINT,
    CN_OP_COMPARE,
    CN_OP_DECOMPOSE,
    CN_OP_REVIEW,
    CN_OP_EXPLAIN,
} cn_op_kind;

/* How an operation goes; docs/api.md has the words. */
typedef enum cn_op_status {
    CN_OP_QUEUED,
    CN_OP_RUNNING,
    CN_OP_DONE,
    CN_OP_STOPPED,
    CN_OP_FAILED,
} cn_op_status;

/* One agent at work on the operation's position. */
typedef struct cn_thinker {
    struct cn_op *op;
    cn_allowed allowed;
    /* Guarded by the operation's lock. */
    cn_op_status status;
    char message[256];
    int threads;      /* threads that it has now; 0: none */
    cn_claim claim;   /* its claim to threads; the budget has a lock of its own */
    bool found;       /* `result` holds something */
    cn_result result; /* the latest */
    cn_score before;  /* the score of the depth before that; CN_SCORE_NONE: there is none */
} cn_thinker;

struct cn_verdicts; /* what a review found: web/review.c */

/* An operation: a search, analysis, review or comparison of a session, on a thread of its own. */
typedef struct cn_op {
    cn_web *web;
    cn_session *session; /* held */
    cn_op_kind kind;
    void (*work)(struct cn_op *op);
    cn_slot slot;
    struct cn_op *next; /* in the server's list */
    cn_thread thread;
    /* What is to be done; fixed once the operation has begun. */
    cn_position position;
    int ply;
    uint64_t revision; /* of the session, when the operation was made … */
    uint64_t game;     /* … and the number of its game */
    cn_limits limits;
    int count;           /* thinkers */
    cn_request *request; /* that waits for the result; NULL: none */
    /* How it goes. */
    _Atomic bool stop;
    _Atomic bool discard; /* the position changed: nobody wants the result */
    _Atomic bool ended;   /* the thread is about to end: join it */
    cn_lock lock;         /* guards the rest */
    double begun;         /* when it had its threads; 0: not yet */
    bool fresh;           /* listeners have not been told of the latest result */
    bool replaced;        /* another has its slot: its status does not matter any more */
    char message[256];
    cn_op_status status;
    struct cn_verdicts *verdicts;
    cn_thinker thinker[CN_COMPARED];
} cn_op;

/* ---- for handlers; with the session's lock taken ---- */

/* An operation at the session's position, and what it does in its thread once it has the slot; NULL
 * after an answer. Only reviews and decompositions are possible where the game is over. */
cn_op *cn_op_new(cn_request *request, cn_session *session, cn_op_kind kind, void (*work)(cn_op *));
void cn_op_free(cn_op *op);

/* Sets the seconds of each search to what was asked for, within the server's limit; 0: to that
 * limit. Call it when the thinkers have their agents, which are told if it is less. */
void cn_op_seconds(cn_op *op, double seconds);

/* Starts the operation if it is `ready`, and stops the one that had its slot. Answers the request,
 * unless the operation does that itself. Returns false and frees the operation if it is not ready,
 * which was answered already, or cannot be started. */
bool cn_op_start(cn_request *request, cn_op *op, bool ready);

/* Asks the slot's operation to stop; `discard`: and to forget what it found. False: there is none.
 */
bool cn_op_stop(cn_session *session, cn_slot slot, bool discard);

/* ---- for any thread ---- */

/* Ends the searches of an operation, and whatever else it would do. */
void cn_op_halt(cn_op *op);
/* Writes what is new, if anything is, to the session's hub. */
void cn_op_tell(cn_op *op);

/* Whether somebody waits for its answer, so that it comes before all others. */
bool cn_op_urgent(const cn_op *op);

/* The operation as the event `search` has it; null for NULL. */
json_t *cn_op_json(cn_op *op);

/* ---- for the kinds of operations; in the operation's thread ---- */

/* The score of the result; if a heuristic gave it, the mean of the last two depths, because such
 * values swing with the parity of the depth. With the operation's lock taken. */
cn_score cn_thinker_steady(const cn_thinker *thinker);

/* Changes the operation's status and tells who listens. Where there is one thinker, its status is
 * the operation's, and the functions below change both. */
void cn_op_status_set(cn_op *op, cn_op_status status, const char *message);

/* Waits for threads. Returns how many the thinker got; 0: the operation was stopped. */
int cn_thinker_threads(cn_thinker *thinker);

/* Runs the search within the operation's limits; its progress becomes the thinker's result. Pauses
 * as often as others need the threads and then goes on, except for a decomposition: a measurement
 * that was disturbed is over (cn_thinker_halted). If the operation was stopped, the thinker may
 * have no threads afterwards. */
cn_status cn_thinker_run(cn_thinker *thinker, cn_search *search, cn_error *error);

/* Gives the threads back, if it has any, and says that the thinker failed, was stopped or is done.
 */
void cn_thinker_end(cn_thinker *thinker, cn_status status, const cn_error *error);

/* For those that do not use cn_thinker_run. From `watch` on the search can be stopped from outside;
 * NULL: no more. `halted`: whether its search must end, or was ended, because the operation was
 * stopped or others need its threads. `pause`: gives the threads back, says so, and waits for as
 * many again; false if the operation was stopped. */
void cn_thinker_watch(cn_thinker *thinker, cn_search *search);
bool cn_thinker_halted(const cn_thinker *thinker);
bool cn_thinker_pause(cn_thinker *thinker);

/* ---- as JSON; with the operation's lock taken ---- */

/* The words of docs/api.md, by cn_op_kind and cn_op_status. */
extern const char *const cn_op_kind_names[], *const cn_op_status_names[];

json_t *cn_analysis_json(const cn_op *op, const cn_thinker *thinker);
/* Adds the keys that analyses and comparisons share, from `best` to `line`, to an object. */
void cn_result_json(json_t *object, const cn_position *position, const cn_thinker *thinker);
json_t *cn_compare_json(const cn_op *op);
json_t *cn_review_json(const cn_op *op);
void cn_verdicts_free(struct cn_verdicts *verdicts);

/* What threads did, for the page to draw; `position` names the moves. */
struct cn_timeline;
json_t *cn_timeline_json(const struct cn_timeline *timeline, const cn_position *position);

/* ---- housekeeping (web/housekeeping.c) ---- */

/* Starts the thread that tells what operations found, stops and joins them, and forgets old
 * sessions. */
cn_status cn_housekeeping_start(cn_web *web, cn_error *error);
/* Stops all operations, measurements and streams for good, and then the thread. */
void cn_housekeeping_stop(cn_web *web);
