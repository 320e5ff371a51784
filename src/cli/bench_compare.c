/* `canopy bench compare BEFORE AFTER`: whether the second of two measurements is faster,
 * configuration by configuration, as a table, CSV or JSON. The statistics are in lab/compare.h. */
#include "cli/bench.h"

#include "cli/out.h"
#include "lab/compare.h"
#include "lab/sheet.h"

#include <stdlib.h>

/* The name of a configuration; where nothing was varied there is only one. */
static const char *shown_label(const cn_comparison *c) {
    return *c->label ? c->label : "all";
}

/* For people, aligned or as Markdown. The ratio is the second's time over the first's, with its 95
 * % interval; U and p are of a Mann-Whitney test, p adjusted for as many tests as there are rows.
 */
static void write_table(cn_cli *cli, const cn_comparison *list, int count, bool markdown) {
    static const char *const heads[] = {"configuration", "trials",    "first s", "second s",
                                        "ratio",         "95 %",      "U",       "p",
                                        "adjusted p",    "second is", NULL};
    cn_sheet sheet;
    cn_out_must(cli, cn_sheet_new(&sheet, count, 1, heads, cli->error));
    sheet.left[9] = true;
    for (int i = 0; i < count; i++) {
        const cn_comparison *c = &list[i];
        char(*cell)[64] = sheet.cells[i];
        snprintf(cell[0], 64, "%.63s", shown_label(c));
        snprintf(cell[1], 64, "%d, %d", c->counts[0], c->counts[1]);
        snprintf(cell[2], 64, "%.6f", c->seconds[0]);
        snprintf(cell[3], 64, "%.6f", c->seconds[1]);
        snprintf(cell[4], 64, "%.3f", c->ratio.value);
        snprintf(cell[5], 64, "%.3f–%.3f", c->ratio.low, c->ratio.high);
        snprintf(cell[6], 64, "%g", c->test.u);
        snprintf(cell[7], 64, "%.4f", c->test.p);
        snprintf(cell[8], 64, "%.4f", c->p);
        snprintf(cell[9], 64, "%s", c->verdict);
    }
    cn_sheet_write(stdout, &sheet, markdown ? CN_SHEET_MARKDOWN : CN_SHEET_TEXT);
    cn_sheet_free(&sheet);
}

/* The same for programs that read tables. */
static void write_csv(const cn_comparison *list, int count) {
    puts("configuration,first_trials,second_trials,first_seconds,second_seconds,ratio,ratio_low,"
         "ratio_high,u,p,adjusted_p,verdict");
    for (int i = 0; i < count; i++) {
        const cn_comparison *c = &list[i];
        cn_csv_text(stdout, shown_label(c));
        printf(",%d,%d,%.9g,%.9g,%.9g,%.9g,%.9g,%g,%.9g,%.9g,%s\n", c->counts[0], c->counts[1],
               c->seconds[0], c->seconds[1], c->ratio.value, c->ratio.low, c->ratio.high, c->test.u,
               c->test.p, c->p, c->verdict);
    }
}

/* The same as objects, with the exactness of the test. */
static void write_json(const cn_cli *cli, const cn_comparison *list, int count) {
    json_t *rows = json_array();
    for (int i = 0; i < count; i++) {
        const cn_comparison *c = &list[i];
        json_array_append_new(
            rows, json_pack("{s:s, s:[i,i], s:[f,f], s:[f,f,f], s:f, s:f, s:f, s:b, s:s}", "label",
                            c->label, "trials", c->counts[0], c->counts[1], "seconds",
                            c->seconds[0], c->seconds[1], "ratio", c->ratio.value, c->ratio.low,
                            c->ratio.high, "u", c->test.u, "p", c->test.p, "adjusted_p", c->p,
                            "exact", c->test.exact, "verdict", c->verdict));
    }
    cn_out_json(cli, json_pack("{s:o}", "comparisons", rows));
}

cn_exit cn_bench_compare(cn_cli *cli, const cn_bench_settings *set, const char *first,
                         const char *second) {
    cn_measurements m[2] = {{.count = 0}};
    cn_comparison *list = NULL;
    int count = 0;
    cn_out_must(cli, cn_measurements_read(first, &m[0], cli->error));
    cn_out_must(cli, cn_measurements_read(second, &m[1], cli->error));
    cn_out_must(cli, cn_compare(&m[0], &m[1], &list, &count, cli->error));
    if (set->json) {
        write_json(cli, list, count);
    } else if (set->csv) {
        write_csv(list, count);
    } else {
        const char *mark = set->markdown ? "- " : "";
        printf("%sfirst: %s, %s, canopy %s\n%ssecond: %s, %s, canopy %s\n\n", mark, first,
               m[0].title, m[0].version, mark, second, m[1].title, m[1].version);
        write_table(cli, list, count, set->markdown);
    }
    free(list);
    for (int i = 0; i < 2; i++) cn_measurements_free(&m[i]);
    return CN_EXIT_OK;
}
