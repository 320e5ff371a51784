#include "cli/args.h"

#include "arena/exec.h"
#include "cli/out.h"
#include "cli/verbs.h"
#include "core/text.h"
#include "engine/spec.h"

#include <canopy/search.h>

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

enum { FLAGS = 48, LONG = 256 /* getopt's code of flag i is LONG + i */ };

typedef struct global {
    bool help, version, ascii, unicode;
    const char *plugin;
} global;

static const cn_flag global_flags[] = {
    CN_TEXT(global, plugin, "plugin", 0, "FILE",
            "add the game or the agent of a shared object; may be repeated"),
    CN_SWITCH(global, ascii, "ascii", 0, "draw boards in plain characters"),
    CN_SWITCH(global, unicode, "unicode", 0, "draw boards in wide characters"),
    CN_SWITCH(global, help, "help", 'h', "this text"),
    CN_SWITCH(global, version, "version", 'V', "the version, and what it was built with"),
    {.name = NULL},
};

const cn_flag *cn_args_global(void) {
    return global_flags;
}

/* ---- numbers ---- */

static bool whole(const char *text, double min, double max, int *number) {
    char *end;
    errno = 0;
    const long value = strtol(text, &end, 10);
    if (end == text || *end || errno || (double)value < min || (double)value > max) return false;
    *number = (int)value;
    return true;
}

int cn_args_int(const cn_cli *cli, const char *what, const char *text, int min, int max) {
    int number;
    if (whole(text, min, max, &number)) return number;
    cn_out_usage(cli, "%s `%.40s`: expected a whole number from %d to %d", what, text, min, max);
}

/* ---- flags ---- */

static int cores(void) {
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > 256 ? 256 : (int)count;
}

static void set_flag(const cn_cli *cli, const cn_flag *flag, const char *text, void *settings) {
    void *field = (char *)settings + flag->offset;
    switch (flag->type) {
    case CN_FLAG_SWITCH: *(bool *)field = true; break;
    case CN_FLAG_TEXT: *(const char **)field = text; break;
    case CN_FLAG_LIST: {
        cn_flag_list *list = field;
        if (list->count == CN_FLAG_REPEATS) {
            cn_out_usage(cli, "--%s may be given at most %d times", flag->name, CN_FLAG_REPEATS);
        }
        list->text[list->count++] = text;
        break;
    }
    case CN_FLAG_INT:
    case CN_FLAG_CORES:
        if (!whole(text, flag->min, flag->max, field)) {
            cn_out_usage(cli, "--%s %.40s: expected a whole number from %.0f to %.0f", flag->name,
                         text, flag->min, flag->max);
        }
        if (flag->type == CN_FLAG_CORES && *(int *)field == 0) *(int *)field = cores();
        break;
    case CN_FLAG_REAL: {
        char *end;
        const double value = strtod(text, &end);
        if (end == text || *end || !isfinite(value) || value < flag->min || value > flag->max) {
            cn_out_usage(cli, "--%s %.40s: expected a number from %.10g to %.10g", flag->name, text,
                         flag->min, flag->max);
        }
        *(double *)field = value;
        break;
    }
    }
}

/* A verb's flags and the global ones, as getopt wants them. */
typedef struct table {
    int count;
    const cn_flag *flag[FLAGS];
    void *settings[FLAGS];
    struct option option[FLAGS + 1];
    bool given[FLAGS];
    char letters[3 * FLAGS + 3];
} table;

static void add_flags(table *t, const cn_flag *flags, void *settings) {
    for (const cn_flag *flag = flags; flag->name && t->count < FLAGS; flag++) {
        const int kind = flag->value ? required_argument : no_argument;
        t->option[t->count] = (struct option){flag->name, kind, NULL, LONG + t->count};
        t->flag[t->count] = flag;
        t->settings[t->count++] = settings;
        if (!flag->letter) continue;
        cn_text_add(t->letters, sizeof t->letters, "%c%s", flag->letter, kind ? ":" : "");
    }
}

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

static const cn_flag *flag_of(const table *t, int code) {
    if (code >= LONG) return t->flag[code - LONG];
    for (int i = 0; i < t->count; i++) {
        if (t->flag[i]->letter == code) return t->flag[i];
    }
    return NULL;
}

