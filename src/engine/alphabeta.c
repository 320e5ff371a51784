/* The alpha-beta family of agents: pvs, alphabeta, minimax, greedy. They are one search
 * (search/tree.h) with different parts switched on.
 *
 * A run goes through these steps, each of which may end it: the book, if there is one; the choice
 * of an expert, the game's own search; a win by threats that the game sees at the root; and the
 * search itself, by the agent's strategy. */
#include "core/clock.h"
#include "core/file.h"
#include "core/text.h"
#include "engine/algorithm.h"
#include "engine/book.h"
#include "engine/forced.h"
#include "engine/known.h"
#include "engine/learned.h"
#include "engine/lines.h"
#include "search/table.h"

/* The words of the options' choices. What is stored of a choice is the place of its word. */
static const char *const on_off[] = {"off", "on", NULL};
static const char *const orders[] = {"none", "all", "game", "killers", "history", NULL};
static const char *const ties[] = {"first", "last", NULL};
static const char *const bounds[] = {"shared", "alone", NULL};
static const char *const passes[] = {"ply", "free", "leaf", NULL};
static const char *const endings[] = {"distance", "flat", "eval", NULL};
static const char *const roles[] = {"plain", "shifted", NULL};
static const char *const scores[] = {"auto", "on", "off", NULL}; /* score_kind */
static const char *const views[] = {"root", "leaf", NULL};

/* The choices of the option `score`, in the order of `scores`. */
typedef enum score_kind { SCORE_AUTO, SCORE_ON, SCORE_OFF } score_kind;

/* The state of an agent: what its options say, and what it keeps from run to run. */
typedef struct alphabeta {
    cn_tree_options options;
    double nodes; /* the agent's own limit, 0: none */
    double selectivity;
    bool with_table; /* minimax has none all the same */
    int megabytes;   /* the size of the transposition table */
    /* Choices, by their place in the lists above; `options` has what follows from them. */
    int order, pass, ended;
    bool probe, wins, shifted_roles, leaf_view;
    score_kind score;
    char expert[64]; /* `auto`, `off`, or the name of one of the position's */

    const cn_game *game;
    cn_model *model; /* values leaves; NULL: the game's heuristic does */
    cn_book *book;   /* answers at once where it can; NULL: none */
    bool any_eval;   /* eval=auto: the heuristic does too where the model does not fit */
    const cn_strategy *strategy;
    _Alignas(max_align_t) unsigned char strategy_options[CN_STRATEGY_OPTIONS];
    cn_table table;      /* entries NULL: none */
    uint64_t table_key;  /* what the table's values depend on besides the position */
    bool table_used;     /* since it was cleared */
    cn_known_tree known; /* what the last run found, for cn_search_tree */
} alphabeta;

#define INT(...)    CN_INT_IN(alphabeta, __VA_ARGS__)
#define REAL(...)   CN_REAL_IN(alphabeta, __VA_ARGS__)
#define CHOICE(...) CN_CHOICE_IN(alphabeta, __VA_ARGS__)
#define TEXT(...)   CN_TEXT_IN(alphabeta, __VA_ARGS__)

/* The options of the family, with the defaults of pvs; engine/agents.c has those of the others. A
 * new option is a row here; its value is found in the field that the row names. */
