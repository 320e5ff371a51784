/* What Go knows of moves before anything is searched: a number of wins for each, which a Monte
 * Carlo tree begins with. Features of a move (games/go/features.h; ladders are read to the end
 * here) have weights, and the sum of its weights says how likely a good player chooses the move:
 * the model of Coulom, "Computing Elo ratings of move patterns in the game of Go", 2007. */
#pragma once

#include "games/go/features.h"
#include "games/go/weights.h"

#include <math.h>

enum {
    GO_WORTH_EVEN = 10,    /* visits of every move: half of them won */
    GO_WORTH_LIKELY = 100, /* visits won of a move that is sure to be chosen, … */
};                         /* … and of others this times the square root of their chance */

/* Visits lost of a move with such a feature, so that it is not tried only because it came up late
 * in playouts that were won. */
static const uint8_t go_trait_lost[GO_TRAITS] = {[GO_RUN_CAUGHT] = 15,
                                                 [GO_EYE] = 40,
                                                 [GO_SELF_ATARI_BAD] = 24,
                                                 [GO_SELF_ATARI_ONE] = 12,
                                                 [GO_SELF_ATARI] = 12};

/* 2^(i / GO_WEIGHT_ONE). */
static const float go_part[GO_WEIGHT_ONE] = {
    1.00000000f, 1.02189715f, 1.04427378f, 1.06714040f, 1.09050773f, 1.11438674f, 1.13878863f,
    1.16372486f, 1.18920712f, 1.21524736f, 1.24185781f, 1.26905096f, 1.29683955f, 1.32523664f,
    1.35425555f, 1.38390988f, 1.41421356f, 1.44518081f, 1.47682615f, 1.50916443f, 1.54221083f,
    1.57598085f, 1.61049033f, 1.64575548f, 1.68179283f, 1.71861930f, 1.75625216f, 1.79470908f,
    1.83400809f, 1.87416763f, 1.91520656f, 1.95714412f};

/* Copies a board, without the liberties of cells that it does not have. */
CN_INLINE void copy_chains(go_chains *to, const go_chains *from) {
    const size_t cells = (size_t)(side_of(from) + 2) * (size_t)stride_of(from) + 1;
    memcpy(to, from,
           offsetof(go_chains, free) + cells * (size_t)words_of(from) * sizeof *from->free);
}

/* ---- ladders ---- */

