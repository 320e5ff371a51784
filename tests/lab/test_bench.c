/* Sweeps, summaries of made-up samples, interrupting and resuming, comparing. */
#include "core/text.h"
#include "lab/compare.h"
#include "lab/html.h"
#include "lab/sheet.h"
#include "support/support.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static void near(double value, double expected, double within) {
    if (!(fabs(value - expected) <= within)) fail_msg("%.9f, expected %.9f", value, expected);
}

static void need(cn_status status, const cn_error *error) {
    if (status != CN_OK) fail_msg("%s", error->text);
}

static void sweeps(void **unused) {
    (void)unused;
    static const struct {
        const char *text, *values;
    } cases[] = {
        {"threads=1..4", "1 2 3 4"},
        {"x=2..10+3", "2 5 8"},
        {"x=1..64*4", "1 4 16 64"},
        {"chunk=1,10,100", "1 10 100"},
        {"x=1..3,8,16", "1 2 3 8 16"},
        {"strategy=top,ybw", "top ybw"},
        {"x=-2..1", "-2 -1 0 1"},
        {"c=0.5,1.5", "0.5 1.5"},
        {"x=5..5", "5"},
        {"start=a=b", "a=b"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cn_sweep sweep;
        cn_error error;
        need(cn_sweep_read(cases[i].text, &sweep, &error), &error);
        char all[512] = "";
        for (int v = 0; v < sweep.count; v++) {
            snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", v ? " " : "",
                     sweep.values[v]);
        }
        assert_string_equal(all, cases[i].values);
        free(sweep.values);
    }
    static const char *const bad[] = {"",       "=1",     "x",       "x=",       "x=1,,2",
                                      "x=3..1", "x=1..",  "x=..3",   "x=1..2+0", "x=0..8*2",
                                      "x=1,1",  "x=a..b", "x=1..2;", "x=1..1000"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cn_sweep sweep;
        cn_error error;
        if (cn_sweep_read(bad[i], &sweep, &error) == CN_OK) fail_msg("accepted %s", bad[i]);
    }
}

/* A game with a sweep over threads for two chunks: four configurations, no trial made. */
static const cn_experiment two_by_two = {
    .game = "tictactoe",
    .agents = {{.spec = "uct:iterations=10,strategy=workers"}},
    .opponent = "random",
    .sweeps = {"chunk=1,2", "threads=1,2"},
    .trials = 3,
};

static void add(cn_bench *b, int configuration, int trial, double seconds, uint64_t nodes,
                double busy, char outcome) {
    cn_error error;
    const cn_sample sample = {.trial = trial,
                              .seconds = seconds,
                              .nodes = nodes,
                              .steps = 5,
                              .threads = b->configurations[configuration].threads,
                              .busy = busy,
                              .tasks = 10,
                              .stolen = (uint64_t)trial,
                              .outcome = outcome};
    need(cn_bench_add(&b->configurations[configuration], &sample, &error), &error);
}

static void summaries(void **unused) {
    (void)unused;
    cn_bench b;
    cn_error error;
    need(cn_bench_new(&two_by_two, cn_game_find("tictactoe"), false, &b, &error), &error);
    assert_int_equal(b.count, 4);
    assert_string_equal(b.configurations[3].label, "chunk=2 threads=2");
    assert_string_equal(b.configurations[3].series, "chunk=2");
    assert_string_equal(b.configurations[3].agent,
                        "uct:iterations=10,strategy=workers,chunk=2,threads=2");
    /* Games differ in length (1, 2 and 4 s), the speed-up does not: pairs show it. */
    const double length[] = {4, 1, 2};
    for (int t = 0; t < 3; t++) {
        add(&b, 0, t, length[t], 100, length[t], "wdl"[t]);
        add(&b, 1, t, length[t] / 1.6, 120, 0.9 * 2 * length[t] / 1.6, 'w');
        add(&b, 2, t, 2 * length[t], 100, 2 * length[t], 'w');
    }
    add(&b, 3, 1, 1, 150, 1, 'l'); /* interrupted: one trial, the second */
    cn_summary *all = cn_summarise(&b);
    near(all[0].seconds.value, 2, 1e-12);
    near(all[1].speedup.value, 1.6, 1e-12);
    near(all[1].speedup.low, 1.6, 1e-12);
    near(all[1].speedup.high, 1.6, 1e-12);
    near(all[1].efficiency.value, 0.8, 1e-12);
    near(all[1].overhead, 1.2, 1e-12);
    near(all[1].productivity, 0.9, 1e-12);
    near(all[1].tasks, 10, 1e-12);
    near(all[1].stolen, 1, 1e-12);
    near(all[0].rate.value, 50, 1e-12);
    near(all[0].wins.value, 1.0 / 3, 1e-12);
    assert_int_equal(all[0].won * 100 + all[0].drawn * 10 + all[0].lost, 111);
    /* The other series has a baseline of its own. */
    assert_int_equal(all[3].baseline, 2);
    near(all[2].speedup.value, 1, 1e-12);
    near(all[3].speedup.value, 2, 1e-12);
    near(all[3].overhead, 1.5, 1e-12);
    /* 1.6 on two threads: s + (1 - s) / 2 = 1 / 1.6. */
    near(cn_summary_serial(&b, all, 0, false), 0.25, 1e-12);
    assert_true(isnan(cn_summary_serial(&b, all, 0, true)));
    free(all);
    cn_bench_free(&b);
}

