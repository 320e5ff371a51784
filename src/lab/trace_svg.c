/* A recording as a picture: how many workers do what over time, the same for each worker, and the
 * summary below. Time is cut into columns; the height of a colour in a column is the share of the
 * column's time, so a picture of a million tasks is no larger than one of ten. Nothing in the file
 * is fetched from elsewhere. */
#include "lab/trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = 1120,
    LEFT = 84,
    PLOT = 1000, /* width of the plots, in pixels */
    COLUMNS = 1000,
    FEW_COLUMNS = 250, /* for a page of many */
    PROFILE = 96,
    PROFILE_TOP = 104
};

#define MARK "#d95f02" /* the colour of marks */

/* What share of each column's time a worker, or the mean of all, spent on each activity. */
typedef struct shares {
    float part[COLUMNS][CN_ACTIVITIES]; /* 0 to 1 */
} shares;

/* What the functions that draw share. Lengths are in pixels. */
typedef struct picture {
    const cn_timeline *timeline;
    FILE *file;
    int lane_height, lanes_top, axis_y; /* from the top edge of the picture */
    int columns;                        /* that time is cut into */
    double grain;       /* what heights are rounded to: a coarser picture is smaller */
    const char *ground; /* the colour behind the bars while a search ran */
} picture;

/* Text up to a length; what is not plain ASCII is shown as `?`, since a label may be cut in the
 * midst of a character. */
static void text(FILE *file, const char *s, size_t most) {
    for (; *s && most > 0; s++, most--) {
        switch (*s) {
        case '<': fputs("&lt;", file); break;
        case '>': fputs("&gt;", file); break;
        case '&': fputs("&amp;", file); break;
        default: fputc((unsigned char)*s < 0x20 || (unsigned char)*s > 0x7e ? '?' : *s, file);
        }
    }
}

/* Pixels from the left. */
static double x_of(const picture *p, uint64_t time) {
    const uint64_t length = p->timeline->length ? p->timeline->length : 1;
    return LEFT + PLOT * ((double)time / (double)length);
}

/* ---- bars ---- */

/* The share of each activity in each column of a worker's time. */
static void share_out(const picture *p, const cn_lane *lane, shares *s) {
    memset(s, 0, sizeof *s);
    const uint64_t length = p->timeline->length;
    const double column = (double)(length ? length : 1) / p->columns;
    for (size_t i = 0; i < lane->stretch_count; i++) {
        const cn_stretch *stretch = &lane->stretches[i];
        const double begin = (double)stretch->begin / column, end = (double)stretch->end / column;
        for (int c = (int)begin; c < p->columns && c < end; c++) {
            const double from = begin > c ? begin : c, to = end < c + 1 ? end : c + 1;
            s->part[c][stretch->activity] += (float)(to - from);
        }
    }
}

/* How high the activities before number `k` reach in a column, in pixels, rounded to the grain. */
static double edge(const picture *p, const shares *s, int column, int k, double height) {
    double below = 0;
    for (int i = 0; i < k; i++) below += s->part[column][i];
    return (int)(below * height / p->grain + 0.5) * p->grain;
}

/* Draws what the workers did as bars that stand on one another, an activity above the next: one
 * path a colour, in which neighbouring columns of the same height become one rectangle. */
static void bars(const picture *p, const shares *s, double bottom, double height) {
    const double wide = (double)PLOT / p->columns;
    for (int k = 0; k < CN_IDLE; k++) {
        bool any = false;
        for (int c = 0, next; c < p->columns; c = next) {
            const double low = edge(p, s, c, k, height), high = edge(p, s, c, k + 1, height);
            for (next = c + 1; next < p->columns && edge(p, s, next, k, height) == low &&
                               edge(p, s, next, k + 1, height) == high;) {
                next++;
            }
            if (high <= low) continue;
            if (!any) fprintf(p->file, "<path fill=\"%s\" d=\"", cn_activity_rows[k].light);
            any = true;
            fprintf(p->file, "M%g %gh%gv%gh%gz", LEFT + c * wide, bottom - low, (next - c) * wide,
                    low - high, (c - next) * wide);
        }
        if (any) fputs("\"/>\n", p->file);
    }
}

