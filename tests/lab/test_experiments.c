/* Every built-in experiment runs, and its published figures stand where they belong. */
#include "lab/sheet.h"
#include "support/support.h"

#include <math.h>
#include <stdlib.h>

static void need(cn_status status, const cn_error *error) {
    if (status != CN_OK) fail_msg("%s", error->text);
}

/* Under a sanitizer, some of each kind are enough. */
static bool skipped(const char *name) {
    static const char *const run[] = {"a-t3", "a-t7", "d-cores", "e-ttt"};
    for (int i = 0; i < 4; i++) {
        if (strcmp(name, run[i]) == 0) return false;
    }
    return TEST_SANITIZED;
}

static void each_runs(void **unused) {
    (void)unused;
    const cn_bench_hooks none = {0};
    int count = 0;
    for (const cn_experiment *e = cn_experiments(); e->name; e++, count++) {
        if (skipped(e->name)) continue;
        cn_bench b;
        cn_error error;
        cn_experiment small = *e;
        char specs[CN_CONTENDERS][CN_SPEC];
        /* Those at the reports' times run on less work here. */
        for (int i = 0; e->scaled && e->agents[i].spec; i++) {
            const char *spec = e->agents[i].spec;
            const char *what = strncmp(spec, "uct", 3) == 0 ? "iterations=" : "depth=";
            const char *number = strstr(spec, what) + strlen(what);
            snprintf(specs[i], sizeof specs[i], "%.*s%s%s", (int)(number - spec), spec,
                     *what == 'i' ? "50" : "2", number + strspn(number, "0123456789"));
            small.agents[i].spec = specs[i];
        }
        need(cn_bench_new(&small, cn_game_find(e->game), true, &b, &error), &error);
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
            assert_true(e->no_speedup ? !(all[i].speedup.value > 0) : all[i].speedup.value > 0);
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
    assert_int_equal(count, 33);
}

/* ---- the reports' numbers, kept once more: published.csv ---- */

enum { FIELDS = 15, ROWS = 256 };

static char *fields[ROWS][FIELDS];
static int rows;

static void read_table(void) {
    static char text[1 << 16];
    FILE *file = fopen(TEST_DATA "/lab/published.csv", "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    char *rest = text, *line;
    strsep(&rest, "\n"); /* the headings */
    while ((line = strsep(&rest, "\n")) && *line) {
        assert_in_range(rows, 0, ROWS - 1);
        for (int i = 0; i < FIELDS; i++) {
            fields[rows][i] = strsep(&line, ";");
            assert_non_null(fields[rows][i]);
        }
        rows++;
    }
}

static void same(const char *name, const char *label, const char *printed, double figure) {
    const double value = *printed ? strtod(printed, NULL) : 0;
    if (fabs(value - figure) > 1e-9) fail_msg("%s %s: %g, not %s", name, label, figure, printed);
}

/* Every configuration of every experiment has the figures that the reports print for it, and none
 * where they print nothing; and every number that they print stands in some experiment. */
static void figures(void **unused) {
    (void)unused;
    bool seen[ROWS] = {false};
    read_table();
    assert_int_equal(rows, 137);
    for (const cn_experiment *e = cn_experiments(); e->name; e++) {
        cn_bench b;
        cn_error error;
        need(cn_bench_new(e, cn_game_find(e->game), false, &b, &error), &error);
        const char *name = e->scaled ? e->scaled : e->name;
        for (int i = 0; i < b.count; i++) {
            const cn_configuration *c = &b.configurations[i];
            static char *const none[FIELDS] = {"", "", "", "", "", "", "", "",
                                               "", "", "", "", "", "", ""};
            char *const *row = none;
            for (int k = 0; k < rows; k++) {
                if (strcmp(fields[k][0], name) != 0 || strcmp(fields[k][1], c->label) != 0)
                    continue;
                row = fields[k];
                seen[k] = true;
            }
            const cn_figure *f = &c->figure;
            const double values[] = {f->seconds,
                                     f->productivity,
                                     f->mutator,
                                     f->collector,
                                     (double)f->sparks,
                                     (double)f->converted,
                                     (double)f->overflowed,
                                     (double)f->dud,
                                     (double)f->collected,
                                     (double)f->fizzled,
                                     f->least_wins,
                                     f->most_wins};
            for (int k = 0; k < 12; k++) same(e->name, c->label, row[2 + k], values[k]);
            assert_string_equal(f->verdict ? f->verdict : "", row[14]);
        }
        cn_bench_free(&b);
    }
    for (int k = 0; k < rows; k++) {
        if (!seen[k]) fail_msg("%s %s is in no experiment", fields[k][0], fields[k][1]);
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
    assert_true(b.configurations[0].figure.seconds == 6.84);
    assert_true(b.configurations[1].figure.seconds == 17.24);
    assert_true(b.configurations[2].figure.seconds == 0);
    cn_bench_free(&b);
    e.sweeps[2] = "depth=2,3";
    need(cn_bench_new(&e, cn_game_find(e.game), false, &b, &error), &error);
    for (int i = 0; i < b.count; i++) assert_true(b.configurations[i].figure.seconds == 0);
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
