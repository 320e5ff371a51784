/* Making and using models. A shape is checked and turned into the tables that the network reads:
 * the rows of lanes, the classes of contents that share a weight, and the lists that lead from a
 * class to its members.
 *
 * A content of a tuple is a number in base 3 with one digit for each cell. Where a symmetry maps a
 * tuple onto its own cells in another order, contents that differ by that order describe the same
 * thing and get one packed weight. */
#include "search/model.h"

#include <math.h>
#include <stdlib.h>

/* ---- contents of a tuple ---- */

/* 3^n, the number of contents of n cells. */
static uint32_t power3(int n) {
    uint32_t p = 1;
    while (n-- > 0) p *= 3;
    return p;
}

/* How two images that cover the same cells differ: cell i of the one is cell order[i] of the
 * other. */
typedef struct reorder {
    uint8_t order[CN_TUPLE_CELLS];
} reorder;

/* The content `index` as it reads when the cells are taken in another order. */
static uint32_t reordered(uint32_t index, int length, const reorder *by) {
    uint8_t digit[CN_TUPLE_CELLS];
    for (int i = 0; i < length; i++, index /= 3) digit[i] = (uint8_t)(index % 3);
    uint32_t out = 0;
    for (int i = length - 1; i >= 0; i--) out = out * 3 + digit[by->order[i]];
    return out;
}

/* Where in a list a cell is; -1: nowhere. */
static int place_of(const uint16_t *cells, int length, uint16_t cell) {
    for (int i = 0; i < length; i++) {
        if (cells[i] == cell) return i;
    }
    return -1;
}

/* True if both cover the same cells; then `order` is filled in. */
static bool same_cells(const uint16_t *a, const uint16_t *b, int length, reorder *by) {
    for (int i = 0; i < length; i++) {
        const int place = place_of(a, length, b[i]);
        if (place < 0) return false;
        by->order[i] = (uint8_t)place;
    }
    return true;
}

/* An image that covers the cells of an earlier one adds nothing but the rule that contents which
 * differ by this order weigh the same. Collects these orders and keeps one image for each set of
 * cells. */
typedef struct images {
    int count, orders;
    int kept[CN_TUPLE_IMAGES_MAX];
    reorder order[64];
} images;

/* Fills in `out` from all images of a tuple. Orders beyond the 64th are dropped: the contents that
 * they would join keep weights of their own, which costs training and no correctness. */
static void sort_images(const cn_tuple *t, images *out) {
    *out = (images){0};
    for (int i = 0; i < t->images; i++) {
        const uint16_t *mine = t->cell + (size_t)i * (size_t)t->length;
        bool known = false;
        for (int k = 0; k < out->count && !known; k++) {
            reorder by = {{0}};
            known = same_cells(t->cell + (size_t)out->kept[k] * (size_t)t->length, mine, t->length,
                               &by);
            bool listed = !known;
            for (int o = 0; o < out->orders && !listed; o++) {
                listed = memcmp(&out->order[o], &by, sizeof by) == 0;
            }
            if (!listed && out->orders < 64) out->order[out->orders++] = by;
        }
        if (!known) out->kept[out->count++] = i;
    }
}

/* Numbers the classes of contents: rank[content] is the class, counted from `first`. The orders
 * need not be a group, so classes are joined until nothing changes. */
static uint32_t rank_contents(const images *im, int length, uint32_t first, uint32_t *rank) {
    const uint32_t size = power3(length);
    for (uint32_t i = 0; i < size; i++) rank[i] = i;
    for (bool changed = im->orders > 0; changed;) {
        changed = false;
        for (uint32_t i = 0; i < size; i++) {
            for (int o = 0; o < im->orders; o++) {
                const uint32_t other = reordered(i, length, &im->order[o]);
                const uint32_t least = rank[i] < rank[other] ? rank[i] : rank[other];
                changed |= rank[i] != rank[other];
                rank[i] = rank[other] = least;
            }
        }
    }
    /* A class is named by its least content, which comes first: from names to numbers. */
    uint32_t next = first;
    for (uint32_t i = 0; i < size; i++) rank[i] = rank[i] == i ? next++ : rank[rank[i]];
    return next;
}

/* ---- checking ---- */

