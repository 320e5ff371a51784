/* Perft of a position: the number of move sequences of a given length, the standard check of a move
 * generator, by several threads. The kernels count below one state by one thread; this adds the
 * threads and the table. */
#pragma once

#include <canopy/canopy.h>

/* What to count, and with what. */
typedef struct cn_perft_request {
    int depth;
    int threads;    /* 1 to 256 */
    size_t hash_mb; /* 0: no table. Refused for rules with history, whose hash leaves some of the
                       position out. */
} cn_perft_request;

/* What was counted. Large: not for a thread's stack. */
typedef struct cn_perft_answer {
    uint64_t leaves; /* below all root moves together */
    double seconds;
    int count; /* root moves; 0 at depth 0 or if the game is over */
    cn_move move[CN_MOVES_MAX];
    uint64_t below[CN_MOVES_MAX]; /* leaves below each of them */
} cn_perft_answer;

/* Counts, and returns when it is done: there is no way to stop it. The threads are made for this
 * call and end with it. `answer` is the caller's. */
cn_status cn_perft(const cn_position *position, const cn_perft_request *request,
                   cn_perft_answer *answer, cn_error *error);
