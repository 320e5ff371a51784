/* Whose each point will be, estimated by random games from the position to its end. For games where
 * stones surround points. */
#pragma once

#include <canopy/canopy.h>

/* The estimate for each cell, row by row from the top left. */
typedef struct cn_ownership {
    int rows, columns;
    uint8_t cell[CN_BOARD_MAX * CN_BOARD_MAX]; /* as it is now, cn_board's */
    double mean[CN_BOARD_MAX * CN_BOARD_MAX];  /* 1 player 0's … -1 player 1's */
    double score;                              /* player 0's mean margin, in points */
} cn_ownership;

/* Random games that an estimate is made of; a build may choose fewer. */
#ifndef CN_OWNERSHIP_GAMES
#define CN_OWNERSHIP_GAMES 400
#endif

/* The same for the same position, however often it is asked. */
void cn_ownership_estimate(const cn_position *position, int games, cn_ownership *ownership);

/* What becomes of the stones on a point when the game is counted. */
typedef enum cn_fate {
    CN_FATE_NONE, /* no stone there */
    CN_FATE_ALIVE,
    CN_FATE_DEAD, /* most games see the opponent own the chain's points */
    CN_FATE_SEKI, /* alive, without a point of its own to live by */
} cn_fate;

/* What becomes of the stones as they stand, whoever's turn it is and whatever passes were made. It
 * is what players are asked to agree on at the end of a game. */
cn_status cn_ownership_settle(const cn_position *position, const cn_value *values,
                              cn_ownership *ownership, cn_fate fate[CN_BOARD_MAX * CN_BOARD_MAX],
                              cn_error *error);

/* Player 0's margin in points once the dead are gone. */
cn_status cn_ownership_margin(const cn_position *position, const cn_value *values,
                              const cn_fate *fate, double *margin, cn_error *error);

/* Changes the mind about the chain on a cell, which must hold a stone: dead or alive. */
void cn_ownership_change(const cn_position *position, int cell, cn_fate *fate);
