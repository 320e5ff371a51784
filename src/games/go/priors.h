/* What Go knows of moves before anything is searched: a number of wins and losses for each, which a
 * Monte Carlo tree begins with. The features are those that programs of this kind have in common
 * (Gelly and Silver 2007, Chaslot 2009, Baudiš and Gailly 2011): capture and escape with ladders
 * read to the end, self-atari, eyes, shapes, distance from the last move, lines of the board. */
#pragma once

#include "games/go/shapes.h"

/* Visits that each opinion is worth, tuned by matches on 9x9. */
enum {
    GO_WORTH_EVEN = 10, /* of every move: half of them won */
    GO_WORTH_TAKE = 15, /* a stone that can be taken, or saved */
    GO_WORTH_TAKE_MANY = 30,
    GO_WORTH_LADDER = 20, /* an atari that begins a ladder which works; or against one */
    GO_WORTH_SHAPE = 10,
    GO_WORTH_LINE = 10, /* for the third line, and against the first two, with nothing near */
    GO_WORTH_SELF_ATARI = 12,
    GO_WORTH_EYE = 40,
};
static const uint8_t go_worth_near[4] = {0, 24, 22, 8}; /* by distance from the last move */

/* What is thought of each cell: visits won and lost by the features of chains, and how near it is
 * to the last move. */
typedef struct go_opinion {
    uint16_t won[GO_CELLS], lost[GO_CELLS];
    uint8_t far[GO_CELLS]; /* steps from the last move; a step along a chain is free; 0: far */
} go_opinion;

/* Copies a board, without the liberties of cells that it does not have. */
CN_INLINE void copy_chains(go_chains *to, const go_chains *from) {
    const size_t cells = (size_t)(side_of(from) + 2) * (size_t)stride_of(from) + 1;
    memcpy(to, from,
           offsetof(go_chains, free) + cells * (size_t)words_of(from) * sizeof *from->free);
}

/* ---- ladders ---- */

/* Whether the chain can be saved by taking a chain next to it that is in atari. */
static bool can_take_neighbour(go_chains *b, int head) {
    const int color = b->color[head];
    int at = head;
    do {
        for (int d = 0; d < 4; d++) {
            const int by = at + step(b, d);
            if (b->color[by] == 3 - color && b->liberties[b->head[by]] == 1) return true;
        }
        at = b->next[at];
    } while (at != head);
    return false;
}

/* Whether a chain in atari cannot run, its owner to move: reads one line, in which the attacker
 * always blocks where running would gain more. `b` is spoilt. Doubtful cases count as an escape. */
static bool is_caught(go_chains *b, int head) {
    const int color = b->color[head];
    for (int ply = 0; ply < 3 * side_of(b); ply++) {
        if (can_take_neighbour(b, head)) return false;
        const int run = last_liberty(b, head);
        const int liberties = liberties_by_running(b, color, run, GO_NO_CELL);
        if (liberties < 2) return true;
        if (liberties > 2) return false;
        put_stone(b, color, run);
        head = b->head[run];
        uint64_t two[GO_CELL_WORDS];
        copy_bits(b, two, liberties_of(b, head));
        int block = first_bit(two), size;
        bit_off(two, block);
        const int other = first_bit(two);
        if (liberties_by_running(b, color, other, GO_NO_CELL) >
            liberties_by_running(b, color, block, GO_NO_CELL)) {
            block = other;
        }
        if (liberties_after(b, 3 - color, block, &size) == 0) return false;
        put_stone(b, 3 - color, block);
    }
    return false;
}

/* Whether an atari on this liberty of a chain that has two catches it. */
static bool atari_catches(const go_chains *from, int head, int cell) {
    const int color = from->color[head];
    go_chains b;
    int size;
    copy_chains(&b, from);
    if (liberties_after(&b, 3 - color, cell, &size) == 0) return false;
    put_stone(&b, 3 - color, cell);
    return is_caught(&b, head);
}

/* ---- features ---- */

/* What the player `me` should do about a chain with one or two liberties: take it, save it, or
 * begin a ladder that works; and not run where running does not help. */
static void judge_chain(go_chains *b, int me, int head, go_opinion *o) {
    const bool mine = b->color[head] == me;
    const int worth = b->size[head] > 1 ? GO_WORTH_TAKE_MANY : GO_WORTH_TAKE;
    if (b->liberties[head] == 1) {
        const int cell = last_liberty(b, head);
        if (!mine) {
            o->won[cell] = (uint16_t)(o->won[cell] + worth);
            return;
        }
        go_chains copy;
        copy_chains(&copy, b);
        if (liberties_by_running(b, me, cell, GO_NO_CELL) > 1 && !is_caught(&copy, head)) {
            o->won[cell] = (uint16_t)(o->won[cell] + worth);
        } else {
            o->lost[cell] = (uint16_t)(o->lost[cell] + GO_WORTH_TAKE);
        }
    } else if (b->liberties[head] == 2) {
        uint64_t two[GO_CELL_WORDS];
        copy_bits(b, two, liberties_of(b, head));
        for (int i = 0; i < 2; i++) {
            const int cell = first_bit(two);
            bit_off(two, cell);
            if (!atari_catches(b, head, cell)) continue;
            o->won[cell] = (uint16_t)(o->won[cell] + GO_WORTH_LADDER);
        }
    }
}

