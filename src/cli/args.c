/* Reads command lines. Flags, those of the verb and the global ones, are found by their name, by
 * the beginning of a name if only one flag begins so, or by their letter. What is left are words,
 * of which a game's `option=value` are read here and all others by the verb.
 *
 * Nothing is ignored or overridden in silence: a flag given twice, two flags that fill the same
 * field, and flags that do not go together (cn_clash) are refused with a message. */
#include "cli/args.h"

#include "arena/exec.h"
#include "cli/verbs.h"
#include "core/text.h"
#include "engine/spec.h"

#include <canopy/search.h>

#include <stdlib.h>
#include <unistd.h>

enum { FLAGS = 48 }; /* the most flags of one verb, the global ones included */

/* The values of the flags that every verb takes. `plugin` is loaded and reset by each --plugin. */
typedef struct global {
    bool help, version, ascii, unicode;
    const char *plugin;
} global;

static const cn_flag global_flags[] = {
    CN_TEXT(global, plugin, "plugin", 0, "FILE"), CN_SWITCH(global, ascii, "ascii", 0),
    CN_SWITCH(global, unicode, "unicode", 0),     CN_SWITCH(global, help, "help", 'h'),
    CN_SWITCH(global, version, "version", 'V'),   {.name = NULL},
};

const cn_flag *cn_args_global(void) {
    return global_flags;
}

/* ---- numbers ---- */

int cn_args_int(const cn_cli *cli, const char *what, const char *text, int min, int max) {
    int number;
    if (cn_text_int(text, min, max, &number)) return number;
    cn_out_usage(cli, "%s `%.40s`: expected a whole number from %d to %d", what, text, min, max);
}

/* ---- flags ---- */

/* Reads the value of a flag into its field of the settings. A text is not copied: it points into
 * the command line, which lives as long as the process. */
static void set_flag(const cn_cli *cli, const cn_flag *flag, const char *text, void *settings) {
    void *field = (char *)settings + flag->offset;
    switch (flag->type) {
    case CN_FLAG_SWITCH: *(bool *)field = true; break;
    case CN_FLAG_TEXT: *(const char **)field = text; break;
    case CN_FLAG_LIST: {
        cn_flag_list *list = field;
        CN_USAGE_IF(list->count == CN_FLAG_REPEATS, cli, "--%s may be given at most %d times",
                    flag->name, CN_FLAG_REPEATS);
        list->text[list->count++] = text;
        break;
    }
    case CN_FLAG_INT:
    case CN_FLAG_CORES:
        CN_USAGE_IF(!cn_text_int(text, (int)flag->min, (int)flag->max, field), cli,
                    "--%s %.40s: expected a whole number from %.0f to %.0f", flag->name, text,
                    flag->min, flag->max);
        if (flag->type == CN_FLAG_CORES && *(int *)field == 0) {
            const long online = sysconf(_SC_NPROCESSORS_ONLN);
            const int most = (int)flag->max;
            *(int *)field = online < 1 ? 1 : online < most ? (int)online : most;
        }
        break;
    case CN_FLAG_REAL:
        CN_USAGE_IF(!cn_text_real(text, flag->min, flag->max, field), cli,
                    "--%s %.40s: expected a number from %.10g to %.10g", flag->name, text,
                    flag->min, flag->max);
        break;
    }
}

/* All flags that the command line may have: the verb's and the global ones, each with the struct
 * that it fills and whether it was given. */
typedef struct table {
    int count;
    const cn_flag *flag[FLAGS];
    void *settings[FLAGS];
    bool given[FLAGS];
} table;

/* Adds flags, and the struct of settings that they fill, to those that the command line may have.
 */
static void add_flags(table *t, const cn_flag *flags, void *settings) {
    for (; flags->name && t->count < FLAGS; flags++) {
        t->flag[t->count] = flags;
        t->settings[t->count++] = settings;
    }
}

/* Ends the program with the flags there are, and the one that was most likely meant. */
static _Noreturn void unknown_flag(const cn_cli *cli, const table *t, const char *word) {
    const char *names[FLAGS + 1] = {0};
    char shown[FLAGS][40], plain[64];
    for (int i = 0; i < t->count; i++) {
        snprintf(shown[i], sizeof shown[i], "--%s", t->flag[i]->name);
        names[i] = shown[i];
    }
    snprintf(plain, sizeof plain, "%.*s", (int)strcspn(word, "="), word);
    cn_out_unknown(cli, "flag", plain, names);
}

/* The index of the flag whose name these letters are, or the only one that they begin; -1: none. */
static int find_name(const table *t, const char *name, size_t length) {
    int found = -1, hits = 0;
    for (int i = 0; i < t->count; i++) {
        if (strncmp(t->flag[i]->name, name, length) != 0) continue;
        if (t->flag[i]->name[length] == '\0') return i;
        found = i;
        hits++;
    }
    return hits == 1 ? found : -1;
}

