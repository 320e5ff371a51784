/* The outcome of a position under perfect play, proven by search. */
#pragma once

#include <canopy/search.h>

/* What is proven of one move. */
typedef struct cn_solved_move {
    cn_move move;
    cn_score score; /* view of the side to move; CN_SCORE_NONE where nothing is proven */
    int line_length;
    cn_move line[CN_RESULT_LINE]; /* best play from this move on, as far as it is known */
} cn_solved_move;

/* What is proven of a position and its moves, in the view of the side to move. Large: not for a
 * thread's stack. */
typedef struct cn_solution {
    cn_score score; /* if not proven, the heuristic's at `depth` */
    int depth;      /* no forced win or loss lies within so many plies, if not proven */
    uint64_t nodes;
    double seconds;
    int line_length;
    cn_move line[CN_RESULT_LINE];
    int count;
    cn_solved_move moves[CN_MOVES_MAX]; /* in the game's order; all that there was time for */
} cn_solution;

/* How long it may take, and who is told meanwhile. */
typedef struct cn_solve_request {
    double seconds;           /* for all of it; 0: no limit */
    bool (*halt)(void *user); /* asked between two searches; may be NULL */
    cn_progress_fn *progress; /* of the search at hand; may be NULL */
    void *user;
} cn_solve_request;

/* Room for the specification of an agent that solves. */
enum { CN_SOLVE_SPEC = 128 };

/* The agent to ask for a proof: the game's expert, but not one that leaves moves out; then the
 * general search with what the game sees of forced wins. `outcome`: only who wins, where the game
 * is played for points. */
void cn_solve_spec(const cn_position *position, int hash_mb, int threads, bool outcome,
                   char spec[CN_SOLVE_SPEC]);

/* Proves the position, then each of its other moves: all of them where an expert of the game does
 * it, else as far as that takes no more than some times the work of the first proof, since to
 * refute a move that merely does not win can be endless. The search
 * must be one without limits of its own, and exact: `pvs`. The game must not be over. */
cn_status cn_solve(cn_search *search, const cn_position *position, const cn_solve_request *request,
                   cn_solution *solution, cn_error *error);

/* Whether a move keeps what the position is proven to be worth; it may take longer or shorter. */
bool cn_solve_keeps(const cn_solution *solution, const cn_solved_move *move);
