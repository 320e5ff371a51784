/* The state of this process as a rank: its transport, who the others are, who is still there, and
 * how much was sent and received. */
#include "cluster/cluster.h"

#include "core/clock.h"
#include "parallel/thread.h"

#include <canopy/search.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* One for the process, as the transport's own state is. */
static struct {
    const cn_transport *transport;
    cn_lock lock; /* around every call of the transport: it wants one thread at a time */
    char (*hosts)[CN_HOST];
    _Atomic bool taken; /* the other ranks are in use: cn_cluster_take */
    _Atomic uint32_t numbers;
    double silence; /* seconds, 0: ranks are not watched */
    cn_lost_fn *lost;
    _Atomic uint64_t *heard;  /* by rank: when something came from it; rank 0 only */
    cn_cluster_counts counts; /* under the lock */
} job;

int cn_cluster_rank(void) {
    return job.transport ? job.transport->rank : 0;
}

int cn_cluster_ranks(void) {
    return job.transport ? job.transport->ranks : 1;
}

const char *cn_cluster_host(int rank) {
    return job.hosts ? job.hosts[rank] : "";
}

/* ---- messages ---- */

/* The transport takes the bytes over, whether it can send them or not. */
void cn_cluster_send(int to, cn_message *m) {
    if (m->bytes && job.transport) {
        cn_lock_take(&job.lock);
        const uint64_t start = cn_clock_thread_ns();
        if (job.transport->send(to, m->bytes, m->size)) {
            job.counts.sent++;
            job.counts.sent_bytes += m->size;
        }
        m->bytes = NULL;
        job.counts.sending_ns += cn_clock_thread_ns() - start;
        cn_lock_leave(&job.lock);
    }
    cn_message_free(m);
}

void cn_cluster_tell(int ranks, cn_message *m) {
    for (int rank = 1; rank < ranks; rank++) {
        cn_message copy = *m;
        copy.bytes = m->bytes ? malloc(m->size) : NULL;
        if (copy.bytes) memcpy(copy.bytes, m->bytes, m->size);
        cn_cluster_send(rank, &copy);
    }
    cn_message_free(m);
}

bool cn_cluster_receive(cn_message *m) {
    if (!job.transport) return false;
    int from;
    size_t size;
    cn_lock_take(&job.lock);
    void *bytes = job.transport->receive(&from, &size);
    job.counts.received += bytes != NULL;
    job.counts.received_bytes += bytes ? size : 0;
    cn_lock_leave(&job.lock);
    if (!bytes) return false;
    *m = cn_message_open(bytes, size, from);
    cn_cluster_await(from);
    return true;
}

/* ---- who is still there ---- */

void cn_cluster_guard(double silence, cn_lost_fn *lost) {
    job.silence = silence;
    job.lost = lost;
}

void cn_cluster_await(int rank) {
    if (job.heard) atomic_store_explicit(&job.heard[rank], cn_clock_ns(), memory_order_relaxed);
}

void cn_cluster_watch(int rank) {
    if (!job.heard || !job.lost) return;
    const uint64_t now = cn_clock_ns();
    const uint64_t heard = atomic_load_explicit(&job.heard[rank], memory_order_relaxed);
    if (now > heard && (double)(now - heard) * 1e-9 > job.silence) job.lost(rank);
}

void cn_cluster_beat(double *last) {
    const double now = cn_clock_seconds();
    if (*last == 0) *last = now;
    if (now < *last + 1) return;
    *last = now;
    cn_message m = cn_message_new(CN_MESSAGE_BEAT, 0);
    cn_cluster_send(0, &m);
}

cn_cluster_counts cn_cluster_traffic(void) {
    cn_cluster_counts counts = {0};
    if (!job.transport) return counts;
    cn_lock_take(&job.lock);
    counts = job.counts;
    cn_lock_leave(&job.lock);
    return counts;
}

void cn_cluster_spent(uint64_t receiving_ns) {
    cn_lock_take(&job.lock);
    job.counts.receiving_ns += receiving_ns;
    cn_lock_leave(&job.lock);
}

/* The pause begins with 50 us and grows by half each time, so that an answer that comes soon is
 * seen soon, and a rank that waits for long does not occupy a core. */
void cn_cluster_rest(cn_rest *rest, double most) {
    const double least = 50e-6;
    rest->seconds = rest->seconds < least ? least : 1.5 * rest->seconds;
    if (rest->seconds > most) rest->seconds = most;
    rest->idle += rest->seconds;
    const struct timespec pause = {.tv_sec = 0, .tv_nsec = (long)(rest->seconds * 1e9)};
    nanosleep(&pause, NULL);
}

/* ---- joining and leaving ---- */

/* What must be the same on all ranks for values to travel as they are. */
typedef struct hello {
    char version[16];
    char host[CN_HOST];
    uint32_t order, abi, result;
} hello;

