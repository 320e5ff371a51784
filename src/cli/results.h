/* A match that is read from a file of `canopy match --db`. */
#pragma once

#include "arena/sprt.h"
#include "arena/store.h"
#include "cli/cli.h"

#include <jansson.h>

/* All texts live in the struct or in `settings`, which is freed by whoever read the match. */
typedef struct cn_stored {
    int64_t id;
    char game[64], version[32], started[32], ended[32]; /* ended: empty if it has not */
    int games;                                          /* played */
    int total;                                          /* to be played */
    json_t *settings;
    int players;
    const char *agents[CN_MATCH_PLAYERS]; /* of the settings, as all that follows */
    const char *options, *openings, *clock, *format;
    int64_t seed;
    bool sequential;
    cn_sprt sprt;
} cn_stored;

/* Writes the games of a match to standard output as `sgf`, `ggf`, `txt`, `pgn` or `json`. */
void cn_results_export(cn_cli *cli, cn_store *store, const cn_stored *match, const char *format);
