/* The ways to spread a search over threads: one file each, and one row in the table below.
 */
#pragma once

#include "core/setting.h"
#include "parallel/pool.h"
#include "search/mcts.h"
#include "search/tree.h"

/* Algorithms a strategy can serve. */
enum { CN_SERVES_MINIMAX = 1, CN_SERVES_ALPHABETA = 2, CN_SERVES_MCTS = 4 };

enum { CN_STRATEGY_OPTIONS = 64 }; /* bytes that a strategy's own options may take */

typedef struct cn_strategy {
    const char *name;
    const char *help; /* half a line */
    uint32_t serves;
    bool keeps;         /* mcts: the tree serves the next search of the game */
    bool deterministic; /* the same statistics with any number of threads */
    bool by_threads;    /* its tasks depend on how many threads there are */
    bool dealt;   /* its trees, chunks or workers have numbers, by which processes share them */
    bool each;    /* mcts: a limit of iterations is that of each of its trees */
    bool watched; /* what its threads do can be told to a cn_log */
    const cn_setting *options; /* its own, kept in a struct of its own; NULL: none. Two strategies
                                  may have one in common if all of it is the same but the help */
    /* Whether it needs a heuristic that can be taken apart; NULL: no. */
    bool (*takes_apart)(const void *options);
    /* mcts: whether it grows one tree that other processes may add to; NULL: no. */
    bool (*one_tree)(const void *options);
    void (*run)(cn_tree *tree, cn_pool *pool, const void *options, cn_result *result);
    /* The same for Monte Carlo tree search; false if memory ran out. */
    bool (*mcts)(cn_mcts *search, cn_pool *pool, const void *options, cn_result *result);
} cn_strategy;

/* The table: each is defined at the end of its file, as cn_strategy_NAME. Users see this order. */
#define CN_STRATEGIES(X) \
    X(none)              \
    X(top)               \
    X(buffer)            \
    X(levels)            \
    X(ybw)               \
    X(shared)            \
    X(heuristic)         \
    X(leaf)              \
    X(root)              \
    X(chunks)            \
    X(workers)           \
    X(tree)

#define CN_DECLARE_STRATEGY(name) extern const cn_strategy cn_strategy_##name;
CN_STRATEGIES(CN_DECLARE_STRATEGY)

/* All of them, ended by NULL; one by its name, or NULL. */
extern const cn_strategy *const cn_strategies[];
const cn_strategy *cn_strategy_find(const char *name);

/* ---- evaluations in tasks ---- */

/* Into what an evaluation is taken apart. */
typedef enum cn_grain { CN_GRAIN_WHOLE, CN_GRAIN_PARTS, CN_GRAIN_LINES } cn_grain;

extern const char *const cn_grains[]; /* the choices of the option `grain` */

/* From now on evaluations are made in tasks of that grain; and no longer. Values are the same, so
 * what happens without memory (false) is that they are made whole. */
bool cn_leaf_share(cn_tree *tree, cn_pool *pool, cn_grain grain);
void cn_leaf_unshare(cn_tree *tree);
