/* The rules of Go for one kind of board: a template, included once for each. Before each inclusion:
 *
 *     GO_NAME   prefix of the functions; the result is the variant GO_NAME_variant
 *     GO_SIDE   the size if it is one, 0 if it is read from the state
 *     GO_WORDS  words of a set of points
 *     GO_PAST   1 for superko, which remembers positions; 0 for simple ko or none
 *     GO_LIMIT  most moves of a game, where there is a past
 *
 * Chains are not kept. Sets of points are words of bits, and a question about chains is answered by
 * a flood fill of all stones of one colour at once, from their liberties: those it does not reach
 * have none. Most questions end after a step or two. */

#define GO_JOIN_(a, b) a##_##b
#define GO_JOIN(a, b)  GO_JOIN_(a, b)
#define MY(name)       GO_JOIN(GO_NAME, name)

#include "games/go/set.h"

/* ---- the board ---- */

/* The board's shape, in registers where the size is a constant. */
typedef struct MY(field) {
    int n;
    set left, right, full;
} MY(field);

#define field MY(field)

/* A position of this kind of board, as games/go/state.h draws it. The past of superko comes last,
 * so that a copy need only take the entries in use (`live` in games/go/hints.h). */
typedef struct MY(state) {
    go_head head;
    set stones[2];
#if GO_PAST
    uint64_t past[GO_LIMIT + 1];
#endif
} MY(state);

#define state MY(state)

/* Rows and columns of the board. */
GO_INLINE int MY(side)(const state *s) {
    return GO_SIDE ? GO_SIDE : s->head.size;
}

#define side MY(side)

/* The code of a pass is the same for all sizes of one kind, as cn_rules.pass wants it. */
enum { MY(pass) = GO_SIDE ? GO_SIDE * GO_SIDE : GO_WORDS == 1 ? 64 : GO_POINTS_MAX };

#define PASS MY(pass)

/* Loads the board's shape. */
GO_INLINE field MY(shape)(const state *s) {
    const go_shape *shape = &go_shapes[side(s)];
    return (field){side(s), load(shape->left), load(shape->right), load(shape->full)};
}

#define shape MY(shape)

/* Neighbours of the points of a set; some may be points of it, and some beyond the last row. */
GO_INLINE set MY(grow)(const field *f, set a) {
    const set across = or (minus(up(a, 1), f->left), minus(down(a, 1), f->right));
    return or (across, or (up(a, f->n), down(a, f->n)));
}

#define grow MY(grow)

/* All of `stones` that touch `from` directly or through each other, as soon as that is all there
 * is or nothing of `wanted` is missing any more. */
GO_INLINE set MY(reach)(const field *f, set stones, set from, set wanted) {
    set found = and(from, stones);
    while (any(minus(wanted, found))) {
        const set more = or (found, and(grow(f, found), stones));
        if (!any(minus(more, found))) break;
        found = more;
    }
    return found;
}

#define reach MY(reach)

/* What happens if `me` plays at p, which is empty. False if it is forbidden as suicide. `taken` are
 * the opponent's stones that go, `lost` one's own, the new one included (suicide, if allowed). */
GO_INLINE bool MY(place)(const field *f, set me, set you, int p, bool suicide, set *taken,
                         set *lost) {
    const set stone = point(p), around = and(grow(f, stone), f->full);
    const set empty = minus(f->full, or (or (me, you), stone));
    const set breath = grow(f, empty);
    const set rivals = minus(and(around, you), breath);
    *taken = *lost = none();
    if (any(rivals)) {
        const set alive = reach(f, you, breath, rivals);
        if (any(minus(rivals, alive))) {
            *taken = minus(you, alive);
            return true;
        }
    }
    if (any(and(around, empty))) return true;
    const set friends = and(around, me);
    /* One friend with another liberty is enough, so the fill may not stop at the last. */
    set alive = and(breath, me);
    for (;;) {
        if (any(and(alive, friends))) return true;
        const set more = or (alive, and(grow(f, alive), me));
        if (!any(minus(more, alive))) break;
        alive = more;
    }
    if (!suicide) return false;
    *lost = or (minus(me, alive), stone);
    return true;
}

#define place MY(place)

/* ---- superko ---- */

