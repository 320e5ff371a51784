#include "engine/learned.h"

#include "search/model_file.h"

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
    cn_status status = cn_model_read(path, model, error);
    if (status != CN_OK) return status;
    (*model)->game = game;
    if (strcmp((*model)->shape.game, game->name) == 0) return CN_OK;
    status = cn_fail(error, CN_BAD_INPUT, "`%.200s` holds weights for %s, not for %s", path,
                     (*model)->shape.game, game->name);
    cn_model_free(*model);
    *model = NULL;
    return status;
}

cn_status cn_learned_of(const cn_spec *spec, cn_model **model, cn_error *error) {
    const cn_value *weights = cn_spec_get(spec, "weights"), *eval = cn_spec_get(spec, "eval");
    *model = NULL;
    if (weights && *weights->text) return cn_learned_read(spec->game, weights->text, model, error);
    if (!eval || strcmp(eval->text, CN_EVAL_LEARNED) != 0) return CN_OK;
    const cn_builtin *b = cn_builtin_find(spec->game, ".weights");
    const cn_status status = cn_learned_known(spec->game, error);
    if (status != CN_OK) return status;
    const cn_status decoded = cn_model_decode(b->name, b->bytes, b->size, model, error);
    if (decoded == CN_OK) (*model)->game = spec->game;
    return decoded;
}

cn_status cn_learned_fits(const cn_model *model, const cn_position *position, cn_error *error) {
    const cn_game *game = position->game;
    char options[CN_OPTIONS_TEXT] = "";
    cn_board board;
    if (game->print_options) game->print_options(position->state, options);
    game->draw(position->state, &board);
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
