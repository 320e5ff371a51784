/* GTP: what belongs to Go. Rules by name, as KataGo and KGS have them, and the end of a game.
 *
 * Our Go takes no stone off the board as dead. GTP's players stop earlier and agree on the dead, so
 * here those chains are dead that random games from the position see captured (arena/ownership.h).
 */
#include "arena/dialect.h"
#include "arena/info.h"
#include "arena/ownership.h"
#include "core/text.h"
#include "protocol/gtp.h"

#include <ctype.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <strings.h>

/* ---- changing options in the middle of a game ---- */

/* Gives the whole game other values of its options, histories left behind included, or leaves
 * everything as it was if a move would not be legal. All histories are made first and only then put
 * in place. */
static bool change_all(gtp *g, const cn_value *values) {
    cn_history *all = calloc((size_t)g->earlier_count + 1, sizeof *all);
    if (!all) return gtp_fail(g, "out of memory");
    cn_status status = CN_OK;
    int made = 0;
    for (; made <= g->earlier_count && status == CN_OK; made++) {
        const cn_history *old = made < g->earlier_count ? &g->earlier[made] : &g->desk->history;
        status = cn_desk_keep(old, values, &all[made], &g->error);
    }
    if (status == CN_OK) {
        for (int i = 0; i < g->earlier_count; i++) {
            cn_history_free(&g->earlier[i]);
            g->earlier[i] = all[i];
        }
        cn_desk_take(g->desk, &all[g->earlier_count], values);
    } else {
        for (int i = 0; i < made - 1; i++) cn_history_free(&all[i]);
        gtp_check(g, status);
    }
    free(all);
    return status == CN_OK;
}