/* The hash of the stones after a move. */
GO_INLINE uint64_t MY(rehash)(uint64_t hash, int turn, int p, set taken, set lost) {
    hash ^= go_key[turn][p];
    for (int i = 0; i < GO_WORDS; i++) {
        for (uint64_t left = taken.w[i]; left; left &= left - 1) {
            hash ^= go_key[turn ^ 1][64 * i + __builtin_ctzll(left)];
        }
        for (uint64_t left = lost.w[i]; left; left &= left - 1) {
            hash ^= go_key[turn][64 * i + __builtin_ctzll(left)];
        }
    }
    return hash;
}

#define rehash MY(rehash)

/* The stones after a move, and what describes them. */
typedef struct MY(after) {
    set me, you;
    uint64_t hash, entry;
    int taken, lost, total;
} MY(after);

#define after MY(after)

/* The board after player `turn` has put a stone on p, from the board before it (`hash`, `total`,
 * `me`, `you`) and what `place` found. On 5x5 the stones themselves are the hash. */
GO_INLINE after MY(make)(const go_head *h, int turn, uint64_t hash, int total, set me, set you,
                         int p, set taken, set lost) {
    after a = {.me = minus(or (me, point(p)), lost), .you = minus(you, taken), .hash = 0};
    a.taken = tally(taken);
    a.lost = tally(lost);
    a.total = total + 1 - a.taken - a.lost;
    if (GO_SIDE != 5) a.hash = rehash(hash, turn, p, taken, lost);
    if (!GO_PAST) {
        a.entry = 0;
    } else if (GO_SIDE == 5) {
        a.entry = go_entry_exact(turn ? a.you.w[0] : a.me.w[0], turn ? a.me.w[0] : a.you.w[0],
                                 h->ko_rule, turn ^ 1);
    } else {
        a.entry = go_entry_hashed(a.hash, a.total, h->ko_rule, turn ^ 1);
    }
    return a;
}

#define make MY(make)

/* Whether superko forbids the board after a move. A board with more stones than any so far (`peak`)
 * is new, which answers most questions without a look at the past. */
GO_INLINE bool MY(repeats)(const state *s, int peak, int past, const after *a) {
#if GO_PAST
    return a->total <= peak && seen_before(s->past, past, a->entry);
#else
    (void)s, (void)peak, (void)past, (void)a;
    return false;
#endif
}

#define repeats MY(repeats)

/* ---- rules ---- */

static int MY(turn)(const void *p) {
    return ((const state *)p)->head.turn;
}

static cn_outcome MY(over)(const void *p) {
    return (cn_outcome)((const state *)p)->head.outcome;
}

/* Whether a move to the empty point p is legal. */
CN_NOINLINE bool MY(legal)(const state *s, int p) {
    const go_head *h = &s->head;
    const field f = shape(s);
    const set me = s->stones[h->turn], you = s->stones[h->turn ^ 1];
    set taken, lost;
    if (p == h->ko || !place(&f, me, you, p, h->suicide, &taken, &lost)) return false;
    if (!GO_PAST) return true;
    const after a = make(h, h->turn, h->hash, h->total, me, you, p, taken, lost);
    return !repeats(s, h->peak, h->past, &a);
}

/* Points where a move is certainly legal: next to an empty point, so that it is no suicide; and
 * with a past also away from the opponent's stones, so that nothing is taken, while the board is as
 * full as it ever was, so that the board after the move is fuller and thus new. */
GO_INLINE set MY(plain)(const state *s, const field *f, set empty) {
    const go_head *h = &s->head;
    set plain = and(grow(f, empty), empty);
    if (GO_PAST) {
        if (h->total < h->peak) return none();
        plain = minus(plain, grow(f, s->stones[h->turn ^ 1]));
    } else if (h->ko != GO_NO_POINT && has(&plain, h->ko)) {
        flip(&plain, h->ko);
    }
    return plain;
}

#define plain_points MY(plain)

/* Pass comes first, then the points row by row. */
static int MY(moves)(const void *p, cn_move *list) {
    const state *s = p;
    if (s->head.outcome != CN_ONGOING) return 0;
    const field f = shape(s);
    const set empty = minus(f.full, or (s->stones[0], s->stones[1]));
    const set plain = plain_points(s, &f, empty);
    int count = 0;
    list[count++] = PASS;
    for (int i = 0; i < GO_WORDS; i++) {
        for (uint64_t left = empty.w[i]; left; left &= left - 1) {
            const int at = 64 * i + __builtin_ctzll(left);
            if ((plain.w[i] & -left & left) || MY(legal)(s, at)) list[count++] = (cn_move)at;
        }
    }
    return count;
}

