/* Forced wins: searches in which every move of the attacker is a threat.
 *
 * By fours: the attacker makes fours only, and each has a single reply. A depth-first search with a
 * table of positions known to hold nothing; complete up to its limits.
 *
 * By fours and threes: a threat to make a double four leaves the defender the replies of
 * list_defences and his own fours, and these are all he has. The tree is searched by proof numbers
 * in depth-first order (Nagai, "Df-pn algorithm for searching AND/OR trees", 2002), which follows
 * the attack whose defender has the fewest replies.
 *
 * A win that is found is proven: the attacker may have overlooked a move, the defender may not.
 * Searches are limited in nodes (moves played), so that they end; not finding a win then says
 * nothing. */
#pragma once

#include "games/gomoku/replies.h"

#include <canopy/kernel/table.h>

/* Keys of one table for three purposes. */
#define TURN_KEY  UINT64_C(0x9d39247e33776d41)
#define FOURS_KEY UINT64_C(0x5bd1e995c6a4a793)
#define PROOF_KEY UINT64_C(0x2545f4914f6cdd1d)

enum {
    NUMBER_MAX = 4095,   /* a proof or disproof number: never */
    THREATS_MAX = 96,    /* moves of a node */
    PROOF_PLIES = 64,    /* longest line by threes */
    FOURS_PLIES = 99,    /* longest line by fours */
    FOURS_INSIDE = 60,   /* nodes by fours at a node of the search by threes */
    NOTHING_HERE = 0xff, /* depth in the table: no win by fours, however long */
};

/* A search for a forced win of one player. It plays on the board and takes everything back. */
typedef struct threats {
    patterns *board;
    cn_table *table;
    int attacker;
    int64_t budget; /* moves that may still be played */
    uint64_t nodes; /* moves played */
    bool cut;       /* a limit, not the position, ended the search somewhere */
} threats;

/* Plays a move that counts against the budget. */
static inline void threats_play(threats *t, cn_move move, undo *u) {
    t->budget--;
    t->nodes++;
    patterns_play(t->board, move, u);
}

/* ---- by fours ---- */

/* Best first: fours that also make a three, or something else. */
static inline void sort_by_worth(patterns *b, int player, cn_move *list, int count) {
    for (int i = 1; i < count; i++) {
        const cn_move move = list[i];
        const int worth = info_order(spot_of(b, move)->info[player]);
        int k = i;
        for (; k > 0 && info_order(spot_of(b, list[k - 1])->info[player]) < worth; k--) {
            list[k] = list[k - 1];
        }
        list[k] = move;
    }
}

/* Plies to the win of the side to move by fours, within `limit`, or 0; `best` is the first move. */
static int fours(threats *t, int limit, cn_move *best) {
    patterns *b = t->board;
    const int own = b->turn, other = own ^ 1;
    if (b->count[own][MAKES_FIVE]) {
        *best = first_of(b, own, SET_FIVE);
        return 1;
    }
    cn_move list[THREATS_MAX];
    int count = 0;
    if (b->count[other][MAKES_FIVE]) {
        *best = first_of(b, other, SET_FIVE);
        if (b->count[other][MAKES_FIVE] > 1) return 0;
        if (set_has(b, own, SET_DOUBLE, *best)) return 3;
        if (!set_has(b, own, SET_FOUR, *best)) return 0;
        list[count++] = *best;
    } else if (b->count[own][MAKES_DOUBLE_FOUR]) {
        *best = first_of(b, own, SET_DOUBLE);
        return 3;
    } else {
        const int all = b->count[own][MAKES_FOUR] + b->count[own][MAKES_FOUR_PLUS] +
                        b->count[own][MAKES_FOUR_THREE];
        if (all == 0 || all > THREATS_MAX) return 0;
        count = list_set(b, own, SET_FOUR, list, 0);
        sort_by_worth(b, own, list, count);
    }
    if (limit < 5) {
        t->cut = true;
        return 0;
    }
    const uint64_t key = b->hash ^ FOURS_KEY ^ (own ? TURN_KEY : 0);
    cn_table_hit hit;
    if (cn_table_probe(t->table, key, &hit) && hit.depth >= limit) {
        if (hit.depth != NOTHING_HERE) t->cut = true;
        return 0;
    }
    const bool cut_before = t->cut;
    t->cut = false;
    for (int i = 0; i < count; i++) {
        if (t->budget < 2) {
            t->cut = true;
            return 0;
        }
        undo first, second;
        cn_move next, reply[STOPS_MAX];
        if (!may_play(b, list[i])) continue;
        threats_play(t, list[i], &first);
        /* Fours that can be met in several ways are left to the other search. */
        const int replies = list_stops(b, reply);
        int plies = replies == 0;
        if (replies == 1) {
            threats_play(t, reply[0], &second);
            plies = fours(t, limit - 2, &next);
            patterns_undo(b, reply[0], &second);
        }
        patterns_undo(b, list[i], &first);
        if (plies) {
            *best = list[i];
            return plies + 2;
        }
    }
    if (t->budget >= 2) {
        cn_table_store(t->table, key, 0, t->cut ? limit : NOTHING_HERE, CN_BOUND_EXACT,
                       CN_MOVE_NONE, false);
    }
    t->cut |= cut_before;
    return 0;
}

