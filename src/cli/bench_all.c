/* `canopy bench --all` measures every built-in experiment, one after the other, and writes one HTML
 * page.
 *
 * The page has a table with a line for each experiment at its top and a section for each below.
 * Both grow in memory while the experiments run, because the table comes first but is complete
 * last; the file is written at the end, whole or not at all. With --resume each experiment keeps
 * its samples in a file of its own in that folder, so an interrupted run goes on where it was. */
#include "cli/bench.h"
#include "cli/out.h"
#include "core/clock.h"
#include "core/file.h"
#include "lab/html.h"
#include "lab/plot.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

/* The two parts of the page that grow with every experiment. The streams write into memory that
 * belongs to this struct once they are closed. */
typedef struct report {
    FILE *lines, *parts; /* in memory, … */
    char *lines_text, *parts_text;
    size_t lines_size, parts_size;
    int done, total;
} report;

/* ---- the page ---- */

/* A speed-up of the table; a dash where there is none. */
static void cell(FILE *out, double value, int threads) {
    if (value > 0 && threads > 1) {
        fprintf(out, "<td>%.2f on %d</td>", value, threads);
    } else {
        fputs("<td>-</td>", out);
    }
}

/* Adds the line of an experiment to the table: the speed-up of its first series. What was measured
 * is shown for the most threads that the machine has cores for, what was predicted or published for
 * the most threads of the series. */
static void add_line(FILE *out, const cn_bench *b, const cn_summary *all) {
    int cores = 0, most = 0;
    for (int i = 1; cn_summary_threaded(b) && i < b->count; i++) {
        if (all[i].baseline != 0 || all[i].count == 0) continue;
        if (all[i].threads <= b->environment.cores) cores = i;
        most = i;
    }
    const cn_experiment *e = &b->experiment;
    cn_html_put(out, "<tr><td class=\"l\"><a href=\"#%s\">%s</a></td><td class=\"l\">%s</td>",
                e->name, e->name, e->what);
    cell(out, all[cores].speedup.value, (int)all[cores].threads * (cores > 0));
    cell(out, all[most].predicted, (int)all[most].threads * (most > 0));
    cell(out, all[most].figure_speedup, b->configurations[most].threads * (most > 0));
    fputs("</tr>\n", out);
}

static const char preface[] =
    "<p>Every table and figure of five published reports on parallel game-tree search in Haskell, "
    "measured with <code>canopy bench --all</code>: our agents with the reports' parameters, and "
    "the reports' own figures beside ours. Their machines were others: compare speed-ups, not "
    "seconds. Predictions are simulations; there are none where tasks depend on the number of "
    "threads. The table has the first series of each experiment that varies threads.</p>\n"
    "<div class=\"scroll\"><table>\n<tr><th class=\"l\">experiment</th><th></th>"
    "<th>speed-up, measured</th><th>predicted</th><th>the report's</th></tr>\n";

/* Puts the parts together and writes the file. */
static cn_status write_page(const report *r, const char *path, cn_error *error) {
    cn_file page;
    CN_TRY(cn_file_begin(&page, path, error));
    FILE *file = page.stream;
    cn_html_begin(file, "Parallel game-tree search, measured");
    fputs(preface, file);
    fwrite(r->lines_text, 1, r->lines_size, file);
    fputs("</table></div>\n", file);
    fwrite(r->parts_text, 1, r->parts_size, file);
    cn_html_end(file);
    return cn_file_keep(&page, error);
}

/* Adds the line and the section of one experiment that has been measured. */
static cn_status add_part(report *r, const cn_bench *b, cn_error *error) {
    const char *name = b->experiment.name;
    cn_summary *all = cn_summarise(b);
    if (!all) return cn_fail(error, CN_NO_MEMORY, "no memory for the results");
    add_line(r->lines, b, all);
    fprintf(r->parts, "<section id=\"%s\">\n<h2>%s</h2>\n", name, name);
    const cn_status status = cn_html_part(r->parts, b, all, 3, error);
    fputs("</section>\n", r->parts);
    free(all);
    r->done++;
    return status;
}

/* ---- the run ---- */

/* Measures one experiment, for at most so many seconds (0: as long as it takes), and adds it to the
 * page. True if it was interrupted. */
static bool perform(const cn_cli *cli, const cn_bench_settings *set, const cn_experiment *e,
                    double seconds, report *r) {
    char journal[4096];
    CN_USAGE_IF(set->resume && snprintf(journal, sizeof journal, "%s/%s.json", set->resume,
                                        e->name) >= (int)sizeof journal,
                cli, "a file name has at most 4000 characters");
    cn_out_message(cli, "%s (%d of %d): %s", e->name, r->done + 1, r->total, e->what);
    cn_bench bench;
    cn_bench_perform(cli, set, e, cn_cli_game(cli, e->game), set->resume ? journal : NULL, seconds,
                     &bench);
    cn_out_must(cli, add_part(r, &bench, cli->error));
    const bool interrupted = bench.interrupted;
    cn_bench_free(&bench);
    return interrupted;
}

cn_exit cn_bench_all(cn_cli *cli, const cn_bench_settings *set) {
    cn_out_must(cli, cn_file_check(set->report, cli->error));
    if (set->resume && mkdir(set->resume, 0777) != 0 && errno != EEXIST) {
        cn_out_must(cli, cn_fail(cli->error, CN_IO, "cannot make %.200s: %s", set->resume,
                                 strerror(errno)));
    }
    report r = {0};
    r.lines = cn_out_memory(cli, open_memstream(&r.lines_text, &r.lines_size), "the report");
    r.parts = cn_out_memory(cli, open_memstream(&r.parts_text, &r.parts_size), "the report");
    for (const cn_experiment *e = cn_experiments(); e->name; e++) r.total++;
    const double start = cn_clock_seconds();
    bool interrupted = false;
    for (const cn_experiment *e = cn_experiments(); e->name && !interrupted; e++) {
        /* Time is shared out evenly among what is still to come: what one experiment leaves, the
         * later ones get. */
        const double left = set->seconds - (cn_clock_seconds() - start);
        const double share = left > 1 ? left / (r.total - r.done) : 0.001;
        interrupted = perform(cli, set, e, set->seconds > 0 ? share : 0, &r);
    }
    fclose(r.lines);
    fclose(r.parts);
    cn_out_must(cli, write_page(&r, set->report, cli->error));
    free(r.lines_text);
    free(r.parts_text);
    return interrupted ? CN_EXIT_INTERRUPTED : CN_EXIT_OK;
}