/* Threads that had a core for half of their time, and a speed-up of 7 on two threads: neither is a
 * result. What nodes explain is one. */
static void busy_machine(void **unused) {
    (void)unused;
    static const struct {
        double seconds[2], cpu[2];
        uint64_t nodes[2];
        bool unusable;
    } cases[] = {
        {{8, 5}, {8, 9}, {100, 100}, false},  {{8, 5}, {8, 4}, {100, 100}, true},
        {{8, 5}, {3, 9}, {100, 100}, true},   {{7, 1}, {7, 2}, {100, 100}, true},
        {{7, 1}, {7, 2}, {1000, 200}, false},
    };
    cn_error error;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cn_bench b;
        need(cn_bench_new(&two_by_two, cn_game_find("tictactoe"), false, &b, &error), &error);
        b.environment.cores = 2;
        b.environment.load = 0;
        for (int c = 0; c < 2; c++) {
            for (int trial = 0; trial < 3; trial++) {
                add(&b, c, trial, cases[i].seconds[c], cases[i].nodes[c],
                    (c + 1) * cases[i].seconds[c], 'w');
                b.configurations[c].samples[trial].cpu = cases[i].cpu[c];
            }
        }
        cn_summary *all = cn_summarise(&b);
        assert_int_equal(all[1].usable, !cases[i].unusable);
        assert_true(all[0].usable);
        char warnings[CN_WARNINGS][160];
        const int count = cn_bench_warnings(&b, warnings);
        bool told = false;
        for (int w = 0; w < count; w++) told |= strstr(warnings[w], "marked ?") != NULL;
        assert_int_equal(told, cases[i].unusable);
        cn_sheet sheet;
        need(cn_sheet_of(&b, all, &sheet, &error), &error);
        char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        assert_non_null(out);
        cn_sheet_write(out, &sheet, CN_SHEET_TEXT);
        fclose(out);
        assert_int_equal(strstr(text, " ?") != NULL, cases[i].unusable);
        for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
            assert_true(cn_text_columns(line) <= 80);
        }
        free(text);
        cn_sheet_free(&sheet);
        free(all);
        cn_bench_free(&b);
    }
}

/* An experiment with no trial at all still makes a table and a page. */
static void empty(void **unused) {
    (void)unused;
    cn_bench b;
    cn_error error;
    need(cn_bench_new(&two_by_two, cn_game_find("tictactoe"), false, &b, &error), &error);
    cn_summary *all = cn_summarise(&b);
    FILE *out = tmpfile();
    assert_non_null(out);
    need(cn_bench_write(out, &b, all, CN_SHEET_TEXT, &error), &error);
    need(cn_bench_write(out, &b, all, CN_SHEET_MARKDOWN, &error), &error);
    cn_bench_csv(out, &b, all);
    need(cn_html_write(out, &b, all, &error), &error);
    rewind(out);
    char line[4096];
    while (fgets(line, sizeof line, out)) {
        if (strstr(line, "nan") || strstr(line, "inf")) fail_msg("%s", line);
    }
    fclose(out);
    free(all);
    cn_bench_free(&b);
}

/* Names on the page are text, not markup. */
static void escaped(void **unused) {
    (void)unused;
    cn_bench b;
    cn_error error;
    cn_experiment e = two_by_two;
    e.what = "<script>alert(\"1 & 2\")</script>";
    need(cn_bench_new(&e, cn_game_find("tictactoe"), false, &b, &error), &error);
    cn_summary *all = cn_summarise(&b);
    FILE *out = tmpfile();
    need(cn_html_write(out, &b, all, &error), &error);
    rewind(out);
    char line[8192];
    bool seen = false;
    while (fgets(line, sizeof line, out)) {
        assert_null(strstr(line, "<script"));
        seen |= strstr(line, "&lt;script&gt;alert(&quot;1 &amp; 2&quot;)") != NULL;
    }
    assert_true(seen);
    fclose(out);
    free(all);
    cn_bench_free(&b);
}

typedef struct stopper {
    int kept, stop_after;
} stopper;

static bool go_on(const cn_bench_state *state, void *user) {
    const stopper *s = user;
    assert_true(state->done <= state->total);
    return s->kept < s->stop_after;
}

static cn_status count_kept(const cn_bench *bench, void *user, cn_error *error) {
    (void)bench;
    (void)error;
    ((stopper *)user)->kept++;
    return CN_OK;
}

