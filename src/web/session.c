/* The table of sessions: opening, finding, holding, forgetting.
 *
 * A session is found by walking through the table and comparing ids, which takes microseconds for a
 * thousand of them. A new one may take the place of one that nobody has used for a minute. The
 * number of holders is guarded by the lock of the table, never by the session's own, so a session
 * can be held before its lock is taken. */
#include "web/session.h"

#include "core/clock.h"
#include "web/connections.h"
#include "web/operation.h"

#include <stdlib.h>
#include <sys/random.h>

/* ---- the table ---- */

cn_status cn_sessions_init(cn_web *web, cn_error *error) {
    web->sessions = calloc((size_t)web->set.sessions, sizeof *web->sessions);
    return web->sessions ? CN_OK : cn_fail(error, CN_NO_MEMORY, "no memory for sessions");
}

/* Frees a session that nobody holds any more. */
static void destroy(cn_session *s) {
    cn_kept_free(s->kept);
    cn_kept_free(s->spare);
    cn_history_free(&s->history);
    cn_hub_free(&s->hub);
    cn_signal_free(&s->signal);
    cn_lock_free(&s->lock);
    free(s->known);
#ifndef __clang_analyzer__ /* it does not follow the count of holders past a lock */
    free(s);
#endif
}

void cn_sessions_free(cn_web *web) {
    for (int i = 0; i < web->session_count; i++) destroy(web->sessions[i]);
    free(web->sessions);
}

bool cn_id_make(char id[CN_ID]) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    unsigned char bytes[CN_ID - 1];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) return false;
    for (size_t i = 0; i < sizeof bytes; i++) id[i] = letters[bytes[i] & 63];
    id[CN_ID - 1] = '\0';
    return true;
}

/* Puts a session into the table, which may cost another one its place: the one that was not used
 * for longest, if that is a minute at least and nobody holds it. */
static bool add_to_table(cn_web *web, cn_session *s) {
    for (int attempt = 0; attempt < 2; attempt++) {
        cn_session *evicted = NULL;
        const double now = cn_clock_seconds();
        cn_lock_take(&web->sessions_lock);
        const bool room = web->session_count < web->set.sessions;
        if (room) web->sessions[web->session_count++] = s;
        for (int i = 0; !room && i < web->session_count; i++) {
            cn_session *old = web->sessions[i];
            if (old->holders > 1 || now - old->used < 60) continue;
            if (!evicted || old->used < evicted->used) evicted = old;
        }
        if (evicted) evicted->holders++;
        cn_lock_leave(&web->sessions_lock);
        if (room) return true;
        if (!evicted) return false;
        cn_session_forget(evicted);
        cn_session_release(evicted);
    }
    return false;
}

cn_session *cn_session_open(cn_request *r) {
    const cn_address client = cn_address_of(r);
    int own = 0; /* sessions that the client has */
    cn_lock_take(&r->web->sessions_lock);
    for (int i = 0; i < r->web->session_count; i++) {
        own += cn_address_equal(&r->web->sessions[i]->client, &client);
    }
    cn_lock_leave(&r->web->sessions_lock);
    if (cn_client_full(r->web, own)) {
        cn_answer_error(r, MHD_HTTP_TOO_MANY_REQUESTS,
                        "your address has %d sessions already: end one, or try again later",
                        r->web->set.each);
        return NULL;
    }
    cn_session *s = calloc(1, sizeof *s);
    if (!s || !cn_id_make(s->id)) {
        free(s);
        cn_answer_error(r, MHD_HTTP_SERVICE_UNAVAILABLE, "no memory for a session");
        return NULL;
    }
    s->web = r->web;
    s->client = client;
    s->holders = 2; /* the table and the caller */
    s->used = cn_clock_seconds();
    cn_lock_init(&s->lock);
    cn_signal_init(&s->signal);
    cn_hub_init(&s->hub);
    snprintf(s->info.player[0], sizeof s->info.player[0], "human");
    snprintf(s->info.player[1], sizeof s->info.player[1], "human");
    if (add_to_table(r->web, s)) return s;
    destroy(s);
    cn_answer_error(r, MHD_HTTP_SERVICE_UNAVAILABLE,
                    "there are %d sessions, which is all this server has room for: try again later",
                    r->web->set.sessions);
    return NULL;
}

