/* How a run gets to other ranks and what they do there. Rank 0 sends each run as one message; the
 * other ranks keep a list of the searches they know and serve messages one after the other, in the
 * thread that called cn_ranks_serve. What happens during a run is the crew's affair
 * (cluster/crew.h). */
#include "engine/ranks.h"

#include "core/clock.h"
#include "engine/carry.h"
#include "engine/trace.h"

#include <stdlib.h>

/* The head of a CN_MESSAGE_RUN; the name of the game, the specification and the state follow it. */
typedef struct order {
    uint32_t search;               /* cn_ranks_link.number */
    int32_t ranks, share, variant; /* see cn_ranks_request; cn_carry_variant */
    cn_limits limits; /* without time, which rank 0 alone looks at, and without the past */
    uint64_t size;    /* bytes of the state */
    uint64_t events;  /* that a worker records at most, … */
    int32_t traced;   /* … of the ranks up to this one */
} order;

cn_status cn_ranks_check(int64_t ranks, int *count, cn_error *error) {
    *count = ranks ? (int)ranks : cn_cluster_ranks();
    if (*count <= cn_cluster_ranks()) return CN_OK;
    CN_FAIL_IF(cn_cluster_ranks() == 1, error, CN_BAD_USAGE,
               "ranks=%d: this process is alone; start it with mpirun -n %d", *count, *count);
    return cn_fail(error, CN_BAD_USAGE, "ranks=%d: this job has %d", *count, cn_cluster_ranks());
}

/* ---- rank 0 ---- */

cn_status cn_ranks_lead(cn_ranks_link *link, const cn_ranks_request *request, _Atomic bool *stop,
                        cn_crew *crew, cn_error *error) {
    const cn_position *p = request->position;
    order o;
    memset(&o, 0, sizeof o);
    o.variant = cn_carry_variant(p);
    CN_FAIL_IF(o.variant < 0, error, CN_UNSUPPORTED,
               "%s does not list its variants, so its positions cannot go to other ranks; "
               "ranks=1 searches on this one",
               p->game->name);
    if (!link->number) link->number = cn_cluster_number();
    if (request->ranks > link->told) link->told = request->ranks;
    o.search = link->number;
    o.ranks = request->ranks;
    o.share = request->share;
    o.limits = *request->limits;
    o.limits.past = NULL;                /* a pointer means nothing over there */
    o.limits.infinite |= request->timed; /* the others go on until rank 0 stops them */
    o.size = cn_state_live(p->rules, p->state);
    if (request->trace) {
        o.events = request->trace->rings[0].mask + 1;
        o.traced = request->trace->ranks;
    }
    /* Names the run, so that a late message of an earlier one is known as such. */
    const uint32_t number = cn_cluster_number();
    cn_message m = cn_message_new(CN_MESSAGE_RUN, number);
    cn_message_put(&m, &o, sizeof o);
    cn_message_put_text(&m, p->game->name);
    cn_message_put_text(&m, request->spec);
    cn_message_put(&m, p->state, (size_t)o.size);
    const uint64_t now =
        cn_clock_ns(); /* by which recordings of other ranks are set to our clock */
    cn_cluster_tell(request->ranks, &m);
    const cn_status status =
        cn_crew_begin(crew, number, request->ranks, request->share, stop, NULL, error);
    crew->trace = request->trace;
    crew->told_ns = now;
    if (status != CN_OK) { /* the others have begun already */
        m = cn_message_new(CN_MESSAGE_STOP, number);
        cn_cluster_tell(request->ranks, &m);
    }
    return status;
}

/* Rank 0: sends a message about the search to the ranks that know it. */
static void tell(const cn_ranks_link *link, cn_message_kind kind) {
    if (!link->number || cn_cluster_rank() != 0) return;
    cn_message m = cn_message_new(kind, 0);
    cn_message_put(&m, &link->number, sizeof link->number);
    cn_cluster_tell(link->told, &m);
}

void cn_ranks_clear(const cn_ranks_link *link) {
    tell(link, CN_MESSAGE_CLEAR);
}

void cn_ranks_forget(cn_ranks_link *link) {
    tell(link, CN_MESSAGE_FORGET);
    *link = (cn_ranks_link){0};
}

/* ---- the others ---- */

/* A search that rank 0 has told of. */
typedef struct known {
    uint32_t number;
    cn_search *search;
    struct known *next;
} known;

/* What a rank other than 0 works with while it serves. */
typedef struct server {
    const cn_ranks_service *service;
    known *list;
    cn_backlog backlog; /* messages that came while a search ran */
    cn_result result;   /* of the run under way */
    cn_trace *trace;    /* what the last recorded run of this rank did */
    bool quit;          /* rank 0 ends the job */
} server;

/* The place in the list of the search of that number; *place is NULL if it is not known. */
static known **look_up(server *s, uint32_t number) {
    known **at = &s->list;
    while (*at && (*at)->number != number) at = &(*at)->next;
    return at;
}

/* Frees the search at a place of the list, if there is one. */
static void forget(known **at) {
    known *gone = *at;
    if (!gone) return;
    *at = gone->next;
    cn_search_free(gone->search);
    free(gone);
}

