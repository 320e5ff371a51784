#include "cli/verbs.h"

#include "cli/out.h"

const cn_verb *const *cn_verbs(void) {
    static const cn_verb *const list[] = {
#define X(name) &cn_verb_##name,
        CN_VERBS(X)
#undef X
            NULL,
    };
    return list;
}

const cn_verb *cn_verb_find(const cn_cli *cli, const char *name) {
    static const char *const names[] = {
#define X(name) #name,
        CN_VERBS(X)
#undef X
            NULL,
    };
    return cn_verbs()[cn_out_choice(cli, "verb", name, names)];
}

static void print_examples(const char *examples) {
    for (const char *p = examples; *p;) {
        const size_t length = strcspn(p, "\n");
        printf("  %.*s\n", (int)length, p);
        p += length + (p[length] == '\n');
    }
}

void cn_verb_overview(void) {
    fputs("Canopy searches game trees in parallel: board games, agents that play them, and\n"
          "tools to check and measure both.\n\n"
          "Examples:\n"
          "  canopy play                                 play a game\n"
          "  canopy simulate                             watch one\n"
          "  canopy simulate connect4 --second random    … another, against another agent\n"
          "  canopy analyze othello --moves f5d6c3       the best moves of a position\n"
          "  canopy solve connect4 width=5 height=4      who wins?\n"
          "  canopy explain tictactoe                    watch a search think\n"
          "  canopy match othello easy hard              who is stronger?\n"
          "  canopy engine go size=9                     play for Sabaki, GoGui and others\n"
          "  canopy games go                             rules and options of a game\n"
          "  echo f5d6c3d3c4 | canopy replay othello     check a recorded game\n"
          "  canopy perft connect4 8 --threads 2         count move sequences\n\n"
          "usage: canopy [--plugin FILE]… VERB …\n\n",
          stdout);
    for (const cn_verb *const *verb = cn_verbs(); *verb; verb++) {
        printf("  %-10s %s\n", (*verb)->name, (*verb)->summary);
    }
    fputs("\nGlobal options:\n", stdout);
    cn_args_describe(cn_args_global());
    fputs("\n`canopy help VERB` tells more about each.\n", stdout);
}

void cn_verb_describe(const cn_verb *verb) {
    printf("usage: canopy %s%s%s%s\n\n", verb->name, verb->words[0] ? " " : "", verb->words,
           verb->flags[0].name ? " [options]" : "");
    fputs("Examples:\n", stdout);
    print_examples(verb->examples);
    fputc('\n', stdout);
    cn_out_wrap(verb->text, 0);
    fputs("\nOptions:\n", stdout);
    cn_args_describe(verb->flags);
    cn_args_describe(cn_args_global());
}
