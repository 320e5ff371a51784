/* The game loop: two agents play from a position to the end, or to a limit of steps. */
#pragma once

#include "arena/clocks.h"
#include "arena/info.h"

/* One side of a game: who thinks, within which limits, and how it lost if it did. */
typedef struct cn_player {
    cn_search *search;
    cn_limits limits;         /* its `past` is that of the position the game goes on from */
    double seconds;           /* used so far */
    cn_clocks *clocks;        /* those of the game, the same for both players; NULL: none */
    cn_progress_fn *progress; /* as in cn_search_run; may be NULL */
    void *user;               /* for `progress` */
    cn_ending ending;         /* how this player lost, if the board does not tell … */
    cn_error reason;          /* … and why, of a forfeit or a program that was late */
} cn_player;

/* One move as it was played; `position` is the one after it. */
typedef struct cn_step {
    int number; /* 1, 2, … */
    int player;
    cn_move move;
    const cn_result *result;
    double seconds; /* it took */
    const cn_position *before, *position;
} cn_step;

/* Called after each move; false ends the game there. */
typedef bool cn_step_fn(const cn_step *step, void *user);

/* Plays in place until the game is over on the board, a player resigns or runs out of time,
 * a program fails, or somebody stops a search that has no move yet. Whoever
 * resigns, runs out of time or fails as an engine has lost (players[].ending); other failures are
 * returned. `steps` counts the moves made; `most` is the greatest number of them, 0: no limit. */
cn_status cn_play(cn_position *position, cn_player players[2], int most, cn_step_fn *on_step,
                  void *user, int *steps, cn_error *error);
