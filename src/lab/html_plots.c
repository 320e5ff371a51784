/* The plots of a report. */
#include "lab/html.h"

#include "lab/plot.h"

#include <math.h>
#include <stdlib.h>

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

/* Called by its series, by what it is of it, or by both. */
static cn_plot_line *add_line(page *p, const char *series, const char *what, int colour,
                              cn_line_look look) {
    cn_plot *plot = p->plot;
    if (plot->count == CN_PLOT_LINES) return NULL;
    cn_plot_line *line = &plot->lines[plot->count++];
    *line = (cn_plot_line){.colour = colour % CN_PLOT_COLOURS, .look = look};
    snprintf(line->name, sizeof line->name, "%.110s%s%.45s", series, *series && *what ? ", " : "",
             what);
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
    if (what == SECONDS) return c->figure.seconds > 0 ? c->figure.seconds : NAN;
    if (what == PRODUCTIVITY) return c->figure.productivity > 0 ? c->figure.productivity : NAN;
    if (s->figure_speedup <= 0) return NAN;
    return what == SPEEDUP      ? s->figure_speedup
           : what == EFFICIENCY ? s->figure_speedup / more
                                : NAN;
}

/* The lines of one quantity: each series as measured and, where there are figures, as published. */
static void add_quantity(page *p, quantity what) {
    const cn_bench *b = p->bench;
    int colour = 0;
    for (int first = 0; first < b->count; first++) {
        if (!cn_summary_leads(b, first)) continue;
        const char *series = b->configurations[first].series;
        cn_plot_line *line =
            add_line(p, series, *series ? "" : "measured", colour, CN_LINE_MEASURED);
        cn_plot_line report = {.count = 0};
        for (int i = first; i < b->count; i++) {
            if (strcmp(b->configurations[i].series, series) != 0) continue;
            const double y = published(p, i, what);
            add_point(line, place(p, i), measured(p, i, what));
            add_point(&report, place(p, i), (cn_interval){y, NAN, NAN});
        }
        if (report.count) {
            cn_plot_line *theirs = add_line(p, series, "the report", colour, CN_LINE_PUBLISHED);
            if (theirs) {
                theirs->count = report.count;
                memcpy(theirs->points, report.points, sizeof report.points);
            }
        }
        colour++;
    }
}

/* Thread counts from the least to the most on the axis, finely for curves. */
static void add_curve(page *p, const char *series, const char *what, int colour, cn_line_look look,
                      double serial, double base) {
    enum { STEPS = 48 };
    const cn_plot *plot = p->plot;
    double least = INFINITY, most = 0;
    for (int t = 0; t < plot->ticks; t++) {
        least = fmin(least, plot->tick_x[t]);
        most = fmax(most, plot->tick_x[t]);
    }
    cn_plot_line *line = add_line(p, series, what, colour, look);
    for (int i = 0; i <= STEPS; i++) {
        const double x = least + (most - least) * i / STEPS;
        add_point(line, x, (cn_interval){cn_amdahl(serial, x) / base, NAN, NAN});
    }
}

/* As simulated, up to so many workers. */
static void add_predictions(page *p, double most) {
    const cn_bench *b = p->bench;
    int colour = 0;
    for (int i = 0; i < b->count; i++) {
        const cn_configuration *c = &b->configurations[i];
        if (cn_summary_forecaster(b, i) != i) continue;
        const char *series = cn_summary_threaded(b) ? c->series : c->label;
        cn_plot_line *line =
            c->forecast ? add_line(p, series, "predicted", colour, CN_LINE_PREDICTED) : NULL;
        for (int k = 0; line && k < c->forecast->count; k++) {
            const cn_forecast_point *point = &c->forecast->points[k];
            if (point->workers > most) break;
            add_point(line, point->workers, (cn_interval){point->speedup, NAN, NAN});
        }
        colour++;
    }
}

