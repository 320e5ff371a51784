/* The agents by Monte Carlo tree search: mcts and uct. This file has their options, checks which of
 * them go together, and prepares a run; the search itself is in search/mcts.h, how it is spread
 * over threads is the strategy's affair. It also shows the tree of the last run. */
#include "core/memory.h"
#include "engine/algorithm.h"
#include "engine/forced.h"
#include "engine/learned.h"
#include "engine/lines.h"

#include <stdlib.h>

/* The words of the options' choices. What is stored of a choice is the place of its word. */
static const char *const on_off[] = {"off", "on", NULL};
static const char *const ties[] = {"first", "last", NULL};
static const char *const rewards[] = {"outcome", "score", "eval", NULL}; /* reward_kind */
static const char *const expansions[] = {"one", "all", NULL};
static const char *const finals[] = {"visits", "mean",    "uct", /* cn_mcts_final */
                                     "robust", "settled", NULL};
static const char *const opponents[] = {"adversary", "ally", "swapped", NULL};
static const char *const playout_ends[] = {"game", "pass", NULL};
static const char *const leaves[] = {"auto", "playout", "eval", NULL}; /* leaf_kind */

typedef enum reward_kind { REWARD_OUTCOME, REWARD_SCORE, REWARD_EVAL } reward_kind;
typedef enum leaf_kind { LEAF_AUTO, LEAF_PLAYOUT, LEAF_EVAL } leaf_kind;

/* The state of an agent: what its options say, and what it keeps from run to run. */
typedef struct mcts_search {
    cn_mcts_options options;
    uint64_t iterations; /* the agent's own limit, 0: none */
    size_t megabytes;    /* for trees */
    int share;           /* levels that processes have in common */
    reward_kind reward;  /* `options` has what follows from it */
    leaf_kind leaf;      /* likewise */

    const cn_strategy *strategy;
    _Alignas(max_align_t) unsigned char strategy_options[CN_STRATEGY_OPTIONS];
    int score_unit;        /* units of the game's score in a point */
    cn_model *model;       /* stands for the heuristic; NULL: it does not */
    cn_mcts_forest forest; /* trees of the last run, which the next may go on with */

    /* The last run, for `tree`. */
    bool all_moves; /* see cn_mcts */
    cn_result last; /* count 0: there was none */
} mcts_search;

#define INT(...)    CN_INT_IN(mcts_search, __VA_ARGS__)
#define REAL(...)   CN_REAL_IN(mcts_search, __VA_ARGS__)
#define CHOICE(...) CN_CHOICE_IN(mcts_search, __VA_ARGS__)

/* The options, with the defaults of mcts; engine/agents.c has those of uct, and a game may
 * recommend others for mcts (cn_game.mcts). A new option is a row here; its value is found in the
 * field that the row names. Limits are whole numbers up to 2^53, which a double holds exactly. */
