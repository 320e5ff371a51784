/* What a minimax or alpha-beta search (search/tree.h) has found so far, as its result. */
#pragma once

#include "search/tree.h"

/* Takes the outcome of a depth into the result; `index` is the root move that came out best, and
 * `whole` says whether the depth was finished. True if a greater depth would tell no more of that
 * move. */
bool cn_tree_take_depth(cn_tree_search *tree, int index, int depth, bool whole, cn_result *result);

/* Takes what is known of a depth that is not finished into the result of the last one. Values of
 * two depths say little beside each other: the lines stay those of the last depth until as many
 * moves as are wanted have their values in this one. What is proven holds at every depth and is
 * taken at once. Other threads may be at work; of a move whose value is exact nothing changes any
 * more in this depth. */
void cn_tree_take_part(const cn_tree_search *tree, cn_result *result);

/* Where several lines are wanted and a depth takes long: tells of the root moves that are done, ten
 * times a second at most. Called by worker 0. */
void cn_tree_tell_lines(cn_tree_search *tree, cn_context *context);
