/* Elo differences from match results.
 *
 * Where both sides made ten points or more the interval is the usual one of cutechess, fishtest and
 * fastchess: mean score ± 1.96 standard errors, taken through the logistic curve. Below that it is
 * Wilson's (1927), which small and one-sided samples do not break. */
#pragma once

/* Results in one player's view. */
typedef struct cn_tally {
    int wins, draws, losses;
    int pairs[5]; /* pairs of games from one opening with colours swapped, by the points made in
                     both: 0, 1/2, 1, 3/2, 2. The games are counted above too. */
} cn_tally;

/* An Elo difference in the view of the player whose results were counted. */
typedef struct cn_elo {
    double score;     /* points a game, 0 to 1; 0.5 of no games */
    double elo;       /* difference; as if half a point had gone to the other side where none did */
    double low, high; /* 95 % interval */
    double los;       /* likelihood of superiority: how sure it is that the player is the better */
} cn_elo;

/* Games, and whole pairs of games, that a tally holds. */
int cn_tally_games(const cn_tally *tally);
int cn_tally_pairs(const cn_tally *tally);

/* With pairs, their spread makes the interval: games from one opening are not independent. */
cn_elo cn_elo_from(const cn_tally *tally);

/* The logistic curve, and its inverse within +-3600. */
double cn_elo_score(double elo);
double cn_elo_of_score(double score);