const cn_setting cn_monte_carlo_settings[] = {
    INT(iterations, "iterations", 0, 9e15, "0",
        "iterations for each move (strategy=workers: of each worker); 0: until time ends the "
        "search, or 10000 if there is no limit"),
    {.option = CN_OPT_TIME},
    {.option = CN_OPT_STRATEGY},
    {.option = CN_OPT_THREADS},
    {.option = CN_OPT_AWAKE},
    INT(options.seed, "seed", 0, 1e15, "1",
        "of the random numbers; the same seed plays the same moves"),
    REAL(options.c, "c", 0, 1000, "1.41421356",
         "weight of exploration in the UCT formula: the larger, the more often moves with a low "
         "mean are tried"),
    CHOICE(reward, "reward", rewards, "outcome",
           "what a playout is worth: its `outcome` (win, draw, loss), the game's `score` in "
           "points, or the heuristic's value of the last position (`eval`, report A)"),
    REAL(
        options.score_weight, "score-weight", 0, 1, "0",
        "with reward=outcome, in games with a score: the share that the margin has in a playout's "
        "reward once either player has more than 85 % to win (all of it from 95 % on), since moves "
        "hardly differ in that chance then; 0: none"),
    INT(options.playouts, "playouts", 1, 64, "1", "playouts from each leaf"),
    INT(options.rollouts, "rollouts", 1, 64, "1",
        "new children that are played out at once when a node is expanded (report C)"),
    CHOICE(options.all, "expand", expansions, "one",
           "`one`: new children are visited first, in the game's order; `all`: they compete with "
           "their brothers, by `fpu` and by what rave, bias and priors say"),
    REAL(options.fpu, "fpu", -1000, 1000, "1000",
         "with expand=all: the value of a child without visits (first play urgency); 1000 has "
         "every child visited once before any is visited twice"),
    INT(options.threshold, "threshold", 1, 1000, "1",
        "visits that a leaf must have before it gets children"),
    CHOICE(options.solver, "solver", on_off, "on",
           "carry proven wins, draws and losses up the tree; a proven root ends the search"),
    CHOICE(options.rave, "rave", on_off, "off",
           "a move also learns from the playouts in which the same player made it later (rapid "
           "action value estimation)"),
    REAL(options.rave_k, "rave-k", 1, 1e6, "1000",
         "visits at which a move's own mean weighs as much as its RAVE mean"),
    INT(options.bias, "bias", 0, 1000, "0",
        "visits that the heuristic's opinion of a new child counts for; 0: it is not asked"),
    REAL(options.bias_scale, "bias-scale", 0.001, 1e6, "100",
         "value of the heuristic that stands for three wins in four, for `bias` and leaf=eval"),
    {.option = CN_OPT_TEXT(
         "eval", "",
         "the heuristic for bias, leaf and reward (`canopy games GAME` lists them), or `learned`: "
         "the weights that the program carries for the game; empty: the game's first heuristic")},
    {.option = CN_OPT_TEXT("weights", "",
                           "a file of `canopy learn`, whose weights stand for the heuristic")},
    CHOICE(leaf, "leaf", leaves, "auto",
           "what values a leaf: random playouts (`playout`) or the heuristic (`eval`); `auto`: the "
           "heuristic if it is learned, else playouts"),
    REAL(options.priors, "priors", 0, 1000, "1",
         "weight of the game's own opinion of new moves, in games that have one; 0: it is not "
         "asked"),
    INT(options.forced, "forced", 0, 1000000, "0",
        "with `solver`: positions that the game may look at in each new node to find a win by "
        "threats; 0: wins in one move only"),
    {.option = CN_OPT_TEXT("playout", "",
                           "the policy of random playouts (`canopy games GAME` lists them); empty: "
                           "the game's first")},
    CHOICE(options.decisive, "decisive", on_off, "off",
           "a player in a playout who can win in one move does so"),
    CHOICE(options.final, "final", finals, "visits",
           "which root move is played: the one with most `visits`, the best `mean`, or the best "
           "`uct` value; `robust`: most visits, after up to a quarter more iterations until that "
           "move has the best mean too; `settled`: most visits, without those iterations after "
           "which no other move could have more (strategy=none, and not in an analysis)"),
    CHOICE(options.ties_last, "ties", ties, "first",
           "which of equally good moves and children is taken: the first or the last in the game's "
           "order"),
    CHOICE(options.reuse, "reuse", on_off, "on",
           "the next search of the game goes on with the tree of this one"),
    INT(megabytes, "memory", 1, 1048576, "256",
        "megabytes for trees, which stop growing when it is used up"),
    INT(options.virtual_loss, "virtual-loss", 0, 100, "1",
        "strategy=tree: visits without a win that a thread puts on its path while it is under way, "
        "so that other threads take other paths"),
    CHOICE(options.opponent, "opponent", opponents, "adversary",
           "whose rewards a node adds up: those of the player who moved there (`adversary`), "
           "always those of the root's player (`ally`, report A), or those of the other player "
           "(`swapped`, a mistake of report C)"),
    CHOICE(options.until_pass, "playout-end", playout_ends, "game",
           "`game`: a playout runs to the end of the game; `pass`: it ends when a player can only "
           "pass (report A)"),
    {.option = CN_OPT_RANKS},
    INT(share, "share", 0, 16, "0",
        "with several ranks: levels at the top of the tree whose visits and rewards the ranks "
        "exchange; 0: they only add up those of the root's moves"),
    {.size = 0},
};

