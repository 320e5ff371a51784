/* The verbs: everything the program can do. A new one is a file that defines
 * `const cn_verb cn_verb_<name>`, a line here, and its section in help.txt; the help, the manual
 * page and the completion of shells are made of that table and that text. */
#pragma once

#include "cli/args.h"
#include "cli/out.h"
#include "core/builtin.h"

/* clang-format off */
#define CN_VERBS(X) \
    X(play) \
    X(simulate) \
    X(analyze) \
    X(solve) \
    X(explain) \
    X(engine) \
    X(games) \
    X(agents) \
    X(replay) \
    X(perft) \
    X(check) \
    X(stats) \
    X(match) \
    X(learn) \
    X(book) \
    X(results) \
    X(bench) \
    X(trace) \
    X(serve) \
    X(complete) \
    X(help)
/* clang-format on */

/* What the first word of a verb is. A game is read together with its option=value words. */
typedef enum cn_takes {
    CN_TAKES_WORDS,         /* anything: the verb reads it itself */
    CN_TAKES_GAME,          /* a game, which must be named */
    CN_TAKES_GAME_OR_NONE,  /* a game; without one args->game is NULL */
    CN_TAKES_GAME_OR_FIRST, /* a game; without one the first of the list */
} cn_takes;

/* A verb: its words and flags as users see them, and the function that does its work. */
struct cn_verb {
    const char *name;
    const cn_flag *flags;    /* ended by a NULL name; --help is always there */
    const cn_clash *clashes; /* NULL: any of them go together */
    const void *defaults;    /* the settings before the flags are read, see CN_SETTINGS */
    size_t size;             /* bytes of the settings; 0: there are none */
    size_t source; /* of a verb about one position: where its cn_source is in the settings, not 0.
                      The position, which a word may name, is then in the arguments of `run`. */
    cn_takes takes;
    int words_most; /* words there may be besides the game and its options */
    /* Does the verb's work. `settings` is a copy of `defaults` that the flags have filled. */
    cn_exit (*run)(cn_cli *cli, cn_args *args, void *settings);
};

/* What every verb's table begins with: its name, and the `flags` and `run` of its file. */
#define CN_VERB(verb) .name = #verb, .flags = flags, .run = run

/* The defaults and the size of a verb's settings: a struct called `settings`, or of another name.
 */
#define CN_SETTINGS(...)          CN_SETTINGS_OF(settings, __VA_ARGS__)
#define CN_SETTINGS_OF(type, ...) .defaults = &(const type){__VA_ARGS__}, .size = sizeof(type)

#define X(name) extern const cn_verb cn_verb_##name;
CN_VERBS(X)
#undef X

/* All of them, NULL-terminated, in the order of the list. */
const cn_verb *const *cn_verbs(void);

/* The verb of that name; an unknown one ends the program with the names there are. */
const cn_verb *cn_verb_find(const cn_cli *cli, const char *name);

/* Reads a command line, whose first word is the verb, and does what it says. */
cn_exit cn_verb_run(cn_cli *cli, const cn_verb *verb, int argc, char **argv);

/* The prose of the help, which the build makes part of the program: help.txt and manual.roff. */
extern const cn_builtin cn_help_files[];

/* What help.txt has of a verb: the words that follow its name ("GAME DEPTH [option=value…]"), what
 * it does in at most 28 columns, examples, a line each, and an explanation, a paragraph a line with
 * an empty line between. */
typedef struct cn_verb_prose {
    char words[128], summary[32], examples[1024], text[4096];
} cn_verb_prose;

/* Reads it; all is empty if there is nothing. The second reads what it has of a flag: in the verb's
 * section, else, and for NULL, in that of flags which several verbs have. */
void cn_verb_read(const cn_verb *verb, cn_verb_prose *prose);
void cn_verb_flag(const cn_verb *verb, const char *flag, char *text, size_t size);

/* Help on standard output: of the program, of one verb, and all of it as a manual page. */
void cn_verb_overview(void);
void cn_verb_describe(const cn_verb *verb);
void cn_verb_manual(const cn_cli *cli);
