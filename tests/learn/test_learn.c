/* Learning: tuples from words, boards explored, the same seed the same weights, threads, and that
 * something is learned. Also under ThreadSanitizer. */
#include "learn/duel.h"
#include "learn/learn.h"
#include "learn/outlook.h"
#include "learn/refine.h"
#include "learn/tuples.h"
#include "search/model_file.h"
#include "support/support.h"

#include <stdlib.h>

/* ---- boards ---- */

static void test_geometry(void **unused) {
    (void)unused;
    static const struct {
        const char *game, *options;
        int rows, columns, symmetries;
        bool planes;
    } board[] = {
        {"othello", NULL, 8, 8, 8, true},       {"connect4", NULL, 6, 7, 2, true},
        {"connect4", "width=5", 6, 5, 2, true}, {"tictactoe", NULL, 3, 3, 8, false},
        {"gomoku", "size=7", 7, 7, 8, false},   {"go", "size=5", 5, 5, 8, false},
    };
    for (size_t i = 0; i < sizeof board / sizeof *board; i++) {
        cn_geometry *g = malloc(sizeof *g);
        cn_position p = test_position(board[i].game, board[i].options, NULL);
        cn_geometry_explore(&p, g);
        assert_int_equal(g->rows, board[i].rows);
        assert_int_equal(g->columns, board[i].columns);
        assert_int_equal(g->symmetries, board[i].symmetries);
        assert_true(!board[i].planes || g->planes);
        /* A symmetry of a rectangle takes corners to corners. */
        for (int k = 0; k < g->symmetries; k++) {
            const int corner = g->image[k][0], row = corner / g->columns;
            assert_true(row == 0 || row == g->rows - 1);
            assert_true(corner % g->columns == 0 || corner % g->columns == g->columns - 1);
        }
        cn_position_free(&p);
        free(g);
    }
}

/* How many tuples and places some words give on a board. */
static void tuples(const cn_geometry *g, const char *words, int count, int images) {
    cn_shape *shape = calloc(1, sizeof *shape);
    cn_error error;
    shape->rows = g->rows;
    shape->columns = g->columns;
    assert_int_equal(cn_tuples_parse(g, words, 1, shape, &error), CN_OK);
    int places = 0;
    for (int i = 0; i < shape->tuples; i++) places += shape->tuple[i].images;
    assert_int_equal(shape->tuples, count);
    assert_int_equal(places, images);
    cn_tuples_free(shape);
    free(shape);
}

static void test_tuples(void **unused) {
    (void)unused;
    cn_geometry *g = malloc(sizeof *g);
    cn_position p = test_position("othello", NULL, NULL);
    cn_geometry_explore(&p, g);
    /* Rows 1 to 4 and a diagonal; each row has four places in two directions each. */
    tuples(g, "lines:8", 5, 4 * 8 + 4);
    tuples(g, "a1b1+b1a1+h8g8", 1, 8); /* three times the same */
    tuples(g, "shared:8", 2, 2 * 16 + 4);
    tuples(g, "blocks:8x1", 4, 32);
    static const char *const wrong[] = {"",
                                        "lines:0",
                                        "lines:11",
                                        "walks:5",
                                        "a0",
                                        "i1",
                                        "a1a1",
                                        "a1b1c",
                                        "lines:3+",
                                        "blocks:4x4",
                                        "x",
                                        "+a1",
                                        "a1b1c1d1e1f1g1h1a2b2c2"};
    cn_shape *shape = calloc(1, sizeof *shape);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        cn_error error = {""};
        if (i == 8) continue; /* a sum may end in `+` */
        assert_int_equal(cn_tuples_parse(g, wrong[i], 1, shape, &error), CN_BAD_USAGE);
        assert_true(error.text[0] != '\0');
        assert_int_equal(shape->tuples, 0);
    }
    free(shape);
    cn_position_free(&p);
    free(g);
}

/* ---- learning ---- */

