/* Strategies: the ways to spread a search over threads. Each is one file and one row in the list
 * CN_STRATEGIES below, nothing else: which agents offer it, and its options, follow from the table
 * at the end of its file.
 *
 * In each file `…_job` is what the tasks of one run share, and `…_options` the strategy's own
 * options as users give them. */
#pragma once

#include "core/setting.h"
#include "parallel/pool.h"
#include "search/mcts.h"
#include "search/tree.h"

/* The algorithms that a strategy can serve, added up. */
enum { CN_SERVES_MINIMAX = 1, CN_SERVES_ALPHABETA = 2, CN_SERVES_MCTS = 4 };

enum { CN_STRATEGY_OPTIONS = 64 }; /* bytes that a strategy's own options may take */

/* A strategy. All threads come from the pool, whose worker 0 is the thread that calls `run` or
 * `mcts`; `options` points to the struct that the table of options fills. */
typedef struct cn_strategy {
    const char *name;
    const char *help;   /* half a line */
    uint32_t serves;    /* CN_SERVES_… */
    bool keeps;         /* Monte Carlo: its tree can serve the next search of the game */
    bool deterministic; /* the result is the same with any number of threads */
    bool by_threads;    /* which tasks there are depends on the number of threads */
    bool dealt;   /* its trees, chunks or workers have numbers, by which processes share them */
    bool each;    /* Monte Carlo: a limit of iterations holds for each of its trees */
    bool watched; /* its threads can fill a cn_log */
    const cn_setting *options; /* its own, kept in a struct of at most CN_STRATEGY_OPTIONS bytes;
                                  NULL: none. Two strategies may have an option in common if all of
                                  it is the same but the help */
    /* Whether it needs a heuristic that can be taken apart (cn_rules.eval_parts); NULL: no. */
    bool (*takes_apart)(const void *options);
    /* Monte Carlo: whether it grows one tree that other processes may add to; NULL: no. */
    bool (*one_tree)(const void *options);
    /* Minimax and alpha-beta: runs the whole search and fills the result. */
    void (*run)(cn_tree_search *tree, cn_pool *pool, const void *options, cn_result *result);
    /* Monte Carlo tree search: the same; false if memory ran out. */
    bool (*mcts)(cn_mcts *search, cn_pool *pool, const void *options, cn_result *result);
} cn_strategy;

/* For the two questions above: whatever the options, yes. */
bool cn_strategy_always(const void *options);

/* The list, in the order in which users see it. Each is defined at the end of its file, as
 * cn_strategy_NAME. */
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

/* ---- evaluations in tasks (heuristic.c) ---- */

/* How finely an evaluation is taken apart: not at all, a task for each size of pattern, or for each
 * size and line. */
typedef enum cn_grain { CN_GRAIN_WHOLE, CN_GRAIN_PARTS, CN_GRAIN_LINES } cn_grain;

extern const char *const cn_grains[]; /* the choices of the option `grain` */

/* From now on the leaves of a search are valued by tasks of that grain, until cn_leaf_unshare.
 * False if there is no memory for that: evaluations are then made in one piece, with the same
 * values. */
bool cn_leaf_share(cn_tree_search *tree, cn_pool *pool, cn_grain grain);
void cn_leaf_unshare(cn_tree_search *tree);
