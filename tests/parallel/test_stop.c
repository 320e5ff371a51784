/* Stopping a search: before it begins, as it begins, while it runs; from this thread, another one,
 * a signal handler. A stop that is lost shows as a search without limits that never ends. */
#include "support/support.h"

#include <canopy/search.h>
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>

enum {
    REST = 5000, /* positions that a thread may still visit once it is stopped: far less than 50 ms
                    of work. It looks at every interior node, or after every playout */
    ROUNDS = 1000,
    GAME_ROUNDS = 240, /* of each game: more than a thousand together */
};

static const char *const specs[] = {
    "pvs:hash=4",
    "pvs:hash=4,strategy=top,threads=3",
    "pvs:hash=4,strategy=buffer,window=2,threads=2",
    "minimax:depth=0,strategy=levels,threads=3",
    "pvs:hash=4,strategy=ybw,split=2,threads=3",
    "pvs:hash=4,strategy=shared,threads=3",
    "mcts:memory=8",
    "mcts:memory=8,strategy=leaf,threads=2",
    "mcts:memory=8,strategy=root,threads=2",
    "mcts:memory=8,strategy=chunks,threads=2",
    "uct:memory=8,strategy=workers,workers=2,threads=2",
    "mcts:memory=8,strategy=tree,threads=3",
};
enum { SPECS = sizeof specs / sizeof *specs };

static cn_result result;
static const cn_limits endless = {.infinite = true};

static cn_search *open_search(const cn_game *game, const char *spec) {
    cn_search *search;
    cn_error error = {""};
    if (cn_search_new(game, spec, &search, &error) != CN_OK) fail_msg("%s", error.text);
    return search;
}

static void run(cn_search *search, const cn_position *p, const cn_limits *limits,
                cn_progress_fn *progress, void *user) {
    cn_error error = {""};
    const cn_status status = cn_search_run(search, p, limits, progress, user, &result, &error);
    if (status != CN_OK) fail_msg("%s", error.text);
    assert_true(cn_position_legal(p, result.best));
    assert_int_equal(result.line[0], result.best);
}

/* The first run is over at once, the second is not touched; so with a stop that came too late and
 * is forgotten. */
static void before(void **game) {
    const cn_limits small = {.depth = 1, .iterations = 20};
    cn_position p = test_position_of(*game, NULL, NULL);
    for (int i = 0; i < SPECS; i++) {
        cn_search *search = open_search(*game, specs[i]);
        for (int round = 0; round < GAME_ROUNDS / SPECS; round++) {
            cn_search_stop(search);
            run(search, &p, &endless, NULL, NULL);
            assert_true(result.nodes <= 3 * REST);
            run(search, &p, &small, NULL, NULL);
            assert_true(result.complete);
            cn_search_stop(search);
            cn_search_forget_stop(search);
            run(search, &p, &small, NULL, NULL);
            assert_true(result.complete);
        }
        cn_search_free(search);
    }
    cn_position_free(&p);
}

/* A game that is over and an agent that does not search use a stop up too. */
static void without_search(void **unused) {
    (void)unused;
    cn_position over = test_position("tictactoe", NULL, "xxx/oo./... o");
    cn_position p = test_position("tictactoe", NULL, NULL);
    cn_error error = {""};
    cn_search *search = open_search(p.game, "pvs:depth=2");
    cn_search_stop(search);
    assert_int_equal(cn_search_run(search, &over, NULL, NULL, NULL, &result, &error), CN_OK);
    run(search, &p, NULL, NULL, NULL);
    assert_true(result.complete);
    cn_search_free(search);
    search = open_search(p.game, "random");
    cn_search_stop(search);
    run(search, &p, &endless, NULL, NULL);
    cn_search_free(search);
    cn_position_free(&over);
    cn_position_free(&p);
}

/* ---- from another thread, once ---- */

typedef struct stopper {
    cn_search *search;
    pthread_barrier_t start;
    cn_rng rng;
    int rounds;
} stopper;