/* The number of moves that `moves` would list, a pass included. */
static int MY(count)(const void *p) {
    const state *s = p;
    if (s->head.outcome != CN_ONGOING) return 0;
    const field f = shape(s);
    const set empty = minus(f.full, or (s->stones[0], s->stones[1]));
    const set plain = plain_points(s, &f, empty);
    int count = 1 + tally(plain);
    for (int i = 0; i < GO_WORDS; i++) {
        for (uint64_t left = empty.w[i] & ~plain.w[i]; left; left &= left - 1) {
            count += MY(legal)(s, 64 * i + __builtin_ctzll(left));
        }
    }
    return count;
}

/* Black's points less White's, under the rule of this game, without komi. With area scoring an
 * empty point counts for a player if a path of empty points leads from it to stones of that player
 * only. */
GO_INLINE int MY(margin)(const field *f, int scoring, set black, set white) {
    int margin = tally(black) - tally(white);
    if (scoring == GO_SCORING_STONES) return margin;
    const set empty = minus(f->full, or (black, white));
    const set b = reach(f, empty, grow(f, black), empty);
    const set w = reach(f, empty, grow(f, white), empty);
    return margin + tally(minus(b, w)) - tally(minus(w, b));
}

/* Black's margin with komi taken off, in half points: above 0 Black wins. */
static int MY(score)(const void *p) {
    const state *s = p;
    const field f = shape(s);
    return 2 * MY(margin)(&f, s->head.scoring, s->stones[0], s->stones[1]) - s->head.komi;
}

/* Sets the outcome of a game that has ended, by its score. */
CN_NOINLINE void MY(finish)(state *s) {
    const int score = MY(score)(s);
    s->head.outcome = (uint8_t)(score > 0 ? CN_FIRST_WINS : score < 0 ? CN_SECOND_WINS : CN_DRAW);
}

/* Adds a position to the past, if this kind of board has one. */
GO_INLINE void MY(remember)(state *s, uint64_t entry) {
#if GO_PAST
    s->past[s->head.past++] = entry;
#else
    (void)s, (void)entry;
#endif
}

/* Under the simple rule, the point where a single stone just taken may not take back at once. */
GO_INLINE int MY(ko_point)(const field *f, const after *a, int p, set taken) {
    if (a->taken != 1) return GO_NO_POINT;
    const set around = and(grow(f, point(p)), f->full);
    if (any(and(around, a->me)) || any(minus(minus(around, a->you), taken))) return GO_NO_POINT;
    return nth(taken, 0);
}

/* Plays a legal move. Under situational superko a pass makes a new position, because the other
 * player is to move, and so it is remembered too; under positional superko the board is the same.
 */
static void MY(play)(void *p, cn_move move) {
    state *s = p;
    go_head *h = &s->head;
    const field f = shape(s);
    const int turn = h->turn;
    h->ko = GO_NO_POINT;
    h->before = h->last;
    h->last = (uint16_t)(move == PASS ? 0 : move + 1);
    if (move == PASS) {
        h->passes++;
        if (GO_PAST && h->ko_rule == GO_KO_SITUATIONAL) {
            const uint64_t entry =
                GO_SIDE == 5
                    ? go_entry_exact(s->stones[0].w[0], s->stones[1].w[0], h->ko_rule, turn ^ 1)
                    : go_entry_hashed(h->hash, h->total, h->ko_rule, turn ^ 1);
            MY(remember)(s, entry);
        }
    } else {
        const set me = s->stones[turn], you = s->stones[turn ^ 1];
        set taken, lost;
        place(&f, me, you, move, true, &taken, &lost);
        const after a = make(h, turn, h->hash, h->total, me, you, move, taken, lost);
        s->stones[turn] = a.me;
        s->stones[turn ^ 1] = a.you;
        h->prisoners[turn] = (uint16_t)(h->prisoners[turn] + a.taken);
        h->prisoners[turn ^ 1] = (uint16_t)(h->prisoners[turn ^ 1] + a.lost);
        h->hash = a.hash;
        h->total = (uint16_t)a.total;
        h->passes = 0;
        if (GO_PAST) {
            MY(remember)(s, a.entry);
            if (a.total > h->peak) h->peak = h->total;
        } else if (h->ko_rule == GO_KO_SIMPLE) {
            h->ko = (uint16_t)MY(ko_point)(&f, &a, move, taken);
        }
    }
    h->turn ^= 1;
    if (++h->moves >= h->limit || h->passes == 2) MY(finish)(s);
}

