/* A search that is watched node by node, and what it did in words and JSON (`canopy explain`, the
 * page's view Explain). */
#pragma once

#include "engine/spec.h"
#include "engine/trace.h"

#include <jansson.h>

/* The agent with three plies or forty iterations unless the text says how many. */
cn_status cn_explain_spec(const cn_game *game, const char *agent, cn_spec *spec, cn_error *error);

/* A node of the tree that was searched, for drawing. Parents come before children. */
typedef struct cn_explained {
    int parent; /* index, -1: a root */
    int ply;
    int log;      /* index in log->nodes; of a Monte Carlo tree, -1 */
    cn_move code; /* the move that leads here */
    bool last;    /* the last of its siblings */
    char move[CN_MOVE_TEXT];
    char window[112];          /* "-inf … +35"; empty if it is of no interest */
    char value[CN_SCORE_TEXT]; /* in the view of the root's player */
    char left[96];             /* moves not looked at, as many as fit */
    uint32_t visits;           /* Monte Carlo */
} cn_explained;

/* A recorded search as nodes in the order in which they are shown, parents first. */
typedef struct cn_explanation {
    const cn_position *position;
    const cn_log *log;
    cn_explained *nodes;
    int count;
    bool monte_carlo;
    int workers;
    uint64_t since; /* from when on times are told, on cn_clock_ns */
    /* Monte Carlo: trees, and by the number of a node in its tree where it is among `nodes`. */
    int trees;
    int *place[CN_LOG_WORKERS];
} cn_explanation;

/* A search by the agent, without an expert and on one thread unless the agent names a strategy,
 * whose runs fill the log. */
cn_status cn_explain_open(const cn_spec *spec, cn_log *log, cn_search **search, cn_error *error);

/* Makes an explanation of what it did, and sorts the log. A log that is full is no failure. The
 * position and the log must outlive it. */
cn_status cn_explain_make(const cn_position *position, cn_log *log, cn_explanation *explanation,
                          cn_error *error);
void cn_explanation_free(cn_explanation *explanation);

/* Why a node has its value: a word for JSON, and a few for people. */
typedef struct cn_reason {
    const char *name, *text;
} cn_reason;
extern const cn_reason cn_reasons[]; /* by cn_why */

/* Everything, as docs/api.md describes it. */
json_t *cn_explain_json(const cn_explanation *e, const char *agent, const cn_result *result);
