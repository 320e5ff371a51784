#include "parallel/strategy.h"

static void none(cn_tree *tree, cn_pool *pool, const cn_strategy_options *options,
                 cn_result *result) {
    (void)pool, (void)options;
    cn_tree_run(tree, cn_tree_iterate, NULL, result);
}

const cn_strategy cn_strategies[] = {
    {"none", "one thread", CN_SERVES_MINIMAX | CN_SERVES_ALPHABETA, true, none},
    {"top", "a task for each root move", CN_SERVES_MINIMAX | CN_SERVES_ALPHABETA, true,
     cn_strategy_top},
    {"buffer", "at most `window` root moves at a time", CN_SERVES_MINIMAX | CN_SERVES_ALPHABETA,
     true, cn_strategy_buffer},
    {"levels", "a task for each node above the last `sequential` plies",
     CN_SERVES_MINIMAX | CN_SERVES_ALPHABETA, true, cn_strategy_levels},
    {"ybw", "young brothers wait: share a node's moves once its first is searched",
     CN_SERVES_ALPHABETA, false, cn_strategy_ybw},
    {"shared", "every thread searches the whole tree; one table joins them (lazy SMP)",
     CN_SERVES_ALPHABETA, false, cn_strategy_shared},
    {0},
};
