/* The courier, a thread on every rank that looks for messages while a search runs and acts on them;
 * and how the leader ends a search and adds up what the members did. */
#include "cluster/crew.h"

#include "cluster/rings.h"
#include "core/clock.h"
#include "core/memory.h"

#include <stdlib.h>

/* Seconds that a rank may take to answer a stop before the leader goes on without it. */
static const double GRACE = 0.5;
/* The same where its recording has to come too. */
static const double GRACE_TRACED = 30;

/* ---- the courier ---- */

/* The leader: a member has ended. */
static void take_end(cn_crew *c, cn_message *m) {
    cn_crew_report report;
    if (c->rank != 0 || !cn_message_get(m, &report, sizeof report)) return;
    report.error[sizeof report.error - 1] = '\0';
    c->members[m->from] = (cn_crew_member){true, c->merge.closed, report, cn_clock_ns(), *m};
    m->bytes = NULL; /* the rest is kept */
    if (report.status != CN_OK) atomic_store_explicit(c->stop, true, memory_order_relaxed);
}

/* A member: its part is over. */
static void end_part(cn_crew *c) {
    atomic_store_explicit(&c->ended, true, memory_order_relaxed);
    atomic_store_explicit(c->stop, true, memory_order_relaxed);
}

/* Keeps a message that is not about this run until the run is over; a member that is wanted for
 * something else ends its part. */
static void keep(cn_crew *c, cn_message *m) {
    cn_backlog *b = c->backlog;
    if (!b) return; /* what the leader hears then is about runs that are over */
    if (!cn_memory_grow(&b->list, b->count, &b->room, sizeof *b->list)) return;
    b->list[b->count++] = *m;
    m->bytes = NULL;
    if (m->kind == CN_MESSAGE_RUN || m->kind == CN_MESSAGE_QUIT || m->kind == CN_MESSAGE_FARM) {
        end_part(c);
    }
}

/* Acts on a message that came: what is not about this run is kept for later or dropped. With the
 * crew's lock taken. */
static void handle(cn_crew *c, cn_message *m) {
    switch (m->kind) {
    case CN_MESSAGE_RUN:
    case CN_MESSAGE_CLEAR:
    case CN_MESSAGE_FORGET:
    case CN_MESSAGE_QUIT:
    case CN_MESSAGE_FARM: keep(c, m); return;
    default: break;
    }
    if (m->run != c->run) return;
    if (m->kind == CN_MESSAGE_STOP) {
        end_part(c);
    } else if (m->kind == CN_MESSAGE_END) {
        take_end(c, m);
    } else if (!cn_roots_handle(&c->roots, m)) {
        cn_merge_handle(&c->merge, m);
    }
}

/* The body of the courier's thread. It holds the lock but while it sleeps. */
static void run_courier(void *user) {
    cn_crew *c = user;
    double pause = 0, beat = 0;
    cn_lock_take(&c->lock);
    for (int rank = 1; rank < c->ranks; rank++) cn_cluster_await(rank);
    while (!c->over) {
        cn_message m;
        bool came = false;
        const uint64_t start = cn_clock_thread_ns();
        while (cn_cluster_receive(&m)) {
            handle(c, &m);
            cn_message_free(&m);
            came = true;
        }
        if (came) cn_cluster_spent(cn_clock_thread_ns() - start);
        if (c->rank == 0 && atomic_load_explicit(c->stop, memory_order_relaxed)) {
            cn_crew_tell_stop(c);
        }
        for (int rank = 1; c->rank == 0 && rank < c->ranks; rank++) {
            if (!c->members[rank].ended) cn_cluster_watch(rank);
        }
        if (c->rank > 0) cn_cluster_beat(&beat);
        cn_roots_tick(&c->roots);
        if (came) cn_signal_raise(&c->changed);
        /* The pause grows while nothing comes; where a thread waits for a message it stays short.
         */
        const double most = c->waiting ? 2e-4 : c->roots.open ? 5e-4 : 2e-3;
        pause = came || pause == 0 ? 5e-5 : 1.5 * pause;
        if (pause > most) pause = most;
        cn_signal_wait_for(&c->alarm, &c->lock, pause);
    }
    cn_lock_leave(&c->lock);
}

void cn_crew_wait(cn_crew *c, int worker, double seconds) {
    const uint64_t start = cn_clock_ns();
    c->waiting++;
    cn_signal_raise(&c->alarm);
    cn_signal_wait_for(&c->changed, &c->lock, seconds);
    c->waiting--;
    c->waited += (double)(cn_clock_ns() - start) * 1e-9;
    if (c->trace) cn_trace_span(&c->trace->rings[worker], CN_TRACE_WAIT, start);
}

/* ---- the leader ---- */

void cn_crew_tell_stop(cn_crew *c) {
    if (atomic_exchange_explicit(&c->ended, true, memory_order_relaxed)) return;
    cn_message m = cn_message_new(CN_MESSAGE_STOP, c->run);
    cn_cluster_tell(c->ranks, &m);
}

uint64_t cn_crew_elsewhere(cn_crew *c) {
    cn_lock_take(&c->lock);
    uint64_t nodes = c->roots.elsewhere;
    for (int rank = 1; c->merge.rows && rank < c->ranks; rank++) {
        nodes += c->merge.rows[rank].visits;
    }
    cn_lock_leave(&c->lock);
    return nodes;
}

/* Whether every other rank has reported the end of its part. With the crew's lock taken. */
static bool all_ended(const cn_crew *c) {
    for (int rank = 1; rank < c->ranks; rank++) {
        if (!c->members[rank].ended) return false;
    }
    return true;
}