const cn_setting cn_alphabeta_settings[] = {
    INT(options.depth, "depth", 0, 200, "0",
        "plies to search; 0: until the time or the node limit ends the search, or 8 plies if there "
        "is neither"),
    {.option = CN_OPT_TIME},
    REAL(nodes, "nodes", 0, 1e18, "0", "positions to visit for each move; 0: no limit"),
    {.option = CN_OPT_TEXT(
         "eval", "",
         "the heuristic that values leaves (`canopy games GAME` lists them); empty: the game's "
         "first; `learned`: the weights that the program carries for the game; `auto`: those if "
         "there are any for the game as it is set up, else the game's first heuristic")},
    {.option = CN_OPT_STRATEGY},
    {.option = CN_OPT_THREADS},
    {.option = CN_OPT_AWAKE},
    CHOICE(with_table, "table", on_off, "on",
           "remember searched positions in a transposition table"),
    INT(megabytes, "hash", 1, 65536, "64", "megabytes of the transposition table"),
    CHOICE(order, "order", orders, "all",
           "how moves are ordered behind the table's move: by the `game`, by `killers`, by "
           "`history`, by `all` three, or not (`none`)"),
    CHOICE(
        probe, "probe", on_off, "on",
        "principal variation search: every move but the first is tried with a null window first"),
    CHOICE(options.deepen, "deepen", on_off, "on",
           "search depth 1, 2, 3 … up to the last, instead of only the last"),
    INT(options.aspiration, "aspiration", 0, 1000000, "50",
        "half the width of the window, around the value of the depth before, that a depth begins "
        "with, in steps of the heuristic; 0: the whole window"),
    CHOICE(wins, "wins", on_off, "on",
           "do not search below a position in which the game sees that the side to move can force "
           "a win; see `forced`"),
    INT(options.forced, "forced", 0, 1000000, "0",
        "with `wins`: positions that the game may look at in each node to find a win by threats; "
        "0: wins in one move only"),
    CHOICE(options.ties_last, "ties", ties, "first",
           "which of equally good moves is played: the first or the last in the game's order"),
    CHOICE(options.alone, "bound", bounds, "shared",
           "`shared`: the best value so far bounds the search of the other root moves; `alone`: "
           "each root move is searched with the whole window (reports A and D)"),
    CHOICE(pass, "pass", passes, "ply",
           "a forced pass costs a ply (`ply`), costs nothing (`free`, report B), or makes the "
           "position a leaf (`leaf`, report A)"),
    CHOICE(ended, "ended", endings, "distance",
           "the value of an ended game: a win the higher the sooner (`distance`), 100000 or "
           "-100000 (`flat`, report B), or the heuristic's (`eval`, reports A and D)"),
    CHOICE(shifted_roles, "roles", roles, "plain",
           "`shifted`: the maximiser and the minimiser are exchanged below the root, so that the "
           "root and the ply below it both maximise (report A)"),
    CHOICE(leaf_view, "view", views, "root",
           "`leaf`: the heuristic's value at a leaf is not turned to the view of the player at the "
           "root (report A)"),
    CHOICE(options.listed, "clamp", on_off, "off",
           "alpha-beta exactly as report A lists it, whose values lie between 0 and 10000"),
    INT(options.cutoff, "cutoff", 0, 1000000, "0",
        "do not search below a node whose heuristic value, in the view of the player at the root, "
        "has reached this with the opponent to move, or has fallen to 0 with that player to move "
        "(report D); 0: off"),
    TEXT(expert, "expert", "auto",
         "the game's own search (`canopy games GAME` lists them): `auto`: the first that suits the "
         "position and the limits; `off`: none; or the name of one"),
    CHOICE(score, "score", scores, "auto",
           "`on`: search for the game's own points; `off`: only for who wins; `auto`: for points "
           "if the expert counts them, else for who wins and how soon"),
    CHOICE(options.wins_first, "wins-first", on_off, "on",
           "near the end of a game for points, if its expert tells which depths see it: a search "
           "with limits asks who wins before by how much"),
    {.option = CN_OPT_TEXT(
         "weights", "", "a file of `canopy learn`, whose weights value leaves instead of `eval`")},
    {.option = CN_OPT_TEXT("book", "off",
                           "openings that are answered without a search: `off`, `on` (the book "
                           "that the program carries for the game), or a file of `canopy book`")},
    REAL(selectivity, "selectivity", 0, 10, "0",
         "with learned weights: skip positions that a shallow search puts so many standard "
         "deviations outside the window (Multi-ProbCut); 0: skip none"),
    {.option = CN_OPT_RANKS},
    {.size = 0},
};

/* The parts of the search that are switched on: CN_USE_…. */
static uint32_t used_parts(const alphabeta *a) {
    static const uint32_t by_order[] = {0, CN_ORDERING, CN_USE_GAME_ORDER, CN_USE_KILLERS,
                                        CN_USE_HISTORY};
    uint32_t use = by_order[a->order];
    if (a->probe) use |= CN_USE_NULL_WINDOW;
    if (a->wins) use |= CN_USE_FORCED;
    return use;
}

