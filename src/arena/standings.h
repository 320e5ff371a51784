/* How a match stands: results by player and by pairing, and what the agents spent. */
#pragma once

#include "arena/elo.h"
#include "arena/referee.h"
#include "arena/schedule.h"

/* What a player's moves cost. */
typedef struct cn_effort {
    int64_t moves;
    double seconds;
    int64_t thoughts;    /* moves of which the agent gave a depth and nodes */
    double depth, nodes; /* sums over those */
} cn_effort;

/* What counts of a finished game. */
typedef struct cn_game_summary {
    cn_outcome outcome;
    cn_cause cause;
    int loser; /* the colour that lost, -1: nobody */
    int plies;
    cn_effort effort[2]; /* by colour */
    uint64_t key;        /* of start and moves: equal for equal games */
    const char *reason;  /* what went wrong, NULL: nothing; lives as long as its owner */
} cn_game_summary;

/* All results so far. The arrays are its own. */
typedef struct cn_standings {
    int players, games;
    cn_tally *tally;   /* [a * players + b]: a's results against b */
    cn_effort *effort; /* what each player spent */
    int *lost; /* [player * CN_CAUSES_COUNT + cause]: games lost by a fault or resignation */
    char (*fault)[160]; /* of each player: what went wrong first, or empty */
    int causes[CN_CAUSES_COUNT];
    int first_wins, second_wins, draws; /* by colour */
    int64_t plies;
    uint64_t *keys;      /* of the games played, to find duplicates */
    signed char *halves; /* of each pair: the points of the player named first, in halves, -1: no
                            game yet; see cn_standings_add */
    int keys_room, halves_room;
} cn_standings;

/* Begins without a game. */
cn_status cn_standings_new(cn_standings *standings, int players, cn_error *error);
void cn_standings_free(cn_standings *standings);

/* Counts a finished game. */
cn_status cn_standings_add(cn_standings *standings, const cn_fixture *fixture,
                           const cn_game_summary *game, cn_error *error);

/* A player's results against all others. */
cn_tally cn_standings_player(const cn_standings *standings, int player);
double cn_standings_points(const cn_standings *standings, int player);

/* Games that are the same as an earlier one, move for move. */
int cn_standings_duplicates(const cn_standings *standings);

/* What counts of a bout. */
cn_game_summary cn_bout_summary(const cn_bout *bout);