/* Whether a reward is who has won a playout, in the view of who moved. */
static bool rewards_outcomes(const cn_mcts_options *o) {
    return !o->score && !o->by_leaf && !o->opponent;
}

/* Refuses options that do not go together. */
static cn_status check(const mcts_search *s, cn_error *error) {
    const cn_mcts_options *o = &s->options;
    CN_FAIL_IF(o->opponent && (o->rave || o->bias), error, CN_BAD_USAGE,
               "opponent=%s goes with neither rave nor bias, which know whose move it is",
               opponents[o->opponent]);
    CN_FAIL_IF(o->score && o->bias, error, CN_BAD_USAGE,
               "reward=score and reward=eval do not go with bias, which is a share of wins");
    CN_FAIL_IF(o->by_leaf && (o->score || o->until_pass || o->decisive), error, CN_BAD_USAGE,
               "leaf=eval makes no playouts: it goes with neither reward=score, reward=eval, "
               "playout-end=pass nor decisive=on");
    CN_FAIL_IF(o->score_weight > 0 && !rewards_outcomes(o), error, CN_BAD_USAGE,
               "score-weight adds the margin to the outcome of playouts: it goes with neither "
               "reward=score, reward=eval, leaf=eval nor opponent=ally or swapped");
    CN_FAIL_IF(s->model && s->reward == REWARD_EVAL, error, CN_BAD_USAGE,
               "reward=eval asks at the end of a game, of which learned weights know "
               "nothing: give it a heuristic of the game");
    CN_FAIL_IF(s->share && !(s->strategy->one_tree && s->strategy->one_tree(s->strategy_options)),
               error, CN_BAD_USAGE,
               "share goes with strategy=none, leaf, and tree with lock=free: processes "
               "that grow one tree each, which others may add to");
    return CN_OK;
}

/* Changes defaults that suit playouts but not learned values: these scatter less than results of
 * playouts, so less exploration tells moves apart; and where they are points, a lead of a twelfth
 * of the board is taken for three wins in four. What the user has chosen stays. */
static void suit_leaves(mcts_search *s, const cn_spec *spec) {
    if (!s->model) return;
    const cn_shape *shape = &s->model->shape;
    if (!cn_spec_names(spec, "c")) s->options.c = 0.4f;
    if (!cn_spec_names(spec, "bias-scale") && shape->target == CN_TARGET_SCORE) {
        s->options.bias_scale =
            (float)(cn_learned_unit(s->model) * shape->rows * shape->columns) / 12;
    }
}

/* Reads the options and works out what follows from them; loads weights; refuses what does not
 * go together. */
