#include "lab/html.h"

#include "lab/plot.h"
#include "lab/sheet.h"

#include <math.h>
#include <stdlib.h>

/* Colours that stay apart for the colour-blind (Okabe and Ito), lighter on a dark page. */
static const char style[] =
    ":root{color-scheme:light dark;--bg:#fff;--fg:#1c2024;--soft:#5b6570;--rule:#dde2e7;"
    "--panel:#f6f8fa;--warn:#8a4b00;--warnbg:#fff4e0;--c0:#0072b2;--c1:#d55e00;--c2:#009e73;"
    "--c3:#cc79a7;--c4:#b58900;--c5:#56b4e9;--c6:#7a5cc0;--c7:#666}\n"
    "@media(prefers-color-scheme:dark){:root{--bg:#14171a;--fg:#e6e9ec;--soft:#9aa5b1;"
    "--rule:#2c333a;--panel:#1c2126;--warn:#ffc97a;--warnbg:#33260f;--c0:#4fb3ee;--c1:#ff8b4a;"
    "--c2:#3fd0a4;--c3:#eda6cc;--c4:#e6bd3f;--c5:#9bd7ff;--c6:#b7a1f2;--c7:#aaa}}\n"
    "*{box-sizing:border-box}body{margin:0 auto;max-width:1220px;padding:2rem 1.25rem 4rem;"
    "background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,sans-serif}\n"
    "h1{font-size:1.6rem;line-height:1.25;margin:0 0 .25rem}h2{font-size:1.15rem;margin:2.2rem 0 "
    ".7rem}p{max-width:46rem}.what{color:var(--soft);margin:0 0 1rem}\n"
    ".warning{background:var(--warnbg);color:var(--warn);padding:.5rem .8rem;border-radius:6px;"
    "max-width:none;margin:.5rem 0}\n"
    ".plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,460px),1fr));"
    "gap:1.2rem}figure{margin:0;padding:.9rem;background:var(--panel);border-radius:8px}\n"
    "figcaption{font-weight:600;margin-bottom:.3rem}figure>svg{width:100%;height:auto;"
    "display:block}\n"
    ".legend{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;margin:.4rem 0 0;"
    "padding:0;font-size:.85rem;color:var(--soft)}.key{width:28px;height:10px;margin-right:.4rem}"
    "\n"
    ".scroll{overflow-x:auto}table{border-collapse:collapse;font-size:.86rem;"
    "font-variant-numeric:tabular-nums}th,td{padding:.3rem .5rem;text-align:right;"
    "border-bottom:1px solid var(--rule);white-space:nowrap}th{color:var(--soft);font-weight:600}"
    ".l{text-align:left}\n"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1.2rem;font-size:.9rem;"
    "margin:0}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}\n"
    ".grid{stroke:var(--rule)}.axis{stroke:var(--soft)}.tick{fill:var(--soft);font-size:12px}"
    ".label{fill:var(--fg);font-size:13px}.line{fill:none;stroke-width:2}"
    ".published{stroke-dasharray:6 4;opacity:.75}.model{stroke-dasharray:1.5 4;"
    "stroke-linecap:round}.ideal{stroke:var(--soft)!important;stroke-width:1}"
    ".whisker{fill:none;stroke-width:1.5}.ring{fill:var(--panel)!important;stroke-width:1.5}"
    ".dot{stroke:none}\n"
    ".c0{stroke:var(--c0);fill:var(--c0)}.c1{stroke:var(--c1);fill:var(--c1)}"
    ".c2{stroke:var(--c2);fill:var(--c2)}.c3{stroke:var(--c3);fill:var(--c3)}"
    ".c4{stroke:var(--c4);fill:var(--c4)}.c5{stroke:var(--c5);fill:var(--c5)}"
    ".c6{stroke:var(--c6);fill:var(--c6)}.c7{stroke:var(--c7);fill:var(--c7)}"
    ".line,.whisker{fill:none}\n"
    "@media print{body{max-width:none}figure{break-inside:avoid}}\n";

/* ---- plots ---- */

typedef enum quantity { SPEEDUP, EFFICIENCY, PRODUCTIVITY, SECONDS, RATE } quantity;

typedef struct page {
    const cn_bench *bench;
    const cn_summary *all;
    bool numbers; /* the axis is of numbers */
    int series;   /* how many there are */
    cn_plot *plot;
} page;