/* ---- what is around them ---- */

/* Title, figures and legend. */
static void head(const picture *p, const cn_trace_summary *s, int height) {
    FILE *f = p->file;
    fprintf(f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\" font-family=\"system-ui,'Segoe UI',Roboto,'DejaVu Sans',"
            "sans-serif\" font-size=\"12\" fill=\"#333\">\n<rect width=\"100%%\" height=\"100%%\" "
            "fill=\"#fff\"/>\n<text x=\"20\" y=\"30\" font-size=\"16\" font-weight=\"600\" "
            "fill=\"#111\">",
            WIDTH, height, WIDTH, height);
    char time[CN_TIME_TEXT];
    cn_time_text(s->wall, time);
    const char *label = p->timeline->trace->label;
    enum { LINE = 120 };
    text(f, label[0] ? label : "canopy", LINE);
    fprintf(f,
            "</text>\n<text x=\"20\" y=\"51\" fill=\"#666\">%d worker%s, %" PRIu64
            " search%s, %s; productivity %.1f %%, work balance %.1f %%</text>\n",
            s->workers, s->workers == 1 ? "" : "s", s->searches, s->searches == 1 ? "" : "es", time,
            100 * s->productivity, 100 * s->balance);
    int x = LEFT;
    for (int k = 0; k < CN_ACTIVITIES; k++) {
        const cn_activity_row *row = &cn_activity_rows[k];
        fprintf(f,
                "<rect x=\"%d\" y=\"68\" width=\"12\" height=\"12\" rx=\"2\" fill=\"%s\"/>"
                "<text x=\"%d\" y=\"78\">%s</text>\n",
                x, row->light, x + 17, row->text);
        x += 40 + 7 * (int)strlen(row->text);
    }
    for (int k = 0; k < CN_TRACE_KIND_COUNT; k++) {
        const cn_trace_row *row = &cn_trace_rows[k];
        if (row->role == CN_ROLE_LINE) {
            fprintf(f, "<path d=\"M%d 68v12\" stroke=\"" MARK "\" stroke-dasharray=\"3 2\"/>",
                    x + 4);
        } else if (row->role == CN_ROLE_POINT) {
            fprintf(f, "<path d=\"M%d 80l-4 -8h8z\" fill=\"" MARK "\"/>", x + 4);
        } else {
            continue;
        }
        /* Without the argument that its text may have. */
        const char *hole = strstr(row->text, "%llu ");
        const int before = hole ? (int)(hole - row->text) : (int)strlen(row->text);
        fprintf(f, "<text x=\"%d\" y=\"78\">%.*s%s</text>\n", x + 14, before, row->text,
                hole ? hole + 5 : "");
        x += 37 + 6 * (int)strlen(row->text);
    }
}

/* Where there were searches the ground is grey: idle time shows, time in between does not count. */
static void ground(const picture *p, int top, int height) {
    enum { MOST = 2000 };
    const cn_lane *lane = &p->timeline->lanes[0];
    int shown = 0;
    for (size_t i = 0; i < lane->count && shown < MOST; i++) {
        const cn_span *span = &lane->spans[i];
        if (span->kind != CN_SPAN_SEARCH) continue;
        const double x = x_of(p, span->begin), width = x_of(p, span->end) - x;
        fprintf(p->file, "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>\n",
                x, top, width < 0.5 ? 0.5 : width, height, p->ground);
        shown++;
    }
}

