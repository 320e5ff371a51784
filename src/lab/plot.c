/* Draws one plot as SVG. The ranges of the axes are found from the points and their whiskers (the
 * ends of their intervals). Ticks of y are at 1, 2 or 5 times a power of ten; ticks of x are those
 * that the caller gives or, without any, made likewise. */
#include "lab/plot.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

/* The size of a plot and the margins around its axes, in pixels. */
enum { WIDTH = 560, HEIGHT = 340, LEFT = 68, RIGHT = 16, TOP = 14, BOTTOM = 46 };

/* The ranges shown; on a logarithmic axis, of the logarithms. */
typedef struct frame {
    const cn_plot *plot;
    double x0, x1, y0, y1;
} frame;

/* Five characters mean something to HTML and XML; four of them are used here as delimiters. */
static void put_text(FILE *out, const char *text) {
    for (; *text; text++) {
        switch (*text) {
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '&': fputs("&amp;", out); break;
        case '"': fputs("&quot;", out); break;
        default: fputc(*text, out);
        }
    }
}

/* Only %s is understood, so that no text from outside can be taken for another conversion. */
void cn_html_put(FILE *out, const char *format, ...) {
    va_list texts;
    va_start(texts, format);
    for (const char *hole; (hole = strstr(format, "%s")); format = hole + 2) {
        fwrite(format, 1, (size_t)(hole - format), out);
        put_text(out, va_arg(texts, const char *));
    }
    va_end(texts);
    fputs(format, out);
}

/* A value on its axis. */
static double scale(bool logarithm, double value) {
    return logarithm ? log10(fmax(value, 1e-12)) : value;
}

/* Pixels from the left. */
static double at_x(const frame *f, double x) {
    const double share = (scale(f->plot->log_x, x) - f->x0) / (f->x1 - f->x0);
    return LEFT + share * (WIDTH - LEFT - RIGHT);
}

/* Pixels from the top. */
static double at_y(const frame *f, double y) {
    const double share = (scale(f->plot->log_y, y) - f->y0) / (f->y1 - f->y0);
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
}

/* The step of 1, 2 or 5 times a power of ten that makes about six ticks. */
static double nice_step(double range) {
    const double rough = range / 6, power = pow(10, floor(log10(rough)));
    const double digit = rough / power;
    return power * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10);
}

/* The ranges of both axes with a margin: x from ticks and points, y from points and the ends of
 * their intervals. A linear y axis begins at 0 or below, a logarithmic one covers whole powers of
 * ten. False if there is nothing to show. */
static bool find_ranges(const cn_plot *p, frame *f) {
    double low = INFINITY, high = -INFINITY;
    *f = (frame){p, INFINITY, -INFINITY, 0, 0};
    for (int i = 0; i < p->ticks; i++) {
        f->x0 = fmin(f->x0, scale(p->log_x, p->tick_x[i]));
        f->x1 = fmax(f->x1, scale(p->log_x, p->tick_x[i]));
    }
    for (int l = 0; l < p->count; l++) {
        for (int i = 0; i < p->lines[l].count; i++) {
            const cn_plot_point *q = &p->lines[l].points[i];
            const double values[] = {q->y, q->low, q->high};
            f->x0 = fmin(f->x0, scale(p->log_x, q->x));
            f->x1 = fmax(f->x1, scale(p->log_x, q->x));
            for (int k = 0; k < 3; k++) {
                if (!isfinite(values[k]) || (p->log_y && values[k] <= 0)) continue;
                low = fmin(low, scale(p->log_y, values[k]));
                high = fmax(high, scale(p->log_y, values[k]));
            }
        }
    }
    if (!(low <= high) || !(f->x0 <= f->x1)) return false;
    const double margin = p->categories || f->x1 == f->x0 ? 0.6 : 0.05 * (f->x1 - f->x0);
    f->x0 -= margin;
    f->x1 += margin;
    if (p->log_y) {
        f->y0 = floor(low);
        f->y1 = ceil(high) > floor(low) ? ceil(high) : floor(low) + 1;
    } else {
        f->y0 = fmin(0, low);
        f->y1 = p->percent ? fmax(1.05, high * 1.05) : high > 0 ? high * 1.08 : 1;
    }
    return true;
}

/* A line of the grid and its number. */
static void y_tick(FILE *out, const frame *f, double y, double step) {
    const double at = at_y(f, y);
    fprintf(out,
            "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>"
            "<text class=\"tick\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">",
            LEFT, WIDTH - RIGHT, at, at, LEFT - 8, at + 4);
    if (f->plot->percent) {
        fprintf(out, "%.0f %%</text>\n", y * 100);
    } else {
        fprintf(out, "%.*f</text>\n", step >= 1 ? 0 : (int)ceil(-log10(step) - 1e-9), y);
    }
}

/* A tick of x and its label, unless that would run into the one before it, which ended at `last`. A
 * character is about 7 wide. */
static void x_tick(FILE *out, const frame *f, double value, const char *label, double *last) {
    const double x = at_x(f, value), half = 3.5 * (double)strlen(label) + 4;
    fprintf(out, "<line class=\"axis\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>\n", x, x,
            HEIGHT - BOTTOM, HEIGHT - BOTTOM + 5);
    if (x - half < *last) return;
    *last = x + half;
    fprintf(out, "<text class=\"tick\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">", x,
            HEIGHT - BOTTOM + 19);
    cn_html_put(out, "%s</text>\n", label);
}

