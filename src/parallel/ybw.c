/* ybw: Young Brothers Wait (Feldmann, Monien, Mysliwietz, Vornberger, ICCA Journal 12, 1989).
 *
 * The first move of a node is searched alone: with good ordering it sets the bound or cuts the node
 * off, and only then is work on its brothers likely to be needed. Once it has returned and some
 * thread has nothing to do, the node becomes a split point: idle threads take its remaining moves
 * one by one, each with the bound as it is by then. A move that reaches beta cuts the split point;
 * all work below it, at any distance, finds out at its next interior node and unwinds.
 *
 * Shared: the transposition table; and of each split point the next move's number and `cut`
 * (atomics), `alpha` (atomic; a stale one only widens a window) and the best value, move and line,
 * under the split point's mutex. A split point lives on its owner's stack, and the owner joins
 * every helper before it returns. Not deterministic: who searches what with which bound depends on
 * timing. The value and the root move are the sequential ones all the same. */
#include "parallel/strategy.h"

#include <pthread.h>

/* A node whose remaining moves several threads search. Lives on its owner's stack. */
typedef struct split_point {
    const struct split_point *parent;
    const cn_split *split;
    cn_tree_search *tree;
    pthread_mutex_t mutex; /* best, best_move, line, guessed */
    _Atomic int next, alpha;
    _Atomic bool cut;
    int node; /* for whoever watches: the split point's */
    int best;
    cn_move best_move;
    bool guessed;
    int line_length; /* of the line below and with best_move, if it raised alpha */
    cn_move line[CN_LINE_MAX];
} split_point;

/* The task of a thread that helps at a split point. */
typedef struct helper {
    cn_task task;
    split_point *point;
} helper;

/* What the threads of one run share. */
typedef struct ybw_job {
    cn_tree_search *tree;
    cn_pool *pool;
    int depth, alpha, beta;
    split_point root; /* only its `cut` is used */
} ybw_job;

/* ---- cancelling ---- */

/* Whether a split point above what this thread searches has been cut off. */
static bool cancelled(const cn_context *c) {
    for (const split_point *p = c->task; p; p = p->parent) {
        if (atomic_load_explicit(&p->cut, memory_order_relaxed)) return true;
    }
    return false;
}

/* The part of a context that a task changes. A thread that waits for a split point of its own may
 * be given a task in the meantime, and must have this back afterwards. */
typedef struct suspended {
    const void *task;
    bool stopped, guessed;
    int node;
    uint8_t line_length[CN_LINE_MAX + 1];
    cn_move line[CN_LINE_MAX + 1][CN_LINE_MAX];
} suspended;

/* Keeps what a context knows of the node it is at, before the thread helps elsewhere. */
static void suspend(const cn_context *c, suspended *s) {
    s->task = c->task;
    s->stopped = c->stopped;
    s->guessed = c->guessed;
    s->node = c->observer ? c->observer->node : 0;
    memcpy(s->line_length, c->line_length, sizeof s->line_length);
    memcpy(s->line, c->line, sizeof s->line);
}

/* Puts that back. */
static void resume(cn_context *c, const suspended *s) {
    c->task = s->task;
    c->stopped = s->stopped;
    c->guessed = s->guessed;
    if (c->observer) c->observer->node = s->node;
    memcpy(c->line_length, s->line_length, sizeof s->line_length);
    memcpy(c->line, s->line, sizeof s->line);
}

/* ---- inside a split point ---- */

/* Notes the value of a move at its split point, and cuts the split point off if it reaches beta. */
static void report(split_point *p, cn_context *c, cn_move move, int value) {
    const cn_split *s = p->split;
    pthread_mutex_lock(&p->mutex);
    p->guessed |= c->guessed;
    if (value > p->best) {
        p->best = value;
        p->best_move = move;
        if (value > atomic_load_explicit(&p->alpha, memory_order_relaxed)) {
            atomic_store_explicit(&p->alpha, value, memory_order_relaxed);
            cn_line_set(c, s->ply, move);
            p->line_length = s->ply < CN_LINE_MAX ? c->line_length[s->ply] : 0;
            if (p->line_length) {
                memcpy(p->line, c->line[s->ply], (size_t)p->line_length * sizeof(cn_move));
            }
        }
        if (value >= s->beta) atomic_store_explicit(&p->cut, true, memory_order_relaxed);
    }
    pthread_mutex_unlock(&p->mutex);
}

