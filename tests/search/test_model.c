/* n-tuple networks: the fast sum against a plain reference on every position of many games, and
 * files of weights, whole and damaged. */
#include "core/file.h"
#include "search/model_file.h"
#include "support/support.h"

#include "engine/opinion.h"
#include "learn/geometry.h"
#include "learn/tuples.h"

#include <math.h>
#include <stdlib.h>

/* ---- a reference that shares nothing with the network but its definition ---- */

/* The weight of a content is found by reading the cells of an image in its order; of images that
 * cover the same cells only the first counts. */
static bool covered_before(const cn_tuple *t, int image) {
    const uint16_t *mine = t->cell + image * t->length;
    for (int other = 0; other < image; other++) {
        int same = 0;
        for (int i = 0; i < t->length; i++) {
            for (int k = 0; k < t->length; k++) same += mine[i] == t->cell[other * t->length + k];
        }
        if (same == t->length) return true;
    }
    return false;
}

static int reference(const cn_model *m, const cn_position *p) {
    const cn_shape *s = &m->shape;
    cn_board board;
    p->game->draw(p->state, &board);
    const int turn = p->rules->turn(p->state), cells = s->rows * s->columns;
    int stones = 0;
    for (int i = 0; i < cells; i++) stones += board.cell[i] != 0;
    const int table = s->phase[stones] * s->sides + (s->sides == 2 ? turn : 0);
    const _Atomic int16_t *weight = m->weight + (size_t)table * m->network.size;
    int sum = weight[stones];
    uint32_t from = (uint32_t)cells + 1;
    for (int i = 0; i < s->tuples; i++) {
        const cn_tuple *t = &s->tuple[i];
        uint32_t size = 1;
        for (int c = 0; c < t->length; c++) size *= 3;
        for (int image = 0; image < t->images; image++) {
            if (covered_before(t, image)) continue;
            uint32_t index = 0;
            for (int c = t->length - 1; c >= 0; c--) {
                const int cell = t->cell[image * t->length + c];
                const int content = board.cell[s->mirrored && turn == 1 ? s->mirror[cell] : cell];
                index = index * 3 + (content == 0 ? 0 : content - 1 == turn ? 1 : 2);
            }
            sum += weight[from + index];
        }
        from += size;
    }
    return sum >> s->shift;
}

/* ---- models of random weights ---- */

static void open_position(const char *game, const char *option, cn_position *p) {
    cn_value values[CN_OPTIONS_MAX];
    cn_error error;
    const cn_game *g = cn_game_find(game);
    cn_values_default(g->options, values);
    if (option) assert_int_equal(cn_values_set(g->options, values, option, &error), CN_OK);
    assert_int_equal(cn_position_new(g, values, NULL, p, &error), CN_OK);
}

/* `sides` is 0 for a board that player 1 sees from the other end. */
static cn_model *random_model(const cn_position *p, const char *tuples, int phases, int sides,
                              int shift, bool planes) {
    cn_geometry *g = malloc(sizeof *g);
    cn_shape *shape = calloc(1, sizeof *shape);
    cn_model *m = NULL;
    cn_error error;
    cn_geometry_explore(p, g);
    snprintf(shape->game, sizeof shape->game, "%s", p->game->name);
    shape->rows = g->rows;
    shape->columns = g->columns;
    shape->planes = g->planes && planes;
    for (int i = 0; i < g->cells; i++) shape->bit[i] = shape->planes ? g->bit[i] : (uint16_t)i;
    shape->phases = phases;
    shape->sides = sides ? sides : 1;
    shape->mirrored = sides == 0;
    for (int i = 0; i < g->cells; i++) {
        const int row = g->rows - 1 - i / g->columns;
        shape->mirror[i] = (uint16_t)(row * g->columns + i % g->columns);
    }
    shape->shift = shift;
    shape->unit = 1;
    for (int i = 0; i <= g->cells; i++) shape->phase[i] = (uint8_t)(i * phases / (g->cells + 1));
    assert_int_equal(cn_tuples_parse(g, tuples, 1, shape, &error), CN_OK);
    assert_int_equal(cn_model_new(shape, &m, &error), CN_OK);
    cn_tuples_free(shape);
    cn_rng rng = cn_rng_make(9, 9);
    for (int t = 0; t < cn_model_tables(m); t++) {
        for (uint32_t i = 0; i < m->packed; i++) {
            const uint32_t r = cn_rng_below(&rng, 1 << 20);
            /* Zeros, small and large ones, as in a file. */
            const int w = r % 3 == 0   ? 0
                          : r % 3 == 1 ? (int)(r % 200) - 100
                                       : (int)(r % 65536) - 32768;
            cn_model_set(m, t, i, (int16_t)w);
        }
    }
    m->game = p->game;
    free(g);
    free(shape);
    return m;
}

