/* Tables of text in three forms, and everything that is told of an experiment in words, tables, CSV
 * and JSON. The array `columns` is the one place that knows what a configuration's results are
 * called, where they are kept and how they are shown, so a new result is one row of it. */
#include "lab/sheet.h"

#include "core/text.h"
#include "lab/plot.h"
#include "lab/trace.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* ---- tables ---- */

cn_status cn_sheet_new(cn_sheet *t, int rows, int keys, const char *const *heads, cn_error *error) {
    *t = (cn_sheet){.rows = rows, .keys = keys};
    for (; heads[t->columns]; t->columns++) {
        snprintf(t->head[t->columns], CN_CELL, "%s", heads[t->columns]);
        t->left[t->columns] = t->columns < keys;
    }
    t->cells = calloc((size_t)(rows ? rows : 1), sizeof *t->cells);
    return t->cells ? CN_OK : cn_fail(error, CN_NO_MEMORY, "no memory for a table");
}

void cn_sheet_free(cn_sheet *t) {
    free(t->cells);
    t->cells = NULL;
}

/* A cell, or (row -1) a heading. */
static const char *cell_of(const cn_sheet *t, int row, int column) {
    return row < 0 ? t->head[column] : t->cells[row][column];
}

/* Text and blanks up to a width on the terminal. */
static void put(FILE *out, const char *text, int width, bool left) {
    const int room = width - cn_text_columns(text), blanks = room > 0 ? room : 0;
    fprintf(out, "%*s%s%*s", left ? 0 : blanks, "", text, left ? blanks : 0, "");
}

/* One row (-1: the headings) of the keys and the columns from `from` to `to`. */
static void write_row(FILE *out, const cn_sheet *t, const int *width, int r, int from, int to,
                      bool markdown) {
    for (int c = 0; c < to; c++) {
        if (c >= t->keys && c < from) continue;
        fputs(markdown ? "| " : c ? "  " : "", out);
        /* No blanks at the end of a line. */
        const bool last = !markdown && c == to - 1 && t->left[c];
        put(out, cell_of(t, r, c), last ? 0 : width[c], t->left[c]);
        if (markdown) fputc(' ', out);
    }
    fputs(markdown ? "|\n" : "\n", out);
}

/* The first column that does not fit beside the keys and those from `from` on. */
static int part_end(const cn_sheet *t, const int *width, int from) {
    enum { MOST = 80 };
    int used = 0, c = from;
    for (int k = 0; k < t->keys; k++) used += width[k] + 2;
    for (; c < t->columns; c++) {
        used += width[c] + 2;
        if (used - 2 > MOST && c > from) break;
    }
    return c;
}

/* Writes a table as text or Markdown. Columns are aligned in Markdown too, because it is read as
 * text as often as not. A table of text that is too wide is written in parts, each with the keys.
 */
static void write_aligned(FILE *out, const cn_sheet *t, bool markdown) {
    int width[CN_COLUMNS] = {0};
    for (int c = 0; c < t->columns; c++) {
        width[c] = markdown ? 3 : 0;
        for (int r = -1; r < t->rows; r++) {
            const int n = cn_text_columns(cell_of(t, r, c));
            if (n > width[c]) width[c] = n;
        }
    }
    for (int from = t->keys, to; from < t->columns; from = to) {
        to = markdown ? t->columns : part_end(t, width, from);
        if (from > t->keys) fputc('\n', out);
        for (int r = -1; r < t->rows; r++) {
            write_row(out, t, width, r, from, to, markdown);
            for (int c = 0; markdown && r < 0 && c < t->columns; c++) {
                fprintf(out, "|%s", t->left[c] ? ":" : "-");
                for (int i = 0; i < width[c]; i++) fputc('-', out);
                fputs(t->left[c] ? "-" : ":", out);
            }
            if (markdown && r < 0) fputs("|\n", out);
        }
    }
}

void cn_sheet_write(FILE *out, const cn_sheet *t, cn_sheet_form form) {
    if (form != CN_SHEET_HTML) {
        write_aligned(out, t, form == CN_SHEET_MARKDOWN);
        return;
    }
    fputs("<div class=\"scroll\"><table>\n", out);
    for (int r = -1; r < t->rows; r++) {
        fputs("<tr>", out);
        for (int c = 0; c < t->columns; c++) {
            fprintf(out, "<t%c%s>", r < 0 ? 'h' : 'd', t->left[c] ? " class=\"l\"" : "");
            cn_html_put(out, r < 0 ? "%s</th>" : "%s</td>", cell_of(t, r, c));
        }
        fputs("</tr>\n", out);
    }
    fputs("</table></div>\n", out);
}

