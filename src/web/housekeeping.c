/* Housekeeping: a thread that does what has to happen every so often.
 *
 * Twenty times a second while there is work, it lets the budget ask for pauses, tells listeners
 * what is new, and joins the threads of what has ended. Less often it sends a sign of life through
 * every stream and forgets sessions that nobody uses. */
#include "core/clock.h"
#include "web/connections.h"
#include "web/lab.h"
#include "web/operation.h"

enum {
    ABANDONED = 10, /* seconds after which a search that nobody listens to is ended */
    EXPLAINED = 5,  /* seconds that the recording of a search may take */
    BEAT = 10,      /* seconds between the signs of life in a stream */
};

static const double tick = 0.05; /* seconds between events of a kind, at least */

/* Ends an operation that takes too long, or that nobody listens to; a move or a hint is waited for.
 * Tells what it has found. */
static void look_after(cn_op *op) {
    const bool explains = op->kind == CN_OP_EXPLAIN;
    const char *why = NULL;
    double lonely;
    const bool heard = cn_hub_listeners(&op->session->hub, &lonely) > 0 || lonely <= ABANDONED;
    cn_lock_take(&op->lock);
    const double age = op->begun > 0 ? cn_clock_seconds() - op->begun : 0;
    if (explains && age > EXPLAINED) why = "it took too long";
    if (!cn_op_urgent(op) && age > ABANDONED && !heard) why = "nobody listens";
    if (why && !atomic_load(&op->stop)) {
        snprintf(op->message, sizeof op->message, "%s", why);
    } else {
        why = NULL;
    }
    cn_lock_leave(&op->lock);
    if (why) cn_op_halt(op);
    cn_op_tell(op);
}

/* Looks after all operations, and frees those that have ended, once their threads are joined. Only
 * this thread takes operations off the list, and others put them in front: from the first one on,
 * the list can be followed without the lock. */
static void look_after_all(cn_web *web) {
    cn_budget_balance(&web->budget);
    cn_lock_take(&web->ops_lock);
    cn_op *op = web->ops;
    cn_lock_leave(&web->ops_lock);
    for (cn_op *next; op; op = next) {
        next = op->next;
        if (!atomic_load(&op->ended)) {
            look_after(op);
            continue;
        }
        cn_lock_take(&web->ops_lock);
        cn_op **link = &web->ops;
        while (*link != op) link = &(*link)->next;
        *link = next;
        web->op_count--;
        cn_lock_leave(&web->ops_lock);
        cn_thread_join(op->thread);
        cn_op_free(op);
    }
}

/* For cn_sessions_each. */
static void beat(cn_session *s, void *user) {
    (void)user;
    cn_hub_beat(&s->hub);
}

/* Whether there is nothing to look after. */
static bool is_idle(cn_web *web) {
    cn_lock_take(&web->ops_lock);
    const bool none = web->ops == NULL;
    cn_lock_leave(&web->ops_lock);
    return none && !cn_lab_busy(web);
}

/* Sleeps until the next tick. When the server stops, operations end within milliseconds, and the
 * ticks are short. */
static void sleep_tick(cn_web *web) {
    const bool stopping = atomic_load(&web->stopping);
    const double seconds = stopping ? 0.002 : is_idle(web) ? 0.5 : tick;
    cn_lock_take(&web->housekeeping_lock);
    if (stopping || !atomic_load(&web->stopping)) {
        cn_signal_wait_for(&web->housekeeping_signal, &web->housekeeping_lock, seconds);
    }
    cn_lock_leave(&web->housekeeping_lock);
}

/* The housekeeping thread: looks after operations, connections and measurements at every tick,
 * keeps streams alive, forgets old sessions once a second, and ends when the server stops and
 * nothing runs any more. */
static void keep_house(void *user) {
    cn_web *web = user;
    double swept = cn_clock_seconds(), beaten = swept;
    for (;;) {
        const bool last = atomic_load(&web->stopping);
        const double now = cn_clock_seconds();
        const bool beating = now - beaten > BEAT;
        look_after_all(web);
        cn_connections_tick(web);
        cn_lab_tick(web, beating);
        if (last && is_idle(web)) return;
        if (beating) {
            cn_sessions_each(web, beat, NULL);
            beaten = now;
        }
        if (now - swept > 1) {
            cn_sessions_expire(web);
            swept = now;
        }
        sleep_tick(web);
    }
}

cn_status cn_housekeeping_start(cn_web *web, cn_error *error) {
    const cn_status status = cn_thread_start(&web->housekeeping, keep_house, web, error);
    web->housekept = status == CN_OK;
    return status;
}

/* For cn_sessions_each: stops what a session does and ends its streams. */
static void end_session(cn_session *s, void *user) {
    (void)user;
    cn_session_close(s);
    cn_hub_end(&s->hub);
}

void cn_housekeeping_stop(cn_web *web) {
    atomic_store(&web->stopping, true);
    cn_sessions_each(web, end_session, NULL);
    cn_lab_stop(web);
    cn_lock_take(&web->housekeeping_lock);
    cn_signal_raise(&web->housekeeping_signal);
    cn_lock_leave(&web->housekeeping_lock);
    if (web->housekept) cn_thread_join(web->housekeeping);
}
