/* A minimax or alpha-beta search of one position: its root, its limits, iterative deepening.
 *
 * How the root's moves are spread over threads is a strategy's affair: it gives an `iterate` that
 * tries every root move once at one depth, and cn_tree_run calls it. cn_tree_iterate is the plain
 * one, a move after the other.
 *
 * The move chosen is the same whatever the strategy: of the moves with the best value the first
 * (or, if asked, the last) in the game's own order. To that end a move that would win such a tie is
 * searched with a window that shows a tie (see cn_tree_try). */
#ifndef SEARCH_TREE_H
#define SEARCH_TREE_H

#include <canopy/kernel.h>
#include <canopy/search.h>

typedef struct cn_tree_options {
    bool plain;     /* minimax, not alpha-beta */
    bool deepen;    /* depth 1, 2, 3 … instead of the last at once */
    bool alone;     /* root moves share no bound: each is searched with the whole window */
    bool ties_last; /* of equal moves the last in the game's order */
    int depth;      /* 0: only the limits end the search */
    int aspiration; /* half width of the first window around the last depth's value; 0: full */
    int heuristic;  /* index into the game's */
    int cutoff;     /* CN_QUIRK_CUTOFF's score */
    int lines;      /* root moves to value exactly, the best ones; at least 1 */
    uint32_t use, quirks;
} cn_tree_options;

typedef struct cn_root_move {
    cn_move_info info;
    bool tried;            /* in this iteration */
    _Atomic int64_t exact; /* value and rank, as cn_tree.best, once the value is known exactly */
    bool guessed;
    int line_length;
    cn_move line[CN_LINE_MAX];
} cn_root_move;

typedef struct cn_tree {
    const cn_rules *rules;
    const cn_kernels *kernels;
    const void *state;
    cn_table *table; /* NULL: none */
    cn_tree_options options;
    _Atomic bool *stop;
    double start, deadline; /* seconds of cn_clock_seconds; deadline 0: none */
    uint64_t node_limit;    /* 0: none */
    _Atomic uint64_t reported_nodes;
    int threads;
    cn_context **contexts; /* one a thread */
    cn_progress_fn *progress;
    void *user;
    void *strategy; /* the strategy's own, for its hooks in the contexts */

    int turn;
    int count;
    cn_root_move *moves;  /* in the game's order */
    int *order;           /* the order to try them in */
    _Atomic int64_t best; /* value and rank of the best tried, see tree.c */
} cn_tree;

typedef void cn_iterate_fn(cn_tree *tree, void *strategy, int depth, int alpha, int beta);

/* Fills in what follows from the fields before `turn`; false if memory ran out. */
bool cn_tree_begin(cn_tree *tree);
void cn_tree_end(cn_tree *tree);

/* Runs to the limits and fills the result. The game must not be over. */
void cn_tree_run(cn_tree *tree, cn_iterate_fn *iterate, void *strategy, cn_result *result);

/* Every root move in turn, on one thread. */
void cn_tree_iterate(cn_tree *tree, void *unused, int depth, int alpha, int beta);

/* A second search of the same root by one of the threads, with root values of its own. */
bool cn_tree_fork(const cn_tree *tree, int thread, cn_tree *fork);
void cn_tree_fork_end(cn_tree *fork);
/* Forgets this iteration's root values. */
void cn_tree_restart(cn_tree *tree);

/* Searches root move `index` to `depth` and notes its value, if it was not stopped. */
void cn_tree_try(cn_tree *tree, cn_context *context, int index, int depth, int alpha, int beta);

/* The state after root move `index`, for strategies that search below it themselves. */
void cn_tree_play(const cn_tree *tree, int index, void *child);
/* Turns a value below the root to the root's view. */
int cn_tree_root_view(const cn_tree *tree, const void *child, int value);
/* Notes an exact value found by a strategy itself. */
void cn_tree_note(cn_tree *tree, cn_context *context, int index, int value, uint64_t nodes);

/* Nodes of all threads; once they have come to rest. */
uint64_t cn_tree_nodes(const cn_tree *tree);

bool cn_tree_stopped(const cn_tree *tree);

#endif
