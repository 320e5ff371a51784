/* Every number that the five reports print, in the order of the experiments' configurations. The
 * reports are named and described in experiments.c. */
#include "lab/published.h"

/* Against a random player: minimax and alpha-beta; Monte Carlo. */
#define A_TREE_WINS .least_wins = 0.85, .most_wins = 0.87
#define A_MCTS_WINS .least_wins = 0.93, .most_wins = 0.99

const cn_figure cn_figures_a1[] = {
    {.seconds = 3.455, A_TREE_WINS}, {.seconds = 1.872, A_TREE_WINS},
    {.seconds = 1.322, A_TREE_WINS}, {.seconds = 1.126, A_TREE_WINS},
    {.seconds = 1.053, A_TREE_WINS}, {.seconds = 0.979, A_TREE_WINS},
    {.seconds = 1.016, A_TREE_WINS}, {.seconds = 0.989, A_TREE_WINS},
};

const cn_figure cn_figures_a2[] = {
    {.seconds = 3.621, A_TREE_WINS}, {.seconds = 1.961, A_TREE_WINS},
    {.seconds = 1.305, A_TREE_WINS}, {.seconds = 1.281, A_TREE_WINS},
    {.seconds = 1.216, A_TREE_WINS}, {.seconds = 1.171, A_TREE_WINS},
    {.seconds = 1.158, A_TREE_WINS}, {.seconds = 1.119, A_TREE_WINS},
};

const cn_figure cn_figures_a3[] = {
    {.seconds = 0.854, A_TREE_WINS}, {.seconds = 0.53, A_TREE_WINS},
    {.seconds = 0.366, A_TREE_WINS}, {.seconds = 0.326, A_TREE_WINS},
    {.seconds = 0.283, A_TREE_WINS}, {.seconds = 0.278, A_TREE_WINS},
    {.seconds = 0.267, A_TREE_WINS}, {.seconds = 0.3, A_TREE_WINS},
};

const cn_figure cn_figures_a4[] = {
    {.seconds = 0.889, A_TREE_WINS}, {.seconds = 0.53, A_TREE_WINS},
    {.seconds = 0.383, A_TREE_WINS}, {.seconds = 0.307, A_TREE_WINS},
    {.seconds = 0.289, A_TREE_WINS}, {.seconds = 0.277, A_TREE_WINS},
    {.seconds = 0.262, A_TREE_WINS}, {.seconds = 0.271, A_TREE_WINS},
};

const cn_figure cn_figures_a5[] = {
    {.seconds = 5.218, A_MCTS_WINS}, {.seconds = 3.087, A_MCTS_WINS},
    {.seconds = 2.242, A_MCTS_WINS}, {.seconds = 1.994, A_MCTS_WINS},
    {.seconds = 2.047, A_MCTS_WINS}, {.seconds = 1.98, A_MCTS_WINS},
    {.seconds = 2.321, A_MCTS_WINS}, {.seconds = 1.754, A_MCTS_WINS},
};

const cn_figure cn_figures_a6[] = {
    {.seconds = 6.845, A_MCTS_WINS}, {.seconds = 3.717, A_MCTS_WINS},
    {.seconds = 2.664, A_MCTS_WINS}, {.seconds = 2.388, A_MCTS_WINS},
    {.seconds = 2.176, A_MCTS_WINS}, {.seconds = 1.973, A_MCTS_WINS},
    {.seconds = 2.028, A_MCTS_WINS}, {.seconds = 1.887, A_MCTS_WINS},
};

const cn_figure cn_figures_a7[] = {
    {.seconds = 6.953, A_MCTS_WINS}, {.seconds = 3.791, A_MCTS_WINS},
    {.seconds = 2.981, A_MCTS_WINS}, {.seconds = 2.444, A_MCTS_WINS},
    {.seconds = 2.492, A_MCTS_WINS}, {.seconds = 2.12, A_MCTS_WINS},
    {.seconds = 1.975, A_MCTS_WINS}, {.seconds = 1.863, A_MCTS_WINS},
};

/* By board, then depth. */
const cn_figure cn_figures_b_depth[] = {
    {.seconds = 0.82}, {.seconds = 18.29}, {.seconds = 0.578},
    {.seconds = 6.84}, {.seconds = 0.984}, {.seconds = 36.65},
};

/* By board, then cores: 1, 2 (not in the report), 4. */
const cn_figure cn_figures_b_cores[] = {
    {.seconds = 38.47}, {.seconds = 0},     {.seconds = 18.29}, {.seconds = 17.24}, {.seconds = 0},
    {.seconds = 6.84},  {.seconds = 93.46}, {.seconds = 0},     {.seconds = 36.65},
};

const cn_figure cn_figures_c[] = {
    {.seconds = 10.38,
     .productivity = 0.848,
     .mutator = 8.8,
     .collector = 1.58,
     .sparks = 501431,
     .converted = 0,
     .collected = 462127,
     .fizzled = 39304},
    {.seconds = 11.67,
     .productivity = 0.875,
     .mutator = 10.22,
     .collector = 1.45,
     .sparks = 501431,
     .converted = 93013,
     .collected = 327644,
     .fizzled = 80774},
    {.seconds = 12.93,
     .productivity = 0.892,
     .mutator = 11.53,
     .collector = 1.4,
     .sparks = 501431,
     .converted = 90888,
     .collected = 363205,
     .fizzled = 47338},
};

