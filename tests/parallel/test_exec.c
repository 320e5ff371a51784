/* Several engines in several threads: each has its own pipes and its own program, and a stop from
 * another thread reaches the one it is meant for. */
#include "arena/agent.h"
#include "arena/play.h"
#include "parallel/thread.h"
#include "support/traces.h"

#include <stdatomic.h>
#include <time.h>

static const char engine[] = TEST_BUILD "/tests/fake_engine";

/* ---- games at once ---- */

typedef struct table {
    int number;
    cn_status status;
    cn_ending ending[2];
    cn_outcome outcome;
    cn_error error;
} table;

/* No assertions in here: cmocka's belong to the main thread. */
static void play_games(void *user) {
    static const char *const modes[] = {"good", "crash", "abort", "illegal"};
    table *t = user;
    const cn_game *game = cn_game_find("tictactoe");
    char spec[512];
    cn_player players[2] = {{0}};
    cn_position p;
    cn_value values[CN_OPTIONS_MAX];
    snprintf(spec, sizeof spec, "exec:gtp,startup=60:exec %s gtp tictactoe %s 2", engine,
             modes[t->number % 4]);
    cn_values_default(game->options, values);
    t->status = cn_agent_open(game, spec, &players[0].search, &t->error);
    if (t->status != CN_OK) return;
    t->status = cn_agent_open(game, "random", &players[1].search, &t->error);
    for (int i = 0; i < 3 && t->status == CN_OK; i++) {
        int steps;
        t->status = cn_position_new(game, values, NULL, &p, &t->error);
        if (t->status != CN_OK) break;
        t->status = cn_play(&p, players, 0, NULL, NULL, &steps, &t->error);
        for (int j = 0; j < 2; j++) t->ending[j] = players[j].ending;
        t->outcome = p.rules->over(p.state);
        cn_position_free(&p);
    }
    for (int i = 0; i < 2; i++) cn_search_free(players[i].search);
}

static void at_once(void **state) {
    enum { TABLES = 8 };
    static const cn_ending endings[] = {CN_ENDED_ON_BOARD, CN_ENDED_FORFEIT, CN_ENDED_FORFEIT,
                                        CN_ENDED_FORFEIT};
    (void)state;
    cn_thread threads[TABLES];
    table tables[TABLES] = {{0}};
    cn_error error = {""};
    const int files = test_count_files();
    for (int i = 0; i < TABLES; i++) {
        tables[i].number = i;
        assert_int_equal(cn_thread_start(&threads[i], play_games, &tables[i], &error), CN_OK);
    }
    for (int i = 0; i < TABLES; i++) cn_thread_join(threads[i]);
    for (int i = 0; i < TABLES; i++) {
        if (tables[i].status != CN_OK) fail_msg("%s", tables[i].error.text);
        /* The one that behaves does so in every game, the others fail in every one. */
        assert_int_equal(tables[i].ending[0], endings[i % 4]);
        assert_int_equal(tables[i].ending[1], CN_ENDED_ON_BOARD);
        assert_int_equal(tables[i].outcome == CN_ONGOING, i % 4 != 0);
    }
    test_no_children();
    assert_int_equal(test_count_files(), files);
}

/* ---- stopping ---- */

typedef struct stopper {
    cn_search *search;
    _Atomic bool done;
} stopper;

static void keep_stopping(void *user) {
    stopper *s = user;
    while (!atomic_load(&s->done)) {
        cn_search_stop(s->search);
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
}

/* A run that has begun ends, whenever the stop comes; one that is urged again and again too. */
static void from_elsewhere(void **state) {
    static const struct {
        const char *mode;
        cn_status status;
    } runs[] = {{"think", CN_OK}, {"hang", CN_STOPPED}};
    (void)state;
    for (int i = 0; i < 2; i++) {
        char spec[512];
        cn_error error = {""};
        cn_result result;
        cn_thread thread;
        stopper s = {0};
        snprintf(spec, sizeof spec, "exec:ugi,startup=60,margin=%s:exec %s ugi connect4 %s",
                 i ? "0.1" : "60", engine, runs[i].mode);
        cn_position p = test_position("connect4", NULL, NULL);
        if (cn_agent_open(p.game, spec, &s.search, &error) != CN_OK) fail_msg("%s", error.text);
        assert_int_equal(cn_thread_start(&thread, keep_stopping, &s, &error), CN_OK);
        const cn_status status = cn_search_run(s.search, &p, NULL, NULL, NULL, &result, &error);
        atomic_store(&s.done, true);
        cn_thread_join(thread);
        /* A stop before the question has been asked leaves nothing to urge. */
        if (status != runs[i].status && status != CN_STOPPED) fail_msg("%s", error.text);
        cn_search_free(s.search);
        cn_position_free(&p);
    }
    test_no_children();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_once),
        cmocka_unit_test(from_elsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
