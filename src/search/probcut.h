/* Multi-ProbCut (Buro 1997): a shallow search that is far outside the window says, with the
 * likelihood asked for, that the deep one would be outside too. How far is far has been measured
 * for this evaluation while it was learned (cn_outlook). */
#pragma once

#include <canopy/kernel/context.h>

/* For contexts whose `weights` are a cn_model with its `game` set, in null-window nodes. The value
 * it gives is a bound of the window, in the view of the side to move, and counts as guessed. Depths
 * beyond the greatest measured one are searched as many plies shallower, and trusted as much, as
 * that one. */
cn_prune_fn cn_probcut;