/* ---- the columns of an experiment ---- */

/* How a value is written in a table. */
enum form {
    COUNT,   /* a whole number */
    NUMBER,  /* three digits, in a unit that the heading names and the whole column shares */
    RATIO,   /* how many times as much */
    PERCENT, /* a share */
    PRINTED, /* what the report printed, in its own words */
    NEVER,   /* not at all: for CSV and JSON only */
};

/* A column that the sheet of an experiment may have. */
typedef struct column {
    cn_json_field field; /* its key in CSV and JSON, and where it is in cn_summary … */
    bool report;         /* … or, of what a report printed, in cn_figure */
    enum form form;
    const char *head; /* of the table; NULL: it depends on the values */
    bool interval;    /* the table has a second column with the interval's ends */
} column;

#define SUMMARY(letter, key, member) CN_JSON_FIELD(cn_summary, letter, key, member), false
#define REPORT(letter, member)       CN_JSON_FIELD(cn_figure, letter, "report_" #member, member), true

/* All results of a configuration, in the order of the table, of CSV and of JSON. */
static const column columns[] = {
    {SUMMARY('i', "trials", count), COUNT, "trials", false},
    {SUMMARY('v', "seconds", seconds), NUMBER, NULL, true},
    {SUMMARY('v', "speedup", speedup), RATIO, "speed-up", true},
    {SUMMARY('b', "speedup_usable", usable), NEVER, NULL, false},
    {SUMMARY('i', "baseline", baseline), NEVER, NULL, false},
    {SUMMARY('v', "efficiency", efficiency), PERCENT, "efficiency", false},
    {SUMMARY('f', "predicted_speedup", predicted), RATIO, "predicted ×", false},
    {SUMMARY('v', "rate", rate), NUMBER, NULL, false},
    {SUMMARY('s', "rate_of", rate_of), NEVER, NULL, false},
    {SUMMARY('f', "node_ratio", overhead), RATIO, "nodes ×", false},
    {SUMMARY('f', "productivity", productivity), PERCENT, "productivity", false},
    {SUMMARY('f', "tasks", tasks), COUNT, "tasks", false},
    {SUMMARY('f', "stolen", stolen), COUNT, "stolen", false},
    {SUMMARY('f', "cancelled", cancelled), COUNT, "cancelled", false},
    {SUMMARY('i', "won", won), NEVER, NULL, false},
    {SUMMARY('i', "drawn", drawn), NEVER, NULL, false},
    {SUMMARY('i', "lost", lost), NEVER, NULL, false},
    {SUMMARY('V', "win_rate", wins), PERCENT, "wins", true},
    {REPORT('f', seconds), PRINTED, "report s", false},
    {SUMMARY('f', "report_speedup", figure_speedup), RATIO, "report ×", false},
    {REPORT('f', productivity), PRINTED, "report productivity", false},
    {REPORT('f', mutator), NEVER, NULL, false},
    {REPORT('f', collector), NEVER, NULL, false},
    {REPORT('I', sparks), PRINTED, "report sparks", false},
    {REPORT('I', converted), NEVER, NULL, false},
    {REPORT('I', overflowed), NEVER, NULL, false},
    {REPORT('I', dud), NEVER, NULL, false},
    {REPORT('I', collected), NEVER, NULL, false},
    {REPORT('I', fizzled), NEVER, NULL, false},
    {REPORT('f', least_wins), NEVER, NULL, false},
    {REPORT('f', most_wins), NEVER, NULL, false},
    {REPORT('s', verdict), PRINTED, "report wins", false},
};
enum { COUNT_OF_COLUMNS = sizeof columns / sizeof *columns };

/* Whether a column is the one with this key. */
static bool is(const column *c, const char *key) {
    return strcmp(c->field.key, key) == 0;
}

/* Where the value of a column is kept for a configuration. */
static const void *member(const cn_bench *b, const cn_summary *all, int i, const column *c) {
    const void *from = c->report ? (const void *)&b->configurations[i].figure : &all[i];
    return (const char *)from + c->field.at;
}