/* Level 3, one sequential ply, four cores: the row that several of its tables share. */
#define D_THREE                                                                      \
    {                                                                                \
        .seconds = 1.36, .sparks = 1238724, .converted = 14765, .collected = 865567, \
        .fizzled = 358392, .verdict = "Good"                                         \
    }

/* Table 1: 1, 2, 4 cores. */
const cn_figure cn_figures_d1[] = {
    {.seconds = 4.04, .sparks = 1238280, .converted = 0, .collected = 913176, .fizzled = 325104},
    {.seconds = 2.19, .sparks = 1238340, .converted = 1343, .collected = 904299, .fizzled = 332698},
    D_THREE,
};

/* Tables 1 and 2: the report always makes four tasks of an evaluation. */
const cn_figure cn_figures_d2[] = {
    {.seconds = 0},
    D_THREE,
    {.seconds = 1.44,
     .sparks = 109536668,
     .converted = 69214,
     .collected = 107421589,
     .fizzled = 204586},
    {.seconds = 0},
    {.seconds = 0},
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
    {.seconds = 1.37, .sparks = 1379813, .converted = 11414},
    D_THREE,
    {.seconds = 1.57, .sparks = 1226022, .converted = 35394},
    {.seconds = 6.08, .sparks = 3160731, .converted = 11690},
    {.seconds = 8.74, .sparks = 2808749, .converted = 227567},
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
    {.seconds = 0.131,
     .mutator = 0.088,
     .collector = 0.03,
     .productivity = 0.677,
     .sparks = 8,
     .converted = 0},
    {.seconds = 0.083,
     .mutator = 0.052,
     .collector = 0.024,
     .productivity = 0.625,
     .sparks = 8,
     .converted = 7},
    {.seconds = 0.058,
     .mutator = 0.029,
     .collector = 0.02,
     .productivity = 0.499,
     .sparks = 8,
     .converted = 7},
    {.seconds = 0.060,
     .mutator = 0.021,
     .collector = 0.019,
     .productivity = 0.357,
     .sparks = 8,
     .converted = 7},
};

/* Table 2, by workers, chunk and cores: 1 (not in the report), 2, 4, 8. */
const cn_figure cn_figures_e2[] = {
    {.seconds = 0},
    {.seconds = 0.049, .productivity = 0.599},
    {.seconds = 0.024, .productivity = 0.522},
    {.seconds = 0.034, .productivity = 0.43},
    {.seconds = 0},
    {.seconds = 0.048, .productivity = 0.513},
    {.seconds = 0.038, .productivity = 0.621},
    {.seconds = 0.046, .productivity = 0.541},
    {.seconds = 0},
    {.seconds = 0.069, .productivity = 0.675},
    {.seconds = 0.073, .productivity = 0.669},
    {.seconds = 0.082, .productivity = 0.611},
    {.seconds = 0},
    {.seconds = 0.07, .productivity = 0.674},
    {.seconds = 0.048, .productivity = 0.59},
    {.seconds = 0.056, .productivity = 0.423},
    {.seconds = 0},
    {.seconds = 0.081, .productivity = 0.575},
    {.seconds = 0.049, .productivity = 0.543},
    {.seconds = 0.047, .productivity = 0.552},
    {.seconds = 0},
    {.seconds = 0.095, .productivity = 0.506},
    {.seconds = 0.083, .productivity = 0.564},
    {.seconds = 0.089, .productivity = 0.562},
};

/* Table 4, likewise. */
const cn_figure cn_figures_e4[] = {
    {.seconds = 0},
    {.seconds = 1.361, .productivity = 0.948},
    {.seconds = 0.781, .productivity = 0.926},
    {.seconds = 0.787, .productivity = 0.89},
    {.seconds = 0},
    {.seconds = 1.306, .productivity = 0.959},
    {.seconds = 1.357, .productivity = 0.949},
    {.seconds = 1.421, .productivity = 0.92},
    {.seconds = 0},
    {.seconds = 2.406, .productivity = 0.976},
    {.seconds = 2.706, .productivity = 0.953},
    {.seconds = 2.939, .productivity = 0.924},
    {.seconds = 0},
    {.seconds = 2.641, .productivity = 0.952},
    {.seconds = 1.465, .productivity = 0.926},
    {.seconds = 1.229, .productivity = 0.895},
    {.seconds = 0},
    {.seconds = 2.483, .productivity = 0.963},
    {.seconds = 1.433, .productivity = 0.935},
    {.seconds = 1.625, .productivity = 0.911},
    {.seconds = 0},
    {.seconds = 2.605, .productivity = 0.962},
    {.seconds = 2.558, .productivity = 0.948},
    {.seconds = 2.976, .productivity = 0.921},
};

/* Table 3: 1, 2, 4, 8 cores. */
const cn_figure cn_figures_e3[] = {
    {.seconds = 89.288, .productivity = 0.985, .sparks = 8, .converted = 0},
    {.seconds = 51.691, .productivity = 0.961, .sparks = 8, .converted = 7},
    {.seconds = 28.563, .productivity = 0.939, .sparks = 8, .converted = 7},
    {.seconds = 22.401, .productivity = 0.913, .sparks = 8, .converted = 7},
};
