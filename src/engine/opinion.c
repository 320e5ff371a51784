/* An evaluation is a sum: one weight for the number of pieces, and one for each tuple in each of
 * its places (images under the board's symmetries). Here the same look-ups are made one by one, in
 * the plain way, and kept apart; include/canopy/kernel/network.h has the fast sum. */
#include "engine/opinion.h"

#include <math.h>
#include <stdlib.h>

/* For qsort: the larger weight first, whomever it favours; ties by the first cell. */
static int by_weight(const void *a, const void *b) {
    const cn_contribution *x = a, *y = b;
    const double difference = fabs(y->weight) - fabs(x->weight);
    return difference > 0 ? 1 : difference < 0 ? -1 : x->cell[0] - y->cell[0];
}

/* Whether every one of the `length` cells of `a` is among those of `b`. */
static bool covers(const uint16_t *a, const uint16_t *b, int length) {
    for (int i = 0; i < length; i++) {
        int k = 0;
        while (k < length && a[i] != b[k]) k++;
        if (k == length) return false;
    }
    return true;
}

/* Of images that cover the same cells the network looks at the first only. */
static bool looked_at(const cn_tuple *t, int image) {
    const uint16_t *mine = t->cell + (size_t)image * (size_t)t->length;
    for (int i = 0; i < image; i++) {
        if (covers(mine, t->cell + (size_t)i * (size_t)t->length, t->length)) return false;
    }
    return true;
}

/* What a position is read from. */
typedef struct reading {
    const cn_model *model;
    cn_board board;
    int turn, table;
    double unit; /* a weight of the model in a weight of the opinion, for player 0 */
} reading;

/* Looks up the weight of one tuple under one image of the board: `from` is where the weights of the
 * tuple begin, and the contents of its cells, as digits of base three in the view of the side to
 * move, say which it is. */
static void look_up(const reading *r, const cn_tuple *t, int image, uint32_t from,
                    cn_contribution *part) {
    const cn_shape *s = &r->model->shape;
    uint32_t index = 0;
    part->length = t->length;
    for (int i = t->length - 1; i >= 0; i--) {
        const uint16_t cell = t->cell[(size_t)image * (size_t)t->length + (size_t)i];
        part->cell[i] = s->mirrored && r->turn == 1 ? s->mirror[cell] : cell;
        const int content = r->board.cell[part->cell[i]];
        index = index * 3 + (!content ? 0u : cn_cell_player(content) == r->turn ? 1u : 2u);
    }
    part->weight = r->unit * cn_model_get(r->model, r->table, r->model->rank[from + index]);
}

/* Looks up every tuple in all its places, adds the weights up, and sorts the tuples. */
static void look_up_all(const reading *r, cn_opinion *o) {
    const cn_shape *s = &r->model->shape;
    uint32_t from = (uint32_t)o->cells + 1;
    for (int i = 0; i < s->tuples; i++) {
        const cn_tuple *t = &s->tuple[i];
        uint32_t contents = 1;
        for (int k = 0; k < t->length; k++) contents *= 3;
        for (int image = 0; image < t->images; image++) {
            if (!looked_at(t, image)) continue;
            cn_contribution *part = &o->tuple[o->count++];
            look_up(r, t, image, from, part);
            o->value += part->weight;
            for (int k = 0; k < t->length; k++) {
                o->cell[part->cell[k]] += part->weight / t->length;
            }
        }
        from += contents;
    }
    qsort(o->tuple, (size_t)o->count, sizeof *o->tuple, by_weight);
}

cn_status cn_opinion_make(const cn_model *m, const cn_position *p, cn_opinion *o, cn_error *error) {
    const cn_shape *s = &m->shape;
    reading r = {.model = m, .turn = p->rules->turn(p->state)};
    p->game->draw(p->state, &r.board);
    *o = (cn_opinion){.cells = s->rows * s->columns};
    o->cell = calloc((size_t)o->cells, sizeof *o->cell);
    o->tuple = calloc((size_t)m->network.lanes, sizeof *o->tuple);
    if (!o->cell || !o->tuple) {
        cn_opinion_free(o);
        return cn_fail(error, CN_NO_MEMORY, "no memory for an opinion");
    }
    int stones = 0;
    for (int i = 0; i < o->cells; i++) stones += r.board.cell[i] != 0;
    r.table = cn_network_table(&m->network, stones, r.turn);
    const double points = s->target == CN_TARGET_SCORE ? s->unit * p->game->score_unit : 1;
    /* Weights are in the view of the side to move, the opinion is in player 0's. */
    r.unit = (r.turn ? -1 : 1) / (points * (1 << s->shift));
    o->value = r.unit * cn_model_get(m, r.table, m->rank[stones]);
    look_up_all(&r, o);
    o->chance = 1 / (1 + pow(3, -o->value / CN_MODEL_THREE_TO_ONE));
    return CN_OK;
}

void cn_opinion_free(cn_opinion *o) {
    free(o->cell);
    free(o->tuple);
    *o = (cn_opinion){0};
}
