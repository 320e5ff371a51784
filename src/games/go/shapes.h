/* The playout policy "shapes": answers what the last move threatens, and otherwise plays at random
 * where that is not plainly bad. In this order, the first that has a move:
 *
 *   1. atari: takes the stones just played if they can be taken, saves own chains next to them
 *      that can be taken, by taking a neighbour or by running to two liberties;
 *   2. two liberties: where a chain next to the last move has two left, an atari after which it
 *      cannot run far, or the move that makes its own chain safe from such an atari;
 *   3. nakade: the vital point of a small space next to the last move that one player surrounds;
 *   4. shapes of games/go/patterns.h around the last move;
 *   5. any move that is no own eye and no bad self-atari.
 *
 * The order is MoGo's (Gelly and others, 2006); nakade as in Chaslot and others, "Adding expert
 * knowledge and exploration in Monte-Carlo tree search", 2009. */
#pragma once

#include "games/go/chains.h"
#include "games/go/patterns.h"

/* ---- small spaces ---- */

enum { GO_NAKADE_MAX = 6 };

/* The vital point of a connected set of cells, in which `size` stones or empty points are: where
 * whoever moves first decides whether there will be two eyes. GO_NO_CELL if there is none, because
 * the space is too large, or a square of four, which is one eye either way. */
static int vital_point(const go_chains *b, const uint16_t *cell, int size) {
    int best = GO_NO_CELL, most = 0, sides = 0;
    if (size < 3 || size > GO_NAKADE_MAX) return GO_NO_CELL;
    for (int i = 0; i < size; i++) {
        int sides_here = 0;
        for (int k = 0; k < size; k++) {
            const int away = cell[k] - cell[i];
            for (int d = 0; d < 4; d++) sides_here += away == step(b, d);
        }
        sides += sides_here;
        if (sides_here > most) {
            most = sides_here;
            best = cell[i];
        }
    }
    sides /= 2;
    const bool dead = size == 3                ? most == 2
                      : size == 4              ? most == 3
                      : size == 5 && most == 3 ? sides == 5 /* bulky five */
                                               : most == 4 && sides >= size - 1;
    return dead && (size < 6 || sides == 6) ? best : GO_NO_CELL;
}

/* The vital point of the empty space around this cell, if stones of one player only surround it. */
static int nakade_at(const go_chains *b, int from) {
    uint64_t space[GO_CELL_WORDS], beside[GO_CELL_WORDS];
    clear_bits(b, space);
    bit_on(space, from);
    for (int size = 1, before = 0; size != before;) {
        before = size;
        spread_bits(b, beside, space);
        for (int i = 0; i < words_of(b); i++) space[i] |= beside[i] & b->empty[i];
        size = count_bits(b, space);
        if (size > GO_NAKADE_MAX) return GO_NO_CELL;
    }
    uint64_t black = 0, white = 0;
    for (int i = 0; i < words_of(b); i++) {
        black |= beside[i] & b->stones[0][i];
        white |= beside[i] & b->stones[1][i];
    }
    if (black && white) return GO_NO_CELL;
    uint16_t cell[GO_NAKADE_MAX];
    int size = 0;
    for (int i = 0; i < words_of(b); i++) {
        for (uint64_t left = space[i]; left; left &= left - 1) {
            cell[size++] = (uint16_t)(64 * i + __builtin_ctzll(left));
        }
    }
    return vital_point(b, cell, size);
}

/* ---- moves not to make ---- */

/* A move that leaves its own chain with one liberty and is worth nothing: not a throw-in of one
 * stone, and not a shape inside the opponent's space that leaves him a single eye when he takes
 * it. */
static bool is_bad_self_atari(go_chains *b, int color, int cell, int size) {
    if (size == 1) return false;
    if (size >= GO_NAKADE_MAX) return true;
    uint16_t stone[GO_NAKADE_MAX];
    int count = 0;
    stone[count++] = (uint16_t)cell;
    for (int d = 0; d < 4; d++) {
        const int by = cell + step(b, d);
        if (b->color[by] != color) continue;
        bool known = false;
        for (int i = 1; i < count; i++) known |= stone[i] == by;
        if (known) continue;
        int at = by;
        do {
            if (count < GO_NAKADE_MAX) stone[count++] = (uint16_t)at;
            at = b->next[at];
        } while (at != by);
    }
    return size == 2 ? false : vital_point(b, stone, count) == GO_NO_CELL;
}

/* Whether the policy may play there at all. */
static bool may_play(go_chains *b, int color, int cell) {
    int size;
    if (!(sides_of(b, cell) & GO_SIDES_OPEN)) {
        const int liberties = liberties_after(b, color, cell, &size);
        if (liberties == 0) return false;
        if (liberties == 1 && is_bad_self_atari(b, color, cell, size)) return false;
    }
    return ko_allows(b, color, cell);
}

/* ---- answers to the last move ---- */

