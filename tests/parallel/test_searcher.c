/* Searchers from shared objects, the examples student and team: against minimax of our own, on
 * several threads; and searchers that are not whole, or do what they must not. */
#include "engine/searchers.h"
#include "support/support.h"

#include <stdatomic.h>

static void load(const char *name) {
    const cn_game *game;
    char path[512];
    cn_error error = {""};
    snprintf(path, sizeof path, "%s/examples/%s.so", TEST_BUILD, name);
    if (cn_plugin_load(path, &game, &error) != CN_OK) fail_msg("%s", error.text);
    assert_null(game);
}

static int load_all(void **unused) {
    (void)unused;
    load("student");
    load("team");
    return 0;
}

static const cn_result *search(const cn_position *p, const char *spec, const cn_limits *limits) {
    static cn_result result[2];
    static int turn;
    cn_search *s;
    cn_error error = {""};
    turn ^= 1; /* the one before stays */
    if (cn_search_new(p->game, spec, &s, &error) != CN_OK) fail_msg("%s: %s", spec, error.text);
    if (cn_search_run(s, p, limits, NULL, NULL, &result[turn], &error) != CN_OK) {
        fail_msg("%s: %s", spec, error.text);
    }
    cn_search_free(s);
    return &result[turn];
}

/* ---- the examples ---- */

static void expect_minimax(const cn_position *p, const char *agent, int depth) {
    char spec[64], minimax[64];
    snprintf(spec, sizeof spec, "%s,depth=%d", agent, depth);
    snprintf(minimax, sizeof minimax, "minimax:depth=%d", depth);
    const cn_result *ours = search(p, minimax, NULL), *theirs = search(p, spec, NULL);
    assert_int_equal(theirs->best, ours->best);
    assert_int_equal(cn_score_compare(theirs->score, ours->score), 0);
    assert_int_equal(theirs->depth, depth);
    assert_true(theirs->complete);
    assert_int_equal(theirs->line[0], theirs->best);
}

static void same_as_minimax(void **unused) {
    (void)unused;
    const char *const games[] = {"tictactoe", "connect4", "othello"};
    cn_rng rng = cn_rng_make(3, 0);
    for (int i = 0; i < 60; i++) {
        cn_position p = test_position(games[i % 3], NULL, NULL);
        cn_move moves[CN_MOVES_MAX];
        for (uint32_t left = cn_rng_below(&rng, 30); left > 0; left--) {
            const int count = cn_position_moves(&p, moves);
            if (count) cn_position_play(&p, moves[cn_rng_below(&rng, (uint32_t)count)], NULL);
        }
        if (cn_position_over(&p) == CN_ONGOING) {
            expect_minimax(&p, "student:time=0", 3);
            expect_minimax(&p, "team:threads=1", 4);
            expect_minimax(&p, "team:threads=2", 4);
            expect_minimax(&p, "team:threads=4", 3);
        }
        cn_position_free(&p);
    }
}

static void limits_hold(void **unused) {
    (void)unused;
    cn_position p = test_position("othello", NULL, NULL);
    const cn_limits shallow = {.depth = 2};
    assert_int_equal(search(&p, "student:depth=5", &shallow)->depth, 2);
    const cn_result *timed = search(&p, "team:depth=0,threads=2,time=0.05", NULL);
    assert_false(timed->complete);
    assert_true(cn_position_legal(&p, timed->best));
    assert_int_equal(timed->threads, 2);
    const cn_limits lines = {.lines = 3};
    const cn_result *three = search(&p, "student:depth=3", &lines);
    assert_int_equal(three->top_count, 3);
    assert_int_equal(three->top[0].info.move, three->best);
    assert_true(cn_score_compare(three->top[0].info.score, three->top[2].info.score) >= 0);
    cn_position_free(&p);
}

/* A stop that comes before the run: no time at all, but a move. */
static void stopped_at_once(void **unused) {
    (void)unused;
    cn_position p = test_position("connect4", NULL, NULL);
    const char *const specs[] = {"student:depth=0", "team:depth=0,threads=2"};
    for (int i = 0; i < 2; i++) {
        cn_search *s;
        static cn_result result;
        assert_int_equal(cn_search_new(p.game, specs[i], &s, NULL), CN_OK);
        cn_search_stop(s);
        assert_int_equal(cn_search_run(s, &p, NULL, NULL, NULL, &result, NULL), CN_OK);
        assert_true(cn_position_legal(&p, result.best));
        assert_false(result.complete);
        cn_search_free(s);
    }
    cn_position_free(&p);
}

static void options_are_checked(void **unused) {
    (void)unused;
    const cn_position p = test_position("connect4", NULL, NULL);
    cn_search *s;
    cn_error error = {""};
    assert_int_equal(cn_search_new(p.game, "student:threads=2", &s, &error), CN_BAD_USAGE);
    assert_non_null(strstr(error.text, "threads"));
    assert_int_equal(cn_search_new(p.game, "student:depth=99", &s, &error), CN_BAD_USAGE);
    assert_int_equal(cn_search_new(p.game, "studnet", &s, &error), CN_BAD_USAGE);
    assert_non_null(strstr(error.text, "did you mean `student`"));
    cn_position_free((cn_position *)&p);
}

/* ---- parts of parts: every one is run once ---- */

enum { PARTS = 600, INNER = 5 };

typedef struct tally {
    const cn_work *work;
    _Atomic int runs[PARTS];
    _Atomic int inner;
} tally;