/* Refuses a value for what has one already: the earlier one would be forgotten without a word. Two
 * flags that fill the same field are two names of one thing. */
static void check_once(const cn_cli *cli, const table *t, int i) {
    const cn_flag *flag = t->flag[i];
    if (flag->type == CN_FLAG_LIST) return;
    if (flag == &global_flags[0]) return; /* each plugin is loaded as it comes */
    for (int k = 0; k < t->count; k++) {
        const cn_flag *other = t->flag[k];
        const bool same = t->settings[k] == t->settings[i] && other->offset == flag->offset &&
                          other->type == flag->type;
        if (!t->given[k] || !same) continue;
        if (k == i) cn_out_usage(cli, "--%s is given twice", flag->name);
        cn_out_usage(cli, "--%s and --%s say the same: give one of them", other->name, flag->name);
    }
}

/* Checks and sets one flag. A plugin is loaded at once, since what follows may name its game. */
static void take_flag(cn_cli *cli, table *t, global *common, int i, const char *value) {
    const cn_flag *flag = t->flag[i];
    CN_USAGE_IF(flag->value && !value, cli, "--%s needs a value: --%s %s", flag->name, flag->name,
                flag->value);
    check_once(cli, t, i);
    set_flag(cli, flag, value, t->settings[i]);
    t->given[i] = true;
    if (common->plugin) cn_out_must(cli, cn_cli_plugin(cli, common->plugin, cli->error));
    common->plugin = NULL;
}

/* Takes the flags of one word: `--name`, `--name=value`, or letters such as `-q` and `-n5`. True if
 * the next word was the value of one. */
static bool take_flags(cn_cli *cli, table *t, global *common, const char *word, const char *next) {
    if (word[1] == '-') {
        const char *name = word + 2;
        const size_t length = strcspn(name, "=");
        const int i = find_name(t, name, length);
        if (i < 0) unknown_flag(cli, t, word);
        const bool inside = name[length] == '=', wants = t->flag[i]->value;
        if (inside && !wants) cn_out_usage(cli, "--%s takes no value", t->flag[i]->name);
        take_flag(cli, t, common, i, inside ? name + length + 1 : next);
        return wants && !inside;
    }
    for (const char *letter = word + 1; *letter; letter++) {
        int i = 0;
        while (i < t->count && t->flag[i]->letter != *letter) i++;
        if (i == t->count) unknown_flag(cli, t, (const char[]){'-', *letter, '\0'});
        const bool wants = t->flag[i]->value;
        take_flag(cli, t, common, i, wants && letter[1] ? letter + 1 : next);
        if (wants) return !letter[1];
    }
    return false;
}

/* Takes all flags, up to a word `--`, and adds what is no flag to the words. With `args` NULL it
 * ends at the first word that is no flag. Returns the index of the word it ended at. */
static int parse(cn_cli *cli, table *t, global *common, int argc, char **argv, cn_args *args) {
    bool flags = true;
    int i = 1;
    for (; i < argc; i++) {
        char *word = argv[i];
        /* A position may begin with empty cells and look like a flag: --XXXXX--OOOXX. It is told
         * apart by its first eight characters, which have no small letter, digit or `=`, as a flag
         * would. */
        const bool position = args && strcspn(word, "abcdefghijklmnopqrstuvwxyz0123456789=") >= 8;
        if (flags && strcmp(word, "--") == 0) {
            flags = false;
        } else if (flags && word[0] == '-' && word[1] && !position) {
            i += take_flags(cli, t, common, word, argv[i + 1]);
        } else if (!args) {
            break;
        } else if (args->count == CN_WORDS) {
            cn_out_usage(cli, "more than %d words on the command line", CN_WORDS);
        } else {
            args->word[args->count++] = word;
        }
    }
    if (common->ascii && common->unicode) cn_out_usage(cli, "--ascii or --unicode, not both");
    if (common->ascii || common->unicode) cli->glyphs = common->unicode;
    return i;
}

/* Whether one of the words of `list` (with blanks between) is `word`. */
static bool has_word(const char *list, const char *word, size_t length) {
    for (const char *p = list; *(p += strspn(p, " ")); p += strcspn(p, " ")) {
        if (strcspn(p, " ") == length && strncmp(p, word, length) == 0) return true;
    }
    return false;
}

/* The first word of one list that is, or is not, in another; NULL: there is none. */
static const char *first_word(const char *from, const char *list, bool in) {
    for (const char *p = from; *(p += strspn(p, " ")); p += strcspn(p, " ")) {
        if (has_word(list, p, strcspn(p, " ")) == in) return p;
    }
    return NULL;
}

