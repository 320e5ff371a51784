/* Searches as the public interface has them (canopy/search.h). This file does what all algorithms
 * need done for them: it makes an algorithm from a specification, turns limits into a deadline,
 * keeps the threads, shares a run with other processes, records what happened, and adds the counts
 * to the result. No kind of agent is named here: what an algorithm can do, its table says
 * (engine/algorithm.h).
 *
 * A run passes through cn_search_run -> run_traced -> run_shared -> think -> algorithm->run. */
#include "core/clock.h"
#include "core/text.h"
#include "engine/algorithm.h"
#include "engine/ranks.h"
#include "engine/trace.h"
#include "parallel/thread.h"

#include <stdlib.h>

/* An agent that is ready to search. One run is under way at a time; only `stop` is touched by other
 * threads. */
struct cn_search {
    const cn_algorithm *algorithm;
    void *self;             /* the algorithm's own state */
    cn_pool *pool;          /* threads that live as long as the search; NULL: one thread */
    double seconds;         /* the agent's own limit for a move, 0: none */
    int ranks;              /* processes that it may use */
    int share;              /* levels of Monte Carlo trees that ranks exchange */
    cn_trace *trace;        /* the caller's; NULL: none */
    cn_log *log;            /* the caller's; NULL: none */
    bool watched;           /* its strategy's threads can fill a log */
    cn_lock logging;        /* held by the thread that writes to the log */
    _Atomic bool stop;      /* set by cn_search_stop, taken back when a run ends */
    char spec[CN_SPEC_MAX]; /* from which other ranks make the same search */
    cn_ranks_link link;     /* what rank 0 remembers of their copies */
    cn_crew *crew;          /* while a run is shared with other ranks; else NULL */
    uint64_t own_nodes;     /* nodes of the last run that this process visited */
};

/* ---- making and freeing ---- */

/* The algorithm, its limits and its threads, from a specification. */
static cn_status set_up(cn_search *s, const cn_spec *spec, cn_error *error) {
    s->algorithm = spec->kind->algorithm;
    s->self = calloc(1, s->algorithm->size);
    if (!s->self) return cn_fail(error, CN_NO_MEMORY, "no memory for a search");
    CN_TRY(cn_spec_check(spec, error));
    s->seconds = cn_spec_number(spec, "time", 0);
    s->share = (int)cn_spec_number(spec, "share", 0);
    CN_TRY(cn_spec_text(spec, s->spec, sizeof s->spec, error));
    CN_TRY(cn_ranks_check((int64_t)cn_spec_number(spec, "ranks", 1), &s->ranks, error));
    CN_TRY(s->algorithm->set_up(s->self, spec, error));
    const cn_strategy *strategy = cn_spec_strategy(spec, NULL);
    /* Any strategy but `none` wants a pool, even with one thread: it hands out tasks. */
    const bool pool = strategy ? strategy != &cn_strategy_none : cn_spec_threads(spec) > 1;
    s->watched = !pool || (strategy && strategy->watched);
    if (!pool) return CN_OK;
    CN_TRY(cn_pool_new(cn_spec_threads(spec), &s->pool, error));
    cn_pool_stay_awake(s->pool, (int)cn_spec_number(spec, "awake", CN_POOL_AWAKE));
    return CN_OK;
}

cn_status cn_search_make(const cn_spec *spec, cn_search **out, cn_error *error) {
    cn_search *s = calloc(1, sizeof *s);
    if (!s) return cn_fail(error, CN_NO_MEMORY, "no memory for a search");
    cn_lock_init(&s->logging);
    const cn_status status = set_up(s, spec, error);
    if (status == CN_OK) {
        *out = s;
    } else {
        cn_search_free(s);
    }
    return status;
}

cn_status cn_search_new(const cn_game *game, const char *text, cn_search **out, cn_error *error) {
    cn_spec spec;
    CN_TRY(cn_spec_parse(game, text, &spec, error));
    return cn_search_make(&spec, out, error);
}

