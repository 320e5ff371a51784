/* From the plain integers of a search to the scores that leave it. What programs do with scores
 * afterwards is in canopy/score.h; both are in search/score.c. */
#pragma once

#include <canopy/game.h>
#include <canopy/score.h>

/* What the integers of one tree search stand for. */
typedef struct cn_value_meaning {
    int eval_unit;     /* steps of its heuristic in a point; 0: it does not count points */
    int score_unit;    /* ended games are worth their margin, in so many steps a point; 0: they are
                          worth CN_WIN less plies, or nothing for a draw */
    bool outcome_only; /* it was asked only who wins, not how soon */
    bool sound;        /* no option makes the search unlike minimax: what it proves is true */
    bool all_moves;    /* every legal move is searched, so that losses and draws can be proven */
    bool all_replies;  /* wins are proven, whatever moves the root has */
} cn_value_meaning;

/* The score that a value stands for, in the same view. `bound` is CN_BOUND_… of the table;
 * `guessed`: a heuristic had a say in the value, so that it proves nothing. */
cn_score cn_score_of_value(const cn_value_meaning *meaning, int value, int bound, bool guessed);

/* The score of a position whose best move has this one. A move that is proven to win proves the
 * position; else, unless `settled`, another move may yet prove better: a draw is then a draw at
 * least. */
cn_score cn_score_of_best(cn_score move, bool settled);

/* Adds the number of the disc that ends the game to a score of this state, in games whose rules
 * tell it (cn_rules.ending). */
void cn_score_place(const cn_rules *rules, const void *state, cn_score *score);

/* Whether the game lists every legal move of this state. A game may list only those worth
 * searching; what is then proven of the listed moves is no proof for the position. Where all are
 * listed now, they will be below too. */
bool cn_lists_all_moves(const cn_rules *rules, const void *state);
