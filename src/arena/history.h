/* A game as it is being played: its start, its moves, and the way back and forth between them. */
#pragma once

#include <canopy/search.h>

/* One move that was made. */
typedef struct cn_ply {
    cn_move move;
    uint8_t player;
    double seconds; /* that the move took; 0: not known */
} cn_ply;

/* A game: its positions are its own, the moves are kept twice because searches want a plain list.
 */
typedef struct cn_history {
    cn_position start, now;
    cn_ply *ply;
    cn_move *moves; /* those of the plies, as cn_past has them */
    int count;      /* plies played up to `now` */
    int length;     /* plies known: those from `count` on were taken back and can be played again */
    int room;
} cn_history;

/* Begins at a position, which is copied. */
cn_status cn_history_begin(cn_history *history, const cn_position *start, cn_error *error);

/* The same at the position of a text, or (NULL) at the start of the game. */
cn_status cn_history_start(cn_history *history, const cn_game *game, const cn_value *values,
                           const char *text, cn_error *error);

/* Plays a legal move; forgets what was taken back. */
cn_status cn_history_play(cn_history *history, cn_move move, double seconds, cn_error *error);

/* How it came to where it is, for a search; valid until the history changes. */
cn_past cn_history_past(const cn_history *history);

/* Takes one ply back, plays one again; false if there is none. */
bool cn_history_undo(cn_history *history);
bool cn_history_redo(cn_history *history);

/* Whether it begins otherwise than the game does with these values of its options. */
bool cn_history_own_start(const cn_history *history, const cn_value *values);

/* The cell that the last move played is shown on, -1: none. */
int cn_history_cell(const cn_history *history);

/* The moves played, in the game's notation with blanks between; the caller frees it. NULL: no
 * memory. */
char *cn_history_text(const cn_history *history);

/* Frees what the history holds; it may be begun again. */
void cn_history_free(cn_history *history);