/* For CN_ONLY the first flag outside the list of allowed ones breaks the rule; for the other two
 * kinds `bad` is the first of `others` that is there, which CN_NOT_WITH forbids and CN_NEEDS asks
 * for. */
void cn_args_clash(const cn_cli *cli, const cn_args *args, const cn_clash *c) {
    for (; c && c->flag; c++) {
        char allowed[256];
        if (!has_word(args->flags, c->flag, strlen(c->flag))) continue;
        snprintf(allowed, sizeof allowed, "%s %s", c->others, c->flag);
        const char *bad = c->kind == CN_ONLY ? first_word(args->flags, allowed, false)
                                             : first_word(c->others, args->flags, true);
        CN_USAGE_IF(c->kind == CN_NEEDS && !bad, cli, "%s needs %s%s: %s", c->flag,
                    strchr(c->others, ' ') ? "one of " : "", c->others, c->why);
        CN_USAGE_IF(c->kind != CN_NEEDS && bad, cli, "%s does not go with %.*s: %s", c->flag,
                    (int)strcspn(bad, " "), bad, c->why);
    }
}

void cn_args_read(cn_cli *cli, const cn_verb *verb, int argc, char **argv, void *settings,
                  cn_args *args) {
    table t = {0};
    global common = {0};
    *args = (cn_args){0};
    add_flags(&t, verb->flags, settings);
    add_flags(&t, global_flags, &common);
    parse(cli, &t, &common, argc, argv, args);
    for (int i = 0; i < t.count; i++) {
        if (!t.given[i] || t.settings[i] == &common) continue;
        cn_text_add(args->flags, sizeof args->flags, " --%s", t.flag[i]->name);
    }
    if (!common.help) cn_args_clash(cli, args, verb->clashes);
    if (common.help || common.version) {
        common.help ? cn_verb_describe(verb) : cn_cli_version();
        cn_cli_leave(cli, CN_EXIT_OK);
    }
}

int cn_args_read_global(cn_cli *cli, int argc, char **argv) {
    table t = {0};
    global common = {0};
    add_flags(&t, global_flags, &common);
    const int next = parse(cli, &t, &common, argc, argv, NULL);
    if (!common.help && !common.version) return next;
    common.help ? cn_verb_overview() : cn_cli_version();
    cn_cli_leave(cli, CN_EXIT_OK);
}

/* A default of 0 or NULL means that the field was not set, so none is shown for it; neither is one
 * for help that speaks of its default itself. */
const char *cn_args_help(const cn_verb *verb, const cn_flag *flag, const void *defaults,
                         char text[CN_FLAG_HELP]) {
    const void *field = defaults ? (const char *)defaults + flag->offset : NULL;
    cn_verb_flag(verb, flag->name, text, CN_FLAG_HELP);
    if (!field || strstr(text, "default")) return text;
    if (flag->type == CN_FLAG_TEXT && *(const char *const *)field) {
        cn_text_add(text, CN_FLAG_HELP, " (default %s)", *(const char *const *)field);
    } else if ((flag->type == CN_FLAG_INT || flag->type == CN_FLAG_CORES) && *(const int *)field) {
        cn_text_add(text, CN_FLAG_HELP, " (default %d)", *(const int *)field);
    } else if (flag->type == CN_FLAG_REAL && *(const double *)field > 0) {
        cn_text_add(text, CN_FLAG_HELP, " (default %g)", *(const double *)field);
    }
    return text;
}

void cn_args_describe(const cn_verb *verb, const cn_flag *flags, const void *defaults) {
    enum { HANG = 24 }; /* columns before the help */
    for (const cn_flag *flag = flags; flag->name; flag++) {
        char form[64], help[CN_FLAG_HELP];
        const char letter[] = {'-', flag->letter, ',', '\0'};
        snprintf(form, sizeof form, "  %3s --%s%s%s", flag->letter ? letter : "", flag->name,
                 flag->value ? " " : "", flag->value ? flag->value : "");
        cn_out_hang(form, HANG, cn_args_help(verb, flag, defaults, help));
    }
}

/* ---- words ---- */