static cn_learner *learner(const cn_position *p, int threads, uint64_t games, cn_model *resume) {
    cn_learn_options o;
    cn_learner *l = NULL;
    cn_error error;
    cn_learn_defaults(p, &o);
    o.threads = threads;
    o.games = games;
    o.seed = 7;
    o.tuples = "walks:12x6";
    assert_int_equal(cn_learner_new(p, &o, resume, &l, &error), CN_OK);
    return l;
}

static unsigned char *learned(const cn_position *p, int threads, int games, int runs,
                              size_t *size) {
    cn_error error;
    cn_learn_progress progress = {0};
    unsigned char *bytes;
    cn_learner *l = learner(p, threads, (uint64_t)games, NULL);
    for (int i = 1; i <= runs; i++) {
        assert_int_equal(cn_learner_run(l, (double)i / runs, &progress, &error), CN_OK);
    }
    assert_true(progress.finished);
    assert_int_equal(progress.games, games);
    assert_int_equal(cn_model_encode(cn_learner_model(l), &bytes, size, &error), CN_OK);
    cn_learner_free(l);
    return bytes;
}

enum { GAMES = TEST_SANITIZED ? 30 : 90 };

static void test_deterministic(void **unused) {
    (void)unused;
    static const char *const games[] = {"connect4", "othello", "tictactoe"};
    for (int i = 0; i < 3; i++) {
        cn_position p = test_position(games[i], NULL, NULL);
        size_t once, again;
        unsigned char *a = learned(&p, 1, GAMES, 3, &once), *b = learned(&p, 1, GAMES, 3, &again);
        assert_int_equal(once, again);
        assert_memory_equal(a, b, once);
        free(a);
        free(b);
        cn_position_free(&p);
    }
}

static void test_threads(void **unused) {
    (void)unused;
    cn_position p = test_position("connect4", NULL, NULL);
    size_t size;
    free(learned(&p, 4, 200, 2, &size));
    cn_position_free(&p);
}

/* A few thousand games teach Tic-Tac-Toe: one ply of search with the learned values, against every
 * reply, never loses from the start. */
static bool survives(const cn_model *m, const cn_position *p, void *stack, int depth, int me) {
    const cn_rules *rules = p->rules;
    const unsigned char *state = (unsigned char *)stack + (size_t)depth * rules->state_size;
    unsigned char *child = (unsigned char *)stack + (size_t)(depth + 1) * rules->state_size;
    const cn_outcome outcome = rules->over(state);
    if (outcome != CN_ONGOING) return outcome != cn_win_of(me ^ 1);
    cn_move list[CN_MOVES_MAX];
    const int count = rules->moves(state, list);
    int best = 0, value = INT32_MIN;
    for (int i = 0; i < count; i++) {
        memcpy(child, state, rules->state_size);
        rules->play(child, list[i]);
        if (rules->turn(state) != me) {
            if (!survives(m, p, stack, depth + 1, me)) return false;
            continue;
        }
        const cn_outcome end = rules->over(child);
        const int v = end == CN_DRAW ? 0
                      : end          ? 1000000
                                     : -cn_model_value(m, p->game, rules, child);
        if (v > value) {
            value = v;
            best = i;
        }
    }
    if (rules->turn(state) != me) return true;
    memcpy(child, state, rules->state_size);
    rules->play(child, list[best]);
    return survives(m, p, stack, depth + 1, me);
}

static void test_learns(void **unused) {
    (void)unused;
    cn_position p = test_position("tictactoe", NULL, NULL);
    cn_learn_options o;
    cn_learner *l;
    cn_error error;
    cn_learn_progress progress;
    cn_learn_defaults(&p, &o);
    o.games = 4000;
    o.play.random = 0.3f; /* so that every position comes about */
    o.tuples = "a1b1c1a2b2c2a3b3c3";
    assert_int_equal(cn_learner_new(&p, &o, NULL, &l, &error), CN_OK);
    assert_int_equal(cn_learner_run(l, 1, &progress, &error), CN_OK);
    void *stack = calloc(12, p.rules->state_size);
    for (int me = 0; me < 2; me++) {
        memcpy(stack, p.state, p.rules->state_size);
        assert_true(survives(cn_learner_model(l), &p, stack, 0, me));
    }
    free(stack);
    cn_learner_free(l);
    cn_position_free(&p);
}

