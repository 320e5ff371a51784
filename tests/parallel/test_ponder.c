/* Thinking on the opponent's time. */
#include "arena/ponder.h"
#include "support/support.h"

#include <time.h>

static cn_search *open_search(const cn_game *game, const char *spec) {
    cn_search *search;
    cn_error error = {""};
    if (cn_search_new(game, spec, &search, &error) != CN_OK) fail_msg("%s", error.text);
    return search;
}

static cn_result result;

static void run(cn_search *search, const cn_position *p, uint64_t iterations) {
    cn_error error = {""};
    const cn_limits limits = {.iterations = iterations};
    if (cn_search_run(search, p, &limits, NULL, NULL, &result, &error) != CN_OK) {
        fail_msg("%s", error.text);
    }
}

/* Begins and ends at any moment, also before the run has begun, and leaves the search usable. */
static void begins_and_ends(void **state) {
    static const char *const specs[] = {"mcts:iterations=50,strategy=tree,threads=2",
                                        "pvs:depth=3,strategy=ybw,threads=2", "mcts:time=0.001",
                                        "random"};
    cn_position p = test_position_of(*state, NULL, NULL);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        cn_search *search = open_search(p.game, specs[i]);
        for (int round = 0; round < 20; round++) {
            cn_ponder ponder = {0};
            cn_ponder_begin(&ponder, search, &p);
            cn_ponder_end(&ponder);
            cn_ponder_end(&ponder); /* does nothing */
            run(search, &p, 50);
            assert_true(result.best != CN_MOVE_NONE);
        }
        cn_search_free(search);
    }
    cn_position_free(&p);
}

/* The iterations that the tree knows below the position that was searched last. */
static uint64_t visits(void) {
    uint64_t sum = 0;
    for (int i = 0; i < result.count; i++) sum += result.moves[i].visits;
    return sum;
}

/* The agent's own limit of ten iterations does not hold while it ponders, and what it learns is
 * there afterwards. Pondering gets more and more time, because on a busy machine its thread may not
 * have begun when it is told to end. */
static void tree_serves_the_next_search(void **state) {
    cn_position p = test_position_of(*state, NULL, NULL);
    cn_search *search = open_search(p.game, "mcts:iterations=10,solver=off,c=0.5");
    run(search, &p, 10);
    p.rules->play(p.state, result.best);
    run(search, &p, 10);
    uint64_t learnt = 0;
    for (int tenths = 1; learnt <= 50 && tenths < 1000; tenths *= 2) {
        const uint64_t before = visits();
        cn_ponder ponder = {0};
        cn_ponder_begin(&ponder, search, &p);
        nanosleep(&(struct timespec){tenths / 10, tenths % 10 * 100000000L}, NULL);
        cn_ponder_end(&ponder);
        run(search, &p, 10);
        learnt = visits() - before - 10;
    }
    assert_true(learnt > 50);
    /* The next position has the part of the tree below the move. */
    p.rules->play(p.state, result.best);
    run(search, &p, 10);
    assert_true(visits() > 10);
    cn_search_free(search);
    cn_position_free(&p);
}

int main(void) {
    struct CMUnitTest tests[64] = {{0}};
    size_t count = 0;
    for (const cn_game *const *game = cn_games(); *game; game++) {
        tests[count++] =
            (struct CMUnitTest){(*game)->name, begins_and_ends, NULL, NULL, (void *)*game};
        tests[count++] = (struct CMUnitTest){(*game)->name, tree_serves_the_next_search, NULL, NULL,
                                             (void *)*game};
    }
    return _cmocka_run_group_tests("ponder", tests, count, NULL, NULL);
}