/* How many workers do what, over time. */
static void profile(const picture *p) {
    const cn_timeline *t = p->timeline;
    const int workers = t->trace->workers;
    shares *sum = calloc(1, sizeof *sum), *one = calloc(1, sizeof *one);
    for (int i = 0; sum && one && i < workers; i++) {
        share_out(p, &t->lanes[i], one);
        for (int c = 0; c < p->columns; c++) {
            for (int a = 0; a < CN_ACTIVITIES; a++) {
                sum->part[c][a] += one->part[c][a] / (float)workers;
            }
        }
    }
    ground(p, PROFILE_TOP, PROFILE);
    if (sum) bars(p, sum, PROFILE_TOP + PROFILE, PROFILE);
    const int step = workers <= 4 ? 1 : (workers + 3) / 4;
    for (int n = 0; n <= workers; n += step) {
        const double y = PROFILE_TOP + PROFILE * (1 - (double)n / workers);
        fprintf(p->file,
                "<path d=\"M%d %.1fh%d\" stroke=\"#fff\" stroke-opacity=\".6\"/>"
                "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\" fill=\"#666\">%d</text>\n",
                LEFT, y, PLOT, LEFT - 8, y + 4, n);
    }
    fprintf(p->file,
            "<text transform=\"translate(34 %d) rotate(-90)\" text-anchor=\"middle\" "
            "fill=\"#666\">workers</text>\n",
            PROFILE_TOP + PROFILE / 2);
    free(sum);
    free(one);
}

/* One bar for each worker. */
static void lanes(const picture *p, bool one_ground) {
    const cn_timeline *t = p->timeline;
    shares *s = malloc(sizeof *s);
    if (one_ground) ground(p, p->lanes_top, t->trace->workers * p->lane_height);
    for (int i = 0; s && i < t->trace->workers; i++) {
        const int top = p->lanes_top + i * p->lane_height, height = p->lane_height * 4 / 5;
        share_out(p, &t->lanes[i], s);
        if (!one_ground) ground(p, top, height);
        bars(p, s, top + height, height);
        if (p->lane_height < 12 && i % 4) continue;
        char name[CN_WORKER_TEXT];
        cn_trace_worker_text(t->trace, i, name);
        fprintf(p->file,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"end\" fill=\"#666\">worker %s</text>\n",
                LEFT - 8, top + height / 2 + 4, name);
    }
    free(s);
}

/* The axis of time, in the unit that fits. */
static void axis(const picture *p) {
    static const struct unit {
        double ns;
        const char *name;
    } units[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "us"}, {1, "ns"}};
    const double length = (double)(p->timeline->length ? p->timeline->length : 1);
    const struct unit *u = units;
    while (u->ns > 1 && length < 2 * u->ns) u++;
    /* Steps of 1, 2 or 5, at most twelve of them. */
    double step = 1e-3 * u->ns;
    for (int i = 0; length / step > 12; i++) step *= i % 3 == 1 ? 2.5 : 2;
    fprintf(p->file, "<path d=\"M%d %dh%d\" stroke=\"#adb5bd\"/>\n", LEFT, p->axis_y, PLOT);
    for (double at = 0; at <= length; at += step) {
        const double x = LEFT + PLOT * at / length;
        fprintf(p->file,
                "<path d=\"M%.1f %dv5\" stroke=\"#adb5bd\"/><text x=\"%.1f\" y=\"%d\" "
                "text-anchor=\"middle\" fill=\"#666\">%g%s%s</text>\n",
                x, p->axis_y, x, p->axis_y + 18, at / u->ns, at == 0 ? " " : "",
                at == 0 ? u->name : "");
    }
}

/* Dashed lines where a depth was finished, triangles where the best move changed. */
static void marks(const picture *p) {
    const cn_timeline *t = p->timeline;
    double last_line = 0, last_label = 0, last_best = 0;
    for (size_t i = 0; i < t->mark_count; i++) {
        const cn_trace_mark *mark = &t->marks[i];
        const cn_trace_role role = cn_trace_rows[mark->kind].role;
        const double x = x_of(p, mark->time);
        if (role == CN_ROLE_LINE && x - last_line >= 2) {
            last_line = x;
            fprintf(p->file,
                    "<path d=\"M%.1f %dV%d\" stroke=\"" MARK "\" stroke-opacity=\".7\" "
                    "stroke-dasharray=\"3 2\"/>\n",
                    x, PROFILE_TOP, p->axis_y);
            if (x - last_label < 26) continue;
            last_label = x;
            fprintf(p->file,
                    "<text x=\"%.1f\" y=\"%d\" font-size=\"11\" fill=\"" MARK "\" "
                    "text-anchor=\"middle\">%" PRIu64 "</text>\n",
                    x, PROFILE_TOP - 5, mark->argument);
        } else if (role == CN_ROLE_POINT && x - last_best >= 5) {
            last_best = x;
            fprintf(p->file, "<path d=\"M%.1f %dl-4 -8h8z\" fill=\"" MARK "\"/>\n", x, p->axis_y);
        }
    }
}