cn_status cn_search_wrap(const cn_algorithm *algorithm, void *self, cn_search **out,
                         cn_error *error) {
    cn_search *s = calloc(1, sizeof *s);
    if (!s) {
        algorithm->tear_down(self);
        free(self);
        return cn_fail(error, CN_NO_MEMORY, "no memory for a search");
    }
    cn_lock_init(&s->logging);
    s->algorithm = algorithm;
    s->self = self;
    s->ranks = 1;
    *out = s;
    return CN_OK;
}

void *cn_search_wrapped(const cn_search *s, const cn_algorithm *algorithm) {
    return s->algorithm == algorithm ? s->self : NULL;
}

void cn_search_free(cn_search *s) {
    if (!s) return;
    if (s->self) s->algorithm->tear_down(s->self);
    free(s->self);
    cn_ranks_forget(&s->link);
    cn_pool_free(s->pool);
    cn_lock_free(&s->logging);
    free(s);
}

void cn_search_clear(cn_search *s) {
    cn_ranks_clear(&s->link);
    s->algorithm->clear(s->self);
}

void cn_search_stop(cn_search *s) {
    /* Release: what the caller wrote before is seen by the thread whose run this ends. */
    atomic_store_explicit(&s->stop, true, memory_order_release);
    if (s->algorithm->wake) s->algorithm->wake(s->self);
}

void cn_search_forget_stop(cn_search *s) {
    /* Acquire: pairs with the release of cn_search_stop. */
    atomic_exchange_explicit(&s->stop, false, memory_order_acquire);
}

bool cn_search_ponders(const cn_search *s) {
    return s->algorithm->ponders && s->algorithm->ponders(s->self);
}

uint64_t cn_search_tree(const cn_search *s, int depth, int width, cn_tree_fn *show, void *user) {
    return s->algorithm->tree ? s->algorithm->tree(s->self, depth, width, show, user) : 0;
}

/* ---- tracing ---- */

cn_status cn_search_trace(cn_search *s, cn_trace *trace, cn_error *error) {
    const int threads = cn_search_threads(s);
    CN_FAIL_IF(trace && cn_trace_threads(trace) < threads, error, CN_BAD_USAGE,
               "a trace of %d workers cannot hold a search with %d", cn_trace_threads(trace),
               threads);
    s->trace = trace;
    if (s->pool) cn_pool_trace(s->pool, trace);
    return CN_OK;
}

/* The guard of a log that several threads fill: they write one after the other. A small search
 * would be over before a second thread has woken up, so each thread pauses for half a millisecond
 * at every node, as if nodes were expensive; the parallel search that people see is then a real
 * one. */
static void guard_log(void *search, cn_log_ask ask) {
    static const struct timespec moment = {.tv_nsec = 500000};
    cn_search *s = search;
    switch (ask) {
    case CN_LOG_TAKE: cn_lock_take(&s->logging); break;
    case CN_LOG_GIVE: cn_lock_leave(&s->logging); break;
    case CN_LOG_PAUSE: nanosleep(&moment, NULL); break;
    }
}

cn_status cn_search_log(cn_search *s, cn_log *log, cn_error *error) {
    const bool can = s->algorithm->logs && s->algorithm->logs(s->self) && s->watched;
    if (log && (!can || s->ranks > 1 || cn_search_threads(s) > CN_LOG_WORKERS)) {
        char strategies[128] = "";
        for (int i = 0; cn_strategies[i]; i++) {
            if (!cn_strategies[i]->watched) continue;
            cn_text_add(strategies, sizeof strategies, ", %s", cn_strategies[i]->name);
        }
        return cn_fail(error, CN_UNSUPPORTED,
                       "this agent cannot be watched node by node: minimax, alphabeta, pvs, mcts "
                       "and uct can, with strategy=none%s on up to %d threads, expert=off, "
                       "selectivity=0 and none of the options that imitate published programs",
                       strategies, CN_LOG_WORKERS);
    }
    s->log = log;
    if (!log) return CN_OK;
    log->workers = cn_search_threads(s);
    log->guard = log->workers > 1 ? guard_log : NULL;
    log->guard_user = s;
    return CN_OK;
}

int cn_search_threads(const cn_search *s) {
    return s->pool ? cn_pool_threads(s->pool) : 1;
}