/* Grid, ticks, labels. */
static void write_axes(FILE *out, const frame *f) {
    const cn_plot *p = f->plot;
    if (p->log_y) {
        for (int e = (int)f->y0; e <= (int)f->y1; e++) y_tick(out, f, pow(10, e), pow(10, e));
    } else {
        const double step = nice_step(f->y1 - f->y0);
        const double first = ceil(f->y0 / step - 1e-9) * step + 0.0; /* 0, not -0 */
        for (double y = first; y <= f->y1 + 1e-9; y += step) y_tick(out, f, y, step);
    }
    double last = -INFINITY;
    for (int i = 0; i < p->ticks; i++) x_tick(out, f, p->tick_x[i], p->tick_label[i], &last);
    const double step = nice_step(f->x1 - f->x0);
    for (double x = ceil(f->x0 / step) * step; p->ticks == 0 && x <= f->x1; x += step) {
        char label[32];
        snprintf(label, sizeof label, "%g", x);
        x_tick(out, f, x, label, &last);
    }
    fprintf(out,
            "<line class=\"axis\" x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>\n"
            "<text class=\"label\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">",
            LEFT, WIDTH - RIGHT, HEIGHT - BOTTOM, HEIGHT - BOTTOM, (LEFT + WIDTH - RIGHT) / 2,
            HEIGHT - 8);
    cn_html_put(out, "%s</text>\n", p->x_label);
    fprintf(out,
            "<text class=\"label\" transform=\"translate(13 %d) rotate(-90)\" "
            "text-anchor=\"middle\">",
            (TOP + HEIGHT - BOTTOM) / 2);
    cn_html_put(out, "%s</text>\n", p->y_label);
}

/* A logarithmic axis has no place for 0. */
static bool visible(const frame *f, const cn_plot_point *q) {
    return isfinite(q->y) && !(f->plot->log_y && q->y <= 0);
}

/* Pixels by which a measured line is moved sideways, so that lines with points at the same x do not
 * hide each other's whiskers. Other looks have no whiskers and stay. */
static double nudge(const frame *f, int line) {
    int measured = 0, mine = 0;
    for (int l = 0; l < f->plot->count; l++) {
        if (f->plot->lines[l].look != CN_LINE_MEASURED) continue;
        if (l == line) mine = measured;
        measured++;
    }
    const bool moved = measured > 1 && f->plot->lines[line].look == CN_LINE_MEASURED;
    return moved ? 5.0 * (mine - (measured - 1) / 2.0) * (measured > 6 ? 0.5 : 1) : 0;
}

/* A dot with its whisker and, as a tooltip, its numbers. */
static void write_point(FILE *out, const frame *f, const cn_plot_line *line, const cn_plot_point *q,
                        double dx) {
    const double x = at_x(f, q->x) + dx, y = at_y(f, q->y);
    if (line->look == CN_LINE_MEASURED && isfinite(q->low) && isfinite(q->high) &&
        !(f->plot->log_y && q->low <= 0)) {
        const double top = at_y(f, q->high), bottom = at_y(f, q->low);
        fprintf(out,
                "<path class=\"whisker c%d\" d=\"M%.1f %.1fV%.1fM%.1f %.1fh6M%.1f %.1fh6\"/>\n",
                line->colour, x, top, bottom, x - 3, top, x - 3, bottom);
    }
    fprintf(out, "<circle class=\"%s c%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"><title>",
            line->look == CN_LINE_MEASURED ? "dot" : "ring", line->colour, x, y);
    cn_html_put(out, "%s", line->name);
    fprintf(out, ": %.4g", q->y);
    if (line->look == CN_LINE_MEASURED && isfinite(q->low)) {
        fprintf(out, " (%.4g to %.4g)", q->low, q->high);
    }
    fputs("</title></circle>\n", out);
}

/* The CSS class of a look. */
static const char *look_name(cn_line_look look) {
    static const char *const names[] = {"measured", "published", "model", "ideal", "predicted"};
    return names[look];
}

/* A line and its points. */
static void write_line(FILE *out, const frame *f, int number) {
    const cn_plot_line *line = &f->plot->lines[number];
    const bool joined = !f->plot->categories && line->count > 1;
    const double dx = nudge(f, number);
    bool pen = false;
    if (joined) {
        fprintf(out, "<path class=\"line %s c%d\" d=\"", look_name(line->look), line->colour);
        for (int i = 0; i < line->count; i++) {
            const cn_plot_point *q = &line->points[i];
            if (!visible(f, q)) continue;
            fprintf(out, "%c%.1f %.1f", pen ? 'L' : 'M', at_x(f, q->x) + dx, at_y(f, q->y));
            pen = true;
        }
        fputs("\"/>\n", out);
    }
    const bool dots = line->look == CN_LINE_MEASURED || line->look == CN_LINE_PUBLISHED;
    for (int i = 0; dots && i < line->count; i++) {
        if (visible(f, &line->points[i])) write_point(out, f, line, &line->points[i], dx);
    }
}

void cn_plot_write(FILE *out, const cn_plot *p) {
    frame f;
    if (!find_ranges(p, &f)) return;
    cn_html_put(out, "<figure>\n<figcaption>%s</figcaption>\n", p->title);
    fprintf(out, "<svg viewBox=\"0 0 %d %d\" role=\"img\" ", WIDTH, HEIGHT);
    cn_html_put(out, "aria-label=\"%s\">\n", p->title);
    write_axes(out, &f);
    for (int l = 0; l < p->count; l++) write_line(out, &f, l);
    fputs("</svg>\n<ul class=\"legend\">\n", out);
    for (int l = 0; l < p->count; l++) {
        const cn_plot_line *line = &p->lines[l];
        fprintf(out,
                "<li><svg viewBox=\"0 0 28 10\" class=\"key\"><path class=\"line %s c%d\" "
                "d=\"M1 5H27\"/></svg>",
                look_name(line->look), line->colour);
        cn_html_put(out, "%s</li>\n", line->name);
    }
    fputs("</ul>\n</figure>\n", out);
}