typedef struct example {
    const char *game, *option, *tuples;
    int phases, sides, shift, games;
} example;

static const example examples[] = {
    {"othello", NULL, "a1b1c1d1e1f1g1h1b2g2+a1b1c1a2b2c2a3b3c3+a1b1c1d1e1a2b2c2d2e2+lines:8", 13, 1,
     0, 2000},
    {"connect4", NULL, "walks:60x8+lines:4", 3, 2, 3, 2000},
    {"connect4", "width=8", "blocks:2x3+walks:5x10", 1, 2, 0, 300},
    {"tictactoe", NULL, "a1b1c1a2b2c2a3b3c3", 9, 2, 1, 500},
    {"gomoku", "size=9", "shared:6+walks:20x7", 4, 2, 3, 60},
    {"go", "size=5", "walks:30x9", 2, 2, 2, 60},
    {"connect4", NULL, "walks:30x6", 3, 0, 3, 300},
    {"gomoku", "size=9", "walks:9x6", 2, 0, 0, 60},
};

/* Taken apart, the value is the same, and its parts add up to it. */
static void check_opinion(const cn_model *m, const cn_position *p, int expected) {
    cn_opinion o;
    cn_error error;
    assert_int_equal(cn_opinion_make(m, p, &o, &error), CN_OK);
    assert_int_equal(o.count, m->network.lanes);
    const double own = p->rules->turn(p->state) ? -o.value : o.value;
    assert_int_equal((int)floor(own + 1e-6), expected);
    double tuples = 0, cells = 0;
    for (int i = 0; i < o.count; i++) tuples += o.tuple[i].weight;
    for (int i = 0; i < o.cells; i++) cells += o.cell[i];
    assert_true(fabs(tuples - cells) < 1e-3);
    assert_true(fabs(o.tuple[0].weight) >= fabs(o.tuple[o.count - 1].weight));
    cn_opinion_free(&o);
}

static void every_position(const example *e, bool planes) {
    cn_position p, start;
    cn_error error;
    open_position(e->game, e->option, &start);
    assert_int_equal(cn_position_copy(&start, &p, &error), CN_OK);
    cn_model *m = random_model(&start, e->tuples, e->phases, e->sides, e->shift, planes);
    assert_true(m->shape.planes == (planes && start.rules->planes));
    const int games = TEST_SANITIZED ? e->games / 10 + 1 : e->games;
    for (int game = 0; game < games; game++) {
        cn_rng rng = cn_rng_make(3, (uint64_t)game);
        cn_state_copy(start.rules, p.state, start.state);
        for (int ply = 0; ply < 200; ply++) {
            const int expected = reference(m, &p);
            const int found = cn_model_value(m, p.game, p.rules, p.state);
            if (found != expected) {
                fail_msg("%s, game %d, ply %d: %d instead of %d", e->game, game, ply, found,
                         expected);
            }
            if (game % 50 == 0) check_opinion(m, &p, expected);
            cn_planes bits = {{0}, {0}};
            uint32_t active[CN_LANES_MAX + 1];
            cn_model_planes(m, p.game, p.rules, p.state, &bits);
            const int table = cn_model_active(m, &bits, p.rules->turn(p.state), active);
            int sum = 0;
            for (int i = 0; i <= m->network.lanes; i++) {
                sum += cn_model_get(m, table, m->rank[active[i]]);
            }
            assert_int_equal(sum >> e->shift, expected);
            if (p.rules->over(p.state) != CN_ONGOING) break;
            p.rules->play(p.state, cn_playout_pick(p.rules, p.state, 0, &rng));
        }
    }
    cn_model_free(m);
    cn_position_free(&p);
    cn_position_free(&start);
}

static void test_reference(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        every_position(&examples[i], true);
        example drawn = examples[i];
        drawn.games = drawn.games / 10 + 1;
        every_position(&drawn, false);
    }
}

