/* Matches with several games at once: the same games whatever the number, stops, rounds, tests. */
#include "arena/match.h"
#include "support/support.h"

enum { MOST = 400 };

/* What is kept of a match: the key of every game, by number. */
typedef struct kept {
    uint64_t key[MOST];
    int count[MOST]; /* how often it was reported */
    int games;
    int stop_after;   /* games; -1: at the first look, 0: never */
    cn_status answer; /* to every game */
} kept;

static cn_status finished(const cn_match *match, const cn_fixture *fixture, const cn_bout *bout,
                          void *user, cn_error *error) {
    (void)match;
    kept *k = user;
    k->key[fixture->number] = cn_bout_summary(bout).key;
    k->count[fixture->number]++;
    k->games++;
    return k->answer == CN_OK ? CN_OK : cn_fail(error, k->answer, "the disk is full");
}

static bool tick(const cn_match *match, void *user) {
    const kept *k = user;
    return k->stop_after == 0 || match->standings.games < k->stop_after;
}

typedef struct setup {
    cn_position start;
    cn_value values[CN_OPTIONS_MAX];
    cn_openings openings;
    cn_match_settings settings;
} setup;

static setup made(const char *game, int games, int concurrency) {
    setup s = {.start = test_position(game, NULL, NULL)};
    cn_error error;
    cn_values_default(s.start.game->options, s.values);
    assert_int_equal(cn_openings_random(&s.openings, &s.start, 2, (games + 1) / 2, 3, &error),
                     CN_OK);
    s.settings = (cn_match_settings){.players = 2,
                                     .agents = {"random", "mcts:iterations=30"},
                                     .games = games,
                                     .rounds = 1,
                                     .seed = 3,
                                     .concurrency = concurrency};
    return s;
}

static void begin(cn_match *match, setup *s) {
    cn_error error;
    s->settings.start = &s->start;
    s->settings.values = s->values;
    const cn_status status = cn_match_new(match, &s->settings, &s->openings, &error);
    if (status != CN_OK) fail_msg("%s", error.text);
}

static void end(cn_match *match, setup *s) {
    cn_match_free(match);
    cn_openings_free(&s->openings);
    cn_position_free(&s->start);
}

static void run(cn_match *match, kept *k) {
    const cn_match_hooks hooks = {tick, finished, k};
    cn_error error;
    if (cn_match_run(match, &hooks, &error) != CN_OK) fail_msg("%s", error.text);
}

/* ---- determinism ---- */

static void same_games(void **unused) {
    (void)unused;
    static kept reference;
    for (int concurrency = 1; concurrency <= 7; concurrency += 3) {
        setup s = made("tictactoe", 60, concurrency);
        static kept k;
        k = (kept){0};
        cn_match match;
        begin(&match, &s);
        run(&match, &k);
        assert_true(cn_match_over(&match));
        assert_int_equal(k.games, 60);
        for (int i = 0; i < 60; i++) assert_int_equal(k.count[i], 1);
        if (concurrency == 1) reference = k;
        assert_memory_equal(k.key, reference.key, sizeof k.key);
        const cn_tally *t = &match.standings.tally[1];
        assert_int_equal(cn_tally_games(t), 60);
        assert_int_equal(cn_tally_pairs(t), 30);
        assert_true(t->losses > t->wins); /* random is the worse */
        end(&match, &s);
    }
}

static void another_seed(void **unused) {
    (void)unused;
    static kept a, b;
    a = b = (kept){0};
    for (int i = 0; i < 2; i++) {
        setup s = made("tictactoe", 20, 2);
        s.settings.seed = (uint64_t)i;
        cn_match match;
        begin(&match, &s);
        run(&match, i ? &b : &a);
        end(&match, &s);
    }
    assert_memory_not_equal(a.key, b.key, 20 * sizeof *a.key);
}

/* ---- cut and gone on with ---- */

typedef struct replayed {
    cn_fixture fixture[MOST];
    cn_game_summary game[MOST];
    int count;
} replayed;

static cn_status remember(const cn_match *match, const cn_fixture *fixture, const cn_bout *bout,
                          void *user, cn_error *error) {
    (void)match;
    (void)error;
    replayed *r = user;
    r->fixture[r->count] = *fixture;
    r->game[r->count++] = cn_bout_summary(bout);
    return CN_OK;
}

static bool until_ten(const cn_match *match, void *user) {
    (void)user;
    return match->standings.games - match->restored < 10;
}

