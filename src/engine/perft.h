/* Perft of a position with threads and a table, for front ends. */
#pragma once

#include <canopy/canopy.h>

typedef struct cn_perft_request {
    int depth;
    int threads;    /* 1 to 256 */
    size_t hash_mb; /* 0: no table. Refused for rules with history, whose hash leaves some of the
                       position out. */
} cn_perft_request;

typedef struct cn_perft_answer {
    uint64_t leaves;
    double seconds;
    int count; /* root moves and the leaves below each; count 0 at depth 0 or if the game is over */
    cn_move move[CN_MOVES_MAX];
    uint64_t below[CN_MOVES_MAX];
} cn_perft_answer;

cn_status cn_perft(const cn_position *position, const cn_perft_request *request,
                   cn_perft_answer *answer, cn_error *error);
