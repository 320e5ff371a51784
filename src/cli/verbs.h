/* The verbs. A new one is a file that defines `const cn_verb cn_verb_<name>` and a line here. */
#pragma once

#include "cli/args.h"

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

struct cn_verb {
    const char *name;
    const char *words;       /* what follows the name: "GAME DEPTH [option=value…]" */
    const char *summary;     /* half a line */
    const char *examples;    /* a line each, without `canopy` and indentation */
    const char *text;        /* what it does, in a paragraph or two */
    const cn_flag *flags;    /* ended by a NULL name; --help is always there */
    const cn_clash *clashes; /* NULL: any of them go together */
    cn_exit (*run)(cn_cli *cli, int argc, char **argv);
};

#define X(name) extern const cn_verb cn_verb_##name;
CN_VERBS(X)
#undef X

/* All of them, NULL-terminated, in the order of the list. */
const cn_verb *const *cn_verbs(void);

/* The verb of that name; there must be one. */
const cn_verb *cn_verb_find(const cn_cli *cli, const char *name);

/* Help on standard output: of the program, of one verb, and all of it as a manual page. */
void cn_verb_overview(void);
void cn_verb_describe(const cn_verb *verb);
void cn_verb_manual(const cn_cli *cli);
