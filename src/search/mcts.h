/* Monte Carlo tree search: UCT (Kocsis and Szepesvári, 2006) on a tree in one block of memory.
 *
 * A node is 32 bytes and its children lie side by side, so that choosing among them reads memory in
 * one sweep; links are indices. The root is node 0. Counters are integers: sums are exact, and
 * trees merge to the same result in any order.
 *
 * One iteration has three steps, which strategies may spread over threads as they like:
 *
 *     cn_mcts_select        walks down to a leaf, grows the tree there, plans the playouts
 *     cn_mcts_run_playout   runs one of those playouts
 *     cn_mcts_back_up       adds the results to every node on the path, and carries proofs upwards
 *
 * Whoever runs them brings a cn_mcts_walk: the working memory of one thread. */
#pragma once

#include "search/model.h"

#include <canopy/kernel.h>
#include <canopy/search.h>

enum {
    CN_MCTS_PATH = 1024, /* nodes on a path; deeper, the tree does not grow */
    CN_MCTS_BUSY = 1,    /* value of a link while some thread makes the children */
    CN_MCTS_OUTCOME = 3, /* bits of `proven` that hold a cn_outcome */
    CN_MCTS_FORCED = 4,  /* … by a win that the game saw, not by the end of the game */
    CN_MCTS_HOLDS = 8,   /* the player to move has a draw at least */
    CN_MCTS_PLIES = 4    /* with FORCED: the bits from here on are (plies of that win - 1) / 2 */
};

/* A node of the tree. Its statistics are those of the move that leads to it. `move` and `chooser`
 * are written before the parent's link is published and never change. */
typedef struct cn_mcts_node {
    _Atomic uint64_t link;   /* first child << 16 | number of children; 0: none yet; CN_MCTS_BUSY */
    _Atomic int64_t reward;  /* sum in the chooser's view: of cn_mcts_win a win; score units; or
                                outcomes and margins, see cn_mcts_outcomes */
    _Atomic uint32_t visits; /* playouts; in a shared tree with virtual losses */
    _Atomic uint32_t rave_visits; /* all-moves-as-first, and the heuristic's prior */
    _Atomic int32_t rave_reward;  /* of these, as `reward` */
    cn_move move;                 /* that leads here; at the root of no meaning */
    _Atomic uint8_t proven;       /* a cn_outcome, 0: not yet; CN_MCTS_FORCED, CN_MCTS_HOLDS */
    uint8_t chooser;              /* the player who moved here, whose view the rewards are in */
} cn_mcts_node;
_Static_assert(sizeof(cn_mcts_node) == 32, "two nodes a cache line");

/* The index of the first child. */
static inline uint32_t cn_mcts_first(uint64_t link) {
    return (uint32_t)(link >> 16);
}

/* The number of children; 0 for a leaf, also while its children are being made. */
static inline int cn_mcts_count(uint64_t link) {
    return link <= CN_MCTS_BUSY ? 0 : (int)(link & 0xffff);
}

/* The proven result, a cn_outcome; 0: not proven. It never changes once it is not 0, so threads
 * need no memory order to read it. */
static inline int cn_mcts_outcome(const cn_mcts_node *node) {
    return atomic_load_explicit(&node->proven, memory_order_relaxed) & CN_MCTS_OUTCOME;
}

/* A tree in one mapped block, which does not move while threads are in it. */
typedef struct cn_mcts_tree {
    cn_mcts_node *nodes;                /* [capacity]; node 0 is the root */
    uint64_t capacity;                  /* nodes that there is room for */
    _Alignas(64) _Atomic uint64_t used; /* nodes in use; beyond `capacity`: more were asked for */
    _Atomic bool full;                  /* the tree wanted to grow and could not */
} cn_mcts_tree;

/* ---- what a search is told ---- */

/* By what the move to play is chosen. */
typedef enum cn_mcts_final {
    CN_FINAL_VISITS,  /* most visits */
    CN_FINAL_MEAN,    /* best mean reward */
    CN_FINAL_UCT,     /* best mean plus exploration term */
    CN_FINAL_ROBUST,  /* most visits and best mean; goes on for a while until they agree */
    CN_FINAL_SETTLED, /* most visits; ends early once no other move can have more */
} cn_mcts_final;

/* Whose reward a node that a player moved to sums up: his own; the root player's; or the other
 * player's, a mistake of a published listing, whose search then looks for the best way to lose. */
typedef enum cn_mcts_opponent { CN_ADVERSARY, CN_ALLY, CN_SWAPPED } cn_mcts_opponent;

