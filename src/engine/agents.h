/* The kinds of agents, and the options of each. */
#ifndef ENGINE_AGENTS_H
#define ENGINE_AGENTS_H

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
} tree_option;

enum { RANDOM_SEED }; /* options of `random` */

/* Kinds, in the order of cn_agents(). */
typedef enum agent_kind {
    AGENT_PVS,
    AGENT_ALPHABETA,
    AGENT_MINIMAX,
    AGENT_GREEDY,
    AGENT_RANDOM,
} agent_kind;

/* Reads "name:option=value,…" into a kind and values. */
cn_status cn_agent_parse(const char *spec, agent_kind *kind, cn_value values[CN_OPTIONS_MAX],
                         cn_error *error);

#endif
