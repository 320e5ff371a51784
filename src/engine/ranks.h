/* The façade's part in a job of several processes: a search that rank 0 runs is run by the others
 * too. They know it by a number; what it keeps from run to run (trees, tables), they keep. */
#pragma once

#include "cluster/crew.h"
#include "cluster/farm.h"

/* A search as other processes know it. */
typedef struct ranks_link {
    uint32_t number; /* 0: they do not know it */
    int told;        /* ranks that do: 1 to told - 1 */
} ranks_link;

/* A search for others to run. */
typedef struct ranks_job {
    const char *spec;
    const cn_position *position;
    const cn_limits *limits;
    bool timed;      /* rank 0 stops it */
    int ranks;       /* that take part */
    int share;       /* levels of Monte Carlo trees */
    cn_trace *trace; /* rank 0's, and perhaps of others; NULL: nothing is recorded */
} ranks_job;

/* Rank 0: tells the others and makes the crew. */
cn_status ranks_begin(ranks_link *link, const ranks_job *job, _Atomic bool *stop, cn_crew *crew,
                      cn_error *error);
/* What the others have of the search is to be cleared, or forgotten. */
void ranks_clear(const ranks_link *link);
void ranks_forget(ranks_link *link);

/* What a rank other than 0 has to offer. */
typedef struct cn_ranks_service {
    const cn_game *(*find)(const char *name, void *user); /* NULL: there is no such game */
    void *user;
    const cn_farm_work *work; /* besides searches; NULL: none */
} cn_ranks_service;

/* Searches, or works at, what rank 0 says until it ends the job. */
cn_status cn_ranks_serve(const cn_ranks_service *service, cn_error *error);
/* One search of them (search.c). `waited`: seconds its threads waited for messages. */
cn_status ranks_assist(cn_search *search, uint32_t number, const ranks_job *job,
                       cn_backlog *backlog, cn_result *result, double *waited, cn_error *error);

/* The ranks that a search with `ranks` (0: all) uses; refuses more than there are. */
cn_status cn_ranks_check(int64_t ranks, int *count, cn_error *error);
