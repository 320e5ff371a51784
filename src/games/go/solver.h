/* Small boards solved to the end of the game: area scoring, no suicide, positional superko.
 *
 * The question is always whether one player, the prover, can force a margin of at least `need`
 * points. A move of the prover that works is enough; against every move of the other one must be
 * found. The search is depth first with a limit of plies, and what is not settled within the limit
 * counts as not proven; a larger limit may prove it. Both players are asked: Black proves that the
 * value is at least v, White that it is at most v.
 *
 * Superko makes the value of a board depend on the boards before it, the path. There are two kinds
 * of proof.
 *
 * A free proof grants the other player every repetition but the two shortest, which are forbidden
 * whatever came before: taking back a ko at once, and taking back one stone after sending two. Both
 * are seen from the last two moves (`ban` of a node). Where the prover makes use of such a ban, the
 * board he makes must not be on the path; all his other moves are free. He still never needs to
 * repeat a board. Suppose he made X for the second time, now without a ban. If the other player
 * passes there, the prover has an answer, unless he is content to end the game; that answer, or a
 * pass, was open to him when X was there the first time, and it leads to what is proven with fewer
 * steps. So the proof with the fewest steps does not come back to X.
 *
 * An exact proof uses superko as it is. What is kept of it says for which paths it holds:
 *
 *     required   boards that the other player could not make again because they were on the path
 *     made       boards that the prover makes in the proof, which must not be on the path
 *
 * Boards that lie within the proof itself are not required of the path above it. `made` is a set of
 * bits by hash, and the least number of stones of those boards that were larger than all on the
 * path: they cannot be on a path whose boards are all smaller. Where a set says "perhaps", the
 * proof is not used. A free proof has `made` only, for the boards made with a ban. Exact proofs
 * hold for few paths and are dear, so they are tried where free ones fail, and end in free ones.
 *
 * That something was not proven is at first kept with less care, which is much faster: a proof may
 * be missed, and a deeper and careful search finds it.
 *
 * Points are counted before the game ends where nothing can change their owner any more (life.h);
 * van der Werf, van den Herik and Uiterwijk, "Solving Go on small boards", ICGA Journal 26, 2003.
 */
#pragma once

#include "games/go/life.h"

#include <canopy/grid.h>
#include <canopy/kernel/alphabeta.h>

/* The most plies of a proof, and the size of an entry of the table. */
enum {
    GO_SOLVE_DEPTH = 120,
    GO_REQUIRED = 2, /* boards that a kept proof can require */
    GO_ENTRY_WORDS = 8,
};

/* For which paths a proof holds. */
typedef struct go_terms {
    uint64_t made[2];
    uint64_t required[GO_REQUIRED];
    int count;      /* of `required`; more than GO_REQUIRED: holds on the very same path only */
    int least_high; /* stones */
} go_terms;

#define NO_TERMS ((go_terms){.least_high = 255})

/* A board turned, by how many mirrorings. */
typedef struct go_image {
    uint64_t board;
    int times;
} go_image;

/* A search for one proof after the other in one position. It belongs to one thread; the table may
 * be shared. The arrays by ply describe the path from the root: the boards, the sum of their hashes
 * (which stands for the whole path), one image of each, bits by hash of boards that matter, and the
 * most stones so far. */
typedef struct go_prover {
    cn_context *context;
    _Atomic uint64_t *table; /* entries of GO_ENTRY_WORDS; NULL: none */
    uint64_t entries;
    go_area area;
    int points;
    int need;      /* margin of the prover that is asked for */
    int prover;    /* 0 Black, 1 White */
    uint64_t salt; /* of keys: the question */
    const go_head *head;
    int past;            /* entries of the state's past that count, apart from those on the path */
    bool exact, careful; /* see the head of this file */
    bool stopped, tired; /* tired: the nodes for this question are used up */
    uint64_t most_nodes;
    int length;
    uint64_t path[GO_SOLVE_DEPTH + 2], path_sum[GO_SOLVE_DEPTH + 2];
    go_image image[GO_SOLVE_DEPTH + 2];
    uint64_t path_bits[GO_SOLVE_DEPTH + 2][2];
    int peak[GO_SOLVE_DEPTH + 2];
    uint32_t history[2][64];
} go_prover;

