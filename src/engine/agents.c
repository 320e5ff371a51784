#include "engine/agents.h"

#include "core/text.h"

static const char *const on_off[] = {"off", "on", NULL};
static const char *const orders[] = {"none", "all", "game", "killers", "history", NULL};
static const char *const ties[] = {"first", "last", NULL};
static const char *const bounds[] = {"shared", "alone", NULL};
static const char *const grains[] = {"parts", "lines", NULL};
static const char *const passes[] = {"ply", "free", "leaf", NULL};
static const char *const endings[] = {"distance", "flat", "eval", NULL};
static const char *const roles[] = {"plain", "shifted", NULL};
static const char *const views[] = {"root", "leaf", NULL};
static const char *const strategies[] = {"none", "top",    "buffer",    "levels",
                                         "ybw",  "shared", "heuristic", NULL};

/* The tree searches are one search with different parts switched on; so are their option lists. */
#define TREE_OPTIONS(depth, table, order, probe, deepen, aspiration, wins)                         \
    {"depth", CN_OPTION_INT, 0, 200, NULL, depth, "plies; 0: until time or nodes end it"},         \
        {"time", CN_OPTION_REAL, 0, 1e6, NULL, "0", "seconds a move; 0: no limit"},                \
        {"nodes", CN_OPTION_REAL, 0, 1e18, NULL, "0", "positions a move; 0: no limit"},            \
        {"eval", CN_OPTION_TEXT, 0, 0, NULL, "", "heuristic (see `games`); empty: the default"},   \
        {"strategy", CN_OPTION_CHOICE, 0, 0, strategies, "none", "how threads share the work"},    \
        {"threads", CN_OPTION_INT, 1, 256, NULL, "1", "threads"},                                  \
        {"table", CN_OPTION_CHOICE, 0, 0, on_off, table, "transposition table"},                   \
        {"hash", CN_OPTION_INT, 1, 65536, NULL, "64", "megabytes of the table"},                   \
        {"order", CN_OPTION_CHOICE, 0, 0, orders, order, "move ordering beyond the table's move"}, \
        {"probe", CN_OPTION_CHOICE, 0, 0, on_off, probe, "null windows first, from the 2nd move"}, \
        {"deepen", CN_OPTION_CHOICE, 0, 0, on_off, deepen, "depth 1, 2, 3 … up to the last"},      \
        {"aspiration", CN_OPTION_INT, 0, 1000000, NULL, aspiration, "half of the first window"},   \
        {"wins", CN_OPTION_CHOICE, 0, 0, on_off, wins, "see wins in one without searching"},       \
        {"ties", CN_OPTION_CHOICE, 0, 0, ties, "first", "which of equally good moves"},            \
        {"bound", CN_OPTION_CHOICE, 0, 0, bounds, "shared", "between root moves in top, buffer"},  \
        {"window", CN_OPTION_INT, 1, 512, NULL, "150", "buffer: root moves at a time"},            \
        {"sequential", CN_OPTION_INT, 0, 200, NULL, "2", "levels: plies left to one task"},        \
        {"split", CN_OPTION_INT, 2, 200, NULL, "4", "ybw: smallest depth of a shared node"},       \
        {"grain", CN_OPTION_CHOICE, 0, 0, grains, "parts", "heuristic: size of its tasks"},        \
        {"pass",                                                                                   \
         CN_OPTION_CHOICE,                                                                         \
         0,                                                                                        \
         0,                                                                                        \
         passes,                                                                                   \
         "ply",                                                                                    \
         "a forced pass costs a ply, is free, or "                                                 \
         "ends the line"},                                                                         \
        {"ended",                                                                                  \
         CN_OPTION_CHOICE,                                                                         \
         0,                                                                                        \
         0,                                                                                        \
         endings,                                                                                  \
         "distance",                                                                               \
         "an ended game: win with distance,"                                                       \
         " +-100000, or the heuristic"},                                                           \
        {"roles", CN_OPTION_CHOICE, 0, 0, roles, "plain", "shifted: both maximise at ply 1"},      \
        {"view", CN_OPTION_CHOICE, 0, 0, views, "root", "leaf: heuristic's sign is not turned"},   \
        {"cutoff", CN_OPTION_INT, 0, 1000000, NULL, "0", "give up nodes at this score, and at 0"}, \
    {                                                                                              \
        .name = NULL                                                                               \
    }

static const cn_option pvs_options[] = {TREE_OPTIONS("0", "on", "all", "on", "on", "50", "on")};
static const cn_option alphabeta_options[] = {
    TREE_OPTIONS("6", "off", "none", "off", "off", "0", "off")};
static const cn_option minimax_options[] = {
    TREE_OPTIONS("4", "off", "none", "off", "off", "0", "off")};
static const cn_option greedy_options[] = {
    TREE_OPTIONS("1", "off", "none", "off", "off", "0", "off")};
static const cn_option random_options[] = {
    {"seed", CN_OPTION_INT, 0, 1e15, NULL, "1", "the same seed plays the same moves"},
    {.name = NULL},
};

static const cn_agent agents[] = {
    {"pvs", "principal variation search with everything switched on", pvs_options},
    {"alphabeta", "pure alpha-beta; each refinement can be switched on", alphabeta_options},
    {"minimax", "the plain tree, every node of it", minimax_options},
    {"greedy", "looks one move ahead", greedy_options},
    {"random", "any legal move", random_options},
    {0},
};

const cn_agent *cn_agents(void) {
    return agents;
}

static cn_status find(const char *spec, size_t length, agent_kind *kind, cn_error *error) {
    const char *names[sizeof agents / sizeof *agents];
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)(length < 63 ? length : 63), spec);
    for (int i = 0; (names[i] = agents[i].name); i++) {
        if (strcmp(names[i], word) == 0) {
            *kind = (agent_kind)i;
            return CN_OK;
        }
    }
    const char *near = cn_text_suggest(word, names);
    char known[256];
    cn_text_join(known, sizeof known, names, ", ");
    return cn_fail(error, CN_BAD_USAGE, "unknown agent `%s`%s%s%s: expected one of %s", word,
                   near ? " (did you mean `" : "", near ? near : "", near ? "`?)" : "", known);
}

cn_status cn_agent_parse(const char *spec, agent_kind *kind, cn_value values[CN_OPTIONS_MAX],
                         cn_error *error) {
    const size_t length = strcspn(spec, ":");
    cn_status status = find(spec, length, kind, error);
    if (status != CN_OK) return status;
    const cn_option *options = agents[*kind].options;
    cn_values_default(options, values);
    if (spec[length] == '\0') return CN_OK;
    for (const char *p = spec + length + 1; status == CN_OK && *p;) {
        char word[256];
        const size_t n = strcspn(p, ",");
        if (n >= sizeof word) {
            return cn_fail(error, CN_BAD_USAGE, "%s: an option has at most %zu characters",
                           agents[*kind].name, sizeof word - 1);
        }
        snprintf(word, sizeof word, "%.*s", (int)n, p);
        cn_error why = {""};
        status = cn_values_set(options, values, word, &why);
        if (status != CN_OK)
            cn_fail(error, status, "agent %s: %.440s", agents[*kind].name, why.text);
        p += n + (p[n] == ',');
    }
    return status;
}
