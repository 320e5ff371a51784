/* The page of an experiment: plots, tables, timelines and facts in one HTML file that loads
 * nothing; its style is report.css, which the build makes part of the program. All text from
 * outside goes through cn_html_put. */
#include "lab/html.h"

#include "lab/plot.h"
#include "lab/sheet.h"
#include "lab/trace.h"

#include <math.h>

/* ---- parts ---- */

/* A heading of a level, 1 to 6. */
static void heading(FILE *out, int level, const char *text) {
    fprintf(out, "<h%d>%s</h%d>\n", level, text, level);
}

/* A table of what Amdahl's law makes of the speed-ups of each series: the serial share of the work,
 * and the speed-up it would allow on more threads. Nothing is written if no series can be fitted.
 */
static cn_status write_fits(FILE *out, const cn_bench *b, const cn_summary *all, int level,
                            cn_error *error) {
    static const char *const heads[] = {
        "series", "serial", "at 16 threads", "at 64", "at most", "the report's serial", NULL};
    cn_sheet t;
    CN_TRY(cn_sheet_new(&t, b->count, 1, heads, error));
    t.rows = 0;
    for (int i = 0; i < b->count; i++) {
        const double ours = cn_summary_serial(b, all, i, false);
        const double theirs = cn_summary_serial(b, all, i, true);
        const char *series = b->configurations[i].series;
        if (!isfinite(ours)) continue;
        char(*row)[CN_CELL] = t.cells[t.rows++];
        snprintf(row[0], CN_CELL, "%.63s", *series ? series : "measured");
        snprintf(row[1], CN_CELL, "%.1f %%", 100 * ours);
        snprintf(row[2], CN_CELL, "%.1f", cn_amdahl(ours, 16));
        snprintf(row[3], CN_CELL, "%.1f", cn_amdahl(ours, 64));
        snprintf(row[4], CN_CELL, ours > 0 ? "%.1f" : "∞", 1 / ours);
        snprintf(row[5], CN_CELL, isfinite(theirs) ? "%.1f %%" : "-", 100 * theirs);
    }
    if (t.rows > 0) {
        heading(out, level, "Amdahl's law");
        fputs("<p>The share of the work that would have to be serial for these speed-ups, by least "
              "squares (of thread counts up to the cores), and where it would lead.</p>\n",
              out);
        cn_sheet_write(out, &t, CN_SHEET_HTML);
    }
    cn_sheet_free(&t);
    return CN_OK;
}

/* The recorded trials that were drawn, one above the other. */
static void write_timelines(FILE *out, const cn_bench *b, int level) {
    bool any = false;
    for (int i = 0; i < b->count; i++) {
        const cn_configuration *c = &b->configurations[i];
        if (!c->timeline) continue;
        if (!any) {
            heading(out, level, "Timelines");
            fputs("<p>The first trial again, recorded: what each worker did, from left to right. "
                  "The height of a colour is its share of the time; grey is idle. Only where "
                  "there is a core for each thread.</p>\n",
                  out);
            cn_trace_write_legend(out);
            fputs("<div class=\"timelines\">\n", out);
        }
        any = true;
        cn_html_put(out, "<figure><figcaption>%s</figcaption>\n", *c->label ? c->label : c->agent);
        fprintf(out, "%s</figure>\n", c->timeline);
    }
    if (any) fputs("</div>\n", out);
}

/* ---- pages ---- */

/* Head and title; everything the page needs is in it. */
void cn_html_begin(FILE *out, const char *title) {
    cn_html_put(out,
                "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                "<title>%s · canopy bench</title>\n<style>\n",
                title);
    fputs((const char *)cn_lab_files[0].bytes, out);
    cn_html_put(out, "</style>\n</head>\n<body>\n<h1>%s</h1>\n", title);
}

void cn_html_end(FILE *out) {
    fputs("</body>\n</html>\n", out);
}

cn_status cn_html_part(FILE *out, const cn_bench *b, const cn_summary *all, int level,
                       cn_error *error) {
    const cn_experiment *e = &b->experiment;
    char warnings[CN_WARNINGS][160];
    cn_sheet sheet;
    CN_TRY(cn_sheet_of(b, all, &sheet, error));
    cn_html_put(out, "<p class=\"what\">%s</p>\n", e->what ? e->what : e->agents[0].spec);
    const int count = cn_bench_warnings(b, warnings);
    for (int i = 0; i < count; i++) fprintf(out, "<p class=\"warning\">%s</p>\n", warnings[i]);
    cn_html_plots(out, b, all);
    heading(out, level, "Results");
    cn_sheet_write(out, &sheet, CN_SHEET_HTML);
    cn_sheet_free(&sheet);
    fprintf(out,
            "<p>Medians; %s. Speed-up pairs each trial with the same trial of the %s. Productivity "
            "is the share of all the threads' time spent searching; <i>nodes ×</i>, where it is "
            "shown, how many nodes were searched for each one of the baseline.</p>\n",
            b->trials < 6 ? "whiskers and ranges span all trials"
                          : "whiskers and ranges are 95 % confidence intervals",
            cn_summary_threaded(b) ? "series' first configuration" : "first configuration");
    CN_TRY(write_fits(out, b, all, level, error));
    CN_TRY(cn_bench_forecasts(out, b, CN_SHEET_HTML, level, error));
    write_timelines(out, b, level);
    heading(out, level, "How it was measured");
    fputs("<dl>\n", out);
    cn_bench_facts(out, b, CN_SHEET_HTML);
    fputs("</dl>\n", out);
    return CN_OK;
}

cn_status cn_html_write(FILE *out, const cn_bench *b, const cn_summary *all, cn_error *error) {
    cn_html_begin(out, b->experiment.name ? b->experiment.name : b->game->title);
    const cn_status status = cn_html_part(out, b, all, 2, error);
    cn_html_end(out);
    return status;
}
