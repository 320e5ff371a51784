/* The façade's Monte Carlo part. */
#ifndef ENGINE_MCTS_H
#define ENGINE_MCTS_H

#include "cluster/crew.h"
#include "engine/agents.h"
#include "parallel/strategy.h"

typedef struct mcts_search {
    const cn_strategy *strategy;
    cn_mcts_options options;
    cn_strategy_options strategy_options;
    int share;           /* levels that processes have in common */
    uint64_t iterations; /* the agent's own limit, 0: none */
    size_t memory;       /* bytes */
    int score_unit;
    cn_mcts_forest forest;

    bool all_moves;  /* of the last run: see cn_mcts */
    cn_result *last; /* what the last run found, for mcts_show */
} mcts_search;

cn_status mcts_set_up(mcts_search *search, const cn_game *game, const cn_strategy *strategy,
                      const cn_value *values, cn_error *error);
void mcts_free(mcts_search *search);
void mcts_clear(mcts_search *search);
/* Whether a run can go on from what an earlier one learnt. */
bool mcts_keeps(const mcts_search *search);

/* `seconds` 0: no limit of time. `crew`: the processes that share the search, NULL: this one only.
 * The game is not over. */
cn_status mcts_run(mcts_search *search, const cn_position *position, const cn_limits *limits,
                   double seconds, cn_pool *pool, cn_crew *crew, _Atomic bool *stop,
                   cn_progress_fn *progress, void *user, cn_result *result, cn_error *error);

/* How many of `ranks` processes have something to do. */
int mcts_ranks(const mcts_search *search, const cn_limits *limits, int ranks);

uint64_t mcts_show(const mcts_search *search, int depth, int width, cn_tree_fn *show, void *user);

#endif