/* Where a configuration stands on the axis: its number, or its place among the values. */
static double place(const page *p, int i) {
    const cn_bench *b = p->bench;
    const char *value = b->configurations[i].value[b->axis];
    if (p->numbers) return atof(value);
    int rank = 0;
    for (int j = 0; j < b->count; j++) {
        const char *other = b->configurations[j].value[b->axis];
        if (strcmp(other, value) == 0) return rank;
        bool seen = false;
        for (int k = 0; k < j; k++) {
            seen |= strcmp(b->configurations[k].value[b->axis], other) == 0;
        }
        rank += !seen;
    }
    return rank;
}

static void begin(page *p, const char *title, const char *y_label) {
    const cn_bench *b = p->bench;
    cn_plot *plot = p->plot;
    memset(plot, 0, sizeof *plot);
    snprintf(plot->title, sizeof plot->title, "%s", title);
    snprintf(plot->y_label, sizeof plot->y_label, "%s", y_label);
    snprintf(plot->x_label, sizeof plot->x_label, "%s", b->variable[b->axis]);
    plot->categories = !p->numbers;
    double least = INFINITY, most = 0;
    for (int i = 0; i < b->count && plot->ticks < CN_PLOT_POINTS; i++) {
        const double x = place(p, i);
        bool seen = false;
        for (int t = 0; t < plot->ticks; t++) seen |= plot->tick_x[t] == x;
        if (seen) continue;
        plot->tick_x[plot->ticks] = x;
        snprintf(plot->tick_label[plot->ticks++], sizeof plot->tick_label[0], "%.24s",
                 b->configurations[i].value[b->axis]);
        least = fmin(least, x);
        most = fmax(most, x);
    }
    plot->log_x = p->numbers && least > 0 && most / least > 16;
}

static cn_plot_line *add_line(page *p, const char *name, int colour, cn_line_look look) {
    cn_plot *plot = p->plot;
    if (plot->count == CN_PLOT_LINES) return NULL;
    cn_plot_line *line = &plot->lines[plot->count++];
    *line = (cn_plot_line){.colour = colour % CN_PLOT_COLOURS, .look = look};
    snprintf(line->name, sizeof line->name, "%s", name);
    return line;
}

static void add_point(cn_plot_line *line, double x, cn_interval y) {
    if (!line || line->count == CN_PLOT_POINTS || !isfinite(y.value)) return;
    line->points[line->count++] = (cn_plot_point){x, y.value, y.low, y.high};
}

static cn_interval measured(const page *p, int i, quantity what) {
    const cn_summary *s = &p->all[i];
    const cn_interval none = {NAN, NAN, NAN}, productivity = {s->productivity, NAN, NAN};
    if (s->count == 0) return none;
    switch (what) {
    case SPEEDUP: return s->speedup;
    case EFFICIENCY: return s->efficiency;
    case PRODUCTIVITY: return productivity;
    case SECONDS: return s->seconds;
    case RATE: return s->rate;
    }
    return none;
}

static double published(const page *p, int i, quantity what) {
    const cn_configuration *c = &p->bench->configurations[i];
    const cn_summary *s = &p->all[i];
    const double more = c->threads / (double)p->bench->configurations[s->baseline].threads;
    if (what == SECONDS) return c->figure > 0 ? c->figure : NAN;
    if (s->figure_speedup <= 0) return NAN;
    return what == SPEEDUP      ? s->figure_speedup
           : what == EFFICIENCY ? s->figure_speedup / more
                                : NAN;
}

/* The lines of one quantity: each series as measured and, where there are figures, as published. */
static void add_quantity(page *p, quantity what, const char *suffix, cn_line_look look) {
    const cn_bench *b = p->bench;
    int colour = 0;
    for (int first = 0; first < b->count; first++) {
        if (!cn_summary_leads(b, first)) continue;
        const char *series = b->configurations[first].series;
        char name[160];
        snprintf(name, sizeof name, "%.120s%s%s", *series ? series : "measured",
                 *suffix ? ", " : "", suffix);
        cn_plot_line *line = add_line(p, name, colour, look);
        cn_plot_line report = {.count = 0};
        for (int i = first; i < b->count; i++) {
            if (strcmp(b->configurations[i].series, series) != 0) continue;
            const double y = published(p, i, what);
            add_point(line, place(p, i), measured(p, i, what));
            add_point(&report, place(p, i), (cn_interval){y, NAN, NAN});
        }
        if (report.count) {
            snprintf(name, sizeof name, "%.120s%sthe report", series, *series ? ", " : "");
            cn_plot_line *theirs = add_line(p, name, colour, CN_LINE_PUBLISHED);
            if (theirs) {
                theirs->count = report.count;
                memcpy(theirs->points, report.points, sizeof report.points);
            }
        }
        colour++;
    }
}

