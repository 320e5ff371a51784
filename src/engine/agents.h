/* The kinds of agents, and the options of each. */
#ifndef ENGINE_AGENTS_H
#define ENGINE_AGENTS_H

#include "parallel/strategy.h"

#include <canopy/search.h>

/* Options of the tree searches, in the order of their lists. */
typedef enum tree_option {
    TREE_DEPTH,
    TREE_TIME,
    TREE_NODES,
    TREE_EVAL,
    TREE_STRATEGY,
    TREE_THREADS,
    TREE_TABLE,
    TREE_HASH,
    TREE_ORDER,
    TREE_PROBE,
    TREE_DEEPEN,
    TREE_ASPIRATION,
    TREE_WINS,
    TREE_FORCED,
    TREE_TIES,
    TREE_BOUND,
    TREE_WINDOW,
    TREE_SEQUENTIAL,
    TREE_SPLIT,
    TREE_GRAIN,
    TREE_PASS,
    TREE_ENDED,
    TREE_ROLES,
    TREE_VIEW,
    TREE_CUTOFF,
    TREE_EXPERT,
    TREE_SCORE,
    TREE_RANKS,
} tree_option;

/* Options of `mcts` and `uct`. */
typedef enum mcts_option {
    MCTS_ITERATIONS,
    MCTS_TIME,
    MCTS_STRATEGY,
    MCTS_THREADS,
    MCTS_SEED,
    MCTS_C,
    MCTS_REWARD,
    MCTS_PLAYOUTS,
    MCTS_ROLLOUTS,
    MCTS_EXPAND,
    MCTS_FPU,
    MCTS_THRESHOLD,
    MCTS_SOLVER,
    MCTS_RAVE,
    MCTS_RAVE_K,
    MCTS_BIAS,
    MCTS_BIAS_SCALE,
    MCTS_EVAL,
    MCTS_PRIORS,
    MCTS_FORCED,
    MCTS_PLAYOUT,
    MCTS_DECISIVE,
    MCTS_FINAL,
    MCTS_TIES,
    MCTS_REUSE,
    MCTS_MEMORY,
    MCTS_TREES,
    MCTS_CHUNK,
    MCTS_MERGE,
    MCTS_WORKERS,
    MCTS_LOCK,
    MCTS_VIRTUAL_LOSS,
    MCTS_OPPONENT,
    MCTS_PLAYOUT_END,
    MCTS_RANKS,
    MCTS_SHARE,
} mcts_option;

enum { RANDOM_SEED }; /* options of `random` */

/* Kinds, in the order of cn_agents(). */
typedef enum agent_kind {
    AGENT_PVS,
    AGENT_ALPHABETA,
    AGENT_MINIMAX,
    AGENT_GREEDY,
    AGENT_MCTS,
    AGENT_UCT,
    AGENT_RANDOM,
} agent_kind;

/* Reads "name:option=value,…" into a kind and values; what it does not say is as the game has it.
 */
cn_status cn_agent_parse(const cn_game *game, const char *spec, agent_kind *kind,
                         cn_value values[CN_OPTIONS_MAX], cn_error *error);

/* A game's heuristic by name; the empty name is the default. */
cn_status cn_heuristic_find(const cn_game *game, const char *name, int *index, cn_error *error);

/* Likewise a policy of playouts. */
cn_status cn_policy_find(const cn_game *game, const char *name, int *index, cn_error *error);

/* A strategy by name that serves this kind of agent (CN_SERVES_…). */
cn_status cn_strategy_find(agent_kind kind, uint32_t serves, const char *name,
                           const cn_strategy **strategy, cn_error *error);

#endif
