/* The façade: a specification becomes an algorithm and a strategy, limits become deadlines, and
 * what they find becomes a result. */
#include <canopy/search.h>

#include "core/clock.h"
#include "core/text.h"
#include "engine/agents.h"
#include "engine/external.h"
#include "engine/lines.h"
#include "engine/mcts.h"
#include "engine/ranks.h"
#include "engine/trace.h"
#include "parallel/strategy.h"
#include "search/table.h"

#include <stdlib.h>

struct cn_search {
    const cn_game *game;
    agent_kind kind;
    cn_value values[CN_OPTIONS_MAX];
    const cn_strategy *strategy;
    cn_tree_options tree;
    cn_strategy_options strategy_options;
    cn_pool *pool;
    cn_table table;     /* entries NULL: none */
    uint64_t table_key; /* what the table's values depend on besides the position */
    bool table_used;    /* since it was cleared */
    mcts_search mcts;
    cn_rng rng;
    cn_trace *trace; /* NULL: none */
    _Atomic bool stop;
    char spec[CN_SPEC_MAX];      /* as it was given, for other ranks */
    int ranks;                   /* wanted, of the job's */
    ranks_link link;             /* to the same search there */
    cn_crew *crew;               /* while a run is shared with other ranks; else NULL */
    const cn_external *external; /* NULL: this search thinks itself */
    void *self;                  /* the external's */
};

static bool is_mcts(const cn_search *s) {
    return s->kind == AGENT_MCTS || s->kind == AGENT_UCT;
}

/* ---- from values to options ---- */

static uint32_t used_parts(const cn_value *v) {
    static const uint32_t orders[] = {0, CN_ORDERING, CN_USE_GAME_ORDER, CN_USE_KILLERS,
                                      CN_USE_HISTORY};
    uint32_t use = orders[v[TREE_ORDER].integer];
    if (v[TREE_PROBE].integer) use |= CN_USE_NULL_WINDOW;
    if (v[TREE_WINS].integer) use |= CN_USE_FORCED;
    return use;
}

static uint32_t quirks(const cn_value *v) {
    static const uint32_t pass[] = {0, CN_QUIRK_PASS_FREE, CN_QUIRK_PASS_LEAF};
    static const uint32_t ended[] = {0, CN_QUIRK_ENDED_FLAT, CN_QUIRK_ENDED_EVAL};
    return pass[v[TREE_PASS].integer] | ended[v[TREE_ENDED].integer] |
           (v[TREE_ROLES].integer ? CN_QUIRK_ROLES : 0u) |
           (v[TREE_VIEW].integer ? CN_QUIRK_LEAF_VIEW : 0u) |
           (v[TREE_CUTOFF].integer ? CN_QUIRK_CUTOFF : 0u);
}

static cn_status set_up_tree(cn_search *s, cn_error *error) {
    const cn_value *v = s->values;
    const bool plain = s->kind == AGENT_MINIMAX || s->kind == AGENT_GREEDY;
    cn_status status = cn_heuristic_find(s->game, v[TREE_EVAL].text, &s->tree.heuristic, error);
    if (status == CN_OK) {
        status = cn_strategy_find(s->kind, plain ? CN_SERVES_MINIMAX : CN_SERVES_ALPHABETA,
                                  v[TREE_STRATEGY].text, &s->strategy, error);
    }
    if (status != CN_OK) return status;
    s->tree.plain = plain;
    s->tree.eval_unit = s->tree.heuristic == 0 ? s->game->eval_unit : 0;
    s->tree.depth = (int)v[TREE_DEPTH].integer;
    /* Without a last depth the only way is to deepen. */
    s->tree.deepen = v[TREE_DEEPEN].integer || s->tree.depth == 0;
    s->tree.aspiration = (int)v[TREE_ASPIRATION].integer;
    s->tree.cutoff = (int)v[TREE_CUTOFF].integer;
    s->tree.ties_last = v[TREE_TIES].integer;
    s->tree.alone = v[TREE_BOUND].integer;
    s->tree.outcome = strcmp(v[TREE_SCORE].text, "off") == 0;
    s->tree.forced = (int)v[TREE_FORCED].integer;
    s->tree.use = used_parts(v);
    s->tree.quirks = quirks(v);
    /* A win in one is worth what the quirks say it is, not always a win. */
    if (s->tree.quirks) s->tree.use &= ~(uint32_t)CN_USE_FORCED;
    s->strategy_options = (cn_strategy_options){
        .window = (int)v[TREE_WINDOW].integer,
        .sequential = (int)v[TREE_SEQUENTIAL].integer,
        .split_depth = (int)v[TREE_SPLIT].integer,
        .grain = (cn_grain)v[TREE_GRAIN].integer,
    };
    if (v[TREE_TABLE].integer && !s->tree.plain) {
        status = cn_table_new((size_t)v[TREE_HASH].integer, &s->table, error);
    }
    const int threads = (int)v[TREE_THREADS].integer;
    if (status == CN_OK && strcmp(s->strategy->name, "none") != 0) {
        status = cn_pool_new(threads, &s->pool, error);
    }
    return status;
}