/* Takes moves of the split point until there are none or it is cut. False if one was abandoned. */
static bool take_moves(split_point *p, cn_context *c) {
    const cn_split *s = p->split;
    const cn_rules *rules = c->rules;
    const int turn = rules->turn(s->state);
    while (!cn_context_stopped(c)) {
        const int i = atomic_fetch_add_explicit(&p->next, 1, memory_order_relaxed);
        if (i >= s->count) return true;
        const int alpha = atomic_load_explicit(&p->alpha, memory_order_relaxed);
        if (alpha >= s->beta) return false; /* cut a moment ago */
        _Alignas(16) unsigned char child[CN_STATE_MAX];
        cn_state_copy(rules, child, s->state);
        rules->play(child, s->moves[i]);
        c->nodes++;
        c->guessed = false;
        int left = s->depth - 1, value;
        if (c->observer) {
            c->observer->node = p->node;
            c->observer->move = s->moves[i];
        }
        if (cn_child_settled(rules, c, child, s->ply + 1, &left, &value)) {
            if (c->observer) {
                const bool again = rules->turn(child) == turn;
                cn_observe_settled(c, child, left, s->ply + 1, again ? alpha : -s->beta,
                                   again ? s->beta : -alpha, value);
            }
            if (rules->turn(child) != turn) value = -value;
            cn_line_clear(c, s->ply + 1);
        } else {
            const bool probe = c->use & CN_USE_NULL_WINDOW && s->beta - alpha > 1;
            value = cn_alphabeta_child(rules, c, child, turn, left, s->ply + 1, alpha, s->beta,
                                       probe, c->alphabeta);
            if (c->stopped) return false;
        }
        report(p, c, s->moves[i], value);
    }
    return false;
}

/* A task: takes moves of a split point as long as there are some. */
static void run_helper(cn_task *task, cn_pool *pool, int worker) {
    split_point *p = ((helper *)task)->point;
    cn_context *c = p->tree->contexts[worker];
    suspended own;
    suspend(c, &own);
    c->task = p;
    c->stopped = false;
    if (!take_moves(p, c)) {
        cn_tree_stopped(p->tree) ? cn_pool_dropped(pool, worker) : cn_pool_cancelled(pool, worker);
    }
    resume(c, &own);
}

/* The hook that alpha-beta calls at a node with moves left: makes a split point of them, unless no
 * thread is idle any more. */
static bool split(cn_context *c, cn_split *s) {
    enum { HELPERS = 8 };
    ybw_job *job = ((cn_tree_search *)c->search)->strategy;
    int hungry = atomic_load_explicit(c->hungry, memory_order_relaxed);
    if (hungry <= 0) return false;
    if (hungry > HELPERS) hungry = HELPERS;
    if (hungry > s->count) hungry = s->count;
    split_point p = {.parent = c->task,
                     .split = s,
                     .tree = job->tree,
                     .node = c->observer ? c->observer->node : -1,
                     .best = s->best,
                     .best_move = s->best_move};
    atomic_init(&p.alpha, s->alpha);
    pthread_mutex_init(&p.mutex, NULL);
    helper helpers[HELPERS];
    cn_group group = {0};
    for (int i = 0; i < hungry; i++) {
        helpers[i] = (helper){{.run = run_helper}, &p};
        cn_pool_spawn(job->pool, c->worker, &group, &helpers[i].task);
    }
    const bool guessed = c->guessed;
    c->task = &p;
    take_moves(&p, c);
    cn_pool_join(job->pool, c->worker, &group);
    pthread_mutex_destroy(&p.mutex);
    c->task = p.parent;
    if (c->observer) c->observer->node = p.node;
    c->guessed = guessed;
    /* This thread may have been stopped by its own cut, which is over now. */
    c->stopped = atomic_load_explicit(c->stop, memory_order_relaxed) || cancelled(c);
    s->best = p.best;
    s->best_move = p.best_move;
    s->guessed = p.guessed;
    s->taken = atomic_load_explicit(&p.next, memory_order_relaxed);
    if (s->taken > s->count) s->taken = s->count;
    if (p.line_length && s->ply < CN_LINE_MAX) {
        memcpy(c->line[s->ply], p.line, (size_t)p.line_length * sizeof(cn_move));
        c->line_length[s->ply] = (uint8_t)p.line_length;
    }
    return true;
}