/* The shortest such win. */
static inline int shortest_fours(threats *t, cn_move *best) {
    for (int limit = 3; limit <= FOURS_PLIES; limit += 2) {
        t->cut = false;
        const int plies = fours(t, limit, best);
        if (plies || !t->cut || t->budget < 2) return plies;
    }
    return 0;
}

/* ---- by fours and threes ---- */

/* How hard it is to prove that the attacker wins here, and to disprove it. */
typedef struct numbers {
    uint16_t proof, disproof;
    uint16_t plies; /* to the win, once proof is 0 */
} numbers;

/* The numbers of a position that is won for the attacker in so many plies, and of one that is not
 * won by threats. */
static inline numbers won_in(int plies) {
    return (numbers){0, NUMBER_MAX, (uint16_t)plies};
}

static const numbers no_win = {NUMBER_MAX, 0, 0};

/* The key of a position in the table; the same position with the other attacker is another
 * question. */
static inline uint64_t proof_key(const threats *t, uint64_t hash, int turn) {
    return hash ^ PROOF_KEY ^ (turn ? TURN_KEY : 0) ^
           (t->attacker ? UINT64_C(0xff51afd7ed558ccd) : 0);
}

/* Proof numbers are kept in the table of the search, packed into the value of an entry, 12 bits
 * each. */
static inline bool recall(const threats *t, uint64_t key, numbers *n) {
    cn_table_hit hit;
    if (!cn_table_probe(t->table, key, &hit)) return false;
    const uint32_t both = (uint32_t)(hit.value + (1 << 23));
    *n = (numbers){(uint16_t)(both & 0xfff), (uint16_t)(both >> 12), (uint16_t)hit.depth};
    return true;
}

static inline void remember(threats *t, uint64_t key, numbers n) {
    const int both = (int)(n.proof | (uint32_t)n.disproof << 12);
    cn_table_store(t->table, key, both - (1 << 23), n.plies < 255 ? n.plies : 255, CN_BOUND_EXACT,
                   CN_MOVE_NONE, false);
}

/* Whether the position needs no search. */
static bool threats_settled(threats *t, numbers *n) {
    const patterns *b = t->board;
    const int attacker = t->attacker, defender = attacker ^ 1;
    const int16_t *attack = b->count[attacker], *defence = b->count[defender];
    if (b->turn == attacker) {
        if (attack[MAKES_FIVE]) {
            *n = won_in(1);
        } else if (defence[MAKES_FIVE] > 1) {
            *n = no_win;
        } else if (defence[MAKES_FIVE]
                       ? set_has(b, attacker, SET_DOUBLE, first_of(b, defender, SET_FIVE))
                       : attack[MAKES_DOUBLE_FOUR] > 0) {
            *n = won_in(3);
        } else {
            return false;
        }
    } else if (defence[MAKES_FIVE]) {
        *n = no_win;
    } else if (attack[MAKES_FIVE]) {
        cn_move list[STOPS_MAX];
        if (list_stops(t->board, list) > 0) return false;
        *n = won_in(2);
    } else if (!attack[MAKES_DOUBLE_FOUR] || defence[MAKES_DOUBLE_FOUR]) {
        *n = no_win; /* no threat, or the defender is faster */
    } else {
        return false;
    }
    return true;
}

