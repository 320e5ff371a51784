/* Names that stand for an agent with options: four levels for people who want to play, and the
 * programs of five published reports, each with the options that make our search grow its tree. The
 * strings are data, apart from engine/spec.c, which reads them. */
#include "engine/spec.h"

/* The levels of games that bring none of their own: a search that needs no heuristic. */
static const char *const usual_levels[] = {"mcts:iterations=200", "mcts:iterations=5000",
                                           "mcts:time=1", "mcts:time=5,strategy=tree,threads=0"};

/* The published programs by their own parameters. Their depth counts plies below each root move,
 * ours from the root: one more. What defines a program's tree is an option (see `minimax` and
 * `uct`); what is plainly a mistake in it is not reproduced, and the note says so. */
#define A_TREE "depth=4,eval=classic-a,pass=leaf,ended=eval,roles=shifted,view=leaf,ties=last"
#define A_MCTS "uct:iterations=1000,reward=eval,eval=discs,opponent=ally,playout-end=pass,final=uct"
#define B_TREE "eval=discs,pass=free,ended=flat,ties=last,strategy=levels,sequential=0"
#define C_MCTS "uct:iterations=5000,rollouts=6,final=mean,ties=last,strategy=leaf,seed=209"
#define D_TREE "depth=3,eval=classic-d,cutoff=1000,ended=eval"

#define A_CLAMP                                                                                \
    "The listing begins its windows at 0 and gives a node without moves 0 or 10000; this one " \
    "returns the value of the whole tree; report-a-alphabeta-listed does as the listing does."
#define A_REWARD                                                                                  \
    "The reward is the disc difference for the player at the root, whom every node favours; the " \
    "listing's is always the second player's, which is whom it plays."

#define E_CHOICES                                                                             \
    "The text gives neither its exploration constant nor how the move is chosen: the square " \
    "root of 2 and most visits are taken."

/* Name, summary, specification, note, options of the game. The four levels come first and in this
 * order: cn_preset_spec uses their places as places in a game's own list of levels. */
static const cn_preset presets[] = {
    {"easy", "the weakest of the four, answers at once", NULL, NULL, NULL},
    {"normal", "answers within half a second or so", NULL, NULL, NULL},
    {"hard", "a second a move, or less", NULL, NULL, NULL},
    {"max", "five seconds a move on every core", NULL, NULL, NULL},
    {"report-a-minimax", "\"Parallelizing Othello\": minimax, a task a root move",
     "minimax:" A_TREE ",strategy=top", NULL, NULL},
    {"report-a-minimax-chunked", "\"Parallelizing Othello\": minimax, 150 root moves at a time",
     "minimax:" A_TREE ",strategy=buffer,window=150", NULL, NULL},
    {"report-a-alphabeta", "\"Parallelizing Othello\": alpha-beta, each root move for itself",
     "alphabeta:" A_TREE ",strategy=top,bound=alone", A_CLAMP, NULL},
    {"report-a-alphabeta-chunked",
     "\"Parallelizing Othello\": alpha-beta, 150 root moves at a time",
     "alphabeta:" A_TREE ",strategy=buffer,window=150,bound=alone", A_CLAMP, NULL},
    {"report-a-alphabeta-listed",
     "\"Parallelizing Othello\": alpha-beta with the listing's windows",
     "alphabeta:" A_TREE ",strategy=top,bound=alone,clamp=on", NULL, NULL},
    {"report-a-mcts", "\"Parallelizing Othello\": Monte Carlo tree search", A_MCTS, A_REWARD, NULL},
    {"report-a-mcts-v1", "\"Parallelizing Othello\": Monte Carlo, a tree a thread",
     A_MCTS ",strategy=root", A_REWARD, NULL},
    {"report-a-mcts-v2", "\"Parallelizing Othello\": Monte Carlo, a tree for every 10 iterations",
     A_MCTS ",strategy=chunks,chunk=10,merge=serial", A_REWARD, NULL},
    {"report-a-mcts-v3", "\"Parallelizing Othello\": Monte Carlo, trees merged in parallel",
     A_MCTS ",strategy=chunks,chunk=10,merge=parallel", A_REWARD, NULL},
    {"report-b", "\"Othello and Minimax\": every node a task", "minimax:depth=5," B_TREE, NULL,
     NULL},
    {"report-b-depth2", "\"Othello and Minimax\": less deep", "minimax:depth=3," B_TREE, NULL,
     NULL},
    {"report-c", "\"MCTS.hs\": the first 6 new children played out in parallel", C_MCTS,
     "The listing credits a node's wins to the wrong player, which report-c-listed does too; it "
     "divides 0 by 0 for children not yet played out, repeats one playout for all children of a "
     "position, and searches below ended games, which neither does.",
     NULL},
    {"report-c-listed", "\"MCTS.hs\": the same, with wins for the wrong player",
     C_MCTS ",opponent=swapped",
     "As in the listing, a node counts the wins of the player who is to move there, so that the "
     "search prefers what is good for the opponent.",
     NULL},
    {"report-d", "\"Gomokururu\": minimax with a cut-off, tasks down to the last ply",
     "minimax:" D_TREE ",strategy=levels,sequential=1",
     "The listing makes four tasks of every evaluation besides, one for each size of pattern; "
     "grain=parts does so too, and takes 30 times as long.",
     NULL},
    {"report-d-alphabeta", "\"Gomokururu\": alpha-beta, one thread",
     "alphabeta:" D_TREE ",bound=alone", NULL, NULL},
    {"report-d-sequential", "\"Gomokururu\": minimax, one thread", "minimax:" D_TREE, NULL, NULL},
    {"report-e", "\"Parallel MCTS on Tic Tac Toe and Go 5x5\": 8 trees of their own",
     "uct:iterations=5000,ties=last,strategy=workers,workers=8,chunk=1", E_CHOICES, NULL},
    {"report-e-go", "\"Parallel MCTS on Tic Tac Toe and Go 5x5\": the same for Go",
     "uct:iterations=20000,ties=last,playout=uniform,strategy=workers,workers=8,chunk=1",
     E_CHOICES " Where the game is set up otherwise than on the command line or in the page's "
               "dialog, its options are yours to set: ko=none and scoring=stones.",
     "ko=none,scoring=stones"},
    {0},
};

const cn_preset *cn_presets(void) {
    return presets;
}

const char *cn_preset_spec(const char *name, const cn_game *game) {
    for (const cn_preset *preset = presets; preset->name; preset++) {
        if (strcmp(preset->name, name) != 0) continue;
        if (preset->spec) return preset->spec;
        return (game->levels ? game->levels : usual_levels)[preset - presets];
    }
    return NULL;
}