/* What stands in a column for a configuration; NaN: nothing. A report gives no zeros, but where it
 * counts sparks; its verdict or its wins are a text that is there or not. */
static cn_interval value_of(const cn_bench *b, const cn_summary *all, int i, const column *c) {
    const void *at = member(b, all, i, c);
    const cn_figure *f = &b->configurations[i].figure;
    double value = NAN;
    switch (c->field.type) {
    case 'v':
    case 'V': return *(const cn_interval *)at;
    case 'i': value = *(const int *)at; break;
    case 'I': value = f->sparks > 0 ? (double)*(const uint64_t *)at : NAN; break;
    case 'f': value = *(const double *)at; break;
    default: value = f->verdict || f->most_wins > 0 ? 1 : NAN; break;
    }
    if (c->report && value <= 0 && c->field.type == 'f') value = NAN;
    return (cn_interval){value, NAN, NAN};
}

/* Whether a column says anything in this experiment: some configuration has a value there. Counts
 * of tasks must not all be 0, and numbers of nodes not all be the baseline's; productivity is of
 * interest if there are several threads, efficiency if their number varies. */
static bool shown(const cn_bench *b, const cn_summary *all, const column *c) {
    const bool counted = is(c, "tasks") || is(c, "stolen") || is(c, "cancelled");
    bool told = is(c, "trials") || is(c, "seconds") || is(c, "rate");
    bool threads = false, varied = false;
    if (c->form == NEVER) return false;
    for (int i = 0; i < b->count; i++) {
        double value = value_of(b, all, i, c).value;
        if (is(c, "stolen")) value = all[i].tasks;
        if (is(c, "node_ratio")) value = fabs(value - 1) > 1e-9 ? value : NAN;
        told |= counted ? value > 0 : isfinite(value);
        threads |= all[i].threads > 1;
        varied |= all[i].threads != all[0].threads;
    }
    return told && (threads || !is(c, "productivity")) && (varied || !is(c, "efficiency"));
}

/* One unit for a whole column, by its largest value. */
static double unit_of(double most, bool time, const char **name) {
    static const struct {
        double least, scale;
        const char *name;
    } units[2][3] = {{{1e6, 1e-6, "M"}, {1e3, 1e-3, "k"}, {0, 1, ""}},
                     {{1, 1, "s"}, {1e-3, 1e3, "ms"}, {0, 1e6, "µs"}}};
    int i = 0;
    while (most > 0 && most < units[time][i].least) i++;
    if (most <= 0) i = time ? 0 : 2;
    *name = units[time][i].name;
    return units[time][i].scale;
}

/* Writes the heading; returns what values are multiplied by. */
static double heading(const cn_bench *b, const cn_summary *all, const column *c,
                      char out[CN_CELL]) {
    const bool time = is(c, "seconds");
    const char *unit, *what = cn_summary_unit(b);
    double most = 0;
    if (c->head) {
        snprintf(out, CN_CELL, "%s", c->head);
        return 1;
    }
    for (int i = 0; i < b->count; i++) most = fmax(most, value_of(b, all, i, c).value);
    const double scale = unit_of(most, time, &unit);
    if (!time) what = all[0].rate_of[0] == 'i' ? "iter" : "nodes";
    snprintf(out, CN_CELL, time ? "%s/%s" : "%s%s/s", unit, what);
    return scale;
}

/* Three significant digits or so, never an exponent; of ratios, the same number of digits above and
 * below 1. */
static void number(char out[CN_CELL], double value, bool is_ratio) {
    const double size = fabs(value);
    const int digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    snprintf(out, CN_CELL, "%.*f", is_ratio && size >= 0.1 && size < 10 ? 2 : digits, value);
}

/* What the report printed, in its own words: sparks as "converted of created". */
static void printed(const cn_figure *f, const column *c, char out[CN_CELL]) {
    out[0] = '\0';
    if (is(c, "report_seconds")) snprintf(out, CN_CELL, "%g", f->seconds);
    if (is(c, "report_productivity")) {
        snprintf(out, CN_CELL, "%.1f %%", 100 * f->productivity);
        if (f->mutator > 0) {
            cn_text_add(out, CN_CELL, " (%g s, GC %g s)", f->mutator, f->collector);
        }
    }
    if (is(c, "report_sparks")) {
        snprintf(out, CN_CELL, "%" PRIu64 " of %" PRIu64, f->converted, f->sparks);
        if (f->collected > 0) {
            cn_text_add(out, CN_CELL, " (GC'd %" PRIu64 ", fizzled %" PRIu64 ")", f->collected,
                        f->fizzled);
        }
    }
    if (is(c, "report_verdict")) {
        snprintf(out, CN_CELL, "%s", f->verdict ? f->verdict : "");
        if (f->most_wins > 0) {
            snprintf(out, CN_CELL, "%.0f–%.0f %%", 100 * f->least_wins, 100 * f->most_wins);
        }
    }
}

