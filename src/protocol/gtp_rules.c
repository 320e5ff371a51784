/* GTP: rules by name, as KataGo and KGS have them, for games that have such options. */
#include "arena/dialect.h"
#include "core/text.h"
#include "protocol/gtp.h"

#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <strings.h>

/* ---- changing options in the middle of a game ---- */

static bool change_all(gtp *g, const cn_value *values) {
    cn_error error;
    cn_history *all = calloc((size_t)g->earlier_count + 1, sizeof *all);
    if (!all) return gtp_fail(g, "out of memory");
    cn_status status = CN_OK;
    int made = 0;
    for (; made <= g->earlier_count && status == CN_OK; made++) {
        const cn_history *old = made < g->earlier_count ? &g->earlier[made] : &g->desk->history;
        status = cn_desk_keep(old, values, &all[made], &error);
    }
    if (status == CN_OK) {
        for (int i = 0; i < g->earlier_count; i++) {
            cn_history_free(&g->earlier[i]);
            g->earlier[i] = all[i];
        }
        cn_desk_take(g->desk, &all[g->earlier_count], values);
    } else {
        for (int i = 0; i < made - 1; i++) cn_history_free(&all[i]);
        gtp_fail(g, "%s", error.text);
    }
    free(all);
    return status == CN_OK;
}

bool gtp_change(gtp *g, const char *assignment) {
    cn_value values[CN_OPTIONS_MAX];
    cn_error error;
    memcpy(values, g->desk->values, sizeof values);
    if (cn_values_set(g->desk->game->options, values, assignment, &error) != CN_OK) {
        return gtp_fail(g, "%s", error.text);
    }
    return change_all(g, values);
}

/* ---- rules ---- */

/* KataGo's fields that are not about the rules of the game, but about what others do: a bonus for
 * handicap is for whoever sets the komi to add, and which passes are friendly for whoever passes.
 * Rules proper are the game's own dialects. */
static const struct field {
    const char *name, *is;
    bool any; /* other values are taken without effect */
} fields[] = {
    {"hasButton", "false", false},
    {"whiteHandicapBonus", "0", true},
    {"friendlyPassOk", "true", true},
};
enum { FIELDS = sizeof fields / sizeof *fields };

static bool set_rule_value(gtp *g, cn_value *values, const char *name, const char *value) {
    const cn_game *game = g->desk->game;
    const char *known;
    char accepted[128] = "";
    for (const cn_dialect *d = game->dialects; d && d->protocol; d++) {
        if (!cn_dialect_is_rule(d, name, &known)) continue;
        cn_error error;
        if (strcasecmp(known, value) == 0) {
            return cn_dialect_apply(game, d, values, &error) == CN_OK ||
                   gtp_fail(g, "%s", error.text);
        }
        cn_text_add(accepted, sizeof accepted, "%s%s", *accepted ? ", " : "", known);
    }
    if (accepted[0]) return gtp_fail(g, "unsupported rules: %s can only be %s", name, accepted);
    for (int i = 0; i < FIELDS; i++) {
        if (strcasecmp(fields[i].name, name) != 0) continue;
        return fields[i].any || strcasecmp(value, fields[i].is) == 0 ||
               gtp_fail(g, "unsupported rules: %s can only be %s", name, fields[i].is);
    }
    return gtp_fail(g, "unknown rule");
}

static bool set_named(gtp *g, cn_value *values, const char *name) {
    const cn_game *game = g->desk->game;
    for (const cn_dialect *d = game->dialects; d && d->protocol; d++) {
        if (strcmp(d->protocol, CN_DIALECT_RULES) != 0 || strcasecmp(d->variant, name) != 0) {
            continue;
        }
        cn_error error;
        return cn_dialect_apply(game, d, values, &error) == CN_OK || gtp_fail(g, "%s", error.text);
    }
    return gtp_fail(g, "unsupported rules");
}

static bool set_json(gtp *g, cn_value *values, json_t *json) {
    const char *name;
    json_t *value;
    bool good = json_is_object(json) || gtp_fail(g, "expected the name of rules, or a dictionary");
    json_object_foreach(json, name, value) {
        const char *text = json_is_boolean(value) ? json_is_true(value) ? "true" : "false"
                                                  : json_string_value(value);
        if (good && !text) good = gtp_fail(g, "unsupported rules");
        if (good) good = set_rule_value(g, values, name, text);
    }
    return good;
}

static bool set_rules(gtp *g) {
    cn_value values[CN_OPTIONS_MAX];
    memcpy(values, g->desk->values, sizeof values);
    char *text = gtp_join(g, 0);
    json_t *json = text ? json_loads(text, 0, NULL) : NULL;
    const bool good = json ? set_json(g, values, json) : set_named(g, values, g->word[0]);
    json_decref(json);
    free(text);
    return good && change_all(g, values);
}

static bool set_rule(gtp *g) {
    cn_value values[CN_OPTIONS_MAX];
    memcpy(values, g->desk->values, sizeof values);
    return set_rule_value(g, values, g->word[0], g->word[1]) && change_all(g, values);
}

/* KGS writes them in its own way; its Chinese rules have superko. */
static bool kgs_rules(gtp *g) {
    cn_value values[CN_OPTIONS_MAX];
    memcpy(values, g->desk->values, sizeof values);
    for (char *c = g->word[0]; *c; c++) *c = (char)(*c == '_' ? '-' : tolower((unsigned char)*c));
    const char *name = strcmp(g->word[0], "chinese") == 0 ? "chinese-kgs" : g->word[0];
    return set_named(g, values, name) && change_all(g, values);
}

static void say_field(gtp *g, bool first, int length, const char *name, const char *value) {
    const bool flag = strcmp(value, "true") == 0 || strcmp(value, "false") == 0;
    gtp_say(g, "%s\"%.*s\":%s%s%s", first ? "{" : ",", length, name, flag ? "" : "\"", value,
            flag ? "" : "\"");
}

static bool get_rules(gtp *g) {
    const cn_dialect *rule = NULL, *holds;
    bool first = true;
    while ((rule = cn_dialect_next_rule(g->desk->game, g->desk->values, rule, &holds))) {
        int name;
        const char *value = cn_dialect_rule_value(holds ? holds : rule, &name);
        say_field(g, first, name, rule->variant, holds ? value : "NONE");
        first = false;
    }
    for (int i = 0; i < FIELDS; i++) {
        say_field(g, first && i == 0, (int)strlen(fields[i].name), fields[i].name, fields[i].is);
    }
    return gtp_say(g, "}");
}

const gtp_command gtp_rules[] = {
    {"kata-set-rules", set_rules, 1, -1, true, 0},
    {"kata-set-rule", set_rule, 2, 2, true, 0},
    {"kata-get-rules", get_rules, 0, 0, true, 0},
    {"kgs-rules", kgs_rules, 1, 1, true, 0},
    {0},
};