/* Refuses a tuple whose cells are not all on the board and different. */
static cn_status check_tuple(const cn_shape *s, int number, cn_error *error) {
    const cn_tuple *t = &s->tuple[number];
    if (t->length < 1 || t->length > CN_TUPLE_CELLS) {
        return cn_fail(error, CN_BAD_INPUT, "tuple %d has %d cells: expected 1 to %d", number + 1,
                       t->length, CN_TUPLE_CELLS);
    }
    if (t->images < 1 || t->images > CN_TUPLE_IMAGES_MAX) {
        return cn_fail(error, CN_BAD_INPUT, "tuple %d has %d images: expected 1 to %d", number + 1,
                       t->images, CN_TUPLE_IMAGES_MAX);
    }
    for (int i = 0; i < t->images; i++) {
        const uint16_t *cells = t->cell + (size_t)i * (size_t)t->length;
        for (int k = 0; k < t->length; k++) {
            if (cells[k] >= s->rows * s->columns || place_of(cells, k, cells[k]) >= 0) {
                return cn_fail(error, CN_BAD_INPUT,
                               "tuple %d, image %d: cell %d is outside the board or there twice",
                               number + 1, i + 1, cells[k]);
            }
        }
    }
    return CN_OK;
}

/* Refuses a shape that would make the code below read or write outside its arrays. */
static cn_status check(const cn_shape *s, cn_error *error) {
    if (s->rows < 1 || s->rows > CN_BOARD_MAX || s->columns < 1 || s->columns > CN_BOARD_MAX) {
        return cn_fail(error, CN_BAD_INPUT, "a board of %d rows and %d columns: expected 1 to %d",
                       s->rows, s->columns, CN_BOARD_MAX);
    }
    for (int i = 0; i < s->rows * s->columns; i++) {
        if (s->bit[i] >= CN_NETWORK_CELLS) {
            return cn_fail(error, CN_BAD_INPUT, "cell %d has bit %d: expected less than %d", i,
                           s->bit[i], CN_NETWORK_CELLS);
        }
    }
    if (s->sides < 1 || s->sides > 2 || s->phases < 1 || s->phases > CN_PHASES_MAX) {
        return cn_fail(error, CN_BAD_INPUT, "%d sides and %d phases: expected 1 or 2, and 1 to %d",
                       s->sides, s->phases, CN_PHASES_MAX);
    }
    for (int i = 0; i <= s->rows * s->columns; i++) {
        if (s->phase[i] >= s->phases) {
            return cn_fail(error, CN_BAD_INPUT, "%d stones are phase %d of %d", i, s->phase[i],
                           s->phases);
        }
    }
    for (int i = 0; s->mirrored && i < s->rows * s->columns; i++) {
        if (s->sides != 1 || s->mirror[i] >= s->rows * s->columns || s->mirror[s->mirror[i]] != i) {
            return cn_fail(error, CN_BAD_INPUT,
                           "a mirror needs `sides 1`, and to take every cell back to itself");
        }
    }
    if (s->unit < 1 || s->unit > 10000 || s->shift < 0 || s->shift > 8) {
        return cn_fail(error, CN_BAD_INPUT, "a unit of %d and a shift of %d are out of range",
                       s->unit, s->shift);
    }
    if (s->tuples < 1 || s->tuples > CN_TUPLES_MAX) {
        return cn_fail(error, CN_BAD_INPUT, "%d tuples: expected 1 to %d", s->tuples,
                       CN_TUPLES_MAX);
    }
    for (int i = 0; i < s->tuples; i++) {
        const cn_status status = check_tuple(s, i, error);
        if (status != CN_OK) return status;
    }
    return CN_OK;
}

/* ---- making ---- */

/* Adds one lane: what each cell of the image puts into the index, by groups of four cells. `mirror`
 * is another cell for each, or NULL. */
static void fill_lane(const cn_shape *s, const uint16_t *cells, const uint16_t *mirror, int length,
                      int nibbles, int lane, cn_lanes *rows) {
    /* rows[block][group of four bits][content][lane]: a stone on cell i is digit i of the index. */
    uint16_t *row = (uint16_t *)rows +
                    (size_t)(lane / CN_NETWORK_BLOCK) * (size_t)nibbles * 16 * CN_NETWORK_BLOCK;
    for (int i = 0; i < length; i++) {
        const int bit = s->bit[mirror ? mirror[cells[i]] : cells[i]];
        for (int content = 0; content < 16; content++) {
            if (!(content >> bit % 4 & 1)) continue;
            uint16_t *at = row + (bit / 4 * 16 + content) * CN_NETWORK_BLOCK;
            at[lane % CN_NETWORK_BLOCK] = (uint16_t)(at[lane % CN_NETWORK_BLOCK] + power3(i));
        }
    }
}