/* ---- the root ---- */

/* The task of a thread that helps at the root. */
typedef struct root_task {
    cn_task task;
    ybw_job *job;
} root_task;

/* Tries root moves until there are none left. */
static void root_moves(ybw_job *job, int worker) {
    cn_tree_search *t = job->tree;
    cn_context *c = t->contexts[worker];
    c->task = &job->root;
    while (!cn_tree_stopped(t) && !cancelled(c)) {
        const int index = cn_tree_next(t, worker);
        if (index < 0) break;
        cn_tree_try(t, c, index, job->depth, job->alpha, job->beta);
        if (t->moves[index].tried && t->moves[index].value >= job->beta) {
            atomic_store_explicit(&job->root.cut, true, memory_order_relaxed);
        }
    }
    c->task = NULL;
}

/* A task: takes root moves as long as there are some. */
static void run_root(cn_task *task, cn_pool *pool, int worker) {
    (void)pool;
    ybw_job *job = ((root_task *)task)->job;
    suspended own;
    suspend(job->tree->contexts[worker], &own);
    root_moves(job, worker);
    resume(job->tree->contexts[worker], &own);
}

/* One depth: the first root move alone, with split points below it, then the others by all threads.
 */
static void iterate(cn_tree_search *t, void *strategy, int depth, int alpha, int beta) {
    ybw_job *job = strategy;
    job->depth = depth;
    job->alpha = alpha;
    job->beta = beta;
    atomic_store_explicit(&job->root.cut, false, memory_order_relaxed);
    /* The eldest brother, alone at the root; the threads meet below it. */
    const int eldest = cn_tree_next(t, 0);
    if (eldest < 0) return;
    cn_tree_try(t, t->contexts[0], eldest, depth, alpha, beta);
    if (cn_tree_stopped(t) || cn_tree_best(t) >= beta) return;
    root_task tasks[CN_THREADS_MAX];
    cn_group group = {0};
    for (int i = 1; i < t->threads && i < t->count; i++) {
        tasks[i] = (root_task){{.run = run_root}, job};
        cn_pool_spawn(job->pool, 0, &group, &tasks[i].task);
    }
    root_moves(job, 0);
    cn_pool_join(job->pool, 0, &group);
}

typedef struct ybw_options {
    int split_depth; /* smallest depth at which a node is shared */
} ybw_options;

/* Installs the hooks by which the search offers split points, and runs it. */
static void run(cn_tree_search *tree, cn_pool *pool, const void *options, cn_result *result) {
    const ybw_options *o = options;
    ybw_job job = {.tree = tree, .pool = pool};
    tree->strategy = &job;
    for (int i = 0; i < tree->threads && tree->threads > 1; i++) {
        cn_context *c = tree->contexts[i];
        c->split = split;
        c->split_depth = o->split_depth;
        c->hungry = cn_pool_hungry(pool);
        c->cancelled = cancelled;
    }
    cn_tree_run(tree, iterate, &job, result);
}

static const cn_setting settings[] = {
    CN_INT_IN(ybw_options, split_depth, "split", 2, 200, "4",
              "strategy=ybw: the smallest depth, in plies, of a node whose moves are shared"),
    {.size = 0},
};

const cn_strategy cn_strategy_ybw = {
    .name = "ybw",
    .help = "young brothers wait: share a node's moves once its first is searched",
    .serves = CN_SERVES_ALPHABETA,
    .by_threads = true,
    .watched = true,
    .options = settings,
    .run = run,
};