/* The hash of a position: stones, side to move, passes in a row, and the ko point. The past is not
 * part of it. */
static uint64_t MY(hash)(const void *p) {
    const state *s = p;
    const go_head *h = &s->head;
    const uint64_t rest = (uint64_t)h->turn | (uint64_t)h->passes << 1;
    if (GO_SIDE == 5) { /* all of it fits in a word */
        const uint64_t ko = h->ko == GO_NO_POINT ? 0 : 1 + h->ko;
        return cn_mix64(s->stones[0].w[0] | s->stones[1].w[0] << GO_EXACT_SHIFT |
                        (rest | ko << 3) << GO_EXACT_SIDE);
    }
    return h->hash ^ cn_mix64(~GO_SEED ^ (rest | (uint64_t)h->ko << 3));
}

/* ---- playouts ---- */

/* Points for a random move: all empty ones, or those that are not one's own eyes: empty points
 * with one's own stones on all sides, of whose diagonal neighbours the opponent has at most one, or
 * none at the edge. */
GO_INLINE set MY(choices)(const field *f, const set *edge, bool eyes, set me, set you, set empty) {
    if (!eyes) return empty;
    const set closed = minus(empty, grow(f, minus(f->full, me)));
    if (!any(closed)) return empty;
    const set l = minus(up(you, 1), f->left), r = minus(down(you, 1), f->right);
    const set ul = up(l, f->n), ur = up(r, f->n), dl = down(l, f->n), dr = down(r, f->n);
    const set u = or (ul, ur), d = or (dl, dr);
    const set two = or (or (and(ul, ur), and(dl, dr)), and(u, d));
    return minus(empty, minus(closed, or (two, and(or (u, d), *edge))));
}

/* What a playout carries from move to move, kept out of the state so that it stays in registers.
 * `me` are the stones of the player to move. */
typedef struct MY(run) {
    set me, you;
    uint64_t hash;
    int turn, total, past, peak, ko;
} MY(run);

#define run MY(run)

/* A random legal move of the policy, or -1 to pass. Forbidden points are drawn and dropped, which
 * leaves every legal move the same chance. */
GO_INLINE int MY(draw_move)(const state *s, const field *f, const set *edge, const run *c,
                            int policy, cn_rng *rng, after *a, set *taken) {
    const go_head *h = &s->head;
    const bool eyes = policy == GO_PLAYOUT_EYES;
    const set empty = minus(f->full, or (c->me, c->you));
    set left = MY(choices)(f, edge, eyes, c->me, c->you, empty);
    for (int count = tally(left);; count--) {
        if (eyes && count == 0) return -1;
        const int pick = (int)cn_rng_below(rng, (uint32_t)(count + !eyes));
        if (pick == count) return -1;
        const int p = nth(left, pick);
        set lost;
        if (p != c->ko && place(f, c->me, c->you, p, h->suicide, taken, &lost)) {
            *a = make(h, c->turn, c->hash, c->total, c->me, c->you, p, *taken, lost);
            if (!repeats(s, c->peak, c->past, a)) return p;
        }
        flip(&left, p);
    }
}

/* The beginning of a playout from a state. */
GO_INLINE run MY(start)(const state *s) {
    const go_head *h = &s->head;
    return (run){s->stones[h->turn],
                 s->stones[h->turn ^ 1],
                 h->hash,
                 h->turn,
                 h->total,
                 h->past,
                 h->peak,
                 h->ko};
}

/* The move of a playout policy in a position, for searches that play move by move. */
static cn_move MY(pick)(const void *p, int policy, cn_rng *rng) {
    const state *s = p;
    if (policy == GO_PLAYOUT_SHAPES) {
        return GO_SIDE == 9 ? GO_NINE.pick(&s->head, rng) : shapes_pick(&s->head, rng);
    }
    const field f = shape(s);
    const set edge = load(go_shapes[f.n].edge);
    const run c = MY(start)(s);
    after a;
    set taken;
    const int at = MY(draw_move)(s, &f, &edge, &c, policy, rng, &a, &taken);
    return (cn_move)(at < 0 ? PASS : at);
}

