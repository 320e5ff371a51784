/* Line plots as SVG. Colours and dashes are left to the CSS of the page (report.css), by which the
 * classes c0 to c7 colour the lines, so that a plot follows a dark or light page. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

/* The most points of a line, the most lines, and how many colours the style knows. */
enum { CN_PLOT_POINTS = 64, CN_PLOT_LINES = 40, CN_PLOT_COLOURS = 8 };

/* How a line is drawn, by where its points come from. */
typedef enum cn_line_look {
    CN_LINE_MEASURED,  /* solid, with dots and whiskers */
    CN_LINE_PUBLISHED, /* dashed, with hollow dots */
    CN_LINE_MODEL,     /* dotted, without dots */
    CN_LINE_IDEAL,     /* thin and grey */
    CN_LINE_PREDICTED, /* long and short dashes, without dots */
} cn_line_look;

/* A point and the ends of its interval. */
typedef struct cn_plot_point {
    double x, y, low, high; /* NaN: no whisker */
} cn_plot_point;

/* A line with its name in the legend. */
typedef struct cn_plot_line {
    char name[160];
    int colour;
    cn_line_look look;
    int count;
    cn_plot_point points[CN_PLOT_POINTS];
} cn_plot_line;

/* A plot, of some 90 KB. */
typedef struct cn_plot {
    const char *title, *x_label, *y_label;
    bool log_x, log_y;
    bool percent;    /* y is a share */
    bool categories; /* x has no order: dots, no lines */
    int ticks;       /* of x; 0: made from the points */
    double tick_x[CN_PLOT_POINTS];
    char tick_label[CN_PLOT_POINTS][64];
    int count;
    cn_plot_line lines[CN_PLOT_LINES];
} cn_plot;

/* A <figure> with plot and legend. Nothing if there is no point. */
void cn_plot_write(FILE *out, const cn_plot *plot);

/* Writes a format in which every %s stands for a text that follows, with what HTML and XML take for
 * markup written out in it. The format itself is written as it is. */
void cn_html_put(FILE *out, const char *format, ...);