/* A value, or the ends of its interval, as text: "-" where there is none. */
static void cell(const column *c, cn_interval v, double scale, bool ends, char out[CN_CELL]) {
    char low[CN_CELL], high[CN_CELL];
    const bool percent = c->form == PERCENT, is_ratio = c->form == RATIO;
    if (!isfinite(v.value)) {
        snprintf(out, CN_CELL, "-");
    } else if (ends && percent) {
        snprintf(out, CN_CELL, "%.0f–%.0f", 100 * v.low, 100 * v.high);
    } else if (ends) {
        number(low, v.low * scale, is_ratio);
        number(high, v.high * scale, is_ratio);
        snprintf(out, CN_CELL, "%.20s–%.20s", low, high);
    } else if (percent || c->form == COUNT) {
        snprintf(out, CN_CELL, percent ? "%.0f %%" : "%.0f", percent ? 100 * v.value : v.value);
    } else {
        number(out, v.value * scale, is_ratio);
    }
}

/* Adds a column, or the one beside it with the ends of the interval. */
static void add_column(const cn_bench *b, const cn_summary *all, const column *c, bool ends,
                       cn_sheet *t) {
    const int at = t->columns++;
    const double scale = heading(b, all, c, t->head[at]);
    const bool range = b->trials < 6 && c->form != PERCENT;
    if (ends) snprintf(t->head[at], CN_CELL, "%s", range ? "range" : "95 %");
    for (int i = 0; i < b->count; i++) {
        const cn_interval value = value_of(b, all, i, c);
        char *out = t->cells[i][at];
        cell(c, value, scale, ends, out);
        if (!isfinite(value.value)) continue;
        if (c->form == PRINTED) printed(&b->configurations[i].figure, c, out);
        if (is(c, "speedup") && !ends && !all[i].usable) strcat(out, " ?");
    }
}

/* Where every configuration has a single trial there are no intervals, except for shares of games
 * won, which have one of any number. */
cn_status cn_sheet_of(const cn_bench *b, const cn_summary *all, cn_sheet *t, cn_error *error) {
    const char *keys[CN_SWEEPS + 2] = {NULL};
    bool repeated = false;
    for (int v = 0; v < b->variables; v++) keys[v] = b->variable[v];
    CN_TRY(cn_sheet_new(t, b->count, b->variables, keys, error));
    for (int i = 0; i < b->count; i++) {
        repeated |= all[i].count > 1;
        for (int v = 0; v < b->variables; v++) {
            t->left[v] = strcmp(b->variable[v], "threads") != 0;
            snprintf(t->cells[i][v], CN_CELL, "%.63s", b->configurations[i].value[v]);
        }
    }
    for (const column *c = columns; c < columns + COUNT_OF_COLUMNS; c++) {
        if (!shown(b, all, c)) continue;
        add_column(b, all, c, false, t);
        if (c->interval && (repeated || c->form == PERCENT)) add_column(b, all, c, true, t);
    }
    return CN_OK;
}

/* ---- the experiment in words ---- */

