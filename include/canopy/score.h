/* A score: what a search says about a position or a move, in the view of the side to move.
 *
 * Searches count in plain integers inside; this is what leaves them. Every front end prints,
 * negates and compares scores with the functions here and nowhere else. */
#ifndef CANOPY_SCORE_H
#define CANOPY_SCORE_H

#include <canopy/api.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cn_game; /* canopy/game.h */

/* What the value of a score means. */
typedef enum cn_score_kind {
    CN_SCORE_NONE,    /* not searched */
    CN_SCORE_EVAL,    /* a heuristic's opinion */
    CN_SCORE_CHANCE,  /* the expected result: 0 lost to 1 won, a draw being one half */
    CN_SCORE_POINTS,  /* the margin at the end in the game's own points: discs, stones */
    CN_SCORE_OUTCOME, /* won, drawn or lost */
} cn_score_kind;

/* Whether the true value is this one, or this is only a bound for it. */
typedef enum cn_score_bound {
    CN_SCORE_EXACT,
    CN_SCORE_AT_LEAST,
    CN_SCORE_AT_MOST,
} cn_score_bound;

/* All zero is a score of kind CN_SCORE_NONE. */
typedef struct cn_score {
    cn_score_kind kind;
    cn_score_bound bound;
    bool proven;  /* true whatever both sides play: no heuristic and no chance went into it */
    int plies;    /* to the end of the game; -1: not known. CN_SCORE_POINTS and _OUTCOME only */
    int unit;     /* CN_SCORE_EVAL: how many steps of the heuristic make a point of the game, and
                     `value` is in points; 0: the heuristic does not count points */
    double value; /* see kind; for CN_SCORE_OUTCOME 1, 0 or -1 */
    int disc;     /* CN_SCORE_OUTCOME, in games that are rated by how early they are won: the number
                     of the disc that ends it, from the first one of the game; 0: not known */
    int margin;   /* with `disc`: the rating, below 0 for a loss */
} cn_score;

enum {
    CN_SCORE_TEXT = 48,  /* room for a score as text */
    CN_SCORE_JSON = 384, /* room for a score as JSON */
    CN_SCORE_WORDS = 64, /* room for a score in words */
};

/* A proven outcome: 1 won, 0 drawn, -1 lost; `plies` from now, -1 if that is not known. */
CN_API cn_score cn_score_outcome(int outcome, int plies);

/* The same in the other player's view. */
CN_API cn_score cn_score_negate(cn_score score);

/* The score of a position as that of the position one ply before it, and back; the view stays. */
CN_API cn_score cn_score_one_ply_earlier(cn_score score);
CN_API cn_score cn_score_one_ply_later(cn_score score);

/* Below 0, 0 or above 0 as `a` is worse than, the same as, or better than `b`. Wins are better the
 * sooner, losses the later; what was not searched is below everything. Scores of different kinds
 * have an order too, a rough one. */
CN_API int cn_score_compare(cn_score a, cn_score b);

/* The chance to win, 0 to 1, a draw being one half: exact for outcomes; a heuristic's opinion by
 * the game's scale (cn_game.eval_scale). One half if the score is of kind CN_SCORE_NONE. */
CN_API double cn_score_chance(const struct cn_game *game, cn_score score);

/* "-", "+35", "+1.52" (a heuristic that counts points), "61.8 %", "+22 discs", "win in 9", "draw",
 * "loss in 4"; bounds have "≥ " or "≤ " before them. */
CN_API void cn_score_text(const struct cn_game *game, cn_score score, char text[CN_SCORE_TEXT]);

/* In words that a player knows: "wins in 5 moves", "wins with the 41st disc", "a draw", "ahead by
 * 1.5 discs", "about 62 % to win". */
CN_API void cn_score_words(const struct cn_game *game, cn_score score, char text[CN_SCORE_WORDS]);

/* As docs/api.md describes it; `null` for CN_SCORE_NONE. */
CN_API void cn_score_json(const struct cn_game *game, cn_score score, char text[CN_SCORE_JSON]);

/* One whole number for records and protocols that have room for no more: steps of the heuristic;
 * -1000 (lost) to 1000 for a chance; points; 2000000 - n for a win in n plies, n - 2000000 for a
 * loss. Reading it back gives up what a number cannot say: chances and points become heuristics. */
CN_API int cn_score_number(cn_score score);
CN_API cn_score cn_score_of_number(int number);

#ifdef __cplusplus
}
#endif

#endif
