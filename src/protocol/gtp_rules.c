/* GTP: rules by name, as KataGo and KGS have them, for games that have such options. */
#include "protocol/gtp.h"

#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <strings.h>

/* ---- changing options in the middle of a game ---- */

bool gtp_change_all(gtp *g, const cn_value *values) {
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
    return gtp_change_all(g, values);
}

/* ---- rules ---- */

/* KataGo's fields and the options they are here. What we have no option for must be as we play, or
 * is about what others do: a bonus for handicap is for whoever sets the komi to add, and which
 * passes are friendly for whoever passes. */
typedef struct field {
    const char *name, *option; /* option NULL: `is` it is … */
    const char *is;
    bool any; /* … and other values are taken without effect */
    const char *theirs[4], *ours[4];
} field;

static const field fields[] = {
    {"ko",
     "ko",
     NULL,
     false,
     {"POSITIONAL", "SITUATIONAL", "SIMPLE"},
     {"positional", "situational", "simple"}},
    {"suicide", "suicide", NULL, false, {"true", "false"}, {"allowed", "forbidden"}},
    {"scoring", NULL, "AREA", false, {0}, {0}},
    /* Area scoring that taxes every eye counts the stones. */
    {"tax", "scoring", NULL, false, {"NONE", "ALL"}, {"area", "stones"}},
    {"hasButton", NULL, "false", false, {0}, {0}},
    {"whiteHandicapBonus", NULL, "0", true, {0}, {0}},
    {"friendlyPassOk", NULL, "true", true, {0}, {0}},
};
enum { FIELDS = sizeof fields / sizeof *fields };

/* Named sets: ko, suicide, tax. */
typedef struct rule_set {
    const char *name, *ko, *suicide, *tax;
} rule_set;

static const rule_set sets[] = {
    {"tromp-taylor", "POSITIONAL", "true", "NONE"}, {"chinese", "SIMPLE", "false", "NONE"},
    {"chinese-ogs", "POSITIONAL", "false", "NONE"}, {"chinese-kgs", "POSITIONAL", "false", "NONE"},
    {"stone-scoring", "SIMPLE", "false", "ALL"},    {"aga", "SITUATIONAL", "false", "NONE"},
    {"bga", "SITUATIONAL", "false", "NONE"},        {"new-zealand", "SITUATIONAL", "true", "NONE"},
};

static bool set_field(gtp *g, cn_value *values, const char *name, const char *value) {
    for (int i = 0; i < FIELDS; i++) {
        const field *f = &fields[i];
        if (strcasecmp(f->name, name) != 0) continue;
        if (!f->option) {
            return f->any || strcasecmp(value, f->is) == 0 ||
                   gtp_fail(g, "unsupported rules: %s can only be %s", f->name, f->is);
        }
        for (int k = 0; f->theirs[k]; k++) {
            if (strcasecmp(value, f->theirs[k]) != 0) continue;
            char assignment[64];
            snprintf(assignment, sizeof assignment, "%s=%s", f->option, f->ours[k]);
            cn_error error;
            return cn_values_set(g->desk->game->options, values, assignment, &error) == CN_OK ||
                   gtp_fail(g, "%s", error.text);
        }
        return gtp_fail(g, "unsupported rules: %s cannot be %.40s", f->name, value);
    }
    return gtp_fail(g, "unknown rule");
}

static bool set_named(gtp *g, cn_value *values, const char *name) {
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        const rule_set *s = &sets[i];
        if (strcasecmp(s->name, name) == 0) {
            return set_field(g, values, "ko", s->ko) &&
                   set_field(g, values, "suicide", s->suicide) &&
                   set_field(g, values, "tax", s->tax);
        }
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
        if (good) good = set_field(g, values, name, text);
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
    return good && gtp_change_all(g, values);
}

static bool set_rule(gtp *g) {
    cn_value values[CN_OPTIONS_MAX];
    memcpy(values, g->desk->values, sizeof values);
    return set_field(g, values, g->word[0], g->word[1]) && gtp_change_all(g, values);
}

/* KGS writes them in its own way; its Chinese rules have superko. */
static bool kgs_rules(gtp *g) {
    cn_value values[CN_OPTIONS_MAX];
    memcpy(values, g->desk->values, sizeof values);
    for (char *c = g->word[0]; *c; c++) *c = (char)(*c == '_' ? '-' : tolower((unsigned char)*c));
    const char *name = strcmp(g->word[0], "chinese") == 0 ? "chinese-kgs" : g->word[0];
    return set_named(g, values, name) && gtp_change_all(g, values);
}

static const char *current(const gtp *g, const field *f) {
    const int option = f->option ? gtp_option(g, f->option) : -1;
    if (option < 0) return f->is ? f->is : f->theirs[0];
    for (int k = 0; f->theirs[k]; k++) {
        if (strcmp(f->ours[k], g->desk->values[option].text) == 0) return f->theirs[k];
    }
    return "NONE";
}

static bool get_rules(gtp *g) {
    for (int i = 0; i < FIELDS; i++) {
        const char *value = current(g, &fields[i]);
        const bool flag = strcmp(value, "true") == 0 || strcmp(value, "false") == 0;
        gtp_say(g, "%s\"%s\":%s%s%s", i ? "," : "{", fields[i].name, flag ? "" : "\"", value,
                flag ? "" : "\"");
    }
    gtp_say(g, "}");
    return true;
}

const gtp_command gtp_rules[] = {
    {"kata-set-rules", set_rules, 1, -1, true},
    {"kata-set-rule", set_rule, 2, 2, true},
    {"kata-get-rules", get_rules, 0, 0, true},
    {"kgs-rules", kgs_rules, 1, 1, true},
    {0},
};
