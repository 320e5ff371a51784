/* Where learned weights come from: a file, which each search reads for itself, or the program,
 * whose weights are decoded when the first search asks for them and kept until the process ends. */
#include "engine/learned.h"

#include "search/model_file.h"

enum { BUILTINS_MAX = 16 }; /* more are read by each search for itself */

/* A built-in file is named by its game and what it is: NAME.weights, NAME.book. */
const cn_builtin *cn_builtin_find(const cn_game *game, const char *ending) {
    const size_t length = strlen(game->name);
    for (const cn_builtin *b = cn_builtins; b->name; b++) {
        if (strncmp(b->name, game->name, length) == 0 && strcmp(b->name + length, ending) == 0) {
            return b;
        }
    }
    return NULL;
}

cn_status cn_learned_known(const cn_game *game, cn_error *error) {
    if (cn_builtin_find(game, ".weights")) return CN_OK;
    return cn_fail(error, CN_BAD_USAGE,
                   "eval=" CN_EVAL_LEARNED ": this program has no weights for %s; "
                   "`canopy learn %s --out FILE` makes some, weights=FILE uses them",
                   game->name, game->name);
}

cn_status cn_learned_read(const cn_game *game, const char *path, cn_model **model,
                          cn_error *error) {
    CN_TRY(cn_model_read(path, model, error));
    (*model)->game = game;
    if (strcmp((*model)->shape.game, game->name) == 0) return CN_OK;
    cn_status status = cn_fail(error, CN_BAD_INPUT, "`%.200s` holds weights for %s, not for %s",
                               path, (*model)->shape.game, game->name);
    cn_model_free(*model);
    *model = NULL;
    return status;
}

/* Decodes built-in weights, or finds them decoded. Two searches that are made at the same time may
 * both decode them; the first to publish its copy wins, and the other frees its own. */
static cn_status builtin(const cn_builtin *b, const cn_game *game, cn_model **model,
                         cn_error *error) {
    static _Atomic(cn_model *) shared[BUILTINS_MAX];
    const size_t place = (size_t)(b - cn_builtins);
    if (place < BUILTINS_MAX && (*model = atomic_load(&shared[place]))) return CN_OK;
    CN_TRY(cn_model_decode(b->name, b->bytes, b->size, model, error));
    (*model)->game = game;
    cn_model *first = NULL;
    if (place >= BUILTINS_MAX) return CN_OK;
    (*model)->shared = true; /* before others see it: they must not free it */
    if (!atomic_compare_exchange_strong(&shared[place], &first, *model)) {
        (*model)->shared = false;
        cn_model_free(*model);
        *model = first;
    }
    return CN_OK;
}

cn_status cn_learned_of(const cn_spec *spec, cn_model **model, cn_error *error) {
    const cn_value *weights = cn_spec_get(spec, "weights"), *eval = cn_spec_get(spec, "eval");
    *model = NULL;
    if (weights && *weights->text) return cn_learned_read(spec->game, weights->text, model, error);
    const bool wanted = eval && strcmp(eval->text, CN_EVAL_LEARNED) == 0;
    if (!wanted && !(eval && strcmp(eval->text, CN_EVAL_AUTO) == 0)) return CN_OK;
    const cn_builtin *b = cn_builtin_find(spec->game, ".weights");
    if (!b) return wanted ? cn_learned_known(spec->game, error) : CN_OK;
    return builtin(b, spec->game, model, error);
}

cn_status cn_learned_fits(const cn_model *model, const cn_position *position, cn_error *error) {
    const cn_game *game = position->game;
    char options[CN_OPTIONS_TEXT] = "";
    cn_board board;
    if (game->print_options) game->print_options(position->state, options);
    game->draw(position->state, &board);
    /* Weights are of the cells of one board under one set of options, and of the planes' bits. */
    if (strcmp(options, model->shape.options) == 0 && board.rows == model->shape.rows &&
        board.columns == model->shape.columns &&
        (!model->shape.planes || position->rules->planes)) {
        return CN_OK;
    }
    return cn_fail(
        error, CN_BAD_USAGE,
        "the weights were learned for %s with %s on %dx%d; this position has %s on %dx%d",
        game->name, *model->shape.options ? model->shape.options : "no options", model->shape.rows,
        model->shape.columns, *options ? options : "no options", board.rows, board.columns);
}

int cn_learned_unit(const cn_model *m) {
    return m->shape.target == CN_TARGET_SCORE ? m->shape.unit * m->game->score_unit : 0;
}

int cn_learned_leaf(cn_context *c, const void *state) {
    const cn_model *m = c->weights;
    return cn_model_value(m, m->game, c->rules, state);
}
