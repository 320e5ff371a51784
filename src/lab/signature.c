/* The suite: of every built-in game the start and two positions a few random moves on, each
 * searched by the full alpha-beta search, by plain alpha-beta, by minimax, and by Monte Carlo tree
 * search as the game likes it, plain, and in several trees. One thread, fixed seeds, no time
 * limits: the number is the same on every machine and from run to run.
 *
 * A tree search adds its nodes. Monte Carlo makes as many playouts as it is told, whatever it does
 * with them, so it adds how they were spread over the moves of the root: the visits of each, times
 * its place in the game's order. */
#include "lab/signature.h"

#include <canopy/kernel.h>
#include <canopy/search.h>

enum { POSITIONS = 3, RANDOM_PLIES = 6 };

static const char *const specs[] = {"pvs:depth=4,hash=4",
                                    "alphabeta:depth=3",
                                    "minimax:depth=2",
                                    "mcts:iterations=400,seed=1",
                                    "uct:iterations=400,seed=2,rollouts=2",
                                    "uct:iterations=200,seed=3,strategy=chunks,chunk=20"};

/* The part of one search in the signature. Weighted by place, so that visits that change places
 * show. */
static uint64_t weigh(const cn_result *result) {
    uint64_t sum = 0;
    for (int i = 0; i < result->count; i++) sum += result->moves[i].visits * (uint64_t)(i + 1);
    return result->nodes + sum;
}

/* Searches the positions of one game with one agent, each from an empty table and tree. */
static cn_status add_game(const cn_game *game, const char *spec, uint64_t *nodes, cn_error *error) {
    cn_value values[CN_OPTIONS_MAX];
    cn_position p;
    cn_search *search = NULL;
    cn_values_default(game->options, values);
    cn_status status = cn_search_new(game, spec, &search, error);
    for (int i = 0; status == CN_OK && i < POSITIONS; i++) {
        status = cn_position_new(game, values, NULL, &p, error);
        if (status != CN_OK) break;
        cn_rng rng = cn_rng_make(1, (uint64_t)i);
        for (int ply = 0; ply < i * RANDOM_PLIES && p.rules->over(p.state) == CN_ONGOING; ply++) {
            p.rules->play(p.state, cn_playout_pick(p.rules, p.state, 0, &rng));
        }
        cn_result result;
        cn_search_clear(search);
        status = cn_search_run(search, &p, NULL, NULL, NULL, &result, error);
        *nodes += weigh(&result);
        cn_position_free(&p);
    }
    cn_search_free(search);
    return status;
}

cn_status cn_signature(uint64_t *nodes, cn_error *error) {
    *nodes = 0;
    for (const cn_game *const *game = cn_games(); *game; game++) {
        for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
            CN_TRY(add_game(*game, specs[i], nodes, error));
        }
    }
    return CN_OK;
}
