/* Othello before the endgame, searched selectively with learned weights.
 *
 * It is the general alpha-beta (kernel/alphabeta.h), made faster by what is known of Othello: the
 * moves of a node are made at once, sorted by the values of the boards they lead to, and one ply
 * above the leaves only valued. Searches that skip nothing go on with the general one, whose nodes
 * and values are those of plain alpha-beta; and so do nodes that threads share. */
#pragma once

#include "games/othello/endorder.h"

#include <canopy/kernel/alphabeta.h>

enum { MID_SORT_DEPTH = 3 }; /* with fewer plies to go mobility alone sorts */

/* Scores the moves, for end_pick: the table's move first. The values of the boards after them that
 * this takes are left in `value`, by square. */
CN_INLINE void mid_order(const cn_network *n, const othello_state *s, int depth, cn_move hint,
                         end_move *list, int count, int *value) {
    const end_squares squares = {0, end_squares_of(~(s->own | s->opp)).open_x};
    learned_board board = {.stones = 0};
    if (depth >= MID_SORT_DEPTH) learned_begin(n, s->own, s->opp, &board);
    for (int i = 0; i < count; i++) {
        end_move *m = &list[i];
        m->score = m->square == hint ? ORDER_TABLE : 2 * end_mobility(m, squares);
        value[m->square] = CN_INFINITY;
        if (depth < MID_SORT_DEPTH || m->square == hint) continue;
        value[m->square] = learned_after(n, &board, s->opp & ~m->own, m->square);
        m->score -= value[m->square];
    }
}

/* Asks for what the table knows of the boards after the moves, which arrives while the moves are
 * sorted. */
CN_INLINE void mid_prefetch(const cn_rules *rules, const cn_table *table, const othello_state *s,
                            const end_move *list, int count) {
    for (int i = 0; i < count; i++) {
        const othello_state child = {.own = list[i].own, .opp = list[i].opp, .turn = s->turn ^ 1};
        __builtin_prefetch(cn_table_bucket(table, rules->hash(&child)));
    }
}

/* A state after a move. */
CN_INLINE othello_state mid_child(const cn_rules *rules, const othello_state *s,
                                  const end_move *m) {
    othello_state child = {.own = m->own, .opp = m->opp, .open = m->answers, .turn = s->turn ^ 1};
    if (CN_UNLIKELY(!child.open)) { /* a pass, or the end: the rules know */
        child = *s;
        rules->play(&child, (cn_move)m->square);
    }
    return child;
}

/* A node whose children are leaves. */
CN_INLINE int mid_last(const cn_rules *rules, cn_context *c, const cn_network *n,
                       const othello_state *s, int ply, int alpha, int beta) {
    learned_board board;
    int best = -CN_INFINITY;
    learned_begin(n, s->own, s->opp, &board);
    cn_line_clear(c, ply + 1);
    uint64_t left = s->open;
    while (left && best < beta) {
        if (cn_context_spent(c)) return 0;
        c->nodes++;
        /* Corners are the likeliest to be good enough, the squares next to them the least. */
        const uint64_t corners = left & SQUARES_CORNER, others = left & ~(SQUARES_X | SQUARES_C);
        const int square = __builtin_ctzll(corners ? corners : others ? others : left);
        left ^= UINT64_C(1) << square;
        const uint64_t flips = bits_flips(s->own, s->opp, square);
        const uint64_t own = s->opp ^ flips, opp = s->own ^ flips ^ UINT64_C(1) << square;
        int value;
        if (CN_UNLIKELY(!bits_moves(own, opp) && !bits_moves(opp, own))) {
            othello_state child = *s;
            rules->play(&child, (cn_move)square);
            value = -cn_ended_value(rules, c, &child, rules->over(&child), ply + 1);
        } else {
            value = -learned_after(n, &board, flips, square);
            c->guessed = true;
        }
        if (value <= best) continue;
        best = value;
        if (value <= alpha) continue;
        alpha = value;
        cn_line_set(c, ply, (cn_move)square);
    }
    return best;
}