/* Moves that save a chain in atari: taking one of its neighbours, or running. */
static void add_rescues(go_chains *b, int color, int head, uint64_t *set) {
    int at = head, size;
    do {
        for (int d = 0; d < 4; d++) {
            const int by = at + step(b, d);
            if (b->color[by] != 3 - color) continue;
            const int rival = b->head[by];
            if (b->liberties[rival] == 1) bit_on(set, last_liberty(b, rival));
        }
        at = b->next[at];
    } while (at != head);
    const int run = last_liberty(b, head);
    if (liberties_after(b, color, run, &size) > 1) bit_on(set, run);
}

/* Stage 1: takes the stones just played, or saves own chains next to them that are in atari. */
static void add_atari(go_chains *b, int color, int last, uint64_t *set) {
    if (b->color[last] == 3 - color && b->liberties[b->head[last]] == 1) {
        bit_on(set, last_liberty(b, b->head[last]));
    }
    int done = -1;
    for (int d = 0; d < 4; d++) {
        const int by = last + step(b, d);
        if (b->color[by] != color || b->head[by] == done) continue;
        done = b->head[by];
        if (b->liberties[done] == 1) add_rescues(b, color, done, set);
    }
}

/* Moves about a chain that has two liberties. Each of `run` is what the chain has after an atari on
 * one liberty, once its owner has answered on the other. */
static void add_two_liberties(go_chains *b, int color, int head, uint64_t *set) {
    const int owner = b->color[head];
    uint64_t two[GO_CELL_WORDS];
    int cell[2], run[2], size;
    copy_bits(b, two, liberties_of(b, head));
    cell[0] = first_bit(two);
    bit_off(two, cell[0]);
    cell[1] = first_bit(two);
    for (int i = 0; i < 2; i++) run[i] = liberties_by_running(b, owner, cell[1 - i], cell[i]);
    if (owner == color && run[0] > 1 && run[1] > 1) return; /* no atari catches it */
    for (int i = 0; i < 2; i++) {
        const bool good = owner == color ? run[1 - i] > 1
                                         : run[i] <= 2 && run[i] <= run[1 - i] &&
                                               liberties_after(b, color, cell[i], &size) > 1;
        if (good) bit_on(set, cell[i]);
    }
}

/* Stage 2: chains of two liberties next to the last move, own ones and the one just played. */
static void add_tactics(go_chains *b, int color, int last, uint64_t *set) {
    int done = -1;
    for (int d = 0; d < 4; d++) {
        const int by = last + step(b, d);
        if (b->color[by] != color || b->head[by] == done) continue;
        done = b->head[by];
        if (b->liberties[done] == 2) add_two_liberties(b, color, done, set);
    }
    if (b->color[last] == 3 - color && b->liberties[b->head[last]] == 2) {
        add_two_liberties(b, color, b->head[last], set);
    }
}

/* Stage 3: vital points of small spaces next to the last move. Two neighbours that an empty cell
 * between them joins are in one space, and so are looked at once. */
static void add_nakade(go_chains *b, int last, uint64_t *set) {
    if (!(sides_of(b, last) & GO_SIDES_SPACE)) return;
    bool open[8];
    for (int d = 0; d < 8; d++) open[d] = b->color[last + step(b, d)] == GO_EMPTY;
    for (int d = 0; d < 4; d++) {
        const bool known = (d == 1 && open[0] && open[4]) || (d == 2 && open[0] && open[5]) ||
                           (d == 3 && ((open[1] && open[6]) || (open[2] && open[7])));
        if (!open[d] || known) continue;
        const int by = last + step(b, d);
        const int vital = nakade_at(b, by);
        if (vital != GO_NO_CELL) bit_on(set, vital);
    }
}

/* Directions from one side of an edge point round to the other, by where the border is. */
static const uint8_t go_edge_round[4][5] = {
    {1, 6, 3, 7, 2}, {0, 5, 2, 7, 3}, {0, 4, 1, 6, 3}, {1, 4, 0, 5, 2}};

/* Whether the surroundings of an empty cell are one of the shapes of games/go/patterns.h. At the
 * edge the five neighbours on the board are read in order; corners have no shapes. */
CN_INLINE bool is_shape(const go_chains *b, int cell) {
    int code = b->code[cell];
    if (CN_LIKELY(code < GO_CODE_EDGE)) return go_inner_shapes[code >> 6] >> (code & 63) & 1;
    int border = 0;
    while (b->color[cell + step(b, border)] != GO_BORDER) border++;
    code = 0;
    for (int i = 4; i >= 0; i--) {
        const int color = b->color[cell + step(b, go_edge_round[border][i])];
        if (color == GO_BORDER) return false;
        code = 3 * code + color;
    }
    return go_edge_shapes[code >> 6] >> (code & 63) & 1;
}

/* Stage 4: cells around the last move whose surroundings are a shape. */
static void add_shapes(go_chains *b, int last, uint64_t *set) {
    for (int d = 0; d < 8; d++) {
        const int by = last + step(b, d);
        if (b->color[by] == GO_EMPTY && is_shape(b, by)) bit_on(set, by);
    }
}

/* One of these cells that may be played and is no own eye, or GO_NO_CELL. All have the same chance;
 * `set` is spoilt. */