static _Noreturn void bad_flag(const cn_cli *cli, const table *t, int code, char **argv) {
    const cn_flag *flag = optopt ? flag_of(t, optopt) : NULL;
    if (code == ':' && flag) {
        cn_out_usage(cli, "--%s needs a value: --%s %s", flag->name, flag->name, flag->value);
    }
    if (flag) cn_out_usage(cli, "--%s takes no value", flag->name);
    const char letter[] = {'-', (char)optopt, '\0'};
    unknown_flag(cli, t, optopt && optopt < LONG ? letter : argv[optind - 1]);
}

/* A flag that takes the next word as its value: `--name` or `-n`. */
static bool wants_next(const table *t, const char *word) {
    if (word[0] != '-' || !word[1]) return false;
    if (word[1] != '-') {
        const cn_flag *flag = word[2] ? NULL : flag_of(t, word[1]);
        return flag && flag->value;
    }
    for (int i = 0; i < t->count; i++) {
        const cn_flag *flag = t->flag[i];
        if (strncmp(flag->name, word + 2, strlen(word + 2)) == 0) {
            return flag->value;
        }
    }
    return false;
}

/* A position may begin with empty cells that look like a flag: --XXXXX--OOOXX. A flag has small
 * letters. */
static bool position_like(const char *word) {
    return word[0] == '-' && strlen(word) >= 8 &&
           strcspn(word, "abcdefghijklmnopqrstuvwxyz0123456789=") >= 8;
}

/* The command line with such words behind a `--`; memory that the caller frees. */
static char **hide_positions(const cn_cli *cli, const table *t, int *argc, char **argv) {
    char **list = cn_out_memory(cli, calloc((size_t)*argc + 2, sizeof *list), "the command line");
    int kept = 0, hidden = 0, end = 1;
    while (end < *argc && strcmp(argv[end], "--") != 0) end++;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < end; i++) {
            const bool word = i > 0 && position_like(argv[i]) && !wants_next(t, argv[i - 1]);
            if (word == (pass == 1)) list[kept++] = argv[i];
            hidden += word;
        }
        if (pass == 0 && (hidden > 0 || end < *argc)) list[kept++] = (char *)"--";
    }
    for (int i = end + 1; i < *argc; i++) list[kept++] = argv[i];
    *argc = kept;
    return list;
}

/* Refuses a value for what has one already: the earlier one would be forgotten without a word.
 * `given` are the flags so far. Two names of one thing have one place. */
static void check_once(const cn_cli *cli, const table *t, const bool *given, int i) {
    const cn_flag *flag = t->flag[i];
    assert(flag);
    if (flag->type == CN_FLAG_LIST) return;
    if (flag == &global_flags[0]) return; /* each plugin is loaded as it comes */
    for (int k = 0; k < t->count; k++) {
        const cn_flag *other = t->flag[k];
        const bool same = t->settings[k] == t->settings[i] && other->offset == flag->offset &&
                          other->type == flag->type;
        if (!given[k] || !same) continue;
        if (k == i) cn_out_usage(cli, "--%s is given twice", flag->name);
        cn_out_usage(cli, "--%s and --%s say the same: give one of them", other->name, flag->name);
    }
}

