/* Learned evaluations as agents use them: from a file, or one of those that the program carries. */
#pragma once

#include "engine/spec.h"
#include "search/model.h"

#include <canopy/kernel.h>
#include <canopy/search.h>

/* A file of weights or a book that is part of the program; made by cmake/embed.cmake. */
typedef struct cn_builtin {
    const char *name; /* NULL ends the list */
    const unsigned char *bytes;
    size_t size;
    const char *tag;
} cn_builtin;

extern const cn_builtin cn_builtins[];

/* The one for this game with this ending (".weights", ".book"), or NULL. */
const cn_builtin *cn_builtin_find(const cn_game *game, const char *ending);

/* Names that stand for the built-in weights: for them, and for them where there are some for the
 * game and its options, else for the default heuristic. */
#define CN_EVAL_LEARNED "learned"
#define CN_EVAL_AUTO    "auto"

/* Fails if the program carries no weights for this game. */
cn_status cn_learned_known(const cn_game *game, cn_error *error);

/* The weights in a file. Fails if they are for another game. */
cn_status cn_learned_read(const cn_game *game, const char *path, cn_model **model, cn_error *error);

/* What an agent asks for, by weights=FILE, eval=learned or eval=auto; *model is NULL if it asks for
 * none. Built-in weights are read once and shared by all searches of the process. */
cn_status cn_learned_of(const cn_spec *spec, cn_model **model, cn_error *error);

/* Fails if they were learned with other options (board size, rules) than this position has. */
cn_status cn_learned_fits(const cn_model *model, const cn_position *position, cn_error *error);

/* Units of its values in a point; 0: they are no points. */
int cn_learned_unit(const cn_model *model);

/* A leaf of a tree search whose `weights` are a model. */
cn_leaf_fn cn_learned_leaf;