/* How to search; the same for all threads and during the whole run. */
typedef struct cn_mcts_options {
    float c;            /* weight of exploration */
    float fpu;          /* with `all`: the value of a child without visits */
    bool all;           /* children without visits compete by `fpu`, else each goes first */
    int threshold;      /* visits before a leaf gets children */
    int rollouts;       /* new children that are played out at once */
    int playouts;       /* from each of them */
    bool score;         /* reward is the score, not the outcome */
    float score_weight; /* share of the margin in a reward, once the game is nearly decided */
    bool by_eval; /* with `score`: the heuristic at the end of a playout stands for the score */
    bool by_leaf; /* the heuristic values a leaf; there are no playouts */
    cn_mcts_opponent opponent;
    bool until_pass;  /* a playout ends when a player can only pass */
    bool solver;      /* proofs (Winands, Björnsson and Saito, 2008) */
    bool decisive;    /* playouts take a win in one (Teytaud and Teytaud, 2010) */
    bool rave;        /* all moves as first (Gelly and Silver, 2007) */
    float rave_k;     /* visits at which a child's own mean weighs as much as that of RAVE */
    int bias;         /* visits the heuristic's opinion is worth; 0: none */
    float bias_scale; /* heuristic value that counts as three wins in four */
    int heuristic;    /* for bias, by_eval and by_leaf; index into the game's */
    float priors;     /* the game's own opinion of moves, its weight; 0: none */
    int forced;       /* with solver: positions the game may look at for a forced win */
    int policy;       /* of playouts, index into the game's */
    cn_mcts_final final;
    bool ties_last;   /* of equal moves the last in the game's order */
    int virtual_loss; /* visits a walk puts on its path while under way, in a shared tree */
    bool reuse;       /* keep what earlier searches learnt of this position */
    uint64_t seed;
} cn_mcts_options;

/* With `score_weight` a playout's margin is a share of the board, from 0 (all of it lost) to
 * CN_MCTS_MARGINS (all of it won). The sum of a node's rewards then has two parts: in the low
 * CN_MCTS_MARGIN_BITS bits the sum of these, above them that of outcomes, 2 for a win and 1 for a
 * draw. Both parts are added up in one addition, and neither outgrows its bits before
 * CN_MCTS_MARGIN_VISITS. So selection can weigh the margins, which it does only where the game is
 * nearly decided, and the chance to win is known all the same. */
enum { CN_MCTS_MARGINS = 256, CN_MCTS_MARGIN_BITS = 35, CN_MCTS_MARGIN_VISITS = 1 << 26 };

/* The reward of a win as selection and RAVE count it: half of it is a draw's. Playouts need no more
 * than 2; where margins have a share, or leaves are valued by a heuristic, there is something in
 * between. */
static inline int cn_mcts_win(const cn_mcts_options *options) {
    return options->by_leaf ? 2048 : options->score_weight > 0 ? CN_MCTS_MARGINS : 2;
}

/* What a node's sum of rewards says of outcomes only: of cn_mcts_win a win; or score units. */
static inline int64_t cn_mcts_outcomes(const cn_mcts_options *options, int64_t reward) {
    if (options->score_weight == 0) return reward;
    return (reward >> CN_MCTS_MARGIN_BITS) * (CN_MCTS_MARGINS / 2);
}

/* ---- a search and its threads ---- */

/* Statistics of one root move, in the view of the player who makes it; those of several trees add
 * up. */
typedef struct cn_mcts_stats {
    uint64_t visits;
    int64_t reward;   /* sum, as cn_mcts_outcomes tells it */
    int32_t distance; /* plies to the proven end, by the line found */
    uint8_t proven;   /* a cn_outcome */
} cn_mcts_stats;

/* One playout of an iteration: planned by select, filled in by running it. */
typedef struct cn_mcts_playout {
    uint32_t leaf;   /* node it starts at */
    cn_move move;    /* to be played first (the leaf is a child of the path's end), or none */
    bool exact;      /* the result is known without a playout */
    bool ended;      /* out: the game was over at the start */
    uint8_t outcome; /* out, a cn_outcome */
    int32_t weight;  /* visits it counts for */
    int32_t score;   /* out, player 0's view: the score; with score_weight the margin as a share of
                        the board; or, where a heuristic valued the leaf and the outcome is
                        CN_ONGOING, the reward */
} cn_mcts_playout;

/* A deferred update: results for a node that many threads visit, not yet added to it; see
 * mcts_shared.h. */
typedef struct cn_mcts_deferred {
    uint32_t node, visits; /* visits 0: nothing */
    int64_t reward;
} cn_mcts_deferred;

