/* `canopy complete WORD…` prints what may come next on an unfinished command line, for the
 * completion of shells (completions/). Each candidate is a line: the word, a tab, and its help.
 * Nothing here knows a verb, a game or an agent: all candidates come from the tables that the help
 * is made of, so a new game or flag is completed without a change here. */
#include "cli/verbs.h"

#include <canopy/search.h>

/* What is known of the command line before the word that is being typed. */
typedef struct line {
    cn_cli *cli;
    const cn_verb *verb; /* NULL: not said yet */
    const cn_flag *flag; /* whose value is to come; NULL: none's */
    const cn_game *game; /* NULL: not said yet */
    int words;           /* words of the verb that were read */
    const char *now;     /* what is typed of the next word, perhaps nothing */
} line;

/* ---- candidates ---- */

/* Prints a candidate, which is `before`, `word` and `after` joined, if it begins with what is
 * typed. */
static void offer(const line *l, const char *before, const char *word, const char *after,
                  const char *help) {
    char whole[CN_SPEC_MAX + 64];
    const int length = snprintf(whole, sizeof whole, "%s%s%s", before, word, after);
    if (length < 0 || (size_t)length >= sizeof whole) return; /* too long for an agent */
    if (strncmp(whole, l->now, strlen(l->now)) == 0) printf("%s\t%s\n", whole, help ? help : "");
}

/* Heuristics or playouts of a game. */
static void offer_named(const line *l, const char *before, const cn_named *list) {
    for (; list && list->name; list++) offer(l, before, list->name, "", list->help);
}

/* Offers the values of an option, for a word that begins with `before`, which ends with `NAME=`.
 * What `eval` and `playout` may be depends on the game, so it is taken from the game's own lists.
 */
static void offer_values(const line *l, const char *before, const cn_option *option) {
    for (const char *const *c = option->choices; option->type == CN_OPTION_CHOICE && *c; c++) {
        offer(l, before, *c, "", strcmp(*c, option->fallback) == 0 ? "the default" : "");
    }
    if (!l->game || option->type != CN_OPTION_TEXT) return;
    if (strcmp(option->name, "eval") == 0) offer_named(l, before, l->game->heuristics);
    if (strcmp(option->name, "playout") == 0) offer_named(l, before, l->game->policies);
}

/* Offers options, or the values of the one that is being typed. The first `length` characters of
 * the word (`mcts:time=1,`) stay as they are; what follows is the option. */
static void offer_options(const line *l, size_t length, const cn_option *options) {
    char before[CN_SPEC_MAX + 64], name[64];
    const char *rest = l->now + length;
    const size_t n = strcspn(rest, "=");
    snprintf(name, sizeof name, "%.*s", (int)n, rest);
    snprintf(before, sizeof before, "%.*s", (int)(length + (rest[n] ? n + 1 : 0)), l->now);
    for (const cn_option *o = options; o && o->name; o++) {
        if (!rest[n]) {
            offer(l, before, o->name, "=", o->help);
        } else if (strcmp(o->name, name) == 0) {
            offer_values(l, before, o);
        }
    }
}

/* The options of an agent that is named, perhaps by a preset. */
static const cn_option *agent_options(const line *l, const char *name) {
    char spec[CN_SPEC_MAX];
    const cn_game *game = l->game ? l->game : l->cli->games[0];
    if (cn_agent_resolve(game, name, spec, sizeof spec, NULL) != CN_OK) return NULL;
    spec[strcspn(spec, ":")] = '\0';
    for (const cn_agent *a = cn_agents(); a->name; a++) {
        if (strcmp(a->name, spec) == 0) return a->options;
    }
    return NULL;
}

/* Names of agents and presets; behind a colon, the options of the agent that is named. */
static void offer_agents(const line *l) {
    const size_t n = strcspn(l->now, ":");
    if (!l->now[n]) {
        for (const cn_agent *a = cn_agents(); a->name; a++) offer(l, "", a->name, "", a->summary);
        for (const cn_preset *p = cn_presets(); p->name; p++) {
            offer(l, "", p->name, "", p->summary);
        }
        return;
    }
    char name[64];
    const char *comma = strrchr(l->now, ',');
    snprintf(name, sizeof name, "%.*s", (int)n, l->now);
    offer_options(l, comma ? (size_t)(comma - l->now) + 1 : n + 1, agent_options(l, name));
}

