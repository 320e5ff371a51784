/* Operations from their making to their end.
 *
 * A slot has at most one operation that works (`running`) and one that was started last (`op`).
 * When a new one is started, the old one is stopped and told to discard what it found; the new one
 * waits in its own thread until the old one has left. */
#include "web/operation.h"

#include "core/clock.h"
#include "web/connections.h"

#include <stdlib.h>

enum { OPERATIONS = 256 }; /* that a server has at most, most of them waiting */

/* ---- making and ending ---- */

cn_op *cn_op_new(cn_request *r, cn_session *s, cn_op_kind kind, void (*work)(cn_op *)) {
    const cn_position *now = &s->history.now;
    if (kind != CN_OP_REVIEW && kind != CN_OP_DECOMPOSE &&
        now->rules->over(now->state) != CN_ONGOING) {
        cn_answer_error(r, MHD_HTTP_CONFLICT, "the game is over%s",
                        kind == CN_OP_EXPLAIN ? ": there is nothing to search" : "");
        return NULL;
    }
    cn_op *op = calloc(1, sizeof *op);
    cn_error error = {"no memory for a search"};
    if (!op || cn_position_copy(now, &op->position, &error) != CN_OK) {
        free(op);
        cn_answer_error(r, MHD_HTTP_SERVICE_UNAVAILABLE, "%s", error.text);
        return NULL;
    }
    op->web = s->web;
    op->session = s;
    cn_session_hold(s);
    op->kind = kind;
    op->work = work;
    op->slot = kind == CN_OP_REVIEW ? CN_SLOT_REVIEW : CN_SLOT_SEARCH;
    op->ply = s->history.count;
    op->revision = s->revision;
    op->game = s->games;
    op->limits.seconds = s->web->set.seconds;
    op->limits.live = true;
    op->count = 1;
    for (int i = 0; i < CN_COMPARED; i++) op->thinker[i].op = op;
    cn_lock_init(&op->lock);
    return op;
}

void cn_op_seconds(cn_op *op, double seconds) {
    const double most = op->web->set.seconds;
    for (int i = 0; i < op->count && seconds > most; i++) {
        cn_allowed_note(&op->thinker[i].allowed, "%g seconds are more than the %g of this server",
                        seconds, most);
    }
    if (seconds > 0) op->limits.seconds = seconds < most ? seconds : most;
}

void cn_op_free(cn_op *op) {
    cn_verdicts_free(op->verdicts);
    cn_position_free(&op->position);
    cn_lock_free(&op->lock);
    cn_session_release(op->session);
    free(op);
}

void cn_op_halt(cn_op *op) {
    cn_budget_stop(&op->web->budget, &op->stop);
}

/* Who waits for the slot has to look at its `stop`, too: hence the signal. */
bool cn_op_stop(cn_session *s, cn_slot slot, bool discard) {
    cn_op *op = s->op[slot];
    if (!op) return false;
    if (discard) atomic_store(&op->discard, true);
    cn_op_halt(op);
    cn_signal_raise(&s->signal);
    return true;
}

bool cn_op_urgent(const cn_op *op) {
    return op->kind == CN_OP_PLAY || op->kind == CN_OP_HINT || op->kind == CN_OP_EXPLAIN;
}

/* ---- telling ---- */

/* With the operation's lock taken. It is held until the event is written, or an older event could
 * come after a newer one. */
static json_t *search_json(const cn_op *op) {
    return json_pack("{s:s, s:s, s:o, s:o, s:i, s:o}", "kind", cn_op_kind_names[op->kind], "status",
                     cn_op_status_names[op->status], "agent",
                     cn_json_text(op->thinker[0].allowed.spec), "clamped",
                     cn_allowed_clamped(&op->thinker[0].allowed), "threads", op->thinker[0].threads,
                     "message", cn_json_text(op->message));
}

json_t *cn_op_json(cn_op *op) {
    if (!op) return json_null();
    cn_lock_take(&op->lock);
    json_t *json = search_json(op);
    cn_lock_leave(&op->lock);
    return json;
}

void cn_op_status_set(cn_op *op, cn_op_status status, const char *message) {
    cn_lock_take(&op->lock);
    op->status = status;
    if (status == CN_OP_RUNNING && op->begun == 0) op->begun = cn_clock_seconds();
    snprintf(op->message, sizeof op->message, "%s", message);
    op->fresh |= op->kind == CN_OP_REVIEW || op->kind == CN_OP_COMPARE;
    /* A review has one event for how it goes and for what came of it. An explanation is the answer
     * to its request, and nobody else hears of it. */
    if (op->kind != CN_OP_REVIEW && op->kind != CN_OP_EXPLAIN && !op->replaced) {
        cn_hub_write(&op->session->hub, CN_CHANNEL_SEARCH, "search", search_json(op));
    }
    cn_lock_leave(&op->lock);
}