/* Places for deferred updates of a thread (by the node's index modulo this), and for its noise. */
enum { CN_MCTS_DEFERRED = 512, CN_MCTS_NOISE = 64 };

struct cn_log; /* search/log.h */
typedef struct cn_mcts cn_mcts;
typedef struct cn_mcts_terms cn_mcts_terms;

/* What an iteration aims at besides wins, with score_weight; all 0 while the game is open.
 *
 * The shifts are there for opinions of moves that were never visited, which are made for open
 * games: beside rewards that are all high, the first move that was tried would remain the only one.
 * So the leader's rewards are taken down to one half on average, the other's to his chance to win.
 */
typedef struct cn_mcts_aim {
    float margin;   /* share of the margin in a reward */
    float shift[2]; /* by player: added to each reward in his view, in units of cn_mcts_win */
} cn_mcts_aim;

/* The working memory of one thread: the path of its iteration, and what it needs beside it. */
typedef struct cn_mcts_walk {
    _Alignas(64) int worker; /* walks lie side by side: no line of memory in common */
    void *state;             /* at the end of the path */
    void *scratch;           /* another state, for playouts that must leave the first alone */
    cn_rng rng;              /* of the tree or chunk this thread is at */
    uint64_t base;           /* names the random streams of this iteration's playouts */
    int length;              /* of the path */
    int hot;         /* for so many nodes of the path, from the root on, updates are deferred */
    cn_mcts_aim aim; /* of this iteration */
    cn_mcts_deferred deferred[CN_MCTS_DEFERRED];
    float noise[CN_MCTS_NOISE]; /* in standard errors, by the child's number */
    uint64_t block, block_end;  /* nodes of a shared tree that this thread may use */
    uint32_t *path;             /* nodes from the root on */
    int planned;                /* playouts of this iteration */
    cn_mcts_playout *playout;   /* [rollouts * playouts] */
    cn_trail *trail;            /* one for each playout, NULL without RAVE */
    bool new_proof;             /* the last node of the path has just been proven */
    uint32_t stamp;             /* of the playout that RAVE looks at */
    uint32_t *who;              /* [move_codes]: stamp | player who made the move first */
    void (*lock)(void *locks, uint32_t node, bool take); /* CN_MCTS_NODE_LOCKS */
    void *locks;                                         /* the strategy's, handed to `lock` */

    int countdown, interval;       /* playouts until the next look at the clock */
    double looked;                 /* when that was last */
    uint64_t iterations, playouts; /* of this thread in this run */
    int depth;                     /* longest path */
} cn_mcts_walk;

/* Other processes that search the same position (src/cluster). */
typedef struct cn_mcts_peers cn_mcts_peers;
struct cn_mcts_peers {
    /* Worker 0, between two iterations, every millisecond or so. */
    void (*exchange)(cn_mcts_peers *peers, cn_mcts *search);
    /* Adds what the others know to `stats` and `visits`, which hold what is known here: the latest
     * there is if `live`, else when all have ended. */
    void (*gather)(cn_mcts_peers *peers, cn_mcts *search, cn_mcts_stats *stats, uint64_t *visits,
                   bool live);
};

/* Trees that outlive a run, and the root they belong to. Zero-initialise. */
typedef struct cn_mcts_forest {
    cn_mcts_tree *trees;
    int count;
    size_t bytes;                /* each */
    const cn_rules *rules;       /* of the kept trees; NULL: nothing is kept */
    void *state;                 /* their root, CN_STATE_MAX bytes */
    cn_move best;                /* what the last run chose */
    struct cn_mcts_terms *terms; /* see mcts_select.h; kept because they are slow to fill */
    uint64_t runs;               /* that went on with these trees */
} cn_mcts_forest;

/* A run. The fields up to `user` are the caller's to fill; what they point to must outlive the run.
 * All threads read it; they write only to trees, to their own walk, and to *stop;
 * worker 0 also to `next_progress` and `live`. */
struct cn_mcts {
    const cn_rules *rules;
    const cn_kernels *kernels;
    const void *state; /* the root; the game is not over */
    cn_mcts_options options;
    const cn_model *model; /* stands for the heuristic; NULL: it does not */
    double unit;           /* score units in a point */
    int board;             /* score units in all points of the board, for score_weight */
    cn_mcts_forest *forest;
    size_t memory;          /* bytes for all trees together */
    _Atomic bool *stop;     /* set from outside, or by a thread that sees the deadline pass */
    double start, deadline; /* seconds of cn_clock_seconds; deadline 0: none */
    uint64_t iterations; /* limit; 0: none. For strategy=workers it is that of each worker, … */
    uint64_t most;       /* … and this that of all together; 0: none */
    int threads;
    int part, parts;          /* of `parts` processes this is number `part`; 0 of 0: it is alone */
    cn_mcts_peers *peers;     /* NULL: none */
    cn_progress_fn *progress; /* called by worker 0; NULL: nobody listens */
    void *user;

