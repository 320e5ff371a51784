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
    int square;
    int score; /* higher: earlier */
} end_move;

/* All legal moves with the boards they lead to. */
CN_INLINE int end_moves(uint64_t own, uint64_t opp, uint64_t moves, end_move *list) {
    int count = 0;
    for (; moves; moves &= moves - 1) {
        end_move *m = &list[count++];
        m->square = __builtin_ctzll(moves);
        const uint64_t flips = bits_flips(own, opp, m->square);
        m->own = opp ^ flips;
        m->opp = own ^ flips ^ UINT64_C(1) << m->square;
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

/* What a move leaves the opponent: answers now, corners among them twice, and empty squares that
 * may become answers. A move into a quadrant with an odd number of empty squares is worth half an
 * answer more, one that offers a corner less. */
CN_INLINE int end_mobility(const end_move *m, uint64_t odd) {
    const uint64_t answers = bits_moves(m->own, m->opp), empty = ~(m->own | m->opp);
    const uint64_t placed = UINT64_C(1) << m->square;
    int score = -ORDER_ANSWER * (bits_count(answers) + bits_count(answers & SQUARES_CORNER));
    score -= ORDER_LATER * bits_count(bits_around(m->opp) & empty);
    if (placed & odd) score += ORDER_ODD;
    if (placed & SQUARES_X & bits_around(empty & SQUARES_CORNER)) score -= ORDER_X;
    return score;
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

/* A search of few plies, in 1/64 disc. */
static int end_guess(cn_context *c, uint64_t own, uint64_t opp, int depth, int alpha, int beta) {
    if (cn_context_spent(c)) return 0;
    const uint64_t moves = bits_moves(own, opp);
    c->nodes++;
    if (CN_UNLIKELY(!moves)) {
        if (!bits_moves(opp, own)) return 64 * ended_score(own, opp);
        if (depth > 0) return -end_guess(c, opp, own, depth, -beta, -alpha);
    }
    if (depth == 0) return end_static(c, own, opp, moves);
    const cn_network *n = learned_of(c);
    if (depth == 1 && n) return end_guess_one(c, n, own, opp, moves, beta);
    end_move list[CN_MOVES_MAX];
    const int count = end_moves(own, opp, moves, list);
    for (int i = 0; depth > 1 && i < count; i++) list[i].score = end_mobility(&list[i], 0);
    int best = -CN_INFINITY;
    for (int i = 0; i < count && best < beta; i++) {
        if (depth > 1) end_pick(list, i, count);
        const int floor = best > alpha ? best : alpha;
        const int value = -end_guess(c, list[i].own, list[i].opp, depth - 1, -beta, -floor);
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
    const uint64_t odd = odd_quadrants(~(own | opp));
    for (int i = 0; i < count; i++) {
        end_move *m = &list[i];
        m->score = m->square == hit->move[0]   ? ORDER_TABLE + 1
                   : m->square == hit->move[1] ? ORDER_TABLE
                                               : end_mobility(m, odd);
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
        const int guess = n ? learned_after(n, &board, opp & ~m->own, m->square)
                            : end_guess(c, m->own, m->opp, depth, -CN_INFINITY, CN_INFINITY);
        m->score -= guess * ORDER_DISC / 64;
    }
    c->guessed = guessed;
}
