/* `canopy help --manual` writes the manual page in the macros of man(7). It is made of the tables
 * and the text that the help is made of; what else it says is in manual.roff, in the same macros.
 * The build runs this command to make the page for `man canopy`. */
#include "cli/verbs.h"

#include <canopy/search.h>

/* Writes text so that roff takes nothing in it for a macro or an escape; `line` is written for each
 * end of a line. */
static void put(const char *text, const char *line) {
    for (bool first = true; *text; first = *text++ == '\n') {
        if (first && (*text == '.' || *text == '\'')) fputs("\\&", stdout);
        if (*text == '\n') {
            fputs(line, stdout);
        } else if (*text == '\\' || *text == '-') {
            printf("\\%c", *text == '-' ? '-' : 'e');
        } else {
            putchar(*text);
        }
    }
}

/* A line of running text. */
static void put_line(const char *text) {
    put(text, " ");
    putchar('\n');
}

/* An entry of a list: what it is called, with what it takes behind it, and its help. */
static void put_entry(const char *name, const char *sign, const char *value, const char *help) {
    fputs(".TP\n.BI \"", stdout);
    put(name, " ");
    put(sign, " ");
    fputs("\" \"", stdout);
    put(value, " ");
    fputs("\"\n", stdout);
    put_line(help);
}

/* Flags as entries of a list. */
static void put_flags(const cn_verb *verb, const cn_flag *flags, const void *defaults) {
    for (; flags->name; flags++) {
        char name[64], help[CN_FLAG_HELP];
        const char letter[] = {'-', flags->letter, ',', ' ', '\0'};
        snprintf(name, sizeof name, "%s--%s", flags->letter ? letter : "", flags->name);
        put_entry(name, " ", flags->value ? flags->value : "",
                  cn_args_help(verb, flags, defaults, help));
    }
}

/* Options of a game or an agent as entries of a list, each with its default. */
static void put_options(const cn_option *options) {
    for (; options->name; options++) {
        put_entry(options->name, "=", options->fallback, options->help);
    }
}

/* The section of a verb: how it is called, what it does, its flags, and its examples. */
static void put_verb(const cn_verb *verb) {
    cn_verb_prose prose;
    cn_verb_read(verb, &prose);
    printf(".SS %s\n", verb->name);
    fputs(".B canopy ", stdout);
    put_line(verb->name);
    put_line(prose.words);
    fputs(".PP\n", stdout);
    put(prose.text, "\n.PP\n");
    putchar('\n');
    put_flags(verb, verb->flags, verb->defaults);
    fputs(".PP\n.nf\n", stdout);
    put(prose.examples, "\n");
    fputs(".fi\n", stdout);
}

void cn_verb_manual(const cn_cli *cli) {
    printf(".TH CANOPY 1 \"\" \"canopy %s\"\n.SH NAME\ncanopy \\- parallel game\\-tree search\n"
           ".SH SYNOPSIS\n.B canopy\n[\\-\\-plugin FILE]… VERB …\n.SH DESCRIPTION\n",
           CN_VERSION);
    put_line(
        "Searches the trees of board games, on one core or on many. Everything it does is a verb. "
        "Flags and words may be mixed; a game's own options, such as the size of its board, are "
        "written option=value. Results go to standard output, everything else to standard error; "
        "with --json the results are JSON. Before the verb and after it are understood:");
    put_flags(NULL, cn_args_global(), NULL);
    fputs(".SH VERBS\n", stdout);
    for (const cn_verb *const *verb = cn_verbs(); *verb; verb++) put_verb(*verb);
    fputs(".SH GAMES\n", stdout);
    for (int i = 0; cli->games[i]; i++) {
        printf(".SS %s\n", cli->games[i]->name);
        put_line(cli->games[i]->summary);
        put_options(cli->games[i]->options);
    }
    fputs(".SH AGENTS\n", stdout);
    put_line("An agent is a name, and options where they differ from the defaults: "
             "pvs:time=1,strategy=ybw,threads=2. Options are shown with their defaults.");
    for (const cn_agent *agent = cn_agents(); agent->name; agent++) {
        printf(".SS %s\n", agent->name);
        put_line(agent->summary);
        put_options(agent->options);
    }
    fputs(".SS Names for agents\n", stdout);
    for (const cn_preset *preset = cn_presets(); preset->name; preset++) {
        put_entry(preset->name, "", "", preset->summary);
    }
    fputs((const char *)cn_help_files[1].bytes, stdout);
}
