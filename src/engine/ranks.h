/* Searches by several processes, as the engine sees them: what rank 0 searches, the other ranks of
 * the MPI job search too. They know a search by a number, make the same search from its
 * specification, and keep what it keeps from run to run (trees, tables). */
#pragma once

#include "cluster/crew.h"
#include "cluster/farm.h"

/* Rank 0: what it must remember of a search that other processes know. Zero-initialise. */
typedef struct cn_ranks_link {
    uint32_t number; /* 0: they do not know it */
    int told;        /* ranks that do: 1 to told - 1 */
} cn_ranks_link;

/* One run of a search that is to be shared. */
typedef struct cn_ranks_request {
    const char *spec; /* as cn_spec_text prints it; rank 0 only */
    const cn_position *position;
    const cn_limits *limits;
    bool timed;      /* rank 0 will stop it when time is up */
    int ranks;       /* how many ranks take part: 0 to ranks - 1 */
    int share;       /* levels of Monte Carlo trees that ranks exchange */
    cn_trace *trace; /* with room for rank 0 and perhaps for others; NULL: nothing is recorded */
} cn_ranks_request;

/* Rank 0: tells the others to begin and makes the crew, which the caller frees with cn_crew_free
 * after cn_crew_finish. `stop` is the search's flag. To be called with the cluster taken
 * (cn_cluster_take). Fails if the position cannot travel (engine/carry.h). */
cn_status cn_ranks_lead(cn_ranks_link *link, const cn_ranks_request *request, _Atomic bool *stop,
                        cn_crew *crew, cn_error *error);
/* Rank 0: the others shall clear what their copy of the search has learnt; or free the copy. */
void cn_ranks_clear(const cn_ranks_link *link);
void cn_ranks_forget(cn_ranks_link *link);

/* What a rank other than 0 brings. */
typedef struct cn_ranks_service {
    const cn_game *(*find)(const char *name, void *user); /* NULL: there is no such game */
    void *user;
    const cn_farm_work *work; /* what it can do besides searching; NULL: nothing */
} cn_ranks_service;

/* A rank other than 0: does what rank 0 says until the MPI job ends, then returns. It sleeps while
 * there is nothing to do. */
void cn_ranks_serve(const cn_ranks_service *service);
/* A rank other than 0: its part in run `number` (engine/search.c). Messages that are not about the
 * run go to the backlog. `waited`: seconds that its threads spent waiting for messages. */
cn_status cn_ranks_assist(cn_search *search, uint32_t number, const cn_ranks_request *request,
                          cn_backlog *backlog, cn_result *result, double *waited, cn_error *error);

/* How many ranks a search with the option ranks=N uses; 0 means all. Refuses more than there are.
 */
cn_status cn_ranks_check(int64_t ranks, int *count, cn_error *error);
