/* Taking a session's search to go on with it, keeping it afterwards, and forgetting the oldest.
 *
 * While an operation works with a kept search, the session has none. Tables and trees are large, so
 * all sessions together may keep four times the memory of one search. */
#include "web/kept.h"

#include "core/clock.h"
#include "core/trace.h"
#include "engine/trace.h"
#include "web/session.h"

#include <stdlib.h>

enum { EVENTS = 1 << 15 }; /* events that a trace keeps for each worker */

void cn_kept_free(cn_kept *kept) {
    if (!kept) return;
    cn_search_free(kept->search);
    cn_trace_free(kept->trace);
    free(kept->parts);
    cn_position_free(&kept->position);
    free(kept);
}

cn_kept *cn_kept_of(cn_request *r, const cn_session *s) {
    if (!s->kept) {
        cn_answer_error(r, MHD_HTTP_CONFLICT,
                        s->running[CN_SLOT_SEARCH]
                            ? "the search is not over yet"
                            : "nothing was searched here, or too long ago to be kept");
    }
    return s->kept;
}

/* ---- taking ---- */

/* Whether a kept search can be gone on with: same agent, threads, game and options. */
static bool fits(const cn_kept *kept, const char *spec, const cn_position *position) {
    return kept && strcmp(kept->spec, spec) == 0 && kept->position.rules == position->rules;
}

/* Takes the search of this specification out of the session, if there is one. Otherwise the last
 * search becomes the one before. */
static cn_kept *take_out(cn_session *s, const char *spec, const cn_position *position) {
    cn_kept *found = NULL, *old = NULL;
    cn_lock_take(&s->lock);
    if (fits(s->kept, spec, position)) {
        found = s->kept;
    } else {
        if (fits(s->spare, spec, position)) {
            found = s->spare;
            s->spare = NULL;
        }
        if (s->kept) {
            old = s->spare;
            s->spare = s->kept;
        }
    }
    s->kept = NULL;
    cn_lock_leave(&s->lock);
    cn_kept_free(old);
    return found;
}

/* A new search with a trace for its threads. */
static cn_status make(const cn_spec *spec, const char *text, cn_kept **out, cn_error *error) {
    cn_kept *kept = calloc(1, sizeof *kept);
    if (!kept) return cn_fail(error, CN_NO_MEMORY, "no memory for a search");
    snprintf(kept->spec, sizeof kept->spec, "%s", text);
    cn_status status = cn_search_make(spec, &kept->search, error);
    if (status == CN_OK) {
        kept->threads = cn_search_threads(kept->search);
        kept->trace = cn_trace_new(kept->threads, EVENTS);
        if (!kept->trace) status = cn_fail(error, CN_NO_MEMORY, "no memory for a trace");
    }
    if (status == CN_OK) {
        *out = kept;
    } else {
        cn_kept_free(kept);
    }
    return status;
}

cn_status cn_kept_take(cn_session *s, const cn_allowed *allowed, int threads,
                       const cn_position *position, cn_kept **out, cn_error *error) {
    cn_spec spec;
    char text[CN_SPEC_MAX];
    CN_TRY(cn_allowed_spec(allowed, threads, &spec, error));
    CN_TRY(cn_spec_text(&spec, text, sizeof text, error));
    cn_kept *kept = take_out(s, text, position);
    if (!kept) CN_TRY(make(&spec, text, &kept, error));
    kept->allowed = *allowed;
    cn_position_free(&kept->position);
    const cn_status status = cn_position_copy(position, &kept->position, error);
    if (status != CN_OK) {
        cn_kept_free(kept);
        return status;
    }
    free(kept->parts);
    kept->parts = NULL;
    cn_trace_clear(kept->trace);
    snprintf(kept->trace->label, sizeof kept->trace->label, "%s: %.200s", position->game->name,
             text);
    cn_search_trace(kept->search, kept->trace, NULL);
    *out = kept;
    return CN_OK;
}

/* ---- keeping ---- */

/* All kept searches, and the oldest of them. */
typedef struct census {
    int memory; /* megabytes of all */
    double oldest;
    cn_session *owner; /* the session of the oldest, which is held */
} census;

/* Megabytes of a kept search: its table or tree, and about one a thread for the trace. */
static int size_of(const cn_kept *kept) {
    return kept ? kept->allowed.memory + kept->threads : 0;
}

/* For cn_sessions_each: adds the searches of a session to the census. */
static void count_kept(cn_session *s, void *user) {
    census *c = user;
    cn_lock_take(&s->lock);
    const cn_kept *older = s->spare ? s->spare : s->kept;
    c->memory += size_of(s->kept) + size_of(s->spare);
    if (older && (!c->owner || older->used < c->oldest)) {
        cn_session_hold(s);
        if (c->owner) cn_session_unhold(c->owner);
        c->owner = s;
        c->oldest = older->used;
    }
    cn_lock_leave(&s->lock);
}

/* Frees the oldest ones until all together take at most four times what one search may. */
static void limit(cn_web *web) {
    bool again;
    do {
        census c = {0};
        cn_kept *old = NULL;
        cn_sessions_each(web, count_kept, &c);
        if (!c.owner) return;
        if (c.memory > 4 * web->set.memory) {
            cn_lock_take(&c.owner->lock);
            cn_kept **which = c.owner->spare ? &c.owner->spare : &c.owner->kept;
            old = *which; /* NULL if a new search has just taken it */
            *which = NULL;
            cn_lock_leave(&c.owner->lock);
        }
        cn_session_unhold(c.owner);
        again = old != NULL;
        cn_kept_free(old);
    } while (again);
}

void cn_kept_return(cn_session *s, cn_kept *kept, const cn_result *result) {
    kept->used = cn_clock_seconds();
    kept->depth = result->depth;
    kept->iterations = result->iterations;
    cn_lock_take(&s->lock);
    cn_kept *old = s->kept;
    s->kept = kept;
    cn_lock_leave(&s->lock);
    cn_kept_free(old);
    limit(s->web);
}
