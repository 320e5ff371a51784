/* The state of a game of Othello.
 *
 * Seen from the side to move, which is what every caller wants, and with that side's moves: `play`
 * must look for them to know whether the game is over, and `moves`, `count`, `pick` and the
 * mobility in `eval` then cost nothing. */
#pragma once

#include <stdint.h>

enum { SQUARES = 64, PASS = 64 };

/* A position, of 32 bytes. */
typedef struct othello_state {
    uint64_t own, opp; /* discs of the side to move and of the other */
    uint64_t open;     /* squares the side to move may play on */
    uint8_t turn;
    uint8_t outcome; /* a cn_outcome, kept by play */
    uint8_t no_pass; /* the game ends as soon as the side to move has no square */
    uint8_t zero[5]; /* no byte of a state is left undefined */
} othello_state;