/* The ways in which a published program differs from plain minimax: CN_QUIRK_…. */
static uint32_t quirks(const alphabeta *a) {
    static const uint32_t by_pass[] = {0, CN_QUIRK_PASS_FREE, CN_QUIRK_PASS_LEAF};
    static const uint32_t by_ending[] = {0, CN_QUIRK_ENDED_FLAT, CN_QUIRK_ENDED_EVAL};
    return by_pass[a->pass] | by_ending[a->ended] | (a->shifted_roles ? CN_QUIRK_ROLES : 0u) |
           (a->leaf_view ? CN_QUIRK_LEAF_VIEW : 0u) | (a->options.cutoff ? CN_QUIRK_CUTOFF : 0u);
}

/* clamp=on is the search of report A's listing as a whole: it goes with the other options that make
 * up that search, and with strategies whose tasks are whole root moves. */
static cn_status check_listed(const alphabeta *a, cn_error *error) {
    static const char *const served[] = {"none", "top", "buffer"};
    if (!a->options.listed) return CN_OK;
    bool serves = false;
    for (int i = 0; i < 3; i++) serves |= strcmp(a->strategy->name, served[i]) == 0;
    if (serves && a->shifted_roles && a->leaf_view && !a->options.plain) return CN_OK;
    return cn_fail(error, CN_BAD_USAGE,
                   "clamp=on goes with alphabeta and pvs, roles=shifted, view=leaf, and "
                   "strategy=none, top or buffer");
}

/* Reads the options and works out what follows from them; loads weights and book; allocates the
 * table. */
static cn_status set_up(void *self, const cn_spec *spec, cn_error *error) {
    alphabeta *a = self;
    cn_tree_options *o = &a->options;
    a->game = spec->game;
    cn_spec_store(spec, cn_alphabeta_settings, a);
    a->strategy = cn_spec_strategy(spec, a->strategy_options);
    o->heuristic = cn_spec_heuristic(spec);
    /* cn_game.eval_unit is about the default heuristic only. */
    o->eval_unit = o->heuristic == 0 ? a->game->eval_unit : 0;
    CN_TRY(cn_learned_of(spec, &a->model, error));
    const cn_value *eval = cn_spec_get(spec, "eval");
    a->any_eval = eval && strcmp(eval->text, CN_EVAL_AUTO) == 0;
    if (a->model) {
        o->leaf = cn_learned_leaf;
        o->weights = a->model;
        o->selectivity = (float)a->selectivity;
        o->eval_unit = cn_learned_unit(a->model);
    }
    CN_FAIL_IF(a->selectivity > 0 && !a->model && !a->any_eval, error, CN_BAD_USAGE,
               "selectivity=%g needs learned weights: eval=learned, eval=auto or weights=FILE",
               a->selectivity);
    CN_TRY(cn_book_of(spec, &a->book, error));
    o->outcome = a->score == SCORE_OFF;
    o->plain = spec->kind->serves == CN_SERVES_MINIMAX;
    /* Without a last depth the only way is to deepen. */
    o->deepen |= o->depth == 0;
    o->use = used_parts(a);
    o->quirks = quirks(a);
    /* A win in one is worth what the quirks say it is, not always a win. */
    if (o->quirks) o->use &= ~(uint32_t)CN_USE_FORCED;
    cn_status status = check_listed(a, error);
    if (status != CN_OK || !a->with_table || o->plain) return status;
    return cn_table_new((size_t)a->megabytes, &a->table, error);
}

/* Frees the tables, weights and book of a search. */
static void tear_down(void *self) {
    alphabeta *a = self;
    cn_model_free(a->model);
    cn_book_free(a->book);
    cn_table_free(&a->table);
    cn_known_free(&a->known);
}

/* Forgets what the table holds. A table that was not used since is clear already. */
static void clear(void *self) {
    alphabeta *a = self;
    if (a->table_used) cn_table_clear(&a->table);
    a->table_used = false;
    cn_known_free(&a->known);
}

/* Whether a search to `depth` ends before the depth that the expert is made for, so that an expert
 * which takes the table for itself would only be in the way. */
static bool too_shallow(const cn_expert *e, const cn_position *position, int depth) {
    return e->own_table && e->next_depth && depth > 0 &&
           e->next_depth(position->state, depth) > depth;
}

/* Whether the expert's answer would come too late for the limits of this run. */
static bool too_slow(const cn_expert *e, const cn_tree_search *tree) {
    if (!e->cost || tree->options.patient) return false; /* a proof is worth the wait */
    const double cost = 2 * e->cost(tree->state);
    const double nodes_per_second = 5e7; /* a limit on nodes as one on time, roughly */
    return (tree->deadline > 0 && cost > tree->deadline - tree->start) ||
           (tree->node_limit > 0 && cost * nodes_per_second > (double)tree->node_limit);
}

