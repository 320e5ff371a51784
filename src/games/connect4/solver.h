/* The solver: the exact score of a position, for four in a row on any board of up to 64 bits.
 *
 * A score counts how early a game is won (Pascal Pons): half of the cells that are still empty when
 * the last disc falls, rounded down, plus one; negative for a loss, 0 for a draw. The disc that
 * wins and the score say the same thing (win_at), so the score is all the search deals in.
 *
 * The search asks one question, "is the score at least beta?", and several questions make a score
 * (see solve). What keeps the answer cheap:
 *
 * - Only moves that do not lose at once are played, and forced replies are played on the spot, so
 *   that no node is spent on them (settle).
 * - A side that can answer every disc with the one above it gets every second cell. Often that is
 *   enough to see that the other side cannot win, or must lose (follow_up).
 * - All children are looked up in the table before any of them is searched.
 * - Moves are tried in the order of the threats and lines they make (promise).
 *
 * A table entry holds the position's whole identity, so that it is never mistaken for another's.
 * Everything takes the sizes by value, as board.h does; constant sizes give the fast code. */
#pragma once

#include "games/connect4/board.h"

#include <assert.h>

enum {
    SCORE_NONE = 63,  /* above every score: no bound */
    TABLED_FROM = 10, /* empty cells: with fewer, searching is faster than looking up */
    LINES_FROM = 22,  /* empty cells: with more, both sides can always still make a line */
    POLL_EVERY = 16,  /* nodes between two looks at whether to stop */
    SPLIT_FROM = 24,  /* empty cells: with fewer, a subtree is too small to give away */
};

/* A position on its way through the search, and what is known of it. Scores are in the view of the
 * side to move. */
typedef struct node {
    uint64_t own, discs;   /* of the side to move; of both */
    uint64_t wins, losses; /* empty cells that complete a line of the mover, of the opponent */
    uint64_t key;          /* for the table */
    uint64_t move;         /* the cell by which the parent came here */
    int count;             /* discs */
    int low, high;         /* the score is within */
    int promise;           /* moves with more of it are tried first */
    bool same;             /* after forced replies the side to move is the parent's again */
} node;

/* One call of the solver. */
typedef struct solver {
    cn_context *context;
    sizes sizes;
    _Atomic uint64_t *table; /* NULL: none */
    uint64_t buckets;
    int tag_bits;
    int plies; /* plies from the search's root to the empty board: ply = count + plies */
} solver;

/* ---- scores ---- */

CN_INLINE int cell_count(sizes z) {
    return z.width * z.height;
}

/* The score of winning with this disc, counted from 1. */
CN_INLINE int win_at(sizes z, int disc) {
    return (cell_count(z) + 2 - disc) >> 1;
}

/* The disc that wins with a score above 0, if the side to move with `count` discs wins. */
CN_INLINE int winning_disc(sizes z, int score, int count) {
    const int disc = cell_count(z) + 2 - 2 * score;
    return disc - ((disc ^ count ^ 1) & 1);
}

/* ---- lines ---- */

/* The lowest cells of lines of four in the direction of `step`, and all their cells. */
CN_INLINE uint64_t fours(uint64_t cells, int step) {
    cells &= cells >> step;
    return cells & cells >> 2 * step;
}

CN_INLINE uint64_t cells_of_fours(uint64_t lowest, int step) {
    lowest |= lowest << step;
    return lowest | lowest << 2 * step;
}

CN_INLINE bool any_four(sizes z, uint64_t cells) {
    const int h = z.height;
    return (fours(cells, 1) | fours(cells, h) | fours(cells, h + 1) | fours(cells, h + 2)) != 0;
}

/* Eight columns side by side. */
typedef uint64_t lanes __attribute__((vector_size(64)));
enum { LANES = 8 };

/* For each of eight columns the cells that complete a line once `own` has a disc there too; open is
 * where discs fall. Cells that are taken are not left out. */
