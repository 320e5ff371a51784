/* Moves of a position as lists: all that are legal, and lines of moves played one after another. */
#pragma once

#include "engine/scratch.h"

#include <canopy/canopy.h>

/* Writes all legal moves in the order of their codes and returns how many there are. A game's own
 * list (cn_position_moves) may leave out moves that are not worth searching; this one does not. */
int cn_moves_legal(const cn_position *position, cn_move list[CN_MOVES_MAX]);

/* A line of moves, such as the principal variation of a search, played on a copy of a position:
 *
 *     cn_walk walk;
 *     for (cn_walk_begin(&walk, position, moves, count); cn_walk_next(&walk);) {
 *         … walk.move is about to be played in walk.position, as number walk.index, from 0 …
 *     }
 *
 * The walk ends after the last move, or at the first move that is not legal. It may be left
 * earlier; there is nothing to free. */
typedef struct cn_walk {
    cn_position position;
    cn_move move;
    int index;
    /* The walk's own. */
    cn_scratch scratch; /* what `position` is */
    const cn_move *moves;
    int count;
} cn_walk;

void cn_walk_begin(cn_walk *walk, const cn_position *from, const cn_move *moves, int count);
bool cn_walk_next(cn_walk *walk);
