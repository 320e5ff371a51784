/* A match that is read from a file of `canopy match --db`, for the files of `canopy results`. */
#pragma once

#include "arena/store.h"
#include "cli/match_report.h"

/* A match of the file. Its texts lie in the struct itself, which must therefore not be moved, or in
 * `settings`, which whoever read the match frees. */
typedef struct cn_stored {
    int64_t id;
    char game[64], version[32], started[32];
    bool finished;
    int games; /* played */
    int players;
    json_t *settings; /* which all texts below are of */
    const char *agents[CN_MATCH_PLAYERS];
    const char *clock, *format;
    cn_sprt sprt;
    cn_match_report report; /* all but the standings */
} cn_stored;

/* Writes the games of a match to standard output as `sgf`, `ggf`, `txt`, `pgn` or `json`. */
void cn_results_export(cn_cli *cli, cn_store *store, const cn_stored *match, const char *format);