static cn_status set_up(void *self, const cn_spec *spec, cn_error *error) {
    mcts_search *s = self;
    cn_spec_store(spec, cn_monte_carlo_settings, s);
    s->strategy = cn_spec_strategy(spec, s->strategy_options);
    s->options.heuristic = cn_spec_heuristic(spec);
    s->options.policy = cn_spec_policy(spec);
    s->options.score = s->reward != REWARD_OUTCOME;
    s->options.by_eval = s->reward == REWARD_EVAL;
    /* A proof is about winning against an adversary. */
    s->options.solver &= !s->options.score && !s->options.opponent;
    s->score_unit = spec->game->score_unit;
    /* Without this the system would grant the memory, and end the process once it is used. */
    if (s->megabytes > cn_memory_free_mb()) return cn_memory_lacks("trees", s->megabytes, error);
    CN_TRY(cn_learned_of(spec, &s->model, error));
    s->options.by_leaf = s->leaf == LEAF_EVAL || (s->leaf == LEAF_AUTO && s->model);
    if (s->options.by_leaf) suit_leaves(s, spec);
    /* A game's default for rewards by outcome is none for others. */
    if (!rewards_outcomes(&s->options) && !cn_spec_names(spec, "score-weight")) {
        s->options.score_weight = 0;
    }
    CN_FAIL_IF(cn_spec_names(spec, "bias-scale") && !s->options.bias && !s->options.by_leaf, error,
               CN_BAD_USAGE, "agent %s: bias-scale has no effect without bias or leaf=eval",
               spec->label);
    return check(s, error);
}

/* Frees the trees, the weights and the last result; also after a set_up that failed. */
static void tear_down(void *self) {
    mcts_search *s = self;
    cn_mcts_free_trees(&s->forest);
    cn_model_free(s->model);
}

/* Keeps the memory of the trees: it is large, and the next run needs it again. */
static void clear(void *self) {
    mcts_search *s = self;
    cn_mcts_forget(&s->forest);
}

/* ---- running ---- */

/* The lesser of two limits, where 0 is none. */
static uint64_t least(uint64_t a, uint64_t b) {
    return a && (!b || a < b) ? a : b;
}

/* The limit of nodes as one of iterations; 0: none. A node is a playout here. */
static uint64_t most_of(const mcts_search *s, const cn_limits *limits) {
    const uint64_t each = (uint64_t)(s->options.rollouts * s->options.playouts);
    return limits->nodes > 0 && limits->nodes < each ? 1 : limits->nodes / each;
}

/* The limit of iterations, 0: none; of all trees together, or of each if the strategy says so. */
static uint64_t iterations_of(const mcts_search *s, const cn_limits *limits) {
    const uint64_t own = least(limits->ponder ? 0 : s->iterations, limits->iterations);
    return s->strategy->each ? own : least(own, most_of(s, limits));
}

/* Asks the game for a win by threats at the root; true if there is one, which is then the result.
 */
static bool win_by_force(const mcts_search *s, const cn_run *run, cn_result *result) {
    if (!s->options.solver) return false;
    cn_forced_root win;
    /* An iteration counts as twenty positions of such a search. */
    cn_forced_ask(run, 20 * iterations_of(s, run->limits), 0, NULL, &win);
    if (win.move == CN_MOVE_NONE) return false;
    cn_forced_put(run->position, &win, result);
    result->complete = true;
    return true;
}

/* A process that would have no iteration to run is left out, unless numbered trees are dealt
 * out. */
static int ranks(const void *self, const cn_limits *limits, int most) {
    const mcts_search *s = self;
    const uint64_t all = iterations_of(s, limits);
    return s->strategy->dealt || all == 0 || all >= (uint64_t)most ? most : (int)all;
}

/* This process's part in a run that several share: unless the strategy deals out numbered trees,
 * each grows trees of its own with an even share of the iterations. */
static void take_part(cn_mcts *m, const mcts_search *s, cn_crew *crew) {
    if (!crew) return;
    m->part = crew->rank;
    m->parts = crew->ranks;
    m->peers = &crew->merge.peers;
    if (s->strategy->dealt) return; /* units are dealt out by their numbers: cn_mcts_unit */
    const uint64_t parts = (uint64_t)m->parts, rest = m->iterations % parts;
    m->iterations = m->iterations / parts + ((uint64_t)m->part < rest);
}

/* A tree that is kept serves the next run; what trees without `reuse` learn is lost. */
static bool ponders(const void *self) {
    const mcts_search *s = self;
    return s->options.reuse && s->strategy->keeps;
}

