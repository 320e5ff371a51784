/* Perft in parallel. The tree is cut two plies below the root: enough tasks to keep hundreds of
 * threads busy, each large enough not to notice the pool. Counts are added in the order of the
 * moves, so the result is the same with any number of threads. Shared: the table, if there is one.
 */
#include "parallel/perft.h"

#include <stdlib.h>

typedef struct pair {
    uint64_t leaves;       /* below both moves */
    cn_move first, second; /* second may be CN_MOVE_NONE: the first move already ends the game */
} pair;

typedef struct job {
    const cn_rules *rules;
    const cn_kernels *kernels;
    cn_perft_table *table;
    const void *state;
    int depth;
    pair *pairs;
} job;

static void run(void *user, int index, int worker) {
    (void)worker;
    const job *j = user;
    pair *t = &j->pairs[index];
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

/* Lists the pairs of moves; returns how many there are. */
static int plan(const job *j, const cn_move *moves, int count) {
    int made = 0;
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
        for (int k = 0; k < n; k++) j->pairs[made++] = (pair){0, moves[i], replies[k]};
    }
    return made;
}

cn_status cn_perft_parallel(cn_pool *pool, const cn_rules *rules, const cn_kernels *kernels,
                            cn_perft_table *table, const void *state, int depth,
                            const cn_move *moves, int count, uint64_t *below, cn_error *error) {
    pair *pairs = malloc((size_t)count * rules->moves_max * sizeof *pairs);
    if (!pairs) return cn_fail(error, CN_NO_MEMORY, "no memory for the tasks of a perft");
    job j = {rules, kernels, table, state, depth, pairs};
    const int made = plan(&j, moves, count);
    cn_pool_divide(pool, 0, made, run, &j);
    int next = 0;
    for (int i = 0; i < count; i++) {
        below[i] = 0;
        for (; next < made && pairs[next].first == moves[i]; next++) below[i] += pairs[next].leaves;
    }
    free(pairs);
    return CN_OK;
}
