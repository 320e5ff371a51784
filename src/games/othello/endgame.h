/* Othello solved to the end: the final disc difference with best play, the empty squares of an
 * early end given to the winner.
 *
 * Null windows everywhere but on the principal variation. By the number of empty squares:
 *
 *     1 to 4    by hand (last.h)
 *     5         bounds by stable discs; all moves, those into odd quadrants first
 *     6 and 7   moves sorted by the answers they leave the opponent
 *     8 to 10   the same with a small table (end_near)
 *     11 up     the whole table; from 12 on moves are sorted by the heuristic too, from 15 on by a
 *               shallow search with it, and offered to threads
 *
 * A search may be selective: its `level` is then not 0, and with many empty squares it believes
 * what shallow searches say with some likelihood, the more easily the higher the level. Three such
 * searches, each surer than the one before it, precede the one that proves. What they leave in the
 * table more than pays for them: over FFO 20 to 39 the proof with all three takes 79 M nodes.
 *
 * A value is exact between alpha and beta, otherwise a bound: above alpha a lower one, else an
 * upper one. All scores are even, and so is every alpha that comes from outside. */
#pragma once

#include "games/othello/endorder.h"
#include "games/othello/stable.h"

#include <canopy/kernel/alphabeta.h>

enum {
    SHALLOW_EMPTIES = 7,  /* up to here without table */
    SHALLOW_NODES = 4096, /* more than that takes */
    NEAR_EMPTIES = 10,    /* up to here with a small table */
    ETC_EMPTIES = 12,     /* from here on all children are looked up before one is searched */
    SHARE_EMPTIES = 12,   /* from here on moves are offered to other threads */
    SELECT_EMPTIES = 12,  /* from here on a selective search believes shallow ones */
    LEVELS = 3,           /* selective searches before the one that proves */
};

/* ---- few empty squares ---- */

/* An upper bound of the score: the opponent will not lose its stable discs. */
CN_NOINLINE int end_stable_bound(uint64_t own, uint64_t opp, int alpha) {
    return 64 - 2 * bits_count(stable_of(opp, own, (65 - alpha) / 2));
}

/* Looked for only where it could matter. */
CN_INLINE bool end_stable_cut(uint64_t own, uint64_t opp, int empties, int alpha, int *bound) {
    if (alpha < 2 * empties - 4 || 64 - 2 * bits_count(opp) > alpha) return false;
    *bound = end_stable_bound(own, opp, alpha);
    return *bound <= alpha;
}

static int end_five(uint64_t *nodes, lanes own, lanes opp, uint64_t moves, int alpha);

CN_NOINLINE int end_five_passed(uint64_t *nodes, lanes own, lanes opp, int alpha) {
    const uint64_t theirs = lanes_moves(opp, own);
    if (!theirs) return ended_score(lanes_bits(own), lanes_bits(opp));
    return -end_five(nodes, opp, own, theirs, -alpha - 1);
}

/* Five empty squares: all moves, those into odd quadrants first. */
static int end_five(uint64_t *nodes, lanes own, lanes opp, uint64_t moves, int alpha) {
    int best = NO_SCORE;
    ++*nodes;
    if (end_stable_cut(lanes_bits(own), lanes_bits(opp), 5, alpha, &best)) return best;
    if (CN_UNLIKELY(!moves)) return end_five_passed(nodes, own, opp, alpha);
    const uint64_t odd = odd_quadrants(~lanes_bits(own | opp));
    best = NO_SCORE;
    for (uint64_t left = moves & odd ? moves & odd : moves; left;) {
        const int x = __builtin_ctzll(left);
        const lanes flips = lanes_flips(own, opp, x);
        const int value = -last_four(nodes, opp ^ flips, own ^ flips ^ lanes_at(x), -alpha - 1);
        if (value > best) {
            best = value;
            if (best > alpha) break;
        }
        moves ^= UINT64_C(1) << x;
        left &= left - 1;
        if (!left) left = moves;
    }
    return best;
}

