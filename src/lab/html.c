#include "lab/html.h"

#include "lab/plot.h"
#include "lab/sheet.h"
#include "lab/trace.h"

#include <math.h>
#include <string.h>

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
    ".7rem}h3{font-size:1rem;margin:1.8rem 0 .5rem}section{border-top:1px solid var(--rule);"
    "margin-top:2.5rem}p{max-width:46rem}.what{color:var(--soft);margin:0 0 1rem}\n"
    ".warning{background:var(--warnbg);color:var(--warn);padding:.5rem .8rem;border-radius:6px;"
    "max-width:none;margin:.5rem 0}\n"
    ".timelines figure{margin-bottom:.8rem}a{color:var(--c0)}\n"
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
    ".published{stroke-dasharray:6 4;opacity:.75}.predicted{stroke-dasharray:11 3 2 "
    "3}.model{stroke-dasharray:1.5 4;"
    "stroke-linecap:round}.ideal{stroke:var(--soft)!important;stroke-width:1}"
    ".whisker{fill:none;stroke-width:1.5}.ring{fill:var(--panel)!important;stroke-width:1.5}"
    ".dot{stroke:none}\n"
    ".c0{stroke:var(--c0);fill:var(--c0)}.c1{stroke:var(--c1);fill:var(--c1)}"
    ".c2{stroke:var(--c2);fill:var(--c2)}.c3{stroke:var(--c3);fill:var(--c3)}"
    ".c4{stroke:var(--c4);fill:var(--c4)}.c5{stroke:var(--c5);fill:var(--c5)}"
    ".c6{stroke:var(--c6);fill:var(--c6)}.c7{stroke:var(--c7);fill:var(--c7)}"
    ".line,.whisker{fill:none}\n"
    "@media print{body{max-width:none}figure{break-inside:avoid}}\n";

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

static void heading(FILE *out, int level, const char *text) {
    fprintf(out, "<h%d>%s</h%d>\n", level, text, level);
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

static void write_fits(FILE *out, const cn_bench *b, const cn_summary *all, int level) {
    bool any = false;
    for (int i = 0; i < b->count; i++) {
        const double ours = cn_summary_leads(b, i) ? cn_summary_serial(b, all, i, false) : NAN;
        if (!isfinite(ours)) continue;
        if (!any) {
            heading(out, level, "Amdahl's law");
            fputs("<p>The share of the work that would have to be serial for "
                  "these speed-ups, by least squares (of thread counts up to the cores), and where "
                  "it would "
                  "lead.</p>\n"
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

/* ---- predictions and timelines ---- */

static void write_forecasts(FILE *out, const cn_bench *b, int level) {
    bool any = false;
    for (int i = 0; i < b->count; i++) {
        const cn_configuration *c = &b->configurations[i];
        if (!c->forecast) continue;
        const char *name = cn_summary_threaded(b) ? c->series : c->label;
        char text[CN_FORECAST_TEXT];
        if (!any) {
            heading(out, level, "Prediction");
            fprintf(out,
                    "<p>This is %s. Nothing is known here of memory that gets slower when "
                    "more cores use it.</p>\n",
                    cn_forecast_label);
        }
        any = true;
        cn_forecast_basis(c->forecast, text);
        fputs("<p>", out);
        if (*name) cn_html_text(out, name);
        if (*name) fputs(": ", out);
        cn_html_text(out, text);
        fputs(".</p>\n<div class=\"scroll\"><table>\n<tr><th>workers</th><th>time</th>"
              "<th>speed-up</th><th>efficiency</th><th>at most</th><th>steals</th></tr>\n",
              out);
        for (int k = 0; k < c->forecast->count; k++) {
            const cn_forecast_point *p = &c->forecast->points[k];
            char time[CN_TIME_TEXT];
            cn_time_text((uint64_t)(p->seconds * 1e9), time);
            fprintf(out,
                    "<tr><td>%d</td><td>%s</td><td>%.2f</td><td>%.0f %%</td><td>%.2f</td>"
                    "<td>%llu</td></tr>\n",
                    p->workers, time, p->speedup, 100 * p->speedup / p->workers, p->bound,
                    (unsigned long long)p->steals);
        }
        fputs("</table></div>\n", out);
    }
}

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
        fputs("<figure><figcaption>", out);
        cn_html_text(out, *c->label ? c->label : c->agent);
        fprintf(out, "</figcaption>\n%s</figure>\n", c->timeline);
    }
    if (any) fputs("</div>\n", out);
}

/* ---- pages ---- */

void cn_html_begin(FILE *out, const char *title) {
    fputs("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
          out);
    cn_html_text(out, title);
    fprintf(out, " · canopy bench</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>", style);
    cn_html_text(out, title);
    fputs("</h1>\n", out);
}

void cn_html_end(FILE *out) {
    fputs("</body>\n</html>\n", out);
}

cn_status cn_html_part(FILE *out, const cn_bench *b, const cn_summary *all, int level,
                       cn_error *error) {
    const cn_experiment *e = &b->experiment;
    cn_sheet sheet;
    cn_status status = cn_sheet_new(b, all, &sheet, error);
    if (status != CN_OK) return status;
    fputs("<p class=\"what\">", out);
    cn_html_text(out, e->what ? e->what : e->agents[0].spec);
    fputs("</p>\n", out);
    cn_bench_facts(b, write_warning, out);
    status = cn_html_plots(out, b, all, error);
    heading(out, level, "Results");
    write_sheet(out, &sheet);
    cn_sheet_free(&sheet);
    fprintf(out,
            "<p>Medians; %s. Speed-up pairs each trial with the same trial of the %s. Productivity "
            "is the share of all the threads' time spent searching; <i>nodes ×</i>, where it is "
            "shown, how many nodes were searched for each one of the baseline.</p>\n",
            b->trials < 6 ? "whiskers and ranges span all trials"
                          : "whiskers and ranges are 95 % confidence intervals",
            cn_summary_threaded(b) ? "series' first configuration" : "first configuration");
    write_fits(out, b, all, level);
    write_forecasts(out, b, level);
    write_timelines(out, b, level);
    heading(out, level, "How it was measured");
    fputs("<dl>\n", out);
    cn_bench_facts(b, write_fact, out);
    fputs("</dl>\n", out);
    return status;
}

cn_status cn_html_write(FILE *out, const cn_bench *b, const cn_summary *all, cn_error *error) {
    cn_html_begin(out, b->experiment.name ? b->experiment.name : b->game->title);
    const cn_status status = cn_html_part(out, b, all, 2, error);
    cn_html_end(out);
    return status;
}
