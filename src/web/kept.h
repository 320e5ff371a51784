/* Kept searches: what a session's last searches left behind.
 *
 * When a search is over, its tree and the recording of its threads can still be looked at, and an
 * agent that is asked again goes on with what it knows. A session keeps two: the last one, which
 * requests are about, and the one before, because two agents may play in turn. */
#pragma once

#include "web/agents.h"
#include "web/request.h"

/* A search that is over, and what it left. */
typedef struct cn_kept {
    cn_search *search;
    struct cn_trace *trace;         /* what its threads did in the last run */
    struct cn_decomposition *parts; /* the speed-up taken apart; NULL: nobody has asked */
    char spec[CN_SPEC_MAX];         /* the specification with the threads that it got */
    cn_allowed allowed;
    cn_position position; /* the position of the last run */
    int threads;
    int depth; /* that the last run reached; 0 for Monte Carlo */
    uint64_t iterations;
    double used; /* when its last run ended: the oldest are freed first */
} cn_kept;

/* A search of the agent with so many threads, ready to look at the position: the session's kept one
 * if that has the same specification and rules, else a new one. It is the caller's until
 * cn_kept_return; meanwhile requests about the last search are told that it is not over. Takes the
 * session's lock. */
cn_status cn_kept_take(struct cn_session *session, const cn_allowed *allowed, int threads,
                       const cn_position *position, cn_kept **kept, cn_error *error);

/* Makes it the session's last search, and frees the oldest kept ones of all sessions if together
 * they take too much memory. Takes the session's lock. */
void cn_kept_return(struct cn_session *session, cn_kept *kept, const cn_result *result);

void cn_kept_free(cn_kept *kept); /* NULL is allowed */

/* The session's last search; NULL after an answer. With the session's lock taken, under which the
 * search stays where it is. */
cn_kept *cn_kept_of(cn_request *request, const struct cn_session *session);
