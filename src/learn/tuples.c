/* Makes the list of tuples that a user or a game asks for in words. Each tuple is listed once with
 * all its images under the symmetries of the board; a tuple that is an image of an earlier one is
 * left out. */
#include "learn/tuples.h"

#include <ctype.h>
#include <stdlib.h>

/* What messages say is accepted. */
static const char words_help[] =
    "lines:K (every straight run of K cells), shared:K (the same with one table for all runs in a "
    "direction), blocks:RxC, walks:NxK (N random walks of K cells), or cells like a1b1c1 (column "
    "letter, row from the top)";

/* What every kind of tuple needs while the list is made. */
typedef struct maker {
    const cn_geometry *geometry;
    cn_shape *shape;
    cn_error *error;
    cn_rng rng;
} maker;

/* ---- images ---- */

/* Whether two lists without repetitions have the same cells, in any order. */
static bool same_set(const uint16_t *a, const uint16_t *b, int length) {
    for (int i = 0; i < length; i++) {
        bool found = false;
        for (int k = 0; k < length && !found; k++) found = a[i] == b[k];
        if (!found) return false;
    }
    return true;
}

/* Whether a tuple with these cells is in the list, in itself or as an image. */
static bool listed(const cn_shape *s, const uint16_t *cells, int length) {
    for (int i = 0; i < s->tuples; i++) {
        const cn_tuple *t = &s->tuple[i];
        for (int k = 0; t->length == length && k < t->images; k++) {
            if (same_set(t->cell + (size_t)k * (size_t)length, cells, length)) return true;
        }
    }
    return false;
}

/* Adds the images of one place to a tuple, but those that are there cell by cell already. */
static void append_images(const cn_geometry *g, cn_tuple *t, const uint16_t *cells) {
    for (int k = 0; k < g->symmetries; k++) {
        uint16_t *out = t->cell + (size_t)t->images * (size_t)t->length;
        for (int i = 0; i < t->length; i++) out[i] = g->image[k][cells[i]];
        bool known = false;
        for (int j = 0; j < t->images && !known; j++) {
            known = memcmp(t->cell + (size_t)j * (size_t)t->length, out,
                           (size_t)t->length * sizeof *out) == 0;
        }
        t->images += !known;
    }
}

/* Adds a tuple with `count` places (lists of cells, one after the other) and all images of these,
 * unless its first place is listed already. */
static cn_status append(maker *m, const uint16_t *cells, int length, int count) {
    cn_shape *s = m->shape;
    if (listed(s, cells, length)) return CN_OK;
    if (s->tuples == CN_TUPLES_MAX || count * m->geometry->symmetries > CN_TUPLE_IMAGES_MAX) {
        return cn_fail(m->error, CN_BAD_USAGE,
                       "too many tuples: expected at most %d, each in at most %d places",
                       CN_TUPLES_MAX, CN_TUPLE_IMAGES_MAX);
    }
    cn_tuple *t = &s->tuple[s->tuples];
    *t = (cn_tuple){.length = length};
    t->cell =
        malloc((size_t)count * (size_t)m->geometry->symmetries * (size_t)length * sizeof *t->cell);
    if (!t->cell) return cn_fail(m->error, CN_NO_MEMORY, "no memory for tuples");
    s->tuples++;
    for (int i = 0; i < count; i++) append_images(m->geometry, t, cells + i * length);
    return CN_OK;
}

/* ---- kinds of tuples ---- */

/* Directions of lines, one of each pair of opposites; the last does not exist among hexagons. */
static const int step[4][2] = {{0, 1}, {1, 0}, {1, -1}, {1, 1}};

static bool on_board(const cn_geometry *g, int row, int column) {
    return row >= 0 && row < g->rows && column >= 0 && column < g->columns;
}

/* `lines:K`, a tuple for each straight run; `shared:K`, one tuple for all runs of a direction. */
static cn_status lines(maker *m, int length, bool shared) {
    const cn_geometry *g = m->geometry;
    uint16_t cells[CN_NETWORK_CELLS * CN_TUPLE_CELLS];
    for (int d = 0; d < (g->hexagons ? 3 : 4); d++) {
        int count = 0;
        for (int cell = 0; cell < g->cells; cell++) {
            const int row = cell / g->columns, column = cell % g->columns;
            /* The other end decides: between two cells of the board a straight run does not leave
             * it. */
            if (!on_board(g, row + (length - 1) * step[d][0], column + (length - 1) * step[d][1])) {
                continue;
            }
            for (int i = 0; i < length; i++) {
                cells[count * length + i] =
                    (uint16_t)((row + i * step[d][0]) * g->columns + column + i * step[d][1]);
            }
            if (shared) {
                count++;
                continue;
            }
            const cn_status status = append(m, cells, length, 1);
            if (status != CN_OK) return status;
        }
        const cn_status status = count ? append(m, cells, length, count) : CN_OK;
        if (status != CN_OK) return status;
    }
    return CN_OK;
}

/* `blocks:RxC`: every rectangle of these sides, upright and lying. */
static cn_status blocks(maker *m, int height, int width) {
    const cn_geometry *g = m->geometry;
    uint16_t cells[CN_TUPLE_CELLS];
    cn_status status = CN_OK;
    for (int turned = 0; turned < 2; turned++) {
        const int h = turned ? width : height, w = turned ? height : width;
        for (int r = 0; r + h <= g->rows; r++) {
            for (int c = 0; c + w <= g->columns && status == CN_OK; c++) {
                for (int i = 0; i < h * w; i++) {
                    cells[i] = (uint16_t)((r + i / w) * g->columns + c + i % w);
                }
                status = append(m, cells, h * w, 1);
            }
        }
    }
    return status;
}