/* Thread counts from the least to the most on the axis, finely for curves. */
static void add_curve(page *p, const char *name, int colour, cn_line_look look, double serial,
                      double base) {
    enum { STEPS = 48 };
    const cn_plot *plot = p->plot;
    double least = INFINITY, most = 0;
    for (int t = 0; t < plot->ticks; t++) {
        least = fmin(least, plot->tick_x[t]);
        most = fmax(most, plot->tick_x[t]);
    }
    cn_plot_line *line = add_line(p, name, colour, look);
    for (int i = 0; i <= STEPS; i++) {
        const double x = least + (most - least) * i / STEPS;
        add_point(line, x, (cn_interval){cn_amdahl(serial, x) / base, NAN, NAN});
    }
}

static void write_speedup(FILE *out, page *p) {
    const cn_bench *b = p->bench;
    begin(p, "Speed-up", "times as fast as the first");
    double base = INFINITY;
    for (int t = 0; t < p->plot->ticks; t++) base = fmin(base, p->plot->tick_x[t]);
    add_curve(p, "ideal", 7, CN_LINE_IDEAL, 0, base);
    for (int i = 0, colour = 0; i < b->count && p->series <= 2; i++) {
        if (!cn_summary_leads(b, i)) continue;
        const double serial = cn_summary_serial(b, p->all, i, false);
        char name[160];
        snprintf(name, sizeof name, "%.100s%sAmdahl's law, %.1f %% serial",
                 b->configurations[i].series, *b->configurations[i].series ? ", " : "",
                 100 * serial);
        if (isfinite(serial)) add_curve(p, name, colour, CN_LINE_MODEL, serial, 1);
        colour++;
    }
    add_quantity(p, SPEEDUP, "", CN_LINE_MEASURED);
    cn_plot_write(out, p->plot);
    begin(p, "Efficiency", "speed-up by threads");
    p->plot->percent = true;
    add_quantity(p, EFFICIENCY, "", CN_LINE_MEASURED);
    cn_plot_write(out, p->plot);
}

static void write_others(FILE *out, page *p) {
    char title[80];
    double low = INFINITY, high = 0;
    bool threads = false;
    begin(p, "", "seconds");
    snprintf(p->plot->title, sizeof p->plot->title, "Time a %s", cn_summary_unit(p->bench));
    add_quantity(p, SECONDS, "", CN_LINE_MEASURED);
    for (int l = 0; l < p->plot->count; l++) {
        for (int i = 0; i < p->plot->lines[l].count; i++) {
            const double y = p->plot->lines[l].points[i].y;
            if (y > 0) low = fmin(low, y);
            high = fmax(high, y);
        }
    }
    p->plot->log_y = low > 0 && high / low > 20;
    cn_plot_write(out, p->plot);
    for (int i = 0; i < p->bench->count; i++) threads |= p->all[i].threads > 1;
    if (threads) {
        begin(p, "Productivity", "searching, of all the threads' time");
        p->plot->percent = true;
        add_quantity(p, PRODUCTIVITY, "", CN_LINE_MEASURED);
        cn_plot_write(out, p->plot);
    }
    const bool iterations = p->all[0].iterations;
    snprintf(title, sizeof title, "%s a second", iterations ? "Iterations" : "Nodes");
    begin(p, title, iterations ? "million iterations/s" : "million nodes/s");
    add_quantity(p, RATE, "", CN_LINE_MEASURED);
    for (int l = 0; l < p->plot->count; l++) {
        for (int i = 0; i < p->plot->lines[l].count; i++) {
            cn_plot_point *q = &p->plot->lines[l].points[i];
            q->y *= 1e-6;
            q->low *= 1e-6;
            q->high *= 1e-6;
        }
    }
    cn_plot_write(out, p->plot);
}

/* ---- words ---- */

static void write_fact(const char *name, const char *text, void *user) {
    FILE *out = user;
    if (strcmp(name, "warning") == 0 || strcmp(name, "experiment") == 0) return;
    fprintf(out, "<dt>%s</dt><dd>", name);
    cn_html_text(out, text);
    fputs("</dd>\n", out);
}

static void write_warning(const char *name, const char *text, void *user) {
    FILE *out = user;
    if (strcmp(name, "warning") != 0) return;
    fputs("<p class=\"warning\">", out);
    cn_html_text(out, text);
    fputs("</p>\n", out);
}

