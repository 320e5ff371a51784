/* The playouts and priors of Go for 9x9, compiled once more with the size as a constant: a tenth
 * fewer instructions than the code for all sizes, which go.c has. */
#define GO_FIXED 9
#include "games/go/knowledge.h"

#include "games/go/help.h"
#include "games/go/priors.h"

_Static_assert(sizeof go_weight == GO_FEATURES, "games/go/weights.h: made for other features");

const go_knowledge GO_NINE = {shapes_playout, shapes_pick, go_priors};
