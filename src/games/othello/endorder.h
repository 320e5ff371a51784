/* Which moves of an Othello endgame to try first.
 *
 * With few empty squares the move that leaves the opponent the fewest answers ("fastest first"):
 * its tree is small, and a side short of moves must soon give something away. With more, a shallow
 * search with the heuristic finds better moves and is still cheap beside the tree it sorts. */
#pragma once

#include "games/othello/endtable.h"
#include "games/othello/eval.h"
#include "games/othello/last.h"
#include "games/othello/learned.h"
#include "games/othello/state.h"

#include <canopy/kernel/context.h>

/* A move of an endgame with the board after it. */
typedef struct end_move {
    uint64_t own, opp; /* after the move, in the view of the side that moves then */
    uint64_t answers;  /* what that side may play */
    int square;
    int score; /* higher: earlier */
} end_move;

/* All legal moves with the boards they lead to. */
CN_INLINE int end_moves(lanes own, lanes opp, uint64_t moves, end_move *list) {
    int count = 0;
    for (; moves; moves &= moves - 1) {
        end_move *m = &list[count++];
        m->square = __builtin_ctzll(moves);
        const lanes flips = lanes_flips(own, opp, m->square);
        const lanes after = opp ^ flips, before = own ^ flips ^ lanes_at(m->square);
        m->own = lanes_bits(after);
        m->opp = lanes_bits(before);
        m->answers = lanes_moves(after, before);
    }
    return count;
}

/* Brings the best of the moves from i on to place i. */
CN_INLINE void end_pick(end_move *list, int i, int count) {
    int best = i;
    for (int k = i + 1; k < count; k++) {
        if (list[k].score > list[best].score) best = k;
    }
    if (best != i) {
        const end_move m = list[i];
        list[i] = list[best];
        list[best] = m;
    }
}

/* Weights of what sorts moves, chosen by nodes over FFO 20 to 41; see end_mobility. A disc of the
 * shallow search's value counts ORDER_DISC. */
enum {
    ORDER_ANSWER = 16,
    ORDER_LATER = 6,
    ORDER_ODD = 8,
    ORDER_X = 24,
    ORDER_DISC = 5,
    ORDER_TABLE = 1 << 30, /* a move that was best before */
};

/* What the moves of a board have in common when they are sorted: the empty squares whose quadrants
 * have an odd number of them, and the X squares whose corner is empty. */
typedef struct end_squares {
    uint64_t odd, open_x;
} end_squares;

CN_INLINE end_squares end_squares_of(uint64_t empty) {
    return (end_squares){odd_quadrants(empty), SQUARES_X & bits_around(empty & SQUARES_CORNER)};
}

/* What a move leaves the opponent: answers now, corners among them twice, and empty squares that
 * may become answers. A move into a quadrant with an odd number of empty squares is worth half an
 * answer more, one that offers a corner less. */
CN_INLINE int end_mobility(const end_move *m, end_squares squares) {
    const uint64_t empty = ~(m->own | m->opp);
    int score = -ORDER_ANSWER * (bits_count(m->answers) + bits_count(m->answers & SQUARES_CORNER));
    score -= ORDER_LATER * bits_count(bits_around(m->opp) & empty);
    score += (int)(squares.odd >> m->square & 1) * ORDER_ODD;
    score -= (int)(squares.open_x >> m->square & 1) * ORDER_X;
    return score;
}

/* The order of the first QUEUE moves of a list: byte i says how late move i is to be tried, 255
 * that it was. */
typedef uint64_t end_queue;

enum { QUEUE = 8 };

/* With few empty squares the answers that a move leaves, corners among them twice, and parity sort
 * as well as all that end_mobility looks at. */
CN_INLINE end_queue end_queue_of(uint64_t empty, const end_move *list, int count) {
    const uint64_t odd = odd_quadrants(empty);
    end_queue queue = UINT64_MAX;
    for (int i = 0; i < count && i < QUEUE; i++) {
        const uint64_t answers = list[i].answers;
        const int late = 2 * (bits_count(answers) + bits_count(answers & SQUARES_CORNER)) + 1 -
                         (int)(odd >> list[i].square & 1);
        queue ^= (uint64_t)(255 ^ late) << 8 * i;
    }
    return queue;
}

/* Takes the first of the moves that are left, of equals the one that is first in the list. */
CN_INLINE int end_queue_take(end_queue *queue) {
#ifdef __SSE4_1__
    const __m128i late = _mm_cvtepu8_epi16(_mm_cvtsi64_si128((int64_t)*queue));
    const int first = _mm_extract_epi16(_mm_minpos_epu16(late), 1);
#else
    int first = 0;
    for (int i = 1; i < QUEUE; i++) {
        if ((*queue >> 8 * i & 255) < (*queue >> 8 * first & 255)) first = i;
    }
#endif
    *queue |= UINT64_C(255) << 8 * first;
    return first;
}