/* A node of the search. */
typedef struct go_node {
    uint64_t me, you; /* stones of the side to move, and of the other */
    bool proving;     /* the prover is to move */
    bool passed;      /* the last move was a pass */
    /* A point plus one, or 0. The other player may not play there; or, if the prover is to move and
     * takes two stones of which one is there, may not play there afterwards. */
    int ban;
} go_node;

/* A move that is tried, with the board after it and its place in the order. */
typedef struct go_try {
    uint64_t me, you; /* after the move, `me` being who made it */
    uint64_t board;
    int move, score, ban;
} go_try;

/* ---- boards and the path ---- */

/* Black's stones and White's in one word. */
CN_INLINE uint64_t board_of(const go_prover *s, bool proving, uint64_t me, uint64_t you) {
    const bool black = proving == (s->prover == 0);
    return black ? me | you << GO_EXACT_SHIFT : you | me << GO_EXACT_SHIFT;
}

/* Adds a board to a set of bits by hash. */
CN_INLINE void add_bit(uint64_t bits[2], uint64_t board) {
    const uint64_t mixed = cn_mix64(board);
    bits[mixed >> 63] |= UINT64_C(1) << (mixed >> 57 & 63);
}

/* Mirrors both halves of a board at the middle column, or at the diagonal. */
static uint64_t mirror_board(const go_area *a, uint64_t board, bool diagonal) {
    uint64_t result = 0;
    for (int i = 0; i < a->turns[diagonal]; i++) {
        const int by = a->turn[diagonal][i].by;
        const uint64_t part = board & a->turn[diagonal][i].mask;
        result |= by < 0 ? part >> -by : part << by;
    }
    return result;
}

/* One of the eight images of a board stands for all, if nothing before the search tells them apart.
 */
static go_image image_of(const go_prover *s, uint64_t board) {
    go_image best = {board, 0};
    if (s->past > 0) return best;
    for (int k = 1; k < 8; k++) {
        board = mirror_board(&s->area, board, k & 1);
        if (board < best.board) best = (go_image){board, k};
    }
    return best;
}

/* Where a point of the image was on the board, or the other way. */
static int turn_point(const go_prover *s, int point, int times, bool back) {
    uint64_t bit = UINT64_C(1) << point;
    for (int k = 1; k <= times; k++) {
        bit = mirror_board(&s->area, bit, (back ? times + 1 - k : k) & 1);
    }
    return __builtin_ctzll(bit);
}

/* Whether the prover has a single stone that can be taken. Boards that he makes with a ban do. */
static bool has_ko_shape(const go_prover *s, uint64_t board) {
    const uint64_t black = board & s->area.full, white = board >> GO_EXACT_SHIFT;
    const uint64_t own = s->prover ? white : black, open = s->area.full & ~(black | white);
    for (uint64_t left = own & ~grow_area(&s->area, own); left; left &= left - 1) {
        const uint64_t free = grow_area(&s->area, left & -left) & open;
        if (free && !(free & (free - 1))) return true;
    }
    return false;
}

/* Makes a board the last of the path. */
static void push_board(go_prover *s, uint64_t board) {
    const int i = s->length++, total = __builtin_popcountll(board);
    s->path[i] = board;
    s->image[i] = image_of(s, board);
    s->path_sum[i] = (i ? s->path_sum[i - 1] : 0) + cn_mix64(~board);
    s->path_bits[i][0] = i ? s->path_bits[i - 1][0] : 0;
    s->path_bits[i][1] = i ? s->path_bits[i - 1][1] : 0;
    if (s->exact || has_ko_shape(s, board)) add_bit(s->path_bits[i], s->image[i].board);
    s->peak[i] = i && s->peak[i - 1] > total ? s->peak[i - 1] : total;
}