static void inner_part(void *user, int index, int worker) {
    tally *t = user;
    (void)worker;
    atomic_fetch_add(&t->inner, index + 1);
}

static void outer_part(void *user, int index, int worker) {
    tally *t = user;
    atomic_fetch_add(&t->runs[index], 1);
    t->work->divide(t->work, worker, INNER, inner_part, t);
}

static int divided;

static cn_status divider_run(void *self, const cn_work *work, cn_result *result, cn_error *error) {
    static tally t;
    (void)self;
    (void)error;
    memset(&t, 0, sizeof t);
    t.work = work;
    work->divide(work, 0, PARTS, outer_part, &t);
    divided = atomic_load(&t.inner);
    for (int i = 0; i < PARTS; i++) divided += atomic_load(&t.runs[i]) == 1 ? 0 : 1000000;
    cn_move moves[CN_MOVES_MAX];
    work->position->rules->moves(work->position->state, moves);
    result->best = moves[0];
    return CN_OK;
}

static const cn_searcher divider = {
    .abi = CN_SEARCHER_ABI,
    .name = "divider",
    .summary = "divides work and plays the first move",
    .parallel = true,
    .run = divider_run,
};

static void parts_of_parts(void **unused) {
    (void)unused;
    cn_position p = test_position("tictactoe", NULL, NULL);
    const char *const specs[] = {"divider", "divider:threads=2", "divider:threads=4"};
    assert_int_equal(cn_searcher_add(&divider, NULL), CN_OK);
    for (int i = 0; i < 3; i++) {
        search(&p, specs[i], NULL);
        assert_int_equal(divided, PARTS * INNER * (INNER + 1) / 2);
    }
    cn_position_free(&p);
}

/* ---- searchers that are refused, and results that are ---- */

static void refused(cn_searcher s, const char *words) {
    cn_error error = {""};
    assert_int_equal(cn_searcher_add(&s, &error), CN_BAD_INPUT);
    if (!strstr(error.text, words)) fail_msg("expected `%s`, got: %s", words, error.text);
}

static void tables_with_gaps(void **unused) {
    (void)unused;
    static const cn_option no_help[] = {{"k", CN_OPTION_INT, 0, 9, NULL, "1", NULL},
                                        {.name = NULL}};
    static const cn_option wrong[] = {{"k", CN_OPTION_INT, 0, 9, NULL, "12", "k"}, {.name = NULL}};
    static const cn_option time[] = {{"time", CN_OPTION_INT, 0, 9, NULL, "1", "t"}, {.name = NULL}};
    cn_searcher s = divider;
    s.name = "fresh";
#define GAP(field, value, words) \
    do {                         \
        cn_searcher bad = s;     \
        bad.field = value;       \
        refused(bad, words);     \
    } while (0)
    GAP(abi, 1, "built for interface 1");
    GAP(name, NULL, "`name` must be one word");
    GAP(name, "My Search", "`name` must be one word");
    GAP(name, "pvs", "there is an agent of that name");
    GAP(name, "hard", "there is an agent of that name");
    GAP(name, "student", "there is an agent of that name");
    GAP(summary, NULL, "`summary` is NULL");
    GAP(run, NULL, "`run` is NULL");
    GAP(size, (size_t)1 << 40, "bytes");
    GAP(options, no_help, "has no help");
    GAP(options, wrong, "not one of its values");
    GAP(options, time, "`time` is added to every searcher");
}

static cn_status any_nonsense(void *self, const cn_work *work, cn_result *result, cn_error *error) {
    (void)self;
    (void)work;
    (void)error;
    result->best = 12345;
    return CN_OK;
}

static cn_status too_long(void *self, const cn_work *work, cn_result *result, cn_error *error) {
    cn_move moves[CN_MOVES_MAX];
    (void)self;
    (void)error;
    work->position->rules->moves(work->position->state, moves);
    result->best = moves[0];
    result->line_length = 100000;
    return CN_OK;
}

static void results_that_cannot_be(void **unused) {
    (void)unused;
    static const cn_searcher bad[] = {
        {.abi = CN_SEARCHER_ABI, .name = "nonsense", .summary = "-", .run = any_nonsense},
        {.abi = CN_SEARCHER_ABI, .name = "toolong", .summary = "-", .run = too_long},
    };
    const char *const words[] = {"not legal", "room"};
    cn_position p = test_position("tictactoe", NULL, NULL);
    for (int i = 0; i < 2; i++) {
        cn_search *s;
        static cn_result result;
        cn_error error = {""};
        assert_int_equal(cn_searcher_add(&bad[i], NULL), CN_OK);
        assert_int_equal(cn_search_new(p.game, bad[i].name, &s, NULL), CN_OK);
        assert_int_equal(cn_search_run(s, &p, NULL, NULL, NULL, &result, &error), CN_BAD_INPUT);
        if (!strstr(error.text, words[i])) fail_msg("%s", error.text);
        cn_search_free(s);
    }
    cn_position_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_as_minimax),        cmocka_unit_test(limits_hold),
        cmocka_unit_test(stopped_at_once),        cmocka_unit_test(options_are_checked),
        cmocka_unit_test(parts_of_parts),         cmocka_unit_test(tables_with_gaps),
        cmocka_unit_test(results_that_cannot_be),
    };
    return cmocka_run_group_tests(tests, load_all, NULL);
}
