/* Is a game's table whole? Asked when a plugin is loaded, so that a forgotten field is a sentence
 * and not a crash in the middle of a search. */
#include "engine/searchers.h"

#include <canopy/canopy.h>
#include <canopy/kernel.h>
#include <ctype.h>
#include <stdlib.h>

/* `setup` writes a state before anyone knows how large the game says it is: it gets room for a much
 * larger one than is allowed. */
enum { SCRATCH = 16 << 20, LIST_MAX = 1000 };

static cn_status fault(const cn_game *game, cn_error *error, const char *what) {
    return cn_fail(error, CN_BAD_INPUT, "game %s: %s", game->name ? game->name : "without a name",
                   what);
}

/* Prints into the caller's buffer and hands it on, for faults with a number or a name in them. */
#define FAULT(...)                                      \
    do {                                                \
        char cn_what[256];                              \
        snprintf(cn_what, sizeof cn_what, __VA_ARGS__); \
        return fault(game, error, cn_what);             \
    } while (0)

bool cn_is_word(const char *name) {
    for (const char *p = name; *p; p++) {
        if (!islower((unsigned char)*p) && !isdigit((unsigned char)*p) && *p != '-') return false;
    }
    return *name != '\0';
}

static cn_status check_words(const cn_game *game, cn_error *error) {
    const struct {
        const char *field, *text;
    } required[] = {
        {"name", game->name},           {"title", game->title},         {"summary", game->summary},
        {"text", game->text},           {"notation", game->notation},   {"example", game->example},
        {"player[0]", game->player[0]}, {"player[1]", game->player[1]}, {"cells", game->cells},
    };
    for (size_t i = 0; i < sizeof required / sizeof *required; i++) {
        if (!required[i].text) FAULT("the text `%s` is NULL; it is required", required[i].field);
        if (!*required[i].text) FAULT("the text `%s` is empty", required[i].field);
    }
    if (!cn_is_word(game->name)) FAULT("`name` must be one word of a-z, 0-9 and -");
    if ((int)game->style < 0 || game->style > CN_STYLE_CHEQUERED) {
        FAULT("`style` is %d, which is none of cn_style", (int)game->style);
    }
    return CN_OK;
}

/* A character, a glyph and a name for each kind of piece. */
static cn_status check_pieces(const cn_game *game, cn_error *error) {
    size_t kinds = game->pieces ? 0 : 1;
    while (game->pieces && game->pieces[kinds].name) {
        if (kinds++ == CN_PIECES_MAX) {
            FAULT("more than %d pieces, or `pieces` does not end with a NULL name", CN_PIECES_MAX);
        }
    }
    if (kinds == 0) FAULT("`pieces` is empty; a game with one kind of pieces has NULL there");
    const size_t cells = 1 + 2 * kinds;
    if (strlen(game->cells) != cells) {
        FAULT("`cells` must be %zu characters (empty, player 0, player 1%s), not %zu", cells,
              kinds > 1 ? ", and two for each further kind of piece" : "", strlen(game->cells));
    }
    for (size_t i = 0; i < cells; i++) {
        if (!game->glyph[i] || !*game->glyph[i]) {
            FAULT("the text `glyph[%zu]` is %s; it is required", i,
                  game->glyph[i] ? "empty" : "NULL");
        }
        if (strchr(game->cells + i + 1, game->cells[i])) {
            FAULT("`cells` has the character `%c` twice", game->cells[i]);
        }
    }
    return CN_OK;
}

static cn_status check_functions(const cn_game *game, cn_error *error) {
    const struct {
        const char *field;
        bool given;
    } required[] = {
        {"setup", game->setup != NULL},           {"parse", game->parse != NULL},
        {"print", game->print != NULL},           {"parse_move", game->parse_move != NULL},
        {"print_move", game->print_move != NULL}, {"draw", game->draw != NULL},
        {"cell_of", game->cell_of != NULL},
    };
    for (size_t i = 0; i < sizeof required / sizeof *required; i++) {
        if (!required[i].given) {
            FAULT("the function `%s` of cn_game is NULL; it is required", required[i].field);
        }
    }
    return CN_OK;
}

