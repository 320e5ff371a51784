/* The best moves of a result, each with a line of play: cn_result.top, for algorithms that do not
 * fill it themselves. */
#pragma once

#include <canopy/search.h>

/* Fills result->top with up to `lines` moves: the chosen one with the result's line, then the
 * others by visits and score, each with a line of one move. Proven wins go before all others,
 * losses and moves that were not searched behind. */
void cn_lines_choose(cn_result *result, int lines);

/* Makes the lines of the second and later moves longer: below each, the most visited way through
 * the tree that `tree(self, …)` shows (cn_algorithm.tree). The first line stays as it is. */
void cn_lines_follow(uint64_t (*tree)(const void *self, int depth, int width, cn_tree_fn *show,
                                      void *user),
                     const void *self, cn_result *result);

/* Stands between an algorithm and its caller's progress function: fills `top` in a copy of the
 * result, and passes the copy on. */
typedef struct cn_lines_progress {
    cn_progress_fn *progress;
    void *user;
    int lines;
    cn_result copy;
} cn_lines_progress;

/* A cn_progress_fn whose `user` is a cn_lines_progress. */
void cn_lines_on_progress(const cn_result *so_far, void *cn_lines_progress);