/* A Swiss tournament stopped again and again comes to the same end. */
static void resumed(void **unused) {
    (void)unused;
    static replayed done;
    static kept whole;
    whole = (kept){0};
    done = (replayed){0};
    cn_match match;
    cn_tally expected = {0};
    for (int round = 0; round < 50; round++) {
        setup s = made("tictactoe", 6, round ? 3 : 1);
        s.settings.format = CN_SWISS;
        s.settings.players = 5;
        s.settings.rounds = 3;
        for (int i = 2; i < 5; i++) s.settings.agents[i] = "greedy";
        s.settings.agents[4] = "random:seed=9";
        begin(&match, &s);
        cn_error error;
        if (round == 0) { /* in one go */
            run(&match, &whole);
            expected = cn_standings_player(&match.standings, 1);
            end(&match, &s);
            continue;
        }
        /* Restoring wants rounds in order. */
        for (int number = 0; number < MOST; number++) {
            for (int i = 0; i < done.count; i++) {
                if (done.fixture[i].number != number) continue;
                if (cn_match_restore(&match, &done.fixture[i], &done.game[i], &error) != CN_OK) {
                    fail_msg("%s", error.text);
                }
            }
        }
        assert_int_equal(match.restored, done.count);
        const cn_match_hooks hooks = {until_ten, remember, &done};
        if (cn_match_run(&match, &hooks, &error) != CN_OK) fail_msg("%s", error.text);
        const bool over = cn_match_over(&match);
        if (over) {
            const cn_tally got = cn_standings_player(&match.standings, 1);
            assert_memory_equal(&got, &expected, sizeof got);
            assert_int_equal(done.count, 36);
            for (int i = 0; i < done.count; i++) {
                assert_true(done.game[i].key == whole.key[done.fixture[i].number]);
            }
        }
        assert_true(over || match.interrupted);
        end(&match, &s);
        if (over) return;
    }
    fail_msg("the match does not end");
}

static void foreign_games(void **unused) {
    (void)unused;
    setup s = made("tictactoe", 4, 1);
    cn_match match;
    cn_error error;
    begin(&match, &s);
    const cn_game_summary game = {.outcome = CN_DRAW, .loser = -1};
    cn_fixture fixture = cn_schedule_game(&match.schedule, 2);
    assert_int_equal(cn_match_restore(&match, &fixture, &game, &error), CN_OK);
    assert_int_equal(cn_match_restore(&match, &fixture, &game, &error), CN_BAD_INPUT);
    fixture = cn_schedule_game(&match.schedule, 1);
    fixture.player[0] ^= 1;
    fixture.player[1] ^= 1;
    assert_int_equal(cn_match_restore(&match, &fixture, &game, &error), CN_BAD_INPUT);
    fixture.number = 1000;
    assert_int_equal(cn_match_restore(&match, &fixture, &game, &error), CN_BAD_INPUT);
    end(&match, &s);
}

/* ---- ends before the end ---- */

static void long_searches_stop(void **unused) {
    (void)unused;
    setup s = made("othello", 10, 3);
    s.settings.agents[0] = "pvs:time=1000";
    s.settings.agents[1] = "mcts:time=1000";
    cn_match match;
    begin(&match, &s);
    kept k = {.stop_after = -1}; /* at the first look */
    run(&match, &k);
    assert_true(match.interrupted);
    assert_int_equal(match.standings.games, 0);
    end(&match, &s);
}

static void sequential_test(void **unused) {
    (void)unused;
    setup s = made("connect4", 400, 2);
    const cn_sprt sprt = {0, 50, 0.05, 0.05, false};
    s.settings.sprt = &sprt;
    cn_match match;
    static kept k;
    for (int swapped = 0; swapped < 2; swapped++) {
        k = (kept){0};
        s.settings.agents[swapped] = "random";
        s.settings.agents[!swapped] = "pvs:depth=4";
        begin(&match, &s);
        run(&match, &k);
        assert_int_equal(match.sprt.verdict, swapped ? CN_SPRT_H1 : CN_SPRT_H0);
        assert_true(cn_match_over(&match) && !match.interrupted);
        assert_true(match.standings.games < 200);
        assert_int_equal(match.standings.games, k.games); /* what is reported counts */
        if (!swapped) cn_match_free(&match);
    }
    end(&match, &s);
}

static void failures_end_it(void **unused) {
    (void)unused;
    setup s = made("tictactoe", 40, 4);
    cn_match match;
    cn_error error;
    begin(&match, &s);
    kept k = {.answer = CN_IO};
    const cn_match_hooks hooks = {tick, finished, &k};
    assert_int_equal(cn_match_run(&match, &hooks, &error), CN_IO);
    assert_string_equal(error.text, "the disk is full");
    assert_int_equal(match.standings.games, 0);
    end(&match, &s);
    s = made("tictactoe", 4, 1);
    s.settings.agents[1] = "pvs:depth=deep";
    s.settings.start = &s.start;
    assert_int_equal(cn_match_new(&match, &s.settings, &s.openings, &error), CN_BAD_USAGE);
    cn_openings_free(&s.openings);
    cn_position_free(&s.start);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_games),
        cmocka_unit_test(another_seed),
        cmocka_unit_test(resumed),
        cmocka_unit_test(foreign_games),
        cmocka_unit_test(long_searches_stop),
        cmocka_unit_test(sequential_test),
        cmocka_unit_test(failures_end_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