void cn_op_tell(cn_op *op) {
    cn_hub *hub = &op->session->hub;
    cn_lock_take(&op->lock);
    if (op->fresh && !atomic_load(&op->discard)) {
        if (op->kind == CN_OP_COMPARE) {
            cn_hub_write(hub, CN_CHANNEL_COMPARE, "compare", cn_compare_json(op));
        } else if (op->kind == CN_OP_REVIEW) {
            cn_hub_write(hub, CN_CHANNEL_REVIEW, "review", cn_review_json(op));
        } else if (op->kind <= CN_OP_HINT && op->thinker[0].found) { /* one search */
            cn_hub_write(hub, CN_CHANNEL_ANALYSIS, "analysis",
                         cn_analysis_json(op, &op->thinker[0]));
        }
    }
    op->fresh = false;
    cn_lock_leave(&op->lock);
}

/* ---- running ---- */

/* Answers a request that still waits: the operation never got so far as to answer it. */
static void answer_rest(cn_op *op) {
    cn_request *r = op->request;
    if (!r) return;
    op->request = NULL;
    if (!r->response) {
        cn_lock_take(&op->lock);
        const bool failed = op->status == CN_OP_FAILED;
        cn_answer_error(r, failed ? MHD_HTTP_BAD_REQUEST : MHD_HTTP_CONFLICT, "%s",
                        *op->message ? op->message : "it was stopped before it found anything");
        cn_lock_leave(&op->lock);
    }
    cn_request_ready(r);
}

/* The thread of an operation: waits until the one before has left the slot, unless it is stopped
 * meanwhile; works; lets the next one have the slot, and the session say that nothing runs. */
static void body(void *user) {
    cn_op *op = user;
    cn_session *s = op->session;
    cn_lock_take(&s->lock);
    while (s->running[op->slot] && !atomic_load(&op->stop)) cn_signal_wait(&s->signal, &s->lock);
    const bool mine = !atomic_load(&op->stop);
    if (mine) s->running[op->slot] = op;
    cn_lock_leave(&s->lock);
    if (mine) op->work(op);
    if (!mine) cn_op_status_set(op, CN_OP_STOPPED, "");
    cn_op_tell(op);
    cn_lock_take(&s->lock);
    if (mine) s->running[op->slot] = NULL;
    if (s->op[op->slot] == op) {
        s->op[op->slot] = NULL;
        cn_session_changed(s);
    }
    cn_signal_raise(&s->signal);
    cn_lock_leave(&s->lock);
    answer_rest(op);
    atomic_store(&op->ended, true);
}

/* Starts the thread and puts the operation into the server's list, if the server, and the client
 * whose session it is, can have one more. */
static bool enlist(cn_op *op) {
    cn_web *web = op->web;
    cn_error error;
    int own = 0; /* operations of that client */
    cn_lock_take(&web->ops_lock);
    for (const cn_op *other = web->ops; other; other = other->next) {
        own += cn_address_equal(&other->session->client, &op->session->client);
    }
    const bool started = web->op_count < OPERATIONS && !cn_client_full(web, own) &&
                         !op->session->gone && !atomic_load(&web->stopping) &&
                         cn_thread_start(&op->thread, body, op, &error) == CN_OK;
    if (started) {
        op->session->op[op->slot] = op;
        op->next = web->ops;
        web->ops = op;
        web->op_count++;
    }
    cn_lock_leave(&web->ops_lock);
    return started;
}

/* The session's lock is held, so the new thread, which takes it first, cannot end before the
 * request is answered here; and the old operation cannot be freed. */
bool cn_op_start(cn_request *r, cn_op *op, bool ready) {
    cn_op *old = op->session->op[op->slot];
    if (!ready) {
        cn_op_free(op);
        return false;
    }
    const bool answers = op->request != NULL;
    if (answers) cn_request_later(r);
    cn_op_stop(op->session, op->slot, true);
    if (!enlist(op)) {
        if (answers) cn_request_ready(r);
        cn_op_free(op);
        return cn_answer_error(r, MHD_HTTP_SERVICE_UNAVAILABLE,
                               "the server is busy with other searches: try again later");
    }
    if (old) {
        cn_lock_take(&old->lock);
        old->replaced = true;
        cn_lock_leave(&old->lock);
    }
    cn_signal_raise(&op->web->housekeeping_signal);
    return answers || cn_answer_json(r, MHD_HTTP_ACCEPTED, cn_op_json(op));
}
