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

static void stop_once(void *search) {
    cn_search_stop(search);
}

/* One stop is enough, whether it comes before the run, as it begins, or once the engine is asked;
 * the engine is there again for the next run. */
static void from_elsewhere(void **state) {
    static const struct {
        const char *protocol, *mode, *margin;
        cn_status status;
    } runs[] = {
        {"ugi", "think", "60", CN_OK},
        {"ugi", "hang", "0.1", CN_STOPPED},
        {"gtp", "hang", "60", CN_STOPPED},
    };
    (void)state;
    cn_position p = test_position("connect4", NULL, NULL);
    for (int i = 0; i < 3; i++) {
        char spec[512];
        cn_error error = {""};
        cn_result result;
        cn_search *search;
        snprintf(spec, sizeof spec, "exec:%s,startup=60,margin=%s:exec %s %s connect4 %s",
                 runs[i].protocol, runs[i].margin, engine, runs[i].protocol, runs[i].mode);
        if (cn_agent_open(p.game, spec, &search, &error) != CN_OK) fail_msg("%s", error.text);
        for (int round = 0; round < 8; round++) {
            cn_thread thread;
            if (round % 2 == 0) {
                cn_search_stop(search);
            } else {
                assert_int_equal(cn_thread_start(&thread, stop_once, search, &error), CN_OK);
            }
            const cn_status status = cn_search_run(search, &p, NULL, NULL, NULL, &result, &error);
            if (round % 2) cn_thread_join(thread);
            if (status != runs[i].status) fail_msg("%s: %s", spec, error.text);
            cn_search_forget_stop(search);
        }
        cn_search_free(search);
    }
    cn_position_free(&p);
    test_no_children();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_once),
        cmocka_unit_test(from_elsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