    /* Filled in by cn_mcts_begin, but for `log`, which is the caller's. */
    uint32_t hot;   /* visits from which on threads defer their updates of a node */
    int turn;       /* player to move at the root */
    bool all_moves; /* every legal move is searched, so that losses and draws can be proven */
    int count;      /* moves of the root */
    cn_move moves[CN_MOVES_MAX]; /* in the game's order, as are the root's children */
    bool blend;                  /* selection looks at the RAVE pair */
    bool single;                 /* every iteration has one playout at most */
    cn_mcts_terms *terms;        /* the forest's */
    float inverse_k;             /* 1 / options.rave_k */
    int win;                     /* cn_mcts_win */
    int64_t whole;               /* the same as nodes sum it up; see cn_mcts_outcomes */
    float half;          /* 1 / win, or 1 / unit: a sum of rewards times this, over the visits, is
                            a mean from 0 to 1, or in points */
    cn_mcts_walk *walks; /* one a thread */
    uint64_t old_visits; /* of the roots, from earlier runs */
    uint64_t salt;       /* of random streams, from forest->runs */
    struct cn_log *log;  /* to be told of every iteration; NULL: nobody watches */

    /* Adds up what the trees of this process know of the root moves, and the visits of their roots
     * in this run; a strategy sets it once they may be looked at. */
    void (*tally)(cn_mcts *search, cn_mcts_stats *stats, uint64_t *visits, bool live);
    void *strategy;       /* the strategy's own, for its `tally` */
    double next_progress; /* when worker 0 reports again; seconds of cn_clock_seconds */
    cn_result *live;      /* what it reports then; owned */
};

/* Fills in the rest, and allocates a walk for each thread. CN_UNSUPPORTED if the options ask for
 * what the game does not have. cn_mcts_end frees it, also if this fails. */
cn_status cn_mcts_begin(cn_mcts *search, cn_error *error);
void cn_mcts_end(cn_mcts *search);

/* ---- trees (mcts_tree.c) ---- */

/* Gives the search `count` trees of `bytes` each; false if there is no memory. With `keep` they
 * begin with what earlier runs learnt, if the options allow it and the position follows from the
 * last one, else with a root. Without `keep` whoever uses a tree must clear it first. */
bool cn_mcts_make_trees(cn_mcts *search, int count, size_t bytes, bool keep);
/* Makes it a tree of a root only. By the thread that will use it, or before threads share it. */
void cn_mcts_clear(const cn_mcts *search, cn_mcts_tree *tree);
/* The next run shall not go on with these trees; their memory is kept. */
void cn_mcts_forget(cn_mcts_forest *forest);
/* Frees all memory of the trees. */
void cn_mcts_free_trees(cn_mcts_forest *forest);

/* ---- iterations (mcts.c) ---- */

/* How threads share the tree they are in. All but the first put a virtual loss on their path. */
typedef enum cn_mcts_sharing {
    CN_MCTS_ALONE,      /* one thread */
    CN_MCTS_ATOMIC,     /* atomic additions, no lock */
    CN_MCTS_UNSAFE,     /* load and store: additions may be lost, links are safe */
    CN_MCTS_ONE_LOCK,   /* the caller holds one lock in select and in back_up */
    CN_MCTS_NODE_LOCKS, /* walk->lock is called around each node */
} cn_mcts_sharing;

/* Walks from the root to a leaf, gives it children if it is time, and plans the playouts. Only the
 * walk's owner calls it. */
void cn_mcts_select(cn_mcts *search, cn_mcts_tree *tree, cn_mcts_walk *walk, cn_mcts_sharing how);
/* Runs playout number `index` of the walk on `state`, which it plays on: walk->state if there is
 * only one playout, else a copy. Several threads may run different playouts of one walk at once. */
void cn_mcts_run_playout(const cn_mcts *search, cn_mcts_walk *walk, int index, void *state);
/* Adds the results of the walk's playouts to the nodes of its path, takes back its virtual losses,
 * and carries proofs up. All its playouts must have run; only the walk's owner calls it. */
void cn_mcts_back_up(cn_mcts *search, cn_mcts_tree *tree, cn_mcts_walk *walk, cn_mcts_sharing how);
/* One whole iteration, of which search->log is told; there must be one. */
void cn_mcts_logged_iteration(cn_mcts *search, cn_mcts_tree *tree, cn_mcts_walk *walk,
                              cn_mcts_sharing how);