/* A position and its images have one value. */
static void test_symmetry(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        const example *e = &examples[i];
        cn_position start, image;
        cn_error error;
        open_position(e->game, e->option, &start);
        cn_position_copy(&start, &image, &error);
        cn_model *m = random_model(&start, e->tuples, e->phases, e->sides, e->shift, true);
        cn_rng rng = cn_rng_make(4, i);
        for (int ply = 0; ply < 30 && start.rules->over(start.state) == CN_ONGOING; ply++) {
            const int value = cn_model_value(m, start.game, start.rules, start.state);
            for (int k = 0; k < start.rules->symmetries; k++) {
                start.rules->symmetry(start.state, k, image.state);
                assert_int_equal(cn_model_value(m, start.game, start.rules, image.state), value);
            }
            start.rules->play(start.state, cn_playout_pick(start.rules, start.state, 0, &rng));
        }
        cn_model_free(m);
        cn_position_free(&start);
        cn_position_free(&image);
    }
}

/* ---- files ---- */

static cn_model *small_model(int sides) {
    cn_position start;
    open_position("connect4", NULL, &start);
    cn_model *m = random_model(&start, "lines:4+walks:3x5", 3, sides, 1, true);
    snprintf(m->made, sizeof m->made, "games=1\nby=a test\n");
    m->outlooks = 2;
    m->outlook[0] = (cn_outlook){1, 2, 6, 0.9f, -12.5f, 310};
    m->outlook[1] = (cn_outlook){2, 3, 7, 1.1f, 0, 100};
    cn_position_free(&start);
    return m;
}

static void round_trip(int sides) {
    cn_model *m = small_model(sides), *back;
    unsigned char *bytes, *again;
    size_t size, size_again;
    cn_error error;
    assert_int_equal(cn_model_encode(m, &bytes, &size, &error), CN_OK);
    assert_int_equal(cn_model_decode("test", bytes, size, &back, &error), CN_OK);
    assert_int_equal(back->packed, m->packed);
    assert_memory_equal((void *)back->weight, (void *)m->weight, m->weight_bytes);
    assert_string_equal(back->made, m->made);
    assert_int_equal(back->outlooks, 2);
    assert_int_equal(back->shape.mirrored, sides == 0);
    assert_int_equal(cn_model_encode(back, &again, &size_again, &error), CN_OK);
    assert_int_equal(size, size_again);
    assert_memory_equal(bytes, again, size);
    free(bytes);
    free(again);
    cn_model_free(m);
    cn_model_free(back);
}

static void test_round_trip(void **unused) {
    (void)unused;
    for (int sides = 0; sides <= 2; sides++) round_trip(sides);
}

/* Whatever byte is changed and wherever the file is cut, it is refused with a message. */
static void test_damage(void **unused) {
    (void)unused;
    cn_model *m = small_model(0), *back;
    unsigned char *bytes;
    size_t size;
    cn_error error;
    assert_int_equal(cn_model_encode(m, &bytes, &size, &error), CN_OK);
    for (size_t i = 0; i < size; i += i < 3000 ? 1 : 97) {
        bytes[i] ^= 0x15;
        error.text[0] = '\0';
        assert_int_equal(cn_model_decode("test", bytes, size, &back, &error), CN_BAD_INPUT);
        assert_true(strstr(error.text, "test") != NULL);
        bytes[i] ^= 0x15;
        assert_int_equal(cn_model_decode("test", bytes, i, &back, &error), CN_BAD_INPUT);
    }
    bytes[15] = '2'; /* the number of the format */
    assert_int_equal(cn_model_decode("test", bytes, size, &back, &error), CN_BAD_INPUT);
    assert_true(strstr(error.text, "format") != NULL);
    free(bytes);
    cn_model_free(m);
}

/* A few bytes that name huge tuples are refused before memory is taken for them. */
static void test_huge(void **unused) {
    (void)unused;
    cn_model *m = small_model(2), *back;
    unsigned char *bytes;
    size_t size;
    cn_error error;
    char text[1 << 16];
    assert_int_equal(cn_model_encode(m, &bytes, &size, &error), CN_OK);
    const char *first = strstr((const char *)bytes, "tuple ");
    size_t used = (size_t)(first - (const char *)bytes);
    memcpy(text, bytes, used);
    for (int i = 0; i < CN_TUPLES_MAX; i++) {
        used += (size_t)sprintf(text + used, "tuple 10 1 0 1 2 3 4 5 6 7 8 9\n");
    }
    unsigned long long sum = cn_file_sum(CN_FILE_SUM, text, used);
    sum = cn_file_sum(sum, "\xff", 1);
    used += (size_t)sprintf(text + used, "weights 1 %016llx\n\xff", sum);
    assert_int_equal(cn_model_decode("test", (unsigned char *)text, used, &back, &error),
                     CN_BAD_INPUT);
    assert_non_null(strstr(error.text, "too few weights"));
    free(bytes);
    cn_model_free(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reference),  cmocka_unit_test(test_symmetry),
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_damage),
        cmocka_unit_test(test_huge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