/* Offers the names of all verbs that begin as the word does. */
static void offer_verbs(const line *l) {
    for (const cn_verb *const *v = cn_verbs(); *v; v++) {
        cn_verb_prose prose;
        cn_verb_read(*v, &prose);
        offer(l, "", (*v)->name, "", prose.summary);
    }
}

/* Flags that may stand here. */
static void offer_flags(const line *l, const cn_flag *flags) {
    char help[CN_FLAG_HELP];
    for (; flags && flags->name; flags++) {
        cn_verb_flag(l->verb, flags->name, help, sizeof help);
        offer(l, "--", flags->name, "", help);
    }
}

/* The next word of the verb, by the pattern of words that its help shows. */
static void offer_words(const line *l) {
    cn_verb_prose prose;
    cn_verb_read(l->verb, &prose);
    const char *words = prose.words;
    const bool first = l->words == 0;
    if (strstr(words, "VERB") && first) offer_verbs(l);
    const bool game = strstr(words, "GAME") && (first || strstr(words, "GAME…"));
    for (int i = 0; game && l->cli->games[i]; i++) {
        offer(l, "", l->cli->games[i]->name, "", l->cli->games[i]->summary);
    }
    if (strstr(words, "option=value") && l->game) offer_options(l, 0, l->game->options);
    if (strstr(words, "AGENT") && (l->game || !strstr(words, "GAME"))) offer_agents(l);
}

/* ---- reading what is there ---- */

/* The flag that a word names, whole or by letter; NULL: none. */
static const cn_flag *find_flag(const cn_flag *flags, const char *word) {
    for (; flags && flags->name; flags++) {
        if (strncmp(word, "--", 2) == 0 && strcmp(flags->name, word + 2) == 0) return flags;
        if (flags->letter && word[0] == '-' && word[1] == flags->letter && !word[2]) return flags;
    }
    return NULL;
}

/* Takes in one word that stands before the one being typed. */
static void read_word(line *l, const char *word) {
    if (l->flag) { /* its value; a plugin brings games and agents */
        if (strcmp(l->flag->name, "plugin") == 0) cn_cli_plugin(l->cli, word, NULL);
        l->flag = NULL;
        return;
    }
    if (word[0] == '-' && word[1]) {
        const cn_flag *flag = l->verb ? find_flag(l->verb->flags, word) : NULL;
        if (!flag) flag = find_flag(cn_args_global(), word);
        if (flag && flag->value) l->flag = flag;
        return;
    }
    if (!l->verb) {
        for (const cn_verb *const *v = cn_verbs(); *v; v++) {
            if (strcmp((*v)->name, word) == 0) l->verb = *v;
        }
        return;
    }
    if (l->words == 0) l->game = cn_cli_find(l->cli, word);
    l->words++;
}

/* Prints what may come next. */
static void answer(const line *l) {
    if (l->flag) {
        const char *value = l->flag->value;
        if (strcmp(value, "AGENT") == 0 || strcmp(value, "SPEC") == 0) offer_agents(l);
    } else if (l->now[0] == '-') {
        if (l->verb) offer_flags(l, l->verb->flags);
        offer_flags(l, cn_args_global());
    } else if (!l->verb) {
        offer_verbs(l);
    } else {
        offer_words(l);
    }
}

/* The words of the unfinished command line come as words of this one; the last of them is what is
 * being typed. */
static cn_exit run(cn_cli *cli, cn_args *args, void *given) {
    (void)given;
    line l = {.cli = cli, .now = args->count ? args->word[args->count - 1] : ""};
    for (int i = 0; i < args->count - 1; i++) read_word(&l, args->word[i]);
    answer(&l);
    return CN_EXIT_OK;
}

static const cn_flag flags[] = {{.name = NULL}};

const cn_verb cn_verb_complete = {CN_VERB(complete), .words_most = CN_WORDS};
