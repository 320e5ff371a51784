/* What an alpha-beta search remembers of its tree, for people: the root's moves out of the result,
 * and below them whatever the transposition table still knows. */
#pragma once

#include "search/score.h"

#include <canopy/kernel/table.h>
#include <canopy/search.h>

typedef struct cn_known_tree {
    const cn_table *table;    /* NULL: only the root's moves are known */
    cn_value_meaning meaning; /* of its values */
    const cn_rules *rules;    /* NULL: nothing was searched */
    void *state;              /* the root, CN_STATE_MAX bytes */
    cn_score score;
    uint64_t nodes;
    cn_move_info *moves; /* of the root */
    int count;
} cn_known_tree;

/* Keeps what a search of the position found; without memory, nothing. The search has set `table`
 * and `meaning`. */
void cn_known_keep(cn_known_tree *tree, const cn_position *position, const cn_result *result);
void cn_known_free(cn_known_tree *tree);

/* As cn_search_tree. Below the root's moves nothing is known of the effort: `visits` are 0. */
uint64_t cn_known_show(const cn_known_tree *tree, int depth, int width, cn_tree_fn *show,
                       void *user);
