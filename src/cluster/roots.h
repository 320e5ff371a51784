/* A minimax or alpha-beta search by several ranks: root moves are dealt out one by one, and each
 * value that bounds the others is sent to all.
 *
 * The leader deepens as it would alone. In an iteration it takes moves itself, in the order of the
 * search, and gives the next one to every rank that asks; a rank with several threads asks for each
 * of them, or searches one move with all of them, as its strategy has it. An iteration that is over
 * before the courier looks up is not even announced: small ones are not worth a message. Of a limit
 * of nodes every rank gets portions from the leader before it searches them, so that all together
 * stay within it; whoever finds nothing left ends the search, as among threads. Values,
 * bounds and ties are those of one process (search/tree.c), so the result is too.
 *
 * Buro's and others' programs deal out inner nodes as well; at the root alone, what can be gained
 * ends at the number of moves over the share of the first (docs/cluster.md). */
#pragma once

#include "cluster/message.h"
#include "search/tree.h"

typedef struct cn_crew cn_crew;

/* What every message about root moves holds; each kind fills in what it is about. */
typedef struct cn_roots_note {
    uint32_t number;            /* of the iteration */
    int32_t depth, alpha, beta; /* DEPTH */
    int32_t index;              /* DEAL, VALUE, BOUND: the root move; -1: there is none left */
    int32_t value, bound;       /* VALUE, BOUND: CN_BOUND_…, in the root's view */
    uint64_t nodes;             /* VALUE: spent on the move; NODES: given, 0: none are left */
    bool noted, guessed;        /* VALUE: it got a value; in which a heuristic had a say */
    int32_t length;             /* VALUE: moves of the line, which follow the note */
} cn_roots_note;

/* All of it is guarded by the crew's lock. */
typedef struct cn_roots {
    cn_tree_peers peers; /* first: a pointer to it is one to the whole */
    cn_crew *crew;
    cn_tree_search *tree; /* NULL: not at work */
    cn_roots_note now;    /* the iteration that is under way, and its window */
    bool open;            /* moves are being tried */

    /* The leader. */
    bool announced;
    int place;                            /* in the tree's order */
    int away;                             /* moves that others have */
    uint64_t elsewhere;                   /* nodes of the moves that came back */
    int known[CN_MOVES_MAX], known_count; /* moves this process has valued */

    /* A member. */
    bool coming; /* `next` is to be begun */
    cn_roots_note next;
    bool none_left;
    int dealt[CN_MOVES_MAX]; /* and not yet taken */
    int dealt_count;
    cn_roots_note bounds[CN_MOVES_MAX]; /* of `next` */
    int bounds_count;
    bool asking, dry; /* nodes are asked for; there were none left in this iteration */
} cn_roots;

/* Begins without an iteration: as the leader on rank 0, elsewhere as a member. */
void cn_roots_begin(cn_roots *roots, cn_crew *crew);
/* The courier, with the crew's lock taken: acts on a message; false if it is of another kind. */
bool cn_roots_handle(cn_roots *roots, cn_message *message);
/* The courier, now and then, with the lock taken: the leader announces an iteration that lasts. */
void cn_roots_tick(cn_roots *roots);