/* What a rank says of itself, so that ranks of another build or byte order are found before
 * anything is shared. */
static hello introduce(void) {
    hello h;
    memset(&h, 0, sizeof h);
    snprintf(h.version, sizeof h.version, "%s", CN_VERSION);
    gethostname(h.host, sizeof h.host - 1);
    h.order = 0x01020304;
    h.abi = CN_ABI;
    h.result = sizeof(cn_result);
    return h;
}

/* Rank 0: waits until all others have introduced themselves. The transport has already brought them
 * together, so a rank that says nothing within a minute is another program. */
static cn_status meet(const hello *mine, cn_error *error) {
    cn_rest rest = {0};
    const double until = cn_clock_seconds() + 60;
    snprintf(job.hosts[0], CN_HOST, "%s", mine->host);
    for (int left = cn_cluster_ranks() - 1; left > 0;) {
        cn_message m;
        if (!cn_cluster_receive(&m)) {
            CN_FAIL_IF(cn_clock_seconds() > until, error, CN_IO,
                       "%d of %d ranks did not introduce themselves", left, cn_cluster_ranks());
            cn_cluster_rest(&rest, 1e-3);
            continue;
        }
        hello theirs;
        const bool whole = cn_message_get(&m, &theirs, sizeof theirs) && m.at == m.size;
        const int from = m.from;
        cn_message_free(&m);
        theirs.host[CN_HOST - 1] = theirs.version[sizeof theirs.version - 1] = '\0';
        snprintf(job.hosts[from], CN_HOST, "%s", theirs.host);
        left--;
        CN_FAIL_IF(!whole || theirs.order != mine->order || theirs.abi != mine->abi ||
                       theirs.result != mine->result || strcmp(theirs.version, mine->version) != 0,
                   error, CN_UNSUPPORTED,
                   "rank %d on %s runs canopy %s (interface %u), rank 0 runs %s (%u): all "
                   "ranks must run the same program",
                   from, theirs.host, theirs.version, (unsigned)theirs.abi, mine->version,
                   (unsigned)mine->abi);
    }
    return CN_OK;
}

cn_status cn_cluster_join(const cn_transport *transport, cn_error *error) {
    cn_lock_init(&job.lock);
    job.transport = transport;
    const hello mine = introduce();
    if (transport->rank > 0) {
        cn_message m = cn_message_new(CN_MESSAGE_HELLO, 0);
        cn_message_put(&m, &mine, sizeof mine);
        cn_cluster_send(0, &m);
        return CN_OK;
    }
    job.hosts = calloc((size_t)transport->ranks, sizeof *job.hosts);
    job.heard = calloc((size_t)transport->ranks, sizeof *job.heard);
    if (!job.hosts || !job.heard)
        return cn_fail(error, CN_NO_MEMORY, "no memory for %d ranks", transport->ranks);
    return meet(&mine, error);
}

/* Rank 0: waits until the others have heard that the job is over. Only then may MPI be left, which
 * waits for all of them and cannot be interrupted. */
static void part(void) {
    bool *gone = calloc((size_t)job.transport->ranks, sizeof *gone);
    if (!gone) return;
    cn_rest rest = {0};
    for (int rank = 1; rank < job.transport->ranks; rank++) cn_cluster_await(rank);
    for (int left = job.transport->ranks - 1; left > 0;) {
        cn_message m;
        if (cn_cluster_receive(&m)) {
            if (m.kind == CN_MESSAGE_BYE && !gone[m.from]) left--;
            gone[m.from] |= m.kind == CN_MESSAGE_BYE;
            cn_message_free(&m);
            continue;
        }
        cn_cluster_rest(&rest, 1e-3);
        for (int rank = 1; rank < job.transport->ranks; rank++) {
            if (!gone[rank]) cn_cluster_watch(rank);
        }
    }
    free(gone);
}

void cn_cluster_leave(void) {
    if (!job.transport) return;
    if (job.transport->rank == 0) {
        cn_message m = cn_message_new(CN_MESSAGE_QUIT, 0);
        cn_cluster_tell(job.transport->ranks, &m);
        part();
    } else {
        cn_message m = cn_message_new(CN_MESSAGE_BYE, 0);
        cn_cluster_send(0, &m);
    }
    job.transport->close();
    job.transport = NULL;
    cn_lock_free(&job.lock);
    free(job.hosts);
    job.hosts = NULL;
    free(job.heard);
    job.heard = NULL;
}

bool cn_cluster_take(void) {
    if (cn_cluster_rank() != 0 || cn_cluster_ranks() < 2) return false;
    return !atomic_exchange_explicit(&job.taken, true, memory_order_acquire);
}

void cn_cluster_give_back(void) {
    atomic_store_explicit(&job.taken, false, memory_order_release);
}

uint32_t cn_cluster_number(void) {
    return atomic_fetch_add_explicit(&job.numbers, 1, memory_order_relaxed) + 1;
}