void cn_crew_await(cn_crew *c, double deadline) {
    double since = 0; /* the search was stopped */
    cn_lock_take(&c->lock);
    while (!all_ended(c)) {
        const double now = cn_clock_seconds();
        if (deadline > 0 && now >= deadline) {
            atomic_store_explicit(c->stop, true, memory_order_relaxed);
        }
        if (atomic_load_explicit(c->stop, memory_order_relaxed)) {
            cn_crew_tell_stop(c);
            if (since == 0) since = now;
            if (now > since + (c->trace && c->trace->ranks > 1 ? GRACE_TRACED : GRACE)) break;
        }
        cn_crew_wait(c, 0, 2e-3);
    }
    cn_lock_leave(&c->lock);
}

/* Adds what another rank did to the leader's counts. */
static void add(cn_result *to, const cn_crew_report *from) {
    to->nodes += from->nodes;
    to->iterations += from->iterations;
    to->tasks += from->tasks;
    to->stolen += from->stolen;
    to->cancelled += from->cancelled;
    to->dropped += from->dropped;
    to->threads += from->threads;
    to->busy += from->busy;
    to->idle += from->idle;
    to->memory_full |= from->memory_full;
    if (from->depth > to->depth) to->depth = from->depth;
}

/* By how many nanoseconds the clock of a rank is behind ours. On one machine it is the same clock.
 * Of another machine we know that it received our message after we sent it, and that we received
 * its report after it was sent; the middle between these two bounds is taken, so that nothing in
 * its recording lies outside the search. */
static int64_t behind(const cn_crew *c, int rank) {
    const cn_crew_member *member = &c->members[rank];
    const int64_t least = (int64_t)(c->told_ns - member->report.came_ns);
    const int64_t most = (int64_t)(member->heard_ns - member->report.left_ns);
    const bool here = strcmp(cn_cluster_host(rank), cn_cluster_host(0)) == 0;
    return here && least <= 0 && most >= 0 ? 0 : least + (most - least) / 2;
}

cn_status cn_crew_finish(cn_crew *c, cn_result *result, cn_error *error) {
    cn_lock_take(&c->lock);
    cn_crew_tell_stop(c);
    cn_lock_leave(&c->lock);
    cn_crew_await(c, 0);
    cn_lock_take(&c->lock);
    cn_status status = CN_OK;
    result->ranks = c->ranks;
    for (int rank = 1; rank < c->ranks; rank++) {
        cn_crew_member *member = &c->members[rank];
        cn_crew_report *report = &member->report;
        /* Playouts count if their results do: of a late rank those that it had told of in time. */
        if (c->merge.closed && (!member->ended || member->late)) {
            report->nodes = c->merge.rows[rank].visits;
        }
        add(result, report);
        if (!member->ended) continue;
        if (c->trace) cn_rings_take(&member->rings, c->trace, rank, behind(c, rank));
        if (status == CN_OK && report->status != CN_OK) {
            status = cn_fail(error, (cn_status)report->status, "rank %d on %s: %s", rank,
                             cn_cluster_host(rank), report->error);
        }
    }
    cn_lock_leave(&c->lock);
    return status;
}

/* ---- a member ---- */

void cn_crew_report_end(uint32_t run, cn_status status, const cn_error *error,
                        const cn_result *result, const cn_crew_turn *turn) {
    cn_crew_report report;
    memset(&report, 0, sizeof report);
    report.status = status;
    report.threads = result->threads;
    report.depth = result->depth;
    report.nodes = result->nodes;
    report.iterations = result->iterations;
    report.tasks = result->tasks;
    report.stolen = result->stolen;
    report.cancelled = result->cancelled;
    report.dropped = result->dropped;
    report.busy = result->busy - turn->waited;
    report.idle = result->idle + turn->waited;
    report.came_ns = turn->came_ns;
    report.left_ns = cn_clock_ns();
    report.memory_full = result->memory_full;
    if (status != CN_OK) snprintf(report.error, sizeof report.error, "%.399s", error->text);
    cn_message m = cn_message_new(CN_MESSAGE_END, run);
    cn_message_put(&m, &report, sizeof report);
    if (turn->trace) cn_rings_put(&m, turn->trace);
    cn_cluster_send(0, &m);
}

/* ---- making and freeing ---- */

cn_status cn_crew_begin(cn_crew *c, uint32_t run, int ranks, int share, _Atomic bool *stop,
                        cn_backlog *backlog, cn_error *error) {
    *c = (cn_crew){
        .run = run, .rank = cn_cluster_rank(), .ranks = ranks, .stop = stop, .backlog = backlog};
    cn_roots_begin(&c->roots, c);
    bool ready = cn_merge_begin(&c->merge, c, share);
    if (c->rank == 0) {
        c->members = calloc((size_t)ranks, sizeof *c->members);
        ready = ready && c->members;
    }
    cn_lock_init(&c->lock);
    cn_signal_init(&c->changed);
    cn_signal_init(&c->alarm);
    const cn_status status = ready ? cn_thread_start(&c->courier, run_courier, c, error)
                                   : cn_fail(error, CN_NO_MEMORY, "no memory for %d ranks", ranks);
    if (status != CN_OK) {
        c->over = true; /* there is no courier */
        cn_crew_free(c);
    }
    return status;
}

void cn_crew_free(cn_crew *c) {
    cn_lock_take(&c->lock);
    const bool running = !c->over;
    c->over = true;
    cn_signal_raise(&c->alarm);
    cn_lock_leave(&c->lock);
    if (running) cn_thread_join(c->courier);
    cn_merge_free(&c->merge);
    for (int rank = 1; c->members && rank < c->ranks; rank++) {
        cn_message_free(&c->members[rank].rings);
    }
    free(c->members);
    cn_lock_free(&c->lock);
    cn_signal_free(&c->changed);
    cn_signal_free(&c->alarm);
}
