#include "engine/mcts.h"

#include "core/clock.h"

#include <stdlib.h>

/* ---- from values to options ---- */

static cn_status check(const mcts_search *s, cn_error *error) {
    const cn_mcts_options *o = &s->options;
    if (o->ally && (o->rave || o->bias)) {
        return cn_fail(
            error, CN_BAD_USAGE,
            "opponent=ally goes with neither rave nor bias, which know whose move it is");
    }
    if (o->score && o->bias) {
        return cn_fail(error, CN_BAD_USAGE,
                       "reward=score does not go with bias, which is a share of wins");
    }
    const char *strategy = s->strategy->name;
    const bool one_tree = strcmp(strategy, "tree") == 0;
    if (s->share && (s->strategy->dealt || (one_tree && s->strategy_options.lock))) {
        return cn_fail(error, CN_BAD_USAGE,
                       "share goes with strategy=none, leaf, and tree with lock=free: processes "
                       "that grow one tree each, which others may add to");
    }
    return CN_OK;
}

cn_status mcts_set_up(mcts_search *s, const cn_game *game, const cn_strategy *strategy,
                      const cn_value *v, cn_error *error) {
    s->strategy = strategy;
    s->iterations = (uint64_t)v[MCTS_ITERATIONS].integer;
    s->memory = (size_t)v[MCTS_MEMORY].integer << 20;
    s->score_unit = game->score_unit;
    s->share = (int)v[MCTS_SHARE].integer;
    s->options = (cn_mcts_options){
        .c = (float)v[MCTS_C].real,
        .fpu = (float)v[MCTS_FPU].real,
        .all = v[MCTS_EXPAND].integer,
        .threshold = (int)v[MCTS_THRESHOLD].integer,
        .rollouts = (int)v[MCTS_ROLLOUTS].integer,
        .playouts = (int)v[MCTS_PLAYOUTS].integer,
        .score = v[MCTS_REWARD].integer,
        .ally = v[MCTS_OPPONENT].integer,
        .until_pass = v[MCTS_PLAYOUT_END].integer,
        .decisive = v[MCTS_DECISIVE].integer,
        .rave = v[MCTS_RAVE].integer,
        .rave_k = (float)v[MCTS_RAVE_K].real,
        .bias = (int)v[MCTS_BIAS].integer,
        .bias_scale = (float)v[MCTS_BIAS_SCALE].real,
        .final = (cn_mcts_final)v[MCTS_FINAL].integer,
        .ties_last = v[MCTS_TIES].integer,
        .virtual_loss = (int)v[MCTS_VIRTUAL_LOSS].integer,
        .reuse = v[MCTS_REUSE].integer,
        .seed = (uint64_t)v[MCTS_SEED].integer,
        .priors = (float)v[MCTS_PRIORS].real,
        .forced = (int)v[MCTS_FORCED].integer,
    };
    /* A proof is about winning against an adversary. */
    s->options.solver = v[MCTS_SOLVER].integer && !s->options.score && !s->options.ally;
    const int chunk = (int)v[MCTS_CHUNK].integer;
    const bool of_iterations = strcmp(strategy->name, "chunks") == 0;
    s->strategy_options = (cn_strategy_options){
        .trees = (int)v[MCTS_TREES].integer,
        .chunk = chunk           ? chunk
                 : of_iterations ? 10
                                 : 1,
        .workers = (int)v[MCTS_WORKERS].integer,
        .merge_parallel = v[MCTS_MERGE].integer,
        .lock = (cn_lock_kind)v[MCTS_LOCK].integer,
    };
    s->last = calloc(1, sizeof *s->last);
    if (!s->last) return cn_fail(error, CN_NO_MEMORY, "no memory for a search");
    cn_status status = cn_heuristic_find(game, v[MCTS_EVAL].text, &s->options.heuristic, error);
    if (status == CN_OK) {
        status = cn_policy_find(game, v[MCTS_PLAYOUT].text, &s->options.policy, error);
    }
    return status == CN_OK ? check(s, error) : status;
}

