/* Every table and figure of five published reports on parallel game-tree search in Haskell, by our
 * agents with their parameters. The only file outside src/games that names games: the reports'
 * experiments are about these games and no others.
 *
 * Depths count plies from the root here; a report's depth below each root move is one more.
 * Published figures stand in the order of the configurations: the last sweep varies fastest. */
#include "lab/experiment.h"

#define A_GAME    .game = "othello", .options = "start=report-a"
#define A_TREE    "depth=4,eval=classic-a,pass=leaf,ended=eval,roles=shifted,view=leaf,ties=last"
#define A_UCT     "reward=score,opponent=ally,playout-end=pass,final=uct"
#define A_MCTS    "uct:iterations=1000," A_UCT
#define A_PLAYS   .opponent = "random", .side = CN_SIDE_SECOND, .trials = 100
#define A_MACHINE .machine = "8-core Apple M2, GHC"
#define A_THREADS .sweeps = {"threads=1..8"}

#define B_AGENT \
    "minimax:depth=5,eval=discs,pass=free,ended=flat,ties=last,strategy=levels,sequential=0"
#define B_MACHINE .machine = "4 cores, GHC"
#define C_AGENT   "uct:iterations=5000,rollouts=6,final=mean,ties=last,strategy=leaf,seed=209"

#define D_TREE    "eval=classic-d,cutoff=1000,ended=eval"
#define D_MINIMAX "minimax:" D_TREE ",strategy=levels"
#define D_LEVELS  D_MINIMAX ",depth=3,sequential=1"
#define D_GAME                                                                          \
    .game = "gomoku", .options = "start=hh", .opponent = CN_OPPONENT_SELF, .steps = 20, \
    .per_step = true, .trials = 5, .machine = "4-core Intel i7, GHC"

#define E_AGENT "uct:strategy=workers,workers=8,chunk=1"
#define E_GO    .game = "go", .options = "ko=none,scoring=stones"

static const double a_t1[] = {3.455, 1.872, 1.322, 1.126, 1.053, 0.979, 1.016, 0.989};
static const double a_t2[] = {3.621, 1.961, 1.305, 1.281, 1.216, 1.171, 1.158, 1.119};
static const double a_t3[] = {0.854, 0.530, 0.366, 0.326, 0.283, 0.278, 0.267, 0.300};
static const double a_t4[] = {0.889, 0.530, 0.383, 0.307, 0.289, 0.277, 0.262, 0.271};
static const double a_t5[] = {5.218, 3.087, 2.242, 1.994, 2.047, 1.980, 2.321, 1.754};
static const double a_t6[] = {6.845, 3.717, 2.664, 2.388, 2.176, 1.973, 2.028, 1.887};
static const double a_t7[] = {6.953, 3.791, 2.981, 2.444, 2.492, 2.12, 1.975, 1.863};
static const double b_depth[] = {0.82, 18.29, 0.578, 6.84, 0.984, 36.65};
static const double b_cores[] = {38.47, 0, 18.29, 17.24, 0, 6.84, 93.46, 0, 36.65};
static const double c_leaf[] = {10.38, 11.67, 12.93};
static const double d_cores[] = {4.04, 2.19, 1.36};
static const double d_heuristic[] = {0, 1.36, 1.44, 0, 0};
static const double d_levels[] = {0.01, 0.14, 1.36, 0};
static const double d_sequential[] = {1.37, 1.36, 1.57, 6.08, 8.74};
static const double d_versus[] = {1.36, 5.10, 0.89};
static const double e_ttt[] = {0.131, 0.083, 0.058, 0.060};
/* By workers, chunk, threads: of its table we know the line for 8 workers and chunks of 1. */
static const double e_ttt_chunks[] = {0,     0,     0,     0,     0, 0, 0, 0, 0, 0, 0, 0,
                                      0.131, 0.083, 0.058, 0.060, 0, 0, 0, 0, 0, 0, 0, 0};
static const double e_go[] = {89.288, 51.691, 28.563, 22.401};