/* Every iteration can be logged; cn_search_log asks the strategy whether its threads can be
 * watched. */
static bool logs(const void *self) {
    (void)self;
    return true;
}

/* The search itself: trees and walks are prepared, the strategy runs it, the result is kept for
 * `show_tree`. */
static cn_status search(mcts_search *s, const cn_run *run, cn_result *result, cn_error *error) {
    const cn_position *position = run->position;
    const size_t memory = s->megabytes << 20;
    cn_board board;
    cn_position_draw(position, &board);
    cn_mcts m = {
        .rules = position->rules,
        .kernels = position->kernels,
        .state = position->state,
        .options = s->options,
        .model = s->model,
        .unit = s->score_unit,
        .board = s->score_unit * board.rows * board.columns,
        .forest = &s->forest,
        .memory = memory,
        .stop = run->stop,
        .start = run->start,
        .deadline = run->deadline,
        .iterations = iterations_of(s, run->limits),
        .log = run->log,
        .most = most_of(s, run->limits),
        .threads = cn_run_threads(run),
        .progress = run->progress,
        .user = run->user,
    };
    if (m.iterations == 0 && m.most == 0 && run->deadline == 0 && !run->limits->infinite) {
        m.iterations = 10000; /* nothing else would end it */
    }
    if (run->limits->lines > 0 && m.options.final == CN_FINAL_SETTLED) {
        m.options.final = CN_FINAL_VISITS; /* all moves are of interest, not only the best */
    }
    take_part(&m, s, run->crew);
    cn_status status = s->model ? cn_learned_fits(s->model, position, error) : CN_OK;
    if (status == CN_OK) status = cn_mcts_begin(&m, error);
    if (status == CN_OK) {
        if (s->strategy->mcts(&m, run->pool, s->strategy_options, result)) {
            cn_mcts_finish(&m, result);
            result->ranks = m.parts;
            s->last = *result;
            s->all_moves = m.all_moves;
        } else {
            cn_mcts_free_trees(&s->forest);
            status = cn_memory_lacks("trees", s->megabytes, error);
        }
    }
    cn_mcts_end(&m);
    return status;
}

/* ---- the tree, for people ---- */

/* The tree of the last run while it is shown. */
typedef struct shown_tree {
    const mcts_search *search;
    const cn_mcts_tree *tree;
    int depth, width;
    cn_tree_fn *show;
    void *user;
    uint64_t shown;
} shown_tree;

/* A node of the tree as users see it. */
static cn_tree_node describe(const shown_tree *view, const cn_mcts_node *node, int depth) {
    const cn_mcts_options *o = &view->search->options;
    const double unit = 1.0 / (o->score ? view->search->score_unit : cn_mcts_win(o));
    const uint32_t visits = atomic_load_explicit(&node->visits, memory_order_relaxed);
    const int64_t reward =
        cn_mcts_outcomes(o, atomic_load_explicit(&node->reward, memory_order_relaxed));
    const double mean = visits ? (double)reward * unit / visits : 0;
    cn_score score = cn_mcts_score(o, (cn_outcome)cn_mcts_outcome(node), node->chooser, CN_PLY_MAX,
                                   visits, mean);
    score.proven = score.proven && view->search->all_moves;
    return (cn_tree_node){depth, node->move, visits, score};
}

/* The places of the greatest numbers of visits, the greatest first; equals in their order. */
static void by_visits(const uint64_t *visits, int count, int *order) {
    for (int i = 0; i < count; i++) {
        int k = i;
        for (; k > 0 && visits[order[k - 1]] < visits[i]; k--) order[k] = order[k - 1];
        order[k] = i;
    }
}

