/* The list of verbs, how one is run, and the help that is made of their tables and of help.txt. */
#include "cli/verbs.h"

#include <stdlib.h>

#define ADDRESS(verb) &cn_verb_##verb,
#define NAME(verb)    #verb,

const cn_verb *const *cn_verbs(void) {
    static const cn_verb *const list[] = {CN_VERBS(ADDRESS) NULL};
    return list;
}

const cn_verb *cn_verb_find(const cn_cli *cli, const char *name) {
    static const char *const names[] = {CN_VERBS(NAME) NULL};
    return cn_verbs()[cn_out_choice(cli, "verb", name, names)];
}

cn_exit cn_verb_run(cn_cli *cli, const cn_verb *verb, int argc, char **argv) {
    cn_args args;
    void *settings = cn_out_memory(cli, malloc(verb->size + 1), "the settings");
    cli->verb = verb->name;
    if (verb->size) memcpy(settings, verb->defaults, verb->size);
    cn_args_read(cli, verb, argc, argv, settings, &args);
    if (args.count == 0 && verb->takes == CN_TAKES_GAME_OR_FIRST) {
        args.word[args.count++] = (char *)cli->games[0]->name;
    }
    const bool none = args.count == 0 && verb->takes == CN_TAKES_GAME_OR_NONE;
    if (verb->takes != CN_TAKES_WORDS && !none) cn_args_game(cli, &args);
    cn_args_done(cli, &args, verb->words_most);
    const cn_exit code = verb->run(cli, &args, settings);
    free(settings);
    return code;
}

/* Takes so many bytes of help.txt, and `skip` that follow them, off its front into a field. */
static void take(const char **at, size_t length, size_t skip, char *field, size_t size) {
    snprintf(field, size, "%.*s", (int)length, *at);
    *at += length + skip;
}

void cn_verb_read(const cn_verb *verb, cn_verb_prose *p) {
    char heading[32];
    const int length = snprintf(heading, sizeof heading, "\n# %s", verb->name);
    const char *at = (const char *)cn_help_files[0].bytes;
    do at = strstr(at + 1, heading);
    while (at && !strchr(" \n", at[length]));
    *p = (cn_verb_prose){.words = ""};
    if (!at) return;
    at += length + (at[length] == ' ');
    take(&at, strcspn(at, "\n"), 1, p->words, sizeof p->words);
    take(&at, strcspn(at, "\n"), 1, p->summary, sizeof p->summary);
    const char *text = strstr(at, "\n\n"), *end = text ? strstr(text, "\n\n# ") : NULL;
    if (!text) return;
    take(&at, (size_t)(text + 1 - at), 1, p->examples, sizeof p->examples);
    take(&at, end ? (size_t)(end - at) : strlen(at) - 1, 0, p->text, sizeof p->text);
    for (char *c = p->text; *c; c++) {
        if (*c == '\n' && c[1] != '\n' && c[-1] != '\n') *c = ' ';
    }
}

/* Examples, a line each, indented. */
static void print_examples(const char *examples) {
    for (const char *p = examples; *p;) {
        const size_t length = strcspn(p, "\n");
        printf("  %.*s\n", (int)length, p);
        p += length + (p[length] == '\n');
    }
}

/* Fits a terminal of 24 lines with 80 columns: the verbs stand in two columns, read downwards. */
void cn_verb_overview(void) {
    const cn_verb *const *verb = cn_verbs();
    int count = 0;
    fputs("Canopy searches game trees in parallel. Examples:\n\n"
          "  canopy play connect4 --level hard          play against the computer\n"
          "  canopy analyze othello --moves f5d6c3      the best moves of a position\n"
          "  canopy solve connect4 width=5 height=4     who wins?\n"
          "  canopy match othello easy hard             who is stronger?\n"
          "  canopy serve                               play and analyse in a browser\n\n"
          "usage: canopy [--plugin FILE]… VERB …\n",
          stdout);
    while (verb[count]) count++;
    const int rows = (count + 1) / 2;
    for (int i = 0; i < rows; i++) {
        const cn_verb *right = i + rows < count ? verb[i + rows] : NULL;
        cn_verb_prose prose;
        cn_verb_read(verb[i], &prose);
        printf("  %-9s %-*s", verb[i]->name, right ? 29 : 0, prose.summary);
        if (right) cn_verb_read(right, &prose);
        if (right) printf(" %-9s %s", right->name, prose.summary);
        fputc('\n', stdout);
    }
    fputs("\n`canopy help VERB` explains one of them, its flags and their defaults. All take\n"
          "--ascii or --unicode (how boards are drawn), --plugin FILE, --help, --version.\n",
          stdout);
}

void cn_verb_describe(const cn_verb *verb) {
    char form[160];
    cn_verb_prose prose;
    cn_verb_read(verb, &prose);
    snprintf(form, sizeof form, "canopy %s %s%s", verb->name, prose.words,
             verb->flags[0].name ? " [options]" : "");
    cn_out_hang("usage:", sizeof "usage:", form);
    fputs("\nExamples:\n", stdout);
    print_examples(prose.examples);
    fputc('\n', stdout);
    cn_out_wrap(prose.text, 0);
    fputs("\nOptions:\n", stdout);
    cn_args_describe(verb->flags, verb->defaults);
    cn_args_describe(cn_args_global(), NULL);
}