/* Adds a thread's deferred updates to the nodes of a CN_MCTS_ATOMIC tree. Each thread must call it
 * at the end of its work. */
void cn_mcts_apply_deferred(cn_mcts_tree *tree, cn_mcts_walk *walk);

/* Runs all playouts of the walk in this thread. */
void cn_mcts_run_playouts(const cn_mcts *search, cn_mcts_walk *walk);

/* Begins the random numbers of tree, chunk or worker number `stream` of this run. They depend on
 * the number only, not on the thread. */
void cn_mcts_seed(const cn_mcts *search, cn_mcts_walk *walk, uint64_t stream);

/* Iterations on a tree of one's own until `iterations` (0: no limit) are done, the search is
 * stopped, or the root is proven; returns how many. */
uint64_t cn_mcts_run(cn_mcts *search, cn_mcts_tree *tree, cn_mcts_walk *walk, uint64_t iterations);

/* True if this thread should end its work. Looks at the clock about every millisecond; worker 0
 * also exchanges results with other processes and reports progress. To be called before each
 * iteration.
 */
bool cn_mcts_poll(cn_mcts *search, cn_mcts_walk *walk);

/* Strategies that make trees, chunks or workers by number share them among processes: the number
 * of the unit that is this process's `ordinal`-th. */
static inline uint64_t cn_mcts_unit(const cn_mcts *search, uint64_t ordinal) {
    return ordinal * (uint64_t)search->parts + (uint64_t)search->part;
}

/* How many of `units` are this process's. */
static inline int cn_mcts_units(const cn_mcts *search, int units) {
    return (units - search->part + search->parts - 1) / search->parts;
}

/* The first random stream of a process whose threads share one tree. */
static inline uint64_t cn_mcts_stream(const cn_mcts *search) {
    return (uint64_t)search->part << 20;
}

/* The player in whose view a node sums rewards that `mover` moved to: see cn_mcts_opponent. */
static inline uint8_t cn_mcts_credited(const cn_mcts *search, int mover) {
    const cn_mcts_opponent opponent = search->options.opponent;
    return (uint8_t)(opponent == CN_ALLY ? search->turn : mover ^ (opponent == CN_SWAPPED));
}

/* Whether the root is proven, so that there is nothing more to find out; or its sums are full. */
static inline bool cn_mcts_solved(const cn_mcts *search, const cn_mcts_tree *tree) {
    const cn_mcts_node *root = &tree->nodes[0];
    if (search->options.score_weight > 0 &&
        atomic_load_explicit(&root->visits, memory_order_relaxed) >= CN_MCTS_MARGIN_VISITS) {
        return true;
    }
    return search->options.solver && cn_mcts_outcome(root) != 0;
}

/* ---- results (mcts_result.c) ---- */

/* What a node's statistics say, in the view of the player who chose it. `mean`: of its rewards, 0
 * to 1, or points with options->score; `plies` to the proven end, CN_PLY_MAX if that is not known.
 */
cn_score cn_mcts_score(const cn_mcts_options *options, cn_outcome proven, int chooser, int plies,
                       uint64_t visits, double mean);

/* Adds a tree's root moves to `stats` [search->count]. `live`: threads are still at work. */
void cn_mcts_collect(const cn_mcts *search, const cn_mcts_tree *tree, cn_mcts_stats *stats,
                     bool live);
/* Adds the statistics of a root move from another tree; trees that proved it agree on the outcome.
 */
void cn_mcts_add(const cn_mcts *search, cn_mcts_stats *to, const cn_mcts_stats *from);
/* Whether the root's value follows from what is proven of its moves. */
bool cn_mcts_decided(const cn_mcts *search, const cn_mcts_stats *stats);
/* The index of the root move to play, by `final`; proven wins first, proven losses last. A proven
 * draw is preferred to moves whose mean is not above one half. */
int cn_mcts_choose(const cn_mcts *search, const cn_mcts_stats *stats, cn_mcts_final final);
/* The `tally` of strategies whose trees last until the end of the run: goes over all of them. */
void cn_mcts_tally(cn_mcts *search, cn_mcts_stats *stats, uint64_t *visits, bool live);
/* Fills the result from search->tally and what other processes know. `live`: threads are still at
 * work. */
void cn_mcts_conclude(cn_mcts *search, bool live, cn_result *result);
/* Adds the counts of all threads, once they have come to rest, and notes the move chosen for the
 * next run. `complete` is set unless the search was stopped before it proved anything. */
void cn_mcts_finish(const cn_mcts *search, cn_result *result);