CN_INLINE int draw_cell(go_chains *b, int color, uint64_t *set, cn_rng *rng) {
    for (int count = count_bits(b, set); count > 0; count--) {
        int k = (int)cn_rng_below(rng, (uint32_t)count), i = 0;
        for (;; i++) {
            const int here = __builtin_popcountll(set[i]);
            if (k < here) break;
            k -= here;
        }
        const int cell = 64 * i + nth_bit(set[i], k);
        if (!is_eye(b, color, cell) && may_play(b, color, cell)) return cell;
        bit_off(set, cell);
    }
    return GO_NO_CELL;
}

/* The first stage that can have a move after `last`: by the fewest liberties of the chain just
 * played and of the player's own chains next to it. */
CN_INLINE int first_stage(const go_chains *b, int color, int last) {
    if (last == GO_NO_CELL) return 4;
    int fewest = b->color[last] == 3 - color ? b->liberties[b->head[last]] : 3;
    if (sides_of(b, last) & GO_SIDES_NEAR << color) {
        for (int d = 0; d < 4; d++) {
            const int by = last + step(b, d);
            if (b->color[by] != color) continue;
            const int liberties = b->liberties[b->head[by]];
            fewest = liberties < fewest ? liberties : fewest;
        }
    }
    return fewest < 3 ? fewest - 1 : 2;
}

/* The move of player `color` - 1 after `last`; GO_NO_CELL is a pass. */
static int shapes_move(go_chains *b, int color, int last, cn_rng *rng) {
    uint64_t set[GO_CELL_WORDS];
    for (int stage = first_stage(b, color, last); stage < 4; stage++) {
        clear_bits(b, set);
        switch (stage) {
        case 0: add_atari(b, color, last, set); break;
        case 1: add_tactics(b, color, last, set); break;
        case 2: add_nakade(b, last, set); break;
        default: add_shapes(b, last, set); break;
        }
        const int cell = draw_cell(b, color, set, rng);
        if (cell != GO_NO_CELL) return cell;
    }
    copy_bits(b, set, b->empty);
    return draw_cell(b, color, set, rng);
}

/* ---- whole playouts ---- */

/* The leads on the board without komi, in half points, that end a playout: Black's if it is above
 * the first, White's if below the second. With komi that is a quarter of the board and 20 points at
 * least; and half as much without komi, for where that is huge the board has said nothing yet.
 * Where playouts of 9x9 went on, one in a thousand of all was won by the other player, and a fifth
 * of their moves came after such a lead. */
CN_INLINE void clear_leads(const go_chains *b, int limit[2]) {
    const int quarter = side_of(b) * side_of(b) / 4, clear = quarter > 20 ? quarter : 20;
    const int komi = b->state->komi;
    limit[0] = komi + 2 * clear > clear ? komi + 2 * clear : clear;
    limit[1] = komi - 2 * clear < -clear ? komi - 2 * clear : -clear;
}

/* Plays until both have passed or, unless the playout is to be `whole`, the lead of one player is
 * clear. Afterwards the state has the stones, the turn, passes and moves; what was between is on
 * the trail. */
CN_NOINLINE void shapes_playout(go_head *h, bool whole, cn_rng *rng, cn_trail *trail) {
    go_chains b;
    load_chains(&b, h);
    int limit[2], lead = 2 * (count_bits(&b, b.stones[0]) - count_bits(&b, b.stones[1]));
    clear_leads(&b, limit);
    const bool has_past = go_has_past(h->ko_rule), situational = h->ko_rule == GO_KO_SITUATIONAL;
    const cn_move pass = go_pass(h->size);
    int last = last_cell(&b), left = h->limit - h->moves, passes = h->passes, turn = h->turn;
    do {
        last = shapes_move(&b, turn + 1, last, rng);
        if (trail) cn_trail_add(trail, turn, last == GO_NO_CELL ? pass : b.spot[last]);
        if (last == GO_NO_CELL) {
            passes++;
            b.ko = GO_NO_CELL;
        } else {
            passes = 0;
            const int before = b.total;
            put_stone(&b, turn + 1, last);
            lead += (turn ? -2 : 2) * (2 + before - b.total); /* the stone and what it took */
        }
        turn ^= 1;
        if (has_past && (last != GO_NO_CELL || situational)) {
            add_past(&b, past_entry(&b, b.hash, b.total, turn));
        }
        left--;
    } while (left > 0 && passes < 2 && (whole || (lead <= limit[0] && lead >= limit[1])));
    store_stones(&b);
    h->turn = (uint8_t)turn;
    h->passes = (uint8_t)passes;
    h->moves = (uint16_t)(h->limit - left);
}

/* One move of the policy, for searches that play move by move. */
static cn_move shapes_pick(const go_head *h, cn_rng *rng) {
    go_chains b;
    load_chains(&b, (go_head *)(uintptr_t)h);
    const int cell = shapes_move(&b, h->turn + 1, last_cell(&b), rng);
    return cell == GO_NO_CELL ? go_pass(h->size) : b.spot[cell];
}
