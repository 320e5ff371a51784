/* Lists and lines of moves. The legal moves are found by asking about every code, because `moves`
 * of a game may leave out moves that are legal but not worth searching. A line ends where a move is
 * not legal. */
#include "arena/moves.h"

int cn_moves_legal(const cn_position *position, cn_move list[CN_MOVES_MAX]) {
    int count = 0;
    for (int code = 0; code < position->rules->move_codes && count < CN_MOVES_MAX; code++) {
        if (cn_position_legal(position, (cn_move)code)) list[count++] = (cn_move)code;
    }
    return count;
}

void cn_walk_begin(cn_walk *walk, const cn_position *from, const cn_move *moves, int count) {
    walk->position = *cn_scratch_copy(&walk->scratch, from);
    walk->moves = moves;
    walk->count = count;
    walk->index = -1;
}

bool cn_walk_next(cn_walk *walk) {
    const cn_position *p = &walk->position;
    if (walk->index >= 0) p->rules->play(p->state, walk->move);
    if (++walk->index >= walk->count) return false;
    walk->move = walk->moves[walk->index];
    return cn_position_legal(p, walk->move);
}
