/* The top of a search's tree: as indented text, as JSON, as a Graphviz graph. */
#ifndef CLI_TREE_VIEW_H
#define CLI_TREE_VIEW_H

#include "cli/cli.h"

#include <canopy/search.h>

typedef enum cn_tree_format {
    CN_TREE_TEXT,
    CN_TREE_JSON,
    CN_TREE_DOT,
} cn_tree_format;

/* Writes to standard output what the search's last run, on `position`, grew: down to `depth`,
 * `width` children a node at most (0: all). */
void cn_tree_write(const cn_cli *cli, const cn_search *search, const cn_position *position,
                   int depth, int width, cn_tree_format format);

#endif