/* The expert that searches below the root of this tree, NULL for the general search. */
static cn_status choose_expert(const alphabeta *a, const cn_position *position,
                               const cn_tree_search *tree, const cn_expert **chosen,
                               cn_error *error) {
    const int depth = tree->options.depth;
    *chosen = NULL;
    if (strcmp(a->expert, "off") == 0 || a->options.plain || a->options.quirks) return CN_OK;
    const bool any = strcmp(a->expert, "auto") == 0;
    bool known = any;
    const char *names[CN_OPTIONS_MAX + 3] = {"auto", "off"};
    int count = 2;
    for (const cn_expert *e = position->experts; e && e->name; e++) {
        const bool named = strcmp(e->name, a->expert) == 0;
        known |= named;
        /* One that is named is taken however long it needs; `auto` looks at depth and limits. */
        const bool wanted =
            named || (any && !too_shallow(e, position, depth) && !too_slow(e, tree));
        if (!*chosen && wanted && e->serves(position->state)) *chosen = e;
        if (count < CN_OPTIONS_MAX + 2) names[count++] = e->name;
    }
    if (known) return CN_OK;
    char list[256];
    cn_text_join(list, sizeof list, names);
    return cn_fail(error, CN_BAD_USAGE, "expert=%s: expected one of %s", a->expert, list);
}

/* What one unit of the game's score is worth to the search; 0: the score does not count. It is in
 * proportion to the default heuristic if that is in points. */
static cn_status score_step(const alphabeta *a, const cn_position *position,
                            const cn_expert *expert, int *step, cn_error *error) {
    const bool points = expert && expert->points && a->score == SCORE_AUTO;
    *step = 0;
    if (a->score != SCORE_ON && !points) return CN_OK;
    CN_FAIL_IF(!position->rules->score, error, CN_UNSUPPORTED,
               "score=on: %s is not played for points", a->game->name);
    /* Leaves that are valued in points and ended games then have the same unit. */
    const int unit = a->game->eval_unit / a->game->score_unit;
    *step = unit > 0 ? unit : 1;
    return CN_OK;
}

/* A number for the options of a position. Some change values and not the hash, such as komi. */
static uint64_t options_key(const cn_position *position) {
    char text[CN_OPTIONS_TEXT];
    cn_position_options(position, text);
    return cn_mix64(cn_file_sum(CN_FILE_SUM, text, strlen(text)));
}

/* Gets the table ready for a run. It keeps what earlier moves of the game found, unless values
 * meant something else then: with other options, other rules, or another expert. */
static void prepare_table(alphabeta *a, const cn_position *position, const cn_expert *expert) {
    if (!a->table.entries) return;
    /* Rules and experts are constant tables, so that their addresses name them within a process. */
    uint64_t key = cn_mix64((uint64_t)(uintptr_t)position->rules) ^ (uint64_t)(uintptr_t)expert;
    if (expert && expert->table_kind) key ^= cn_mix64(expert->table_kind(position->state));
    key ^= options_key(position);
    /* With quirks a value can depend on the root's player, so nothing is kept from run to run. */
    if (a->options.quirks || key != a->table_key) clear(a);
    a->table_key = key;
    a->table_used = true;
    cn_table_next_age(&a->table);
}

/* The limits of a run: the least of the agent's own and the caller's. */
static void set_limits(const alphabeta *a, const cn_run *run, cn_tree_search *tree) {
    const cn_limits *limits = run->limits;
    cn_tree_options *o = &tree->options;
    uint64_t nodes = limits->ponder ? 0 : (uint64_t)a->nodes;
    if (limits->nodes && (!nodes || limits->nodes < nodes)) nodes = limits->nodes;
    tree->node_limit = nodes;
    if (limits->ponder) o->depth = 0;
    if (limits->depth > 0 && (!o->depth || limits->depth < o->depth)) o->depth = limits->depth;
    o->lines = limits->lines;
    o->patient = limits->infinite; /* then the time is there to be used */
    o->thrifty = limits->clock > 0;
    if (o->depth == 0 && run->deadline == 0 && nodes == 0 && !limits->infinite) {
        o->depth = 8; /* nothing else would end it */
    }
    /* A limit that can strike at any moment wants a whole smaller depth to fall back on. */
    if (run->deadline > 0 || nodes > 0) o->deepen = true;
}