bool gtp_change(gtp *g, const char *assignment) {
    cn_value values[CN_OPTIONS_MAX];
    memcpy(values, g->desk->values, sizeof values);
    return gtp_check(g, cn_values_set(g->desk->game->options, values, assignment, &g->error)) &&
           change_all(g, values);
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

/* Sets one rule in KataGo's words, such as `ko` to `SIMPLE`, in `values`. */
static bool set_rule_value(gtp *g, cn_value *values, const char *name, const char *value) {
    const cn_game *game = g->desk->game;
    const char *known;
    char accepted[128] = "";
    for (const cn_dialect *d = game->dialects; d && d->protocol; d++) {
        if (!cn_dialect_is_rule(d, name, &known)) continue;
        if (strcasecmp(known, value) == 0) {
            return gtp_check(g, cn_dialect_apply(game, d, values, &g->error));
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

/* Sets the rules that a name stands for, such as `chinese`, in `values`. Names are small letters,
 * and any are read. */
static bool set_named(gtp *g, cn_value *values, char *name) {
    for (char *c = name; *c; c++) *c = (char)tolower((unsigned char)*c);
    const cn_game *game = g->desk->game;
    const cn_dialect *rules = cn_dialect_find(game, CN_DIALECT_RULES, name);
    return rules ? gtp_check(g, cn_dialect_apply(game, rules, values, &g->error))
                 : gtp_fail(g, "unsupported rules");
}

/* Sets every rule of a dictionary, as KataGo writes them. */
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

/* kata-set-rules: a name of rules, or a dictionary. */
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

/* kata-set-rule: one rule and its value. */
static bool set_rule(gtp *g) {
    cn_value values[CN_OPTIONS_MAX];
    memcpy(values, g->desk->values, sizeof values);
    return set_rule_value(g, values, g->word[0], g->word[1]) && change_all(g, values);
}

/* KGS writes them in its own way; its Chinese rules have superko. */
static bool kgs_rules(gtp *g) {
    cn_value values[CN_OPTIONS_MAX];
    memcpy(values, g->desk->values, sizeof values);
    char chinese[] = "chinese-kgs", *name = g->word[0];
    for (char *c = name; *c; c++) *c = (char)(*c == '_' ? '-' : *c);
    if (strcasecmp(name, "chinese") == 0) name = chinese;
    return set_named(g, values, name) && change_all(g, values);
}

/* A field of the dictionary; texts are quoted, true and false are not. */
static void say_field(gtp *g, bool first, int length, const char *name, const char *value) {
    const bool flag = strcmp(value, "true") == 0 || strcmp(value, "false") == 0;
    gtp_say(g, "%s\"%.*s\":%s%s%s", first ? "{" : ",", length, name, flag ? "" : "\"", value,
            flag ? "" : "\"");
}

/* All rules as KataGo's dictionary. */
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

/* Which stones are dead; false after a message. */
static bool settle(gtp *g, cn_ownership *o, cn_fate *fate) {
    const cn_desk *desk = g->desk;
    return gtp_check(g, cn_ownership_settle(&desk->history.now, desk->values, o, fate, &g->error));
}

/* ---- scores ---- */

/* A score as Go writes it: `B+3.5`, `W+1`, `0`. The margin is Black's. */
static bool say_margin(gtp *g, double margin) {
    if (margin == 0) return gtp_say(g, "0");
    return gtp_say(g, "%c+%g", margin > 0 ? 'B' : 'W', fabs(margin));
}

/* The area once the dead are gone. */
static bool score_area(gtp *g) {
    cn_ownership o;
    cn_fate fate[CN_BOARD_MAX * CN_BOARD_MAX];
    double margin;
    if (!settle(g, &o, fate)) return false;
    if (cn_ownership_margin(&g->desk->history.now, g->desk->values, fate, &margin, &g->error)) {
        return gtp_fail(g, "cannot score");
    }
    return say_margin(g, margin);
}

/* The score with dead stones off the board in Go; other games must be over. */
static bool final_score(gtp *g) {
    const cn_position *now = &g->desk->history.now;
    if (gtp_is_go(g) && now->rules->score) return score_area(g);
    const cn_outcome outcome = cn_position_over(now);
    if (outcome == CN_ONGOING) return gtp_fail(g, "cannot score");
    if (outcome == CN_DRAW) return say_margin(g, 0);
    /* A game without points is won by one. */
    return say_margin(g, now->rules->score          ? cn_info_margin(now)
                         : outcome == CN_FIRST_WINS ? 1
                                                    : -1);
}

/* ---- stones ---- */

/* The points of all stones that are alive, dead or in seki. */
static bool final_status_list(gtp *g) {
    static const struct {
        const char *name;
        cn_fate fate;
    } kinds[] = {{"alive", CN_FATE_ALIVE}, {"dead", CN_FATE_DEAD}, {"seki", CN_FATE_SEKI}};
    cn_ownership o;
    cn_fate fate[CN_BOARD_MAX * CN_BOARD_MAX];
    cn_fate wanted = CN_FATE_NONE;
    for (int i = 0; i < 3; i++) {
        if (strcasecmp(g->word[0], kinds[i].name) == 0) wanted = kinds[i].fate;
    }
    if (wanted == CN_FATE_NONE) return gtp_fail(g, "invalid status");
    if (!settle(g, &o, fate)) return false;
    const char *between = "";
    cn_board board = cn_desk_board(g->desk);
    for (int i = 0; i < o.rows * o.columns; i++) {
        char text[CN_MOVE_TEXT];
        if (fate[i] != wanted) continue;
        gtp_vertex_print(&board, i, text);
        gtp_say(g, "%s%s", between, text);
        between = " ";
    }
    return true;
}

bool gtp_say_owners(gtp *g, const cn_position *position, int view, const char *separator) {
    cn_ownership o;
    cn_ownership_estimate(position, CN_OWNERSHIP_GAMES, &o);
    for (int i = 0; i < o.rows * o.columns; i++) {
        gtp_say(g, "%s%.3f",
                i == 0          ? ""
                : i % o.columns ? " "
                                : separator,
                view ? -o.mean[i] : o.mean[i]);
    }
    return true;
}

bool gtp_has_dead(gtp *g, int player) {
    cn_ownership o;
    cn_fate fate[CN_BOARD_MAX * CN_BOARD_MAX];
    if (!settle(g, &o, fate)) return false;
    for (int i = 0; i < o.rows * o.columns; i++) {
        if (fate[i] == CN_FATE_DEAD && o.cell[i] == player + 1) return true;
    }
    return false;
}

const gtp_command gtp_go[] = {
    GTP_GO("kata-set-rules", set_rules, 1, -1, 0),
    GTP_GO("kata-set-rule", set_rule, 2, 2, 0),
    GTP_GO("kata-get-rules", get_rules, 0, 0, 0),
    GTP_GO("kgs-rules", kgs_rules, 1, 1, 0),
    GTP_ANY("final_score", final_score, 0, 0, 0),
    GTP_GO("final_status_list", final_status_list, 1, 1, 0),
    {0},
};