static const cn_experiment experiments[] = {
    {.name = "a-t1",
     .what = "Report A, table 1: minimax, a task a root move",
     A_GAME,
     .agents = {{.spec = "minimax:" A_TREE ",strategy=top"}},
     A_PLAYS,
     A_THREADS,
     A_MACHINE,
     .figures = a_t1},
    {.name = "a-t2",
     .what = "Report A, table 2: minimax, at most 150 tasks at a time",
     A_GAME,
     .agents = {{.spec = "minimax:" A_TREE ",strategy=buffer,window=150"}},
     A_PLAYS,
     A_THREADS,
     A_MACHINE,
     .figures = a_t2},
    {.name = "a-t3",
     .what = "Report A, table 3: alpha-beta, a task a root move",
     .note = "Each root move has the whole window, as in the report.",
     A_GAME,
     .agents = {{.spec = "alphabeta:" A_TREE ",strategy=top,bound=alone"}},
     A_PLAYS,
     A_THREADS,
     A_MACHINE,
     .figures = a_t3},
    {.name = "a-t4",
     .what = "Report A, table 4: alpha-beta, at most 150 tasks at a time",
     .note = "Each root move has the whole window, as in the report.",
     A_GAME,
     .agents = {{.spec = "alphabeta:" A_TREE ",strategy=buffer,window=150,bound=alone"}},
     A_PLAYS,
     A_THREADS,
     A_MACHINE,
     .figures = a_t4},
    {.name = "a-t5",
     .what = "Report A, table 5: Monte Carlo V1, a tree a thread",
     .note = "The iterations are shared out, so more threads mean smaller trees and, beyond the "
             "cores, less work.",
     A_GAME,
     .agents = {{.spec = A_MCTS ",strategy=root"}},
     A_PLAYS,
     A_THREADS,
     A_MACHINE,
     .figures = a_t5},
    {.name = "a-t6",
     .what = "Report A, table 6: Monte Carlo V2, a tree for every 10 iterations",
     A_GAME,
     .agents = {{.spec = A_MCTS ",strategy=chunks,chunk=10,merge=serial"}},
     A_PLAYS,
     A_THREADS,
     A_MACHINE,
     .figures = a_t6},
    {.name = "a-t7",
     .what = "Report A, table 7: Monte Carlo V3, merged by tens in parallel",
     A_GAME,
     .agents = {{.spec = A_MCTS ",strategy=chunks,chunk=10,merge=parallel"}},
     A_PLAYS,
     A_THREADS,
     A_MACHINE,
     .figures = a_t7},
    {.name = "a-iterations",
     .what = "Report A, its open question: at how many iterations do V2 and V3 overtake V1?",
     .note = "The report asks this and has no figures. Compare the times of the three in one row "
             "of iterations.",
     A_GAME,
     .agents = {{"V1", "uct:" A_UCT ",strategy=root", 0},
                {"V2", "uct:" A_UCT ",strategy=chunks,chunk=10,merge=serial", 0},
                {"V3", "uct:" A_UCT ",strategy=chunks,chunk=10,merge=parallel", 0}},
     .opponent = "random",
     .side = CN_SIDE_SECOND,
     .trials = 20,
     .sweeps = {"threads=2", "iterations=100,300,1000,3000,10000"}},
    {.name = "b-depth",
     .what = "Report B: depth 2 and 4 on three boards, 4 cores",
     .note = "The report's depths 2 and 4 are 3 and 5 plies from the root.",
     .game = "othello",
     .agents = {{.spec = B_AGENT ",threads=4"}},
     .opponent = CN_OPPONENT_SELF,
     .sweeps = {"start=board1,board2,board3", "depth=3,5"},
     .trials = 10,
     B_MACHINE,
     .figures = b_depth},
    {.name = "b-cores",
     .what = "Report B: three boards on 1 and 4 cores",
     .game = "othello",
     .agents = {{.spec = B_AGENT}},
     .opponent = CN_OPPONENT_SELF,
     .sweeps = {"start=board1,board2,board3", "threads=1,2,4"},
     .trials = 10,
     B_MACHINE,
     .figures = b_cores},
    {.name = "c-leaf",
     .what = "Report C: Connect Four, 5000 iterations, 6 playouts of a leaf at once",
     .note = "The report's program got slower with cores: a playout is shorter than the hand-over.",
     .game = "connect4",
     .agents = {{.spec = C_AGENT}},
     .opponent = CN_OPPONENT_SELF,
     .sweeps = {"threads=1,2,4"},
     .trials = 10,
     .machine = "4 cores, GHC",
     .figures = c_leaf},
    {.name = "d-cores",
     .what = "Report D: level 3, the last ply sequential, on 1, 2 and 4 cores",
     D_GAME,
     .agents = {{.spec = D_LEVELS}},
     .sweeps = {"threads=1,2,4"},
     .figures = d_cores},
    {.name = "d-heuristic",
     .what = "Report D: the evaluation itself in parallel, 4 cores",
     .note = "The report's program always makes four tasks of an evaluation, besides those for "
             "moves, and tried one for every line. It has no figures for either alone. Evaluations "
             "in tasks are measured over two steps.",
     D_GAME,
     .agents = {{"moves", D_LEVELS, 0},
                {"moves, parts", D_LEVELS ",grain=parts", 2},
                {"moves, lines", D_LEVELS ",grain=lines", 2},
                {"parts", "minimax:depth=3," D_TREE ",strategy=heuristic,grain=parts", 2},
                {"lines", "minimax:depth=3," D_TREE ",strategy=heuristic,grain=lines", 2}},
     .sweeps = {"threads=4"},
     .figures = d_heuristic},
    {.name = "d-levels",
     .what = "Report D: levels 1 to 4, 4 cores",
     .note = "Level 4 was not finished in the report.",
     D_GAME,
     .agents = {{.spec = D_MINIMAX ",sequential=1,threads=4"}},
     .sweeps = {"depth=1..4"},
     .figures = d_levels},
    {.name = "d-sequential-levels",
     .what = "Report D: how many of the last plies run sequentially, 4 cores",
     D_GAME,
     .agents = {{"level 3, last 0", D_MINIMAX ",depth=3,sequential=0", 0},
                {"level 3, last 1", D_LEVELS, 0},
                {"level 3, last 2", D_MINIMAX ",depth=3,sequential=2", 0},
                {"level 4, last 2", D_MINIMAX ",depth=4,sequential=2", 10},
                {"level 4, last 3", D_MINIMAX ",depth=4,sequential=3", 10}},
     .sweeps = {"threads=4"},
     .figures = d_sequential},
    {.name = "d-parallel-vs-sequential",
     .what = "Report D: parallel minimax against sequential minimax and alpha-beta",
     D_GAME,
     .agents = {{"parallel minimax", D_LEVELS ",threads=4", 0},
                {"sequential minimax", "minimax:depth=3," D_TREE, 0},
                {"sequential alpha-beta", "alphabeta:depth=3," D_TREE ",bound=alone", 0}},
     .figures = d_versus},
    {.name = "e-ttt",
     .what = "Report E: Tic-Tac-Toe, 8 trees of 5000 iterations, 1 to 8 cores",
     .note = "A trial is one search of the empty board.",
     .game = "tictactoe",
     .agents = {{.spec = E_AGENT ",iterations=5000"}},
     .sweeps = {"threads=1,2,4,8"},
     .trials = 50,
     .machine = "8 cores, GHC",
     .figures = e_ttt},
    {.name = "e-ttt-chunks",
     .what = "Report E: its table over workers and chunks",
     .note = "A trial is one search of the empty board. The report's figures are known to us for 8 "
             "workers with chunks of 1 only.",
     .game = "tictactoe",
     .agents = {{.spec = E_AGENT ",iterations=5000"}},
     .sweeps = {"workers=4,8", "chunk=1,2,4", "threads=1,2,4,8"},
     .trials = 20,
     .machine = "8 cores, GHC",
     .figures = e_ttt_chunks},
    {.name = "e-go",
     .what = "Report E: Go 5x5, 8 trees of 20000 iterations, 1 to 8 cores",
     .note = "A trial is one search of the empty board.",
     E_GO,
     .agents = {{.spec = E_AGENT ",playout=uniform,iterations=20000"}},
     .sweeps = {"threads=1,2,4,8"},
     .trials = 10,
     .machine = "8 cores, GHC",
     .figures = e_go},
    {.name = "e-go-chunks",
     .what = "Report E: its table over workers and chunks, 1000 iterations a tree",
     .note =
         "A trial is one search of the empty board. The report does not state the iterations of "
         "this table; its times fit about 1000. Its figures are not known to us.",
     E_GO,
     .agents = {{.spec = E_AGENT ",playout=uniform,iterations=1000"}},
     .sweeps = {"workers=4,8", "chunk=1,2,4", "threads=1,2,4,8"},
     .trials = 20},
    {.name = NULL},
};

const cn_experiment *cn_experiments(void) {
    return experiments;
}

const cn_experiment *cn_experiment_find(const char *name) {
    for (const cn_experiment *e = experiments; e->name; e++) {
        if (strcmp(e->name, name) == 0) return e;
    }
    return NULL;
}
