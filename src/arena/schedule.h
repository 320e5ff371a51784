/* Who plays whom, in which order.
 *
 * Games are numbered from 0. Each pairing plays `games` games; two that follow each other in the
 * numbering are a pair: the same opening with colours swapped (an odd last game stays single).
 * Pairings take turns opening by opening, so that a match cut short is a fair one. Round robin and
 * gauntlet are one round; a Swiss tournament makes its next round when the last is played. */
#pragma once

#include <canopy/status.h>
#include <stdbool.h>

/* The most players, and the most games, of a match. */
enum { CN_MATCH_PLAYERS = 62, CN_MATCH_GAMES = 10000000 };

/* Everybody against everybody, the first against all others, or rounds by points. */
typedef enum cn_format { CN_ROUND_ROBIN, CN_GAUNTLET, CN_SWISS } cn_format;

/* Two players who play `games` games, by their numbers. */
typedef struct cn_pairing {
    int player[2];
} cn_pairing;

/* One game to be played. */
typedef struct cn_fixture {
    int number;
    int player[2]; /* who moves first in the standard game, and the other */
    int pair;      /* of which pair it is a game, -1: of none */
    int opening;   /* which one, counted from 0 */
} cn_fixture;

/* All pairings that are known, round by round. */
typedef struct cn_schedule {
    cn_format format;
    int players, games;
    int rounds;       /* all there will be */
    int known;        /* those whose pairings are known */
    int each;         /* pairings of a round */
    cn_pairing *list; /* [known * each] */
    int *byes;        /* rounds each player sat out */
} cn_schedule;

/* Makes the first round. `rounds` is for Swiss tournaments only. Refuses numbers that make no
 * match. */
cn_status cn_schedule_new(cn_schedule *schedule, cn_format format, int players, int games,
                          int rounds, cn_error *error);
void cn_schedule_free(cn_schedule *schedule);

/* All games there will be, and those that can be played before another round is made. */
int cn_schedule_total(const cn_schedule *schedule);
int cn_schedule_ready(const cn_schedule *schedule);

/* How many openings are needed to have one for each. */
int cn_schedule_openings(const cn_schedule *schedule);

/* The game of a number below cn_schedule_ready. */
cn_fixture cn_schedule_game(const cn_schedule *schedule, int number);

/* Makes the next round of a Swiss tournament: who has as many points meets, nobody twice if that
 * can be helped. `points` are those of the games. */
cn_status cn_schedule_round(cn_schedule *schedule, const double *points, cn_error *error);