CN_INLINE void winning_lanes(sizes z, uint64_t discs, uint64_t open, int first, lanes *wins) {
    const uint64_t column = columns(z, 0, 1);
    lanes own = {0};
    for (int i = 0; i < LANES; i++) {
        if (first + i < z.width) own[i] = column << (first + i) * (z.height + 1);
    }
    own = (own & open) | discs;
    lanes all = (own & own << 1 & own << 2) << 1;
    for (int step = z.height; step <= z.height + 2; step++) {
        const lanes b1 = own << step, b2 = (b1 & own) << step, b3 = (b2 & own) << step;
        const lanes a1 = own >> step, a2 = (a1 & own) >> step, a3 = (a2 & own) >> step;
        all |= b3 | (b2 & a1) | (b1 & a2) | a3;
    }
    *wins = all;
}

/* ---- bounds without search ---- */

/* Suppose the opponent gets at least `theirs` by the end of the game. The side to move can then
 * only use the other cells. A line of its own does not count if it lies above a line of theirs in
 * the same columns, which is complete before. Returns an upper bound of the score. */
CN_INLINE int bound_if(sizes z, uint64_t discs, uint64_t theirs) {
    const int h = z.height, cells = cell_count(z);
    const uint64_t bottom = bottom_row(z), ours = all_cells(z) & ~theirs;
    if (fours(ours, 1)) return SCORE_NONE;
    const uint64_t across = fours(theirs, h + 1);
    const uint64_t down = fours(theirs, h), up = fours(theirs, h + 2);
    /* Subtracting one below each column leaves the bits under the lowest one of the column. */
    const uint64_t below = (bottom << h) + 1;
    if ((fours(ours, h + 1) & (across - below)) | (fours(ours, h) & (down - below)) |
        (fours(ours, h + 2) & (up - below))) {
        return SCORE_NONE;
    }
    if (!(across | down | up)) return 0;
    /* The side to move can put off the column of a line until all others are full, but then the
     * line is completed; of lines across the lowest comes first. */
    for (int row = 1; across && row < h; row += 2) {
        if (across & bottom << row) return -win_at(z, cells - (h - 1 - row));
    }
    const uint64_t sloping = (cells_of_fours(down, h) | cells_of_fours(up, h + 2)) & ~discs;
    for (int row = h - 1; row > 0; row -= 2) {
        if (sloping & bottom << row) return -win_at(z, cells - (h - 1 - row));
    }
    return -1;
}

/* The second player answers every disc in the column it fell in and so gets the cells of the even
 * rows ("claimeven": Victor Allis, A Knowledge-based Approach of Connect-Four, 1988). A cell of an
 * even row that is open now may be taken first; then the second player answers in another such
 * column, of which there is an even number when the first player is to move. For boards with an
 * even number of rows. */
CN_INLINE int bound_by_evens(sizes z, const node *p) {
    const uint64_t open = p->discs + bottom_row(z);
    return bound_if(z, p->discs, (p->own ^ p->discs) | (rows_from(z, 1) & ~(p->discs | open)));
}

/* The first player has a threat in an odd row, the second player is to move. The first player
 * answers in the same column as above, and so gets the even rows, but in the column of the threat
 * the odd rows: the second player runs out of other moves and must play below the threat. Columns
 * that are out of step come in pairs again: one is answered in the other. Nothing above the threat
 * is ever played. If the second player cannot make a line of what is left, it loses at the latest
 * when all other columns are full. */
CN_INLINE int bound_by_odd_threat(sizes z, const node *p) {
    const int h = z.height;
    const uint64_t odd = rows_from(z, 0), even = rows_from(z, 1);
    const uint64_t later = ~(p->discs | (p->discs + bottom_row(z)));
    int bound = SCORE_NONE;
    for (uint64_t threats = p->losses & odd; threats; threats &= threats - 1) {
        const uint64_t cell = threats & -threats;
        const int bit = __builtin_ctzll(cell), row = bit % (h + 1);
        const uint64_t column = columns(z, 0, 1) << (bit - row);
        const uint64_t up_to = column & (cell | (cell - 1));
        const uint64_t theirs = (p->own ^ p->discs) | (later & ((even & ~column) | (odd & up_to)));
        if (any_four(z, all_cells(z) & ~theirs & ~(column & ~up_to))) continue;
        const int score = -win_at(z, cell_count(z) - (h - 1 - row));
        if (score < bound) bound = score;
    }
    return bound;
}