/* Distances up to 3 from the last move, by growing a ring at a time. */
static void measure(const go_chains *b, int last, go_opinion *o) {
    uint16_t queue[GO_CELLS];
    int from = 0, to = 0;
    if (last == GO_NO_CELL) return;
    queue[to++] = (uint16_t)last;
    o->far[last] = 1; /* counted from 1 here, so that 0 is "not reached" */
    while (from < to) {
        const int cell = queue[from++], far = o->far[cell];
        if (b->color[cell] != GO_EMPTY) { /* all of the chain is as near */
            for (int at = b->next[cell]; at != cell; at = b->next[at]) {
                if (o->far[at]) continue;
                o->far[at] = (uint8_t)far;
                queue[to++] = (uint16_t)at;
            }
        }
        if (far > 3) continue;
        for (int d = 0; d < 4; d++) {
            const int by = cell + step(b, d);
            if (b->color[by] == GO_BORDER || o->far[by]) continue;
            o->far[by] = (uint8_t)(far + 1);
            queue[to++] = (uint16_t)by;
        }
    }
}

/* Lines matter where there is no stone within three steps. */
static bool is_lonely(const go_chains *b, int cell) {
    for (int row = -3; row <= 3; row++) {
        const int wide = 3 - (row < 0 ? -row : row);
        for (int column = -wide; column <= wide; column++) {
            const int at = cell + row * stride_of(b) + column;
            if (at < 0 || at >= (side_of(b) + 2) * stride_of(b)) continue;
            const int color = b->color[at];
            if (color == 1 || color == 2) return false;
        }
    }
    return true;
}

/* Puts all features of a move together: its chance to win, 0 to 1, for player `me`, and the visits
 * that this opinion is worth. */
static void judge_move(go_chains *b, int me, int cell, const go_opinion *o, float *chance,
                       float *visits) {
    int won = GO_WORTH_EVEN / 2 + o->won[cell], lost = GO_WORTH_EVEN / 2 + o->lost[cell], size;
    if (is_eye(b, me, cell)) lost += GO_WORTH_EYE;
    if (is_shape(b, cell)) won += GO_WORTH_SHAPE;
    if (o->far[cell] > 1 && o->far[cell] <= 4) won += go_worth_near[o->far[cell] - 1];
    if (liberties_after(b, me, cell, &size) < 2) {
        lost +=
            is_bad_self_atari(b, me, cell, size) ? 2 * GO_WORTH_SELF_ATARI : GO_WORTH_SELF_ATARI;
    }
    const int row = cell / stride_of(b) - 1, column = cell % stride_of(b) - 1,
              last = side_of(b) - 1;
    const int high = row < last - row ? row : last - row;
    const int wide = column < last - column ? column : last - column;
    const int line = high < wide ? high : wide;
    if (line <= 2 && side_of(b) > 5 && is_lonely(b, cell)) {
        *(line < 2 ? &lost : &won) += GO_WORTH_LINE;
    }
    *visits = (float)(won + lost);
    *chance = (float)won / *visits;
}

/* Fills in chance and visits of each move for the side to move (cn_rules.priors). The state is not
 * changed, though go_chains wants it without const. */
static void go_priors(const go_head *h, const cn_move *moves, int count, float *chance,
                      float *visits) {
    go_chains b;
    go_opinion o;
    load_chains(&b, (go_head *)(uintptr_t)h);
    memset(&o, 0, sizeof o);
    measure(&b, last_cell(&b), &o);
    for (int cell = stride_of(&b) + 1; cell <= side_of(&b) * stride_of(&b) + side_of(&b); cell++) {
        const bool stone = b.color[cell] == 1 || b.color[cell] == 2;
        if (stone && b.head[cell] == cell && b.liberties[cell] <= 2) {
            judge_chain(&b, h->turn + 1, cell, &o);
        }
    }
    for (int i = 0; i < count; i++) {
        if (moves[i] == go_pass(h->size)) {
            chance[i] = 0.1f;
            visits[i] = GO_WORTH_EVEN;
        } else {
            judge_move(&b, h->turn + 1, cell_of_move(&b, moves[i]), &o, &chance[i], &visits[i]);
        }
    }
}