/* Shows the children of a node, most visits first, and what is below each. */
static void show_below(shown_tree *view, const cn_mcts_node *node, int depth) {
    const uint64_t link = atomic_load_explicit(&node->link, memory_order_relaxed);
    const cn_mcts_node *child = &view->tree->nodes[cn_mcts_first(link)];
    const int count = cn_mcts_count(link);
    uint64_t visits[CN_MOVES_MAX] = {0};
    int order[CN_MOVES_MAX];
    for (int i = 0; i < count; i++) {
        visits[i] = atomic_load_explicit(&child[i].visits, memory_order_relaxed);
    }
    by_visits(visits, count, order);
    for (int i = 0; i < count && (view->width == 0 || i < view->width); i++) {
        const cn_tree_node shown = describe(view, &child[order[i]], depth);
        view->shown++;
        if (view->show(&shown, view->user) && depth < view->depth) {
            show_below(view, &child[order[i]], depth + 1);
        }
    }
}

/* The root's moves out of the result, for strategies that keep sums only. */
static void show_sums(shown_tree *view) {
    const cn_result *last = &view->search->last;
    uint64_t visits[CN_MOVES_MAX] = {0};
    int order[CN_MOVES_MAX];
    for (int i = 0; i < last->count; i++) visits[i] = last->moves[i].visits;
    by_visits(visits, last->count, order);
    for (int i = 0; i < last->count && (view->width == 0 || i < view->width); i++) {
        const cn_move_info *info = &last->moves[order[i]];
        const cn_tree_node shown = {1, info->move, info->visits, info->score};
        view->shown++;
        view->show(&shown, view->user);
    }
}

/* The whole tree if there is one; of several trees, or of a win that needed no search, only the
 * root's moves. */
static uint64_t show_tree(const void *self, int depth, int width, cn_tree_fn *show, void *user) {
    const mcts_search *s = self;
    if (s->last.count == 0) return 0;
    /* Without iterations the result came from a forced win, and the tree is an older one. */
    const bool whole = s->forest.count == 1 && s->forest.trees && s->last.iterations > 0;
    shown_tree view = {s, whole ? &s->forest.trees[0] : NULL, depth, width, show, user, 1};
    cn_tree_node root = {0, CN_MOVE_NONE, s->last.visits, s->last.score};
    /* Of a search by several ranks there is the tree of this one. */
    if (whole && s->last.ranks != 1) {
        root.visits = atomic_load_explicit(&view.tree->nodes[0].visits, memory_order_relaxed);
    }
    if (!show(&root, user) || depth < 1) return 1;
    if (whole) {
        show_below(&view, &view.tree->nodes[0], 1);
    } else {
        show_sums(&view);
    }
    return view.shown;
}

/* ---- a run ---- */

/* A run: a win by threats or the search; then the lines of the best moves, if they are asked
 * for. */
static cn_status run(void *self, const cn_run *run, cn_result *result, cn_error *error) {
    mcts_search *s = self;
    const cn_position *position = run->position;
    const int lines = run->limits->lines;
    cn_lines_progress ranked = {.progress = run->progress, .user = run->user, .lines = lines};
    cn_run own = *run;
    if (run->progress && lines > 0) {
        own.progress = cn_lines_on_progress;
        own.user = &ranked;
    }
    if (run->log) cn_log_begin(run->log, position->rules, position->state, NULL, run->stop);
    cn_status status = CN_OK;
    if (win_by_force(s, run, result)) {
        cn_mcts_forget(&s->forest); /* they are of an earlier position, too far from the next */
        s->last = *result;
    } else {
        status = search(s, &own, result, error);
    }
    if (status != CN_OK || lines == 0) return status;
    cn_lines_choose(result, lines);
    cn_lines_follow(show_tree, s, result);
    return CN_OK;
}

/* The algorithm of the kinds mcts and uct. */
const cn_algorithm cn_monte_carlo = {
    .size = sizeof(mcts_search),
    .set_up = set_up,
    .run = run,
    .clear = clear,
    .tear_down = tear_down,
    .ponders = ponders,
    .tree = show_tree,
    .logs = logs,
    .ranks = ranks,
};
