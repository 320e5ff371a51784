/* What a learned evaluation says of one position, taken apart: what each tuple contributes. The web
 * page shows it; searches need only the sum. */
#pragma once

#include "search/model.h"

#include <canopy/canopy.h>

/* A tuple at one place of the board. Cells are those of the drawing. */
typedef struct cn_contribution {
    int length; /* cells of the tuple */
    uint16_t cell[CN_TUPLE_CELLS];
    double weight; /* of what stands there: above 0 for player 0 */
} cn_contribution;

/* All in player 0's view. Weights are points of the game where the model learned its score; else
 * CN_MODEL_THREE_TO_ONE together make three wins of four. */
typedef struct cn_opinion {
    double value;  /* the sum of all weights */
    double chance; /* that player 0 wins; not for scores */
    int cells, count;
    double *cell;           /* [cells]: every weight dealt out evenly to the cells of its tuple */
    cn_contribution *tuple; /* [count]: those that weigh most first */
} cn_opinion;

/* Takes the evaluation of a position apart; the weights must fit the position (cn_learned_fits).
 * Fails only without memory. The caller frees the opinion with cn_opinion_free. */
cn_status cn_opinion_make(const cn_model *model, const cn_position *position, cn_opinion *opinion,
                          cn_error *error);
void cn_opinion_free(cn_opinion *opinion);
