/* Whose each point will be, estimated by random games from the position to its end. For games where
 * stones surround points. */
#ifndef PROTOCOL_OWNERSHIP_H
#define PROTOCOL_OWNERSHIP_H

#include <canopy/canopy.h>

typedef struct cn_ownership {
    int rows, columns;
    uint8_t cell[CN_BOARD_MAX * CN_BOARD_MAX]; /* as it is now, cn_board's */
    double mean[CN_BOARD_MAX * CN_BOARD_MAX];  /* 1 player 0's … -1 player 1's */
    double score;                              /* player 0's mean margin, in points */
} cn_ownership;

/* The same for the same position, however often it is asked. */
cn_status cn_ownership_estimate(const cn_position *position, int games, cn_ownership *ownership,
                                cn_error *error);

typedef enum cn_fate {
    CN_FATE_NONE, /* no stone there */
    CN_FATE_ALIVE,
    CN_FATE_DEAD, /* most games see the opponent own the chain's points */
    CN_FATE_SEKI, /* alive, without a point of its own to live by */
} cn_fate;

void cn_ownership_fates(const cn_ownership *ownership, cn_fate fate[CN_BOARD_MAX * CN_BOARD_MAX]);

#endif