static cn_status check_option(const cn_option *option, cn_error *error) {
    if (!option->fallback || !option->help) {
        return cn_fail(error, CN_BAD_INPUT, "option `%s` has no %s", option->name,
                       option->fallback ? "help" : "default (`fallback`)");
    }
    if ((int)option->type < 0 || option->type > CN_OPTION_TEXT) {
        return cn_fail(error, CN_BAD_INPUT,
                       "option `%s`: `type` is %d, which is none of cn_option_type", option->name,
                       (int)option->type);
    }
    if (option->type == CN_OPTION_CHOICE && (!option->choices || !option->choices[0])) {
        return cn_fail(error, CN_BAD_INPUT,
                       "option `%s` is a choice, but `choices` is NULL or empty", option->name);
    }
    cn_value values[CN_OPTIONS_MAX];
    char assignment[256];
    cn_error reason = {""};
    const cn_option alone[] = {*option, {.name = NULL}};
    snprintf(assignment, sizeof assignment, "%s=%s", option->name, option->fallback);
    if (cn_values_set(alone, values, assignment, &reason) == CN_OK) return CN_OK;
    return cn_fail(error, CN_BAD_INPUT,
                   "the default of option `%s` is not one of its values: %.150s", option->name,
                   reason.text);
}

cn_status cn_options_check(const cn_option *options, cn_error *error) {
    for (int i = 0; options[i].name; i++) {
        if (i == CN_OPTIONS_MAX - 1) {
            return cn_fail(error, CN_BAD_INPUT,
                           "more than %d options, or `options` does not end with a NULL name",
                           CN_OPTIONS_MAX - 1);
        }
        const cn_status status = check_option(&options[i], error);
        if (status != CN_OK) return status;
    }
    return CN_OK;
}

static cn_status check_lists(const cn_game *game, cn_error *error) {
    if (!game->options) {
        FAULT("`options` is NULL; a game without options has a list of one entry, {.name = NULL}");
    }
    if (!game->heuristics || !game->heuristics[0].name) {
        FAULT("`heuristics` is NULL or empty; at least one must have a name");
    }
    cn_error reason = {""};
    if (cn_options_check(game->options, &reason) != CN_OK) {
        return fault(game, error, reason.text);
    }
    const struct {
        const char *field;
        const cn_named *list;
    } named[] = {{"heuristics", game->heuristics}, {"policies", game->policies}};
    for (size_t k = 0; k < 2; k++) {
        for (int i = 0; named[k].list && named[k].list[i].name; i++) {
            if (i == LIST_MAX) FAULT("`%s` does not end with a NULL name", named[k].field);
            if (!named[k].list[i].help) {
                FAULT("`%s`: `%s` has no help", named[k].field, named[k].list[i].name);
            }
        }
    }
    for (const cn_dialect *d = game->dialects; d && d->protocol; d++) {
        if (!d->variant || !d->options) FAULT("a dialect has no `variant` or no `options`");
    }
    for (int i = 0; game->levels && i < 4; i++) {
        if (!game->levels[i]) FAULT("`levels` has fewer than four agents");
    }
    return CN_OK;
}

