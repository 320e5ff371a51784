/* Every table and figure of five published reports on parallel game-tree search in Haskell, by our
 * agents with their parameters. The only file outside src/games that names games: the reports'
 * experiments are about these games and no others.
 *
 * Depths count plies from the root here; a report's depth below each root move is one more.
 * Published figures stand in the order of the configurations: the last sweep varies fastest. */
#include "lab/published.h"

#define EXPERIMENT(called, about) .name = (called), .what = (about)
#define AGENT(contender)          .agents = {{.spec = contender}}

#define A_GAME    .game = "othello", .options = "start=report-a"
#define A_RULES   "eval=classic-a,pass=leaf,ended=eval,roles=shifted,view=leaf,ties=last"
#define A_UCT     "reward=eval,eval=discs,opponent=ally,playout-end=pass,final=uct"
#define A_MACHINE .machine = "8-core Apple M2, GHC"
#define A_ALONE   "Each root move has the whole window, as in the report."
#define A_SHARED                                                                                \
    "The iterations are shared out, so more threads mean smaller trees and, beyond the cores, " \
    "less work."
#define A_PLAYS(games) .opponent = "random", .side = CN_SIDE_SECOND, .trials = (games)

/* Its tables, and each at the report's own time. */
#define A_BOTH(number, contender) \
    A_GAME, AGENT(contender), .sweeps = {"threads=1..8"}, A_MACHINE, .figures = cn_figures_a##number
#define A_TABLE(number, text, remark, contender)                                               \
    {                                                                                          \
        .name = "a-t" #number, .what = "Report A, table " #number ": " text, .note = (remark), \
        A_PLAYS(100), A_BOTH(number, contender)                                                \
    }
