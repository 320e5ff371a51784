#include "parallel/strategy.h"

static void none(cn_tree *tree, cn_pool *pool, const cn_strategy_options *options,
                 cn_result *result) {
    (void)pool, (void)options;
    cn_tree_run(tree, cn_tree_iterate, NULL, result);
}

enum { BOTH = CN_SERVES_MINIMAX | CN_SERVES_ALPHABETA };

const cn_strategy cn_strategies[] = {
    {.name = "none", .help = "one thread", .serves = BOTH, .deterministic = true, .run = none},
    {.name = "top",
     .help = "a task for each root move",
     .serves = BOTH,
     .deterministic = true,
     .run = cn_strategy_top},
    {.name = "buffer",
     .help = "at most `window` root moves at a time",
     .serves = BOTH,
     .deterministic = true,
     .run = cn_strategy_buffer},
    {.name = "levels",
     .help = "a task for each node above the last `sequential` plies",
     .serves = BOTH,
     .deterministic = true,
     .run = cn_strategy_levels},
    {.name = "heuristic",
     .help = "the heuristic itself in tasks, for one that can be taken apart",
     .serves = BOTH,
     .deterministic = true,
     .parts = true,
     .run = cn_strategy_heuristic},
    {.name = "ybw",
     .help = "young brothers wait: share a node's moves once its first is searched",
     .serves = CN_SERVES_ALPHABETA,
     .run = cn_strategy_ybw},
    {.name = "shared",
     .help = "every thread searches the whole tree; one table joins them (lazy SMP)",
     .serves = CN_SERVES_ALPHABETA,
     .run = cn_strategy_shared},
    {.name = NULL},
};