/* Reads all flags; the words are argv[optind] and on. */
static void parse(cn_cli *cli, table *t, global *common, int argc, char **argv) {
    optind = 0; /* glibc: begin anew */
    opterr = 0;
    for (int code; (code = getopt_long(argc, argv, t->letters, t->option, NULL)) != -1;) {
        if (code == '?' || code == ':') bad_flag(cli, t, code, argv);
        const cn_flag *flag = flag_of(t, code);
        int i = 0;
        while (t->flag[i] != flag) i++;
        cn_error error;
        check_once(cli, t, t->given, i);
        set_flag(cli, flag, optarg, t->settings[i]);
        t->given[i] = true;
        if (common->plugin) cn_out_check(cli, cn_cli_plugin(cli, common->plugin, &error), &error);
        common->plugin = NULL;
    }
    if (common->ascii && common->unicode) cn_out_usage(cli, "--ascii or --unicode, not both");
    if (common->ascii || common->unicode) cli->glyphs = common->unicode;
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

void cn_args_clash(const cn_cli *cli, const cn_args *args, const cn_clash *c) {
    for (; c && c->flag; c++) {
        char allowed[256];
        if (!has_word(args->flags, c->flag, strlen(c->flag))) continue;
        snprintf(allowed, sizeof allowed, "%s %s", c->others, c->flag);
        const char *bad = c->kind == CN_ONLY ? first_word(args->flags, allowed, false)
                                             : first_word(c->others, args->flags, true);
        if (c->kind == CN_NEEDS && !bad) {
            cn_out_usage(cli, "%s needs %s%s: %s", c->flag, strchr(c->others, ' ') ? "one of " : "",
                         c->others, c->why);
        }
        if (c->kind != CN_NEEDS && bad) {
            cn_out_usage(cli, "%s does not go with %.*s: %s", c->flag, (int)strcspn(bad, " "), bad,
                         c->why);
        }
    }
}

void cn_args_read(cn_cli *cli, const cn_verb *verb, int argc, char **argv, void *settings,
                  cn_args *args) {
    table t = {.letters = ":"};
    global common = {0};
    *args = (cn_args){0};
    add_flags(&t, verb->flags, settings);
    add_flags(&t, global_flags, &common);
    char **list = hide_positions(cli, &t, &argc, argv);
    parse(cli, &t, &common, argc, list);
    for (int i = 0; i < t.count; i++) {
        if (!t.given[i] || t.settings[i] == &common) continue;
        cn_text_add(args->flags, sizeof args->flags, " --%s", t.flag[i]->name);
    }
    if (!common.help) cn_args_clash(cli, args, verb->clashes);
    if (common.help || common.version) {
        common.help ? cn_verb_describe(verb) : cn_cli_version();
        cn_cli_leave(cli, CN_EXIT_OK);
    }
    for (int i = optind; i < argc; i++) {
        if (args->count == CN_WORDS) {
            cn_out_usage(cli, "more than %d words on the command line", CN_WORDS);
        }
        args->word[args->count++] = list[i];
    }
    free(list);
}

int cn_args_read_global(cn_cli *cli, int argc, char **argv) {
    table t = {.letters = "+:"};
    global common = {0};
    add_flags(&t, global_flags, &common);
    parse(cli, &t, &common, argc, argv);
    if (!common.help && !common.version) return optind;
    common.help ? cn_verb_overview() : cn_cli_version();
    cn_cli_leave(cli, CN_EXIT_OK);
}

void cn_args_describe(const cn_flag *flags) {
    for (const cn_flag *flag = flags; flag->name; flag++) {
        char form[64];
        const char letter[] = {'-', flag->letter, ',', '\0'};
        snprintf(form, sizeof form, "%3s --%s%s%s", flag->letter ? letter : "", flag->name,
                 flag->value ? " " : "", flag->value ? flag->value : "");
        printf("  %-22s %s\n", form, flag->help);
    }
}

/* ---- words ---- */

/* `name=…`, as opposed to a file or a position: what stands before the `=` is one small word. */
static bool assignment(const char *word) {
    size_t n = 0;
    while (islower((unsigned char)word[n]) || word[n] == '_' || word[n] == '-') n++;
    return n > 0 && word[n] == '=';
}

/* `given` has the options so far. */
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
    cn_error error;
    cn_out_check(cli, cn_values_set(options, args->values, word, &error), &error);
}

void cn_args_game(cn_cli *cli, cn_args *args) {
    if (args->count == 0) {
        cn_out_usage(cli, "which game? Say its name; `canopy games` lists them");
    }
    args->game = cn_cli_game(cli, args->word[0]);
    cn_values_default(args->game->options, args->values);
    int kept = 0;
    for (int i = 1; i < args->count; i++) {
        if (assignment(args->word[i])) {
            set_option(cli, args, args->word[i]);
        } else {
            args->word[kept++] = args->word[i];
        }
    }
    args->count = kept;
}

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

void cn_args_once(const cn_cli *cli, const cn_game *game, const char *agent, const char *name,
                  bool given) {
    cn_spec spec;
    if (!given || !agent) return;
    const bool other = cn_exec_is(agent);
    if (!other && cn_spec_parse(game, agent, &spec, NULL) != CN_OK) return;
    const char *kind = other ? cn_exec_agent.name : spec.kind->name;
    if (cn_option_find(other ? cn_exec_agent.options : spec.options, name) < 0) {
        cn_out_usage(cli,
                     "--%s does not go with `%.40s`: %s has no option %s (`canopy agents %s` lists "
                     "its options)",
                     name, agent, kind, name, kind);
    }
    if (!other && cn_spec_names(&spec, name)) {
        cn_out_usage(cli, "--%s and the agent `%.60s` both say %s: say it once", name, agent, name);
    }
}

void cn_args_done(const cn_cli *cli, const cn_args *args, int used) {
    if (args->count <= used) return;
    cn_out_usage(cli, "unexpected `%.40s`; `canopy help %s` shows what is accepted",
                 args->word[used], cli->verb);
}
