/* Perft in parallel. The tree is cut two plies below the root: enough tasks to keep hundreds of
 * threads busy, each large enough not to notice the pool. Counts are added in the order of the
 * moves, so the result is the same with any number of threads. Shared: the table, if there is one.
 */
#include "parallel/perft.h"

#include <stdlib.h>

typedef struct perft_task {
    cn_task task;
    const struct job *job;
    uint64_t leaves;
    cn_move first, second; /* second may be CN_MOVE_NONE: the first move already ends the game */
} perft_task;

typedef struct job {
    const cn_rules *rules;
    const cn_kernels *kernels;
    cn_perft_table *table;
    const void *state;
    int depth;
} job;

static void run(cn_task *base, cn_pool *pool, int worker) {
    (void)pool, (void)worker;
    perft_task *t = (perft_task *)base;
    const job *j = t->job;
    _Alignas(16) unsigned char state[CN_STATE_MAX];
    cn_state_copy(j->rules, state, j->state);
    j->rules->play(state, t->first);
    int depth = j->depth - 1;
    if (t->second != CN_MOVE_NONE) {
        j->rules->play(state, t->second);
        depth--;
    }
    t->leaves = j->table ? cn_perft_hashed(j->rules, j->kernels, j->table, state, depth)
                         : j->kernels->perft(j->rules, state, depth);
}

/* One task for each pair of moves; returns how many there are. */
static size_t plan(const job *j, const cn_move *moves, int count, perft_task *tasks) {
    size_t made = 0;
    for (int i = 0; i < count; i++) {
        _Alignas(16) unsigned char child[CN_STATE_MAX];
        cn_move replies[CN_MOVES_MAX];
        int n = 0;
        if (j->depth > 2) {
            cn_state_copy(j->rules, child, j->state);
            j->rules->play(child, moves[i]);
            n = j->rules->moves(child, replies);
        }
        if (n == 0) replies[n++] = CN_MOVE_NONE;
        for (int k = 0; k < n; k++) {
            tasks[made++] = (perft_task){{.run = run}, j, 0, moves[i], replies[k]};
        }
    }
    return made;
}

cn_status cn_perft_parallel(cn_pool *pool, const cn_rules *rules, const cn_kernels *kernels,
                            cn_perft_table *table, const void *state, int depth,
                            const cn_move *moves, int count, uint64_t *below, cn_error *error) {
    const job j = {rules, kernels, table, state, depth};
    perft_task *tasks = malloc((size_t)count * rules->moves_max * sizeof *tasks);
    if (!tasks) return cn_fail(error, CN_NO_MEMORY, "no memory for the tasks of a perft");
    const size_t made = plan(&j, moves, count, tasks);
    cn_group group = {0};
    cn_pool_spawn_all(pool, 0, &group, &tasks->task, sizeof *tasks, (int)made);
    cn_pool_join(pool, 0, &group);
    size_t next = 0;
    for (int i = 0; i < count; i++) {
        below[i] = 0;
        for (; next < made && tasks[next].first == moves[i]; next++) {
            below[i] += tasks[next].leaves;
        }
    }
    free(tasks);
    return CN_OK;
}
