/* What a search did, node by node, for people who want to watch it think. The search is the real
 * one: the templates compiled once more with an observer (search/observed.c), or the steps of the
 * Monte Carlo iteration one by one. A log is bounded; a search that would overrun it is stopped.
 *
 * Values and windows are in the view of the player to move at the root, who maximises. */
#ifndef SEARCH_LOG_H
#define SEARCH_LOG_H

#include "search/mcts.h"
#include "search/score.h"

/* A node of a minimax or alpha-beta search. Nodes are in the order they were entered, parents
 * before children. A node searched again (after a null window) is there again. */
typedef struct cn_log_node {
    int parent; /* index, -1: the root, once for each depth and window */
    cn_move move;
    bool max;   /* the root's player is to move */
    bool again; /* the node before under the same parent was the same move */
    int16_t ply, depth;
    int alpha, beta;
    int value;
    int bound; /* CN_BOUND_…, 0: it has no value */
    bool guessed;
    cn_why why;
    cn_move best;         /* CN_MOVE_NONE: none */
    int left, left_count; /* moves not looked at: where in cn_log.left, how many */
    uint64_t
        saved; /* nodes that plain minimax would have looked at there, and this search did not */
    int enter, leave; /* when, in steps from 0; -1: it was not left */
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
    double reward; /* of the root's player, mean over the playouts: 0 to 1, or points */
} cn_log_walk;

typedef struct cn_log {
    int limit;   /* nodes, or choices among children, that are kept */
    bool full;   /* … and were not enough */
    bool failed; /* no memory */

    cn_value_meaning meaning;
    const cn_rules *rules;
    int root_turn;
    int steps;
    cn_log_node *nodes;
    int count, room;
    cn_move *left;
    int left_count, left_room;
    uint64_t budget; /* nodes that may yet be counted for `saved` */
    int open[CN_PLY_MAX + 2], top;
    _Atomic bool *stop;

    cn_log_walk *walks;
    int walk_count, walk_room;
    cn_log_choice *choices;
    int choice_count, choice_room;
    cn_log_term *terms;
    int term_count, term_room;
    uint32_t tree_nodes; /* of the tree in the end */

    cn_observer observer; /* last: contexts point here */
} cn_log;

enum { CN_LOG_LIMIT = 2000, CN_LOG_MOST = 200000 };

cn_log *cn_log_new(int limit);
void cn_log_free(cn_log *log);
/* Forgets what it holds. */
void cn_log_clear(cn_log *log);

/* Totals of a tree search. */
typedef struct cn_log_totals {
    uint64_t nodes, cuts, table_hits, forced, leaves, again, saved;
} cn_log_totals;

cn_log_totals cn_log_sum(const cn_log *log);

/* What a node is worth, in the view of the root's player. */
cn_score cn_log_score(const cn_log *log, const cn_log_node *node);

/* Called by the search: before its first node; around one pass over the root's moves; and for each
 * iteration, after select and after back_up. */
void cn_log_begin(cn_log *log, const cn_rules *rules, const void *state,
                  const cn_value_meaning *meaning, _Atomic bool *stop);
void cn_log_selected(cn_log *log, const cn_mcts *search, const cn_mcts_tree *tree,
                     const cn_mcts_walk *walk, uint64_t used_before);
void cn_log_shot(cn_log *log, const cn_mcts *search, const cn_mcts_tree *tree,
                 const cn_mcts_walk *walk);

#endif