static cn_status set_up_mcts(cn_search *s, cn_error *error) {
    const cn_value *v = s->values;
    cn_status status =
        cn_strategy_find(s->kind, CN_SERVES_MCTS, v[MCTS_STRATEGY].text, &s->strategy, error);
    if (status == CN_OK) status = mcts_set_up(&s->mcts, s->game, s->strategy, v, error);
    if (status == CN_OK && strcmp(s->strategy->name, "none") != 0) {
        status = cn_pool_new((int)v[MCTS_THREADS].integer, &s->pool, error);
    }
    return status;
}

/* ---- the public calls ---- */

cn_status cn_search_new(const cn_game *game, const char *spec, cn_search **out, cn_error *error) {
    cn_search *s = calloc(1, sizeof *s);
    if (!s) return cn_fail(error, CN_NO_MEMORY, "no memory for a search");
    s->game = game;
    cn_status status = cn_agent_parse(game, spec, &s->kind, s->values, error);
    if (status == CN_OK && s->kind != AGENT_RANDOM) {
        const int64_t ranks = s->values[is_mcts(s) ? (int)MCTS_RANKS : (int)TREE_RANKS].integer;
        status = cn_ranks_check(ranks, &s->ranks, error);
    }
    if (status == CN_OK && s->kind != AGENT_RANDOM) {
        status = is_mcts(s) ? set_up_mcts(s, error) : set_up_tree(s, error);
    }
    snprintf(s->spec, sizeof s->spec, "%s", spec);
    if (status != CN_OK) {
        cn_search_free(s);
        return status;
    }
    cn_search_clear(s);
    *out = s;
    return CN_OK;
}

cn_status cn_search_wrap(const cn_game *game, const cn_external *external, void *self,
                         cn_search **out, cn_error *error) {
    cn_search *s = calloc(1, sizeof *s);
    if (!s) {
        external->free(self);
        return cn_fail(error, CN_NO_MEMORY, "no memory for a search");
    }
    s->game = game;
    s->external = external;
    s->self = self;
    *out = s;
    return CN_OK;
}

void *cn_search_wrapped(const cn_search *s, const cn_external *external) {
    return s->external == external ? s->self : NULL;
}

void cn_search_free(cn_search *s) {
    if (!s) return;
    if (s->external) s->external->free(s->self);
    ranks_forget(&s->link);
    cn_pool_free(s->pool);
    cn_table_free(&s->table);
    mcts_free(&s->mcts);
    free(s);
}

void cn_search_stop(cn_search *s) {
    /* What the caller wrote before is seen by the thread whose run this ends. */
    atomic_store_explicit(&s->stop, true, memory_order_release);
    if (s->external) s->external->wake(s->self);
}

void cn_search_forget_stop(cn_search *s) {
    atomic_exchange_explicit(&s->stop, false, memory_order_acquire);
}

static void clear_table(cn_search *s) {
    if (s->table_used) cn_table_clear(&s->table);
    s->table_used = false;
}

void cn_search_clear(cn_search *s) {
    if (s->external) {
        s->external->clear(s->self);
        return;
    }
    ranks_clear(&s->link);
    clear_table(s);
    mcts_clear(&s->mcts);
    s->rng = cn_rng_make((uint64_t)s->values[RANDOM_SEED].integer, 0);
}

/* Seconds for this move: what is given, or a share of the clock. */
static double budget(const cn_limits *limits, double own) {
    double seconds = limits->seconds;
    if (limits->clock > 0) {
        const double share = limits->clock / 25 + 0.8 * limits->increment;
        const double most = 0.8 * limits->clock;
        const double clock = share < most ? share : most;
        if (seconds == 0 || clock < seconds) seconds = clock;
    }
    if (own > 0 && (seconds == 0 || own < seconds)) seconds = own;
    return seconds;
}

/* The same, 0: no limit. In a search that rank 0 leads, it alone looks at the clock. */
static double seconds_for(const cn_search *s, const cn_limits *limits) {
    if (s->crew && s->crew->rank > 0) return 0;
    const double own = s->values[is_mcts(s) ? (int)MCTS_TIME : (int)TREE_TIME].real;
    return budget(limits, limits->ponder ? 0 : own);
}

