/* Whether the tables of a game, and the options of a searcher, are whole. Asked when a plugin is
 * loaded, so that a forgotten field is a sentence that names it, and not a crash in the middle of a
 * search. `canopy check` goes further: it plays games and watches the rules (lab/check.c). */
#include "engine/searchers.h"

#include <canopy/canopy.h>
#include <canopy/kernel.h>
#include <ctype.h>
#include <stdlib.h>

/* `setup` writes a state before anyone knows how large the game says it is: it gets room for a much
 * larger one than is allowed. */
enum { SCRATCH = 16 << 20, LIST_MAX = 1000 /* entries; a longer list has lost its end */ };

/* A failure with the game's name before the fault. */
static cn_status refuse(const cn_game *game, const char *fault, cn_error *error) {
    return cn_fail(error, CN_BAD_INPUT, "game %s: %s", game->name ? game->name : "without a name",
                   fault);
}

/* Returns from a check with a message about `game`, unless the condition holds. */
#define MUST(holds, ...)                                  \
    do {                                                  \
        if (holds) break;                                 \
        char cn_fault[256];                               \
        snprintf(cn_fault, sizeof cn_fault, __VA_ARGS__); \
        return refuse(game, cn_fault, error);             \
    } while (0)

/* The same for a function that a table must have. */
#define MUST_HAVE(table, type, field) \
    MUST((table)->field, "the function `" #field "` of " type " is NULL; it is required")

bool cn_is_word(const char *name) {
    for (const char *p = name; *p; p++) {
        if (!islower((unsigned char)*p) && !isdigit((unsigned char)*p) && *p != '-') return false;
    }
    return *name != '\0';
}

/* The texts that every game must have, and the style of its board. */
static cn_status check_words(const cn_game *game, cn_error *error) {
    const struct {
        const char *field, *text;
    } required[] = {
        {"name", game->name},           {"title", game->title},         {"summary", game->summary},
        {"text", game->text},           {"notation", game->notation},   {"example", game->example},
        {"player[0]", game->player[0]}, {"player[1]", game->player[1]}, {"cells", game->cells},
    };
    for (size_t i = 0; i < sizeof required / sizeof *required; i++) {
        MUST(required[i].text, "the text `%s` is NULL; it is required", required[i].field);
        MUST(*required[i].text, "the text `%s` is empty", required[i].field);
    }
    MUST(cn_is_word(game->name), "`name` must be one word of a-z, 0-9 and -");
    MUST((int)game->style >= 0 && game->style <= CN_STYLE_CHEQUERED,
         "`style` is %d, which is none of cn_style", (int)game->style);
    return CN_OK;
}

/* A character, a glyph and a name for each kind of piece. */
static cn_status check_pieces(const cn_game *game, cn_error *error) {
    size_t kinds = game->pieces ? 0 : 1;
    while (game->pieces && game->pieces[kinds].name) {
        MUST(kinds++ < CN_PIECES_MAX,
             "more than %d pieces, or `pieces` does not end with a NULL name", CN_PIECES_MAX);
    }
    MUST(kinds > 0, "`pieces` is empty; a game with one kind of pieces has NULL there");
    const size_t cells = 1 + 2 * kinds;
    MUST(strlen(game->cells) == cells,
         "`cells` must be %zu characters (empty, player 0, player 1%s), not %zu", cells,
         kinds > 1 ? ", and two for each further kind of piece" : "", strlen(game->cells));
    for (size_t i = 0; i < cells; i++) {
        MUST(game->glyph[i] && *game->glyph[i], "the text `glyph[%zu]` is %s; it is required", i,
             game->glyph[i] ? "empty" : "NULL");
        MUST(!strchr(game->cells + i + 1, game->cells[i]), "`cells` has the character `%c` twice",
             game->cells[i]);
    }
    return CN_OK;
}

/* The functions of the cold part that every game must have. */
static cn_status check_functions(const cn_game *game, cn_error *error) {
    MUST_HAVE(game, "cn_game", setup);
    MUST_HAVE(game, "cn_game", parse);
    MUST_HAVE(game, "cn_game", print);
    MUST_HAVE(game, "cn_game", parse_move);
    MUST_HAVE(game, "cn_game", print_move);
    MUST_HAVE(game, "cn_game", draw);
    MUST_HAVE(game, "cn_game", cell_of);
    return CN_OK;
}

/* One option: it has a default that is one of its values, and a help. */
static cn_status check_option(const cn_option *option, cn_error *error) {
    CN_FAIL_IF(!option->fallback || !option->help, error, CN_BAD_INPUT, "option `%s` has no %s",
               option->name, option->fallback ? "help" : "default (`fallback`)");
    CN_FAIL_IF((int)option->type < 0 || option->type > CN_OPTION_TEXT, error, CN_BAD_INPUT,
               "option `%s`: `type` is %d, which is none of cn_option_type", option->name,
               (int)option->type);
    CN_FAIL_IF(option->type == CN_OPTION_CHOICE && (!option->choices || !option->choices[0]), error,
               CN_BAD_INPUT, "option `%s` is a choice, but `choices` is NULL or empty",
               option->name);
    /* The default is tried out on a list of this option alone. */
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
        CN_FAIL_IF(i == CN_OPTIONS_MAX - 1, error, CN_BAD_INPUT,
                   "more than %d options, or `options` does not end with a NULL name",
                   CN_OPTIONS_MAX - 1);
        CN_TRY(check_option(&options[i], error));
    }
    return CN_OK;
}

