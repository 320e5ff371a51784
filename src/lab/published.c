/* Every number that the five reports print, in the order of the experiments' configurations. The
 * reports are named and described in experiments.c. */
#include "lab/published.h"

/* Seconds a game, and the share of games won against a random player: minimax and alpha-beta; Monte
 * Carlo. */
#define TREE(time) \
    { .seconds = (time), .least_wins = 0.85, .most_wins = 0.87 }
#define MCTS(time) \
    { .seconds = (time), .least_wins = 0.93, .most_wins = 0.99 }

const cn_figure cn_figures_a1[] = {TREE(3.455), TREE(1.872), TREE(1.322), TREE(1.126),
                                   TREE(1.053), TREE(0.979), TREE(1.016), TREE(0.989)};
const cn_figure cn_figures_a2[] = {TREE(3.621), TREE(1.961), TREE(1.305), TREE(1.281),
                                   TREE(1.216), TREE(1.171), TREE(1.158), TREE(1.119)};
const cn_figure cn_figures_a3[] = {TREE(0.854), TREE(0.53),  TREE(0.366), TREE(0.326),
                                   TREE(0.283), TREE(0.278), TREE(0.267), TREE(0.3)};
const cn_figure cn_figures_a4[] = {TREE(0.889), TREE(0.53),  TREE(0.383), TREE(0.307),
                                   TREE(0.289), TREE(0.277), TREE(0.262), TREE(0.271)};
const cn_figure cn_figures_a5[] = {MCTS(5.218), MCTS(3.087), MCTS(2.242), MCTS(1.994),
                                   MCTS(2.047), MCTS(1.98),  MCTS(2.321), MCTS(1.754)};
const cn_figure cn_figures_a6[] = {MCTS(6.845), MCTS(3.717), MCTS(2.664), MCTS(2.388),
                                   MCTS(2.176), MCTS(1.973), MCTS(2.028), MCTS(1.887)};
const cn_figure cn_figures_a7[] = {MCTS(6.953), MCTS(3.791), MCTS(2.981), MCTS(2.444),
                                   MCTS(2.492), MCTS(2.12),  MCTS(1.975), MCTS(1.863)};

#define TIME(time) \
    { .seconds = (time) }
#define NONE \
    { .seconds = 0 } /* not in the report */

/* By board, then depth. */
const cn_figure cn_figures_b_depth[] = {TIME(0.82), TIME(18.29), TIME(0.578),
                                        TIME(6.84), TIME(0.984), TIME(36.65)};

/* By board, then cores: 1, 2, 4. */
const cn_figure cn_figures_b_cores[] = {TIME(38.47), NONE,        TIME(18.29), TIME(17.24), NONE,
                                        TIME(6.84),  TIME(93.46), NONE,        TIME(36.65)};

/* Tasks as GHC counts its sparks: made, run by another core, dropped as garbage, evaluated by their
 * maker first. */
#define SPARKS(all, taken, dropped, own) \
    .sparks = (all), .converted = (taken), .collected = (dropped), .fizzled = (own)
/* Share and seconds of the program itself, seconds of collecting garbage. */
#define SHARES(share, program, garbage) \
    .productivity = (share), .mutator = (program), .collector = (garbage)

const cn_figure cn_figures_c[] = {
    {.seconds = 10.38, SHARES(0.848, 8.8, 1.58), SPARKS(501431, 0, 462127, 39304)},
    {.seconds = 11.67, SHARES(0.875, 10.22, 1.45), SPARKS(501431, 93013, 327644, 80774)},
    {.seconds = 12.93, SHARES(0.892, 11.53, 1.4), SPARKS(501431, 90888, 363205, 47338)},
};

/* Level 3, one sequential ply, four cores: the row that several of its tables share. */
#define D_THREE \
    { .seconds = 1.36, SPARKS(1238724, 14765, 865567, 358392), .verdict = "Good" }

/* Table 1: 1, 2, 4 cores. */
const cn_figure cn_figures_d1[] = {
    {.seconds = 4.04, SPARKS(1238280, 0, 913176, 325104)},
    {.seconds = 2.19, SPARKS(1238340, 1343, 904299, 332698)},
    D_THREE,
};