static void add_counts(const cn_search *s, cn_result *result) {
    result->ranks = 1;
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

/* The expert that searches below this root, NULL for the general search. */
static cn_status choose_expert(const cn_search *s, const cn_position *position,
                               const cn_expert **chosen, cn_error *error) {
    const char *wanted = s->values[TREE_EXPERT].text;
    *chosen = NULL;
    if (strcmp(wanted, "off") == 0 || s->tree.plain || s->tree.quirks) return CN_OK;
    const bool any = strcmp(wanted, "auto") == 0;
    bool known = any;
    const char *names[CN_OPTIONS_MAX + 3] = {"auto", "off"};
    int count = 2;
    for (const cn_expert *e = position->experts; e && e->name; e++) {
        const bool named = strcmp(e->name, wanted) == 0;
        known |= named;
        if (!*chosen && (any || named) && e->serves(position->state)) *chosen = e;
        if (count < CN_OPTIONS_MAX + 2) names[count++] = e->name;
    }
    if (known) return CN_OK;
    char list[256];
    cn_text_join(list, sizeof list, names, ", ");
    return cn_fail(error, CN_BAD_USAGE, "expert=%s: expected one of %s", wanted, list);
}

/* What one unit of the game's score is worth to the search; 0: the score does not count. It is in
 * proportion to the default heuristic if that is in points. */
static cn_status score_step(const cn_search *s, const cn_position *position, int *step,
                            cn_error *error) {
    *step = 0;
    if (strcmp(s->values[TREE_SCORE].text, "on") != 0) return CN_OK;
    if (!position->rules->score) {
        return cn_fail(error, CN_UNSUPPORTED, "score=on: %s is not played for points",
                       s->game->name);
    }
    const int unit = s->game->eval_unit / s->game->score_unit;
    *step = unit > 0 ? unit : 1;
    return CN_OK;
}

/* The table keeps what earlier moves of a game found, unless its values meant something else. */
static void prepare_table(cn_search *s, const cn_position *position, const cn_expert *expert) {
    if (!s->table.entries) return;
    const uint64_t key =
        cn_mix64((uint64_t)(uintptr_t)position->rules) ^ (uint64_t)(uintptr_t)expert;
    if (s->tree.quirks || key != s->table_key) clear_table(s);
    s->table_key = key;
    s->table_used = true;
    cn_table_next_age(&s->table);
}

static cn_status run_tree(cn_search *s, const cn_position *position, const cn_limits *limits,
                          cn_progress_fn *progress, void *user, cn_result *result,
                          cn_error *error) {
    const cn_value *v = s->values;
    const cn_expert *expert;
    int step;
    cn_status status = choose_expert(s, position, &expert, error);
    if (status == CN_OK) status = score_step(s, position, &step, error);
    if (status != CN_OK) return status;
    prepare_table(s, position, expert);
    const double start = cn_clock_seconds();
    const double seconds = seconds_for(s, limits);
    uint64_t nodes = limits->ponder ? 0 : (uint64_t)v[TREE_NODES].real;
    if (limits->nodes && (!nodes || limits->nodes < nodes)) nodes = limits->nodes;
    cn_tree tree = {
        .rules = position->rules,
        .kernels = position->kernels,
        .expert = expert,
        .state = position->state,
        .table = s->table.entries ? &s->table : NULL,
        .options = s->tree,
        .stop = &s->stop,
        .start = start,
        .deadline = seconds > 0 ? start + seconds : 0,
        .node_limit = nodes,
        .threads = s->pool ? cn_pool_threads(s->pool) : 1,
        .peers = s->crew ? &s->crew->roots.peers : NULL,
        .progress = progress,
        .user = user,
    };
    if (limits->ponder) tree.options.depth = 0;
    if (limits->depth > 0 && (!tree.options.depth || limits->depth < tree.options.depth)) {
        tree.options.depth = limits->depth;
    }
    tree.options.lines = limits->lines;
    tree.options.score_step = step;
    tree.options.score_unit = step * s->game->score_unit;
    /* Where the score counts, a win in one need not be the best. */
    if (step > 0) tree.options.use &= ~(uint32_t)CN_USE_FORCED;
    if (tree.options.depth == 0 && seconds == 0 && nodes == 0 && !limits->infinite) {
        tree.options.depth = 8; /* nothing else would end it */
    }
    /* A limit that can strike at any moment wants a whole smaller depth to fall back on. */
    if (seconds > 0 || nodes > 0) tree.options.deepen = true;
    const bool apart = s->strategy->parts || s->strategy_options.grain != CN_GRAIN_WHOLE;
    if (apart && (!position->rules->eval_parts ||
                  position->rules->eval_parts(position->state, s->tree.heuristic, 0) == 0)) {
        return cn_fail(error, CN_UNSUPPORTED,
                       "%s needs a heuristic that can be taken apart; `%s` of %s cannot",
                       s->strategy->parts ? "strategy=heuristic" : "grain",
                       s->game->heuristics[s->tree.heuristic].name, s->game->name);
    }
    if (s->pool) cn_pool_reset_counts(s->pool);
    const bool ready = cn_tree_begin(&tree);
    if (ready) {
        s->strategy->run(&tree, s->pool, &s->strategy_options, result);
        result->nodes = cn_tree_nodes(&tree);
    }
    cn_tree_end(&tree);
    if (!ready) return cn_fail(error, CN_NO_MEMORY, "no memory for a search");
    add_counts(s, result);
    return CN_OK;
}

static void run_random(cn_search *s, const cn_position *position, cn_result *result) {
    cn_move list[CN_MOVES_MAX];
    const int count = position->rules->moves(position->state, list);
    result->best = list[cn_rng_below(&s->rng, (uint32_t)count)];
    result->line[result->line_length++] = result->best;
    result->complete = true;
    result->threads = 1;
}

static cn_status run_mcts(cn_search *s, const cn_position *position, const cn_limits *limits,
                          cn_progress_fn *progress, void *user, cn_result *result,
                          cn_error *error) {
    if (s->pool) cn_pool_reset_counts(s->pool);
    lines_progress lines = {progress, user, limits->lines, NULL};
    const bool wrapped = progress && limits->lines > 0;
    const cn_status status =
        mcts_run(&s->mcts, position, limits, seconds_for(s, limits), s->pool, s->crew, &s->stop,
                 wrapped ? lines_on_progress : progress, wrapped ? &lines : user, result, error);
    free(lines.copy);
    if (status != CN_OK) return status;
    add_counts(s, result);
    if (limits->lines > 0) {
        lines_rank(result, limits->lines);
        lines_follow(s, result);
    }
    return CN_OK;
}

static cn_status think(cn_search *s, const cn_position *position, const cn_limits *limits,
                       cn_progress_fn *progress, void *user, cn_result *result, cn_error *error) {
    return is_mcts(s) ? run_mcts(s, position, limits, progress, user, result, error)
                      : run_tree(s, position, limits, progress, user, result, error);
}

/* ---- tracing ---- */

cn_status cn_search_trace(cn_search *s, cn_trace *trace, cn_error *error) {
    const int threads = cn_search_threads(s);
    if (trace && cn_trace_threads(trace) < threads) {
        return cn_fail(error, CN_BAD_USAGE, "a trace of %d workers cannot hold a search with %d",
                       cn_trace_threads(trace), threads);
    }
    s->trace = trace;
    if (s->pool) cn_pool_trace(s->pool, trace);
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
    if (ranks > CN_TRACE_WORKERS / threads) ranks = CN_TRACE_WORKERS / threads;
    cn_trace *trace = cn_trace_new(ranks * threads, events);
    if (trace) trace->ranks = ranks;
    return trace;
}

/* Stands between a traced search and its caller's progress function. */
typedef struct watch {
    const cn_search *search;
    cn_trace_ring *ring; /* worker 0's: progress is reported by the thread that runs the search */
    bool by_depth;
    int depth;
    cn_move best;
    cn_progress_fn *progress;
    void *user;
} watch;

static void note_progress(const cn_result *so_far, void *user) {
    watch *w = user;
    const uint64_t others = w->search->crew ? cn_crew_elsewhere(w->search->crew) : 0;
    cn_trace_add(w->ring, CN_TRACE_NODES, so_far->nodes > others ? so_far->nodes - others : 0);
    if (so_far->best != w->best) cn_trace_add(w->ring, CN_TRACE_BEST, so_far->best);
    if (w->by_depth && so_far->depth != w->depth) {
        cn_trace_add(w->ring, CN_TRACE_DEPTH, (uint64_t)so_far->depth);
    }
    w->best = so_far->best;
    w->depth = so_far->depth;
    if (w->progress) w->progress(so_far, w->user);
}

/* ---- several ranks ---- */

/* How many ranks this run is worth. */
static int ranks_for(const cn_search *s, const cn_limits *limits) {
    if (s->kind == AGENT_GREEDY) return 1;
    return is_mcts(s) ? mcts_ranks(&s->mcts, limits, s->ranks) : s->ranks;
}

/* `own`: the nodes of this rank. */
static cn_status think_on(cn_search *s, int ranks, const cn_position *position,
                          const cn_limits *limits, cn_progress_fn *progress, void *user,
                          cn_result *result, uint64_t *own, cn_error *error) {
    cn_crew crew;
    const ranks_job job = {.spec = s->spec,
                           .position = position,
                           .limits = limits,
                           .timed = seconds_for(s, limits) > 0,
                           .ranks = ranks,
                           .share = is_mcts(s) ? s->mcts.share : 0,
                           .trace = s->trace};
    cn_status status = CN_OK;
    if (ranks > 1) {
        status = ranks_begin(&s->link, &job, &s->stop, &crew, error);
        if (status != CN_OK) return status;
        s->crew = &crew;
    }
    status = think(s, position, limits, progress, user, result, error);
    *own = result->nodes;
    if (ranks > 1) {
        s->crew = NULL;
        const cn_status theirs = cn_crew_finish(&crew, result, status == CN_OK ? error : NULL);
        cn_crew_free(&crew);
        if (status == CN_OK) status = theirs;
    }
    return status;
}

static cn_status think_traced(cn_search *s, int ranks, const cn_position *position,
                              const cn_limits *limits, cn_progress_fn *progress, void *user,
                              cn_result *result, cn_error *error) {
    cn_trace_ring *ring = &s->trace->rings[0];
    watch w = {s, ring, !is_mcts(s), 0, CN_MOVE_NONE, progress, user};
    uint64_t own = 0;
    cn_trace_add(ring, CN_TRACE_SEARCH, s->trace->searches++);
    const cn_status status =
        think_on(s, ranks, position, limits, note_progress, &w, result, &own, error);
    cn_trace_add(ring, CN_TRACE_SEARCH_END, own);
    return status;
}

cn_status ranks_assist(cn_search *s, uint32_t number, const ranks_job *job, cn_backlog *backlog,
                       cn_result *result, double *waited, cn_error *error) {
    cn_crew crew;
    cn_status status =
        cn_crew_join(&crew, number, job->ranks, job->share, &s->stop, backlog, error);
    if (status != CN_OK) return status;
    crew.trace = s->trace;
    s->crew = &crew;
    status = cn_search_run(s, job->position, job->limits, NULL, NULL, result, error);
    s->crew = NULL;
    *waited = crew.waited;
    cn_crew_free(&crew);
    cn_search_forget_stop(s); /* rank 0's, if it came after the run */
    return status;
}

/* ---- running ---- */

static cn_status run(cn_search *s, const cn_position *position, const cn_limits *limits,
                     cn_progress_fn *progress, void *user, cn_result *result, cn_error *error) {
    if (s->external) {
        return s->external->run(s->self, position, limits, &s->stop, progress, user, result, error);
    }
    if (s->kind == AGENT_RANDOM) {
        run_random(s, position, result);
        return CN_OK;
    }
    int ranks = s->crew ? 1 : ranks_for(s, limits);
    if (ranks > 1 && !cn_cluster_take()) ranks = 1;
    uint64_t own;
    const cn_status status =
        s->trace ? think_traced(s, ranks, position, limits, progress, user, result, error)
                 : think_on(s, ranks, position, limits, progress, user, result, &own, error);
    if (ranks > 1) cn_cluster_give_back();
    return status;
}

cn_status cn_search_run(cn_search *s, const cn_position *position, const cn_limits *limits,
                        cn_progress_fn *progress, void *user, cn_result *result, cn_error *error) {
    static const cn_limits unlimited = {0};
    memset(result, 0, sizeof *result);
    result->best = CN_MOVE_NONE;
    result->ranks = 1;
    cn_status status = CN_OK;
    if (position->rules->over(position->state) == CN_ONGOING) {
        status = run(s, position, limits ? limits : &unlimited, progress, user, result, error);
    }
    cn_search_forget_stop(s);
    return status;
}

bool cn_search_ponders(const cn_search *s) {
    if (s->external || s->kind == AGENT_RANDOM) return false;
    return is_mcts(s) ? mcts_keeps(&s->mcts) : s->table.entries && !s->tree.quirks;
}

uint64_t cn_search_tree(const cn_search *s, int depth, int width, cn_tree_fn *show, void *user) {
    return is_mcts(s) && !s->external ? mcts_show(&s->mcts, depth, width, show, user) : 0;
}
