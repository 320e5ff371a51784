/* The results of a match, as a table and as JSON: for `match` and `results`. */
#pragma once

#include "arena/sprt.h"
#include "arena/standings.h"
#include "cli/cli.h"

#include <jansson.h>

/* What a report is made of. All pointers stay the caller's and must live while the report is
 * written. */
typedef struct cn_match_report {
    const char *game, *title; /* the name of the game; what people call it */
    const char *player[2];    /* what the colours are called */
    const char *options;      /* the options of the game, or empty */
    const char *openings;     /* where the openings come from, in words */
    int64_t seed;
    const char *const *agents;
    int total; /* games there are to be */
    const cn_standings *standings;
    const cn_sprt *sprt; /* NULL: none */
    bool crosstable;
} cn_match_report;

/* The results on standard output: as text or, with what `more` adds (an object, or NULL, which is
 * released), as JSON. */
void cn_report_write(const cn_cli *cli, const cn_match_report *report);
void cn_report_json(const cn_cli *cli, const cn_match_report *report, json_t *more);

/* The Elo of the first agent with its 95 % interval: "+88.7 ± 47.1"; of few games "+88.7 (-20.1 to
 * +214.0)"; of one-sided ones "+645, at least +287";
 * "?" of none. */
void cn_report_elo(const cn_tally *tally, char *text, size_t size);
