/* Agent specifications: options are checked one by one against the kind's list, then together with
 * the game (does it have that heuristic, that playout policy?). The values go to an algorithm by
 * its table of settings. */
#include "engine/spec.h"
#include "engine/learned.h"

#include "core/text.h"
#include "parallel/strategy.h"

#include <inttypes.h>
#include <unistd.h>

/* ---- options ---- */

const cn_value *cn_spec_get(const cn_spec *s, const char *name) {
    const int i = cn_option_find(s->options, name);
    return i < 0 ? NULL : &s->values[i];
}

double cn_spec_number(const cn_spec *s, const char *name, double fallback) {
    const int i = cn_option_find(s->options, name);
    if (i < 0) return fallback;
    return s->options[i].type == CN_OPTION_REAL ? s->values[i].real : (double)s->values[i].integer;
}

/* The place of an option among those that are given, -1 if it is not. */
static int given_at(const cn_spec *s, int option) {
    for (int i = 0; i < s->count; i++) {
        if (s->given[i].option == option) return i;
    }
    return -1;
}

bool cn_spec_names(const cn_spec *s, const char *name) {
    const int at = given_at(s, cn_option_find(s->options, name));
    return at >= 0 && s->given[at].own;
}

bool cn_spec_gives(const cn_spec *s, const char *name) {
    return given_at(s, cn_option_find(s->options, name)) >= 0;
}

/* Takes an option off the list of those that are given. */
static void take_out(cn_spec *s, int option) {
    const int at = given_at(s, option);
    if (at < 0) return;
    s->count--;
    memmove(&s->given[at], &s->given[at + 1], (size_t)(s->count - at) * sizeof *s->given);
}

/* Replaces 0 threads by the number of cores. The text of the value stays 0, so that another process
 * which reads the printed specification counts its own. */
static void count_threads(cn_spec *s) {
    const int i = cn_option_find(s->options, "threads");
    if (i < 0 || s->values[i].integer > 0) return;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    s->values[i].integer = cores < 1 ? 1 : cores > 256 ? 256 : cores;
}

/* The place in a list of the game's that an option names; 0 if it names none, -1 if the list does
 * not have it. */
static int named(const cn_spec *s, const char *option, const cn_named *list) {
    const cn_value *value = cn_spec_get(s, option);
    if (!value || !*value->text) return 0;
    for (int i = 0; list && list[i].name; i++) {
        if (strcmp(list[i].name, value->text) == 0) return i;
    }
    return -1;
}

/* Refuses a name that the game's list does not have. */
static cn_status check_named(const cn_spec *s, const char *option, const cn_named *list,
                             cn_error *error) {
    if (named(s, option, list) >= 0) return CN_OK;
    const char *names[CN_OPTIONS_MAX + 1] = {0};
    char known[256];
    for (int i = 0; list && list[i].name && i < CN_OPTIONS_MAX; i++) names[i] = list[i].name;
    cn_text_join(known, sizeof known, names);
    return cn_fail(error, CN_BAD_USAGE, "%s=%s: %s%s", option, cn_spec_get(s, option)->text,
                   list ? "expected one of " : "this game has one kind only", known);
}

static cn_status assign(cn_spec *s, const char *assignment, bool own, cn_error *error);

/* Whoever asks for several threads and names no strategy gets the usual one of the agent. */
static cn_status use_threads(cn_spec *s, cn_error *error) {
    const cn_value *threads = cn_spec_get(s, "threads");
    const char *count = threads && cn_spec_gives(s, "threads") ? threads->text : NULL;
    if (!s->kind->parallel || cn_spec_gives(s, "strategy")) return CN_OK;
    if (!count || strcmp(count, "1") == 0) return CN_OK;
    char assignment[64];
    snprintf(assignment, sizeof assignment, "strategy=%s", s->kind->parallel);
    return assign(s, assignment, true, error);
}

