/* The list of verbs, how one is run, and the help that is made of their tables and of help.txt.
 *
 * help.txt has a section for each verb, which begins with `# NAME` and the words that follow the
 * name; then come its summary, its examples and an empty line, its explanation in paragraphs, and
 * its flags, each as `  --flag  help`. Flags that several verbs have stand in the section `flags`.
 */
#include "cli/verbs.h"

#include "cli/source.h"

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

/* What most verbs need is done here before their `run`: flags are read into a copy of the defaults,
 * the game and its options are read, words too many are refused, and the position is made. */
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
    if (verb->source) {
        cn_source *source = (cn_source *)((char *)settings + verb->source);
        cn_source_word(cli, &args, source);
        cn_source_read(cli, &args, source, &args.position);
    }
    const cn_exit code = verb->run(cli, &args, settings);
    cn_position_free(&args.position);
    free(settings);
    return code;
}

/* What follows `# NAME` in help.txt; NULL: there is no such section. */
static const char *section(const char *name) {
    char heading[32];
    const int length = snprintf(heading, sizeof heading, "\n# %s", name);
    const char *at = (const char *)cn_help_files[0].bytes;
    while ((at = strstr(at + 1, heading)) && !strchr(" \n", at[length])) continue;
    return at ? at + length : NULL;
}

/* Copies the text up to one of these marks, the nearest, or up to the end. Single ends of lines
 * become blanks, and blanks at the beginning of lines are left out. */
static void copy(const char *at, const char *const *marks, char *out, size_t size) {
    const char *end = at + strlen(at) - 1; /* without the end of the last line */
    for (; *marks; marks++) {
        const char *mark = strstr(at, *marks);
        if (mark && mark < end) end = mark;
    }
    size_t used = 0;
    for (const char *p = at; p < end && used + 1 < size; p++) {
        const bool joint = *p == '\n' && p[1] != '\n' && p > at && p[-1] != '\n';
        if (joint) p += strspn(p + 1, " ");
        out[used++] = joint ? ' ' : *p;
    }
    out[used] = '\0';
}

/* Takes the next line, without its end. */
static const char *take_line(const char *at, char *out, size_t size) {
    const size_t length = strcspn(at, "\n");
    snprintf(out, size, "%.*s", (int)length, at);
    return at + length + (at[length] == '\n');
}

void cn_verb_read(const cn_verb *verb, cn_verb_prose *p) {
    static const char *const ends[] = {"\n\n# ", "\n\n  --", NULL};
    const char *at = section(verb->name), *text = at ? strstr(at, "\n\n") : NULL;
    *p = (cn_verb_prose){.words = ""};
    if (!text) return;
    at = take_line(at + (*at == ' '), p->words, sizeof p->words);
    at = take_line(at, p->summary, sizeof p->summary);
    snprintf(p->examples, sizeof p->examples, "%.*s", (int)(text + 1 - at), at);
    copy(text + 2, ends, p->text, sizeof p->text);
}

void cn_verb_flag(const cn_verb *verb, const char *flag, char *text, size_t size) {
    static const char *const ends[] = {"\n\n", "\n  --", NULL};
    char mark[64];
    const int length = snprintf(mark, sizeof mark, "\n  --%s  ", flag);
    const char *at = verb ? section(verb->name) : NULL, *found = at ? strstr(at, mark) : NULL;
    const char *next = at ? strstr(at, "\n# ") : NULL;
    if (!found || (next && next < found)) found = strstr(section("flags"), mark);
    *text = '\0';
    if (found) copy(found + length, ends, text, size);
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
    for (const char *p = prose.examples; *p;) {
        const size_t length = strcspn(p, "\n");
        printf("  %.*s\n", (int)length, p);
        p += length + (p[length] == '\n');
    }
    fputc('\n', stdout);
    cn_out_wrap(prose.text, 0);
    fputs("\nOptions:\n", stdout);
    cn_args_describe(verb, verb->flags, verb->defaults);
    cn_args_describe(verb, cn_args_global(), NULL);
}
