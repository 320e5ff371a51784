/* What a search did, node by node, for people who want to watch it think (`canopy explain`). The
 * search is the real one: the templates compiled once more with an observer (search/generic.c), or
 * the steps of the Monte Carlo iteration one by one. A log is bounded; a search that would overrun
 * it is stopped.
 *
 * Values and windows are in the view of the player to move at the root, who maximises. */
#pragma once

#include "search/mcts.h"
#include "search/score.h"

/* A node of a minimax or alpha-beta search. Nodes are in the order they were entered, parents
 * before children. A node searched again (after a null window) is there again. */
typedef struct cn_log_node {
    int parent;         /* index, -1: the root, once for each depth and window */
    cn_move move;       /* that leads here; CN_MOVE_NONE at the root */
    bool max;           /* the root's player is to move */
    bool again;         /* the node before under the same parent was the same move */
    int16_t ply, depth; /* from the root; left to search below */
    int alpha, beta;    /* the window it was searched with */
    int value;
    int bound;                   /* CN_BOUND_…, 0: it has no value */
    bool guessed;                /* a heuristic had a say in the value */
    cn_why why;                  /* it has this value */
    cn_move best;                /* CN_MOVE_NONE: none */
    int left, left_count;        /* moves not looked at: where in cn_log.left, how many */
    uint64_t saved;              /* nodes below that plain minimax would have searched besides */
    int enter, leave;            /* when, in steps from 0; -1: it was not left */
    uint64_t enter_ns, leave_ns; /* the same on cn_clock_ns */
    int worker;                  /* who searched it */
} cn_log_node;

/* One child of a node in a choice, before the choice. */
typedef struct cn_log_term {
    cn_move move;
    uint32_t visits;
    uint8_t outcome;     /* proven, a cn_outcome, 0: not yet */
    float mean, explore; /* the two terms of UCB; what is chosen has the greatest sum */
    float total; /* … as selection saw it: INFINITY for a child that must be tried first */
} cn_log_term;

/* Where a walk chose among the children of a node. */
typedef struct cn_log_choice {
    uint32_t node;        /* 0: the root */
    uint32_t visits;      /* of the node */
    uint32_t first_child; /* children are numbered one after the other */
    bool max;             /* the root's player chooses */
    int term, count;      /* where in cn_log.terms, how many */
    int chosen;           /* of the children */
} cn_log_choice;

/* One iteration of Monte Carlo tree search. */
typedef struct cn_log_walk {
    int choice, count; /* where in cn_log.choices, how many */
    uint32_t end;      /* the last node of the path */
    bool grown;        /* it made the children of the last node it chose in */
    bool exact;        /* the value was known: no playout */
    int playouts;
    double reward;       /* of the root's player, mean over the playouts: 0 to 1, or points */
    int worker, tree;    /* who walked in which tree */
    int select, back_up; /* when, in steps from 0 */
    uint64_t select_ns, back_up_ns;
} cn_log_walk;

enum { CN_LOG_WORKERS = 8 }; /* threads that can fill one log */

/* What a thread asks the guard of a log for, where several threads fill it: the right to write, to
 * give it back, and a pause at each node outside of that. */
typedef enum cn_log_ask { CN_LOG_TAKE, CN_LOG_GIVE, CN_LOG_PAUSE } cn_log_ask;
typedef void cn_log_guard(void *user, cn_log_ask ask);

/* The nodes of a minimax or alpha-beta search are in `nodes`, the iterations of a Monte Carlo
 * search in `walks`; the other is empty. */
typedef struct cn_log {
    int limit;   /* nodes, or choices among children, that are kept */
    bool full;   /* … and were not enough */
    bool failed; /* no memory */

    cn_value_meaning meaning; /* of the values of nodes */
    const cn_rules *rules;
    int root_turn;      /* the player to move at the root */
    int steps;          /* so far: entering a node, leaving an inner one, select, back-up */
    cn_log_node *nodes; /* in the order they were entered */
    int count, room;    /* … in use, and that there is room for; likewise below */
    cn_move *left;      /* the moves that nodes left out, one list after the other */
    int left_count, left_room;
    uint64_t budget;    /* nodes that may yet be counted for `saved` */
    int root;           /* the node of the pass over the root's moves that is under way */
    _Atomic bool *stop; /* the search's, set when the log is full */

    cn_log_walk *walks;
    int walk_count, walk_room;
    cn_log_choice *choices;
    int choice_count, choice_room;
    cn_log_term *terms;
    int term_count, term_room;
    int current[CN_LOG_WORKERS]; /* the walk that each worker is on; -1: none is kept */

    cn_observer observers[CN_LOG_WORKERS]; /* contexts point here */
    int workers;                           /* that fill it */
    cn_log_guard *guard;                   /* NULL: only one thread fills it */
    void *guard_user;
} cn_log;

/* Limits of nodes: the usual one, and the greatest that front ends accept. */
enum { CN_LOG_LIMIT = 2000, CN_LOG_MOST = 200000 };

/* A log for `limit` nodes or choices at most; NULL: no memory. Free it with cn_log_free. It is read
 * once the search has returned. */
cn_log *cn_log_new(int limit);
void cn_log_free(cn_log *log); /* NULL is fine */

/* Totals of a minimax or alpha-beta search: nodes, cut-offs, answers of the table, forced wins seen
 * by the game, leaves, nodes searched again, nodes that plain minimax would have searched besides.
 */
typedef struct cn_log_totals {
    uint64_t nodes, cuts, table_hits, forced, leaves, again, saved;
} cn_log_totals;

cn_log_totals cn_log_sum(const cn_log *log);

/* What a node is worth, in the view of the root's player; a win counts plies from the node. */
cn_score cn_log_score(const cn_log *log, const cn_log_node *node);

/* Nodes in the order of a walk through the tree instead of the order they were entered, which is
 * another where several threads searched. Parents are renumbered to match. False if memory
 * ran out; the order is then as it was. */
bool cn_log_sort(cn_log *log);

/* Called by the search: before its first node; and for each iteration, after select and before
 * back_up, while the log's guard is held. `meaning` may be NULL for a Monte Carlo search.
 * `virtual_loss`: visits that the walk itself put on its path. */
void cn_log_begin(cn_log *log, const cn_rules *rules, const void *state,
                  const cn_value_meaning *meaning, _Atomic bool *stop);
void cn_log_selected(cn_log *log, const cn_mcts *search, const cn_mcts_tree *tree,
                     const cn_mcts_walk *walk, uint32_t virtual_loss);
void cn_log_played_out(cn_log *log, const cn_mcts *search, const cn_mcts_walk *walk);
/* Asks the guard, where several threads fill the log; one thread needs none. */
static inline void cn_log_ask_for(const cn_log *log, cn_log_ask ask) {
    if (log->guard) log->guard(log->guard_user, ask);
}
