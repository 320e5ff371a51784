/* A search by several ranks, recorded: one recording has the workers of all. */
#include "cluster/ranks.h"
#include "engine/trace.h"
#include "support/timeline.h"

static const cn_game *find(const char *name, void *user) {
    (void)user;
    return cn_game_find(name);
}

static const char *const specs[] = {
    "pvs:depth=9,strategy=ybw,threads=2",
    "pvs:depth=8",
    "minimax:depth=6,strategy=levels,sequential=2,threads=2",
    "alphabeta:depth=7,strategy=top,threads=2",
    "mcts:iterations=20000,strategy=tree,threads=2",
    "mcts:iterations=20000,strategy=chunks,chunk=10,threads=2",
    "mcts:iterations=2000,strategy=workers,workers=7,threads=2",
};

static void totals(void **unused) {
    (void)unused;
    static cn_trace_summary s;
    const int ranks = cn_cluster_ranks();
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        cn_position p = test_position("othello", NULL, NULL);
        test_play(&p, "f5 d6 c3 d3 c4");
        cn_search *search;
        assert_int_equal(cn_search_new(p.game, specs[i], &search, NULL), CN_OK);
        cn_trace *trace = cn_search_trace_new((cn_search *[]){search, NULL}, CN_TRACE_EVENTS);
        const int threads = cn_search_threads(search);
        cn_timeline *t = test_recorded(search, &p, trace, &s);
        assert_int_equal(trace->ranks, ranks);
        assert_int_equal(trace->workers, ranks * threads);
        /* Every rank was there, inside the searches of rank 0. */
        for (int rank = 0; rank < ranks; rank++) {
            const cn_lane *lane = &t->lanes[rank * threads];
            int searches = 0;
            for (size_t k = 0; k < lane->count; k++) {
                if (lane->spans[k].kind != CN_SPAN_SEARCH) continue;
                assert_true(lane->spans[k].end > lane->spans[k].begin);
                searches++;
            }
            assert_int_equal(searches, 2);
        }
        cn_timeline_free(t);
        cn_search_free(search);
        cn_trace_free(trace);
        cn_position_free(&p);
    }
}

/* Small rings: the oldest events of each rank are gone, the counts are not. */
static void wrapped(void **unused) {
    (void)unused;
    static cn_trace_summary s;
    static cn_result r;
    cn_position p = test_position("othello", NULL, NULL);
    cn_search *search;
    assert_int_equal(
        cn_search_new(p.game, "mcts:iterations=20000,strategy=chunks,threads=2", &search, NULL),
        CN_OK);
    cn_trace *trace = cn_search_trace_new((cn_search *[]){search, NULL}, 64);
    cn_search_trace(search, trace, NULL);
    uint64_t tasks = 0;
    for (int round = 0; round < 3; round++) {
        assert_int_equal(cn_search_run(search, &p, NULL, NULL, NULL, &r, NULL), CN_OK);
        tasks += r.tasks;
    }
    cn_timeline *t = cn_timeline_new(trace);
    cn_trace_summarise(t, &s);
    assert_true(s.missing > 0);
    assert_int_equal(s.total.created, tasks);
    assert_int_equal(s.total.run, tasks);
    for (int i = 0; i < trace->workers; i++) {
        assert_true(cn_trace_kept(&trace->rings[i]) <= 64);
        test_nesting(t, i);
    }
    cn_timeline_free(t);
    cn_search_free(search);
    cn_trace_free(trace);
    cn_position_free(&p);
}

int main(void) {
    test_join(find);
    const struct CMUnitTest tests[] = {cmocka_unit_test(totals), cmocka_unit_test(wrapped)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    cn_cluster_leave();
    return failed;
}