/* The moves of a node, one after the other; the best one is left in `best_move`. `known`: by
 * mid_order. */
CN_INLINE int mid_moves(const cn_rules *rules, cn_context *c, const othello_state *s, int depth,
                        int ply, int alpha, int beta, end_move *list, int count, const int *known,
                        cn_move *best_move) {
    const bool wide = beta - alpha > 1;
    int best = -CN_INFINITY;
    for (int i = 0; i < count && best < beta; i++) {
        if (cn_context_spent(c)) return 0;
        end_pick(list, i, count);
        const othello_state child = mid_child(rules, s, &list[i]);
        int left = depth - 1, value;
        c->nodes++;
        if (cn_child_settled(rules, c, &child, ply + 1, &left, &value)) {
            value = -value;
            cn_line_clear(c, ply + 1);
        } else {
            const int *stand = &known[list[i].square];
            if (list[i].answers && *stand != CN_INFINITY) c->stand = stand;
            value = cn_alphabeta_child(rules, c, &child, s->turn, left, ply + 1, alpha, beta,
                                       i > 0 && wide, c->alphabeta);
        }
        if (c->stopped) return 0;
        if (value <= best) continue;
        best = value;
        *best_move = (cn_move)list[i].square;
        if (value <= alpha) continue;
        alpha = value;
        cn_line_set(c, ply, *best_move);
    }
    return best;
}

/* Whether a node is left to the general search. */
CN_INLINE bool mid_general(const cn_context *c, const cn_network *n, const othello_state *s,
                           int depth) {
    return !c->prune || !n || !s->open || !(c->use & CN_USE_NULL_WINDOW) ||
           (c->split && depth >= c->split_depth) || (c->busy && depth > CN_BUSY_DEPTH);
}

/* As cn_alphabeta_node, for all that mid_general does not take. `stand`: see cn_context. */
CN_INLINE int mid_node(const cn_rules *rules, cn_context *c, const cn_network *n,
                       const othello_state *s, int depth, int ply, int alpha, int beta,
                       const int *stand) {
    if (cn_context_stopped(c)) return 0;
    cn_line_clear(c, ply);
    if (depth == 1) return mid_last(rules, c, n, s, ply, alpha, beta);
    const bool null = beta - alpha == 1;
    const uint64_t key = c->table ? rules->hash(s) : 0;
    cn_table_hit hit = {.move = CN_MOVE_NONE};
    int value;
    if (c->table && cn_table_probe(c->table, key, &hit)) {
        const int known = null && hit.depth > depth ? hit.depth : depth;
        if (cn_table_answers(&hit, known, ply, alpha, beta, &value)) {
            c->guessed |= !hit.solid;
            return value;
        }
    }
    if (depth > 2 && null) {
        c->stand = stand;
        if (c->prune(c, s, depth, ply, alpha, beta, &value)) return value;
        if (c->stopped) return 0;
    }
    end_move list[CN_MOVES_MAX];
    int values[SQUARES];
    const int count = end_moves(lanes_of(s->own), lanes_of(s->opp), s->open, list);
    if (c->table && depth > 2) mid_prefetch(rules, c->table, s, list, count);
    mid_order(n, s, depth, hit.move, list, count, values);
    /* c->guessed is to tell of this subtree alone while the table entry is made. */
    const bool guessed_before = c->guessed;
    c->guessed = false;
    cn_move move = CN_MOVE_NONE;
    const int best = mid_moves(rules, c, s, depth, ply, alpha, beta, list, count, values, &move);
    if (c->stopped) return 0;
    if (best > CN_EVAL_MAX) c->guessed = false;
    if (c->table) {
        const int bound = best >= beta    ? CN_BOUND_LOWER
                          : best <= alpha ? CN_BOUND_UPPER
                                          : CN_BOUND_EXACT;
        cn_table_store(c->table, key, cn_value_to_table(best, ply), depth, bound,
                       best > alpha ? move : CN_MOVE_NONE, !c->guessed);
    }
    c->guessed |= guessed_before;
    return best;
}
