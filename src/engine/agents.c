#include "engine/agents.h"

#include "core/text.h"
#include "engine/named.h"

#include <unistd.h>

static const char *const on_off[] = {"off", "on", NULL};
static const char *const orders[] = {"none", "all", "game", "killers", "history", NULL};
static const char *const ties[] = {"first", "last", NULL};
static const char *const bounds[] = {"shared", "alone", NULL};
static const char *const grains[] = {"whole", "parts", "lines", NULL};
static const char *const passes[] = {"ply", "free", "leaf", NULL};
static const char *const endings[] = {"distance", "flat", "eval", NULL};
static const char *const roles[] = {"plain", "shifted", NULL};
static const char *const views[] = {"root", "leaf", NULL};
static const char *const scores[] = {"auto", "on", "off", NULL};
static const char *const strategies[] = {"none", "top",    "buffer",    "levels",
                                         "ybw",  "shared", "heuristic", NULL};

/* The tree searches are one search with different parts switched on; so are their option lists. */
#define TREE_OPTIONS(depth, table, order, probe, deepen, aspiration, wins, expert)                 \
    {"depth", CN_OPTION_INT, 0, 200, NULL, depth, "plies; 0: until time or nodes end it"},         \
        {"time", CN_OPTION_REAL, 0, 1e6, NULL, "0", "seconds a move; 0: no limit"},                \
        {"nodes", CN_OPTION_REAL, 0, 1e18, NULL, "0", "positions a move; 0: no limit"},            \
        {"eval", CN_OPTION_TEXT, 0, 0, NULL, "", "heuristic (see `games`); empty: the default"},   \
        {"strategy", CN_OPTION_CHOICE, 0, 0, strategies, "none", "how threads share the work"},    \
        {"threads", CN_OPTION_INT, 0, 256, NULL, "1", "threads; 0: one a core"},                   \
        {"table", CN_OPTION_CHOICE, 0, 0, on_off, table, "transposition table"},                   \
        {"hash", CN_OPTION_INT, 1, 65536, NULL, "64", "megabytes of the table"},                   \
        {"order", CN_OPTION_CHOICE, 0, 0, orders, order, "move ordering beyond the table's move"}, \
        {"probe", CN_OPTION_CHOICE, 0, 0, on_off, probe, "null windows first, from the 2nd move"}, \
        {"deepen", CN_OPTION_CHOICE, 0, 0, on_off, deepen, "depth 1, 2, 3 … up to the last"},      \
        {"aspiration", CN_OPTION_INT, 0, 1000000, NULL, aspiration, "half of the first window"},   \
        {"wins", CN_OPTION_CHOICE, 0, 0, on_off, wins, "see wins in one without searching"},       \
        {"forced", CN_OPTION_INT, 0, 1000000, NULL, "0", "positions for wins by threats, a node"}, \
        {"ties", CN_OPTION_CHOICE, 0, 0, ties, "first", "which of equally good moves"},            \
        {"bound", CN_OPTION_CHOICE, 0, 0, bounds, "shared", "between root moves in top, buffer"},  \
        {"window", CN_OPTION_INT, 1, 512, NULL, "150", "buffer: root moves at a time"},            \
        {"sequential", CN_OPTION_INT, 0, 200, NULL, "2", "levels: plies left to one task"},        \
        {"split", CN_OPTION_INT, 2, 200, NULL, "4", "ybw: smallest depth of a shared node"},       \
        {"grain", CN_OPTION_CHOICE, 0, 0, grains, "whole", "levels, heuristic: evals in tasks"},   \
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
        {"expert", CN_OPTION_TEXT, 0, 0, NULL, expert, "auto, off, or a name (see `games`)"},      \
        {"score",                                                                                  \
         CN_OPTION_CHOICE,                                                                         \
         0,                                                                                        \
         0,                                                                                        \
         scores,                                                                                   \
         "auto",                                                                                   \
         "auto: wins by their distance; on: the game's own points; off: only who wins"},           \
        {"ranks", CN_OPTION_INT, 0, 4096, NULL, "0", "of an MPI job, the first; 0: all"}, {        \
        .name = NULL                                                                               \
    }

