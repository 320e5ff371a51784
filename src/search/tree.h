/* A minimax or alpha-beta search of one position, from the root's side: the root's moves, the
 * limits, iterative deepening. (cn_tree_node of the public interface is a node that is shown to
 * people, of whatever tree.)
 *
 * How the root's moves are spread over threads is a strategy's affair: it gives an `iterate` that
 * tries every root move once at one depth, and cn_tree_run calls it. cn_tree_iterate is the plain
 * one, a move after the other.
 *
 * The move chosen is the same whatever the strategy: of the moves with the best value the first
 * (or, if asked, the last) in the game's own order. To that end a move that would win such a tie is
 * searched with a window that shows a tie (see cn_tree_try). */
#pragma once

#include "search/log.h"

/* How to search. All of it stays the same during a search. */
typedef struct cn_tree_options {
    bool plain;       /* minimax, not alpha-beta */
    bool deepen;      /* depth 1, 2, 3 … instead of the last at once */
    bool listed;      /* cn_listed_alphabeta; with CN_QUIRK_ROLES only */
    bool alone;       /* root moves share no bound: each is searched with the whole window */
    bool ties_last;   /* of equal moves the last in the game's order */
    int depth;        /* 0: only the limits end the search */
    int aspiration;   /* half width of the first window around the last depth's value; 0: full */
    int heuristic;    /* index into the game's */
    int eval_unit;    /* its units in a point; 0: it does not count points */
    int cutoff;       /* CN_QUIRK_CUTOFF's score */
    bool patient;     /* a proof is worth all the time there is */
    bool thrifty;     /* time that is left over serves later moves */
    bool wins_first;  /* near the end, ask who wins before by how much */
    int lines;        /* root moves to value exactly, the best ones; at least 1 */
    int forced;       /* budget of CN_USE_FORCED at each node */
    int score_step;   /* > 0: ended games are worth this for a unit of the game's score */
    int score_unit;   /* with score_step: the value of a point */
    cn_leaf_fn *leaf; /* values leaves by `weights` instead of the heuristic; NULL: don't */
    const void *weights;
    float selectivity;    /* > 0: Multi-ProbCut with the errors of `weights`, a model */
    bool outcome;         /* only whether it is won, drawn or lost is asked */
    uint32_t use, quirks; /* CN_USE_…, CN_QUIRK_… of canopy/kernel/context.h */
} cn_tree_options;

/* A move of the root, and what the search has found of it. Values are in the view of the root's
 * side to move. */
typedef struct cn_root_move {
    cn_move move;
    int value, bound;      /* root's view; CN_BOUND_EXACT, _LOWER or _UPPER, 0: not searched */
    uint64_t nodes;        /* spent on this move */
    bool tried;            /* in this iteration */
    _Atomic int64_t exact; /* as cn_tree_search.best, once the value is known exactly */
    bool guessed;          /* a heuristic had a say in the value: it is no proof */
    int line_length;
    cn_move line[CN_LINE_MAX]; /* from this move on */
} cn_root_move;

typedef struct cn_tree_search cn_tree_search;

/* Other processes that search the same root (src/cluster). One of them leads: it runs the search
 * and deals the root moves out; the others follow. */
typedef struct cn_tree_peers cn_tree_peers;
struct cn_tree_peers {
    /* The leader, around its own part of an iteration: `end` waits for the others' parts. */
    void (*begin)(cn_tree_peers *peers, cn_tree_search *tree, int depth, int alpha, int beta);
    void (*end)(cn_tree_peers *peers, cn_tree_search *tree);
    /* A follower: waits for the next iteration, forgets the values of the last; false if there is
     * none. NULL for the leader. */
    bool (*follow)(cn_tree_peers *peers, cn_tree_search *tree, int *depth, int *alpha, int *beta);
    /* The index of a root move for a worker to try, or -1. A follower's may wait. */
    int (*next)(cn_tree_peers *peers, cn_tree_search *tree, int worker);
    /* A root move got its value, or (not `noted`) was given up. From any thread. `nodes` were spent
     * on it. */
    void (*tried)(cn_tree_peers *peers, cn_tree_search *tree, int index, bool noted,
                  uint64_t nodes);
    /* A follower that has used up its part of the node limit: waits for more of it. False if there
     * is none, or the iteration is over. NULL for the leader. */
    bool (*refill)(cn_tree_peers *peers, cn_tree_search *tree, int worker);
};

/* A search under way. The fields up to `peers` are the caller's to fill; cn_tree_begin fills the
 * rest. */