/* Neighbours: eight of a square, six of a hexagon. */
static int neighbours(const cn_geometry *g, int cell, uint16_t out[8]) {
    const int row = cell / g->columns, column = cell % g->columns;
    int count = 0;
    for (int d = 0; d < (g->hexagons ? 3 : 4); d++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            const int r = row + sign * step[d][0], c = column + sign * step[d][1];
            if (on_board(g, r, c)) out[count++] = (uint16_t)(r * g->columns + c);
        }
    }
    return count;
}

/* A connected set of cells, grown one neighbour at a time from a random one (Lucas 2008). */
static cn_status walk(maker *m, int length) {
    uint16_t cells[CN_TUPLE_CELLS], near[8];
    cells[0] = (uint16_t)cn_rng_below(&m->rng, (uint32_t)m->geometry->cells);
    for (int n = 1; n < length;) {
        const uint16_t from = cells[cn_rng_below(&m->rng, (uint32_t)n)];
        const int count = neighbours(m->geometry, from, near);
        if (count == 0) return CN_OK;
        const uint16_t next = near[cn_rng_below(&m->rng, (uint32_t)count)];
        bool taken = false;
        for (int i = 0; i < n; i++) taken |= cells[i] == next;
        if (!taken) cells[n++] = next;
    }
    return append(m, cells, length, 1);
}

/* `walks:NxK`: random walks until there are N more tuples. */
static cn_status walks(maker *m, int count, int length) {
    const int wanted = m->shape->tuples + count;
    if (length > m->geometry->cells) length = m->geometry->cells;
    /* A small board has only so many; a few vain attempts show it. */
    for (int attempt = 0; m->shape->tuples < wanted && attempt < 50 * count; attempt++) {
        const cn_status status = walk(m, length);
        if (status != CN_OK) return status;
    }
    return CN_OK;
}

/* Cells by their names, such as a1b1c1. */
static cn_status named_cells(maker *m, const char *word) {
    const cn_geometry *g = m->geometry;
    uint16_t cells[CN_TUPLE_CELLS];
    int length = 0;
    for (const char *p = word; *p;) {
        char *end;
        const int column = tolower((unsigned char)*p) - 'a';
        const long row = strtol(p + 1, &end, 10);
        if (end == p + 1 || !isdigit((unsigned char)p[1]) || row > CN_BOARD_MAX ||
            !on_board(g, (int)row - 1, column) || length == CN_TUPLE_CELLS) {
            return cn_fail(m->error, CN_BAD_USAGE,
                           "`%.60s` is not a tuple: expected %s, of at most %d cells", word,
                           words_help, CN_TUPLE_CELLS);
        }
        cells[length++] = (uint16_t)((row - 1) * g->columns + column);
        p = end;
    }
    for (int i = 0; i < length; i++) {
        for (int k = 0; k < i; k++) {
            if (cells[i] == cells[k]) {
                return cn_fail(m->error, CN_BAD_USAGE, "`%.60s` has a cell twice", word);
            }
        }
    }
    return append(m, cells, length, 1);
}

/* ---- words ---- */

/* One word of the list. What is none of the kinds is read as names of cells, which refuses it if it
 * is not. */
static cn_status one_word(maker *m, const char *word) {
    int a, b, used = 0;
    if (sscanf(word, "lines:%d%n", &a, &used) == 1 && !word[used] && a > 0 && a <= CN_TUPLE_CELLS) {
        return lines(m, a, false);
    }
    if (sscanf(word, "shared:%d%n", &a, &used) == 1 && !word[used] && a > 0 &&
        a <= CN_TUPLE_CELLS) {
        return lines(m, a, true);
    }
    if (sscanf(word, "blocks:%dx%d%n", &a, &b, &used) == 2 && !word[used] && a > 0 && b > 0 &&
        a <= CN_TUPLE_CELLS && b <= CN_TUPLE_CELLS && a * b <= CN_TUPLE_CELLS) {
        return blocks(m, a, b);
    }
    if (sscanf(word, "walks:%dx%d%n", &a, &b, &used) == 2 && !word[used] && a > 0 &&
        a <= CN_TUPLES_MAX && b > 0 && b <= CN_TUPLE_CELLS) {
        return walks(m, a, b);
    }
    return named_cells(m, word);
}

cn_status cn_tuples_parse(const cn_geometry *geometry, const char *words, uint64_t seed,
                          cn_shape *shape, cn_error *error) {
    maker m = {geometry, shape, error, cn_rng_make(seed, 0x7e1)};
    shape->tuples = 0;
    cn_status status = CN_OK;
    for (const char *p = words; status == CN_OK && *p;) {
        char word[256];
        const size_t n = strcspn(p, "+");
        if (n == 0 || n >= sizeof word) {
            status = cn_fail(error, CN_BAD_USAGE, "empty or too long tuple in `%.80s`: expected %s",
                             words, words_help);
            break;
        }
        snprintf(word, sizeof word, "%.*s", (int)n, p);
        status = one_word(&m, word);
        p += n + (p[n] == '+');
    }
    if (status == CN_OK && shape->tuples == 0) {
        status = cn_fail(error, CN_BAD_USAGE, "`%.80s` gives no tuple on a board of %dx%d", words,
                         geometry->rows, geometry->columns);
    }
    if (status != CN_OK) cn_tuples_free(shape);
    return status;
}

void cn_tuples_free(cn_shape *shape) {
    for (int i = 0; i < shape->tuples; i++) free(shape->tuple[i].cell);
    shape->tuples = 0;
}
