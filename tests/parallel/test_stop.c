/* A search without limits, stopped from another thread at any moment, answers with a legal move. */
#include "support/support.h"

#include <canopy/search.h>
#include <pthread.h>
#include <time.h>

typedef struct stopper {
    cn_search *search;
    long wait_us;
    _Atomic bool done;
} stopper;

static void nap(long us) {
    const struct timespec pause = {0, us * 1000};
    nanosleep(&pause, NULL);
}

/* A stop before the run has begun is forgotten, so this one insists. */
static void *stop_soon(void *argument) {
    stopper *s = argument;
    nap(s->wait_us);
    while (!atomic_load(&s->done)) {
        cn_search_stop(s->search);
        nap(200);
    }
    return NULL;
}

static const char *const specs[] = {
    "pvs:hash=4",
    "pvs:hash=4,strategy=top,threads=3",
    "pvs:hash=4,strategy=buffer,window=2,threads=2",
    "minimax:depth=0,strategy=levels,threads=3",
    "pvs:hash=4,strategy=ybw,split=2,threads=3",
    "pvs:hash=4,strategy=shared,threads=3",
};

static void stops(void **game) {
    cn_position p = test_position_of(*game, NULL, NULL);
    cn_rng rng = cn_rng_make(9, 9);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        stopper s = {0};
        cn_error error = {""};
        if (cn_search_new(*game, specs[i], &s.search, &error) != CN_OK) fail_msg("%s", error.text);
        for (int round = 0; round < 4; round++) {
            const cn_limits limits = {.infinite = true};
            cn_result result;
            pthread_t thread;
            s.wait_us = (long)cn_rng_below(&rng, 8000);
            atomic_store(&s.done, false);
            assert_int_equal(pthread_create(&thread, NULL, stop_soon, &s), 0);
            const cn_status status =
                cn_search_run(s.search, &p, &limits, NULL, NULL, &result, &error);
            atomic_store(&s.done, true);
            pthread_join(thread, NULL);
            assert_int_equal(status, CN_OK);
            assert_true(cn_position_legal(&p, result.best));
            assert_int_equal(result.line[0], result.best);
        }
        cn_search_free(s.search);
    }
    cn_position_free(&p);
}

int main(void) {
    struct CMUnitTest tests[64] = {{0}};
    size_t count = 0;
    for (const cn_game *const *game = cn_games(); *game; game++) {
        tests[count++] = (struct CMUnitTest){(*game)->name, stops, NULL, NULL, (void *)*game};
    }
    return _cmocka_run_group_tests("stop", tests, count, NULL, NULL);
}