/* The static value of a board in 1/64 disc, by learned weights if the search has some. */
CN_INLINE int end_static(cn_context *c, uint64_t own, uint64_t opp, uint64_t moves) {
    const cn_network *n = learned_of(c);
    if (n) return learned_value(n, own, opp);
    if (c->leaf && c->weights) {
        const othello_state s = {.own = own, .opp = opp, .open = moves};
        return c->leaf(c, &s);
    }
    return eval_default(own, opp, moves);
}

/* A search of one ply: all boards after a move valued together. */
CN_INLINE int end_guess_one(cn_context *c, const cn_network *n, uint64_t own, uint64_t opp,
                            uint64_t moves, int beta) {
    learned_board board;
    int best = -CN_INFINITY;
    learned_begin(n, own, opp, &board);
    for (; moves && best < beta; moves &= moves - 1) {
        if (cn_context_spent(c)) return 0;
        c->nodes++;
        const int square = __builtin_ctzll(moves);
        const uint64_t flips = bits_flips(own, opp, square);
        const uint64_t mine = own ^ flips ^ UINT64_C(1) << square, theirs = opp ^ flips;
        const bool ended = !bits_moves(theirs, mine) && !bits_moves(mine, theirs);
        const int value =
            ended ? 64 * ended_score(mine, theirs) : -learned_after(n, &board, flips, square);
        if (value > best) best = value;
    }
    return best;
}

/* A search of few plies, in 1/64 disc; `moves` are those of the side to move. */
static int end_guess(cn_context *c, uint64_t own, uint64_t opp, uint64_t moves, int depth,
                     int alpha, int beta) {
    if (cn_context_spent(c)) return 0;
    c->nodes++;
    if (CN_UNLIKELY(!moves)) {
        const uint64_t theirs = bits_moves(opp, own);
        if (!theirs) return 64 * ended_score(own, opp);
        if (depth > 0) return -end_guess(c, opp, own, theirs, depth, -beta, -alpha);
    }
    if (depth == 0) return end_static(c, own, opp, moves);
    const cn_network *n = learned_of(c);
    if (depth == 1 && n) return end_guess_one(c, n, own, opp, moves, beta);
    end_move list[CN_MOVES_MAX];
    const int count = end_moves(lanes_of(own), lanes_of(opp), moves, list);
    const end_squares squares = {0, end_squares_of(~(own | opp)).open_x};
    for (int i = 0; depth > 1 && i < count; i++) list[i].score = end_mobility(&list[i], squares);
    int best = -CN_INFINITY;
    for (int i = 0; i < count && best < beta; i++) {
        if (depth > 1) end_pick(list, i, count);
        const int floor = best > alpha ? best : alpha;
        const int value =
            -end_guess(c, list[i].own, list[i].opp, list[i].answers, depth - 1, -beta, -floor);
        if (c->stopped) return 0;
        if (value > best) best = value;
    }
    return best;
}

/* How many plies below a move the shallow search looks; -1: it is not asked. On the principal
 * variation, where a wrong first move costs most, two more. */
CN_INLINE int end_guess_depth(int empties, bool principal) {
    const int depth = empties < 12 ? -1 : empties < 15 ? 0 : (empties - 15) / 3;
    return depth + (principal && empties >= 16 ? 2 : 0);
}

/* Gives every move a score by what can be seen at once. The table's moves come first. */
CN_INLINE void end_order(uint64_t own, uint64_t opp, const end_hit *hit, end_move *list,
                         int count) {
    const end_squares squares = end_squares_of(~(own | opp));
    for (int i = 0; i < count; i++) {
        end_move *m = &list[i];
        m->score = m->square == hit->move[0]   ? ORDER_TABLE + 1
                   : m->square == hit->move[1] ? ORDER_TABLE
                                               : end_mobility(m, squares);
    }
}

/* With many empty squares, adds what a shallow search says. */
CN_INLINE void end_order_deep(cn_context *c, uint64_t own, uint64_t opp, int empties,
                              bool principal, end_move *list, int count) {
    const int depth = end_guess_depth(empties, principal);
    const cn_network *n = depth == 0 ? learned_of(c) : NULL;
    learned_board board = {.stones = 0};
    if (n) learned_begin(n, own, opp, &board);
    const bool guessed = c->guessed; /* a guess that only sorts does not go into the value */
    for (int i = 0; depth >= 0 && i < count; i++) {
        end_move *m = &list[i];
        if (m->score >= ORDER_TABLE) continue;
        const int guess =
            n ? learned_after(n, &board, opp & ~m->own, m->square)
              : end_guess(c, m->own, m->opp, m->answers, depth, -CN_INFINITY, CN_INFINITY);
        m->score -= guess * ORDER_DISC / 64;
    }
    c->guessed = guessed;
}
