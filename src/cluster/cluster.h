/* The processes of one MPI job, on one machine or on many.
 *
 * Rank 0 talks to the user and leads; the others wait for what it sends and answer. How messages
 * travel is a transport's affair (mpi.h is the only one); without one this process is alone, which
 * is what a library sees unless its program says otherwise. A process belongs to one job at most,
 * so there is one state for the whole process.
 *
 * Nothing here waits for another rank: sending hands the bytes over, receiving takes what has come.
 * Both may be called from any thread; a lock lets one of them at a time to the transport. Whoever
 * waits for a message sleeps between two looks (cn_cluster_rest), so that a rank without work
 * leaves its core to others. */
#pragma once

#include "cluster/message.h"

#include <canopy/status.h>

/* The most processes of a job, and room for the name of a machine. */
enum { CN_RANKS_MAX = 4096, CN_HOST = 64 };

/* How messages travel. The functions are called by one thread at a time. */
typedef struct cn_transport {
    int rank, ranks;
    /* Sends `bytes`, which come from malloc and are the transport's from now on; returns at once.
     */
    bool (*send)(int to, void *bytes, size_t size);
    /* The next message that has come, which the caller frees; NULL if none has. Also lets what is
     * being sent make progress. */
    void *(*receive)(int *from, size_t *size);
    /* Ends it, once all ranks have come to the same point: waits for what is under way. */
    void (*close)(void);
} cn_transport;

/* Joins the job: the ranks introduce themselves to rank 0, which refuses those that run another
 * version. To be called once, before any search. */
cn_status cn_cluster_join(const cn_transport *transport, cn_error *error);
/* Leaves the job. Rank 0 tells the others to end, and waits until they have heard it. */
void cn_cluster_leave(void);

int cn_cluster_rank(void);
int cn_cluster_ranks(void);
/* The machine of a rank, for messages; known to rank 0. */
const char *cn_cluster_host(int rank);

/* Sends a message to one rank, and frees it. */
void cn_cluster_send(int to, cn_message *message);
/* Sends a message to ranks 1 to ranks - 1, and frees it. */
void cn_cluster_tell(int ranks, cn_message *message);
/* Takes the next message that has come, which the caller frees; false if none has. */
bool cn_cluster_receive(cn_message *message);

/* A rank that is stopped, or whose machine is gone without MPI noticing it, must not be waited for.
 * Once a rank that is awaited has been silent for `silence` seconds, rank 0 calls `lost`, from
 * whichever thread finds out; it should end the job. Without it, ranks are waited for without end.
 */
typedef void cn_lost_fn(int rank);
void cn_cluster_guard(double silence, cn_lost_fn *lost);
/* Rank 0: from now on something is awaited from this rank. */
void cn_cluster_await(int rank);
/* Rank 0, to be called now and then while it waits: calls `lost` if the rank has been silent for
 * too long. */
void cn_cluster_watch(int rank);
/* The others, to be called now and then while they work: tells rank 0 once a second that they are
 * still there. `last` is 0 at first. */
void cn_cluster_beat(double *last);

/* Rank 0: takes the other ranks for one purpose, a search or a match; false if they are taken, or
 * there are none. cn_cluster_give_back ends it. */
bool cn_cluster_take(void);
void cn_cluster_give_back(void);
/* A number for a run or a search that no other has. */
uint32_t cn_cluster_number(void);

/* What this process has sent and received, and the processor time of doing so. */
typedef struct cn_cluster_counts {
    uint64_t sent, sent_bytes, received, received_bytes;
    uint64_t sending_ns, receiving_ns; /* the second includes what a courier does about messages */
} cn_cluster_counts;

cn_cluster_counts cn_cluster_traffic(void);
/* Adds the processor time that a courier spent. */
void cn_cluster_spent(uint64_t receiving_ns);

/* The sleep between two looks for messages: from 50 microseconds on, longer and longer while
 * nothing comes. Zero-initialise, and set to zero when something came. */
typedef struct cn_rest {
    double seconds; /* the last sleep */
    double idle;    /* all sleeps together */
} cn_rest;

/* Sleeps; `most` seconds at most. */
void cn_cluster_rest(cn_rest *rest, double most);