static const cn_option pvs_options[] = {
    TREE_OPTIONS("0", "on", "all", "on", "on", "50", "on", "auto")};
static const cn_option alphabeta_options[] = {
    TREE_OPTIONS("6", "off", "none", "off", "off", "0", "off", "off")};
static const cn_option minimax_options[] = {
    TREE_OPTIONS("4", "off", "none", "off", "off", "0", "off", "off")};
static const cn_option greedy_options[] = {
    TREE_OPTIONS("1", "off", "none", "off", "off", "0", "off", "off")};

static const char *const mcts_strategies[] = {"none",    "leaf", "root", "chunks",
                                              "workers", "tree", NULL};
static const char *const rewards[] = {"outcome", "score", NULL};
static const char *const expansions[] = {"one", "all", NULL};
static const char *const finals[] = {"visits", "mean", "uct", "robust", NULL};
static const char *const merges[] = {"serial", "parallel", NULL};
static const char *const locks[] = {"free", "global", "node", "none", NULL};
static const char *const opponents[] = {"adversary", "ally", NULL};
static const char *const playout_ends[] = {"game", "pass", NULL};

/* Limits are whole numbers up to 2^53, which a double holds exactly. */
#define MCTS_OPTIONS(solver, reuse)                                                                  \
    {"iterations", CN_OPTION_INT, 0, 9e15, NULL, "0", "a move (workers: each); 0: time ends it"},    \
        {"time", CN_OPTION_REAL, 0, 1e6, NULL, "0", "seconds a move; 0: no limit"},                  \
        {"strategy", CN_OPTION_CHOICE, 0, 0, mcts_strategies, "none", "how threads share the work"}, \
        {"threads", CN_OPTION_INT, 0, 256, NULL, "1", "threads; 0: one a core"},                     \
        {"seed", CN_OPTION_INT, 0, 1e15, NULL, "1", "the same seed plays the same moves"},           \
        {"c", CN_OPTION_REAL, 0, 1000, NULL, "1.41421356", "weight of exploration"},                 \
        {"reward", CN_OPTION_CHOICE, 0, 0, rewards, "outcome", "win, draw, loss; or the score"},     \
        {"playouts", CN_OPTION_INT, 1, 64, NULL, "1", "from each leaf"},                             \
        {"rollouts", CN_OPTION_INT, 1, 64, NULL, "1", "new children played out at once"},            \
        {"expand",                                                                                   \
         CN_OPTION_CHOICE,                                                                           \
         0,                                                                                          \
         0,                                                                                          \
         expansions,                                                                                 \
         "one",                                                                                      \
         "one: new children go first, in order; all: they compete by fpu, rave, bias"},              \
        {"fpu", CN_OPTION_REAL, -1000, 1000, NULL, "1000", "expand=all: value before any visit"},    \
        {"threshold", CN_OPTION_INT, 1, 1000, NULL, "1", "visits before a leaf gets children"},      \
        {"solver", CN_OPTION_CHOICE, 0, 0, on_off, solver, "wins and losses back up as proofs"},     \
        {"rave", CN_OPTION_CHOICE, 0, 0, on_off, "off", "all moves as first"},                       \
        {"rave-k", CN_OPTION_REAL, 1, 1e6, NULL, "1000", "visits that weigh as much as rave"},       \
        {"bias", CN_OPTION_INT, 0, 1000, NULL, "0", "visits the heuristic is worth"},                \
        {"bias-scale", CN_OPTION_REAL, 0.001, 1e6, NULL, "100", "heuristic that is 3 wins in 4"},    \
        {"eval", CN_OPTION_TEXT, 0, 0, NULL, "", "heuristic for bias; empty: the default"},          \
        {"priors", CN_OPTION_REAL, 0, 1000, NULL, "1", "weight of the game's opinion of moves"},     \
        {"forced", CN_OPTION_INT, 0, 1000000, NULL, "0", "positions for wins by threats, a node"},   \
        {"playout", CN_OPTION_TEXT, 0, 0, NULL, "", "policy (see `games`); empty: the default"},     \
        {"decisive", CN_OPTION_CHOICE, 0, 0, on_off, "off", "playouts take a win in one"},           \
        {"final", CN_OPTION_CHOICE, 0, 0, finals, "visits", "the move to play: the best by this"},   \
        {"ties", CN_OPTION_CHOICE, 0, 0, ties, "first", "which of equally good moves"},              \
        {"reuse", CN_OPTION_CHOICE, 0, 0, on_off, reuse, "go on with the tree of the last move"},    \
        {"memory", CN_OPTION_INT, 1, 1048576, NULL, "256", "megabytes; then trees stop growing"},    \
        {"trees", CN_OPTION_INT, 0, 256, NULL, "0", "root: trees; 0: one a thread"},                 \
        {"chunk",                                                                                    \
         CN_OPTION_INT,                                                                              \
         0,                                                                                          \
         1e9,                                                                                        \
         NULL,                                                                                       \
         "0",                                                                                        \
         "chunks: iterations a tree (0: 10); workers: workers a task (0: 1)"},                       \
        {"merge", CN_OPTION_CHOICE, 0, 0, merges, "serial", "chunks: parallel: ten at a time"},      \
        {"workers", CN_OPTION_INT, 1, 4096, NULL, "8", "workers: trees"},                            \
        {"lock", CN_OPTION_CHOICE, 0, 0, locks, "free", "tree: free of locks, one, many; none"},     \
        {"virtual-loss", CN_OPTION_INT, 0, 100, NULL, "1", "tree: losses on the way down"},          \
        {"opponent", CN_OPTION_CHOICE, 0, 0, opponents, "adversary", "ally: plays for us too"},      \
        {"playout-end", CN_OPTION_CHOICE, 0, 0, playout_ends, "game", "pass: at a forced pass"},     \
        {"ranks", CN_OPTION_INT, 0, 4096, NULL, "0", "of an MPI job, the first; 0: all"},            \
        {"share", CN_OPTION_INT, 0, 16, NULL, "0", "ranks: levels of the tree they have in common"}, \
    {                                                                                                \
        .name = NULL                                                                                 \
    }