/* The moves that count here; -1 if they are too many to be listed. */
static int threats_moves(threats *t, cn_move *list) {
    patterns *b = t->board;
    const int attacker = t->attacker, own = b->turn, other = own ^ 1;
    if (b->count[other][MAKES_FIVE]) return list_stops(b, list);
    int all = b->rules == RULES_CARO ? STOPS_MAX : 16;
    for (int class = MAKES_THREE; class <= MAKES_FOUR_THREE; class ++) all += b->count[own][class];
    if (all > THREATS_MAX) return -1;
    if (own == attacker) {
        int count = list_set(b, own, SET_FOUR, list, 0);
        count = list_set(b, own, SET_THREE, list, count);
        sort_by_worth(b, own, list, count);
        return keep_allowed(b, list, 0, count);
    }
    return list_replies(b, list);
}

/* A node's numbers from those of its children; `best` and the two smallest numbers of its kind. */
static numbers combine(const numbers *child, int count, bool attacks, int *best, int *second) {
    int least = NUMBER_MAX + 1, next = NUMBER_MAX + 1, sum = 0, fastest = PROOF_PLIES * 4,
        slowest = 0;
    *best = 0;
    for (int i = 0; i < count; i++) {
        const int mine = attacks ? child[i].proof : child[i].disproof;
        sum += attacks ? child[i].disproof : child[i].proof;
        if (mine < least) {
            next = least;
            least = mine;
            *best = i;
        } else if (mine < next) {
            next = mine;
        }
        if (child[i].proof == 0) {
            if (child[i].plies < fastest) fastest = child[i].plies;
            if (child[i].plies > slowest) slowest = child[i].plies;
        }
    }
    *second = next > NUMBER_MAX ? NUMBER_MAX : next;
    if (least > NUMBER_MAX) least = NUMBER_MAX;
    if (sum > NUMBER_MAX) sum = NUMBER_MAX;
    /* Sums must not look like certainty. */
    if (sum == NUMBER_MAX && least != 0) sum = NUMBER_MAX - 1;
    numbers n = attacks ? (numbers){(uint16_t)least, (uint16_t)sum, 0}
                        : (numbers){(uint16_t)sum, (uint16_t)least, 0};
    if (n.proof == 0) n.plies = (uint16_t)(1 + (attacks ? fastest : slowest));
    return n;
}

/* Searches until a number reaches its threshold. `best` is the attacker's move, where he wins. */
static numbers prove(threats *t, int ply, int proof, int disproof, cn_move *best_move) {
    patterns *b = t->board;
    const uint64_t key = proof_key(t, b->hash, b->turn);
    const bool attacks = b->turn == t->attacker;
    numbers n;
    bool known = recall(t, key, &n);
    if (!known || ply == 0) {
        bool settled = threats_settled(t, &n);
        cn_move unused;
        if (!settled && attacks) {
            const int64_t before = t->budget;
            t->budget = before < FOURS_INSIDE ? before : FOURS_INSIDE;
            const int64_t lent = t->budget;
            const int plies = fours(t, FOURS_PLIES, &unused);
            t->budget = before - (lent - t->budget);
            settled = plies > 0;
            if (settled) n = won_in(plies);
            if (settled && best_move) *best_move = unused;
        }
        if (settled) {
            remember(t, key, n);
            return n;
        }
    } else if (n.proof == 0 || n.disproof == 0) {
        return n;
    }
    cn_move list[THREATS_MAX];
    const int count = threats_moves(t, list);
    if (count <= 0 || ply >= PROOF_PLIES) {
        n = count == 0 && !attacks ? won_in(4) : no_win;
        remember(t, key, n);
        return n;
    }
    numbers child[THREATS_MAX];
    for (int i = 0; i < count; i++) {
        const spot *c = spot_of(b, list[i]);
        const uint64_t hash = b->hash ^ stone_key(c->row, c->column, b->turn);
        if (!recall(t, proof_key(t, hash, b->turn ^ 1), &child[i])) {
            /* Threes leave more replies than fours do. */
            const bool four = info_class(c->info[b->turn]) >= MAKES_FOUR;
            child[i] = (numbers){attacks && !four ? 3 : 1, 1, 0};
        }
    }
    int best, second;
    for (;;) {
        n = combine(child, count, attacks, &best, &second);
        if (n.proof >= proof || n.disproof >= disproof || n.proof == 0 || n.disproof == 0 ||
            t->budget < 1) {
            break;
        }
        const numbers now = child[best];
        const int more =
            second + 1 + second / 4; /* a little more than the second, to stay a while */
        const int sum_left =
            attacks ? disproof - n.disproof + now.disproof : proof - n.proof + now.proof;
        const int own_limit =
            attacks ? (proof < more ? proof : more) : (disproof < more ? disproof : more);
        undo u;
        threats_play(t, list[best], &u);
        child[best] =
            prove(t, ply + 1, attacks ? own_limit : sum_left, attacks ? sum_left : own_limit, NULL);
        patterns_undo(b, list[best], &u);
    }
    remember(t, key, n);
    if (best_move && n.proof == 0) *best_move = list[best];
    return n;
}