/* A copy with tuples of its own; false if memory ran out, and `to` then has those copied so far. */
static bool copy_shape(const cn_shape *from, cn_shape *to) {
    *to = *from;
    to->tuples = 0;
    for (int i = 0; i < from->tuples; i++) {
        const cn_tuple *t = &from->tuple[i];
        const size_t bytes = (size_t)t->images * (size_t)t->length * sizeof *t->cell;
        to->tuple[i].cell = malloc(bytes);
        if (!to->tuple[i].cell) return false;
        memcpy(to->tuple[i].cell, t->cell, bytes);
        to->tuples++;
    }
    return true;
}

/* From classes to their members, by counting: start[c + 1] first counts, then points to, the place
 * where the next member of class c goes, and ends as where class c + 1 begins. False: no memory. */
static bool list_members(cn_model *m) {
    const uint32_t size = m->network.size;
    m->start = calloc((size_t)m->packed + 2, sizeof *m->start);
    m->member = malloc(size * sizeof *m->member);
    if (!m->start || !m->member) return false;
    for (uint32_t i = 0; i < size; i++) m->start[m->rank[i] + 2]++;
    for (uint32_t i = 2; i < m->packed + 2; i++) m->start[i] += m->start[i - 1];
    for (uint32_t i = 0; i < size; i++) m->member[m->start[m->rank[i] + 1]++] = i;
    return true;
}

/* One plain compilation and one for processors with wider vectors. */
static int value_plain(const cn_network *n, const uint64_t *own, const uint64_t *opp, int turn) {
    return cn_network_value(n, own, opp, turn);
}

#if defined(__x86_64__)
__attribute__((target("avx2,popcnt"))) static int
value_avx2(const cn_network *n, const uint64_t *own, const uint64_t *opp, int turn) {
    return cn_network_value(n, own, opp, turn);
}
#endif

/* Allocates and fills everything that follows from the shape; false with *status set if the shape
 * is refused, else because memory ran out. cn_model_free frees what was made so far. */
static bool build(cn_model *m, images *all, cn_error *error, cn_status *status) {
    const cn_shape *s = &m->shape;
    cn_network *n = &m->network;
    const int cells = s->rows * s->columns;
    int top = 0;
    for (int i = 0; i < cells; i++) top = s->bit[i] > top ? s->bit[i] : top;
    n->words = top / 64 + 1;
    n->nibbles = top / 4 + 1;
    n->sides = s->sides;
    n->shift = s->shift;
    n->size = (uint32_t)cells + 1;
    for (int i = 0; i < s->tuples; i++) {
        sort_images(&s->tuple[i], &all[i]);
        n->lanes += all[i].count;
        n->size += power3(s->tuple[i].length);
    }
    if (n->lanes > CN_LANES_MAX) {
        *status = cn_fail(error, CN_BAD_INPUT, "%d images of all tuples: expected at most %d",
                          n->lanes, CN_LANES_MAX);
        return false;
    }
    const size_t blocks = (size_t)(n->lanes + CN_NETWORK_BLOCK - 1) / CN_NETWORK_BLOCK;
    const size_t row_bytes = blocks * (size_t)n->nibbles * 16 * CN_NETWORK_BLOCK * 2;
    cn_lanes *rows = aligned_alloc(64, row_bytes * 2); /* the second half: mirrored */
    uint32_t *base = calloc(blocks * CN_NETWORK_BLOCK, sizeof *base);
    m->rank = malloc(n->size * sizeof *m->rank);
    /* A little more than is used: a whole number of cache lines. */
    m->weight_bytes = ((size_t)cn_model_tables(m) * n->size * sizeof *m->weight + 63) / 64 * 64;
    m->weight = aligned_alloc(64, m->weight_bytes);
    m->memory[0] = rows;
    m->memory[1] = base;
    if (!rows || !base || !m->rank || !m->weight) return false;
    memset(rows, 0, row_bytes * 2);
    cn_lanes *mirrored = rows + row_bytes / sizeof *rows;
    memset((void *)m->weight, 0, m->weight_bytes);
    /* The weights for the number of stones come first; each is a class of its own. */
    for (int i = 0; i <= cells; i++) m->rank[i] = (uint32_t)i;
    m->packed = (uint32_t)cells + 1;
    uint32_t offset = (uint32_t)cells + 1;
    for (int i = 0, lane = 0; i < s->tuples; i++) {
        const cn_tuple *t = &s->tuple[i];
        for (int k = 0; k < all[i].count; k++, lane++) {
            const uint16_t *image = t->cell + (size_t)all[i].kept[k] * (size_t)t->length;
            fill_lane(s, image, NULL, t->length, n->nibbles, lane, rows);
            fill_lane(s, image, s->mirror, t->length, n->nibbles, lane, mirrored);
            base[lane] = offset;
        }
        m->packed = rank_contents(&all[i], t->length, m->packed, m->rank + offset);
        offset += power3(t->length);
    }
    n->phase = s->phase;
    n->rows[0] = rows;
    n->rows[1] = s->mirrored ? mirrored : rows;
    n->base = base;
    n->weight = m->weight;
    return list_members(m);
}