static int end_shallow(uint64_t *nodes, lanes own, lanes opp, uint64_t moves, int empties,
                       int alpha);

CN_NOINLINE int end_shallow_passed(uint64_t *nodes, lanes own, lanes opp, int empties, int alpha) {
    const uint64_t theirs = lanes_moves(opp, own);
    if (!theirs) return ended_score(lanes_bits(own), lanes_bits(opp));
    return -end_shallow(nodes, opp, own, theirs, empties, -alpha - 1);
}

/* Six to SHALLOW_EMPTIES empty squares: without a table, and without asking whether to stop. The
 * move that leaves the fewest answers first: that saves a third of all nodes, and takes less time
 * than they would. */
static int end_shallow(uint64_t *nodes, lanes own, lanes opp, uint64_t moves, int empties,
                       int alpha) {
    end_move list[SHALLOW_EMPTIES];
    int best = NO_SCORE;
    ++*nodes;
    if (end_stable_cut(lanes_bits(own), lanes_bits(opp), empties, alpha, &best)) return best;
    if (CN_UNLIKELY(!moves)) return end_shallow_passed(nodes, own, opp, empties, alpha);
    const int count = end_moves(own, opp, moves, list);
    end_queue queue = end_queue_of(~lanes_bits(own | opp), list, count);
    best = NO_SCORE;
    for (int i = 0; i < count; i++) {
        const end_move *m = &list[end_queue_take(&queue)];
        const lanes after = lanes_of(m->own), before = lanes_of(m->opp);
        const int value =
            empties == 6 ? -end_five(nodes, after, before, m->answers, -alpha - 1)
                         : -end_shallow(nodes, after, before, m->answers, empties - 1, -alpha - 1);
        if (value > best) {
            best = value;
            if (best > alpha) break;
        }
    }
    return best;
}

/* ---- a few more ---- */

/* Does the score exceed alpha? As end_null below, but nothing is believed without proof, nothing
 * shared, and the table is the small one. */
static int end_near(cn_context *c, uint64_t own, uint64_t opp, uint64_t moves, int empties,
                    int alpha) {
    if (empties <= SHALLOW_EMPTIES && cn_context_reserve(c, SHALLOW_NODES) == SHALLOW_NODES) {
        const lanes ours = lanes_of(own), theirs = lanes_of(opp);
        if (CN_LIKELY(empties > 5)) {
            return end_shallow(&c->nodes, ours, theirs, moves, empties, alpha);
        }
        if (empties == 5) return end_five(&c->nodes, ours, theirs, moves, alpha);
        return last_few(&c->nodes, own, opp, alpha);
    }
    if (cn_context_stopped(c)) return 0;
    c->nodes++;
    int best;
    if (end_stable_cut(own, opp, empties, alpha, &best)) return best;
    const end_key key = end_key_of(own, opp);
    cn_table_entry *entry = c->table ? endtable_near(c->table, key) : NULL;
    end_hit hit = {.lower = -64, .upper = 64};
    if (entry && endtable_read(entry, key, 0, &hit)) {
        if (hit.lower > alpha) return hit.lower;
        if (hit.upper <= alpha) return hit.upper;
    }
    if (CN_UNLIKELY(!moves)) {
        const uint64_t theirs = bits_moves(opp, own);
        if (!theirs) return ended_score(own, opp);
        return -end_near(c, opp, own, theirs, empties, -alpha - 1);
    }
    end_move list[NEAR_EMPTIES];
    const int count = end_moves(lanes_of(own), lanes_of(opp), moves, list);
    end_queue queue = end_queue_of(~(own | opp), list, count);
    best = NO_SCORE;
    for (int i = 0; i < count && best <= alpha; i++) {
        const end_move *m = &list[i < QUEUE ? end_queue_take(&queue) : i];
        const int value = -end_near(c, m->own, m->opp, m->answers, empties - 1, -alpha - 1);
        if (c->stopped) return 0;
        if (value > best) best = value;
    }
    if (entry) {
        endtable_write(entry, key, c->table->age, empties, 0, best > alpha ? best : hit.lower,
                       best > alpha ? hit.upper : best, NO_SQUARE, NO_SQUARE);
    }
    return best;
}

