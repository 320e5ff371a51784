/* heuristic: the search is sequential, and the evaluation of each leaf is spread over the threads.
 *
 * A leaf is worth microseconds at most, and a task costs a good part of one: this strategy exists
 * to show that, at two grains (a task for each size of pattern, or for each size and line), next to
 * strategies whose tasks are large enough. Nothing is shared but the leaf's state, which is only
 * read; the parts are added in their order. Deterministic.
 *
 * `levels` can do the same to its leaves (cn_leaf_share), as a published program did. A worker that
 * waits for parts may be given a whole node to search meanwhile; the leaves below it are then
 * valued in one piece, which keeps the stack from growing. */
#include "parallel/strategy.h"

#include <stdlib.h>

enum { PARTS_MAX = 1024 };

/* The task for one part of an evaluation. */
typedef struct part_task {
    cn_task task;
    const cn_context *context;
    const void *state;
    int grain, part;
    int value; /* the result */
} part_task;

/* What one worker needs to value a leaf. */
typedef struct leaf_tasks {
    bool taken; /* a leaf is being valued */
    part_task tasks[PARTS_MAX];
} leaf_tasks;

/* What the leaves of a search share while evaluations are made in tasks. */
typedef struct leaf_share {
    cn_pool *pool;
    int grain;
    leaf_tasks workers[];
} leaf_share;

/* A task: the value of one part. */
static void run_part(cn_task *task, cn_pool *pool, int worker) {
    (void)pool, (void)worker;
    part_task *t = (part_task *)task;
    const cn_context *c = t->context;
    t->value = c->rules->eval_part(t->state, c->heuristic, t->grain, t->part);
}

/* The hook that values a leaf (cn_context.leaf). */
static int leaf(cn_context *c, const void *state) {
    leaf_share *share = ((cn_tree_search *)c->search)->strategy;
    leaf_tasks *own = &share->workers[c->worker];
    const int parts = c->rules->eval_parts(state, c->heuristic, share->grain);
    if (own->taken || parts < 1 || parts > PARTS_MAX) return c->rules->eval(state, c->heuristic);
    own->taken = true;
    cn_group group = {.small = true};
    for (int i = 0; i < parts; i++) {
        own->tasks[i] = (part_task){{.run = run_part}, c, state, share->grain, i, 0};
    }
    cn_pool_spawn_all(share->pool, c->worker, &group, &own->tasks[0].task, sizeof *own->tasks,
                      parts);
    cn_pool_join(share->pool, c->worker, &group);
    int value = 0;
    for (int i = 0; i < parts; i++) value += own->tasks[i].value;
    own->taken = false;
    return value;
}

bool cn_leaf_share(cn_tree_search *tree, cn_pool *pool, cn_grain grain) {
    if (grain == CN_GRAIN_WHOLE) return true;
    const size_t workers = (size_t)cn_pool_threads(pool);
    leaf_share *share = calloc(1, sizeof *share + workers * sizeof *share->workers);
    if (!share) return false;
    share->pool = pool;
    share->grain = grain == CN_GRAIN_LINES;
    tree->strategy = share;
    for (int i = 0; i < tree->threads; i++) {
        tree->contexts[i]->leaf = leaf;
        tree->contexts[i]->quirks |= CN_QUIRK_LEAF_HOOK;
    }
    return true;
}

void cn_leaf_unshare(cn_tree_search *tree) {
    for (int i = 0; i < tree->threads; i++) {
        tree->contexts[i]->leaf = NULL;
        tree->contexts[i]->quirks &= ~(uint32_t)CN_QUIRK_LEAF_HOOK;
    }
    free(tree->strategy);
    tree->strategy = NULL;
}

typedef struct heuristic_options {
    cn_grain grain;
} heuristic_options;

/* A sequential search whose evaluations are tasks. */
static void run(cn_tree_search *tree, cn_pool *pool, const void *options, cn_result *result) {
    const heuristic_options *o = options;
    const cn_grain grain = o->grain == CN_GRAIN_WHOLE ? CN_GRAIN_PARTS : o->grain;
    cn_leaf_share(tree, pool, grain);
    cn_tree_run(tree, cn_tree_iterate, NULL, result);
    cn_leaf_unshare(tree);
}

const char *const cn_grains[] = {"whole", "parts", "lines", NULL};

static const cn_setting settings[] = {
    CN_CHOICE_IN(heuristic_options, grain, "grain", cn_grains, "whole",
                 "strategy=levels and heuristic: an evaluation is made in one piece (`whole`), by "
                 "a task for each size of pattern (`parts`), or for each size and line (`lines`)"),
    {.size = 0},
};

const cn_strategy cn_strategy_heuristic = {
    .name = "heuristic",
    .help = "the heuristic itself in tasks, for one that can be taken apart",
    .serves = CN_SERVES_MINIMAX | CN_SERVES_ALPHABETA,
    .deterministic = true,
    .options = settings,
    .takes_apart = cn_strategy_always,
    .run = run,
};
