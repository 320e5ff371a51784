/* Where a side may play, and where it must: the points forbidden to Black under renju rules, the
 * replies to a five that threatens, and those to a double four. */
#pragma once

#include "games/gomoku/patterns.h"

/* ---- renju ---- */

/* Whether Black may play on an empty cell. Only two threes need to be asked of the rules. */
CN_NOINLINE bool black_may_play(patterns *b, cn_move move) {
    const spot *c = spot_of(b, move);
    int ways[BARRED + 1] = {0};
    for (int d = 0; d < 4; d++) ways[c->pair[d] & 15]++;
    if (ways[FIVE]) return true;
    if (ways[BARRED] || ways[FOUR] + ways[OPEN_FOUR] > 1) return false;
    if (ways[OPEN_THREE] + ways[OPEN_THREE_MANY] < 2) return true;
    state s;
    clear_board(&s, b->n, RULES_RENJU, 0);
    for (cn_move i = 0; i < b->n * b->n; i++) {
        const spot *other = spot_of(b, i);
        if (other->taken) mark_stone(&s, other->row, other->column, other->taken - 1);
    }
    return !forbidden(&s, c->row, c->column);
}

/* Whether the side to move may play on an empty cell. */
CN_INLINE bool may_play(patterns *b, cn_move move) {
    return CN_LIKELY(b->rules != RULES_RENJU) || b->turn == 1 || black_may_play(b, move);
}

/* Drops the moves that are forbidden, from number `from` on. Returns how many are left. */
static inline int keep_allowed(patterns *b, cn_move *list, int from, int count) {
    if (b->rules != RULES_RENJU || b->turn == 1) return count;
    int kept = from;
    for (int i = from; i < count; i++) {
        if (black_may_play(b, list[i])) list[kept++] = list[i];
    }
    return kept;
}

/* ---- caro ---- */

/* Under caro rules a stone beyond the end of a five can spoil it, so there are more replies than
 * the cell itself. The most of them: */
enum { STOPS_MAX = 48 };

/* The replies after which the other side has no more cell of a class; `move` is one of these cells,
 * and only stones that it sees can change it. */
CN_NOINLINE int caro_stops(patterns *b, int class, cn_move move, cn_move *list) {
    const int player = b->turn ^ 1;
    const spot *c = spot_of(b, move);
    int count = 0;
    for (int d = 0; d < 4; d++) {
        for (int k = -EDGE; k <= EDGE; k++) {
            const spot *other = c + k * step_of[d];
            if (other->taken || (k == 0 && d > 0)) continue;
            undo u;
            const cn_move reply = other->move;
            patterns_play(b, reply, &u);
            if (b->count[player][class] == 0) list[count++] = reply;
            patterns_undo(b, reply, &u);
        }
    }
    return count;
}

/* ---- fives ---- */

/* Where the side to move can play against the cells that make five for the other; STOPS_MAX at
 * most, and none if it is lost. */
static inline int list_stops(patterns *b, cn_move *list) {
    const int player = b->turn ^ 1;
    list[0] = first_of(b, player, SET_FIVE);
    if (CN_UNLIKELY(b->rules == RULES_CARO)) return caro_stops(b, MAKES_FIVE, list[0], list);
    return b->count[player][MAKES_FIVE] == 1 && may_play(b, list[0]);
}

/* ---- double fours ---- */

/* Where the other side must play, now that `player` would make a double four on `move`: there, or
 * on one of the cells that would then make five, if only one of these is left after that. Returns
 * how many cells. It is complete: a stone elsewhere leaves two of the fives. */
CN_NOINLINE int defences(patterns *b, int player, cn_move move, cn_move list[8]) {
    const spot *c = spot_of(b, move);
    const uint64_t stone = (uint64_t)player + 1;
    cn_move five[16];
    int fives = 0, count = 0;
    for (int d = 0; d < 4; d++) {
        if ((c->pair[d] >> 4 * player & 15) < FOUR) continue;
        int at;
        const uint64_t before = *line_of(b, c, d, &at), line = before | stone << 2 * (at + EDGE);
        for (int k = -4; k <= 4; k++) {
            const spot *other = c + k * step_of[d];
            if (k == 0 || other->taken) continue;
            if ((pair_at(line, at + k, b->rules) >> 4 * player & 15) == FIVE && fives < 16) {
                five[fives++] = other->move;
            }
        }
    }
    list[count++] = move;
    if (fives == 2) {
        list[count++] = five[0];
        list[count++] = five[1];
    }
    return count;
}

/* All replies to the threat of one or more double fours by the side not to move, fours of the side
 * to move left out. */
CN_NOINLINE int list_defences(patterns *b, cn_move *list) {
    const int threat = b->turn ^ 1;
    cn_move doubles[MOVES_TOP];
    const int threats = list_set(b, threat, SET_DOUBLE, doubles, 0);
    if (CN_UNLIKELY(b->rules == RULES_CARO)) {
        return caro_stops(b, MAKES_DOUBLE_FOUR, doubles[0], list);
    }
    int count = defences(b, threat, doubles[0], list);
    for (int i = 1; i < threats && count > 0; i++) {
        cn_move other[8];
        const int others = defences(b, threat, doubles[i], other);
        int kept = 0;
        for (int k = 0; k < count; k++) {
            bool both = false;
            for (int m = 0; m < others; m++) both |= other[m] == list[k];
            if (both) list[kept++] = list[k];
        }
        count = kept;
    }
    return keep_allowed(b, list, 0, count);
}

/* All replies to such a threat: these, and the side's own fours. */
static inline int list_replies(patterns *b, cn_move *list) {
    const int quiet = list_defences(b, list);
    const int count = list_set(b, b->turn, SET_FOUR, list, quiet);
    int kept = quiet;
    for (int i = quiet; i < count; i++) {
        bool twice = false;
        for (int k = 0; k < quiet; k++) twice |= list[k] == list[i];
        if (!twice) list[kept++] = list[i];
    }
    return keep_allowed(b, list, quiet, kept);
}
