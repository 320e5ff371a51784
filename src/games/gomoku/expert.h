/* The expert: a principal variation search on the board of patterns.h, for the default heuristic.
 *
 * What differs from the template: counters of the patterns decide a node without search where they
 * can (five, double four, the only reply); leaves are extended by the search by fours; nodes with
 * some depth look for a win by fours and threes first; against the threat of a double four only the
 * moves that meet it are tried; and quiet moves late in the order are reduced or left out.
 *
 * All values are in the view of the side to move. CN_WIN - plies is said of proven wins only. Where
 * a side is lost whatever it tries of the moves near the stones, all others are tried as well
 * before it is said to be lost. */
#pragma once

#include "games/gomoku/threats.h"

#include <canopy/kernel/context.h>

enum {
    EXPERT_PLIES = 200, /* deeper nodes are leaves */
    FOURS_AT_LEAF = 20, /* nodes of the search by fours */
    FOURS_AT_NODE = 30, /* the same above the leaves */
    TEMPO = 25,         /* what it is worth to be to move */
};

/* A search of one thread: its context, its own board, and the table, which other threads may share.
 */
typedef struct expert {
    cn_context *c;
    patterns board;
    cn_table *table;
} expert;

/* ---- values ---- */

/* Distances of wins count from the position in the table, from the root elsewhere. */
static inline int expert_to_table(int value, int ply) {
    return value > CN_EVAL_MAX ? value + ply : value < -CN_EVAL_MAX ? value - ply : value;
}

static inline int expert_from_table(int value, int ply) {
    return value > CN_EVAL_MAX ? value - ply : value < -CN_EVAL_MAX ? value + ply : value;
}

/* The static value for the side to move: the worth of its cells less that of the opponent's. */
static inline int expert_eval(const patterns *b) {
    const int own = b->turn, other = own ^ 1;
    return sum_moving(b, own) - sum_waiting(b, other) + TEMPO;
}

/* ---- wins by threats ---- */

/* Moves that the search by threes may play at a node: about what the search below costs. */
static inline int proof_budget(int depth) {
    return depth < 4 ? 0 : 1 << (depth < 13 ? depth : 13);
}

/* Plies to a win of the side to move by fours, or by threes as well; 0: none found. */
static int expert_threats(expert *x, int fours_budget, int proof_budget, cn_move *best) {
    patterns *b = &x->board;
    const uint64_t want = (uint64_t)(fours_budget > proof_budget ? fours_budget : proof_budget);
    const int most = (int)cn_context_reserve(x->c, want);
    if (fours_budget > most) fours_budget = most;
    threats t = {.board = b, .table = x->table, .attacker = b->turn, .budget = fours_budget};
    /* At a leaf only where a four comes with something else. */
    const bool hopeful =
        fours_budget > 0 &&
        (b->count[b->turn][MAKES_FOUR_PLUS] + b->count[b->turn][MAKES_FOUR_THREE] > 0 ||
         b->count[b->turn][MAKES_FOUR] > 2);
    int plies = hopeful ? fours(&t, FOURS_PLIES, best) : 0;
    if (!plies && proof_budget > 0) {
        t.budget = proof_budget < most - (int)t.nodes ? proof_budget : most - (int)t.nodes;
        *best = CN_MOVE_NONE;
        const numbers n = prove(&t, 0, NUMBER_MAX, NUMBER_MAX, best);
        if (n.proof == 0) plies = n.plies;
    }
    x->c->nodes += t.nodes;
    return plies;
}

/* ---- moves ---- */

/* A move and its place in the order: the greater, the earlier. */
typedef struct choice {
    cn_move move;
    int32_t score;
} choice;

/* Brings the best of the moves from `from` on to that place. Most nodes are cut after a move or
 * two, so sorting the whole list would cost more. */
static inline void best_to_front(choice *list, int from, int count) {
    int best = from;
    for (int i = from + 1; i < count; i++) {
        if (list[i].score > list[best].score) best = i;
    }
    const choice c = list[best];
    list[best] = list[from];
    list[from] = c;
}

/* What a move does for its player and takes from the other. */
static int expert_order(const expert *x, const spot *c, int own, int ply, cn_move hint) {
    const cn_context *k = x->c;
    const cn_move move = c->move;
    if (move == hint) return 1 << 28;
    int score = (5 * info_order(c->info[own]) + 4 * info_order(c->info[own ^ 1])) * 64;
    if (move == k->killer[ply][0]) score += 3000;
    if (move == k->killer[ply][1]) score += 2000;
    return score + (k->history[own * MOVES_TOP + move] >> 9);
}