/* Whether superko has seen the board in this search; the last boards are the likeliest. */
static bool on_path(const go_prover *s, uint64_t board) {
    for (int i = s->length - 1; i >= 0; i--) {
        if (s->path[i] == board) return true;
    }
    return false;
}

/* Whether the board was there before the search began. */
static bool in_past(const go_prover *s, uint64_t board) {
    if (s->past == 0) return false;
    const go_head *h = s->head;
    uint64_t entry = board;
    if (!go_is_exact(h->size)) {
        uint64_t hash = 0;
        for (uint64_t left = board; left; left &= left - 1) {
            const int p = __builtin_ctzll(left);
            hash ^= p < GO_EXACT_SHIFT ? go_key[0][p] : go_key[1][p - GO_EXACT_SHIFT];
        }
        entry = go_entry_hashed(hash, __builtin_popcountll(board), h->ko_rule, 0);
    }
    return seen_before(go_past_of(h), s->past, entry);
}

/* ---- what is kept ---- */

/* Adds a board that the path must have; more than fit make the proof good for its own path only. */
CN_INLINE void require(go_terms *t, uint64_t board) {
    for (int i = 0; i < t->count && i < GO_REQUIRED; i++) {
        if (t->required[i] == board) return;
    }
    if (t->count < GO_REQUIRED) t->required[t->count] = board;
    if (t->count <= GO_REQUIRED) t->count++;
}

/* The terms of two proofs that are both needed. */
static void join_terms(go_terms *t, const go_terms *other) {
    t->made[0] |= other->made[0];
    t->made[1] |= other->made[1];
    if (other->least_high < t->least_high) t->least_high = other->least_high;
    if (other->count > GO_REQUIRED) t->count = GO_REQUIRED + 1;
    for (int i = 0; i < other->count && i < GO_REQUIRED; i++) require(t, other->required[i]);
}

/* The board of the node itself is on the path whenever the node is reached. */
static void fulfil(go_terms *t, uint64_t board) {
    for (int i = 0; i < t->count && t->count <= GO_REQUIRED; i++) {
        if (t->required[i] == board) t->required[i--] = t->required[--t->count];
    }
}

/* Exact proofs and bans are not turned. */
static bool is_turned(const go_node *n, bool exact) {
    return !exact && n->ban == 0;
}

/* The key of a node in the table: board, side, ban, question, and kind of proof. */
static uint64_t prover_key(const go_prover *s, const go_node *n, bool exact) {
    const int last = s->length - 1;
    const uint64_t side = (uint64_t)(n->proving * 2 + n->passed) << 60;
    const uint64_t board = is_turned(n, exact) ? s->image[last].board : s->path[last];
    return cn_mix64(board ^ side ^ (uint64_t)n->ban << 52 ^ s->salt ^ (exact ? GO_SEED : 0));
}

/* An entry of the table, unpacked. */
typedef struct go_known {
    bool proven;
    int depth, move;
    uint64_t path_sum;
    go_terms terms;
} go_known;

/* Looks a key up. An entry is eight words without a lock: the first is the key xored with all
 * others, so an entry that two threads have mixed does not fit its key and is not taken. */
static bool recall(const go_prover *s, uint64_t key, go_known *k) {
    if (!s->table) return false;
    uint64_t w[GO_ENTRY_WORDS], check = 0;
    _Atomic uint64_t *at = &s->table[key % s->entries * GO_ENTRY_WORDS];
    for (int i = 0; i < GO_ENTRY_WORDS; i++) {
        w[i] = atomic_load_explicit(&at[i], memory_order_relaxed);
        check ^= w[i];
    }
    if (check != key || w[6] == 0) return false;
    *k = (go_known){.proven = w[6] & 1,
                    .depth = (int)(w[6] >> 8 & 255),
                    .move = (int)(w[6] >> 16 & 255),
                    .path_sum = w[1],
                    .terms = {.made = {w[2], w[3]},
                              .required = {w[4], w[5]},
                              .count = (int)(w[6] >> 24 & 255),
                              .least_high = (int)(w[6] >> 32 & 255)}};
    return true;
}

