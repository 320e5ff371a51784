/* levels: a task for each child of each node, down to the last `sequential` plies.
 *
 * Above, the tree is plain minimax: every child of every node is a task, and a node waits for all
 * of its children. The last `sequential` plies below a node are one task's work: plain minimax, or
 * alpha- beta with the whole window, as the algorithm says. Nothing is shared but the transposition
 * table, if there is one, so values and (without a table) node counts are the same with any number
 * of threads.
 *
 * The idea is the parMap at every level of many functional programs; stopping it some plies above
 * the leaves is what makes the tasks worth their cost. */
#include "parallel/strategy.h"

/* What the tasks of one run share. */
typedef struct levels_job {
    cn_tree_search *tree;
    cn_pool *pool;
    int sequential;
} levels_job;

/* The task for one child of a node. */
typedef struct node_task {
    cn_task task;
    const levels_job *job;
    const void *parent;
    cn_move move;
    int depth, ply; /* of the child this task searches */
    int value;      /* the result, in the parent's view; at the root, in the root's */
    uint64_t nodes; /* the result: nodes below the child */
} node_task;

/* The value of a node in the view of its side to move: by tasks, or in one go near the leaves. */
static int search_node(const levels_job *job, int worker, const void *state, int depth, int ply,
                       uint64_t *nodes);

static void run_node(cn_task *base, cn_pool *pool, int worker) {
    node_task *task = (node_task *)base;
    const levels_job *job = task->job;
    cn_tree_search *t = job->tree;
    cn_context *c = t->contexts[worker];
    if (cn_context_stopped(c)) {
        cn_pool_dropped(pool, worker);
        return;
    }
    _Alignas(16) unsigned char child[CN_STATE_MAX];
    cn_state_copy(t->rules, child, task->parent);
    t->rules->play(child, task->move);
    c->nodes++;
    task->nodes = 1;
    int left = task->depth, value;
    if (!cn_child_settled(t->rules, c, child, task->ply, &left, &value)) {
        value = search_node(job, worker, child, left, task->ply, &task->nodes);
    }
    const bool same = t->rules->turn(child) == t->rules->turn(task->parent);
    task->value = task->ply == 1 ? cn_tree_root_view(t, child, value) : same ? value : -value;
}

/* Searches the children of a node, each as a task, and returns the best of their values; `tasks`
 * has room for one for each move. */
static int spread(const levels_job *job, int worker, const void *state, const cn_move *moves,
                  int count, int depth, int ply, node_task *tasks, uint64_t *nodes) {
    cn_group group = {0};
    for (int i = 0; i < count; i++) {
        tasks[i] = (node_task){{.run = run_node}, job, state, moves[i], depth - 1, ply + 1, 0, 0};
    }
    /* From the last to the first: their maker takes them from the other end, in the game's order.
     */
    cn_pool_spawn_all(job->pool, worker, &group, &tasks[count - 1].task, -(ptrdiff_t)sizeof *tasks,
                      count);
    cn_pool_join(job->pool, worker, &group);
    int best = -CN_INFINITY;
    for (int i = 0; i < count; i++) {
        if (tasks[i].value > best) best = tasks[i].value;
        *nodes += tasks[i].nodes;
    }
    return best;
}

/* The value of a node in the view of its side to move: in one piece if it is among the last plies,
 * else by a task for each child. Adds the nodes visited to *nodes. */
static int search_node(const levels_job *job, int worker, const void *state, int depth, int ply,
                       uint64_t *nodes) {
    cn_tree_search *t = job->tree;
    if (depth <= job->sequential) {
        cn_context *c = t->contexts[worker];
        const uint64_t before = c->nodes;
        const int value = t->options.plain
                              ? t->kernels->minimax(c, state, depth, ply)
                              : c->alphabeta(c, state, depth, ply, -CN_INFINITY, CN_INFINITY);
        *nodes += c->nodes - before;
        return value;
    }
    cn_move moves[CN_MOVES_MAX];
    node_task tasks[CN_MOVES_MAX];
    const int count = t->rules->moves(state, moves);
    return spread(job, worker, state, moves, count, depth, ply, tasks, nodes);
}

/* One depth: the root's moves as tasks, and their values noted. */
static void iterate(cn_tree_search *t, void *strategy, int depth, int alpha, int beta) {
    (void)alpha, (void)beta; /* values are exact here, which fits every window */
    levels_job *job = strategy;
    cn_move moves[CN_MOVES_MAX];
    int indices[CN_MOVES_MAX];
    node_task tasks[CN_MOVES_MAX];
    /* All root moves together; where processes share them, one at a time. */
    const int most = t->peers ? 1 : t->count;
    /* Other processes may have had the last iteration cut short. */
    for (int i = 0; i < t->threads; i++) {
        t->contexts[i]->stopped = t->contexts[i]->guessed = false;
    }
    for (;;) {
        uint64_t nodes = 0;
        int count = 0, index;
        while (count < most && (index = cn_tree_next(t, 0)) >= 0) {
            indices[count] = index;
            moves[count++] = t->moves[index].move;
        }
        if (count == 0) return;
        spread(job, 0, t->state, moves, count, depth, 0, tasks, &nodes);
        if (cn_tree_stopped(t)) return;
        /* Threads meet inside subtrees here: which value was a guess is not known apart, only
         * whether any was. */
        for (int i = 1; i < t->threads; i++) t->contexts[0]->guessed |= t->contexts[i]->guessed;
        for (int i = 0; i < count; i++) {
            cn_tree_note(t, t->contexts[0], indices[i], tasks[i].value, tasks[i].nodes);
        }
    }
}

/* The options of `levels`. */
typedef struct levels_options {
    int sequential; /* the last plies, searched in one task */
    cn_grain grain;
} levels_options;

/* Runs the search; evaluations are tasks too if `grain` says so. */
static void run(cn_tree_search *tree, cn_pool *pool, const void *options, cn_result *result) {
    const levels_options *o = options;
    levels_job job = {tree, pool, o->sequential};
    cn_leaf_share(tree, pool, o->grain);
    cn_tree_run(tree, iterate, &job, result);
    cn_leaf_unshare(tree);
}

static bool takes_apart(const void *options) {
    return ((const levels_options *)options)->grain != CN_GRAIN_WHOLE;
}

static const cn_setting settings[] = {
    CN_INT_IN(levels_options, sequential, "sequential", 0, 200, "2",
              "strategy=levels: the last plies, which one task searches by itself"),
    CN_CHOICE_IN(levels_options, grain, "grain", cn_grains, "whole",
                 "strategy=levels and heuristic: an evaluation is made in one piece (`whole`), by "
                 "a task for each size of pattern (`parts`), or for each size and line (`lines`)"),
    {.size = 0},
};

const cn_strategy cn_strategy_levels = {
    .name = "levels",
    .help = "a task for each node above the last `sequential` plies",
    .serves = CN_SERVES_MINIMAX | CN_SERVES_ALPHABETA,
    .deterministic = true,
    .options = settings,
    .takes_apart = takes_apart,
    .run = run,
};