void mcts_free(mcts_search *s) {
    cn_mcts_fell(&s->forest);
    free(s->last);
}

void mcts_clear(mcts_search *s) {
    cn_mcts_forget(&s->forest);
}

/* ---- running ---- */

/* A win that the game sees needs no search. */
static bool win_at_once(const mcts_search *s, const cn_position *p, cn_result *result) {
    const cn_rules *rules = p->rules;
    if (!s->options.solver || !rules->forced) return false;
    int plies;
    const cn_move move = rules->forced(p->state, s->options.forced, &plies);
    if (move == CN_MOVE_NONE) return false;
    cn_move list[CN_MOVES_MAX];
    result->count = rules->moves(p->state, list);
    for (int i = 0; i < result->count; i++) {
        cn_move_info *info = &result->moves[i];
        info->move = list[i];
        if (list[i] == move) info->score = cn_score_outcome(1, plies);
    }
    result->best = result->line[result->line_length++] = move;
    result->score = cn_score_outcome(1, plies);
    result->depth = plies;
    result->complete = true;
    return true;
}

static uint64_t least(uint64_t a, uint64_t b) {
    return a && (!b || a < b) ? a : b;
}

/* Iterations in all, 0: no limit. */
static uint64_t iterations_of(const mcts_search *s, const cn_limits *limits) {
    return least(least(limits->ponder ? 0 : s->iterations, limits->iterations), limits->nodes);
}

int mcts_ranks(const mcts_search *s, const cn_limits *limits, int ranks) {
    const uint64_t all = iterations_of(s, limits);
    return s->strategy->dealt || all == 0 || all >= (uint64_t)ranks ? ranks : (int)all;
}

/* Processes that grow a tree each share the iterations evenly. */
static void take_part(cn_mcts *m, const mcts_search *s, cn_crew *crew) {
    if (!crew) return;
    m->part = crew->rank;
    m->parts = crew->ranks;
    m->peers = &crew->merge.peers;
    if (s->strategy->dealt) return;
    const uint64_t parts = (uint64_t)m->parts, rest = m->iterations % parts;
    m->iterations = m->iterations / parts + ((uint64_t)m->part < rest);
}

bool mcts_keeps(const mcts_search *s) {
    return s->options.reuse && s->strategy->keeps;
}

cn_status mcts_run(mcts_search *s, const cn_position *position, const cn_limits *limits,
                   double seconds, cn_pool *pool, cn_crew *crew, _Atomic bool *stop,
                   cn_progress_fn *progress, void *user, cn_result *result, cn_error *error) {
    if (win_at_once(s, position, result)) {
        cn_mcts_forget(&s->forest);
        *s->last = *result;
        return CN_OK;
    }
    const double start = cn_clock_seconds();
    cn_mcts search = {
        .rules = position->rules,
        .kernels = position->kernels,
        .state = position->state,
        .options = s->options,
        .unit = s->score_unit,
        .forest = &s->forest,
        .memory = s->memory,
        .stop = stop,
        .start = start,
        .deadline = seconds > 0 ? start + seconds : 0,
        .iterations = iterations_of(s, limits),
        .threads = pool ? cn_pool_threads(pool) : 1,
        .progress = progress,
        .user = user,
    };
    if (search.iterations == 0 && seconds == 0 && !limits->infinite) {
        search.iterations = 10000; /* nothing else would end it */
    }
    take_part(&search, s, crew);
    cn_status status = cn_mcts_begin(&search, error);
    if (status == CN_OK) {
        if (s->strategy->mcts(&search, pool, &s->strategy_options, result)) {
            cn_mcts_finish(&search, result);
            result->ranks = search.parts;
            *s->last = *result;
            s->all_moves = search.all_moves;
        } else {
            cn_mcts_fell(&s->forest);
            status = cn_fail(error, CN_NO_MEMORY, "no memory for trees of %zu MB", s->memory >> 20);
        }
    }
    cn_mcts_end(&search);
    return status;
}