/* Whether the heuristic is a sum of parts that tasks can compute (cn_rules.eval_parts). */
static bool comes_apart(const cn_position *position, int heuristic) {
    const cn_rules *rules = position->rules;
    return rules->eval_parts && rules->eval_parts(position->state, heuristic, 0) > 0;
}

/* Whether a result is a proven win in at most so many plies. */
static bool wins_within(const cn_result *result, int plies) {
    const cn_score *score = &result->score;
    return score->kind == CN_SCORE_OUTCOME && score->proven && score->value > 0 &&
           score->plies >= 0 && score->plies <= plies;
}

/* The search itself: the strategy runs it, on the threads of the run. */
static cn_status search_tree(const alphabeta *a, const cn_run *run, cn_tree_search *tree,
                             cn_result *result, cn_error *error) {
    const bool ready = cn_tree_begin(tree);
    if (ready) {
        a->strategy->run(tree, run->pool, a->strategy_options, result);
        result->nodes = cn_tree_nodes(tree);
    }
    cn_tree_end(tree);
    return ready ? CN_OK : cn_fail(error, CN_NO_MEMORY, "no memory for a search");
}

/* Weights that were learned for other options than the position's are an error; with eval=auto the
 * game's heuristic is used instead. */
static cn_status fit_model(const alphabeta *a, const cn_position *position, cn_tree_options *o,
                           cn_error *error) {
    const cn_status status = a->model ? cn_learned_fits(a->model, position, error) : CN_OK;
    if (status == CN_OK || !a->any_eval) return status;
    o->leaf = NULL;
    o->weights = NULL;
    o->eval_unit = a->game->eval_unit;
    return CN_OK;
}

/* Everything about the search below the root but its table and what an expert changes. */
static cn_tree_search make_search(alphabeta *a, const cn_run *run) {
    const cn_position *position = run->position;
    cn_tree_search tree = {
        .rules = position->rules,
        .kernels = position->kernels,
        .state = position->state,
        .table = a->table.entries ? &a->table : NULL,
        .options = a->options,
        .stop = run->stop,
        .start = run->start,
        .deadline = run->deadline,
        .threads = cn_run_threads(run),
        .peers = run->crew ? &run->crew->roots.peers : NULL,
        .live = run->limits->live,
        .log = run->log,
        .progress = run->progress,
        .user = run->user,
    };
    set_limits(a, run, &tree);
    return tree;
}

/* Asks the game for a win by threats, where any win will do. Only rank 0 asks. Takes what the game
 * looked at off the node limit. */
static void ask_for_win(const alphabeta *a, const cn_run *run, cn_tree_search *tree,
                        cn_forced_root *win) {
    *win = (cn_forced_root){.move = CN_MOVE_NONE};
    /* Without the game's own knowledge the first of equally good moves is wanted, not any win. */
    const bool knowing = strcmp(a->expert, "off") != 0 || tree->options.forced > 0;
    const bool leads = !run->crew || run->crew->rank == 0;
    if (!leads || !knowing || tree->options.plain || run->log ||
        !(tree->options.use & CN_USE_FORCED)) {
        return;
    }
    cn_table *table = tree->expert && tree->expert->own_table ? NULL : tree->table;
    cn_forced_ask(run, tree->node_limit, tree->options.depth, table, win);
    /* The game was given a third of the nodes at most; a limit of 0 would be none. */
    if (tree->node_limit > 0) {
        tree->node_limit = tree->node_limit > win->nodes ? tree->node_limit - win->nodes : 1;
    }
}

