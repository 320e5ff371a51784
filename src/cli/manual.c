/* canopy help --manual: the manual page, made of the tables that the help is made of, in the macros
 * of man(7). The build writes it for `man canopy`. */
#include "cli/verbs.h"

#include <canopy/search.h>

/* Sections that are not made of tables. */
static const struct {
    const char *title, *text;
} sections[] = {
    {"POSITIONS",
     "Verbs that begin from a position begin from the game's first, unless --position, --board "
     "or --moves says another. A drawn board is a line a row, with cells as the game writes or "
     "draws them, with or without blanks, frames and labels; `.`, `-`, `_` and `+` are empty. A "
     "line such as `White to move`, or just `White` or its mark, says whose turn it is."},
    {"OTHER PROGRAMS",
     "Another program plays as exec:PROTOCOL[,option=value…]:COMMAND, where the command runs "
     "through sh(1) and talks the protocol on its standard streams: gtp or ugi for every game, "
     "gomocup for Gomoku, nboard for Othello. The options are time, depth and nodes for a move, "
     "told to it where the protocol can; margin, the seconds beyond its time that it is waited "
     "for (0.5); startup, those to start and to answer everything else (10); wait, those for a "
     "move that nothing limits (60). A program that crashes, does not answer or plays an illegal "
     "move loses that game, with the reason in the record, and is started again for the next."},
    {"SEVERAL MACHINES",
     "Started by mpirun(1) or another launcher of MPI jobs, canopy searches on all ranks of the "
     "job, with the agent's threads on each; the agent's option ranks uses only the first of "
     "them, and share lets Monte Carlo trees learn from each other. match plays its games on all "
     "ranks. If a rank dies the job ends; match --db and bench --resume go on when the same "
     "command is given again."},
    {"ENVIRONMENT",
     "NO_COLOR: if set and not empty, no colours are used; nor are they where standard output is "
     "no terminal, or TERM is dumb.\n"
     "LC_ALL, LC_CTYPE, LANG: the first that is set tells whether the terminal takes UTF-8.\n"
     "CANOPY_PORTABLE: if set and not 0, games use the code that runs on any processor."},
    {"EXIT STATUS",
     "0: all is well.\n"
     "1: failure, such as output that could not be written.\n"
     "2: wrong usage, an unknown word or a value out of range.\n"
     "3: bad input, a position, move or file that is not what it should be.\n"
     "4: the position was not proven.\n"
     "5: the sequential test of a match accepted the lower hypothesis.\n"
     "129, 130, 143: ended by SIGHUP, SIGINT (Ctrl-C) or SIGTERM; what was found until then is "
     "shown and kept."},
};

/* Text in which nothing is taken for a macro; `line` stands for each end of a line. */
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
static void put_flags(const cn_flag *flags, const void *defaults) {
    for (; flags->name; flags++) {
        char name[64], help[CN_FLAG_HELP];
        const char letter[] = {'-', flags->letter, ',', ' ', '\0'};
        snprintf(name, sizeof name, "%s--%s", flags->letter ? letter : "", flags->name);
        put_entry(name, " ", flags->value ? flags->value : "", cn_args_help(flags, defaults, help));
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
    printf(".SS %s\n", verb->name);
    fputs(".B canopy ", stdout);
    put_line(verb->name);
    put_line(verb->words);
    fputs(".PP\n", stdout);
    put(verb->text, "\n.PP\n");
    putchar('\n');
    put_flags(verb->flags, verb->defaults);
    fputs(".PP\n.nf\n", stdout);
    put(verb->examples, "\n");
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
    put_flags(cn_args_global(), NULL);
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
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        printf(".SH %s\n", sections[i].title);
        put(sections[i].text, "\n.br\n");
        putchar('\n');
    }
}