CN_INLINE int follow_up(sizes z, const node *p) {
    if (z.height & 1) return SCORE_NONE;
    return p->count & 1 ? bound_by_odd_threat(z, p) : bound_by_evens(z, p);
}

/* Whether the side whose success the question is about can still make a line at all. */
CN_INLINE void bound_by_lines(sizes z, node *p, int beta) {
    const uint64_t empty = all_cells(z) & ~p->discs;
    if (beta > 0) {
        if (p->high > 0 && !any_four(z, p->own | empty)) p->high = 0;
    } else if (p->low < 0 && !any_four(z, (p->own ^ p->discs) | empty)) {
        p->low = 0;
    }
}

/* Plays moves as long as there is only one that does not lose at once. The side to move cannot win
 * at once. Afterwards low and high hold for the position reached and `beta` is turned to its side
 * to move; true if they answer the question. */
CN_INLINE bool settle(sizes z, node *p, int *beta) {
    for (;;) {
        const uint64_t open = landings(z, p->discs);
        const uint64_t now = p->losses & open, safe = open & ~(p->losses >> 1);
        uint64_t move = now;
        p->high = win_at(z, p->count + 3);
        p->low = -win_at(z, p->count + 4);
        if (p->low > 0) p->low = 0; /* there is no such disc */
        if (now ? (now & (now - 1)) || !(now & safe) : !safe && open) {
            p->low = p->high = -win_at(z, p->count + 2);
            return true;
        }
        if (!open) {
            p->low = p->high = 0;
            return true;
        }
        if (!now) {
            if (safe & (safe - 1)) return p->high < *beta || p->low >= *beta;
            move = safe;
        }
        if (p->high < *beta || p->low >= *beta) return true;
        const uint64_t own = p->own | move;
        p->own ^= p->discs;
        p->discs |= move;
        p->wins = p->losses & ~move;
        p->losses = winning_cells(z, own, p->discs);
        p->count++;
        p->same ^= true;
        *beta = 1 - *beta;
    }
}

/* Everything that can be said of a child without search or table. */
CN_INLINE void judge(sizes z, node *p, int beta) {
    if (settle(z, p, &beta)) return;
    if (cell_count(z) - p->count <= LINES_FROM) {
        bound_by_lines(z, p, beta);
        if (p->high < beta || p->low >= beta) return;
    }
    const int bound = follow_up(z, p);
    if (bound < p->high) p->high = bound;
}

/* ---- the table ---- */

/* An entry, 0 if empty:
 *
 *     bits 0-5    the lowest score possible, + 32
 *     bits 6-11   the highest score possible, + 32
 *     bits 12-14  the work it took: the logarithm of the nodes, to base 8
 *     bits 15-63  what the place in the table does not say about the position
 *
 * A position is one number: in each column 2^n - 1 for its n discs plus the mover's own (Pascal
 * Pons). An odd factor mixes it without losing anything; the high bits of the product choose the
 * bucket, and numbers that share a bucket differ in the low ones. A bucket has two entries: the
 * first keeps the one that took more work, the second the latest. */
enum { ENTRIES = 2, WORK_AT = 12, TAG_AT = 15, WORK_MAX = 7, BIAS = 32 };

CN_INLINE int entry_low(uint64_t entry) {
    return (int)(entry & 63) - BIAS;
}

CN_INLINE int entry_high(uint64_t entry) {
    return (int)(entry >> 6 & 63) - BIAS;
}

CN_INLINE int entry_work(uint64_t entry) {
    return (int)(entry >> WORK_AT & WORK_MAX);
}

/* The same for a position and its mirror image. */
CN_INLINE uint64_t key_of(sizes z, const node *p) {
    const uint64_t one = p->own + p->discs, other = mirrored(z, one);
    const uint64_t key = one < other ? one : other;
    return key * UINT64_C(0x9e3779b97f4a7c15) << (BITS - z.width * (z.height + 1));
}

/* Buckets divide the range of the keys evenly, so their number can be any. */
CN_INLINE _Atomic uint64_t *bucket_of(const solver *s, uint64_t key) {
    return s->table + (uint64_t)((unsigned __int128)key * s->buckets >> 64) * ENTRIES;
}