static const cn_option mcts_options[] = {MCTS_OPTIONS("on", "on")};
static const cn_option uct_options[] = {MCTS_OPTIONS("off", "off")};

static const cn_option random_options[] = {
    {"seed", CN_OPTION_INT, 0, 1e15, NULL, "1", "the same seed plays the same moves"},
    {.name = NULL},
};

static const cn_agent agents[] = {
    {"pvs", "principal variation search with everything switched on", pvs_options},
    {"alphabeta", "pure alpha-beta; each refinement can be switched on", alphabeta_options},
    {"minimax", "the plain tree, every node of it", minimax_options},
    {"greedy", "looks one move ahead", greedy_options},
    {"mcts", "Monte Carlo tree search with what suits the game switched on", mcts_options},
    {"uct", "pure Monte Carlo tree search; each refinement can be switched on", uct_options},
    {"random", "any legal move", random_options},
    {0},
};

const cn_agent *cn_agents(void) {
    return agents;
}

static cn_status unknown(const char *word, cn_error *error) {
    const char *names[64] = {0};
    int count = 0, listed = 0;
    for (const cn_agent *agent = agents; agent->name; agent++) names[count++] = agent->name;
    for (const cn_preset *preset = cn_presets(); preset->name && count < 63; preset++) {
        names[count++] = preset->name;
        if (preset->spec == NULL) listed = count; /* the reports' are too many for a line */
    }
    const char *near = cn_text_suggest(word, names);
    names[listed] = "report-…";
    names[listed + 1] = NULL;
    char known[256];
    cn_text_join(known, sizeof known, names, ", ");
    return cn_fail(error, CN_BAD_USAGE, "unknown agent `%s`%s%s%s: expected one of %s", word,
                   near ? " (did you mean `" : "", near ? near : "", near ? "`?)" : "", known);
}

static cn_status find(const char *spec, size_t length, agent_kind *kind, cn_error *error) {
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)(length < 63 ? length : 63), spec);
    for (int i = 0; agents[i].name; i++) {
        if (strcmp(agents[i].name, word) == 0) {
            *kind = (agent_kind)i;
            return CN_OK;
        }
    }
    return unknown(word, error);
}

