/* Looks through the dialects that a game lists (cn_game.dialects): what a protocol calls the game
 * in one of its forms, and the options that make it that form. A dialect is "in force" if setting
 * its options would change nothing. */
#include "arena/dialect.h"

#include <strings.h>

const cn_dialect *cn_dialect_find(const cn_game *game, const char *protocol, const char *variant) {
    for (const cn_dialect *d = game->dialects; d && d->protocol; d++) {
        if (strcmp(d->protocol, protocol) == 0 && (!variant || strcmp(d->variant, variant) == 0)) {
            return d;
        }
    }
    return NULL;
}

/* The values are changed in a copy, so that a failure leaves them as they were. */
cn_status cn_dialect_apply(const cn_game *game, const cn_dialect *dialect, cn_value *values,
                           cn_error *error) {
    cn_value changed[CN_OPTIONS_MAX];
    memcpy(changed, values, sizeof changed);
    CN_TRY(cn_values_read(game->options, changed, dialect->options, ",", error));
    memcpy(values, changed, sizeof changed);
    return CN_OK;
}

/* Whether two sets of values are the same. */
static bool same(const cn_option *options, const cn_value *a, const cn_value *b) {
    for (int i = 0; options[i].name; i++) {
        const bool text = options[i].type == CN_OPTION_TEXT; /* other texts may be one number */
        if (a[i].integer != b[i].integer || a[i].real != b[i].real) return false;
        if (text && strcmp(a[i].text, b[i].text) != 0) return false;
    }
    return true;
}

/* Whether the values are those that the dialect would set. */
static bool is_in_force(const cn_game *game, const cn_dialect *dialect, const cn_value *values) {
    cn_value changed[CN_OPTIONS_MAX];
    memcpy(changed, values, sizeof changed);
    return cn_dialect_apply(game, dialect, changed, NULL) == CN_OK &&
           same(game->options, changed, values);
}

const cn_dialect *cn_dialect_of(const cn_game *game, const cn_value *values, const char *protocol) {
    for (const cn_dialect *d = game->dialects; d && d->protocol; d++) {
        if (strcmp(d->protocol, protocol) == 0 && is_in_force(game, d, values)) return d;
    }
    return NULL;
}

const char *cn_dialect_rule_value(const cn_dialect *d, int *name_length) {
    *name_length = (int)strcspn(d->variant, "=");
    return d->variant + *name_length + (d->variant[*name_length] == '=');
}

bool cn_dialect_is_rule(const cn_dialect *d, const char *rule, const char **value) {
    int length;
    *value = cn_dialect_rule_value(d, &length);
    return strcmp(d->protocol, CN_DIALECT_RULE) == 0 && (int)strlen(rule) == length &&
           strncasecmp(d->variant, rule, (size_t)length) == 0;
}

const cn_dialect *cn_dialect_next_rule(const cn_game *game, const cn_value *values,
                                       const cn_dialect *from, const cn_dialect **holds) {
    const cn_dialect *first = NULL;
    const size_t before = from ? strcspn(from->variant, "=") + 1 : 0;
    *holds = NULL;
    for (const cn_dialect *d = from ? from : game->dialects; d && d->protocol; d++) {
        if (strcmp(d->protocol, CN_DIALECT_RULE) != 0) continue;
        if (from && strncmp(d->variant, from->variant, before) == 0) continue;
        if (!first) first = d;
        if (strncmp(d->variant, first->variant, strcspn(first->variant, "=") + 1) != 0) break;
        if (!*holds && is_in_force(game, d, values)) *holds = d;
    }
    return first;
}