/* The moves worth a look: against a threat those that meet it (`complete` then), else those near
 * a stone. */
static int expert_moves(expert *x, int ply, cn_move hint, choice *list, bool *complete) {
    patterns *b = &x->board;
    const int own = b->turn;
    int count = 0;
    const bool five = b->count[own ^ 1][MAKES_FIVE] > 0; /* and several ways to stop it */
    *complete = five || b->count[own ^ 1][MAKES_DOUBLE_FOUR] > 0;
    if (*complete) {
        cn_move moves[MOVES_TOP + STOPS_MAX];
        count = five ? list_stops(b, moves) : list_replies(b, moves);
        for (int i = 0; i < count; i++) {
            const spot *c = spot_of(b, moves[i]);
            list[i] = (choice){moves[i], expert_order(x, c, own, ply, hint)};
        }
        return count;
    }
    for (int row = 0; row < b->n; row++) {
        for (uint32_t left = b->near[row]; left; left &= left - 1) {
            const spot *c = &b->cell[(row + EDGE) * STRIDE + __builtin_ctz(left) + EDGE];
            if (c->taken || !may_play(b, c->move)) continue;
            list[count++] = (choice){c->move, expert_order(x, c, own, ply, hint)};
        }
    }
    return count;
}

/* Appends the empty cells that are not near a stone. */
static int far_moves(patterns *b, choice *list, int count) {
    for (int row = 0; row < b->n; row++) {
        for (uint32_t left = ~b->near[row] & ((1u << b->n) - 1); left; left &= left - 1) {
            const cn_move move = (cn_move)(row * b->n + __builtin_ctz(left));
            if (may_play(b, move)) list[count++] = (choice){move, 0};
        }
    }
    return count;
}

/* Notes a move that cut its node off: as a killer of this ply, and in the history of its player,
 * which moves towards a limit by a share of what is missing, so that it never overflows. */
static void expert_cut(cn_context *c, int ply, int own, int depth, cn_move move) {
    if (c->killer[ply][0] != move) {
        c->killer[ply][1] = c->killer[ply][0];
        c->killer[ply][0] = move;
    }
    int32_t *h = &c->history[own * MOVES_TOP + move];
    const int64_t step = depth < 32 ? depth * depth * 256 : 1 << 18;
    *h += (int32_t)(step - (*h * step >> 20));
}

/* ---- nodes ---- */

static int expert_node(expert *x, int depth, int ply, int alpha, int beta);

/* The value of a move for the side that makes it. */
static int expert_child(expert *x, cn_move move, int depth, int ply, int alpha, int beta) {
    undo u;
    x->c->nodes++;
    patterns_play(&x->board, move, &u);
    const int value = -expert_node(x, depth, ply + 1, -beta, -alpha);
    patterns_undo(&x->board, move, &u);
    return value;
}

/* The other side threatens five: whether there is no choice. */
static bool expert_stops(expert *x, int depth, int ply, int alpha, int beta, int *value) {
    patterns *b = &x->board;
    cn_context *c = x->c;
    cn_move list[STOPS_MAX], fives[MOVES_TOP];
    const int count = list_stops(b, list);
    if (count == 0) {
        const int cells = list_set(b, b->turn ^ 1, SET_FIVE, fives, 0);
        cn_line_clear(c, ply + 2);
        if (cells > 1) {
            if (ply + 1 < CN_LINE_MAX) cn_line_set(c, ply + 1, fives[1]);
            cn_line_set(c, ply, fives[0]);
        }
        *value = ply + 2 - CN_WIN;
    } else if (count == 1 && ply >= EXPERT_PLIES) {
        c->guessed = true;
        *value = expert_eval(b);
    } else if (count == 1) {
        /* The only move costs no depth. */
        *value = expert_child(x, list[0], depth, ply, alpha, beta);
        if (!c->stopped) cn_line_set(c, ply, list[0]);
    } else {
        return false;
    }
    return true;
}

