#include "protocol/dialect.h"

const cn_dialect *cn_dialect_find(const cn_game *game, const char *protocol, const char *variant) {
    for (const cn_dialect *d = game->dialects; d && d->protocol; d++) {
        if (strcmp(d->protocol, protocol) == 0 && (!variant || strcmp(d->variant, variant) == 0)) {
            return d;
        }
    }
    return NULL;
}

cn_status cn_dialect_apply(const cn_game *game, const cn_dialect *dialect, cn_value *values,
                           cn_error *error) {
    cn_value changed[CN_OPTIONS_MAX];
    memcpy(changed, values, sizeof changed);
    cn_status status = CN_OK;
    for (const char *p = dialect->options; status == CN_OK && *p;) {
        char assignment[96];
        const size_t n = strcspn(p, ",");
        snprintf(assignment, sizeof assignment, "%.*s", (int)n, p);
        status = cn_values_set(game->options, changed, assignment, error);
        p += n + (p[n] == ',');
    }
    if (status == CN_OK) memcpy(values, changed, sizeof changed);
    return status;
}

static bool same(const cn_option *options, const cn_value *a, const cn_value *b) {
    for (int i = 0; options[i].name; i++) {
        const bool text = options[i].type == CN_OPTION_TEXT,
                   real = options[i].type == CN_OPTION_REAL;
        if (text   ? strcmp(a[i].text, b[i].text) != 0
            : real ? a[i].real != b[i].real
                   : a[i].integer != b[i].integer) {
            return false;
        }
    }
    return true;
}

const cn_dialect *cn_dialect_of(const cn_desk *desk, const char *protocol) {
    for (const cn_dialect *d = desk->game->dialects; d && d->protocol; d++) {
        cn_value values[CN_OPTIONS_MAX];
        memcpy(values, desk->values, sizeof values);
        if (strcmp(d->protocol, protocol) == 0 &&
            cn_dialect_apply(desk->game, d, values, NULL) == CN_OK &&
            same(desk->game->options, values, desk->values)) {
            return d;
        }
    }
    return NULL;
}

cn_status cn_dialect_serves(const cn_game *game, const char *protocol, cn_error *error) {
    if (cn_dialect_find(game, protocol, NULL)) return CN_OK;
    return cn_fail(error, CN_BAD_USAGE, "the protocol %s has no words for %s", protocol,
                   game->title);
}