/* What depends on the game, and on the machine: 0 threads are one a core. */
static cn_status settle(cn_spec *s, cn_error *error) {
    count_threads(s);
    CN_TRY(use_threads(s, error));
    const cn_value *eval = cn_spec_get(s, "eval");
    const bool learned = eval && strcmp(eval->text, CN_EVAL_LEARNED) == 0;
    /* Monte Carlo agents have no eval=auto: there the word is taken for a heuristic's, and refused.
     */
    const bool any =
        eval && s->kind->serves != CN_SERVES_MCTS && strcmp(eval->text, CN_EVAL_AUTO) == 0;
    CN_TRY(any       ? CN_OK
           : learned ? cn_learned_known(s->game, error)
                     : check_named(s, "eval", s->game->heuristics, error));
    return check_named(s, "playout", s->game->policies, error);
}

/* Sets one option by "name=value"; it becomes the last of those that are given. `own`: by the text
 * itself and not by a preset. */
static cn_status assign(cn_spec *s, const char *assignment, bool own, cn_error *error) {
    char name[64];
    cn_error why = {""};
    snprintf(name, sizeof name, "%.*s", (int)strcspn(assignment, "="), assignment);
    const cn_status status = cn_values_set(s->options, s->values, assignment, &why);
    if (status != CN_OK) return cn_fail(error, status, "agent %s: %.440s", s->label, why.text);
    const int option = cn_option_find(s->options, name);
    take_out(s, option);
    s->given[s->count].option = (uint8_t)option;
    s->given[s->count++].own = own;
    return CN_OK;
}

/* Sets options by a list with commas. The text itself (`own`) may give each option once only. */
static cn_status assign_all(cn_spec *s, const char *list, bool own, cn_error *error) {
    char word[256];
    while (*list) {
        const size_t n = strcspn(list, ",");
        CN_FAIL_IF(n >= sizeof word, error, CN_BAD_USAGE,
                   "%s: an option has at most %zu characters", s->label, sizeof word - 1);
        snprintf(word, sizeof word, "%.*s", (int)n, list);
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
        CN_FAIL_IF(own && cn_spec_names(s, name), error, CN_BAD_USAGE,
                   "agent %s: %s is given twice", s->label, name);
        CN_TRY(assign(s, word, own, error));
        list += n + (list[n] == ',');
    }
    return CN_OK;
}

cn_status cn_spec_set(cn_spec *s, const char *name, const char *value, cn_error *error) {
    char assignment[256];
    if (strchr(value, ',')) return cn_fail(error, CN_BAD_USAGE, "%s: a value has no commas", name);
    snprintf(assignment, sizeof assignment, "%s=%s", name, value);
    cn_spec changed = *s; /* so that a refusal leaves *s as it was */
    CN_TRY(assign(&changed, assignment, true, error));
    CN_TRY(settle(&changed, error));
    *s = changed;
    return CN_OK;
}

cn_status cn_spec_set_int(cn_spec *s, const char *name, int64_t value, cn_error *error) {
    char text[32];
    snprintf(text, sizeof text, "%" PRId64, value);
    return cn_spec_set(s, name, text, error);
}

/* Defaults of the kind, and on top of them what the game says of agents that suit themselves to it.
 */
static void set_defaults(cn_spec *s) {
    cn_values_default(s->options, s->values);
    if ((s->kind->traits & CN_KIND_TUNED) && s->game->mcts) {
        cn_values_read(s->options, s->values, s->game->mcts, ",", NULL);
    }
    count_threads(s);
}

void cn_spec_unset(cn_spec *s, const char *name) {
    const int option = cn_option_find(s->options, name);
    if (given_at(s, option) < 0) return;
    cn_spec fresh = *s; /* defaults are set all together: take one of them */
    set_defaults(&fresh);
    s->values[option] = fresh.values[option];
    take_out(s, option);
}

/* ---- text ---- */