/* Whether the counters decide the node; `value` is then its value. */
static bool expert_decided(expert *x, int depth, int ply, int alpha, int beta, int *value) {
    patterns *b = &x->board;
    cn_context *c = x->c;
    const int own = b->turn, other = own ^ 1;
    if (b->count[own][MAKES_FIVE]) {
        cn_line_clear(c, ply + 1);
        cn_line_set(c, ply, first_of(b, own, SET_FIVE));
        *value = CN_WIN - ply - 1;
    } else if (b->stones == b->n * b->n) {
        *value = 0;
    } else if (b->count[other][MAKES_FIVE]) {
        return expert_stops(x, depth, ply, alpha, beta, value);
    } else if (b->count[own][MAKES_DOUBLE_FOUR]) {
        cn_line_clear(c, ply + 1);
        cn_line_set(c, ply, first_of(b, own, SET_DOUBLE));
        *value = CN_WIN - ply - 3;
    } else {
        return false;
    }
    return true;
}

/* How many plies a late quiet move is searched less. */
static inline int reduction(int depth, int number) {
    /* About 0.44 of log2(depth) * log2(number). */
    static const int8_t log4[] = {0,  0,  4,  6,  8,  9,  10, 11, 12, 13, 13, 14, 14, 15, 15, 16,
                                  16, 16, 17, 17, 17, 18, 18, 18, 18, 19, 19, 19, 19, 19, 20, 20};
    const int d = log4[depth < 31 ? depth : 31], n = log4[number < 31 ? number : 31];
    return d * n / 36;
}

/* Searches a node: what is decided, the table, forced wins, then the moves. The value is exact
 * between alpha and beta, else a bound. Moves from number `most` on are left out once some move is
 * not lost. */
static int expert_node(expert *x, int depth, int ply, int alpha, int beta) {
    cn_context *c = x->c;
    patterns *b = &x->board;
    int value;
    if (cn_context_stopped(c)) return 0;
    cn_line_clear(c, ply);
    if (expert_decided(x, depth, ply, alpha, beta, &value)) return value;
    /* Nobody wins or loses sooner than this. */
    if (alpha < ply + 4 - CN_WIN) alpha = ply + 4 - CN_WIN;
    if (beta > CN_WIN - ply - 5) beta = CN_WIN - ply - 5;
    if (alpha >= beta) return alpha;

    const int own = b->turn, other = own ^ 1, floor = alpha;
    const bool principal = beta - alpha > 1,
               threatened = b->count[other][MAKES_DOUBLE_FOUR] + b->count[other][MAKES_FIVE] > 0;
    const uint64_t key = b->hash ^ (own ? TURN_KEY : 0);
    cn_move hint = CN_MOVE_NONE;
    cn_table_hit hit;
    bool tried_fours = false, tried_threes = false;
    if (cn_table_probe(x->table, key, &hit)) {
        value = expert_from_table(hit.value, ply);
        hint = hit.move;
        const bool sure = cn_value_decided(value);
        const bool fits = hit.bound == CN_BOUND_EXACT ||
                          (hit.bound == CN_BOUND_LOWER && value >= beta) ||
                          (hit.bound == CN_BOUND_UPPER && value <= alpha);
        if (fits && (sure || (hit.depth >= depth && (!principal || depth <= 0)))) {
            c->guessed |= !sure;
            return value;
        }
        tried_fours = true;
        tried_threes = hit.depth >= depth;
    }
    cn_move move;
    const bool leaf = depth <= 0 || ply >= EXPERT_PLIES;
    const int eval = expert_eval(b);
    /* So far above what is needed that no quiet move of the other side will change it. */
    const bool high = leaf ? eval >= beta
                           : !principal && !threatened && depth <= 4 && eval - 60 * depth >= beta &&
                                 !b->count[other][MAKES_FOUR_THREE];
    if (high && !cn_value_decided(beta)) {
        c->guessed = true;
        return eval;
    }
    if (!tried_fours || !tried_threes) {
        const int plies = expert_threats(x,
                                         tried_fours ? 0
                                         : leaf      ? FOURS_AT_LEAF
                                                     : FOURS_AT_NODE,
                                         tried_threes || leaf ? 0 : proof_budget(depth), &move);
        if (plies) {
            cn_line_clear(c, ply + 1);
            cn_line_set(c, ply, move);
            value = CN_WIN - ply - plies;
            cn_table_store(x->table, key, expert_to_table(value, ply), 255, CN_BOUND_LOWER, move,
                           true);
            return value;
        }
    }
    if (leaf) {
        c->guessed = true;
        return eval;
    }

    choice list[MOVES_TOP];
    bool complete;
    int count = expert_moves(x, ply, hint, list, &complete);
    if (count == 0) return complete ? ply + 4 - CN_WIN : 0;
    const int most = principal ? 6 + 2 * depth : 2 + depth + depth * depth / 6;
    int best = -CN_INFINITY;
    cn_move best_move = CN_MOVE_NONE;
    for (int i = 0;; i++) {
        if (i == count) {
            /* Every move near the stones is proven to lose: a far one must be, too. */
            if (complete || best > -CN_EVAL_MAX) break;
            complete = true;
            count = far_moves(b, list, count);
            if (i == count) break;
        }
        best_to_front(list, i, count);
        move = list[i].move;
        const spot *k = spot_of(b, move);
        const int mine = info_class(k->info[own]), theirs = info_class(k->info[other]);
        const bool quiet = !threatened && mine < MAKES_THREE && theirs < MAKES_THREE;
        /* As long as everything loses, everything is tried. */
        if (best > -CN_EVAL_MAX && !complete && i >= most) break;
        int left = depth - 1;
        if (threatened && count <= 3 && depth <= 6 && ply < 40) left++; /* hardly a choice */
        const int less = depth >= 2 && !threatened && i > 0 ? reduction(depth, i) - !quiet : 0;
        if (i == 0) {
            value = expert_child(x, move, left, ply, alpha, beta);
        } else {
            value = expert_child(x, move, less > 0 ? left - less : left, ply, alpha, alpha + 1);
            if (!c->stopped && value > alpha && less > 0) {
                value = expert_child(x, move, left, ply, alpha, alpha + 1);
            }
            if (!c->stopped && value > alpha && value < beta) {
                value = expert_child(x, move, left, ply, alpha, beta);
            }
        }
        if (c->stopped) return 0;
        if (value > best) {
            best = value;
            best_move = move;
            if (value > alpha) {
                alpha = value;
                cn_line_set(c, ply, move);
            }
            if (value >= beta) {
                expert_cut(c, ply, own, depth, move);
                break;
            }
        }
    }
    const int bound = best >= beta    ? CN_BOUND_LOWER
                      : best <= floor ? CN_BOUND_UPPER
                                      : CN_BOUND_EXACT;
    cn_table_store(x->table, key, expert_to_table(best, ply), depth, bound,
                   best > floor ? best_move : CN_MOVE_NONE, cn_value_decided(best));
    return best;
}