/* Stores an entry in its place, whatever was there. */
static void keep(const go_prover *s, uint64_t key, const go_known *k) {
    if (!s->table) return;
    _Atomic uint64_t *at = &s->table[key % s->entries * GO_ENTRY_WORDS];
    const go_terms *t = &k->terms;
    const uint64_t meta = (uint64_t)k->proven | 2 | (uint64_t)k->depth << 8 |
                          (uint64_t)k->move << 16 | (uint64_t)t->count << 24 |
                          (uint64_t)t->least_high << 32;
    uint64_t w[GO_ENTRY_WORDS] = {
        0, k->path_sum, t->made[0], t->made[1], t->required[0], t->required[1], meta, 0};
    w[0] = key;
    for (int i = 1; i < GO_ENTRY_WORDS; i++) w[0] ^= w[i];
    for (int i = 0; i < GO_ENTRY_WORDS; i++) {
        atomic_store_explicit(&at[i], w[i], memory_order_relaxed);
    }
}

/* Whether a kept proof holds on the path of this search, whose last board is that of the node. */
static bool holds_here(const go_prover *s, const go_known *k) {
    const int last = s->length - 1;
    if (k->path_sum == s->path_sum[last]) return true;
    const go_terms *t = &k->terms;
    if (t->count > GO_REQUIRED) return false;
    if (k->proven || s->careful) {
        if (s->peak[last] >= t->least_high) return false;
        if (t->made[0] & s->path_bits[last][0] || t->made[1] & s->path_bits[last][1]) return false;
    }
    for (int i = 0; i < t->count; i++) {
        if (!on_path(s, t->required[i])) return false;
    }
    return true;
}

/* ---- moves ---- */

/* The prover's margin if the game ended now. */
static int margin_of(const go_prover *s, const go_node *n) {
    const int margin = area_margin(&s->area, n->me, n->you);
    return n->proving ? margin : -margin;
}

/* What a move of the prover to p forbids the other: to take back a ko, or one stone after two. */
static int ban_after(const go_area *a, const go_node *n, const go_try *t, int taken) {
    const uint64_t bit = UINT64_C(1) << t->move, gone = n->you & ~t->you;
    if (taken == 2) return n->ban && gone >> (n->ban - 1) & 1 ? n->ban : 0;
    if (taken != 1 || grow_area(a, bit) & t->me) return 0;
    const uint64_t free = grow_area(a, bit) & ~t->you;
    return free == gone ? __builtin_ctzll(gone) + 1 : 0;
}

/* Whether the other player, by adding a stone to one, sends two stones that the prover can take, so
 * that taking back one of them would make the board as it was before. */
static int sent_after(const go_area *a, const go_node *n, const go_try *t) {
    const uint64_t bit = UINT64_C(1) << t->move;
    const uint64_t one = grow_area(a, bit) & t->me & ~bit;
    if (!one || (one & (one - 1)) || t->you != n->you) return 0;
    const uint64_t two = one | bit, open = a->full & ~(t->me | t->you);
    if (flood(a, two, t->me) != two) return 0;
    const uint64_t free = grow_area(a, two) & open;
    if (!free || (free & (free - 1))) return 0;
    uint64_t prover = t->you, other = t->me;
    put_area(a, &prover, &other, __builtin_ctzll(free));
    const int back = __builtin_ctzll(one);
    if (put_area(a, &other, &prover, back) < 0) return 0;
    return other == n->me && prover == n->you ? back + 1 : 0;
}

