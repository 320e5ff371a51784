/* The kinds of agents: a table of names, each an algorithm with the defaults of its options. */
#ifndef ENGINE_AGENTS_H
#define ENGINE_AGENTS_H

#include "core/setting.h"

#include <canopy/search.h>

typedef struct cn_algorithm cn_algorithm; /* engine/algorithm.h */

typedef struct cn_kind {
    const char *name, *summary;
    const cn_algorithm *algorithm;
    const cn_setting *settings; /* its options, without those of strategies */
    const char *const *defaults; /* "name", "value", … where they differ from the settings'; NULL */
    uint32_t serves;             /* CN_SERVES_…: the strategies it can use; 0: none */
    const char *parallel;        /* the strategy that puts threads to use; NULL: none */
    bool tuned;                  /* the game's own options (cn_game.mcts) are its defaults */
} cn_kind;

/* The kind of that name and the list of all its options, or NULL. */
const cn_kind *cn_kind_find(const char *name, const cn_option **options);

/* The algorithms and their options: engine/alphabeta.c, mcts.c, random.c. */
extern const cn_algorithm cn_alphabeta, cn_monte_carlo, cn_any_move;
extern const cn_setting cn_alphabeta_settings[], cn_monte_carlo_settings[], cn_any_move_settings[];

#endif