/* Weights that were never learned, fitted to searches to the end of the game, know Tic-Tac-Toe: by
 * one ply they never lose, if the positions were enough. The same options fit the same weights, by
 * two threads as well. */
enum { REFINED = TEST_SANITIZED ? 400 : 4000 };

static void test_refines(void **unused) {
    (void)unused;
    cn_position p = test_position("tictactoe", NULL, NULL);
    cn_learn_options learn;
    cn_refine_options o = {.depth = 2, .positions = REFINED, .threads = 2, .seed = 3};
    cn_error error;
    unsigned char *bytes[2];
    size_t size[2];
    cn_learn_defaults(&p, &learn);
    learn.tuples = "a1b1c1a2b2c2a3b3c3";
    o.play = learn.play;
    o.play.solve = 9;
    o.play.opening = 9;
    for (int i = 0; i < 2; i++) {
        cn_learner *l;
        cn_refine_report report;
        assert_int_equal(cn_learner_new(&p, &learn, NULL, &l, &error), CN_OK);
        cn_model *m = cn_learner_model(l);
        for (int phase = m->shape.phases - 1; phase >= 0; phase--) {
            assert_int_equal(cn_refine_phase(&p, m, phase, &o, &report, &error), CN_OK);
            assert_int_equal(report.positions, o.positions);
            assert_true(report.after < report.before);
        }
        void *stack = calloc(12, p.rules->state_size);
        for (int me = 0; !TEST_SANITIZED && me < 2; me++) {
            memcpy(stack, p.state, p.rules->state_size);
            assert_true(survives(m, &p, stack, 0, me));
        }
        free(stack);
        assert_int_equal(cn_model_encode(m, &bytes[i], &size[i], &error), CN_OK);
        cn_learner_free(l);
    }
    assert_int_equal(size[0], size[1]);
    assert_memory_equal(bytes[0], bytes[1], size[0]);
    free(bytes[0]);
    free(bytes[1]);
    cn_position_free(&p);
}

static bool at_once(void) {
    return true;
}

/* Where refining is interrupted, or no game comes to the phase, the weights stay. */
static void test_refines_nothing(void **unused) {
    (void)unused;
    cn_position p = test_position("connect4", NULL, NULL);
    cn_error error;
    cn_refine_report report;
    cn_learner *l = learner(&p, 1, 1, NULL);
    cn_model *m = cn_learner_model(l);
    cn_refine_options o = {.play = cn_learner_options(l)->play,
                           .depth = 2,
                           .positions = CN_REFINE_LEAST,
                           .threads = 1,
                           .interrupted = at_once};
    unsigned char *before, *after;
    size_t size, again;
    assert_int_equal(cn_model_encode(m, &before, &size, &error), CN_OK);
    assert_int_equal(cn_refine_phase(&p, m, 0, &o, &report, &error), CN_STOPPED);
    o.interrupted = NULL;
    assert_int_equal(cn_refine_phase(&p, m, m->shape.phases, &o, &report, &error), CN_OK);
    assert_int_equal(report.positions, 0);
    assert_int_equal(cn_model_encode(m, &after, &again, &error), CN_OK);
    assert_int_equal(size, again);
    assert_memory_equal(before, after, size);
    free(before);
    free(after);
    cn_learner_free(l);
    cn_position_free(&p);
}

