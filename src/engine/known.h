/* The tree of an alpha-beta search, for people who want to see it: the root's moves out of the
 * result, and below them whatever the transposition table still remembers. The search itself keeps
 * no tree. */
#pragma once

#include "search/score.h"

#include <canopy/kernel/table.h>
#include <canopy/search.h>

/* Zero-initialise. The first two fields are the search's to set; the others are cn_known_keep's. */
typedef struct cn_known_tree {
    const cn_table *table;    /* of the search, which must outlive this; NULL: show one ply only */
    cn_value_meaning meaning; /* what the values in the table stand for */
    const cn_rules *rules;    /* NULL: there is nothing to show */
    void *state;              /* a copy of the root, CN_STATE_MAX bytes */
    cn_score score;           /* of the root, in the view of its side to move */
    uint64_t nodes;           /* of the whole search */
    cn_move_info *moves;      /* the moves of the root, `count` of them */
    int count;
} cn_known_tree;

/* Copies what a search of the position found, in place of what was kept before. Without memory for
 * that, nothing is kept. */
void cn_known_keep(cn_known_tree *tree, const cn_position *position, const cn_result *result);
/* Frees the copies; the tree is empty afterwards and may be filled again. */
void cn_known_free(cn_known_tree *tree);

/* Shows the tree as cn_search_tree says, in the calling thread; no search may run meanwhile, since
 * it reads the table. How much work a node took is known of the root's moves only: `visits` of
 * deeper ones are 0. */
uint64_t cn_known_show(const cn_known_tree *tree, int depth, int width, cn_tree_fn *show,
                       void *user);