/* ---- bounds without a search ---- */

/* Enhanced transposition cut-off (Plaat et al. 1996): a child that the table knows to be good
 * enough ends the node before any child is searched. */
CN_INLINE bool end_child_cut(const cn_table *table, const end_move *list, int count, int level,
                             int alpha, int *bound, int *square) {
    for (int i = 0; i < count; i++) {
        end_hit hit;
        if (endtable_probe(table, end_key_of(list[i].own, list[i].opp), level, &hit) &&
            -hit.upper > alpha) {
            *bound = -hit.upper;
            *square = list[i].square;
            return true;
        }
    }
    return false;
}

/* ProbCut (Buro 1995): if a shallow search with the heuristic says by a wide margin that the score
 * exceeds alpha, or does not, a selective search believes it. Returns whether it does; `bound` is
 * then the score. */
CN_INLINE bool end_probable_cut(cn_context *c, uint64_t own, uint64_t opp, uint64_t moves,
                                int empties, int level, int alpha, int *bound) {
    /* How many tenths of a standard deviation count as sure, by level. */
    static const int sure[LEVELS + 1] = {0, 22, 14, 8};
    const int depth = (empties - 9) / 2;
    /* The standard deviation between such a search, with the learned evaluation, and the truth was
     * measured with 10 to 18 empty squares, on which it hardly depends. */
    const int margin = (520 - 35 * depth) * sure[level] / 10;
    /* The question is whether the score is at least the even number above alpha, which may be odd
     * or even for the same question; what decides is the middle between that number and the one
     * below it, so that all threads cut the same nodes. */
    const bool high = end_static(c, own, opp, moves) > 64 * (alpha | 1);
    const int limit = high ? 64 * ((alpha + 2) & ~1) + margin : 64 * (alpha & ~1) - margin;
    if (high) {
        if (end_guess(c, own, opp, moves, depth, limit - 1, limit) < limit) return false;
        *bound = (alpha + 2) & ~1;
    } else {
        if (end_guess(c, own, opp, moves, depth, limit, limit + 1) > limit) return false;
        *bound = alpha & ~1;
    }
    return *bound >= -64 && *bound <= 64;
}

/* ---- sharing ---- */

/* The value outside of a score inside, and back. Where only the outcome is asked for, outside knows
 * three values, and inside they are any score above, equal to and below 0. */
typedef struct end_scale {
    int step, win;
} end_scale;

CN_INLINE end_scale end_scale_at(const cn_context *c, int ply, int empties) {
    return (end_scale){c->outcome_only ? 0 : c->score_step, CN_WIN - ply - empties};
}

CN_INLINE int end_outside(end_scale scale, int score) {
    if (scale.step > 0) return score * scale.step;
    return score > 0 ? scale.win : score < 0 ? -scale.win : 0;
}

CN_INLINE int end_inside(end_scale scale, int value) {
    if (scale.step > 0) return value / scale.step;
    return value > 0 ? 2 : value < 0 ? -2 : 0;
}

/* The highest even score whose value outside is at most `value`, or one below all scores. */
CN_INLINE int end_floor(end_scale scale, int value) {
    if (scale.step == 0) return value >= scale.win ? 2 : value >= 0 ? 0 : -2;
    if (value >= 64 * scale.step) return 64;
    if (value < -64 * scale.step) return -66;
    return ((value + 64 * scale.step) / scale.step - 64) & ~1;
}

/* Offers the moves that are left to other threads. False if none wants them; otherwise best and
 * best_move are those of all moves. */