static int total_samples(const cn_bench *b) {
    int n = 0;
    for (int i = 0; i < b->count; i++) n += b->configurations[i].count;
    return n;
}

static void interrupt_and_resume(void **unused) {
    (void)unused;
    char path[] = "/tmp/canopy-journal-XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    unlink(path); /* not there yet: nothing to go on with */
    cn_error error;
    double first_seconds = 0;
    for (int run = 0; run < 2; run++) {
        cn_bench b;
        need(cn_bench_new(&two_by_two, cn_game_find("tictactoe"), false, &b, &error), &error);
        need(cn_journal_resume(&b, path, &error), &error);
        assert_int_equal(total_samples(&b), run ? 7 : 0);
        stopper s = {0, run ? 1000 : 7};
        const cn_bench_hooks hooks = {NULL, go_on, count_kept, &s};
        need(cn_bench_run(&b, &hooks, &error), &error);
        assert_int_equal(b.interrupted, !run);
        assert_int_equal(s.kept, run ? 5 : 7);
        assert_int_equal(total_samples(&b), run ? 12 : 7);
        for (int i = 0; run && i < b.count; i++) {
            int seen = 0;
            for (int k = 0; k < b.configurations[i].count; k++) {
                seen |= 1 << b.configurations[i].samples[k].trial;
            }
            assert_int_equal(seen, 7);
        }
        if (run) near(b.configurations[0].samples[0].seconds, first_seconds, 1e-9);
        first_seconds = b.configurations[0].samples[0].seconds;
        need(cn_journal_save(&b, path, &error), &error);
        cn_bench_free(&b);
    }
    unlink(path);
}

/* Trial i is the same game in every configuration of a deterministic strategy. */
static void same_games(void **unused) {
    (void)unused;
    cn_bench b;
    cn_error error;
    const cn_bench_hooks none = {0};
    const cn_experiment e = {.game = "connect4",
                             .agents = {{.spec = "uct:iterations=50,strategy=workers,workers=2"}},
                             .opponent = "random",
                             .side = CN_SIDE_BOTH,
                             .sweeps = {"threads=1,2"},
                             .trials = 6};
    need(cn_bench_new(&e, cn_game_find("connect4"), false, &b, &error), &error);
    need(cn_bench_run(&b, &none, &error), &error);
    bool differ = false;
    for (int t = 0; t < 6; t++) {
        const cn_sample *x = NULL, *y = NULL;
        for (int k = 0; k < 6; k++) {
            if (b.configurations[0].samples[k].trial == t) x = &b.configurations[0].samples[k];
            if (b.configurations[1].samples[k].trial == t) y = &b.configurations[1].samples[k];
        }
        assert_int_equal(x->steps, y->steps);
        assert_int_equal(x->iterations, y->iterations);
        assert_int_equal(x->outcome, y->outcome);
        differ |= x->steps != b.configurations[0].samples[0].steps;
    }
    assert_true(differ); /* but the trials are different games */
    cn_bench_free(&b);
}

static void comparing(void **unused) {
    (void)unused;
    double fast[] = {1.0, 1.1, 0.9, 1.05, 0.95, 1.02, 0.98, 1.01};
    double slow[] = {2.0, 2.1, 1.9, 2.05, 1.95, 2.02, 1.98, 2.01};
    double same[] = {1.001, 1.101, 0.901, 1.051, 0.951, 1.021, 0.981, 1.011};
    cn_measured a[] = {{"x", 8, fast}, {"only here", 8, fast}, {"y", 8, fast}};
    cn_measured b[] = {{"y", 8, same}, {"x", 8, slow}, {"there", 8, slow}};
    cn_measurements first = {"", "", 3, a}, second = {"", "", 3, b};
    cn_comparison *list;
    int count;
    cn_error error;
    need(cn_compare(&first, &second, &list, &count, &error), &error);
    assert_int_equal(count, 2);
    assert_string_equal(list[0].label, "x");
    near(list[0].ratio.value, 2, 0.01);
    assert_true(list[0].ratio.low > 1.8 && list[0].ratio.high < 2.2);
    assert_string_equal(list[0].verdict, "slower");
    near(list[0].p, 2 * list[0].test.p, 1e-12);
    assert_string_equal(list[1].verdict, "no difference shown");
    free(list);
    need(cn_compare(&second, &first, &list, &count, &error), &error);
    assert_string_equal(list[1].verdict, "faster");
    free(list);
    second.count = 0;
    assert_int_equal(cn_compare(&first, &second, &list, &count, &error), CN_BAD_INPUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sweeps),       cmocka_unit_test(summaries),
        cmocka_unit_test(busy_machine), cmocka_unit_test(empty),
        cmocka_unit_test(escaped),      cmocka_unit_test(interrupt_and_resume),
        cmocka_unit_test(same_games),   cmocka_unit_test(comparing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