/* Sets an option of the game from `name=value`; one that is given twice is refused. */
static void set_option(const cn_cli *cli, cn_args *args, const char *word) {
    const cn_option *options = args->game->options;
    const char *names[CN_OPTIONS_MAX + 1] = {0};
    char name[64], what[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    for (int i = 0; options[i].name; i++) names[i] = options[i].name;
    const int which = cn_option_find(options, name);
    snprintf(what, sizeof what, "%s option", args->game->title);
    if (which < 0) cn_out_unknown(cli, what, name, names);
    if (args->given[which]) cn_out_usage(cli, "%s is given twice", name);
    args->given[which] = true;
    cn_out_must(cli, cn_values_set(options, args->values, word, cli->error));
}

void cn_args_game(cn_cli *cli, cn_args *args) {
    CN_USAGE_IF(args->count == 0, cli, "which game? Say its name; `canopy games` lists them");
    args->game = cn_cli_game(cli, args->word[0]);
    cn_values_default(args->game->options, args->values);
    int kept = 0;
    for (int i = 1; i < args->count; i++) {
        /* `name=…`, as opposed to a file or a position: before the `=` is one small word. */
        const char *word = args->word[i];
        const size_t n = strspn(word, "abcdefghijklmnopqrstuvwxyz_-");
        if (n > 0 && word[n] == '=') {
            set_option(cli, args, word);
        } else {
            args->word[kept++] = args->word[i];
        }
    }
    args->count = kept;
}

/* Finds the preset whose name is the agent's up to the colon, then goes through its game options,
 * `name=value` with commas between. */
void cn_args_agent(const cn_cli *cli, cn_args *args, const char *agent) {
    const cn_preset *preset = cn_presets();
    const size_t length = agent ? strcspn(agent, ":") : 0;
    while (preset->name && (!agent || strlen(preset->name) != length ||
                            strncmp(preset->name, agent, length) != 0)) {
        preset++;
    }
    char set[256] = "";
    for (const char *p = preset->name ? preset->game_options : NULL; p && *p;) {
        char word[64], name[64];
        const size_t n = strcspn(p, ",");
        snprintf(word, sizeof word, "%.*s", (int)n, p);
        snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
        p += n + (p[n] == ',');
        const int i = cn_option_find(args->game->options, name);
        if (i < 0 || args->given[i]) continue;
        set_option(cli, args, word);
        cn_text_add(set, sizeof set, "%s%s", *set ? " " : "", word);
    }
    if (*set) cn_out_message(cli, "%s is played with %s", preset->name, set);
}

void cn_args_kept(const cn_cli *cli, const cn_args *args, const cn_value *values,
                  const char *name) {
    const cn_option *options = args->game->options;
    for (int i = 0; options[i].name; i++) {
        const cn_value *said = &args->values[i], *kept = &values[i];
        const bool real = options[i].type == CN_OPTION_REAL;
        const bool same = real ? said->real == kept->real : said->integer == kept->integer;
        if (!args->given[i] || (same && (real || strcmp(said->text, kept->text) == 0))) continue;
        cn_out_usage(cli, "%s=%s, but %.160s has %s=%s", options[i].name, said->text, name,
                     options[i].name, kept->text);
    }
}

/* An agent that cannot be parsed is not complained about here: whoever opens it has the better
 * message. */
void cn_args_once(const cn_cli *cli, const cn_game *game, const char *agent, const char *name,
                  bool given) {
    cn_spec spec;
    if (!given || !agent) return;
    const bool other = cn_exec_is(agent);
    if (!other && cn_spec_parse(game, agent, &spec, NULL) != CN_OK) return;
    const char *kind = other ? cn_exec_agent.name : spec.kind->name;
    CN_USAGE_IF(cn_option_find(other ? cn_exec_agent.options : spec.options, name) < 0, cli,
                "--%s does not go with `%.40s`: %s has no option %s (`canopy agents %s` lists "
                "its options)",
                name, agent, kind, name, kind);
    CN_USAGE_IF(!other && cn_spec_names(&spec, name), cli,
                "--%s and the agent `%.60s` both say %s: say it once", name, agent, name);
}

void cn_args_numbers(const cn_cli *cli, const char *flag, const char *text, int count,
                     const char *expected, int *numbers) {
    const char *at = text;
    bool read = true;
    for (int i = 0; i < count && read; i++) {
        char *end;
        const long value = strtol(at, &end, 10);
        read = end != at && value >= (i == 1) && value <= 100000000 &&
               *end == (i + 1 < count ? ':' : '\0');
        numbers[i] = (int)value;
        at = end + 1;
    }
    if (!read) cn_out_usage(cli, "--%s %.40s: expected %s", flag, text, expected);
}

void cn_args_resign(const cn_cli *cli, const char *text, cn_resign *resign) {
    int numbers[2];
    *resign = (cn_resign){0};
    if (strcmp(text, "off") == 0) return;
    cn_args_numbers(cli, "resign", text, 2,
                    "VALUE:MOVES, like 900:3 (who is that far behind, that many moves running), or "
                    "off",
                    numbers);
    *resign = (cn_resign){.value = numbers[0], .moves = numbers[1]};
}

void cn_args_done(const cn_cli *cli, const cn_args *args, int used) {
    if (args->count <= used) return;
    cn_out_usage(cli, "unexpected `%.40s`; `canopy help %s` shows what is accepted",
                 args->word[used], cli->verb);
}