CN_INLINE uint64_t tag_of(const solver *s, sizes z, uint64_t key) {
    const uint64_t number = key >> (BITS - z.width * (z.height + 1));
    return (number & ((UINT64_C(1) << s->tag_bits) - 1)) << TAG_AT;
}

CN_INLINE uint64_t probe(const solver *s, sizes z, uint64_t key) {
    const uint64_t tag = tag_of(s, z, key);
    _Atomic uint64_t *bucket = bucket_of(s, key);
    for (int i = 0; i < ENTRIES; i++) {
        const uint64_t entry = atomic_load_explicit(&bucket[i], memory_order_relaxed);
        if (entry >> TAG_AT << TAG_AT == tag && entry) return entry;
    }
    return 0;
}

CN_INLINE void store(const solver *s, sizes z, uint64_t key, int low, int high, uint64_t nodes) {
    const uint64_t tag = tag_of(s, z, key);
    _Atomic uint64_t *bucket = bucket_of(s, key);
    const uint64_t first = atomic_load_explicit(&bucket[0], memory_order_relaxed);
    const uint64_t second = atomic_load_explicit(&bucket[1], memory_order_relaxed);
    int work = (BITS - 1 - __builtin_clzll(nodes | 1)) / 3, place = 0;
    if (work > WORK_MAX) work = WORK_MAX;
    const bool in_first = first && first >> TAG_AT << TAG_AT == tag;
    const bool in_second = !in_first && second && second >> TAG_AT << TAG_AT == tag;
    if (in_first | in_second) {
        const uint64_t old = in_first ? first : second;
        if (entry_low(old) > low) low = entry_low(old);
        if (entry_high(old) < high) high = entry_high(old);
        if (entry_work(old) > work) work = entry_work(old);
        place = in_second;
    } else if (entry_work(first) > work) {
        place = 1;
    } else if (first) {
        atomic_store_explicit(&bucket[1], first, memory_order_relaxed);
    }
    atomic_store_explicit(&bucket[place],
                          tag | (uint64_t)work << WORK_AT | (uint64_t)(high + BIAS) << 6 |
                              (uint64_t)(low + BIAS),
                          memory_order_relaxed);
}

/* ---- the order of moves ---- */

/* Lines that a side can still make, by their lowest cells, in the four directions. */
typedef struct line_map {
    uint64_t at[4];
} line_map;

CN_INLINE line_map lines_left(sizes z, uint64_t cells) {
    const int h = z.height;
    return (line_map){{fours(cells, 1), fours(cells, h), fours(cells, h + 1), fours(cells, h + 2)}};
}

/* How many of them go through a cell. */
CN_INLINE int lines_through(sizes z, const line_map *lines, uint64_t cell) {
    const int step[4] = {1, z.height, z.height + 1, z.height + 2};
    int count = 0;
    for (int i = 0; i < 4; i++) {
        const int s = step[i];
        count +=
            __builtin_popcountll(lines->at[i] & (cell | cell >> s | cell >> 2 * s | cell >> 3 * s));
    }
    return count;
}

/* How much a move promises to the side that makes it. The weights come from coordinate descent on
 * the number of nodes. */
CN_INLINE int promise(sizes z, const node *k, const line_map *lines) {
    const uint64_t open = landings(z, k->discs);
    const uint64_t mine = k->same ? k->wins : k->losses, yours = k->same ? k->losses : k->wins;
    const uint64_t threats = mine & ~(yours << 1); /* those above are never reached */
    const int replies = __builtin_popcountll(open & ~(k->losses >> 1));
    const int bit = __builtin_ctzll(k->move);
    const int column = bit / (z.height + 1), row = bit % (z.height + 1);
    const int right = z.width - 1 - column, above = z.height - 1 - row;
    return 107 * __builtin_popcountll(threats & open << 1) +
           55 * __builtin_popcountll(threats & open << 2) + 22 * __builtin_popcountll(threats) +
           49 * __builtin_popcountll(threats & threats << 1) -
           20 * __builtin_popcountll(yours & ~(mine << 1)) +
           23 * (column < right ? column : right) + 14 * (row < above ? row : above) + 4 * row +
           (k->same ? 22 + 8 * replies : -12 * replies) + 4 * lines_through(z, lines, k->move);
}