CN_NOINLINE bool end_share(cn_context *c, uint64_t own, uint64_t opp, int empties, int level,
                           int ply, int alpha, int beta, end_move *list, int count, int *best,
                           int *best_move) {
    if (atomic_load_explicit(c->hungry, memory_order_relaxed) <= 0) return false;
    cn_move moves[CN_MOVES_MAX];
    othello_state s = {.own = own, .opp = opp, .turn = (uint8_t)(c->root_turn ^ (ply & 1))};
    for (int i = 0; i < count; i++) {
        end_pick(list, i, count);
        moves[i] = (cn_move)list[i].square;
        s.open |= UINT64_C(1) << list[i].square;
    }
    const end_scale scale = end_scale_at(c, ply, empties);
    cn_split split = {.state = &s,
                      .moves = moves,
                      .count = count,
                      .depth = empties - level,
                      .ply = ply,
                      .alpha = end_outside(scale, alpha),
                      .beta = end_outside(scale, beta),
                      .best = end_outside(scale, *best),
                      .best_move = (cn_move)*best_move};
    if (!c->split(c, &split)) return false;
    *best = end_inside(scale, split.best);
    *best_move = split.best_move;
    return true;
}

/* Marks a move as being searched. False if another thread is at it: then it is put off, once, until
 * the table may know its value. */
CN_INLINE bool end_begin(cn_busy *busy, end_move *m, bool first, int empties, uint64_t *mark) {
    *mark = cn_busy_mark(end_key_of(m->own, m->opp).key, empties - 1);
    if (!first && m->score != CN_ORDER_LAST && cn_busy_is(busy, *mark)) {
        m->score = CN_ORDER_LAST;
        return false;
    }
    cn_busy_begin(busy, *mark);
    return true;
}

/* ---- many empty squares ---- */

/* Does the score exceed alpha? */
static int end_null(cn_context *c, uint64_t own, uint64_t opp, uint64_t moves, int empties,
                    int level, int ply, int alpha) {
    if (empties <= NEAR_EMPTIES) return end_near(c, own, opp, moves, empties, alpha);
    if (cn_context_stopped(c)) return 0;
    c->nodes++;
    if (empties < SELECT_EMPTIES) level = 0;
    int best, best_move = NO_SQUARE;
    if (end_stable_cut(own, opp, empties, alpha, &best)) return best;

    const end_key key = end_key_of(own, opp);
    end_hit hit = {.lower = -64, .upper = 64, .move = {NO_SQUARE, NO_SQUARE}};
    if (c->table && endtable_probe(c->table, key, level, &hit)) {
        if (hit.lower > alpha) return hit.lower;
        if (hit.upper <= alpha) return hit.upper;
    }
    if (CN_UNLIKELY(!moves)) {
        const uint64_t theirs = bits_moves(opp, own);
        if (!theirs) return ended_score(own, opp);
        return -end_null(c, opp, own, theirs, empties, level, ply + 1, -alpha - 1);
    }
    if (level > 0 && end_probable_cut(c, own, opp, moves, empties, level, alpha, &best))
        return best;
    end_move list[CN_MOVES_MAX];
    const int count = end_moves(lanes_of(own), lanes_of(opp), moves, list);
    if (c->table && empties > NEAR_EMPTIES + 1) {
        for (int i = 0; i < count; i++) {
            endtable_prefetch(c->table, end_key_of(list[i].own, list[i].opp));
        }
    }
    if (count > 1) end_order(own, opp, &hit, list, count);
    if (c->table && empties >= ETC_EMPTIES &&
        end_child_cut(c->table, list, count, level, alpha, &best, &best_move)) {
        endtable_store(c->table, key, empties, level, best, 64, best_move);
        return best;
    }
    if (count > 1) end_order_deep(c, own, opp, empties, false, list, count);
    if (c->stopped) return 0;
    const bool joint = c->busy && empties >= SHARE_EMPTIES;
    best = NO_SCORE;
    for (int i = 0; i < count; i++) {
        end_pick(list, i, count);
        uint64_t mark = 0;
        if (joint && !end_begin(c->busy, &list[i], i == 0, empties, &mark)) {
            i--;
            continue;
        }
        const int value = -end_null(c, list[i].own, list[i].opp, list[i].answers, empties - 1,
                                    level, ply + 1, -alpha - 1);
        if (joint) cn_busy_end(c->busy, mark);
        if (c->stopped) return 0;
        if (value > best) {
            best = value;
            best_move = list[i].square;
            if (best > alpha) break;
        }
        if (c->split && empties >= SHARE_EMPTIES && empties >= c->split_depth && i + 1 < count &&
            end_share(c, own, opp, empties, level, ply, alpha & ~1, (alpha & ~1) + 2, list + i + 1,
                      count - i - 1, &best, &best_move)) {
            if (c->stopped) return 0;
            break;
        }
    }
    if (c->table) {
        endtable_store(c->table, key, empties, level, best > alpha ? best : -64,
                       best > alpha ? 64 : best, best_move);
    }
    return best;
}

