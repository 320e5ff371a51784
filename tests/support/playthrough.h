/* OpenSpiel's playthroughs: a game with the board, legal actions and returns of its states. */
#ifndef TESTS_PLAYTHROUGH_H
#define TESTS_PLAYTHROUGH_H

#include "support/support.h"

/* How much of a file was compared, so that a test can tell that nothing was passed over. */
typedef struct playthrough {
    int states, lists, actions, ends;
} playthrough;

/* Plays the file (path from tests/) from this position on and fails the test where we differ.
 * The actions must be our move codes, and the boards rows of `.xo` from the top. */
playthrough test_playthrough(cn_position *position, const char *path);

#endif