/* Whether superko forbids the move, as far as this kind of proof heeds it. */
static bool is_forbidden(const go_prover *s, const go_node *n, const go_try *t, go_terms *terms) {
    /* A board with more stones than any before is new. */
    const bool old = __builtin_popcountll(t->board) <= s->peak[s->length - 1] &&
                     (s->exact || (n->proving && t->ban)) && on_path(s, t->board);
    if (old && s->exact) require(terms, t->board);
    return old || in_past(s, t->board);
}

/* Legal moves but passes. The prover does not fill what is surely his, unless dead stones are in
 * it, which must be taken off before the game ends. */
static int list_moves(go_prover *s, const go_node *n, uint64_t mine, int first, go_try *list,
                      go_terms *terms) {
    const go_area *a = &s->area;
    uint64_t empty = a->full & ~(n->me | n->you);
    const int side = n->proving ? 0 : 1;
    const uint64_t contact = grow_area(a, n->you);
    int count = 0;
    if (n->proving && !(mine & n->you)) empty &= ~mine;
    for (; empty; empty &= empty - 1) {
        const int p = __builtin_ctzll(empty);
        const uint64_t bit = empty & -empty;
        go_try *t = &list[count];
        if (!n->proving && p + 1 == n->ban) continue;
        t->me = n->me;
        t->you = n->you;
        t->move = p;
        const int taken = put_area(a, &t->me, &t->you, p);
        if (taken < 0) continue;
        t->board = board_of(s, n->proving, t->me, t->you);
        t->ban = s->exact ? 0 : n->proving ? ban_after(a, n, t, taken) : sent_after(a, n, t);
        if (is_forbidden(s, n, t, terms)) continue;
        const uint64_t open = a->full & ~(t->me | t->you);
        const int freedom = __builtin_popcountll(grow_area(a, t->me) & open) -
                            __builtin_popcountll(grow_area(a, t->you) & open);
        const int history = (int)(s->history[side][p] >> 6);
        t->score = (history < 300 ? history : 300) + 100 * freedom + 300 * taken -
                   100 * (__builtin_popcountll(grow_area(a, bit)) < 4) + 50 * !!(contact & bit);
        if (p == first) t->score = INT32_MAX;
        count++;
    }
    return count;
}

/* Brings the best of the moves that are left to place `from`. */
static void pick_best(go_try *list, int from, int count) {
    int best = from;
    for (int i = from + 1; i < count; i++) {
        if (list[i].score > list[best].score) best = i;
    }
    const go_try swapped = list[from];
    list[from] = list[best];
    list[best] = swapped;
}

/* ---- the search ---- */

/* Moves of a kept entry besides points: a pass, and none. */
enum { GO_PASS_TRY = 64, GO_NO_TRY = 65 };

static bool prove(go_prover *s, const go_node *n, int depth, go_terms *terms);

/* What is settled without looking at moves: 1 proven, 0 not within this depth, -1 open. `mine` is
 * what surely belongs to the prover. */
static int judge(const go_prover *s, const go_node *n, int depth, uint64_t *mine) {
    const uint64_t own = n->proving ? n->me : n->you, other = n->proving ? n->you : n->me;
    *mine = sure_area(&s->area, own, other);
    if (2 * __builtin_popcountll(*mine) - s->points >= s->need) return 1;
    const uint64_t theirs = sure_area(&s->area, other, own);
    if (s->points - 2 * __builtin_popcountll(theirs) < s->need) return 0;
    if (n->passed) {
        const bool good = margin_of(s, n) >= s->need;
        if (n->proving == good) return good; /* a pass ends it as the side to move wants */
    }
    return depth <= 0 || s->length > GO_SOLVE_DEPTH ? 0 : -1;
}

/* Whether the question is still proven after a pass, which may end the game. */
static bool try_pass(go_prover *s, const go_node *n, int depth, go_terms *terms) {
    if (n->passed) return margin_of(s, n) >= s->need;
    const go_node next = {n->you, n->me, !n->proving, true, 0};
    return prove(s, &next, depth - 1, terms);
}

