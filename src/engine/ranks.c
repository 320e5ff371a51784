#include "engine/ranks.h"

#include "core/clock.h"
#include "engine/carry.h"
#include "engine/trace.h"

#include <stdlib.h>

/* Limits as they travel; those that rank 0 alone looks at stay behind. */
typedef struct order {
    uint32_t search;
    int32_t ranks, share, variant, depth, lines;
    uint64_t nodes, iterations;
    uint64_t size;   /* bytes of the state */
    uint64_t events; /* that a worker records at most, … */
    int32_t traced;  /* … of the ranks up to this one */
    bool infinite, ponder;
} order;

cn_status cn_ranks_check(int64_t ranks, int *count, cn_error *error) {
    *count = ranks ? (int)ranks : cn_cluster_ranks();
    if (*count <= cn_cluster_ranks()) return CN_OK;
    if (cn_cluster_ranks() == 1) {
        return cn_fail(error, CN_BAD_USAGE,
                       "ranks=%d: this process is alone; start it with mpirun -n %d", *count,
                       *count);
    }
    return cn_fail(error, CN_BAD_USAGE, "ranks=%d: this job has %d", *count, cn_cluster_ranks());
}

/* ---- rank 0 ---- */

cn_status ranks_begin(ranks_link *link, const ranks_job *job, _Atomic bool *stop, cn_crew *crew,
                      cn_error *error) {
    const cn_position *p = job->position;
    order o;
    memset(&o, 0, sizeof o);
    o.variant = cn_carry_variant(p);
    if (o.variant < 0) {
        return cn_fail(error, CN_UNSUPPORTED,
                       "%s does not list its variants, so its positions cannot go to other ranks; "
                       "ranks=1 searches on this one",
                       p->game->name);
    }
    if (!link->number) link->number = cn_cluster_number();
    if (job->ranks > link->told) link->told = job->ranks;
    o.search = link->number;
    o.ranks = job->ranks;
    o.share = job->share;
    o.depth = job->limits->depth;
    o.lines = job->limits->lines;
    o.nodes = job->limits->nodes;
    o.iterations = job->limits->iterations;
    o.infinite = job->timed || job->limits->infinite;
    o.ponder = job->limits->ponder;
    o.size = cn_state_live(p->rules, p->state);
    if (job->trace) {
        o.events = job->trace->rings[0].mask + 1;
        o.traced = job->trace->ranks;
    }
    const uint32_t number = cn_cluster_number();
    cn_message m = cn_message_new(CN_MESSAGE_RUN, number);
    cn_message_put(&m, &o, sizeof o);
    cn_message_put_text(&m, p->game->name);
    cn_message_put_text(&m, job->spec);
    cn_message_put(&m, p->state, (size_t)o.size);
    const uint64_t now = cn_clock_ns();
    cn_cluster_tell(job->ranks, &m);
    const cn_status status = cn_crew_lead(crew, number, job->ranks, job->share, stop, error);
    crew->trace = job->trace;
    crew->told_ns = now;
    if (status != CN_OK) {
        m = cn_message_new(CN_MESSAGE_STOP, number);
        cn_cluster_tell(job->ranks, &m);
    }
    return status;
}

static void tell(const ranks_link *link, cn_message_kind kind) {
    if (!link->number || cn_cluster_rank() != 0) return;
    cn_message m = cn_message_new(kind, 0);
    cn_message_put(&m, &link->number, sizeof link->number);
    cn_cluster_tell(link->told, &m);
}

void ranks_clear(const ranks_link *link) {
    tell(link, CN_MESSAGE_CLEAR);
}

void ranks_forget(ranks_link *link) {
    tell(link, CN_MESSAGE_FORGET);
    *link = (ranks_link){0};
}

/* ---- the others ---- */

typedef struct known {
    uint32_t number;
    cn_search *search;
    struct known *next;
} known;

typedef struct server {
    const cn_ranks_service *service;
    known *list;
    cn_backlog backlog;
    cn_result *result;
    cn_trace *trace; /* of the last run that was recorded */
    bool quit;
} server;