/* ---- the search ---- */

/* The bounds of a child in its parent's view. */
CN_INLINE int child_low(const node *k) {
    return k->same ? k->low : -k->high;
}

CN_INLINE int child_high(const node *k) {
    return k->same ? k->high : -k->low;
}

/* Plays every move that does not lose at once and judges what comes of it. The undecided children
 * are counted; `best` is the highest score that others can reach. Returns false if one of them
 * answers the question. */
CN_INLINE bool expand(sizes z, const node *p, int beta, node *kids, int *count, int *best) {
    const uint64_t empty = all_cells(z) & ~p->discs;
    *count = 0;
    *best = -SCORE_NONE;
    const uint64_t open = landings(z, p->discs);
    union {
        lanes group[2];
        uint64_t column[2 * LANES];
    } wins;
    winning_lanes(z, p->own, open, 0, &wins.group[0]);
    if (z.width > LANES) winning_lanes(z, p->own, open, LANES, &wins.group[1]);
    for (uint64_t moves = open & ~(p->losses >> 1); moves; moves &= moves - 1) {
        const uint64_t move = moves & -moves;
        node *k = &kids[*count];
        k->own = p->own ^ p->discs;
        k->discs = p->discs | move;
        k->wins = p->losses & ~move;
        k->losses = wins.column[__builtin_ctzll(move) / (z.height + 1)] & empty & ~move;
        k->count = p->count + 1;
        k->same = false;
        k->move = move;
        k->promise = 0;
        judge(z, k, 1 - beta);
        if (child_low(k) >= beta) {
            *best = child_low(k);
            return false;
        }
        if (child_high(k) >= beta) {
            ++*count;
        } else if (child_high(k) > *best) {
            *best = child_high(k);
        }
    }
    return true;
}

/* Takes out the children that the table decides and sorts the rest. Returns false if one answers
 * the question. */
CN_INLINE bool arrange(const solver *s, sizes z, const node *p, int beta, node *kids, int count,
                       node **list, int *left, int *best) {
    const bool tabled = s->table && cell_count(z) - p->count > TABLED_FROM;
    if (tabled) {
        for (int i = 0; i < count; i++) {
            kids[i].key = key_of(z, &kids[i]);
            __builtin_prefetch(bucket_of(s, kids[i].key));
        }
    }
    if (count > 1) {
        const line_map lines = lines_left(z, p->own | (all_cells(z) & ~p->discs));
        for (int i = 0; i < count; i++) kids[i].promise = promise(z, &kids[i], &lines);
    }
    *left = 0;
    for (int i = 0; i < count; i++) {
        node *k = &kids[i];
        const uint64_t entry = tabled ? probe(s, z, k->key) : 0;
        if (entry) {
            if (entry_low(entry) > k->low) k->low = entry_low(entry);
            if (entry_high(entry) < k->high) k->high = entry_high(entry);
            if (child_low(k) >= beta) {
                *best = child_low(k);
                return false;
            }
            if (child_high(k) < beta) {
                if (child_high(k) > *best) *best = child_high(k);
                continue;
            }
            k->promise += 5 * child_high(k);
        }
        int place = (*left)++;
        for (; place > 0 && list[place - 1]->promise < k->promise; place--) {
            list[place] = list[place - 1];
        }
        list[place] = k;
    }
    return true;
}

/* The search of a node and the sharing of its moves among threads, as search_node is compiled with
 * them. */
typedef int search_fn(solver *s, const node *p, int beta);
typedef bool share_fn(solver *s, const node *p, node *const *list, int count, int beta, int *best);

/* A score of the position that answers whether it is at least beta: a lower bound if it is, an
 * upper bound if not. The position is settled, and neither its bounds nor the table decide. */