cn_session *cn_session_of(cn_request *r) {
    cn_session *found = NULL;
    cn_lock_take(&r->web->sessions_lock);
    for (int i = 0; i < r->web->session_count && !found; i++) {
        if (strcmp(r->web->sessions[i]->id, r->word) == 0) found = r->web->sessions[i];
    }
    if (found) {
        found->holders++;
        found->used = cn_clock_seconds();
    }
    cn_lock_leave(&r->web->sessions_lock);
    if (!found) {
        cn_answer_error(r, MHD_HTTP_NOT_FOUND, "there is no such session (any more)");
        return NULL;
    }
    r->session = found;
    cn_lock_take(&found->lock);
    return found;
}

void cn_session_hold(cn_session *s) {
    cn_lock_take(&s->web->sessions_lock);
    s->holders++;
    cn_lock_leave(&s->web->sessions_lock);
}

void cn_session_unhold(cn_session *s) {
    cn_lock *lock = &s->web->sessions_lock;
    cn_lock_take(lock);
    const bool last = --s->holders == 0;
    cn_lock_leave(lock);
    if (last) destroy(s);
}

void cn_session_release(cn_session *s) {
    cn_lock_take(&s->web->sessions_lock);
    s->used = cn_clock_seconds();
    cn_lock_leave(&s->web->sessions_lock);
    cn_session_unhold(s);
}

void cn_session_close(cn_session *s) {
    cn_lock_take(&s->lock);
    s->gone = true;
    for (int slot = 0; slot < CN_SLOTS; slot++) cn_op_stop(s, (cn_slot)slot, true);
    cn_lock_leave(&s->lock);
}

/* The place in the table is given up first, so that no new request finds the session. */
void cn_session_forget(cn_session *s) {
    cn_web *web = s->web;
    bool listed = false;
    cn_lock_take(&web->sessions_lock);
    for (int i = 0; i < web->session_count; i++) {
        if (web->sessions[i] != s) continue;
        web->sessions[i] = web->sessions[--web->session_count];
        listed = true;
        break;
    }
    cn_lock_leave(&web->sessions_lock);
    if (!listed) return;
    cn_session_close(s);
    cn_hub_write(&s->hub, CN_CHANNEL_STATE, "gone", json_object());
    cn_hub_end(&s->hub);
    cn_session_release(s);
}

void cn_sessions_expire(cn_web *web) {
    const double now = cn_clock_seconds();
    for (;;) {
        cn_session *old = NULL;
        cn_lock_take(&web->sessions_lock);
        for (int i = 0; i < web->session_count && !old; i++) {
            cn_session *s = web->sessions[i];
            if (s->holders == 1 && now - s->used > web->set.idle) old = s;
        }
        if (old) old->holders++;
        cn_lock_leave(&web->sessions_lock);
        if (!old) return;
        cn_session_forget(old);
        cn_session_release(old);
    }
}

void cn_sessions_each(cn_web *web, void (*visit)(cn_session *session, void *user), void *user) {
    cn_lock_take(&web->sessions_lock);
    const int count = web->session_count;
    cn_session **list = calloc((size_t)count + 1, sizeof *list);
    for (int i = 0; list && i < count; i++) {
        list[i] = web->sessions[i];
        list[i]->holders++;
    }
    cn_lock_leave(&web->sessions_lock);
    for (int i = 0; list && i < count; i++) {
        visit(list[i], user);
        cn_session_unhold(list[i]);
    }
    free(list);
}
