/* The ways to spread a search over threads: one file each, and one row in strategy.c. */
#ifndef PARALLEL_STRATEGY_H
#define PARALLEL_STRATEGY_H

#include "parallel/pool.h"
#include "search/mcts.h"
#include "search/tree.h"

/* Algorithms a strategy can serve. */
enum { CN_SERVES_MINIMAX = 1, CN_SERVES_ALPHABETA = 2, CN_SERVES_MCTS = 4 };

/* How threads keep out of each other's way in one tree. */
typedef enum cn_lock_kind { CN_LOCK_FREE, CN_LOCK_GLOBAL, CN_LOCK_NODE, CN_LOCK_NONE } cn_lock_kind;

/* Into what an evaluation is taken apart. */
typedef enum cn_grain { CN_GRAIN_WHOLE, CN_GRAIN_PARTS, CN_GRAIN_LINES } cn_grain;

/* What strategies can be told; each reads its own. */
typedef struct cn_strategy_options {
    int window;      /* buffer: root tasks outstanding */
    int sequential;  /* levels: the last plies, searched in one task */
    int split_depth; /* ybw: smallest depth at which a node is shared */
    cn_grain grain;  /* levels, heuristic: evaluations in tasks */

    int trees;           /* root; 0: one a thread */
    int chunk;           /* chunks: iterations a tree; workers: workers a task */
    int workers;         /* workers: trees */
    bool merge_parallel; /* chunks */
    cn_lock_kind lock;   /* tree */
} cn_strategy_options;

typedef struct cn_strategy {
    const char *name;
    const char *help; /* half a line */
    uint32_t serves;
    bool keeps;         /* mcts: the tree serves the next search of the game */
    bool deterministic; /* the same statistics with any number of threads */
    bool parts;         /* needs a heuristic that can be taken apart */
    bool by_threads;    /* its tasks depend on how many threads there are */
    bool dealt; /* its trees, chunks or workers have numbers, by which processes share them */
    void (*run)(cn_tree *tree, cn_pool *pool, const cn_strategy_options *options,
                cn_result *result);
    /* The same for Monte Carlo tree search; false if memory ran out. */
    bool (*mcts)(cn_mcts *search, cn_pool *pool, const cn_strategy_options *options,
                 cn_result *result);
} cn_strategy;

/* All of them, ended by a NULL name. */
extern const cn_strategy cn_strategies[];

void cn_strategy_top(cn_tree *tree, cn_pool *pool, const cn_strategy_options *options,
                     cn_result *result);
void cn_strategy_buffer(cn_tree *tree, cn_pool *pool, const cn_strategy_options *options,
                        cn_result *result);
void cn_strategy_levels(cn_tree *tree, cn_pool *pool, const cn_strategy_options *options,
                        cn_result *result);
void cn_strategy_ybw(cn_tree *tree, cn_pool *pool, const cn_strategy_options *options,
                     cn_result *result);
void cn_strategy_shared(cn_tree *tree, cn_pool *pool, const cn_strategy_options *options,
                        cn_result *result);
void cn_strategy_heuristic(cn_tree *tree, cn_pool *pool, const cn_strategy_options *options,
                           cn_result *result);

/* From now on evaluations are made in tasks of that grain; and no longer. Values are the same, so
 * what happens without memory (false) is that they are made whole. */
bool cn_leaf_share(cn_tree *tree, cn_pool *pool, cn_grain grain);
void cn_leaf_unshare(cn_tree *tree);

bool cn_strategy_leaf(cn_mcts *search, cn_pool *pool, const cn_strategy_options *options,
                      cn_result *result);
bool cn_strategy_root(cn_mcts *search, cn_pool *pool, const cn_strategy_options *options,
                      cn_result *result);
bool cn_strategy_chunks(cn_mcts *search, cn_pool *pool, const cn_strategy_options *options,
                        cn_result *result);
bool cn_strategy_workers(cn_mcts *search, cn_pool *pool, const cn_strategy_options *options,
                         cn_result *result);
bool cn_strategy_one_tree(cn_mcts *search, cn_pool *pool, const cn_strategy_options *options,
                          cn_result *result);

#endif