cn_status cn_model_new(const cn_shape *shape, cn_model **out, cn_error *error) {
    cn_status status = check(shape, error);
    if (status != CN_OK) return status;
    cn_model *m = calloc(1, sizeof *m);
    images *all = malloc((size_t)shape->tuples * sizeof *all);
    status = cn_fail(NULL, CN_NO_MEMORY, "no memory");
    if (m && all && copy_shape(shape, &m->shape) && build(m, all, error, &status)) status = CN_OK;
    free(all);
    if (status != CN_OK) {
        cn_model_free(m);
        if (status == CN_NO_MEMORY) cn_fail(error, status, "no memory for a network");
        return status;
    }
    m->value = value_plain;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) m->value = value_avx2;
#endif
    *out = m;
    return CN_OK;
}

void cn_model_index(cn_model *m) {
    memset(m->outlook_at, 0, sizeof m->outlook_at);
    for (int i = 0; i < m->outlooks; i++) {
        const cn_outlook *e = &m->outlook[i];
        const bool usable = e->phase < m->shape.phases && e->deep <= CN_OUTLOOK_DEEP &&
                            e->shallow > 0 && e->shallow < e->deep && e->slope > 0;
        if (usable) m->outlook_at[e->phase][e->deep] = (uint16_t)(i + 1);
    }
}

void cn_model_free(cn_model *m) {
    if (!m || m->shared) return;
    for (int i = 0; i < m->shape.tuples; i++) free(m->shape.tuple[i].cell);
    for (int i = 0; i < 4; i++) free(m->memory[i]);
    free(m->start);
    free(m->member);
    free(m->rank);
    free((void *)m->weight);
    free(m);
}

/* ---- using ---- */

void cn_model_planes(const cn_model *m, const cn_game *game, const cn_rules *rules,
                     const void *state, cn_planes *planes) {
    if (m->shape.planes) {
        rules->planes(state, planes->own, planes->opp);
        return;
    }
    cn_board board;
    game->draw(state, &board);
    const int turn = rules->turn(state), cells = m->shape.rows * m->shape.columns;
    memset(planes->own, 0, (size_t)m->network.words * 8);
    memset(planes->opp, 0, (size_t)m->network.words * 8);
    for (int i = 0; i < cells; i++) {
        if (!board.cell[i]) continue;
        const int bit = m->shape.bit[i];
        uint64_t *plane = cn_cell_player(board.cell[i]) == turn ? planes->own : planes->opp;
        plane[bit / 64] |= UINT64_C(1) << bit % 64;
    }
}

int cn_model_active(const cn_model *m, const cn_planes *planes, int turn, uint32_t *active) {
    const cn_network *n = &m->network;
    const int stones = cn_network_stones(n, planes->own, planes->opp);
    *active++ = (uint32_t)stones;
    for (int lane = 0; lane < n->lanes; lane += CN_NETWORK_BLOCK) {
        cn_contents contents;
        cn_network_contents(n, lane / CN_NETWORK_BLOCK, turn, planes->own, planes->opp, &contents);
        for (int k = 0; k < CN_NETWORK_BLOCK && lane + k < n->lanes; k++) {
            *active++ = n->base[lane + k] + contents.at[k];
        }
    }
    return cn_network_table(n, stones, turn);
}

int cn_model_value(const cn_model *m, const cn_game *game, const cn_rules *rules,
                   const void *state) {
    cn_planes planes;
    cn_model_planes(m, game, rules, state, &planes);
    return m->value(&m->network, planes.own, planes.opp, rules->turn(state));
}

double cn_model_chance(const cn_model *m, int value) {
    (void)m;
    return 1 / (1 + pow(3, -value / (double)CN_MODEL_THREE_TO_ONE));
}