/* The refusal of a name that no agent has, with the names there are and the nearest one. */
static cn_status unknown(const char *word, cn_error *error) {
    const char *names[64] = {0};
    int count = 0, listed = 0;
    for (const cn_agent *agent = cn_agents(); agent->name; agent++) names[count++] = agent->name;
    for (const cn_preset *preset = cn_presets(); preset->name && count < 63; preset++) {
        names[count++] = preset->name;
        if (preset->spec == NULL) listed = count; /* the reports' are too many for a line */
    }
    /* The nearest name is looked for among all; the list that is shown ends with the levels. */
    const char *near = cn_text_suggest(word, names);
    names[listed] = "report-…";
    names[listed + 1] = NULL;
    char known[256];
    cn_text_join(known, sizeof known, names);
    if (!*word) return cn_fail(error, CN_BAD_USAGE, "no agent is named: expected one of %s", known);
    return cn_fail(error, CN_BAD_USAGE, "unknown agent `%s`%s%s%s: expected one of %s", word,
                   near ? " (did you mean `" : "", near ? near : "", near ? "`?)" : "", known);
}

/* Reads "name:list" into a spec that has its game and label: the text, or what its preset stands
 * for. */
static cn_status begin(cn_spec *s, const char *text, bool own, cn_error *error) {
    char word[64];
    const size_t length = strcspn(text, ":");
    snprintf(word, sizeof word, "%.*s", (int)(length < 63 ? length : 63), text);
    s->kind = cn_kind_find(word, &s->options);
    if (!s->kind) return unknown(word, error);
    set_defaults(s);
    return assign_all(s, text + length + (text[length] == ':'), own, error);
}

cn_status cn_spec_parse(const cn_game *game, const char *text, cn_spec *s, cn_error *error) {
    *s = (cn_spec){.game = game};
    const size_t length = strcspn(text, ":");
    snprintf(s->label, sizeof s->label, "%.*s", (int)length, text);
    const char *preset = cn_preset_spec(s->label, game);
    CN_TRY(begin(s, preset ? preset : text, !preset, error));
    if (preset && text[length]) CN_TRY(assign_all(s, text + length + 1, true, error));
    return settle(s, error);
}

/* Writes a name and the options that are given, or only those that the text itself gives
 * (`own`). */
static cn_status print(const cn_spec *s, const char *name, bool own, char *out, size_t size,
                       cn_error *error) {
    size_t used = (size_t)snprintf(out, size, "%s", name);
    char between = ':';
    for (int i = 0; i < s->count && used < size; i++) {
        const int option = s->given[i].option;
        if (own && !s->given[i].own) continue;
        used += (size_t)snprintf(out + used, size - used, "%c%s=%s", between,
                                 s->options[option].name, s->values[option].text);
        between = ',';
    }
    if (used < size) return CN_OK;
    return cn_fail(error, CN_BAD_USAGE,
                   "agent `%.40s…`: a specification has at most %zu characters", s->label,
                   size - 1);
}

cn_status cn_spec_text(const cn_spec *s, char *out, size_t size, cn_error *error) {
    return print(s, s->kind->name, false, out, size, error);
}

cn_status cn_spec_own_text(const cn_spec *s, char *out, size_t size, cn_error *error) {
    return print(s, s->label, true, out, size, error);
}

cn_status cn_agent_resolve(const cn_game *game, const char *text, char *out, size_t size,
                           cn_error *error) {
    cn_spec spec;
    CN_TRY(cn_spec_parse(game, text, &spec, error));
    return cn_spec_text(&spec, out, size, error);
}

/* ---- for algorithms ---- */