/* ---- the tree, for people ---- */

typedef struct show_job {
    const mcts_search *search;
    const cn_mcts_tree *tree;
    int depth, width;
    cn_tree_fn *show;
    void *user;
    uint64_t shown;
} show_job;

static cn_tree_node describe(const show_job *job, const cn_mcts_node *node, int depth) {
    const cn_mcts_options *o = &job->search->options;
    const double unit = o->score ? 1.0 / job->search->score_unit : 0.5;
    const uint32_t visits = atomic_load_explicit(&node->visits, memory_order_relaxed);
    const int64_t reward = atomic_load_explicit(&node->reward, memory_order_relaxed);
    const double mean = visits ? (double)reward * unit / visits : 0;
    cn_score score = cn_mcts_score(o, (cn_outcome)cn_mcts_outcome(node), node->chooser, CN_PLY_MAX,
                                   visits, mean);
    score.proven = score.proven && job->search->all_moves;
    return (cn_tree_node){depth, node->move, visits, score};
}

/* The node's children by falling visits, equals in the game's order. */
static int by_visits(const cn_mcts_node *child, int count, int order[CN_MOVES_MAX]) {
    for (int i = 0; i < count; i++) {
        const uint32_t visits = atomic_load_explicit(&child[i].visits, memory_order_relaxed);
        int k = i;
        for (; k > 0; k--) {
            const cn_mcts_node *before = &child[order[k - 1]];
            if (atomic_load_explicit(&before->visits, memory_order_relaxed) >= visits) break;
            order[k] = order[k - 1];
        }
        order[k] = i;
    }
    return count;
}

static void show_below(show_job *job, const cn_mcts_node *node, int depth) {
    const uint64_t link = atomic_load_explicit(&node->link, memory_order_relaxed);
    const cn_mcts_node *child = &job->tree->nodes[cn_mcts_first(link)];
    int order[CN_MOVES_MAX];
    const int count = by_visits(child, cn_mcts_count(link), order);
    for (int i = 0; i < count && (job->width == 0 || i < job->width); i++) {
        const cn_tree_node shown = describe(job, &child[order[i]], depth);
        job->shown++;
        if (job->show(&shown, job->user) && depth < job->depth) {
            show_below(job, &child[order[i]], depth + 1);
        }
    }
}

/* The root's moves out of the result, for strategies that keep sums only. */
static void show_sums(show_job *job) {
    const cn_result *last = job->search->last;
    bool used[CN_MOVES_MAX] = {false};
    for (int n = 0; n < last->count && (job->width == 0 || n < job->width); n++) {
        int best = -1;
        for (int i = 0; i < last->count; i++) {
            if (!used[i] && (best < 0 || last->moves[i].visits > last->moves[best].visits))
                best = i;
        }
        used[best] = true;
        const cn_move_info *info = &last->moves[best];
        const cn_tree_node shown = {1, info->move, info->visits, info->score};
        job->shown++;
        job->show(&shown, job->user);
    }
}

uint64_t mcts_show(const mcts_search *s, int depth, int width, cn_tree_fn *show, void *user) {
    if (!s->last || s->last->count == 0) return 0;
    const bool whole = s->forest.count == 1 && s->forest.trees && s->last->iterations > 0;
    show_job job = {s, whole ? &s->forest.trees[0] : NULL, depth, width, show, user, 1};
    cn_tree_node root = {0, CN_MOVE_NONE, s->last->visits, s->last->score};
    /* Of a search by several ranks there is the tree of this one. */
    if (whole && s->last->ranks != 1) {
        root.visits = atomic_load_explicit(&job.tree->nodes[0].visits, memory_order_relaxed);
    }
    if (!show(&root, user) || depth < 1) return 1;
    if (whole) {
        show_below(&job, &job.tree->nodes[0], 1);
    } else {
        show_sums(&job);
    }
    return job.shown;
}
