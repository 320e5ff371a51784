/* The plots of an experiment's page: speed-up, efficiency, predictions, time, productivity, rate.
 *
 * A series is the configurations that differ in the axis alone; it is one line of a plot, dashed
 * once more as the report has it where there are published figures. Lines of one series have one
 * colour. */
#include "lab/html.h"

#include "lab/plot.h"

#include <math.h>
#include <stdlib.h>

/* What a plot can show of a configuration. */
typedef enum quantity { SPEEDUP, EFFICIENCY, PRODUCTIVITY, SECONDS, RATE } quantity;

/* The experiment, and the one plot at a time that is being made of it. Some 90 KB, because of the
 * plot. */
typedef struct page {
    const cn_bench *bench;
    const cn_summary *all;
    bool numbers; /* the axis is of numbers */
    int series;   /* how many there are */
    cn_plot plot; /* the one that is being made */
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

/* Adds a tick, unless there is one at that place. */
static void add_tick(cn_plot *plot, double x, const char *label) {
    for (int t = 0; t < plot->ticks; t++) {
        if (plot->tick_x[t] == x) return;
    }
    if (plot->ticks == CN_PLOT_POINTS) return;
    plot->tick_x[plot->ticks] = x;
    snprintf(plot->tick_label[plot->ticks++], sizeof plot->tick_label[0], "%.24s", label);
}

/* The least and the greatest tick. */
static void find_ends(const cn_plot *plot, double *least, double *most) {
    *least = INFINITY;
    *most = 0;
    for (int t = 0; t < plot->ticks; t++) {
        *least = fmin(*least, plot->tick_x[t]);
        *most = fmax(*most, plot->tick_x[t]);
    }
}

/* An empty plot over the axis of the experiment, with a tick for each value. */
static void begin(page *p, const char *title, const char *y_label) {
    const cn_bench *b = p->bench;
    double least, most;
    p->plot = (cn_plot){.title = title,
                        .x_label = b->variable[b->axis],
                        .y_label = y_label,
                        .categories = !p->numbers};
    for (int i = 0; i < b->count; i++) {
        add_tick(&p->plot, place(p, i), b->configurations[i].value[b->axis]);
    }
    find_ends(&p->plot, &least, &most);
    p->plot.log_x = p->numbers && least > 0 && most / least > 16;
}

/* A line of the series that configuration i is in, called by the series, by what it is, or by both;
 * NULL if there is no room. */
static cn_plot_line *add_line(page *p, int i, const char *what, cn_line_look look) {
    const cn_bench *b = p->bench;
    cn_plot *plot = &p->plot;
    if (plot->count == CN_PLOT_LINES) return NULL;
    cn_plot_line *line = &plot->lines[plot->count++];
    *line = (cn_plot_line){.look = look};
    /* Without an axis of threads each configuration has a prediction of its own. */
    const bool alone = look == CN_LINE_PREDICTED && !cn_summary_threaded(b);
    const char *series = b->configurations[i].series;
    const char *name = alone ? b->configurations[i].label : series;
    for (int j = 0; !alone && strcmp(b->configurations[j].series, series) != 0; j++) {
        line->colour += cn_summary_leads(b, j);
    }
    line->colour = (alone ? i : line->colour) % CN_PLOT_COLOURS;
    snprintf(line->name, sizeof line->name, "%.110s%s%.45s", name, *name && *what ? ", " : "",
             what);
    return line;
}

/* Adds a point; nothing where the value is not known. */
static void add_point(cn_plot_line *line, double x, cn_interval y) {
    if (!line || line->count == CN_PLOT_POINTS || !isfinite(y.value)) return;
    line->points[line->count++] = (cn_plot_point){x, y.value, y.low, y.high};
}

/* A value without an interval. */
static cn_interval plain(double value) {
    return (cn_interval){value, NAN, NAN};
}

/* The quantity of a configuration as it was measured, or as the report has it. */
static cn_interval value_of(const page *p, int i, quantity what, bool published) {
    const cn_configuration *c = &p->bench->configurations[i];
    const cn_summary *s = &p->all[i];
    const cn_figure *f = &c->figure;
    const double more = c->threads / (double)p->bench->configurations[s->baseline].threads;
    switch (what) {
    case SPEEDUP: return published ? plain(s->figure_speedup) : s->speedup;
    case EFFICIENCY: return published ? plain(s->figure_speedup / more) : s->efficiency;
    case SECONDS: return published ? plain(f->seconds > 0 ? f->seconds : NAN) : s->seconds;
    case PRODUCTIVITY:
        return plain(!published ? s->productivity : f->productivity > 0 ? f->productivity : NAN);
    case RATE: break;
    }
    /* In millions. */
    return published ? plain(NAN)
                     : (cn_interval){s->rate.value * 1e-6, s->rate.low * 1e-6, s->rate.high * 1e-6};
}

/* The lines of one quantity: each series as measured and, where there are figures, as published. */
static void add_quantity(page *p, quantity what) {
    const cn_bench *b = p->bench;
    for (int first = 0; first < b->count; first++) {
        if (!cn_summary_leads(b, first)) continue;
        const char *series = b->configurations[first].series;
        for (int published = 0; published < 2; published++) {
            cn_plot_line *line = NULL;
            for (int i = first; i < b->count; i++) {
                const cn_interval value = value_of(p, i, what, published);
                if (strcmp(b->configurations[i].series, series) != 0 || !isfinite(value.value)) {
                    continue;
                }
                if (!line) {
                    line = published
                               ? add_line(p, first, "the report", CN_LINE_PUBLISHED)
                               : add_line(p, first, *series ? "" : "measured", CN_LINE_MEASURED);
                }
                add_point(line, place(p, i), value);
            }
        }
    }
}

/* Amdahl's law over all thread counts of the axis, relative to `base` threads. A serial fraction of
 * 0 is the ideal. */
static void add_curve(page *p, cn_plot_line *line, double serial, double base) {
    enum { STEPS = 48 };
    double least, most;
    find_ends(&p->plot, &least, &most);
    for (int i = 0; i <= STEPS; i++) {
        const double x = least + (most - least) * i / STEPS;
        add_point(line, x, plain(cn_amdahl(serial, x) / base));
    }
}

/* Adds the line of the ideal speed-up, threads / `base`, if the plot has room for it: it is 1 at
 * `base` threads. */
static void add_ideal(page *p, double base) {
    if (p->plot.count == CN_PLOT_LINES) return;
    cn_plot_line *line = &p->plot.lines[p->plot.count++];
    *line = (cn_plot_line){.name = "ideal", .colour = CN_PLOT_COLOURS - 1, .look = CN_LINE_IDEAL};
    add_curve(p, line, 0, base);
}

/* The simulated speed-ups of each series, up to so many workers. */
static void add_predictions(page *p, double most) {
    const cn_bench *b = p->bench;
    for (int i = 0; i < b->count; i++) {
        const cn_forecast *f = b->configurations[i].forecast;
        cn_plot_line *line = f ? add_line(p, i, "predicted", CN_LINE_PREDICTED) : NULL;
        for (int k = 0; line && k < f->count && f->points[k].workers <= most; k++) {
            add_point(line, f->points[k].workers, plain(f->points[k].speedup));
        }
    }
}

/* Speed-up and efficiency, where threads are swept. */
static void write_speedup(FILE *out, page *p) {
    const cn_bench *b = p->bench;
    double least, most;
    begin(p, "Speed-up", "times as fast as the first");
    find_ends(&p->plot, &least, &most);
    add_ideal(p, least);
    for (int i = 0; i < b->count && p->series <= 2; i++) {
        const double serial = cn_summary_serial(b, p->all, i, false);
        char law[45];
        snprintf(law, sizeof law, "Amdahl's law, %.1f %% serial", 100 * serial);
        if (isfinite(serial)) add_curve(p, add_line(p, i, law, CN_LINE_MODEL), serial, 1);
    }
    add_quantity(p, SPEEDUP);
    add_predictions(p, most);
    cn_plot_write(out, &p->plot);
    begin(p, "Efficiency", "speed-up by threads");
    p->plot.percent = true;
    add_quantity(p, EFFICIENCY);
    cn_plot_write(out, &p->plot);
}

/* Time, productivity and rate. */
static void write_others(FILE *out, page *p) {
    char title[80];
    double low = INFINITY, high = 0;
    bool threads = false;
    snprintf(title, sizeof title, "Time a %s", cn_summary_unit(p->bench));
    begin(p, title, "seconds");
    add_quantity(p, SECONDS);
    for (int i = 0; i < p->bench->count; i++) {
        for (int published = 0; published < 2; published++) {
            const double y = value_of(p, i, SECONDS, published).value;
            if (y > 0) low = fmin(low, y);
            high = fmax(high, y);
        }
        threads |= p->all[i].threads > 1;
    }
    p->plot.log_y = low > 0 && high / low > 20;
    cn_plot_write(out, &p->plot);
    if (threads) {
        begin(p, "Productivity", "searching, of all the threads' time");
        p->plot.percent = true;
        add_quantity(p, PRODUCTIVITY);
        cn_plot_write(out, &p->plot);
    }
    const bool iterations = p->all[0].rate_of[0] == 'i';
    begin(p, iterations ? "Iterations a second" : "Nodes a second",
          iterations ? "million iterations/s" : "million nodes/s");
    add_quantity(p, RATE);
    cn_plot_write(out, &p->plot);
}

/* The predicted speed-ups beside the measured ones, in a plot of its own, since predictions go
 * further than measurements. Without a prediction for two numbers of workers there is none. */
static void write_prediction(FILE *out, page *p) {
    const cn_bench *b = p->bench;
    double least, most;
    p->plot = (cn_plot){.title = "Predicted speed-up: a simulation",
                        .x_label = "workers",
                        .y_label = "times as fast as one"};
    for (int n = 1; n <= CN_SIMULATED_WORKERS; n++) {
        char label[16];
        bool any = n == 1;
        for (int i = 0; i < b->count; i++) {
            const cn_forecast *f = b->configurations[i].forecast;
            any |= f && cn_forecast_at(f, n);
        }
        snprintf(label, sizeof label, "%d", n);
        if (any) add_tick(&p->plot, n, label);
    }
    if (p->plot.ticks < 2) return;
    find_ends(&p->plot, &least, &most);
    p->plot.log_x = p->plot.log_y = most > 16;
    add_ideal(p, 1);
    add_predictions(p, most);
    for (int i = 0; cn_summary_threaded(b) && i < b->count; i++) {
        if (!b->configurations[i].forecast || p->all[i].threads != 1) continue;
        cn_plot_line *line = add_line(p, i, "measured", CN_LINE_MEASURED);
        for (int k = i; k < b->count; k++) {
            if (p->all[k].baseline != i || p->all[k].threads > b->environment.cores) continue;
            add_point(line, p->all[k].threads, p->all[k].speedup);
        }
    }
    cn_plot_write(out, &p->plot);
}

void cn_html_plots(FILE *out, const cn_bench *b, const cn_summary *all) {
    page p = {.bench = b, .all = all, .numbers = true};
    bool predicted = false;
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
}