static cn_status check_numbers(const cn_game *game, const cn_rules *rules, cn_error *error) {
    if (rules->state_size < 1 || rules->state_size > CN_STATE_MAX) {
        FAULT("a state of %u bytes: `state_size` must be from 1 to %d", rules->state_size,
              CN_STATE_MAX);
    }
    if (rules->moves_max < 1 || rules->moves_max > CN_MOVES_MAX) {
        FAULT("`moves_max` is %u: it must be from 1 to %d", rules->moves_max, CN_MOVES_MAX);
    }
    if (rules->move_codes < 1 || rules->move_codes >= 1 << 15) {
        FAULT("`move_codes` is %u: it must be from 1 to %d", rules->move_codes, (1 << 15) - 1);
    }
    if (rules->pass != CN_MOVE_NONE && rules->pass >= rules->move_codes) {
        FAULT("`pass` is %u, which is not below `move_codes` (%u); CN_MOVE_NONE means none",
              rules->pass, rules->move_codes);
    }
    if (rules->symmetries > 1 && (!rules->symmetry || !rules->symmetry_move)) {
        FAULT("`symmetries` is %u, but `symmetry` or `symmetry_move` is NULL", rules->symmetries);
    }
    if (game->sgf && game->from_of) {
        FAULT("`sgf` is %d, but SGF has one cell for a move and this game two; set it to 0",
              game->sgf);
    }
    if (!rules->eval_parts != !rules->eval_part) {
        FAULT("`eval_parts` and `eval_part` go together: one of them is NULL");
    }
    return CN_OK;
}

static cn_status check_variant(const cn_game *game, const cn_variant *variant, cn_error *error) {
    const cn_rules *rules = variant->rules;
    if (!rules) FAULT("a variant without `rules`");
    const struct {
        const char *field;
        bool given;
    } required[] = {
        {"turn", rules->turn != NULL}, {"moves", rules->moves != NULL},
        {"play", rules->play != NULL}, {"over", rules->over != NULL},
        {"hash", rules->hash != NULL}, {"eval", rules->eval != NULL},
    };
    for (size_t i = 0; i < sizeof required / sizeof *required; i++) {
        if (!required[i].given) {
            FAULT("the function `%s` of cn_rules is NULL; it is required", required[i].field);
        }
    }
    const cn_kernels *k = variant->kernels;
    if (k && (!k->perft || !k->playout || !k->decisive || !k->minimax || !k->alphabeta)) {
        FAULT("a function of `kernels` is NULL; CN_KERNELS makes them all");
    }
    for (const cn_expert *e = variant->experts; e && e->name; e++) {
        if (!e->serves || !e->alphabeta || !e->help) {
            FAULT("expert `%s` has no `serves`, no `alphabeta` or no help", e->name);
        }
    }
    return check_numbers(game, rules, error);
}

/* The variants in the list, and the one that the start position of the default form is of. */
static cn_status check_variants(const cn_game *game, cn_error *error) {
    for (int i = 0; game->variants && game->variants[i]; i++) {
        if (i == LIST_MAX) FAULT("`variants` does not end with NULL");
        const cn_status status = check_variant(game, game->variants[i], error);
        if (status != CN_OK) return status;
    }
    cn_value values[CN_OPTIONS_MAX];
    cn_values_default(game->options, values);
    void *state = calloc(1, SCRATCH);
    if (!state) return cn_fail(error, CN_NO_MEMORY, "no memory to check a game");
    const cn_variant *variant = NULL;
    cn_error reason = {""};
    const cn_status status = game->setup(values, state, &variant, &reason);
    free(state);
    if (status != CN_OK) FAULT("`setup` refuses the default options: %.180s", reason.text);
    if (!variant) FAULT("`setup` returned CN_OK, but did not say which variant it set up");
    bool listed = !game->variants;
    for (int i = 0; game->variants && game->variants[i]; i++)
        listed |= game->variants[i] == variant;
    if (!listed) FAULT("`setup` picks a variant that is not in the list `variants`");
    return check_variant(game, variant, error);
}

cn_status cn_game_check(const cn_game *game, cn_error *error) {
    if (game->abi != CN_ABI) {
        return cn_fail(error, CN_BAD_INPUT,
                       "built for interface %d, this program has %d; build it again", game->abi,
                       CN_ABI);
    }
    cn_status status = check_words(game, error);
    if (status == CN_OK) status = check_pieces(game, error);
    if (status == CN_OK) status = check_functions(game, error);
    if (status == CN_OK) status = check_lists(game, error);
    if (status == CN_OK) status = check_variants(game, error);
    return status;
}
