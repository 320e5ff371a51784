/* What the files of `canopy analyze` share: its settings, and what it can do besides the table of
 * one position. */
#pragma once

#include "cli/source.h"

#include <canopy/search.h>

/* The settings of the command line; 0 or NULL stands for a flag that was not given. Texts point
 * into the command line. `seconds` and `depth` limit the search of each position, `tree` is how
 * many plies of the tree are written and `tree_width` how many children of a node. */
typedef struct cn_analyze {
    bool json;
    int lines, depth, threads, tree, tree_width;
    double seconds;
    const char *agent, *tree_format, *record;
    const char *trace; /* file, or NULL */
    cn_source source;
    char spec[CN_SPEC_MAX]; /* the agent with everything the flags add */
} cn_analyze;

/* Analyses the recorded games of the file set->record, move by move, with the agent set->spec, and
 * writes them to standard output. A fault in the file ends the program with a message. */
cn_exit cn_analyze_games(cn_cli *cli, const cn_args *args, const cn_analyze *set);

/* ---- the top of a search's tree: as indented text, as JSON, as a Graphviz graph ---- */

/* How the tree is written. */
typedef enum cn_tree_format {
    CN_TREE_TEXT,
    CN_TREE_JSON,
    CN_TREE_DOT,
} cn_tree_format;

/* Writes to standard output what the search's last run, on `position`, grew: down to `depth`,
 * `width` children a node at most (0: all). */
void cn_tree_write(const cn_cli *cli, const cn_search *search, const cn_position *position,
                   int depth, int width, cn_tree_format format);