/* A node of the principal variation: the whole window, and the line of best play is kept, so the
 * table only sorts. */
static int end_exact(cn_context *c, uint64_t own, uint64_t opp, uint64_t moves, int empties,
                     int level, int ply, int alpha, int beta) {
    if (beta - alpha <= 2) return end_null(c, own, opp, moves, empties, level, ply, alpha);
    if (cn_context_stopped(c)) return 0;
    c->nodes++;
    cn_line_clear(c, ply);
    if (!moves) {
        const uint64_t theirs = bits_moves(opp, own);
        if (!theirs) return ended_score(own, opp);
        const int value = -end_exact(c, opp, own, theirs, empties, level, ply + 1, -beta, -alpha);
        if (!c->stopped) cn_line_set(c, ply, PASS);
        return value;
    }
    const end_key key = end_key_of(own, opp);
    end_hit hit = {.lower = -64, .upper = 64, .move = {NO_SQUARE, NO_SQUARE}};
    if (c->table) endtable_probe(c->table, key, level, &hit);
    end_move list[CN_MOVES_MAX];
    const int count = end_moves(lanes_of(own), lanes_of(opp), moves, list), floor = alpha;
    if (count > 1) {
        end_order(own, opp, &hit, list, count);
        end_order_deep(c, own, opp, empties, true, list, count);
    }
    if (c->stopped) return 0;
    int best = NO_SCORE, best_move = NO_SQUARE;
    for (int i = 0; i < count; i++) {
        end_pick(list, i, count);
        const end_move *m = &list[i];
        int value = alpha + 1, least = alpha;
        if (i > 0) {
            value =
                -end_null(c, m->own, m->opp, m->answers, empties - 1, level, ply + 1, -alpha - 1);
            if (value - 2 > least) least = value - 2; /* proven: the exact score is no less */
        }
        if (!c->stopped && value > alpha && value < beta) {
            value = -end_exact(c, m->own, m->opp, m->answers, empties - 1, level, ply + 1, -beta,
                               -least);
        }
        if (c->stopped) return 0;
        if (value > best) {
            best = value;
            best_move = m->square;
            if (value > alpha) {
                alpha = value;
                cn_line_set(c, ply, (cn_move)m->square);
                if (value >= beta) break;
            }
        }
        /* The second move is the likeliest to raise alpha, and the others wait for that, too. */
        if (c->split && empties >= SHARE_EMPTIES && empties >= c->split_depth && i > 0 &&
            i + 1 < count &&
            end_share(c, own, opp, empties, level, ply, alpha, beta, list + i + 1, count - i - 1,
                      &best, &best_move)) {
            if (c->stopped) return 0;
            break;
        }
    }
    if (c->table) {
        endtable_store(c->table, key, empties, level, best > floor ? best : -64,
                       best < beta ? best : 64, best_move);
    }
    return best;
}
