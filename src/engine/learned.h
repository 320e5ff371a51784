/* Learned evaluations (docs/learning.md) as agents use them: read from a file that `canopy learn`
 * wrote, or one of those that the program carries. */
#pragma once

#include "core/builtin.h"
#include "engine/spec.h"
#include "search/model.h"

#include <canopy/kernel.h>
#include <canopy/search.h>

/* Weights and books that the program carries, ended by a NULL name (core/builtin.h). */
extern const cn_builtin cn_builtins[];

/* The one for this game with this ending (".weights", ".book"), or NULL. It is constant. */
const cn_builtin *cn_builtin_find(const cn_game *game, const char *ending);

/* Values of the option `eval`. LEARNED stands for the weights that the program carries for the
 * game; AUTO for the same, but where there are none for the game or for its options the default
 * heuristic is used. */
#define CN_EVAL_LEARNED "learned"
#define CN_EVAL_AUTO    "auto"

/* Fails with a message that tells how to make some if the program carries no weights for the game.
 */
cn_status cn_learned_known(const cn_game *game, cn_error *error);

/* Reads the weights in a file; cn_model_free frees them. Fails if they are for another game. */
cn_status cn_learned_read(const cn_game *game, const char *path, cn_model **model, cn_error *error);

/* The weights that an agent asks for by weights=FILE, eval=learned or eval=auto; *model is NULL if
 * it asks for none. Free them with cn_model_free in any case: built-in weights are decoded once,
 * shared by all searches of the process without a lock, and not freed by it. */
cn_status cn_learned_of(const cn_spec *spec, cn_model **model, cn_error *error);

/* Fails if the weights were learned with other options (board size, rules) than the position has.
 */
cn_status cn_learned_fits(const cn_model *model, const cn_position *position, cn_error *error);

/* Steps of the model's values in a point of the game; 0: the values do not count points. */
int cn_learned_unit(const cn_model *model);

/* Values a leaf for a tree search whose cn_context.weights are a model, in the view of the side to
 * move and in the model's units. Any number of threads may use one model. */
cn_leaf_fn cn_learned_leaf;
