/* What is known of moves, for boards of one size or of all: the playout policy "shapes"
 * (games/go/shapes.h) and priors (games/go/priors.h). */
#pragma once

#include "games/go/state.h"

#include <canopy/kernel.h>

typedef struct go_knowledge {
    void (*playout)(go_head *head, bool whole, cn_rng *rng, cn_trail *trail);
    cn_move (*pick)(const go_head *head, cn_rng *rng);
    void (*priors)(const go_head *head, const cn_move *moves, int count, float *chance,
                   float *visits);
} go_knowledge;

/* For 9x9; the name has the instruction set in it, as the game's own has. */
#define GO_NINE CN_GAME(go_nine)
extern const go_knowledge GO_NINE;