/* The same moves as pick and play would make, with the stones in registers. */
static cn_outcome MY(playout)(void *p, int policy, cn_rng *rng, cn_trail *trail) {
    state *s = p;
    go_head *h = &s->head;
    if (h->outcome != CN_ONGOING) return (cn_outcome)h->outcome;
    const bool whole = policy & CN_PLAYOUT_WHOLE;
    policy &= ~CN_PLAYOUT_WHOLE;
    if (policy == GO_PLAYOUT_SHAPES) {
        (GO_SIDE == 9 ? GO_NINE.playout : shapes_playout)(h, whole, rng, trail);
        MY(finish)(s);
        return (cn_outcome)h->outcome;
    }
    const field f = shape(s);
    const set edge = load(go_shapes[f.n].edge);
    const bool simple = !GO_PAST && h->ko_rule == GO_KO_SIMPLE;
    const bool situational = GO_PAST && h->ko_rule == GO_KO_SITUATIONAL;
    run c = MY(start)(s);
    int left = h->limit - h->moves, passes = h->passes;
    do {
        after a = {.total = c.total, .hash = c.hash};
        set taken;
        const int at = MY(draw_move)(s, &f, &edge, &c, policy, rng, &a, &taken);
        if (trail) cn_trail_add(trail, c.turn, (cn_move)(at < 0 ? PASS : at));
        c.ko = GO_NO_POINT;
        if (at < 0) {
            passes++;
            a = (after){.me = c.me, .you = c.you, .hash = c.hash, .total = c.total};
            if (situational) {
                a.entry = GO_SIDE == 5 ? go_entry_exact((c.turn ? &c.you : &c.me)->w[0],
                                                        (c.turn ? &c.me : &c.you)->w[0], h->ko_rule,
                                                        c.turn ^ 1)
                                       : go_entry_hashed(c.hash, c.total, h->ko_rule, c.turn ^ 1);
            }
        } else {
            passes = 0;
            if (simple) c.ko = MY(ko_point)(&f, &a, at, taken);
            if (a.total > c.peak) c.peak = a.total;
        }
#if GO_PAST
        if (at >= 0 || situational) s->past[c.past++] = a.entry;
#endif
        c.me = a.you;
        c.you = a.me;
        c.hash = a.hash;
        c.total = a.total;
        c.turn ^= 1;
        left--;
    } while (left > 0 && passes < 2);
    s->stones[c.turn] = c.me;
    s->stones[c.turn ^ 1] = c.you;
    h->turn = (uint8_t)c.turn;
    h->passes = (uint8_t)passes;
    h->moves = (uint16_t)(h->limit - left);
    MY(finish)(s);
    return (cn_outcome)h->outcome;
}

#include "games/go/hints.h"

/* The hash of a board tells nothing of the hash of its image, so only states without a past, or
 * with exact entries, have images. */
static const cn_rules MY(rules) = {
    .state_size = sizeof(state),
    .moves_max = PASS + 1,
    .move_codes = PASS + 1,
    .pass = PASS,
    .history = GO_PAST,
    .perft_ended = GO_PAST, /* the published counts under superko do, those without do not */
    .turn = MY(turn),
    .moves = MY(moves),
    .play = MY(play),
    .over = MY(over),
    .hash = MY(hash),
    .eval = MY(eval),
    .score = MY(score),
    .count = MY(count),
    .pick = MY(pick),
    .playout = MY(playout),
    .priors = MY(priors),
    .order = MY(order),
    .forced = MY(forced),
    .planes = MY(planes),
#if GO_PAST
    .live = MY(live),
#endif
#if !GO_PAST || GO_SIDE == 5
    .symmetries = 8,
    .symmetry = MY(symmetry),
    .symmetry_move = MY(symmetry_move),
#endif
};
GO_KERNELS(MY(variant), MY(rules), state);

#undef GO_JOIN_
#undef GO_JOIN
#undef MY
#undef set
#undef or
#undef and
#undef minus
#undef load
#undef none
#undef any
#undef tally
#undef has
#undef flip
#undef point
#undef up
#undef down
#undef nth
#undef field
#undef state
#undef side
#undef PASS
#undef shape
#undef grow
#undef reach
#undef place
#undef rehash
#undef after
#undef make
#undef repeats
#undef plain_points
#undef run
#undef GO_NAME
#undef GO_SIDE
#undef GO_WORDS
#undef GO_PAST
#undef GO_LIMIT