CN_INLINE int search_node(solver *s, sizes z, const node *p, int beta, search_fn *self,
                          share_fn *share) {
    enum { KIDS = 16 };
    cn_context *c = s->context;
    const uint64_t nodes = c->nodes;
    if ((nodes % POLL_EVERY == 0 || nodes >= c->granted) && cn_context_stopped(c)) return 0;
    c->nodes++;
    node kids[KIDS], *list[KIDS];
    int count, left, best;
    if (!expand(z, p, beta, kids, &count, &best)) return best;
    if (count == 0) return best;
    if (!arrange(s, z, p, beta, kids, count, list, &left, &best)) return best;
    const int empty = cell_count(z) - p->count;
    for (int i = 0; i < left && best < beta; i++) {
        node *k = list[i];
        const int score = k->same ? self(s, k, beta) : -self(s, k, 1 - beta);
        if (c->stopped) return 0;
        if (score > best) best = score;
        if (CN_UNLIKELY(c->split != NULL) && empty >= SPLIT_FROM && best < beta && i + 1 < left &&
            atomic_load_explicit(c->hungry, memory_order_relaxed) > 0 &&
            share(s, p, list + i + 1, left - i - 1, beta, &best)) {
            if (c->stopped) return 0;
            break;
        }
    }
    if (s->table && empty >= TABLED_FROM) {
        const bool yes = best >= beta;
        store(s, z, p->key, yes ? best : p->low, yes ? p->high : best, c->nodes - nodes);
    }
    return best;
}

/* ---- the root ---- */

CN_INLINE node node_of(sizes z, uint64_t own, uint64_t discs) {
    return (node){.own = own,
                  .discs = discs,
                  .wins = winning_cells(z, own, discs),
                  .losses = winning_cells(z, own ^ discs, discs),
                  .count = __builtin_popcountll(discs)};
}

/* One question about a position in which the side to move cannot win at once; the answer is as
 * search_node's. */
CN_INLINE int ask(solver *s, sizes z, const node *root, int beta, search_fn *search) {
    node p = *root;
    int turned = beta;
    p.same = true; /* here: the side to move is still the root's */
    if (!settle(z, &p, &turned)) {
        const int bound = follow_up(z, &p);
        if (bound < p.high) p.high = bound;
        p.key = key_of(z, &p);
        const uint64_t entry = s->table ? probe(s, z, p.key) : 0;
        if (entry) {
            if (entry_low(entry) > p.low) p.low = entry_low(entry);
            if (entry_high(entry) < p.high) p.high = entry_high(entry);
        }
        if (p.low < turned && p.high >= turned) {
            const int score = search(s, &p, turned);
            if (score >= turned) {
                p.low = score;
            } else {
                p.high = score;
            }
        }
    }
    const int low = child_low(&p), high = child_high(&p);
    return low >= beta ? low : high;
}

/* The next question about a score that is above `low` or at most `high`. Far-off scores are cheap
 * to rule out, since a game that ends soon has few plies to search: the ends first. Then who wins,
 * and from there on step by step, as the true score is usually near. */
CN_INLINE int next_question(sizes z, int count, int low, int high) {
    const int far = cell_count(z) * 2 / 9;
    int middle;
    if (-low > far && -low >= high) {
        middle = low / 2;
    } else if (high > far) {
        middle = high / 2;
    } else if (low < 0 && high > 0) {
        middle = count & 1 ? -1 : 0;
    } else {
        middle = low >= 0 ? low + (high - low) / 3 : high - 1 - (high - 1 - low) / 3;
    }
    return (middle < low ? low : middle >= high ? high - 1 : middle) + 1;
}

/* The score, if it is above alpha and below beta; otherwise a bound. */
CN_INLINE int solve(solver *s, sizes z, const node *root, int alpha, int beta, search_fn *search) {
    assert(z.width > 0 && z.height > 0);
    if (root->wins & landings(z, root->discs)) return win_at(z, root->count + 1);
    int low = -win_at(z, root->count + 2), high = win_at(z, root->count + 3);
    if (high < 0) high = 0; /* the board is nearly full */
    if (low > 0) low = 0;
    while (low < high && low < beta && high > alpha) {
        const int from = low > alpha ? low : alpha, to = high < beta ? high : beta;
        const int question = next_question(z, root->count, from, to);
        const int score = ask(s, z, root, question, search);
        if (s->context->stopped) return 0;
        if (score >= question) {
            low = score;
        } else {
            high = score;
        }
    }
    return low >= beta ? low : high <= alpha ? high : low;
}