/* Tables 1 and 2: the report always makes four tasks of an evaluation. */
const cn_figure cn_figures_d2[] = {
    NONE, D_THREE, {.seconds = 1.44, SPARKS(109536668, 69214, 107421589, 204586)}, NONE, NONE,
};

/* Table 3, by level; level 4 was too slow from step 10 on. */
const cn_figure cn_figures_d3[] = {
    {.seconds = 0.01, .verdict = "Bad"},
    {.seconds = 0.14, .verdict = "Reasonable"},
    D_THREE,
    {.verdict = "Good"},
};

/* The same without the times, which are for other games. */
const cn_figure cn_figures_smartness[] = {
    {.verdict = "Bad"},
    {.verdict = "Reasonable"},
    {.verdict = "Good"},
    {.verdict = "Good"},
};

/* Table 4; of its sparks it has those created and converted only. */
const cn_figure cn_figures_d4[] = {
    {.seconds = 1.37, SPARKS(1379813, 11414, 0, 0)},
    D_THREE,
    {.seconds = 1.57, SPARKS(1226022, 35394, 0, 0)},
    {.seconds = 6.08, SPARKS(3160731, 11690, 0, 0)},
    {.seconds = 8.74, SPARKS(2808749, 227567, 0, 0)},
};

/* Table 5; the last row is sequential alpha-beta in a program given four cores. */
const cn_figure cn_figures_d5[] = {
    D_THREE,
    {.seconds = 5.1, .verdict = "Good"},
    {.seconds = 0.89, .verdict = "Reasonable"},
    {.seconds = 1.07, .verdict = "Reasonable"},
};

/* Table 1: 1, 2, 4, 8 cores. */
const cn_figure cn_figures_e1[] = {
    {.seconds = 0.131, SHARES(0.677, 0.088, 0.03), SPARKS(8, 0, 0, 0)},
    {.seconds = 0.083, SHARES(0.625, 0.052, 0.024), SPARKS(8, 7, 0, 0)},
    {.seconds = 0.058, SHARES(0.499, 0.029, 0.02), SPARKS(8, 7, 0, 0)},
    {.seconds = 0.060, SHARES(0.357, 0.021, 0.019), SPARKS(8, 7, 0, 0)},
};

#define CELL(time, share) \
    { .seconds = (time), .productivity = (share) }

/* Table 2, by workers, chunk and cores: 1, 2, 4, 8. */
const cn_figure cn_figures_e2[] = {
    NONE, CELL(0.049, 0.599), CELL(0.024, 0.522), CELL(0.034, 0.43),
    NONE, CELL(0.048, 0.513), CELL(0.038, 0.621), CELL(0.046, 0.541),
    NONE, CELL(0.069, 0.675), CELL(0.073, 0.669), CELL(0.082, 0.611),
    NONE, CELL(0.07, 0.674),  CELL(0.048, 0.59),  CELL(0.056, 0.423),
    NONE, CELL(0.081, 0.575), CELL(0.049, 0.543), CELL(0.047, 0.552),
    NONE, CELL(0.095, 0.506), CELL(0.083, 0.564), CELL(0.089, 0.562),
};

/* Table 4, likewise. */
const cn_figure cn_figures_e4[] = {
    NONE, CELL(1.361, 0.948), CELL(0.781, 0.926), CELL(0.787, 0.89),
    NONE, CELL(1.306, 0.959), CELL(1.357, 0.949), CELL(1.421, 0.92),
    NONE, CELL(2.406, 0.976), CELL(2.706, 0.953), CELL(2.939, 0.924),
    NONE, CELL(2.641, 0.952), CELL(1.465, 0.926), CELL(1.229, 0.895),
    NONE, CELL(2.483, 0.963), CELL(1.433, 0.935), CELL(1.625, 0.911),
    NONE, CELL(2.605, 0.962), CELL(2.558, 0.948), CELL(2.976, 0.921),
};

/* Table 3: 1, 2, 4, 8 cores. */
const cn_figure cn_figures_e3[] = {
    {.seconds = 89.288, .productivity = 0.985, SPARKS(8, 0, 0, 0)},
    {.seconds = 51.691, .productivity = 0.961, SPARKS(8, 7, 0, 0)},
    {.seconds = 28.563, .productivity = 0.939, SPARKS(8, 7, 0, 0)},
    {.seconds = 22.401, .productivity = 0.913, SPARKS(8, 7, 0, 0)},
};