static void *stop_each(void *argument) {
    stopper *s = argument;
    for (int round = 0; round < s->rounds; round++) {
        pthread_barrier_wait(&s->start);
        /* From nothing to well into the search; the length of a turn is of no importance. */
        const uint32_t turns = cn_rng_below(&s->rng, 4) ? cn_rng_below(&s->rng, 20000) : 0;
        for (volatile uint32_t i = 0; i < turns;) i = i + 1;
        cn_search_stop(s->search);
        pthread_barrier_wait(&s->start);
    }
    return NULL;
}

static void from_a_thread(void **game) {
    cn_position p = test_position_of(*game, NULL, NULL);
    for (int i = 0; i < SPECS; i++) {
        stopper s = {.rounds = GAME_ROUNDS / SPECS, .rng = cn_rng_make(9, (uint64_t)i)};
        pthread_t thread;
        s.search = open_search(*game, specs[i]);
        pthread_barrier_init(&s.start, NULL, 2);
        assert_int_equal(pthread_create(&thread, NULL, stop_each, &s), 0);
        for (int round = 0; round < s.rounds; round++) {
            pthread_barrier_wait(&s.start);
            run(s.search, &p, &endless, NULL, NULL);
            pthread_barrier_wait(&s.start);
            cn_search_forget_stop(s.search); /* a small game is solved before it is stopped */
        }
        pthread_join(thread, NULL);
        pthread_barrier_destroy(&s.start);
        cn_search_free(s.search);
    }
    cn_position_free(&p);
}

/* ---- from a signal handler ---- */

static cn_search *_Atomic to_stop;

static void on_alarm(int number) {
    (void)number;
    cn_search_stop(to_stop);
}

static void from_a_signal(void **unused) {
    (void)unused;
    struct sigaction action = {.sa_handler = on_alarm}, old;
    cn_position p = test_position("othello", NULL, NULL);
    cn_rng rng = cn_rng_make(9, 9);
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, &old);
    for (int i = 0; i < SPECS; i++) {
        to_stop = open_search(p.game, specs[i]);
        for (int round = 0; round < ROUNDS / SPECS; round++) {
            const struct itimerval once = {.it_value = {0, 1 + (long)cn_rng_below(&rng, 300)}};
            setitimer(ITIMER_REAL, &once, NULL);
            run(to_stop, &p, &endless, NULL, NULL);
        }
        cn_search_free(to_stop);
    }
    sigaction(SIGALRM, &old, NULL);
    cn_position_free(&p);
}

/* ---- while it runs ---- */

typedef struct watch {
    cn_search *search;
    uint64_t nodes; /* when it was stopped, 0: not yet */
} watch;

static void stop_now(const cn_result *so_far, void *user) {
    watch *w = user;
    if (w->nodes == 0) w->nodes = so_far->nodes + 1;
    cn_search_stop(w->search);
}

static void during(void **unused) {
    (void)unused;
    static const char *const games[] = {"connect4", "othello", "gomoku"};
    for (int g = 0; g < 3; g++) {
        cn_position p = test_position(games[g], NULL, NULL);
        for (int i = 0; i < SPECS; i++) {
            if (strstr(specs[i], "workers")) continue; /* says nothing before its trees are done */
            watch w = {.search = open_search(p.game, specs[i])};
            for (int round = 0; round < 3; round++) {
                w.nodes = 0;
                cn_search_clear(w.search);
                run(w.search, &p, &endless, stop_now, &w);
                assert_true(w.nodes > 0);
                assert_false(result.complete);
                if (result.nodes > w.nodes + (uint64_t)result.threads * REST) {
                    fail_msg("%s, %s: %llu nodes after the stop", games[g], specs[i],
                             (unsigned long long)(result.nodes - w.nodes));
                }
            }
            cn_search_free(w.search);
        }
        cn_position_free(&p);
    }
}

int main(void) {
    struct CMUnitTest tests[64] = {{0}};
    size_t count = 0;
    for (const cn_game *const *game = cn_games(); *game; game++) {
        tests[count++] = (struct CMUnitTest){"before", before, NULL, NULL, (void *)*game};
        tests[count++] = (struct CMUnitTest){"thread", from_a_thread, NULL, NULL, (void *)*game};
    }
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(without_search);
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(from_a_signal);
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(during);
    return _cmocka_run_group_tests("stop", tests, count, NULL, NULL);
}
