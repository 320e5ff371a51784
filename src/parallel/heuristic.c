/* heuristic: the search is sequential, and the evaluation of each leaf is spread over the threads.
 *
 * A leaf is worth microseconds at most, and a task costs a good part of one: this strategy exists
 * to show that, at two grains (a task for each size of pattern, or for each size and line), next to
 * strategies whose tasks are large enough. Nothing is shared but the leaf's state, which is only
 * read; the parts are added in their order. Deterministic. */
#include "parallel/strategy.h"

enum { PARTS_MAX = 1024 };

typedef struct part_task {
    cn_task task;
    const cn_context *context;
    const void *state;
    int grain, part;
    int value; /* out */
} part_task;

typedef struct heuristic_job {
    cn_pool *pool;
    int grain;
    part_task tasks[PARTS_MAX];
} heuristic_job;

static void run_part(cn_task *task, cn_pool *pool, int worker) {
    (void)pool, (void)worker;
    part_task *t = (part_task *)task;
    const cn_context *c = t->context;
    t->value = c->rules->eval_part(t->state, c->heuristic, t->grain, t->part);
}

static int leaf(cn_context *c, const void *state) {
    heuristic_job *job = ((cn_tree *)c->search)->strategy;
    const int parts = c->rules->eval_parts(state, c->heuristic, job->grain);
    cn_group group = {0};
    for (int i = 0; i < parts && i < PARTS_MAX; i++) {
        job->tasks[i] = (part_task){{.run = run_part}, c, state, job->grain, i, 0};
        cn_pool_spawn(job->pool, c->worker, &group, &job->tasks[i].task);
    }
    cn_pool_join(job->pool, c->worker, &group);
    int value = 0;
    for (int i = 0; i < parts && i < PARTS_MAX; i++) value += job->tasks[i].value;
    return value;
}

void cn_strategy_heuristic(cn_tree *tree, cn_pool *pool, const cn_strategy_options *options,
                           cn_result *result) {
    heuristic_job job;
    job.pool = pool;
    job.grain = options->grain;
    tree->strategy = &job;
    tree->contexts[0]->leaf = leaf;
    tree->contexts[0]->quirks |= CN_QUIRK_LEAF_HOOK;
    cn_tree_run(tree, cn_tree_iterate, NULL, result);
}