static known **look_up(server *s, uint32_t number) {
    known **at = &s->list;
    while (*at && (*at)->number != number) at = &(*at)->next;
    return at;
}

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

/* What is to be searched, and with what. */
static cn_status read_order(server *s, cn_message *m, order *o, cn_position *p, cn_search **search,
                            cn_error *error) {
    char name[64], spec[CN_SPEC_MAX];
    unsigned char state[CN_STATE_MAX];
    if (!cn_message_get(m, o, sizeof *o) || !cn_message_get_text(m, name, sizeof name) ||
        !cn_message_get_text(m, spec, sizeof spec) || o->size > sizeof state ||
        !cn_message_get(m, state, (size_t)o->size)) {
        return cn_fail(error, CN_BAD_INPUT, "rank 0 sent a search that is not whole");
    }
    const cn_game *game = s->service->find(name, s->service->user);
    if (!game) {
        return cn_fail(error, CN_BAD_INPUT,
                       "there is no game `%s` here; is the plugin on this machine too?", name);
    }
    cn_status status = search_of(s, o, game, spec, search, error);
    if (status == CN_OK) {
        status = cn_carry_position(game, o->variant, state, (size_t)o->size, p, error);
    }
    return status;
}

/* An empty recording for this search; NULL if none is wanted, or memory ran out. */
static cn_trace *record(server *s, const order *o, cn_search *search) {
    const int threads = cn_search_threads(search);
    if (cn_cluster_rank() >= o->traced) return NULL;
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

static void run(server *s, cn_message *m) {
    cn_crew_turn turn = {.came_ns = cn_clock_ns()};
    order o;
    cn_position p = {0};
    cn_search *search = NULL;
    cn_error error = {""};
    memset(s->result, 0, sizeof *s->result);
    cn_status status = read_order(s, m, &o, &p, &search, &error);
    if (status == CN_OK) {
        const cn_limits limits = {.depth = o.depth,
                                  .nodes = o.nodes,
                                  .iterations = o.iterations,
                                  .infinite = o.infinite,
                                  .ponder = o.ponder,
                                  .lines = o.lines};
        const ranks_job job = {
            .position = &p, .limits = &limits, .ranks = o.ranks, .share = o.share};
        turn.trace = record(s, &o, search);
        status = ranks_assist(search, m->job, &job, &s->backlog, s->result, &turn.waited, &error);
        cn_search_trace(search, NULL, NULL);
    }
    cn_crew_report_end(m->job, status, &error, s->result, &turn);
    if (p.state) cn_position_free(&p);
}

static void obey(server *s, cn_message *m) {
    uint32_t number;
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
    case CN_MESSAGE_FARM: cn_farm_serve(m->job, s->service->work); break;
    case CN_MESSAGE_QUIT: s->quit = true; break;
    default: break; /* of a job that is gone */
    }
    cn_message_free(m);
}

/* What came while a search ran, in order; running one of them may bring more. */
static void obey_backlog(server *s) {
    while (s->backlog.count > 0 && !s->quit) {
        cn_message m = s->backlog.list[0];
        memmove(s->backlog.list, s->backlog.list + 1,
                (size_t)--s->backlog.count * sizeof *s->backlog.list);
        obey(s, &m);
    }
}

cn_status cn_ranks_serve(const cn_ranks_service *service, cn_error *error) {
    server s = {.service = service, .result = malloc(sizeof *s.result)};
    if (!s.result) return cn_fail(error, CN_NO_MEMORY, "no memory for a result");
    cn_rest rest = {0};
    while (!s.quit) {
        cn_message m;
        if (cn_cluster_receive(&m)) {
            obey(&s, &m);
            obey_backlog(&s);
            rest = (cn_rest){0};
        } else {
            /* Soon after work more is likely; later, a core is worth more than ten milliseconds. */
            cn_cluster_rest(&rest, rest.idle < 1 ? 1e-3 : 1e-2);
        }
    }
    while (s.list) forget(&s.list);
    for (int i = 0; i < s.backlog.count; i++) cn_message_free(&s.backlog.list[i]);
    free(s.backlog.list);
    free(s.result);
    cn_trace_free(s.trace);
    return CN_OK;
}