/* Sets the values that a list "option=value,…" names; `label` is how a message calls the agent. */
static cn_status set_all(const cn_agent *agent, const char *label, const char *list,
                         cn_value *values, cn_error *error) {
    cn_status status = CN_OK;
    for (const char *p = list; status == CN_OK && *p;) {
        char word[256];
        const size_t n = strcspn(p, ",");
        if (n >= sizeof word) {
            return cn_fail(error, CN_BAD_USAGE, "%s: an option has at most %zu characters", label,
                           sizeof word - 1);
        }
        snprintf(word, sizeof word, "%.*s", (int)n, p);
        cn_error why = {""};
        status = cn_values_set(agent->options, values, word, &why);
        if (status != CN_OK) cn_fail(error, status, "agent %s: %.440s", label, why.text);
        p += n + (p[n] == ',');
    }
    return status;
}

/* No threads is one a processor. */
static void count_threads(agent_kind kind, cn_value *values) {
    if (kind == AGENT_RANDOM) return;
    const bool monte_carlo = kind == AGENT_MCTS || kind == AGENT_UCT;
    cn_value *threads = &values[monte_carlo ? (int)MCTS_THREADS : (int)TREE_THREADS];
    if (threads->integer > 0) return;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    threads->integer = cores < 1 ? 1 : cores > 256 ? 256 : cores;
}

cn_status cn_agent_parse(const cn_game *game, const char *spec, agent_kind *kind,
                         cn_value values[CN_OPTIONS_MAX], cn_error *error) {
    char whole[CN_SPEC_MAX], label[64];
    snprintf(label, sizeof label, "%.*s", (int)strcspn(spec, ":"), spec);
    cn_status status = cn_agent_resolve(game, spec, whole, sizeof whole, error);
    if (status != CN_OK) return status;
    const size_t length = strcspn(whole, ":");
    status = find(whole, length, kind, error);
    if (status != CN_OK) return status;
    const cn_agent *agent = &agents[*kind];
    cn_values_default(agent->options, values);
    if (*kind == AGENT_MCTS && game->mcts) {
        status = set_all(agent, label, game->mcts, values, error);
    }
    if (status == CN_OK && whole[length]) {
        status = set_all(agent, label, whole + length + 1, values, error);
    }
    count_threads(*kind, values);
    return status;
}

/* `option` is how a message calls the list; the empty name is its first. */
static cn_status find_named(const cn_named *list, const char *option, const char *name, int *index,
                            cn_error *error) {
    *index = 0;
    if (!*name) return CN_OK;
    const char *names[CN_OPTIONS_MAX + 1] = {0};
    for (int i = 0; list && list[i].name && i < CN_OPTIONS_MAX; i++) {
        names[i] = list[i].name;
        if (strcmp(names[i], name) == 0) {
            *index = i;
            return CN_OK;
        }
    }
    char known[256];
    cn_text_join(known, sizeof known, names, ", ");
    return cn_fail(error, CN_BAD_USAGE, "%s=%s: %s%s", option, name,
                   list ? "expected one of " : "this game has one kind only", known);
}

cn_status cn_heuristic_find(const cn_game *game, const char *name, int *index, cn_error *error) {
    return find_named(game->heuristics, "eval", name, index, error);
}

cn_status cn_policy_find(const cn_game *game, const char *name, int *index, cn_error *error) {
    return find_named(game->policies, "playout", name, index, error);
}

cn_status cn_strategy_find(agent_kind kind, uint32_t serves, const char *name,
                           const cn_strategy **strategy, cn_error *error) {
    for (const cn_strategy *s = cn_strategies; s->name; s++) {
        if (strcmp(s->name, name) != 0) continue;
        if (!(s->serves & serves)) {
            return cn_fail(error, CN_BAD_USAGE, "strategy=%s does not serve %s", name,
                           agents[kind].name);
        }
        *strategy = s;
        return CN_OK;
    }
    return cn_fail(error, CN_BAD_USAGE, "strategy=%s: there is no such strategy", name);
}