/* ---- both ---- */

/* Plies to a forced win of the side to move that was found, or 0. */
static inline int find_win(threats *t, cn_move *best) {
    t->attacker = t->board->turn;
    const int64_t all = t->budget;
    t->budget = all / 4;
    int plies = shortest_fours(t, best);
    t->budget += all - all / 4;
    if (plies == 0) {
        *best = CN_MOVE_NONE;
        const numbers n = prove(t, 0, NUMBER_MAX, NUMBER_MAX, best);
        if (n.proof == 0) plies = n.plies;
    }
    return plies;
}

/* The reply after which the win that was found takes longest, or CN_MOVE_NONE. */
static inline cn_move longest_defence(threats *t) {
    patterns *b = t->board;
    const int attacker = b->turn ^ 1;
    cn_move list[THREATS_MAX], longest = CN_MOVE_NONE, unused;
    if (!b->count[attacker][MAKES_FIVE] && !b->count[attacker][MAKES_DOUBLE_FOUR]) {
        return CN_MOVE_NONE;
    }
    t->attacker = attacker;
    const int count = threats_moves(t, list);
    if (count == 1) return list[0];
    int most = 0;
    for (int i = 0; i < count; i++) {
        undo u;
        patterns_play(b, list[i], &u);
        const int plies = find_win(t, &unused);
        patterns_undo(b, list[i], &u);
        if (plies > most) {
            most = plies;
            longest = list[i];
        }
    }
    if (count > 0) return longest;
    longest = first_of(b, attacker, b->count[attacker][MAKES_FIVE] ? SET_FIVE : SET_DOUBLE);
    return may_play(b, longest) ? longest : CN_MOVE_NONE;
}

/* The moves of a win that begins with `move`, against the longest defence; how many. The searches
 * on the way find most of what they need in the table, so that `budget` for each goes far. */
static inline int win_line(threats *t, cn_move move, int64_t budget, cn_move line[CN_FORCED_LINE]) {
    patterns *b = t->board;
    undo u[CN_FORCED_LINE];
    int length = 0;
    while (move != CN_MOVE_NONE && length < CN_FORCED_LINE) {
        const bool attacks = length % 2 == 0, wins = set_has(b, b->turn, SET_FIVE, move);
        line[length] = move;
        patterns_play(b, move, &u[length++]);
        if (wins) break;
        t->budget = budget;
        if (attacks) {
            move = longest_defence(t);
        } else if (!find_win(t, &move)) {
            break;
        }
    }
    for (int i = length; i-- > 0;) patterns_undo(b, line[i], &u[i]);
    return length;
}

/* A win by threats from this state on; see cn_rules.forced. */
static inline cn_move forced_by_threats(const state *s, int budget, cn_forced *win) {
    enum { BUCKETS = 1024 };
    _Alignas(64) cn_table_entry entries[BUCKETS * CN_BUCKET];
    cn_table small = {.entries = entries, .buckets = budget < 256 ? 64 : BUCKETS};
    patterns b;
    threats t = {.board = &b, .table = win->table ? win->table : &small, .budget = budget};
    if (!win->table) memset(entries, 0, small.buckets * CN_BUCKET * sizeof *entries);
    patterns_load(&b, s);
    cn_move move = CN_MOVE_NONE;
    win->plies = find_win(&t, &move);
    win->nodes += (uint32_t)t.nodes;
    win->more = win->plies == 0 && t.budget < 2;
    if (win->plies == 0) return CN_MOVE_NONE;
    if (win->line) win->length = win_line(&t, move, budget, win->line);
    return move;
}
