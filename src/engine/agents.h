/* The kinds of agents: a table of names, each an algorithm with the defaults of its options. It is
 * apart from engine/algorithm.h so that a specification (engine/spec.h) can name a kind without
 * knowing of threads and processes. */
#pragma once

#include "core/setting.h"

#include <canopy/search.h>

typedef struct cn_algorithm cn_algorithm; /* engine/algorithm.h */

/* One row of the table. */
typedef struct cn_kind {
    const char *name, *summary;
    const cn_algorithm *algorithm;
    const cn_setting *settings; /* the algorithm's options, without those of strategies */
    const char *const *defaults; /* "name", "value", … where they differ from the settings'; NULL */
    uint32_t serves;             /* CN_SERVES_…: the strategies it can use; 0: none */
    const char *parallel;        /* the strategy that front ends choose for it when a user asks for
                                    several threads and names none; NULL: there is none */
    unsigned traits;             /* CN_KIND_…, added up */
} cn_kind;

/* Traits of a kind of agents. */
enum {
    CN_KIND_TUNED = 1,   /* its defaults are what the game recommends (cn_game.mcts) */
    CN_KIND_BROUGHT = 2, /* a plugin brought it: engine/searchers.c */
    CN_KIND_THREADS = 4, /* it uses `threads` although it has no strategy */
};

/* Adds a kind that a plugin brought, with all its options; at most CN_KINDS_MORE of them. Kind and
 * options must live until the process ends. There is no lock: call it before other threads use
 * agents. */
enum { CN_KINDS_MORE = 16 };
void cn_kind_add(const cn_kind *kind, const cn_option *options);

/* The kind of that name, and in *options the list of all its options, which lives as long as the
 * process; NULL: there is none, and *options stays as it was. From any thread. */
const cn_kind *cn_kind_find(const char *name, const cn_option **options);

/* The algorithms and their options: engine/alphabeta.c, mcts.c, random.c. */
extern const cn_algorithm cn_alphabeta, cn_monte_carlo, cn_any_move;
extern const cn_setting cn_alphabeta_settings[], cn_monte_carlo_settings[], cn_any_move_settings[];
