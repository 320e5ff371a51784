/* `canopy learn --report FILE`: the course of learning as an HTML page, with a plot of the error
 * and one of the strength over the number of games, and the figures as a table. */
#include "cli/learn.h"

#include "core/file.h"
#include "lab/html.h"
#include "lab/plot.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

void cn_curve_add(cn_curve *c, const cn_learn_progress *progress, const cn_tally *tally) {
    if (c->count == CN_CURVE_POINTS) return;
    c->point[c->count].progress = *progress;
    c->point[c->count++].tally = *tally;
}

/* Draws the error, or the strength, over the number of games as SVG. Without memory for it the page
 * has no plot. */
static void plot(FILE *f, const cn_curve *c, bool strength) {
    cn_plot *p = calloc(1, sizeof *p);
    if (!p) return;
    p->title = strength ? "Strength" : "Error";
    p->x_label = "games learned from";
    p->y_label = strength ? "Elo against plain search" : "root of the mean squared error";
    p->count = 1;
    snprintf(p->lines[0].name, sizeof p->lines[0].name, "%s", strength ? "learned" : "error");
    for (int i = 0; i < c->count && p->lines[0].count < CN_PLOT_POINTS; i++) {
        cn_plot_point *at = &p->lines[0].points[p->lines[0].count];
        *at = (cn_plot_point){(double)c->point[i].progress.games, c->point[i].progress.error, NAN,
                              NAN};
        if (strength) {
            if (cn_tally_games(&c->point[i].tally) == 0) continue;
            const cn_elo elo = cn_elo_from(&c->point[i].tally);
            at->y = elo.elo;
            at->low = elo.low;
            at->high = elo.high;
        }
        p->lines[0].count++;
    }
    cn_plot_write(f, p);
    free(p);
}

cn_status cn_curve_write(const cn_curve *c, const cn_model *m, const char *path, cn_error *error) {
    cn_file file;
    const cn_status status = cn_file_begin(&file, path, error);
    if (status != CN_OK) return status;
    FILE *f = file.stream;
    char title[128];
    snprintf(title, sizeof title, "Learning %s %.80s", m->shape.game, m->shape.options);
    cn_html_begin(f, title);
    fprintf(f, "<p>%d tuples in %d places, %d phases.</p>\n<pre>", m->shape.tuples,
            m->network.lanes, m->shape.phases);
    cn_html_text(f, m->made);
    fprintf(f, "</pre>\n");
    plot(f, c, true);
    plot(f, c, false);
    fprintf(f, "<table><tr><th>games<th>seconds<th>error<th>+<th>=<th>-<th>Elo</tr>\n");
    for (int i = 0; i < c->count; i++) {
        const cn_learn_progress *p = &c->point[i].progress;
        const cn_tally *t = &c->point[i].tally;
        fprintf(f, "<tr><td>%" PRIu64 "<td>%.0f<td>%.4f<td>%d<td>%d<td>%d<td>%+.0f</tr>\n",
                p->games, p->seconds, p->error, t->wins, t->draws, t->losses, cn_elo_from(t).elo);
    }
    fprintf(f, "</table>\n");
    cn_html_end(f);
    return cn_file_keep(&file, error);
}