static void write_sheet(FILE *out, const cn_sheet *sheet) {
    fputs("<div class=\"scroll\"><table>\n", out);
    for (int r = -1; r < sheet->rows; r++) {
        fputs("<tr>", out);
        for (int c = 0; c < sheet->columns; c++) {
            const char *tag = r < 0 ? "th" : "td";
            fprintf(out, "<%s%s>", tag, sheet->left[c] ? " class=\"l\"" : "");
            cn_html_text(out, r < 0 ? sheet->head[c] : sheet->cells[r][c]);
            fprintf(out, "</%s>", tag);
        }
        fputs("</tr>\n", out);
    }
    fputs("</table></div>\n", out);
}

static void write_fits(FILE *out, const cn_bench *b, const cn_summary *all) {
    bool any = false;
    for (int i = 0; i < b->count; i++) {
        const double ours = cn_summary_leads(b, i) ? cn_summary_serial(b, all, i, false) : NAN;
        if (!isfinite(ours)) continue;
        if (!any) {
            fputs(
                "<h2>Amdahl's law</h2>\n<p>The share of the work that would have to be serial for "
                "these speed-ups, by least squares, and where it would lead.</p>\n"
                "<div class=\"scroll\"><table>\n<tr><th class=\"l\">series</th><th>serial</th>"
                "<th>at 16 threads</th><th>at 64</th><th>at most</th><th>the report's serial</th>"
                "</tr>\n",
                out);
        }
        any = true;
        const double theirs = cn_summary_serial(b, all, i, true);
        fputs("<tr><td class=\"l\">", out);
        cn_html_text(out, *b->configurations[i].series ? b->configurations[i].series : "measured");
        fprintf(out, "</td><td>%.1f %%</td><td>%.1f</td><td>%.1f</td><td>", 100 * ours,
                cn_amdahl(ours, 16), cn_amdahl(ours, 64));
        ours > 0 ? fprintf(out, "%.1f", 1 / ours) : fprintf(out, "∞");
        isfinite(theirs) ? fprintf(out, "</td><td>%.1f %%</td></tr>\n", 100 * theirs)
                         : fprintf(out, "</td><td>-</td></tr>\n");
    }
    if (any) fputs("</table></div>\n", out);
}

static void write_plots(FILE *out, page *p) {
    const cn_bench *b = p->bench;
    if (b->axis < 0) return;
    p->numbers = true;
    for (int i = 0; i < b->count; i++) {
        char *end;
        const char *value = b->configurations[i].value[b->axis];
        strtod(value, &end);
        p->numbers = p->numbers && end != value && !*end;
        p->series += cn_summary_leads(b, i);
    }
    fputs("<div class=\"plots\">\n", out);
    if (cn_summary_threaded(b)) write_speedup(out, p);
    write_others(out, p);
    fputs("</div>\n", out);
}

cn_status cn_html_write(FILE *out, const cn_bench *b, const cn_summary *all, cn_error *error) {
    const cn_experiment *e = &b->experiment;
    cn_sheet sheet;
    page p = {.bench = b, .all = all, .plot = malloc(sizeof *p.plot)};
    const cn_status status = p.plot ? cn_sheet_new(b, all, &sheet, error)
                                    : cn_fail(error, CN_NO_MEMORY, "no memory for the report");
    if (status != CN_OK) {
        free(p.plot);
        return status;
    }
    const char *title = e->name ? e->name : b->game->title;
    fputs("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
          out);
    cn_html_text(out, title);
    fprintf(out, " · canopy bench</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>", style);
    cn_html_text(out, title);
    fputs("</h1>\n<p class=\"what\">", out);
    cn_html_text(out, e->what ? e->what : e->agents[0].spec);
    fputs("</p>\n", out);
    cn_bench_facts(b, write_warning, out);
    write_plots(out, &p);
    fputs("<h2>Results</h2>\n", out);
    write_sheet(out, &sheet);
    fprintf(out,
            "<p>Medians; %s. Speed-up pairs each trial with the same trial of the %s. Productivity "
            "is the share of all the threads' time spent searching; <i>nodes ×</i>, where it is "
            "shown, how many nodes were searched for each one of the baseline.</p>\n",
            b->trials < 6 ? "whiskers and ranges span all trials"
                          : "whiskers and ranges are 95 % confidence intervals",
            cn_summary_threaded(b) ? "series' first configuration" : "first configuration");
    write_fits(out, b, all);
    fputs("<h2>How it was measured</h2>\n<dl>\n", out);
    cn_bench_facts(b, write_fact, out);
    fputs("</dl>\n</body>\n</html>\n", out);
    cn_sheet_free(&sheet);
    free(p.plot);
    return CN_OK;
}
