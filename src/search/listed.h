/* Alpha-beta as the listing of "Parallelizing Othello" has it, mistakes included; the option
 * clamp=on asks for it. */
#pragma once

#include <canopy/kernel.h>

/* Searches below a root move in place of the alpha-beta template; also where the position is ended
 * or a leaf. The window asked for is not used: the listing has its own, and the value returned is
 * always the listing's. The node below the root maximises (as roles=shifted has it). */
cn_alphabeta_fn cn_listed_alphabeta;