/* A run: the book, a win by threats, or the search, and what of it is kept for `show_tree`. */
static cn_status search(alphabeta *a, const cn_run *run, cn_result *result, cn_error *error) {
    const cn_position *position = run->position;
    const cn_strategy *strategy = a->strategy;
    if (a->book && !run->log && /* a log is for the search itself */
        cn_book_answer(a->book, position, run->limits->lines, a->options.ties_last, result)) {
        result->seconds = cn_clock_seconds() - run->start;
        if (run->progress) run->progress(result, run->user);
        return CN_OK;
    }
    CN_FAIL_IF(strategy->takes_apart && strategy->takes_apart(a->strategy_options) &&
                   !comes_apart(position, a->options.heuristic),
               error, CN_UNSUPPORTED,
               "strategy=%s needs a heuristic that can be taken apart; `%s` of %s cannot",
               strategy->name, a->game->heuristics[a->options.heuristic].name, a->game->name);
    cn_tree_search tree = make_search(a, run);
    int step;
    CN_TRY(choose_expert(a, position, &tree, &tree.expert, error));
    CN_TRY(score_step(a, position, tree.expert, &step, error));
    CN_TRY(fit_model(a, position, &tree.options, error));
    /* Before the game looks for a win, which may use the table too. */
    prepare_table(a, position, tree.expert);
    tree.options.score_step = step;
    tree.options.score_unit = step * a->game->score_unit;
    /* Where points count, a win in one need not be the best move. */
    if (step > 0) tree.options.use &= ~(uint32_t)CN_USE_FORCED;
    cn_forced_root win;
    ask_for_win(a, run, &tree, &win);
    /* Where several lines are wanted the other moves must be searched, win or not. */
    if (win.move != CN_MOVE_NONE && run->limits->lines < 2) {
        cn_forced_put(position, &win, result);
        cn_lines_choose(result, run->limits->lines);
        result->complete = true;
        result->nodes = win.nodes;
        return CN_OK;
    }
    cn_status status = search_tree(a, run, &tree, result, error);
    result->nodes += win.nodes;
    a->known.meaning = tree.meaning;
    /* An expert's own table, and values that depend on the way there, say nothing here. */
    const bool plain = !(tree.expert && tree.expert->own_table) && !position->rules->history;
    a->known.table = plain ? tree.table : NULL;
    /* The search may have found a shorter win, which then stands. */
    if (status == CN_OK && win.move != CN_MOVE_NONE && !wins_within(result, win.plies)) {
        cn_forced_put(position, &win, result);
    }
    return status;
}

/* Searches, and keeps a copy of what was found at the root for cn_search_tree. */
static cn_status run(void *self, const cn_run *run, cn_result *result, cn_error *error) {
    alphabeta *a = self;
    a->known.table = NULL;
    const cn_status status = search(a, run, result, error);
    if (status == CN_OK) cn_known_keep(&a->known, run->position, result);
    return status;
}

/* cn_algorithm.share: the expert that the search will come to knows when it can solve the rest. */
static double share(const void *self, const cn_position *position, double clock) {
    const alphabeta *a = self;
    const bool any = strcmp(a->expert, "auto") == 0;
    for (const cn_expert *e = position->experts; e && e->name; e++) {
        if (!any && strcmp(e->name, a->expert) != 0) continue;
        if (e->share && e->serves(position->state)) return e->share(position->state, clock);
    }
    return 0;
}

/* What is thought on the opponent's time stays in the table. */
static bool ponders(const void *self) {
    const alphabeta *a = self;
    return a->table.entries && !a->options.quirks;
}

/* cn_algorithm.tree: the root's moves, and below them what the table remembers. */
static uint64_t show_tree(const void *self, int depth, int width, cn_tree_fn *show, void *user) {
    return cn_known_show(&((const alphabeta *)self)->known, depth, width, show, user);
}

/* The templates with an observer are the general search without options that change its tree. The
 * shallow searches of selective pruning would look like children of the node they are made for. */
static bool logs(const void *self) {
    const alphabeta *a = self;
    return !a->options.quirks && !a->options.listed && !(a->selectivity > 0) &&
           (a->options.plain || strcmp(a->expert, "off") == 0);
}

/* A search of one ply is over before a message has arrived. */
static int ranks(const void *self, const cn_limits *limits, int most) {
    (void)limits;
    return ((const alphabeta *)self)->options.depth == 1 ? 1 : most;
}

/* The algorithm of the kinds pvs, alphabeta, minimax and greedy. */
const cn_algorithm cn_alphabeta = {
    .size = sizeof(alphabeta),
    .set_up = set_up,
    .run = run,
    .clear = clear,
    .tear_down = tear_down,
    .share = share,
    .ponders = ponders,
    .tree = show_tree,
    .logs = logs,
    .ranks = ranks,
};