/* The search of that number, made if it is new. */
static cn_status search_of(server *s, const order *o, const cn_game *game, const char *spec,
                           cn_search **search, cn_error *error) {
    known **at = look_up(s, o->search);
    if (*at) {
        *search = (*at)->search;
        return CN_OK;
    }
    known *fresh = calloc(1, sizeof *fresh);
    if (!fresh) return cn_fail(error, CN_NO_MEMORY, "no memory for a search");
    const cn_status status = cn_search_new(game, spec, &fresh->search, error);
    if (status != CN_OK) {
        free(fresh);
        return status;
    }
    fresh->number = o->search;
    *at = fresh;
    *search = fresh->search;
    return CN_OK;
}

/* Takes the message apart: what is to be searched, and by which search. */
static cn_status read_order(server *s, cn_message *m, order *o, cn_position *p, cn_search **search,
                            cn_error *error) {
    char name[64], spec[CN_SPEC_MAX];
    unsigned char state[CN_STATE_MAX];
    CN_FAIL_IF(!cn_message_get(m, o, sizeof *o) || !cn_message_get_text(m, name, sizeof name) ||
                   !cn_message_get_text(m, spec, sizeof spec) || o->size > sizeof state ||
                   !cn_message_get(m, state, (size_t)o->size),
               error, CN_BAD_INPUT, "rank 0 sent a search that is not whole");
    const cn_game *game = s->service->find(name, s->service->user);
    CN_FAIL_IF(!game, error, CN_BAD_INPUT,
               "there is no game `%s` here; is the plugin on this machine too?", name);
    CN_TRY(search_of(s, o, game, spec, search, error));
    return cn_carry_position(game, o->variant, state, (size_t)o->size, p, error);
}

/* An empty recording for this search; NULL if none is wanted, or memory ran out. */
static cn_trace *begin_recording(server *s, const order *o, cn_search *search) {
    const int threads = cn_search_threads(search);
    if (cn_cluster_rank() >= o->traced) return NULL;
    /* The last recording serves again if it has the same shape. */
    if (!s->trace || s->trace->workers != threads || s->trace->rings[0].mask + 1 != o->events) {
        cn_trace_free(s->trace);
        s->trace = cn_trace_new(threads, o->events);
    }
    if (s->trace) {
        cn_trace_clear(s->trace);
        cn_search_trace(search, s->trace, NULL);
    }
    return s->trace;
}

/* Takes part in one run, and reports what came of it. */
static void run(server *s, cn_message *m) {
    cn_crew_turn turn = {.came_ns = cn_clock_ns()};
    order o;
    cn_position p = {0};
    cn_search *search = NULL;
    cn_error error = {""};
    s->result = (cn_result){0};
    cn_status status = read_order(s, m, &o, &p, &search, &error);
    if (status == CN_OK) {
        const cn_ranks_request request = {
            .position = &p, .limits = &o.limits, .ranks = o.ranks, .share = o.share};
        turn.trace = begin_recording(s, &o, search);
        status = cn_ranks_assist(search, m->run, &request, &s->backlog, &s->result, &turn.waited,
                                 &error);
        cn_search_trace(search, NULL, NULL);
    }
    cn_crew_report_end(m->run, status, &error, &s->result, &turn);
    if (p.state) cn_position_free(&p);
}

/* Does what a message says, and frees it. */
static void obey(server *s, cn_message *m) {
    uint32_t number = 0; /* no search has it: a message that is cut short does nothing */
    switch (m->kind) {
    case CN_MESSAGE_RUN: run(s, m); break;
    case CN_MESSAGE_CLEAR:
    case CN_MESSAGE_FORGET:
        cn_message_get(m, &number, sizeof number);
        if (m->kind == CN_MESSAGE_FORGET) {
            forget(look_up(s, number));
        } else if (*look_up(s, number)) {
            cn_search_clear((*look_up(s, number))->search);
        }
        break;
    case CN_MESSAGE_FARM: cn_farm_serve(m->run, s->service->work); break;
    case CN_MESSAGE_QUIT: s->quit = true; break;
    default: break; /* it belongs to a job that is gone */
    }
    cn_message_free(m);
}

/* Serves what came while a search ran, in order; serving one message may bring more. */
static void obey_backlog(server *s) {
    while (s->backlog.count > 0 && !s->quit) {
        cn_message m = s->backlog.list[0];
        memmove(s->backlog.list, s->backlog.list + 1,
                (size_t)--s->backlog.count * sizeof *s->backlog.list);
        obey(s, &m);
    }
}

void cn_ranks_serve(const cn_ranks_service *service) {
    server s = {.service = service};
    cn_rest rest = {0};
    while (!s.quit) {
        cn_message m;
        if (cn_cluster_receive(&m)) {
            obey(&s, &m);
            obey_backlog(&s);
            rest = (cn_rest){0};
        } else {
            /* The pause grows from 50 us to 1 ms within the first second after a message, when the
             * next run is likely to follow, and to 10 ms later: an idle rank must leave its core to
             * others. */
            cn_cluster_rest(&rest, rest.idle < 1 ? 1e-3 : 1e-2);
        }
    }
    while (s.list) forget(&s.list);
    for (int i = 0; i < s.backlog.count; i++) cn_message_free(&s.backlog.list[i]);
    free(s.backlog.list);
    cn_trace_free(s.trace);
}