cn_trace *cn_search_trace_new(cn_search *const *searches, uint64_t events) {
    int threads = 1, ranks = 1;
    for (; *searches; searches++) {
        const cn_search *s = *searches;
        if (cn_search_threads(s) > threads) threads = cn_search_threads(s);
        if (s->ranks > ranks) ranks = s->ranks;
    }
    /* Every rank gets as many rings as the search with most threads needs. */
    if (ranks > CN_TRACE_WORKERS / threads) ranks = CN_TRACE_WORKERS / threads;
    cn_trace *trace = cn_trace_new(ranks * threads, events);
    if (trace) trace->ranks = ranks;
    return trace;
}

/* Stands between a traced search and its caller's progress function, to record what is reported. */
typedef struct watch {
    const cn_search *search;
    cn_trace_ring *ring; /* worker 0's: progress is reported by the thread that runs the search */
    int depth;
    cn_move best;
    cn_progress_fn *progress;
    void *user;
} watch;

/* Records nodes, best move and depth when they are reported, then passes the report on. */
static void note_progress(const cn_result *so_far, void *user) {
    watch *w = user;
    const uint64_t others = w->search->crew ? cn_crew_elsewhere(w->search->crew) : 0;
    cn_trace_add(w->ring, CN_TRACE_NODES, so_far->nodes > others ? so_far->nodes - others : 0);
    if (so_far->best != w->best) cn_trace_add(w->ring, CN_TRACE_BEST, so_far->best);
    /* The depth of a Monte Carlo search is how far its tree has grown; it has no steps in depth. */
    if (so_far->iterations == 0 && so_far->depth != w->depth) {
        cn_trace_add(w->ring, CN_TRACE_DEPTH, (uint64_t)so_far->depth);
    }
    w->best = so_far->best;
    w->depth = so_far->depth;
    if (w->progress) w->progress(so_far, w->user);
}

/* ---- one process's part in a run ---- */

/* Adds the pool's counters to a result. Busy and idle are seconds, summed over the threads. */
static void add_counts(const cn_search *s, cn_result *result) {
    result->ranks = 1;
    if (result->threads > 0) return; /* the algorithm has counted by itself */
    if (!s->pool) {
        result->threads = 1;
        result->busy = result->seconds;
        return;
    }
    result->threads = cn_pool_threads(s->pool);
    for (int i = 0; i < result->threads; i++) {
        const cn_worker_counts *counts = cn_pool_counts(s->pool, i);
        result->tasks += counts->created;
        result->stolen += counts->stolen;
        result->cancelled += counts->cancelled;
        result->dropped += counts->dropped;
        const double idle = (double)counts->idle_ns * 1e-9;
        /* Worker 0 is the thread that called: what it does between tasks is work too (strategies
         * that search in it and let the others help). */
        result->busy += i == 0 ? result->seconds - idle : (double)counts->busy_ns * 1e-9;
        result->idle += idle;
    }
}

/* The algorithm's run in this process. */
static cn_status think(cn_search *s, const cn_run *run, cn_result *result, cn_error *error) {
    if (s->pool) cn_pool_reset_counts(s->pool);
    const cn_status status = s->algorithm->run(s->self, run, result, error);
    s->own_nodes = result->nodes; /* before those of other ranks are added */
    if (status != CN_OK) return status;
    add_counts(s, result);
    return CN_OK;
}

/* ---- several processes ---- */

/* Rank 0: runs the search together with the ranks 1 to ranks - 1, and waits for them at the end. */
static cn_status lead(cn_search *s, int ranks, cn_run *run, cn_result *result, cn_error *error) {
    cn_crew crew;
    const cn_ranks_request request = {.spec = s->spec,
                                      .position = run->position,
                                      .limits = run->limits,
                                      .timed = run->deadline > 0,
                                      .ranks = ranks,
                                      .share = s->share,
                                      .trace = s->trace};
    CN_TRY(cn_ranks_lead(&s->link, &request, &s->stop, &crew, error));
    s->crew = run->crew = &crew;
    cn_status status = think(s, run, result, error);
    s->crew = NULL;
    /* If both fail, the message is this rank's. */
    const cn_status theirs = cn_crew_finish(&crew, result, status == CN_OK ? error : NULL);
    cn_crew_free(&crew);
    return status == CN_OK ? theirs : status;
}