/* Whether a chain of the other player next to this one is in atari. */
static bool meets_atari(go_chains *b, int head) {
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
        if (meets_atari(b, head)) return false;
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

/* ---- traits ---- */

/* Whether a chain has a stone next to this cell; not if it is no cell. */
static bool touches(const go_chains *b, int head, int cell) {
    for (int d = 0; d < 4 && cell != GO_NO_CELL; d++) {
        const int by = cell + step(b, d);
        if (b->color[by] == b->color[head] && b->head[by] == head) return true;
    }
    return false;
}

/* What moves to the liberties of a chain with one to three of them are for the player `me`. */
static void judge_chain(go_chains *b, int me, int last, int head, uint32_t *traits) {
    const bool mine = b->color[head] == me;
    const int liberties = b->liberties[head];
    if (liberties == 1) {
        const int cell = last_liberty(b, head);
        int trait;
        if (mine) {
            go_chains copy;
            copy_chains(&copy, b);
            const bool safe =
                liberties_by_running(b, me, cell, GO_NO_CELL) > 1 && !is_caught(&copy, head);
            trait = !safe ? GO_RUN_CAUGHT : touches(b, head, last) ? GO_RUN_NEW : GO_RUN_OLD;
        } else if (meets_atari(b, head)) {
            trait = GO_TAKE_SAVES;
        } else if (b->color[last] == 3 - me && b->head[last] == head) {
            trait = GO_TAKE_LAST;
        } else {
            trait = b->size[head] > 1 ? GO_TAKE_MORE : GO_TAKE_ONE;
        }
        traits[cell] |= 1U << trait;
        return;
    }
    uint64_t left[GO_CELL_WORDS];
    copy_bits(b, left, liberties_of(b, head));
    for (int i = 0; i < liberties; i++) {
        const int cell = first_bit(left);
        bit_off(left, cell);
        int trait = mine ? liberties == 2 ? GO_HELP_TWO : GO_HELP_THREE : GO_PRESS;
        if (!mine && liberties == 2) {
            trait = atari_catches(b, head, cell)    ? GO_ATARI_CATCHES
                    : traits[cell] & 1U << GO_ATARI ? GO_ATARI_DOUBLE
                                                    : GO_ATARI;
        }
        traits[cell] |= 1U << trait;
    }
}

/* All that is known of moves from the chains, and from small spaces next to the last move. */
static void judge_chains(go_chains *b, int me, int last, uint32_t *traits) {
    for (int cell = stride_of(b) + 1; cell <= side_of(b) * stride_of(b) + side_of(b); cell++) {
        const bool stone = b->color[cell] == 1 || b->color[cell] == 2;
        if (stone && b->head[cell] == cell && b->liberties[cell] <= 3) {
            judge_chain(b, me, last, cell, traits);
        }
    }
    for (int d = 0; d < 4 && last != GO_NO_CELL; d++) {
        const int by = last + step(b, d), vital = b->color[by] ? GO_NO_CELL : nakade_at(b, by);
        if (vital != GO_NO_CELL) traits[vital] |= 1U << GO_VITAL;
    }
}

/* What a move itself does to the player's own stones, added to what is known of the chains around.
 */
static uint32_t all_traits(go_chains *b, int me, int cell, uint32_t traits) {
    int size;
    if (is_eye(b, me, cell)) traits |= 1U << GO_EYE;
    if (liberties_after(b, me, cell, &size) > 1) return traits;
    return traits | 1U << (is_bad_self_atari(b, me, cell, size) ? GO_SELF_ATARI_BAD
                           : size == 1                          ? GO_SELF_ATARI_ONE
                                                                : GO_SELF_ATARI);
}

/* ---- weights ---- */

/* Looks at a position: all that features_of needs. `b` must outlive the view. */
static void view_position(go_view *v, go_chains *b) {
    const int me = b->state->turn + 1, words = words_of(b);
    *v = (go_view){.b = b, .me = me, .last = last_cell(b), .before = cell_before(b)};
    v->stage = stage_of(b);
    v->phase = phase_of(b);
    for (int player = 0; player < 2; player++) {
        copy_bits(b, v->near[player][0], b->stones[player ? 2 - me : me - 1]);
        for (int i = 1; i < GO_APART; i++) {
            uint64_t *near = v->near[player][i];
            spread_bits(b, near, v->near[player][i - 1]);
            for (int k = 0; k < words; k++) {
                near[k] &= b->empty[k] | b->stones[0][k] | b->stones[1][k];
            }
            add_bits(b, near, v->near[player][i - 1]);
        }
    }
    if (v->last != GO_NO_CELL) images_of(surroundings(b, me, v->last), v->answer);
    judge_chains(b, me, v->last, v->traits);
}

/* The weight of a pattern; 0 if it is not in the table, which is sorted, with the places where each
 * value of the upper bits begins. */
CN_INLINE int pattern_weight(uint32_t feature) {
    const uint32_t hash = feature & 0xffffff, bucket = hash >> (24 - GO_BUCKET_BITS);
    for (int i = go_bucket[bucket]; i < go_bucket[bucket + 1]; i++) {
        if (go_pattern[i] >> 8 == hash) return (int)(go_pattern[i] & 0xff) - 128;
    }
    return 0;
}

/* The sum of the weights of a move: GO_WEIGHT_ONE more is twice as likely. */
static int weigh_move(const go_view *v, int cell, uint32_t traits) {
    uint32_t feature[GO_MOVE_FEATURES];
    const int count = features_of(v, cell, traits, feature);
    int sum = 0;
    for (int i = 0; i < count; i++) {
        sum += feature[i] < GO_FEATURES ? go_weight[feature[i]] : pattern_weight(feature[i]);
    }
    return sum;
}

/* How many times as likely a move with this sum of weights is as one with 0. */
static float likelihood(int sum) {
    const int halves = (GO_WEIGHT_ONE - 1 - sum) / GO_WEIGHT_ONE; /* if it is below 0 */
    const float whole = sum < 0 ? 1.0f / (float)(1U << least_of(halves, 30))
                                : (float)(1U << least_of(sum / GO_WEIGHT_ONE, 30));
    return whole * go_part[(unsigned)sum % GO_WEIGHT_ONE];
}

/* Fills in chance and visits of each move for the side to move (cn_rules.priors). The state is not
 * changed, though go_chains wants it without const. */
static void go_priors(const go_head *h, const cn_move *moves, int count, float *chance,
                      float *visits) {
    go_chains b;
    go_view v;
    load_chains(&b, (go_head *)(uintptr_t)h);
    view_position(&v, &b);
    const cn_move pass = go_pass(h->size);
    float all = 0;
    for (int i = 0; i < count; i++) {
        const int cell = cell_of_move(&b, moves[i]);
        chance[i] = 0;
        visits[i] = GO_WORTH_EVEN;
        if (moves[i] == pass) continue;
        const uint32_t traits = all_traits(&b, v.me, cell, v.traits[cell]);
        chance[i] = likelihood(weigh_move(&v, cell, traits));
        all += chance[i];
        for (uint32_t left = traits; left; left &= left - 1) {
            visits[i] += go_trait_lost[__builtin_ctz(left)];
        }
    }
    for (int i = 0; i < count; i++) {
        const float likely = moves[i] == pass ? 0 : GO_WORTH_LIKELY * sqrtf(chance[i] / all);
        visits[i] += likely;
        chance[i] = moves[i] == pass ? 0.1f : (GO_WORTH_EVEN / 2 + likely) / visits[i];
    }
}
