/* One game of a match: asks the agents for their moves and trusts neither. Illegal moves, failures
 * and overstepped time lose; what is clear may be called before the board shows it. */
#pragma once

#include "arena/clocks.h"
#include "arena/info.h"

#include <stdatomic.h>

/* What ended a game, and the word for it in records. */
#define CN_CAUSES(X)                                       \
    X(CN_CAUSE_BOARD, "board", CN_ENDED_ON_BOARD)          \
    X(CN_CAUSE_RESIGNED, "resignation", CN_ENDED_RESIGNED) \
    X(CN_CAUSE_EVEN, "even", CN_ENDED_DRAWN)               \
    X(CN_CAUSE_LENGTH, "moves limit", CN_ENDED_DRAWN)      \
    X(CN_CAUSE_DURATION, "max time", CN_ENDED_DRAWN)       \
    X(CN_CAUSE_TIME, "time", CN_ENDED_ON_TIME)             \
    X(CN_CAUSE_ILLEGAL, "illegal move", CN_ENDED_FORFEIT)  \
    X(CN_CAUSE_FAILED, "failure", CN_ENDED_FORFEIT)        \
    X(CN_CAUSE_STOPPED, "stopped", CN_ENDED_ON_BOARD) /* not over */

/* What ended a game. */
typedef enum cn_cause {
#define X(name, word, ending) name,
    CN_CAUSES(X)
#undef X
        CN_CAUSES_COUNT
} cn_cause;

/* The word for a cause in records, and what it means for the result of the game. */
const char *cn_cause_word(cn_cause cause);
cn_ending cn_cause_ending(cn_cause cause);
/* False if there is no such word. */
bool cn_cause_find(const char *word, cn_cause *cause);

/* When a player gives a game up: once his own scores were -value or less, as cn_score_number counts
 * them, for so many moves running. 0 moves: never. */
typedef struct cn_resign {
    int value, moves;
} cn_resign;

/* Takes the score of a player's move; true if he gives up. `behind`: his moves running so far. */
bool cn_resign_due(const cn_resign *rule, cn_score score, int *behind);

/* What a referee goes by; 0 where there is no such rule. */
typedef struct cn_referee {
    cn_clocks clocks;    /* the clocks as both players begin with them */
    double move_seconds; /* seconds that every move may take */
    double margin;       /* seconds anybody may be late */
    cn_resign resign;    /* who gives up has lost */
    /* A draw is called if the scores of both are within draw_value of 0 for draw_moves moves each,
     * from ply draw_after on. */
    int draw_value, draw_moves, draw_after;
    int most_plies;      /* a game that has so many plies is a draw */
    double most_seconds; /* a game that has lasted so many seconds is a draw */
} cn_referee;

/* What an agent said of a move. */
typedef struct cn_note {
    cn_score score; /* in the agent's own view */
    int depth;
    uint64_t nodes;
} cn_note;

/* A game that is being played or has been. Whoever began it frees it. */
typedef struct cn_bout {
    cn_history history; /* from the start, the opening's moves included */
    int opening;        /* plies of the opening, the first of the history */
    cn_note *notes;     /* one a ply */
    cn_outcome outcome; /* CN_ONGOING only if it was stopped */
    cn_cause cause;
    int loser;        /* -1: nobody */
    char reason[448]; /* what went wrong, or empty */
    double seconds;   /* wall time of the whole game */
    double searching; /* the part of it that the agents searched */
} cn_bout;

/* Begins a game with the moves of its opening, which must be legal. */
cn_status cn_bout_begin(cn_bout *bout, const cn_position *start, const cn_move *moves, int count,
                        cn_error *error);
/* Frees what the bout holds. */
void cn_bout_free(cn_bout *bout);
/* A legal move that was played, and what its player said of it. */
cn_status cn_bout_take(cn_bout *bout, cn_move move, double seconds, const cn_note *note,
                       cn_error *error);
/* The player did not come, for this reason. */
void cn_bout_forfeit(cn_bout *bout, int player, const char *reason);

/* Plays it to the end, or until `stop` is set (and the searches are stopped). Fails only where the
 * referee itself cannot go on. */
cn_status cn_referee_play(const cn_referee *referee, cn_search *const searches[2],
                          const _Atomic bool *stop, cn_bout *bout, cn_error *error);
