/* Thinking on the opponent's time: a search goes on in the background with the position in which
 * the other side is to move, and its tree or table serves the next one. */
#pragma once

#include "engine/scratch.h"
#include "parallel/thread.h"

#include <canopy/search.h>

/* Zero-initialise. */
typedef struct cn_ponder {
    bool running;
    cn_search *search;
    cn_scratch position;
    cn_thread thread;
} cn_ponder;

/* Begins, if it would help this search and the game is not over; what fails is only not done. */
void cn_ponder_begin(cn_ponder *ponder, cn_search *search, const cn_position *position);
/* Ends it, if it was begun: afterwards the search is free again. */
void cn_ponder_end(cn_ponder *ponder);
