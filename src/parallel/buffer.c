/* buffer, and top as its special case: root moves as tasks.
 *
 * top makes a task of every root move at once (GHC's parList). buffer keeps at most `window` of
 * them outstanding and makes the next when one ends (parBuffer). A task takes whichever move is
 * next in the search order when it starts, so good moves come first and their value bounds the
 * others.
 *
 * Shared: the next move's number, and the best value so far (atomics in cn_tree_search; the second
 * is raised with compare-and-swap, and a stale read only makes a window wider). Results are
 * deterministic: the value is exact, and of equal moves the first in the game's order is taken
 * whoever found it. With alpha-beta and a shared bound the number of nodes depends on timing;
 * without (bound=alone, as parList has it) it does not. */
#include "parallel/strategy.h"

typedef struct root_job root_job;

/* The task for one root move. */
typedef struct root_task {
    cn_task task;
    root_job *job;
} root_task;

/* What the tasks of one run share. */
struct root_job {
    cn_tree_search *tree;
    cn_pool *pool;
    int window;
    int depth, alpha, beta;
    cn_group group;
    _Atomic int spawned; /* tasks made; one a move in all */
    root_task tasks[CN_MOVES_MAX];
};

/* A task: searches whichever root move is next, then makes the next task. */
static void run_move(cn_task *task, cn_pool *pool, int worker) {
    root_job *job = ((root_task *)task)->job;
    cn_tree_search *t = job->tree;
    const int index = cn_tree_stopped(t) ? -1 : cn_tree_next(t, worker);
    if (index >= 0) {
        cn_tree_try(t, t->contexts[worker], index, job->depth, job->alpha, job->beta);
    } else if (cn_tree_stopped(t)) {
        cn_pool_dropped(pool, worker);
    }
    const int more = atomic_fetch_add_explicit(&job->spawned, 1, memory_order_relaxed);
    if (more < t->count) cn_pool_spawn(pool, worker, &job->group, &job->tasks[more].task);
}

/* One depth: makes the first tasks and waits for all. */
static void iterate(cn_tree_search *t, void *strategy, int depth, int alpha, int beta) {
    root_job *job = strategy;
    job->depth = depth;
    job->alpha = alpha;
    job->beta = beta;
    const int first = job->window < t->count ? job->window : t->count;
    atomic_store_explicit(&job->spawned, first, memory_order_relaxed);
    for (int i = 0; i < t->count; i++) job->tasks[i] = (root_task){{.run = run_move}, job};
    cn_pool_spawn_all(job->pool, 0, &job->group, &job->tasks->task, sizeof *job->tasks, first);
    cn_pool_join(job->pool, 0, &job->group);
}

typedef struct buffer_options {
    int window; /* root tasks outstanding */
} buffer_options;

/* The strategy `buffer`. */
static void run_buffer(cn_tree_search *tree, cn_pool *pool, const void *options,
                       cn_result *result) {
    const buffer_options *o = options;
    root_job job = {.tree = tree, .pool = pool, .window = o->window};
    cn_tree_run(tree, iterate, &job, result);
}

/* The strategy `top`: `buffer` with room for every root move. */
static void run_top(cn_tree_search *tree, cn_pool *pool, const void *options, cn_result *result) {
    (void)options;
    run_buffer(tree, pool, &(buffer_options){CN_MOVES_MAX}, result);
}

static const cn_setting buffer_settings[] = {
    CN_INT_IN(buffer_options, window, "window", 1, 512, "150",
              "strategy=buffer: root moves that are tasks at the same time"),
    {.size = 0},
};

const cn_strategy cn_strategy_top = {
    .name = "top",
    .watched = true,
    .help = "a task for each root move",
    .serves = CN_SERVES_MINIMAX | CN_SERVES_ALPHABETA,
    .deterministic = true,
    .run = run_top,
};

const cn_strategy cn_strategy_buffer = {
    .name = "buffer",
    .watched = true,
    .help = "at most `window` root moves at a time",
    .serves = CN_SERVES_MINIMAX | CN_SERVES_ALPHABETA,
    .deterministic = true,
    .options = buffer_settings,
    .run = run_buffer,
};
