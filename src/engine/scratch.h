/* A copy of a position to play on for a while. Its state is part of it, so that making it cannot
 * fail and nobody frees it: it goes with the stack that it is on, of which it takes 16 KB. */
#pragma once

#include <canopy/position.h>

/* Not to be copied or moved: `position` points into it. */
typedef struct cn_scratch {
    cn_position position;
    _Alignas(64) unsigned char state[CN_STATE_MAX];
} cn_scratch;

/* Makes the copy, in place of what was there, and returns it. What is behind the live bytes of the
 * state is zero, as in every new position. */
static inline cn_position *cn_scratch_copy(cn_scratch *scratch, const cn_position *from) {
    scratch->position = *from;
    scratch->position.state = memset(scratch->state, 0, sizeof scratch->state);
    cn_state_copy(from->rules, scratch->state, from->state);
    return &scratch->position;
}
