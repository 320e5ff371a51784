/* What the two halves of `canopy analyze` share: a position, and a whole game. */
#ifndef CLI_ANALYZE_H
#define CLI_ANALYZE_H

#include "cli/source.h"

#include <canopy/search.h>

typedef struct cn_analyze {
    bool json;
    int lines, depth, threads, tree, tree_width;
    double seconds;
    const char *agent, *tree_format, *record;
    const char *trace; /* file, or NULL */
    cn_source source;
    char spec[CN_SPEC_MAX]; /* the agent with everything the flags add */
} cn_analyze;

/* Analyses the recorded games of a file, move by move. */
cn_exit cn_analyze_games(cn_cli *cli, const cn_args *args, const cn_analyze *set);

#endif
