/* What a move was worth: a played move beside the best one, on a scale all games share. */
#pragma once

#include <canopy/search.h>

/* How bad a move was. */
typedef enum cn_mark {
    CN_MARK_NONE,
    CN_MARK_INACCURACY, /* ?!  costs 10 % of the chance to win */
    CN_MARK_MISTAKE,    /* ?   20 % */
    CN_MARK_BLUNDER,    /* ??  30 % */
} cn_mark;

/* The mark for so much lost of the chance to win (0 to 1), and its sign: "?!". */
cn_mark cn_review_mark(double loss);
const char *cn_mark_text(cn_mark mark);

/* What a search thinks of a move that was played. */
typedef struct cn_verdict {
    int player;
    cn_move played, best;
    /* In the view of the player. */
    cn_score score, best_score; /* after the move played; after the best one */
    double chance;              /* the chance to win after the move played, 0 to 1 */
    double loss;                /* how much less that is than after the best move; at least 0 */
    double noise;               /* how much of the loss may be an error of the search */
    int depth;                  /* that was searched; 0: the search has no depths */
    cn_mark mark;               /* for the loss without the noise */
} cn_verdict;

/* Searches the position, and if another move was played the position behind that one, to the same
 * depth where the agent has depths. Values of a tree search swing with the parity of the depth: the
 * scores and chances are means over the last two depths, and half of the distance of the chances is
 * noise. Of Monte Carlo
 * tree search, two standard errors are. What looks like a mistake is looked at once more with four
 * times the work, and the milder mark stands: a single search may end just before it sees why a
 * move was good. The game must not be over. `halt` (may be NULL) is asked between the two; if it
 * says so, the verdict is not to be used. If the limits have a past, the move played stands in its
 * list behind the last that counts. */
cn_status cn_review_move(cn_search *search, const cn_limits *limits, bool (*halt)(void *),
                         void *user, const cn_position *position, cn_move played,
                         cn_verdict *verdict, cn_error *error);

/* One player's moves in sum. */
typedef struct cn_review_sum {
    int moves, marks[4]; /* by cn_mark */
    double loss;         /* the sum over all moves */
} cn_review_sum;

/* Counts a verdict. */
void cn_review_add(cn_review_sum *sum, const cn_verdict *verdict);
