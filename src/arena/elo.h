/* Elo differences from match results. */
#ifndef ARENA_ELO_H
#define ARENA_ELO_H

typedef struct cn_elo {
    double score;     /* points a game, 0 to 1 */
    double elo;       /* difference, with half a point added to either side so that it is finite */
    double low, high; /* 95 % interval */
} cn_elo;

cn_elo cn_elo_from(int wins, int draws, int losses);

#endif