/* A field gets a value of its own type, which its size and the option's type tell. */
static void store(const cn_setting *row, const cn_value *value, unsigned char *into) {
    const bool real = row->option.type == CN_OPTION_REAL;
    void *to = into + row->offset;
    if (row->option.type == CN_OPTION_TEXT) {
        snprintf(to, row->size, "%s", value->text);
        return;
    }
    const double wide = value->real;
    const float narrow = (float)wide;
    const int64_t integer = value->integer;
    const int32_t small = (int32_t)integer;
    const bool flag = integer != 0;
    switch (row->size) {
    case sizeof(bool): memcpy(to, &flag, sizeof flag); break;
    case sizeof small: memcpy(to, real ? (const void *)&narrow : &small, sizeof small); break;
    case sizeof integer: memcpy(to, real ? (const void *)&wide : &integer, sizeof integer); break;
    default: break;
    }
}

void cn_spec_store(const cn_spec *s, const cn_setting *settings, void *into) {
    for (; settings && settings->option.name; settings++) {
        const cn_value *value = cn_spec_get(s, settings->option.name);
        if (value && settings->size > 0) store(settings, value, into);
    }
}

const cn_strategy *cn_spec_strategy(const cn_spec *s, void *options) {
    const cn_value *name = cn_spec_get(s, "strategy");
    const cn_strategy *strategy = name ? cn_strategy_find(name->text) : NULL;
    if (strategy && options) cn_spec_store(s, strategy->options, options);
    return strategy;
}

/* Whether a strategy has this option. */
static bool has(const cn_strategy *strategy, const char *name) {
    for (const cn_setting *o = strategy ? strategy->options : NULL; o && o->option.name; o++) {
        if (strcmp(o->option.name, name) == 0) return true;
    }
    return false;
}

/* Refuses an option of other strategies than the one that is set. */
static cn_status check_strategy(const cn_spec *s, const char *name, cn_error *error) {
    const cn_strategy *set = cn_spec_strategy(s, NULL);
    const char *names[CN_OPTIONS_MAX + 1] = {0};
    char list[256];
    int count = 0;
    for (const cn_strategy *const *other = cn_strategies; *other; other++) {
        const bool offered = (*other)->serves & s->kind->serves;
        if (offered && has(*other, name) && count < CN_OPTIONS_MAX) names[count++] = (*other)->name;
    }
    if (count == 0 || has(set, name)) return CN_OK;
    cn_text_join(list, sizeof list, names);
    return cn_fail(error, CN_BAD_USAGE, "agent %s: %s is for strategy=%s, and the strategy is %s",
                   s->label, name, list, set->name);
}

/* Options that have an effect only if another has this value. */
static const struct {
    const char *name, *other, *value;
} needs[] = {{"rave-k", "rave", "on"},
             {"fpu", "expand", "all"},
             {"virtual-loss", "strategy", "tree"},
             {"forced", "wins", "on"},
             {"forced", "solver", "on"}};

cn_status cn_spec_check(const cn_spec *s, cn_error *error) {
    for (int i = 0; i < s->count; i++) {
        if (s->given[i].own) CN_TRY(check_strategy(s, s->options[s->given[i].option].name, error));
    }
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
        const cn_value *other = cn_spec_get(s, needs[i].other);
        const bool off = other && strcmp(other->text, needs[i].value) != 0;
        if (!off || !cn_spec_names(s, needs[i].name)) continue;
        return cn_fail(error, CN_BAD_USAGE, "agent %s: %s has no effect without %s=%s", s->label,
                       needs[i].name, needs[i].other, needs[i].value);
    }
    return CN_OK;
}

int cn_spec_threads(const cn_spec *s) {
    const cn_strategy *strategy = cn_spec_strategy(s, NULL);
    const bool uses =
        (s->kind->traits & CN_KIND_THREADS) || (strategy && strategy != &cn_strategy_none);
    return uses ? (int)cn_spec_number(s, "threads", 1) : 1;
}

int cn_spec_heuristic(const cn_spec *s) {
    const int heuristic = named(s, "eval", s->game->heuristics);
    return heuristic < 0 ? 0 : heuristic; /* learned weights stand in for it */
}

int cn_spec_policy(const cn_spec *s) {
    return named(s, "playout", s->game->policies);
}