/* One line of what is told of the experiment, by a format as printf's. */
CN_PRINTF(4, 5)
static void fact(FILE *out, cn_sheet_form form, const char *name, const char *format, ...) {
    char text[1400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (form == CN_SHEET_HTML) {
        cn_html_put(out, "<dt>%s</dt><dd>%s</dd>\n", name, text);
    } else {
        fprintf(out, form == CN_SHEET_TEXT ? "%-10s  %s\n" : "- %s: %s\n", name, text);
    }
}

void cn_bench_facts(FILE *out, const cn_bench *b, cn_sheet_form form) {
    const cn_experiment *e = &b->experiment;
    const cn_environment *env = &b->environment;
    char from[640] = "", steps[32] = "";
    if (e->name && form != CN_SHEET_HTML) fact(out, form, "experiment", "%s: %s", e->name, e->what);
    if (e->note) fact(out, form, "note", "%s", e->note);
    if (e->position) snprintf(from, sizeof from, ", from %.600s", e->position);
    if (e->steps) snprintf(steps, sizeof steps, ", %d steps", e->steps);
    fact(out, form, "game", "%s%s%s%s%s", b->game->name, e->options ? " " : "",
         e->options ? e->options : "", from, steps);
    for (const cn_contender *a = e->agents; a->spec; a++) {
        fact(out, form, "agent", "%s%s%s", a->label ? a->label : "", a->label ? ": " : "", a->spec);
    }
    if (e->opponent) fact(out, form, "opponent", "%s", e->opponent);
    const char *trial = e->opponent ? "game" : "search", *plural = e->opponent ? "s" : "es";
    fact(out, form, "trials", "%d %s%s each, interleaved, after %d to warm up; seed %lld",
         b->trials, trial, b->trials == 1 ? "" : plural, b->warmup, (long long)b->seed);
    fact(out, form, "machine", "%s, %d core%s, load %.2f; %s", env->cpu, env->cores,
         env->cores == 1 ? "" : "s", env->load, env->system);
    fact(out, form, "build", "canopy %s; %s; %s; %s", env->version, env->compiler, env->flags,
         env->date);
    if (e->machine && e->figures) fact(out, form, "report", "its figures are for %s", e->machine);
    char warnings[CN_WARNINGS][160];
    const int count = form == CN_SHEET_HTML ? 0 : cn_bench_warnings(b, warnings);
    for (int i = 0; i < count; i++) fact(out, form, "warning", "%s", warnings[i]);
}

/* Workers are the rows; `at most` is the bound that no schedule can exceed. */
cn_status cn_forecast_write(FILE *out, const cn_forecast *f, const char *name, cn_sheet_form form,
                            cn_error *error) {
    static const char *const heads[] = {"workers", "time",   "speed-up", "efficiency",
                                        "at most", "steals", NULL};
    const bool html = form == CN_SHEET_HTML;
    char basis[CN_FORECAST_TEXT];
    cn_sheet t;
    CN_TRY(cn_sheet_new(&t, f->count, 0, heads, error));
    for (int i = 0; i < f->count; i++) {
        const cn_forecast_point *p = &f->points[i];
        char(*row)[CN_CELL] = t.cells[i];
        snprintf(row[0], CN_CELL, "%d", p->workers);
        cn_time_text((uint64_t)(p->seconds * 1e9 + 0.5), row[1]);
        snprintf(row[2], CN_CELL, "%.2f", p->speedup);
        snprintf(row[3], CN_CELL, "%.0f %%", 100 * p->speedup / p->workers);
        snprintf(row[4], CN_CELL, "%.2f", p->bound);
        snprintf(row[5], CN_CELL, "%" PRIu64, p->steals);
    }
    cn_forecast_basis(f, basis);
    if (html) {
        cn_html_put(out, "<p>%s%s%s.</p>\n", name, *name ? ": " : "", basis);
    } else {
        fprintf(out, "%s%s%s\n", name, *name ? ": " : "", basis);
    }
    cn_sheet_write(out, &t, html ? form : CN_SHEET_TEXT);
    cn_sheet_free(&t);
    if (f->tasks == 0 && !html) {
        fputs("One thread made no tasks here: this strategy makes them for threads that wait.\n",
              out);
    }
    return CN_OK;
}

/* A line for each series that Amdahl's law can be fitted to. */
static void write_fits(FILE *out, const cn_bench *b, const cn_summary *all, const char *mark) {
    for (int i = 0; i < b->count; i++) {
        const double ours = cn_summary_serial(b, all, i, false);
        const double theirs = cn_summary_serial(b, all, i, true);
        const char *series = b->configurations[i].series;
        if (!isfinite(ours)) continue;
        fprintf(out, "%sserial fraction by Amdahl's law%s%s: %.1f %%", mark, *series ? ", " : "",
                series, 100 * ours);
        if (isfinite(theirs)) fprintf(out, " (the report's: %.1f %%)", 100 * theirs);
        fputc('\n', out);
    }
}

cn_status cn_bench_forecasts(FILE *out, const cn_bench *b, cn_sheet_form form, int level,
                             cn_error *error) {
    const char *fence = form == CN_SHEET_MARKDOWN ? "```\n" : "";
    const bool html = form == CN_SHEET_HTML;
    bool any = false;
    for (int i = 0; i < b->count; i++) {
        const cn_configuration *c = &b->configurations[i];
        if (!c->forecast) continue;
        if (!any && html) {
            fprintf(out,
                    "<h%d>Prediction</h%d>\n<p>This is %s. Nothing is known here of memory that "
                    "gets slower when more cores use it.</p>\n",
                    level, level, cn_forecast_label);
        } else if (!any) {
            fprintf(out, "\nPrediction: %s\n", cn_forecast_label);
        }
        any = true;
        fprintf(out, "%s%s", html ? "" : "\n", fence);
        const char *name = cn_summary_threaded(b) ? c->series : c->label;
        CN_TRY(cn_forecast_write(out, c->forecast, name, form, error));
        fputs(fence, out);
    }
    return CN_OK;
}

cn_status cn_bench_write(FILE *out, const cn_bench *b, const cn_summary *all, cn_sheet_form form,
                         cn_error *error) {
    const bool markdown = form == CN_SHEET_MARKDOWN;
    cn_sheet sheet;
    CN_TRY(cn_sheet_of(b, all, &sheet, error));
    cn_bench_facts(out, b, form);
    fputc('\n', out);
    cn_sheet_write(out, &sheet, form);
    cn_sheet_free(&sheet);
    if (markdown) fputc('\n', out);
    write_fits(out, b, all, markdown ? "- " : "");
    return cn_bench_forecasts(out, b, form, 0, error);
}

/* ---- CSV and JSON ---- */

/* A field with a comma, a quote or the end of a line is put in quotes, and quotes in it are
 * doubled. */
void cn_csv_text(FILE *out, const char *text) {
    const bool quoted = strpbrk(text, ",\"\n\r") != NULL;
    if (quoted) fputc('"', out);
    for (; *text; text++) {
        if (*text == '"') fputc('"', out);
        fputc(*text, out);
    }
    if (quoted) fputc('"', out);
}

/* A field of CSV, which is empty where the number is not known. */
static void csv_number(FILE *out, double value) {
    fputc(',', out);
    if (isfinite(value)) fprintf(out, "%.9g", value);
}

/* One value, or the three of an interval. */
static void csv_value(FILE *out, const cn_bench *b, const cn_summary *all, int i, const column *c) {
    const void *at = member(b, all, i, c);
    const cn_interval value = value_of(b, all, i, c);
    switch (c->field.type) {
    case 's':
        fputc(',', out);
        if (*(const char *const *)at) cn_csv_text(out, *(const char *const *)at);
        break;
    case 'b': fputs(*(const bool *)at ? ",1" : ",0", out); break;
    case 'v':
    case 'V':
        csv_number(out, value.value);
        csv_number(out, value.low);
        csv_number(out, value.high);
        break;
    default: csv_number(out, value.value);
    }
}

void cn_bench_csv(FILE *out, const cn_bench *b, const cn_summary *all) {
    for (int i = -1; i < b->count; i++) {
        for (int v = 0; v < b->variables; v++) {
            cn_csv_text(out, i < 0 ? b->variable[v] : b->configurations[i].value[v]);
            fputc(',', out);
        }
        cn_csv_text(out, i < 0 ? "spec" : b->configurations[i].agent);
        i < 0 ? fputs(",workers", out) : fprintf(out, ",%.0f", all[i].threads);
        for (const column *c = columns; c < columns + COUNT_OF_COLUMNS; c++) {
            const char *key = c->field.key;
            if (i >= 0) {
                csv_value(out, b, all, i, c);
            } else if (c->field.type == 'v' || c->field.type == 'V') {
                fprintf(out, ",%s,%s_low,%s_high", key, key, key);
            } else {
                fprintf(out, ",%s", key);
            }
        }
        fputc('\n', out);
    }
}

/* What the report printed is in the journal as an object of its own, so only our columns are taken.
 */
json_t *cn_summary_json(const cn_summary *summary) {
    cn_json_field fields[COUNT_OF_COLUMNS + 1] = {{NULL, 0, 0}};
    int count = 0;
    for (const column *c = columns; c < columns + COUNT_OF_COLUMNS; c++) {
        if (!c->report) fields[count++] = c->field;
    }
    return cn_json_pack_struct(fields, summary);
}
