/* Sends are MPI_Isend whose buffers are kept until MPI has done with them; receives are a matched
 * probe, so that a message goes to whoever found it. Neither waits. MPI_THREAD_SERIALIZED, because
 * the thread that finishes a root move sends its value, another one looks for messages, and
 * cluster.c lets one at a time in. */
#include "cluster/mpi.h"

#include "core/memory.h"

#include <limits.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

/* A message whose bytes MPI may still read. */
typedef struct sending {
    MPI_Request request;
    void *bytes;
} sending;

static struct {
    sending *list;
    int count, room;
} under_way;

/* What launchers tell the processes they start: Open MPI, MPICH and Slurm's PMI, PMIx. */
static const char *const marks[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK", NULL};

bool cn_mpi_launched(void) {
    for (int i = 0; marks[i]; i++) {
        if (getenv(marks[i])) return true;
    }
    return false;
}

/* Forgets the sends that have ended. */
static void sweep(void) {
    for (int i = 0; i < under_way.count;) {
        int done = 0;
        MPI_Test(&under_way.list[i].request, &done, MPI_STATUS_IGNORE);
        if (done) {
            free(under_way.list[i].bytes);
            under_way.list[i] = under_way.list[--under_way.count];
        } else {
            i++;
        }
    }
}

/* Begins to send; takes the bytes over and frees them once MPI has sent them. */
static bool send(int to, void *bytes, size_t size) {
    if (size > INT_MAX || !cn_memory_grow(&under_way.list, under_way.count, &under_way.room,
                                          sizeof *under_way.list)) {
        free(bytes);
        return false;
    }
    sending *s = &under_way.list[under_way.count];
    s->bytes = bytes;
    if (MPI_Isend(bytes, (int)size, MPI_BYTE, to, 0, MPI_COMM_WORLD, &s->request) != MPI_SUCCESS) {
        free(bytes);
        return false;
    }
    under_way.count++;
    return true;
}

/* The next message, which the caller frees, or NULL if none has come. Never waits. */
static void *receive(int *from, size_t *size) {
    int there = 0, count = 0;
    MPI_Message message;
    MPI_Status status;
    sweep();
    MPI_Improbe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &message, &status);
    if (!there) return NULL;
    MPI_Get_count(&status, MPI_BYTE, &count);
    void *bytes = malloc(count > 0 ? (size_t)count : 1);
    if (!bytes) return NULL;
    MPI_Mrecv(bytes, count, MPI_BYTE, &message, MPI_STATUS_IGNORE);
    *from = status.MPI_SOURCE;
    *size = (size_t)count;
    return bytes;
}

/* Ends the connection to the other processes. */
static void close(void) {
    /* Large messages end only when they are received: take in what still comes, for a while. */
    cn_rest rest = {0};
    while (under_way.count > 0 && rest.idle < 2) {
        int from;
        size_t size;
        free(receive(&from, &size));
        cn_cluster_rest(&rest, 1e-3);
    }
    free(under_way.list);
    MPI_Finalize();
}

static cn_transport transport = {.send = send, .receive = receive, .close = close};

cn_status cn_mpi_start(const cn_transport **out, cn_error *error) {
    int granted = MPI_THREAD_SINGLE;
    *out = NULL;
    CN_FAIL_IF(MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &granted) != MPI_SUCCESS, error,
               CN_IO, "MPI could not be started");
    MPI_Comm_rank(MPI_COMM_WORLD, &transport.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &transport.ranks);
    /* Programs we start are not ranks of this job. */
    for (int i = 0; marks[i]; i++) unsetenv(marks[i]);
    if (granted >= MPI_THREAD_SERIALIZED && transport.ranks > 1 &&
        transport.ranks <= CN_RANKS_MAX) {
        *out = &transport;
        return CN_OK;
    }
    MPI_Finalize();
    CN_FAIL_IF(granted < MPI_THREAD_SERIALIZED, error, CN_UNSUPPORTED,
               "this MPI was built without threads (MPI_THREAD_SERIALIZED is needed)");
    CN_FAIL_IF(transport.ranks > CN_RANKS_MAX, error, CN_BAD_USAGE, "%d ranks: at most %d",
               transport.ranks, CN_RANKS_MAX);
    return CN_OK;
}

void cn_mpi_abort(int code) {
    MPI_Abort(MPI_COMM_WORLD, code);
    abort();
}

const char *cn_mpi_library(void) {
    static char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int length = 0;
    MPI_Get_library_version(text, &length);
    for (char *p = text; *p; p++) {
        if (*p == '\n' || *p == ',') *p = '\0';
    }
    /* Tabs and runs of spaces, as MPICH has them, to one. */
    char *to = text;
    for (const char *p = text; *p; p++) {
        const bool space = *p == ' ' || *p == '\t';
        if (!space) *to++ = *p;
        if (space && to > text && to[-1] != ' ') *to++ = ' ';
    }
    *to = '\0';
    return text;
}