static void write_speedup(FILE *out, page *p) {
    const cn_bench *b = p->bench;
    begin(p, "Speed-up", "times as fast as the first");
    double base = INFINITY;
    for (int t = 0; t < p->plot->ticks; t++) base = fmin(base, p->plot->tick_x[t]);
    add_curve(p, "", "ideal", 7, CN_LINE_IDEAL, 0, base);
    for (int i = 0, colour = 0; i < b->count && p->series <= 2; i++) {
        if (!cn_summary_leads(b, i)) continue;
        const double serial = cn_summary_serial(b, p->all, i, false);
        char law[45];
        snprintf(law, sizeof law, "Amdahl's law, %.1f %% serial", 100 * serial);
        if (isfinite(serial)) {
            add_curve(p, b->configurations[i].series, law, colour, CN_LINE_MODEL, serial, 1);
        }
        colour++;
    }
    add_quantity(p, SPEEDUP);
    add_predictions(p, p->plot->tick_x[p->plot->ticks - 1]);
    cn_plot_write(out, p->plot);
    begin(p, "Efficiency", "speed-up by threads");
    p->plot->percent = true;
    add_quantity(p, EFFICIENCY);
    cn_plot_write(out, p->plot);
}

static void write_others(FILE *out, page *p) {
    char title[80];
    double low = INFINITY, high = 0;
    bool threads = false;
    begin(p, "", "seconds");
    snprintf(p->plot->title, sizeof p->plot->title, "Time a %s", cn_summary_unit(p->bench));
    add_quantity(p, SECONDS);
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
        add_quantity(p, PRODUCTIVITY);
        cn_plot_write(out, p->plot);
    }
    const bool iterations = p->all[0].iterations;
    snprintf(title, sizeof title, "%s a second", iterations ? "Iterations" : "Nodes");
    begin(p, title, iterations ? "million iterations/s" : "million nodes/s");
    add_quantity(p, RATE);
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

/* A plot of its own, since predictions go further than measurements. */
static void write_prediction(FILE *out, page *p) {
    const cn_bench *b = p->bench;
    cn_plot *plot = p->plot;
    memset(plot, 0, sizeof *plot);
    snprintf(plot->title, sizeof plot->title, "Predicted speed-up: a simulation");
    snprintf(plot->x_label, sizeof plot->x_label, "workers");
    snprintf(plot->y_label, sizeof plot->y_label, "times as fast as one");
    for (int n = 1; n <= CN_SCHEDULE_WORKERS && plot->ticks < CN_PLOT_POINTS; n++) {
        bool any = n == 1;
        for (int i = 0; i < b->count; i++) {
            const cn_forecast *f = b->configurations[i].forecast;
            any |= f && cn_forecast_at(f, n);
        }
        if (!any) continue;
        plot->tick_x[plot->ticks] = n;
        snprintf(plot->tick_label[plot->ticks++], sizeof plot->tick_label[0], "%d", n);
    }
    const double most = plot->tick_x[plot->ticks - 1];
    if (plot->ticks < 2) return;
    plot->log_x = plot->log_y = most > 16;
    add_curve(p, "", "ideal", 7, CN_LINE_IDEAL, 0, 1);
    add_predictions(p, most);
    for (int i = 0, colour = 0; cn_summary_threaded(b) && i < b->count; i++) {
        if (!cn_summary_leads(b, i)) continue;
        const char *series = b->configurations[i].series;
        cn_plot_line *line = b->configurations[i].forecast && p->all[i].threads == 1
                                 ? add_line(p, series, "measured", colour, CN_LINE_MEASURED)
                                 : NULL;
        for (int k = i; line && k < b->count; k++) {
            if (p->all[k].baseline != i || p->all[k].threads > b->environment.cores) continue;
            add_point(line, p->all[k].threads, p->all[k].speedup);
        }
        colour++;
    }
    cn_plot_write(out, plot);
}

cn_status cn_html_plots(FILE *out, const cn_bench *b, const cn_summary *all, cn_error *error) {
    page p = {.bench = b, .all = all, .numbers = true, .plot = malloc(sizeof *p.plot)};
    bool predicted = false;
    if (!p.plot) return cn_fail(error, CN_NO_MEMORY, "no memory for the report");
    for (int i = 0; i < b->count; i++) {
        predicted |= b->configurations[i].forecast != NULL;
        if (b->axis < 0) continue;
        char *end;
        const char *value = b->configurations[i].value[b->axis];
        strtod(value, &end);
        p.numbers = p.numbers && end != value && !*end;
        p.series += cn_summary_leads(b, i);
    }
    if (b->axis >= 0 || predicted) fputs("<div class=\"plots\">\n", out);
    if (cn_summary_threaded(b)) write_speedup(out, &p);
    if (predicted) write_prediction(out, &p);
    if (b->axis >= 0) write_others(out, &p);
    if (b->axis >= 0 || predicted) fputs("</div>\n", out);
    free(p.plot);
    return CN_OK;
}
