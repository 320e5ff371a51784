/* The table of the kinds of agents, and the lists of options that users see.
 *
 * A kind is a name for an algorithm with some defaults of its own: `minimax` and `pvs` are the same
 * search with different parts switched on. The options of a kind are those of its algorithm and
 * those of every strategy that serves the kind; the lists are put together from these tables when
 * they are first asked for. So a new option is one row in the table of its algorithm or strategy,
 * and a new strategy is offered wherever its row in parallel/strategy.h says that it serves. */
#include "engine/agents.h"

#include "parallel/strategy.h"
#include "parallel/thread.h"

#include <assert.h>

/* The tree searches with all refinements switched off: what defines the textbook algorithms. */
#define PLAIN(depth)                                                                              \
    {                                                                                             \
        "depth", depth, "table", "off", "order", "none", "probe", "off", "deepen", "off", "wins", \
            "off", "aspiration", "0", "expert", "off", NULL                                       \
    }
static const char *const alphabeta_defaults[] = PLAIN("6");
static const char *const minimax_defaults[] = PLAIN("4");
static const char *const greedy_defaults[] = PLAIN("1");
static const char *const uct_defaults[] = {"solver", "off", "reuse", "off", "priors", "0", NULL};

/* The built-in kinds, in the order in which users see them. The columns are the fields of cn_kind.
 */
static const cn_kind kinds[] = {
    {"pvs", "principal variation search with everything switched on", &cn_alphabeta,
     cn_alphabeta_settings, NULL, CN_SERVES_ALPHABETA, "ybw", 0},
    {"alphabeta", "pure alpha-beta; each refinement can be switched on", &cn_alphabeta,
     cn_alphabeta_settings, alphabeta_defaults, CN_SERVES_ALPHABETA, "ybw", 0},
    {"minimax", "the plain tree, every node of it", &cn_alphabeta, cn_alphabeta_settings,
     minimax_defaults, CN_SERVES_MINIMAX, "levels", 0},
    {"greedy", "looks one move ahead", &cn_alphabeta, cn_alphabeta_settings, greedy_defaults,
     CN_SERVES_MINIMAX, "levels", 0},
    {"mcts", "Monte Carlo tree search with what suits the game switched on", &cn_monte_carlo,
     cn_monte_carlo_settings, NULL, CN_SERVES_MCTS, "tree", CN_KIND_TUNED},
    {"uct", "pure Monte Carlo tree search; each refinement can be switched on", &cn_monte_carlo,
     cn_monte_carlo_settings, uct_defaults, CN_SERVES_MCTS, "tree", 0},
    {"random", "any legal move", &cn_any_move, cn_any_move_settings, NULL, 0, NULL, 0},
};

enum { KINDS = sizeof kinds / sizeof *kinds, STRATEGIES_MAX = 24 };

/* ---- the lists that users see ---- */

/* Made once, behind `once`; cn_kind_add may add kinds behind the built-in ones. */
static struct {
    cn_once once;
    int count;
    cn_agent agents[KINDS + CN_KINDS_MORE + 1];
    const cn_kind *kinds[KINDS + CN_KINDS_MORE]; /* in the same order */
    cn_option options[KINDS][CN_OPTIONS_MAX + 1];
    const char *strategies[KINDS][STRATEGIES_MAX + 1];
} lists = {.once = CN_ONCE};

/* Adds an option to a list unless it is there: two strategies may have one in common. */
static void add(cn_option *options, const cn_option *option) {
    int i = 0;
    for (; options[i].name; i++) {
        if (strcmp(options[i].name, option->name) == 0) return;
    }
    assert(i < CN_OPTIONS_MAX); /* else the option would be missing without a word */
    if (i < CN_OPTIONS_MAX) options[i] = *option;
}

/* Puts the list of one kind together: its options, the strategies it can choose from, its defaults.
 */
static void make_list(int k) {
    const cn_kind *kind = &kinds[k];
    cn_option *options = lists.options[k];
    int served = 0;
    for (const cn_setting *s = kind->settings; s->option.name; s++) add(options, &s->option);
    for (int i = 0; cn_strategies[i]; i++) {
        const cn_strategy *strategy = cn_strategies[i];
        if (!(strategy->serves & kind->serves) || served == STRATEGIES_MAX) continue;
        lists.strategies[k][served++] = strategy->name;
        const cn_setting *s = strategy->options;
        for (; s && s->option.name; s++) add(options, &s->option);
    }
    for (cn_option *option = options; option->name; option++) {
        /* Only the option `strategy` has no choices of its own: they are the strategies served. */
        if (option->type == CN_OPTION_CHOICE && !option->choices) {
            option->choices = lists.strategies[k];
        }
        for (const char *const *d = kind->defaults; d && *d; d += 2) {
            if (strcmp(d[0], option->name) == 0) option->fallback = d[1];
        }
    }
    lists.kinds[k] = kind;
    lists.agents[k] = (cn_agent){kind->name, kind->summary, options};
}

/* Puts all lists together. */
static void make_lists(void) {
    for (int k = 0; k < KINDS; k++) make_list(k);
    lists.count = KINDS;
}

const cn_agent *cn_agents(void) {
    cn_once_run(&lists.once, make_lists);
    return lists.agents;
}

const cn_kind *cn_kind_find(const char *name, const cn_option **options) {
    const cn_agent *agents = cn_agents();
    for (int k = 0; k < lists.count; k++) {
        if (strcmp(agents[k].name, name) != 0) continue;
        *options = agents[k].options;
        return lists.kinds[k];
    }
    return NULL;
}

void cn_kind_add(const cn_kind *kind, const cn_option *options) {
    cn_agents(); /* the built-in kinds come first */
    if (lists.count == KINDS + CN_KINDS_MORE) return;
    lists.kinds[lists.count] = kind;
    lists.agents[lists.count++] = (cn_agent){kind->name, kind->summary, options};
}
