/* The best moves of a Monte Carlo search and their lines, as cn_result.top has them. */
#pragma once

#include <canopy/search.h>

/* Fills `top` with the move chosen and the most visited others, each with a line of one move. */
void lines_rank(cn_result *result, int lines);

/* Makes the lines longer: below each move the most visited way through the tree that `tree` shows.
 */
void lines_follow(uint64_t (*tree)(const void *self, int depth, int width, cn_tree_fn *show,
                                   void *user),
                  const void *self, cn_result *result);

/* A progress function that ranks the moves before it passes the result on. */
typedef struct lines_progress {
    cn_progress_fn *progress;
    void *user;
    int lines;
    cn_result *copy; /* made at the first call; who made this frees it */
} lines_progress;

void lines_on_progress(const cn_result *so_far, void *lines_progress);