/* A move of the prover makes a board that must not be on the path. */
static void note_made(const go_prover *s, uint64_t board, uint64_t image, go_terms *terms) {
    const int total = __builtin_popcountll(board);
    if (!s->exact || total <= s->peak[s->length - 1]) {
        add_bit(terms->made, image);
    } else if (total < terms->least_high) {
        terms->least_high = total;
    }
}

/* Whether the question is still proven after a move. */
static bool try_move(go_prover *s, const go_node *n, const go_try *t, int depth, go_terms *terms) {
    const go_node next = {t->you, t->me, !n->proving, false, t->ban};
    push_board(s, t->board);
    const bool proven = prove(s, &next, depth - 1, terms);
    s->length--;
    if (proven == n->proving && (s->exact || (n->proving && t->ban))) {
        note_made(s, t->board, s->image[s->length].board, terms);
    }
    return proven;
}

/* Looks at all moves. The prover wants one that is proven, the other one that is not. */
static bool prove_moves(go_prover *s, const go_node *n, int depth, uint64_t mine, int *best,
                        go_terms *terms) {
    go_try list[GO_EXACT_SHIFT];
    const bool want = n->proving;
    const int first = *best;
    go_terms all = *terms;
    const int count = list_moves(s, n, mine, first, list, &all);
    /* The pass comes first if it was best before, else last. */
    for (int k = 0; k <= count && !s->stopped; k++) {
        const bool pass = k == (first == GO_PASS_TRY ? 0 : count);
        const int i = first == GO_PASS_TRY ? k - 1 : k;
        go_terms one = *terms;
        if (!pass) pick_best(list, i, count);
        const bool proven =
            pass ? try_pass(s, n, depth, &one) : try_move(s, n, &list[i], depth, &one);
        if (proven != want) {
            join_terms(&all, &one);
            continue;
        }
        *best = pass ? GO_PASS_TRY : list[i].move;
        if (!pass) s->history[want ? 0 : 1][*best] += (uint32_t)(depth * depth);
        *terms = one;
        return want;
    }
    *terms = all;
    return !want;
}

/* Whether a proof that is kept answers for this node. */
static bool recall_proof(const go_prover *s, const go_node *n, bool exact, int depth, go_known *k) {
    if (!recall(s, prover_key(s, n, exact), k)) return false;
    if (k->move < GO_PASS_TRY && is_turned(n, exact)) {
        k->move = turn_point(s, k->move, s->image[s->length - 1].times, true);
    }
    return (k->proven || (k->depth >= depth && exact == s->exact)) && holds_here(s, k);
}

/* Whether the prover forces the margin from this node, within so many plies. `terms` must be those
 * of no condition (NO_TERMS); afterwards they say for which paths the answer holds. */
static bool prove(go_prover *s, const go_node *n, int depth, go_terms *terms) {
    uint64_t mine;
    go_known k = {.move = GO_NO_TRY};
    s->context->nodes++;
    if (cn_context_stopped(s->context)) s->stopped = true;
    if (s->context->nodes > s->most_nodes) s->stopped = s->tired = true;
    if (s->stopped) return false;
    if ((s->exact && recall_proof(s, n, false, depth, &k)) ||
        recall_proof(s, n, s->exact, depth, &k)) {
        *terms = k.terms;
        return k.proven;
    }
    const int settled = judge(s, n, depth, &mine);
    if (settled >= 0) return settled;
    const bool proven = prove_moves(s, n, depth, mine, &k.move, terms);
    if (s->stopped) return false;
    const int last = s->length - 1;
    fulfil(terms, s->path[last]);
    if (k.move < GO_PASS_TRY && is_turned(n, s->exact)) {
        k.move = turn_point(s, k.move, s->image[last].times, false);
    }
    k = (go_known){proven, depth, k.move, s->path_sum[last], *terms};
    keep(s, prover_key(s, n, s->exact), &k);
    return proven;
}