/* What was learned is not forgotten when learning goes on: a few games more change little. */
static void test_resume(void **unused) {
    (void)unused;
    cn_position p = test_position("connect4", NULL, NULL);
    cn_error error;
    size_t size;
    cn_model *m, *old;
    unsigned char *bytes = learned(&p, 1, 600, 1, &size);
    assert_int_equal(cn_model_decode("test", bytes, size, &m, &error), CN_OK);
    assert_int_equal(cn_model_decode("test", bytes, size, &old, &error), CN_OK);
    free(bytes);
    cn_learn_progress progress;
    cn_learner *l = learner(&p, 1, 5, m);
    assert_int_equal(cn_learner_run(l, 1, &progress, &error), CN_OK);
    double sum = 0, change = 0;
    for (int table = 0; table < cn_model_tables(old); table++) {
        for (uint32_t i = 0; i < old->packed; i++) {
            const int before = cn_model_get(old, table, i), after = cn_model_get(m, table, i);
            sum += abs(before);
            change += abs(after - before);
        }
    }
    assert_true(change > 0 && change < sum / 20);
    cn_learner_free(l);
    cn_model_free(old);
    cn_position_free(&p);
}

/* Errors of shallow searches: there are some, the same seed measures the same, and they are kept in
 * a file. */
static void test_outlook(void **unused) {
    (void)unused;
    cn_position p = test_position("connect4", NULL, NULL);
    cn_error error;
    size_t size, again;
    cn_model *m;
    cn_outlook_report report;
    cn_learn_options o;
    cn_learn_defaults(&p, &o);
    unsigned char *bytes = learned(&p, 1, 300, 1, &size);
    assert_int_equal(cn_model_decode("test", bytes, size, &m, &error), CN_OK);
    free(bytes);
    for (int i = 0; i < (TEST_SANITIZED ? 1 : 2); i++) {
        unsigned char *more;
        assert_int_equal(cn_outlook_measure(&p, m, &o.play, 1, &report, &error), CN_OK);
        assert_int_equal(cn_model_encode(m, &more, &again, &error), CN_OK);
        if (i > 0) {
            assert_int_equal(again, size);
            assert_memory_equal(bytes, more, size);
            free(bytes);
        }
        bytes = more;
        size = again;
    }
    assert_true(m->outlooks > 0 && report.positions > 0 && report.share > 0);
    for (int i = 0; i < m->outlooks; i++) {
        const cn_outlook *e = &m->outlook[i];
        assert_true(e->shallow < e->deep && e->slope > 0 && e->deviation > 0);
        assert_int_equal(m->outlook_at[e->phase][e->deep], i + 1);
    }
    cn_model *read;
    assert_int_equal(cn_model_decode("test", bytes, size, &read, &error), CN_OK);
    assert_int_equal(read->outlooks, m->outlooks);
    assert_memory_equal(read->outlook_at, m->outlook_at, sizeof m->outlook_at);
    free(bytes);
    cn_model_free(read);
    cn_model_free(m);
    cn_position_free(&p);
}

static void test_duel(void **unused) {
    (void)unused;
    cn_position p = test_position("othello", NULL, NULL);
    cn_tally tally, mirrored;
    cn_error error;
    cn_duel_options o = {"pvs:depth=2", "random", 20, 3, NULL};
    assert_int_equal(cn_duel(&p, &o, &tally, &error), CN_OK);
    assert_int_equal(cn_tally_games(&tally), 20);
    assert_int_equal(cn_tally_pairs(&tally), 10);
    assert_true(tally.wins >= 15);
    o.first = "random";
    o.second = "pvs:depth=2";
    assert_int_equal(cn_duel(&p, &o, &mirrored, &error), CN_OK);
    assert_true(mirrored.losses >= 15);
    cn_position_free(&p);
}

int main(void) {
    const struct CMUnitTest threaded[] = {
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_refines),
    };
    if (TEST_THREADS_ONLY) return cmocka_run_group_tests(threaded, NULL, NULL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_geometry),      cmocka_unit_test(test_tuples),
        cmocka_unit_test(test_deterministic), cmocka_unit_test(test_threads),
        cmocka_unit_test(test_learns),        cmocka_unit_test(test_resume),
        cmocka_unit_test(test_outlook),       cmocka_unit_test(test_duel),
        cmocka_unit_test(test_refines),       cmocka_unit_test(test_refines_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