/* ---- the kernel ---- */

/* The same contract as the template's; what it says of a win or loss is proven. Heuristics other
 * than the default, and the ways of published programs, are the template's business. */
static int expert_alphabeta(cn_context *c, const void *state_, int depth, int ply, int alpha,
                            int beta) {
    if (c->heuristic != 0 || c->quirks) {
        return c->kernels->alphabeta(c, state_, depth, ply, alpha, beta);
    }
    expert x = {.c = c, .table = c->table};
    /* Without a table the searches for forced wins make do with a small one. */
    _Alignas(64) cn_table_entry entries[64 * CN_BUCKET];
    cn_table small = {.entries = entries, .buckets = 64};
    if (!x.table) {
        memset(entries, 0, sizeof entries);
        x.table = &small;
    }
    patterns_load(&x.board, state_);
    const bool guessed = c->guessed;
    c->guessed = false;
    /* The root's own moves are reduced like others: unless a move threatens something, a shallower
     * search must show that it deserves the whole one. The further back in the order, the
     * shallower; those at the far end are barely looked at. */
    const int16_t *threat = x.board.count[x.board.turn ^ 1];
    const bool late =
        ply == 1 && beta - alpha == 1 && !threat[MAKES_FIVE] && !threat[MAKES_DOUBLE_FOUR];
    int less = late ? reduction(depth + 1, c->root_number) : 0;
    if (late && c->root_number >= 8 + 2 * depth) less = depth - 1;
    if (less > depth - 1) less = depth - 1;
    int value = -CN_INFINITY;
    if (less > 0) value = expert_node(&x, depth - less, ply, alpha, beta);
    if (!c->stopped && value < beta) value = expert_node(&x, depth, ply, alpha, beta);
    c->guessed = guessed || !cn_value_decided(value);
    return value;
}
