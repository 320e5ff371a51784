/* One search by several ranks.
 *
 * Rank 0 leads: it tells the others what to search, they search it with threads of their own, and
 * what they find comes together at rank 0. While a search runs, one thread on every rank, the
 * courier, looks for messages and acts on them; it sleeps in between.
 *
 *     leader                                    member
 *     RUN  ---------------------------------->  begins
 *     <-- WANT, VALUE, STATS | DEPTH, DEAL, BOUND, UPPER -->   while it lasts (roots.c, merge.c)
 *     STOP ---------------------------------->  comes to an end
 *          <----------------------------------  END: counts, or what went wrong
 *
 * The leader alone decides when a search ends. Every message bears the number of its run; one that
 * comes late is dropped. A member that is still at the last run when the next one comes gives
 * that run up and takes the next. */
#pragma once

#include "cluster/cluster.h"
#include "cluster/merge.h"
#include "cluster/roots.h"
#include "core/trace.h"
#include "parallel/thread.h"

#include <canopy/search.h>

/* What a member says at the end. */
typedef struct cn_crew_report {
    int32_t status; /* a cn_status */
    int32_t threads, depth;
    uint64_t nodes, iterations, tasks, stolen, cancelled, dropped;
    double busy, idle;
    bool memory_full;
    uint64_t came_ns, left_ns; /* its clock when it had been told and when it said this */
    char error[400];
} cn_crew_report;

/* A member as the leader knows it. */
typedef struct cn_crew_member {
    bool ended;
    bool late; /* it ended after the sums of a Monte Carlo search were made */
    cn_crew_report report;
    uint64_t heard_ns; /* our clock when the report came */
    cn_message rings;  /* what came with it: what it recorded, if anything */
} cn_crew_member;

/* What a member knows of its part besides the result. */
typedef struct cn_crew_turn {
    double waited;         /* seconds that its threads spent waiting for messages */
    uint64_t came_ns;      /* as in the report */
    const cn_trace *trace; /* NULL: none */
} cn_crew_turn;

/* The processes that share one run, as this rank sees them. */
struct cn_crew {
    uint32_t run; /* its number */
    int rank, ranks;
    _Atomic bool *stop; /* of the search here */
    _Atomic bool ended; /* the leader: STOP is told; a member: STOP came */
    cn_lock lock;       /* of all that follows, and of what roots and merge say it guards */
    cn_signal changed;  /* something came */
    cn_signal alarm;    /* wakes the courier */
    int waiting;        /* threads that wait for a message; the courier then looks more often */
    double waited;      /* seconds threads spent so */
    bool over;          /* the courier ends */
    cn_thread courier;
    cn_crew_member *members;    /* the leader: [ranks] */
    cn_trace *trace;            /* of this rank, the leader's also of others; NULL: none */
    uint64_t told_ns;           /* the leader: just before the others were told */
    struct cn_backlog *backlog; /* a member: what came for later */
    cn_roots roots;
    cn_merge merge;
};

/* Messages that came while a member was at work and are not about its run. */
typedef struct cn_backlog {
    cn_message *list;
    int count, room;
} cn_backlog;

/* Begins run number `run` with ranks 0 to ranks - 1 and starts the courier: rank 0 leads, once the
 * others have been told of the run; they are members. `share`: levels of Monte Carlo trees that
 * ranks exchange; `stop`: the stop flag of the search here; `backlog`: where a member keeps
 * messages that are not about the run, NULL for the leader. Free it with cn_crew_free; if it fails
 * there is nothing to free. */
cn_status cn_crew_begin(cn_crew *crew, uint32_t run, int ranks, int share, _Atomic bool *stop,
                        cn_backlog *backlog, cn_error *error);

/* The leader: waits until all others have ended. At the deadline (seconds of cn_clock_seconds; 0:
 * none) the search is stopped; once it is stopped, the wait ends after half a second, or half a
 * minute if recordings are to come. */
void cn_crew_await(cn_crew *crew, double deadline);
/* The leader: ends the search everywhere, adds the others' counts to the result and what they
 * recorded to the trace. Fails with the message of the rank where something failed. */
cn_status cn_crew_finish(cn_crew *crew, cn_result *result, cn_error *error);
/* A member: tells the leader what its part in the run came to. */
void cn_crew_report_end(uint32_t run, cn_status status, const cn_error *error,
                        const cn_result *result, const cn_crew_turn *turn);
/* Ends the courier and frees what belongs to the crew. */
void cn_crew_free(cn_crew *crew);

/* The leader: how many of the nodes that a search reports while it runs are those of other ranks.
 */
uint64_t cn_crew_elsewhere(cn_crew *crew);

/* The leader: tells the others to stop, once. With the lock taken. */
void cn_crew_tell_stop(cn_crew *crew);
/* A thread of the search, number `worker`: sleeps until some message has come, for `seconds` at
 * most. The crew's lock must be taken; it is given up meanwhile. */
void cn_crew_wait(cn_crew *crew, int worker, double seconds);