struct cn_tree_search {
    const cn_rules *rules;
    const cn_kernels *kernels;
    const cn_expert *expert; /* NULL: none; else it searches below the root */
    const void *state;       /* the root; the game is not over */
    cn_table *table; /* NULL: none; an expert may want its memory, see cn_expert.own_table */
    cn_tree_options options;
    _Atomic bool *stop;              /* set from outside, or by a thread that meets a limit */
    double start, deadline;          /* seconds of cn_clock_seconds; deadline 0: none */
    _Atomic bool answered;           /* a depth is done: before that the deadline ends nothing */
    uint64_t node_limit;             /* 0: none */
    _Atomic uint64_t reported_nodes; /* of all threads, as far as they have told */
    /* Of node_limit: what all threads and the followers have searched or are about to search. A
     * follower begins with nothing left of it, and receives portions. */
    _Atomic uint64_t taken_nodes;
    int threads;
    cn_context **contexts;    /* one a thread */
    cn_progress_fn *progress; /* called by worker 0; NULL: nobody listens */
    void *user;
    void *strategy;       /* the strategy's own, for its hooks in the contexts */
    bool live;            /* progress is reported between depths, too */
    cn_result *found;     /* what cn_tree_run fills, where there is progress to tell of it */
    double told_at;       /* when that was last done; seconds of cn_clock_seconds */
    int depth;            /* that is being searched */
    cn_log *log;          /* NULL: none is kept; else without expert and quirks, and with at most
                             CN_LOG_WORKERS threads */
    cn_tree_peers *peers; /* NULL: this process is alone */

    int turn;                 /* the player to move at the root */
    cn_value_meaning meaning; /* of its values */
    int count;                /* of root moves */
    cn_root_move *moves;      /* in the game's order */
    int *order;               /* the order to try them in */
    _Atomic int next;         /* place in it */
    _Atomic int64_t best;     /* value and preference of the best tried, see tree.c */
};

/* One pass over the root's moves at one depth, with a window in the root's view: calls cn_tree_next
 * and cn_tree_try (or cn_tree_note) until there are no more moves, the best reaches beta, or the
 * search is stopped. */
typedef void cn_iterate_fn(cn_tree_search *tree, void *strategy, int depth, int alpha, int beta);

/* Fills in the fields from `turn` on, which follow from those before, and makes a context for each
 * thread. False if memory ran out; cn_tree_end frees it in any case. */
bool cn_tree_begin(cn_tree_search *tree);
void cn_tree_end(cn_tree_search *tree);

/* Searches depth after depth until a limit is reached or the outcome is proven, and fills the
 * result. The game must not be over. `strategy` is handed to `iterate`. */
void cn_tree_run(cn_tree_search *tree, cn_iterate_fn *iterate, void *strategy, cn_result *result);

/* Every root move in turn, on one thread. */
void cn_tree_iterate(cn_tree_search *tree, void *unused, int depth, int alpha, int beta);

/* A second search of the same root by one of the threads: it shares everything with the first but
 * the values of the root's moves. False if memory ran out. */
bool cn_tree_fork(const cn_tree_search *tree, int thread, cn_tree_search *fork);
/* Frees what the fork has of its own. */
void cn_tree_fork_end(cn_tree_search *fork);
/* Forgets this iteration's root values; no thread may be at work on them. */
void cn_tree_restart(cn_tree_search *tree);

/* The index of the next root move for a worker to try in this iteration, -1 if there is none; each
 * goes to one of them. */
int cn_tree_next(cn_tree_search *tree, int worker);

/* Searches root move `index` to `depth` and notes its value, if it was not stopped. The window is
 * in the root's view. Several threads may try different moves at once, each with its own context.
 */
void cn_tree_try(cn_tree_search *tree, cn_context *context, int index, int depth, int alpha,
                 int beta);

/* Turns a value below the root to the root's view. */
int cn_tree_root_view(const cn_tree_search *tree, const void *child, int value);
/* Notes an exact value, in the root's view, that a strategy has found by itself. */
void cn_tree_note(cn_tree_search *tree, cn_context *context, int index, int value, uint64_t nodes);

/* Takes over what another process found of a root move; all of `found` but `tried` and `exact` is
 * filled in. Nobody here may be trying the same move. cn_tree_learn takes over only what raises the
 * bound for other moves. Values are in the root's view; from any thread. */
void cn_tree_adopt(cn_tree_search *tree, int index, const cn_root_move *found, uint64_t nodes);
void cn_tree_learn(cn_tree_search *tree, int index, int value, int bound);
/* The leader: takes a portion of the node limit for a follower; 0 if nothing is left of it. */
uint64_t cn_tree_give(cn_tree_search *tree, int ranks);
/* A follower: adds what the leader gave. */
void cn_tree_receive(cn_tree_search *tree, uint64_t nodes);
/* The best value of this iteration so far, -CN_INFINITY if there is none. */
int cn_tree_best(const cn_tree_search *tree);

/* Nodes of all threads; to be asked once they have come to rest. */
uint64_t cn_tree_nodes(const cn_tree_search *tree);

/* A context's `poll`: asks the limits of the search, and tells of its progress. */
void cn_tree_poll(cn_context *context, uint64_t want);
/* Adds a thread's nodes to the total that all may read; returns the total. */
uint64_t cn_tree_report(cn_tree_search *tree, cn_context *context);

/* Whether the search is to end. */
bool cn_tree_stopped(const cn_tree_search *tree);