/* A list ends with a NULL name, and every name has a help. */
static cn_status check_named(const cn_game *game, const char *field, const cn_named *list,
                             cn_error *error) {
    for (int i = 0; list && list[i].name; i++) {
        MUST(i < LIST_MAX, "`%s` does not end with a NULL name", field);
        MUST(list[i].help, "`%s`: `%s` has no help", field, list[i].name);
    }
    return CN_OK;
}

/* Options, heuristics, policies, dialects and levels. */
static cn_status check_lists(const cn_game *game, cn_error *error) {
    cn_error reason = {""};
    MUST(game->options,
         "`options` is NULL; a game without options has a list of one entry, {.name = NULL}");
    MUST(game->heuristics && game->heuristics[0].name,
         "`heuristics` is NULL or empty; at least one must have a name");
    MUST(cn_options_check(game->options, &reason) == CN_OK, "%.250s", reason.text);
    for (const cn_dialect *d = game->dialects; d && d->protocol; d++) {
        MUST(d->variant && d->options, "a dialect has no `variant` or no `options`");
    }
    for (int i = 0; game->levels && i < 4; i++) {
        MUST(game->levels[i], "`levels` has fewer than four agents");
    }
    CN_TRY(check_named(game, "heuristics", game->heuristics, error));
    return check_named(game, "policies", game->policies, error);
}

/* The sizes in a table of rules, and functions that go together. */
static cn_status check_numbers(const cn_game *game, const cn_rules *rules, cn_error *error) {
    MUST(rules->state_size >= 1 && rules->state_size <= CN_STATE_MAX,
         "a state of %u bytes: `state_size` must be from 1 to %d", rules->state_size, CN_STATE_MAX);
    MUST(rules->moves_max >= 1 && rules->moves_max <= CN_MOVES_MAX,
         "`moves_max` is %u: it must be from 1 to %d", rules->moves_max, CN_MOVES_MAX);
    MUST(rules->move_codes >= 1 && rules->move_codes < 1 << 15,
         "`move_codes` is %u: it must be from 1 to %d", rules->move_codes, (1 << 15) - 1);
    MUST(rules->pass == CN_MOVE_NONE || rules->pass < rules->move_codes,
         "`pass` is %u, which is not below `move_codes` (%u); CN_MOVE_NONE means none", rules->pass,
         rules->move_codes);
    MUST(rules->symmetries <= 1 || (rules->symmetry && rules->symmetry_move),
         "`symmetries` is %u, but `symmetry` or `symmetry_move` is NULL", rules->symmetries);
    MUST(!game->sgf || !game->from_of,
         "`sgf` is %d, but SGF has one cell for a move and this game two; set it to 0", game->sgf);
    MUST(!rules->score || game->score_unit > 0,
         "there is a `score`, but `score_unit` is %d: say how many units of it make a point",
         game->score_unit);
    MUST(!rules->eval_parts == !rules->eval_part,
         "`eval_parts` and `eval_part` go together: one of them is NULL");
    return CN_OK;
}

/* One table of rules with its kernels and experts. */
static cn_status check_variant(const cn_game *game, const cn_variant *variant, cn_error *error) {
    const cn_rules *rules = variant->rules;
    const cn_kernels *k = variant->kernels;
    MUST(rules, "a variant without `rules`");
    MUST_HAVE(rules, "cn_rules", turn);
    MUST_HAVE(rules, "cn_rules", moves);
    MUST_HAVE(rules, "cn_rules", play);
    MUST_HAVE(rules, "cn_rules", over);
    MUST_HAVE(rules, "cn_rules", hash);
    MUST_HAVE(rules, "cn_rules", eval);
    MUST(!k || (k->perft && k->playout && k->decisive && k->minimax && k->alphabeta),
         "a function of `kernels` is NULL; CN_KERNELS makes them all");
    for (const cn_expert *e = variant->experts; e && e->name; e++) {
        MUST(e->serves && e->alphabeta && e->help,
             "expert `%s` has no `serves`, no `alphabeta` or no help", e->name);
    }
    return check_numbers(game, rules, error);
}

/* The variants in the list, and the one that the start position of the default form is of. */
static cn_status check_variants(const cn_game *game, cn_error *error) {
    int count = 0;
    for (; game->variants && game->variants[count]; count++) {
        MUST(count < LIST_MAX, "`variants` does not end with NULL");
        CN_TRY(check_variant(game, game->variants[count], error));
    }
    cn_value values[CN_OPTIONS_MAX];
    cn_values_default(game->options, values);
    void *state = calloc(1, SCRATCH);
    if (!state) return cn_fail(error, CN_NO_MEMORY, "no memory to check a game");
    const cn_variant *variant = NULL;
    cn_error reason = {""};
    const cn_status status = game->setup(values, state, &variant, &reason);
    free(state);
    MUST(status == CN_OK, "`setup` refuses the default options: %.180s", reason.text);
    MUST(variant, "`setup` returned CN_OK, but did not say which variant it set up");
    int at = 0;
    while (at < count && game->variants[at] != variant) at++;
    MUST(!game->variants || at < count,
         "`setup` picks a variant that is not in the list `variants`");
    return check_variant(game, variant, error);
}

cn_status cn_game_check(const cn_game *game, cn_error *error) {
    CN_FAIL_IF(game->abi != CN_ABI, error, CN_BAD_INPUT,
               "built for interface %d, this program has %d; build it again", game->abi, CN_ABI);
    CN_TRY(check_words(game, error));
    CN_TRY(check_pieces(game, error));
    CN_TRY(check_functions(game, error));
    CN_TRY(check_lists(game, error));
    return check_variants(game, error);
}
