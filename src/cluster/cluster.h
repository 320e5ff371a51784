/* The processes of one job, on one machine or on many.
 *
 * Rank 0 talks to the user and leads; the others wait for what it sends and answer. How messages
 * travel is a transport's affair (mpi.h is the only one); without one this process is alone, which
 * is what a library sees unless its program says otherwise. A process belongs to one job at most,
 * so this is one per process.
 *
 * Nothing here waits for another rank: sending hands the bytes over, receiving takes what has come.
 * Both may be called from any thread. Who waits sleeps in between (cn_cluster_rest), so that a rank
 * without work leaves its core to others. */
#pragma once

#include "cluster/message.h"

#include <canopy/status.h>

enum { CN_RANKS_MAX = 4096, CN_HOST = 64 };

typedef struct cn_transport {
    int rank, ranks;
    /* Takes `bytes` (from malloc) over and returns at once. */
    bool (*send)(int to, void *bytes, size_t size);
    /* What has come, from malloc; NULL if nothing has. Also lets what is sent make progress. */
    void *(*receive)(int *from, size_t *size);
    /* Once all ranks have come to the same point: waits for what is under way. */
    void (*close)(void);
} cn_transport;

/* Joins the job: the ranks introduce themselves to rank 0, which refuses another version. Once, and
 * before any search. */
cn_status cn_cluster_join(const cn_transport *transport, cn_error *error);
/* Rank 0 tells the others to end; all of them leave. */
void cn_cluster_leave(void);

int cn_cluster_rank(void);
int cn_cluster_ranks(void);
/* The machine of a rank, for messages; known to rank 0. */
const char *cn_cluster_host(int rank);

/* Frees the message. */
void cn_cluster_send(int to, cn_message *message);
/* To ranks 1 to ranks - 1. */
void cn_cluster_tell(int ranks, cn_message *message);
/* False if nothing has come. */
bool cn_cluster_receive(cn_message *message);

/* A rank that is stopped, or whose machine is gone without MPI noticing, must not be waited for.
 * Rank 0 has `lost` called, from any thread, once a rank that is awaited has been silent for so
 * many seconds; it should end the job. Without it, ranks are waited for without end. */
typedef void cn_lost_fn(int rank);
void cn_cluster_guard(double silence, cn_lost_fn *lost);
/* Rank 0: from now on something is awaited from this rank; and, now and then: is it still there? */
void cn_cluster_await(int rank);
void cn_cluster_watch(int rank);
/* The others, now and then while they work: they are. `last`: 0 at first. */
void cn_cluster_beat(double *last);

/* Rank 0 may have one use for the others at a time: false if it has, or if there are none. */
bool cn_cluster_take(void);
void cn_cluster_give_back(void);
/* A number for a job or a search that no other has. */
uint32_t cn_cluster_number(void);

/* What this process has sent and received, and the processor time of doing so. */
typedef struct cn_cluster_counts {
    uint64_t sent, sent_bytes, received, received_bytes;
    uint64_t sending_ns, receiving_ns; /* the second: with acting on it, where a courier does */
} cn_cluster_counts;

cn_cluster_counts cn_cluster_traffic(void);
/* A courier's own time. */
void cn_cluster_spent(uint64_t receiving_ns);

/* Sleeps between two looks for messages: longer and longer while nothing comes. Zero-initialise,
 * and set to zero when something came. */
typedef struct cn_rest {
    double seconds, idle;
} cn_rest;

void cn_cluster_rest(cn_rest *rest, double most);