cn_status cn_ranks_assist(cn_search *s, uint32_t number, const cn_ranks_request *request,
                          cn_backlog *backlog, cn_result *result, double *waited, cn_error *error) {
    cn_crew crew;
    CN_TRY(cn_crew_begin(&crew, number, request->ranks, request->share, &s->stop, backlog, error));
    crew.trace = s->trace;
    s->crew = &crew;
    cn_status status =
        cn_search_run(s, request->position, request->limits, NULL, NULL, result, error);
    s->crew = NULL;
    *waited = crew.waited;
    cn_crew_free(&crew);
    cn_search_forget_stop(s); /* rank 0's, if it came after the run */
    return status;
}

/* ---- running ---- */

/* Seconds for this move, 0: no limit: the least of what the caller gives, a share of the clock (a
 * twenty-fifth of what is left unless the algorithm knows better, and most of the increment) and
 * the agent's own limit. In a run that rank 0 leads, rank 0 alone looks at the clock. */
static double budget(const cn_search *s, const cn_position *position, const cn_limits *limits) {
    if (s->crew && s->crew->rank > 0) return 0;
    double seconds = limits->seconds;
    if (limits->clock > 0) {
        const double known =
            s->algorithm->share ? s->algorithm->share(s->self, position, limits->clock) : 0;
        const double share = (known > 0 ? known : limits->clock / 25) + 0.8 * limits->increment;
        const double most = 0.8 * limits->clock;
        const double clock = share < most ? share : most;
        if (seconds == 0 || clock < seconds) seconds = clock;
    }
    const double own = limits->ponder ? 0 : s->seconds;
    return own > 0 && (seconds == 0 || own < seconds) ? own : seconds;
}

/* Runs in this process alone, or with as many ranks as the algorithm has use for, unless another
 * search has taken them. */
static cn_status run_shared(cn_search *s, cn_run *run, cn_result *result, cn_error *error) {
    const int ranks = s->crew || s->ranks == 1 || !s->algorithm->ranks
                          ? 1
                          : s->algorithm->ranks(s->self, run->limits, s->ranks);
    /* Another search of this process may have the ranks: this one then goes on alone. */
    if (ranks == 1 || !cn_cluster_take()) return think(s, run, result, error);
    const cn_status status = lead(s, ranks, run, result, error);
    cn_cluster_give_back();
    return status;
}

/* Records the beginning, the progress and the end of the run, if a trace is wanted. */
static cn_status run_traced(cn_search *s, cn_run *run, cn_result *result, cn_error *error) {
    if (!s->trace) return run_shared(s, run, result, error);
    cn_trace_ring *ring = &s->trace->rings[0];
    watch w = {s, ring, 0, CN_MOVE_NONE, run->progress, run->user};
    run->progress = note_progress;
    run->user = &w;
    cn_trace_add(ring, CN_TRACE_SEARCH, s->trace->searches++);
    const cn_status status = run_shared(s, run, result, error);
    cn_trace_add(ring, CN_TRACE_SEARCH_END, s->own_nodes);
    return status;
}

cn_status cn_search_run(cn_search *s, const cn_position *position, const cn_limits *limits,
                        cn_progress_fn *progress, void *user, cn_result *result, cn_error *error) {
    static const cn_limits unlimited = {0};
    memset(result, 0, sizeof *result);
    result->best = CN_MOVE_NONE;
    result->ranks = 1;
    cn_run run = {.position = position,
                  .limits = limits ? limits : &unlimited,
                  .start = cn_clock_seconds(),
                  .stop = &s->stop,
                  .pool = s->pool,
                  .crew = s->crew,
                  .log = s->log,
                  .progress = progress,
                  .user = user};
    const double seconds = budget(s, position, run.limits);
    if (seconds > 0) run.deadline = run.start + seconds;
    cn_status status = CN_OK;
    if (position->rules->over(position->state) == CN_ONGOING) {
        status = run_traced(s, &run, result, error);
    }
    cn_search_forget_stop(s);
    return status;
}