/* The summary's own lines, but for the label, which is the title already. */
static int table(const picture *p, const cn_trace_summary *s, int y, bool draw) {
    char *lines = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&lines, &size);
    if (!memory) return y;
    cn_trace_summary_write(p->timeline->trace, s, memory);
    fclose(memory);
    char *line = lines;
    if (p->timeline->trace->label[0]) line += strcspn(line, "\n") + 1;
    for (; *line; line += strcspn(line, "\n") + 1) {
        y += 16;
        if (!draw || *line == '\n') continue;
        fprintf(p->file,
                "<text x=\"20\" y=\"%d\" xml:space=\"preserve\" font-family=\"ui-monospace,"
                "'DejaVu Sans Mono',Menlo,monospace\">",
                y);
        text(p->file, line, strcspn(line, "\n"));
        fputs("</text>\n", p->file);
    }
    free(lines);
    return y;
}

/* The table below the picture is laid out twice: first to know how tall it is, then to be drawn. */
bool cn_trace_write_svg(const cn_timeline *t, FILE *file) {
    cn_trace_summary *s = malloc(sizeof *s);
    if (!s) return false;
    cn_trace_summarise(t, s);
    const int workers = t->trace->workers;
    picture p = {
        .timeline = t, .file = file, .columns = COLUMNS, .grain = 0.5, .ground = "#e9ecef"};
    p.lane_height = workers <= 4 ? 40 : workers <= 16 ? 24 : workers <= 64 ? 12 : 6;
    p.lanes_top = PROFILE_TOP + PROFILE + 24;
    p.axis_y = p.lanes_top + workers * p.lane_height + 6;
    const int table_y = p.axis_y + 36;
    head(&p, s, table(&p, s, table_y, false) + 20);
    profile(&p);
    lanes(&p, false);
    axis(&p);
    marks(&p);
    table(&p, s, table_y, true);
    fputs("</svg>\n", file);
    free(s);
    return true;
}

/* The same bars, coarser, for a page of many pictures. */
void cn_trace_write_lanes(const cn_timeline *t, FILE *file) {
    const int workers = t->trace->workers;
    picture p = {
        .timeline = t, .file = file, .columns = FEW_COLUMNS, .grain = 2, .ground = "#8883"};
    p.lane_height = workers <= 4 ? 28 : workers <= 16 ? 20 : workers <= 64 ? 10 : 6;
    p.lanes_top = 4;
    p.axis_y = p.lanes_top + workers * p.lane_height + 2;
    const int height = p.axis_y + 24;
    fprintf(file,
            "<svg viewBox=\"0 0 %d %d\" font-size=\"12\" role=\"img\" "
            "aria-label=\"timeline of %d worker%s\">\n",
            WIDTH, height, workers, workers == 1 ? "" : "s");
    lanes(&p, true);
    axis(&p);
    fputs("</svg>\n", file);
}

void cn_trace_write_legend(FILE *file) {
    fputs("<ul class=\"legend\">", file);
    for (int k = 0; k < CN_IDLE; k++) {
        fprintf(file,
                "<li><svg viewBox=\"0 0 28 10\" class=\"key\"><rect width=\"28\" "
                "height=\"10\" fill=\"%s\"/></svg>%s</li>\n",
                cn_activity_rows[k].light, cn_activity_rows[k].text);
    }
    fputs("</ul>\n", file);
}
