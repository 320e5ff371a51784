/* Every built-in experiment runs, and its published figures stand where they belong. */
#include "lab/sheet.h"
#include "support/support.h"

#include <stdlib.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

static void need(cn_status status, const cn_error *error) {
    if (status != CN_OK) fail_msg("%s", error->text);
}

/* Under a sanitizer, some of each kind are enough. */
static bool skipped(const char *name) {
#ifdef SANITIZED
    static const char *const run[] = {"a-t3", "a-t7", "d-cores", "e-ttt"};
    for (int i = 0; i < 4; i++) {
        if (strcmp(name, run[i]) == 0) return false;
    }
    return true;
#else
    (void)name;
    return false;
#endif
}

static void each_runs(void **unused) {
    (void)unused;
    const cn_bench_hooks none = {0};
    int count = 0;
    for (const cn_experiment *e = cn_experiments(); e->name; e++, count++) {
        if (skipped(e->name)) continue;
        cn_bench b;
        cn_error error;
        need(cn_bench_new(e, cn_game_find(e->game), true, &b, &error), &error);
        b.trials = 1;
        b.warmup = 0;
        need(cn_bench_run(&b, &none, &error), &error);
        assert_false(b.interrupted);
        cn_summary *all = cn_summarise(&b);
        assert_non_null(all);
        for (int i = 0; i < b.count; i++) {
            const cn_sample *s = b.configurations[i].samples;
            if (b.configurations[i].count != 1 || !(s->seconds > 0) || s->nodes == 0 ||
                s->steps == 0) {
                fail_msg("%s %s: nothing measured", e->name, b.configurations[i].label);
            }
            assert_true(all[i].speedup.value > 0);
            assert_true(all[i].productivity > 0 && all[i].productivity <= 1);
        }
        /* Fixed-depth minimax visits the same nodes with any number of threads. */
        for (int i = 1; cn_summary_threaded(&b) && i < b.count; i++) {
            if (strncmp(b.configurations[i].agent, "minimax", 7) != 0) continue;
            assert_true(all[i].overhead == 1);
        }
        free(all);
        cn_bench_free(&b);
    }
    assert_int_equal(count, 20);
}

static void figures(void **unused) {
    (void)unused;
    static const struct {
        const char *name, *label;
        double seconds;
    } known[] = {
        {"a-t1", "threads=1", 3.455},
        {"a-t1", "threads=8", 0.989},
        {"a-t5", "threads=7", 2.321},
        {"a-t7", "threads=6", 2.12},
        {"b-depth", "start=board3 depth=5", 36.65},
        {"b-depth", "start=board2 depth=3", 0.578},
        {"b-cores", "start=board1 threads=4", 18.29},
        {"b-cores", "start=board3 threads=1", 93.46},
        {"c-leaf", "threads=4", 12.93},
        {"d-cores", "threads=2", 2.19},
        {"d-heuristic", "moves, parts threads=4", 1.36},
        {"d-heuristic", "moves, lines threads=4", 1.44},
        {"d-heuristic", "lines threads=4", 0},
        {"d-levels", "depth=2", 0.14},
        {"d-levels", "depth=4", 0},
        {"d-sequential-levels", "level 4, last 3 threads=4", 8.74},
        {"d-parallel-vs-sequential", "sequential alpha-beta", 0.89},
        {"e-ttt", "threads=4", 0.058},
        {"e-ttt-chunks", "workers=8 chunk=1 threads=8", 0.060},
        {"e-ttt-chunks", "workers=8 chunk=2 threads=1", 0},
        {"e-go", "threads=8", 22.401},
        {"e-go-chunks", "workers=8 chunk=1 threads=2", 0},
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        const cn_experiment *e = cn_experiment_find(known[k].name);
        assert_non_null(e);
        cn_bench b;
        cn_error error;
        need(cn_bench_new(e, cn_game_find(e->game), false, &b, &error), &error);
        int found = 0;
        for (int i = 0; i < b.count; i++) {
            if (strcmp(b.configurations[i].label, known[k].label) != 0) continue;
            found++;
            if (b.configurations[i].figure != known[k].seconds) {
                fail_msg("%s %s: %g", known[k].name, known[k].label, b.configurations[i].figure);
            }
        }
        assert_int_equal(found, 1);
        cn_bench_free(&b);
    }
}

/* A part of the values keeps its figures; another workload has none. */
static void parts_keep_figures(void **unused) {
    (void)unused;
    cn_bench b;
    cn_error error;
    cn_experiment e = *cn_experiment_find("b-cores");
    e.sweeps[0] = "start=board2";
    e.sweeps[1] = "threads=4,1,3";
    need(cn_bench_new(&e, cn_game_find(e.game), false, &b, &error), &error);
    assert_int_equal(b.count, 3);
    assert_true(b.configurations[0].figure == 6.84);
    assert_true(b.configurations[1].figure == 17.24);
    assert_true(b.configurations[2].figure == 0);
    cn_bench_free(&b);
    e.sweeps[2] = "depth=2,3";
    need(cn_bench_new(&e, cn_game_find(e.game), false, &b, &error), &error);
    for (int i = 0; i < b.count; i++) assert_true(b.configurations[i].figure == 0);
    cn_bench_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_runs),
        cmocka_unit_test(figures),
        cmocka_unit_test(parts_keep_figures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