#define A_SCALED(number, text, contender)                                                     \
    {                                                                                         \
        SCALED("a-t" #number), .what = "Report A, table " #number ", at its own time: " text, \
                               .note = SAME_CURVES, A_PLAYS(5), A_BOTH(number, contender)     \
    }

#define SCALED(experiment) .name = experiment "-scaled", .scaled = (experiment)
#define SAME_CURVES                                                                          \
    "The same strategy with so much more work that one thread needs about the report's own " \
    "time: compare the curves."

#define B_TREE "eval=discs,pass=free,ended=flat,ties=last,strategy=levels,sequential=0"
#define B_CORES(depth, games)                                                                  \
    .game = "othello", AGENT("minimax:depth=" depth "," B_TREE), .opponent = CN_OPPONENT_SELF, \
    .sweeps = {"start=board1,board2,board3", "threads=1,2,4"}, .trials = (games), B_MACHINE,   \
    .figures = cn_figures_b_cores
#define B_MACHINE .machine = "4 cores, GHC"

#define C_LEAF(iterations, games)                                                        \
    .game = "connect4",                                                                  \
    AGENT("uct:iterations=" iterations ",rollouts=6,final=mean,ties=last,strategy=leaf," \
          "seed=209"),                                                                   \
    .opponent = CN_OPPONENT_SELF, .sweeps = {"threads=1,2,4"}, .trials = (games),        \
    .machine = "4 cores, GHC", .figures = cn_figures_c

#define D_TREE    "eval=classic-d,cutoff=1000,ended=eval"
#define D_MINIMAX "minimax:" D_TREE ",strategy=levels"
#define D_LEVELS  D_MINIMAX ",depth=3,sequential=1"
#define D_MACHINE .machine = "4-core Intel i7, GHC"
#define D_GAME                                                                          \
    .game = "gomoku", .options = "start=hh", .opponent = CN_OPPONENT_SELF, .steps = 20, \
    .per_step = true, .trials = 5, D_MACHINE
/* Alpha-beta with moves in a good order plays what minimax plays, and sooner. */
#define D_LEVEL(level) "alphabeta:depth=" #level "," D_TREE ",order=all"

#define E_AGENT   "uct:ties=last,strategy=workers,workers=8,chunk=1,iterations="
#define E_TTT     .game = "tictactoe", E_MACHINE
#define E_GO      .game = "go", .options = "ko=none,scoring=stones", E_MACHINE
#define E_MACHINE .machine = "8 cores, GHC"
#define E_CORES   .sweeps = {"threads=1,2,4,8"}
#define E_CHUNKS  .sweeps = {"workers=4,8", "chunk=1,2,4", "threads=1,2,4,8"}
#define E_TRIAL   "A trial is one search of the empty board."

/* The reports' tables first, in their order, then those that are repeated with more work. */
static const cn_experiment experiments[] = {
    A_TABLE(1, "minimax, a task a root move", NULL, "minimax:depth=4," A_RULES ",strategy=top"),
    A_TABLE(2, "minimax, at most 150 tasks at a time", NULL,
            "minimax:depth=4," A_RULES ",strategy=buffer,window=150"),
    A_TABLE(3, "alpha-beta, a task a root move", A_ALONE,
            "alphabeta:depth=4," A_RULES ",strategy=top,bound=alone"),
    A_TABLE(4, "alpha-beta, at most 150 tasks at a time", A_ALONE,
            "alphabeta:depth=4," A_RULES ",strategy=buffer,window=150,bound=alone"),
    A_TABLE(5, "Monte Carlo V1, a tree a thread", A_SHARED,
            "uct:iterations=1000," A_UCT ",strategy=root"),
    A_TABLE(6, "Monte Carlo V2, a tree for every 10 iterations", NULL,
            "uct:iterations=1000," A_UCT ",strategy=chunks,chunk=10,merge=serial"),
    A_TABLE(7, "Monte Carlo V3, merged by tens in parallel", NULL,
            "uct:iterations=1000," A_UCT ",strategy=chunks,chunk=10,merge=parallel"),
    {EXPERIMENT("a-iterations",
                "Report A, its open question: at how many iterations do V2 and V3 overtake V1?"),
     .note = "The report asks this and has no figures. Compare the times of the three in one row "
             "of iterations.",
     A_GAME,
     .agents = {{"V1", "uct:" A_UCT ",strategy=root", 0, NULL},
                {"V2", "uct:" A_UCT ",strategy=chunks,chunk=10,merge=serial", 0, NULL},
                {"V3", "uct:" A_UCT ",strategy=chunks,chunk=10,merge=parallel", 0, NULL}},
     .opponent = "random", .side = CN_SIDE_SECOND, .trials = 20,
     .sweeps = {"threads=2", "iterations=100,300,1000,3000,10000"}, .no_speedup = true},
    {EXPERIMENT("b-depth", "Report B: depth 2 and 4 on three boards, 4 cores"),
     .note = "The report's depths 2 and 4 are 3 and 5 plies from the root.", .game = "othello",
     AGENT("minimax:" B_TREE ",threads=4"), .opponent = CN_OPPONENT_SELF,
     .sweeps = {"start=board1,board2,board3", "depth=3,5"}, .trials = 10, B_MACHINE,
     .no_speedup = true, .figures = cn_figures_b_depth},
    {EXPERIMENT("b-cores", "Report B: three boards on 1 and 4 cores"), B_CORES("5", 10)},
    {EXPERIMENT("c-leaf", "Report C: Connect Four, 5000 iterations, 6 playouts of a leaf at once"),
     .note = "The report's program got slower with cores: a playout is shorter than the hand-over.",
     C_LEAF("5000", 10)},
    {EXPERIMENT("d-cores", "Report D: level 3, the last ply sequential, on 1, 2 and 4 cores"),
     D_GAME, AGENT(D_LEVELS), .sweeps = {"threads=1,2,4"}, .figures = cn_figures_d1},
    {EXPERIMENT("d-heuristic", "Report D: the evaluation itself in parallel, 4 cores"),
     .note = "The report's program always makes four tasks of an evaluation, besides those for "
             "moves, and tried one for every line. It has no figures for either alone. Evaluations "
             "in tasks are measured over two steps.",
     D_GAME,
     .agents = {{"moves", D_LEVELS, 0, NULL},
                {"moves, parts", D_LEVELS ",grain=parts", 2, NULL},
                {"moves, lines", D_LEVELS ",grain=lines", 2, NULL},
                {"parts", "minimax:depth=3," D_TREE ",strategy=heuristic,grain=parts", 2, NULL},
                {"lines", "minimax:depth=3," D_TREE ",strategy=heuristic,grain=lines", 2, NULL}},
     .sweeps = {"threads=4"}, .figures = cn_figures_d2},
    {EXPERIMENT("d-levels", "Report D: levels 1 to 4, 4 cores"),
     .note = "Level 4 was not finished in the report.", D_GAME,
     AGENT(D_MINIMAX ",sequential=1,threads=4"), .sweeps = {"depth=1..4"}, .no_speedup = true,
     .figures = cn_figures_d3},
    {EXPERIMENT("d-smartness",
                "Report D: how well each level plays, by games against the level above"),
     .note = "Whole games from three random stones, each played twice with sides changed. The "
             "report judges by looking. Alpha-beta plays the same moves as minimax, in less time.",
     .game = "gomoku", .options = "start=hh",
     .agents = {{"level 1", D_LEVEL(1), 0, D_LEVEL(2)},
                {"level 2", D_LEVEL(2), 0, D_LEVEL(3)},
                {"level 3", D_LEVEL(3), 0, D_LEVEL(4)},
                {"level 4", D_LEVEL(4), 0, D_LEVEL(5)}},
     .opponent = "the level above", .side = CN_SIDE_BOTH, .opening = 3, .trials = 100, D_MACHINE,
     .no_speedup = true, .figures = cn_figures_smartness},
    {EXPERIMENT("d-sequential-levels",
                "Report D: how many of the last plies run sequentially, 4 cores"),
     D_GAME,
     .agents = {{"level 3, last 0", D_MINIMAX ",depth=3,sequential=0", 0, NULL},
                {"level 3, last 1", D_LEVELS, 0, NULL},
                {"level 3, last 2", D_MINIMAX ",depth=3,sequential=2", 0, NULL},
                {"level 4, last 2", D_MINIMAX ",depth=4,sequential=2", 10, NULL},
                {"level 4, last 3", D_MINIMAX ",depth=4,sequential=3", 10, NULL}},
     .sweeps = {"threads=4"}, .figures = cn_figures_d4},
    {EXPERIMENT("d-parallel-vs-sequential",
                "Report D: parallel minimax against sequential minimax and alpha-beta"),
     .note = "The report ran sequential alpha-beta on one core and, in a program that had four, "
             "again: more cores for the same work only cost time.",
     D_GAME,
     .agents = {{"parallel minimax", D_LEVELS ",threads=4", 0, NULL},
                {"sequential minimax", "minimax:depth=3," D_TREE, 0, NULL},
                {"sequential alpha-beta", "alphabeta:depth=3," D_TREE ",bound=alone", 0, NULL},
                {"sequential alpha-beta, 4 cores",
                 "alphabeta:depth=3," D_TREE ",bound=alone,threads=4", 0, NULL}},
     .figures = cn_figures_d5},
    {EXPERIMENT("e-ttt", "Report E: Tic-Tac-Toe, 8 trees of 5000 iterations, 1 to 8 cores"),
     .note = E_TRIAL, E_TTT, AGENT(E_AGENT "5000"), E_CORES, .trials = 50,
     .figures = cn_figures_e1},
    {EXPERIMENT("e-ttt-chunks", "Report E: its table over workers and chunks"),
     .note = E_TRIAL " The report's speed-ups are over its 2 cores: it has no figures for one.",
     E_TTT, AGENT(E_AGENT "5000"), E_CHUNKS, .trials = 20, .figures = cn_figures_e2},
    {EXPERIMENT("e-go", "Report E: Go 5x5, 8 trees of 20000 iterations, 1 to 8 cores"),
     .note = E_TRIAL, E_GO, AGENT(E_AGENT "20000,playout=uniform"), E_CORES, .trials = 10,
     .figures = cn_figures_e3},
    {EXPERIMENT("e-go-chunks",
                "Report E: its table over workers and chunks, 1000 iterations a tree"),
     .note = E_TRIAL " The report does not state the iterations of this table; its times fit about "
                     "1000. Its speed-ups are over its 2 cores.",
     E_GO, AGENT(E_AGENT "1000,playout=uniform"), E_CHUNKS, .trials = 20, .figures = cn_figures_e4},
    A_SCALED(1, "minimax, a task a root move", "minimax:depth=7," A_RULES ",strategy=top"),
    A_SCALED(2, "minimax, at most 150 tasks",
             "minimax:depth=7," A_RULES ",strategy=buffer,window=150"),
    A_SCALED(3, "alpha-beta, a task a root move",
             "alphabeta:depth=8," A_RULES ",strategy=top,bound=alone"),
    A_SCALED(4, "alpha-beta, at most 150 tasks",
             "alphabeta:depth=8," A_RULES ",strategy=buffer,window=150,bound=alone"),
    A_SCALED(5, "Monte Carlo V1", "uct:iterations=200000," A_UCT ",strategy=root"),
    A_SCALED(6, "Monte Carlo V2",
             "uct:iterations=200000," A_UCT ",strategy=chunks,chunk=10,merge=serial"),
    A_SCALED(7, "Monte Carlo V3",
             "uct:iterations=200000," A_UCT ",strategy=chunks,chunk=10,merge=parallel"),
    {SCALED("b-cores"), .what = "Report B, three boards, two plies deeper",
     .note =
         "One thread needs about a seventh of the report's own time; a ply more would take five "
         "minutes a round.",
     B_CORES("7", 3)},
    {SCALED("c-leaf"), .what = "Report C, at its own time: 330000 iterations",
     .note = "More iterations take longer, but a playout lasts as long as before: this "
             "strategy does not gain by it.",
     C_LEAF("330000", 3)},
    {SCALED("d-cores"), .what = "Report D, two levels deeper: level 5",
     .note =
         "One thread needs about a sixteenth of the report's own time; with a level more, a round "
         "of games would take several minutes.",
     D_GAME, AGENT(D_MINIMAX ",depth=5,sequential=1"), .sweeps = {"threads=1,2,4"},
     .figures = cn_figures_d1},
    {SCALED("e-ttt"), .what = "Report E, Tic-Tac-Toe, at its own time", .note = SAME_CURVES, E_TTT,
     AGENT(E_AGENT "77000"), E_CORES, .trials = 20, .figures = cn_figures_e1},
    {SCALED("e-go"), .what = "Report E, Go 5x5, 2000000 iterations a tree",
     .note = "A hundred times the report's iterations; its own time would take six hundred "
             "times as many, and more memory than most machines have.",
     E_GO, AGENT(E_AGENT "2000000,playout=uniform"), E_CORES, .trials = 3,
     .figures = cn_figures_e3},
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
