#include "lab/sheet.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

int cn_text_columns(const char *text) {
    int n = 0;
    for (; *text; text++) n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

/* ---- which columns ---- */

enum column {
    TRIALS,
    TIME,
    TIME_SPAN,
    SPEEDUP,
    SPEEDUP_SPAN,
    EFFICIENCY,
    PREDICTED,
    RATE,
    OVERHEAD,
    PRODUCTIVITY,
    TASKS,
    STOLEN,
    CANCELLED,
    WINS,
    WINS_SPAN,
    FIGURE,
    FIGURE_SPEEDUP,
    FIGURE_PRODUCTIVITY,
    FIGURE_SPARKS,
    FIGURE_WINS,
    COLUMNS
};

/* How a value is written; a span is its two bounds. */
enum form { COUNT, NUMBER, NUMBER_SPAN, RATIO, RATIO_SPAN, PERCENT, PERCENT_SPAN, PRINTED };

static const struct {
    const char *head; /* NULL: it depends */
    enum form form;
} columns[COLUMNS] = {
    [TRIALS] = {"trials", COUNT},
    [TIME] = {NULL, NUMBER},
    [TIME_SPAN] = {NULL, NUMBER_SPAN},
    [SPEEDUP] = {"speed-up", RATIO},
    [SPEEDUP_SPAN] = {NULL, RATIO_SPAN},
    [EFFICIENCY] = {"efficiency", PERCENT},
    [PREDICTED] = {"predicted ×", RATIO},
    [RATE] = {NULL, NUMBER},
    [OVERHEAD] = {"nodes ×", RATIO},
    [PRODUCTIVITY] = {"productivity", PERCENT},
    [TASKS] = {"tasks", COUNT},
    [STOLEN] = {"stolen", COUNT},
    [CANCELLED] = {"cancelled", COUNT},
    [WINS] = {"wins", PERCENT},
    [WINS_SPAN] = {NULL, PERCENT_SPAN},
    [FIGURE] = {"report s", PRINTED},
    [FIGURE_SPEEDUP] = {"report ×", RATIO},
    [FIGURE_PRODUCTIVITY] = {"report productivity", PRINTED},
    [FIGURE_SPARKS] = {"report sparks", PRINTED},
    [FIGURE_WINS] = {"report wins", PRINTED},
};

static cn_interval one(double value) {
    return (cn_interval){value, NAN, NAN};
}

/* What stands in a column for a configuration; NaN: nothing. */
static cn_interval value_of(const cn_bench *b, const cn_summary *all, int i, enum column column) {
    const cn_figure *f = &b->configurations[i].figure;
    const cn_summary *s = &all[i];
    switch (column) {
    case TRIALS: return one(s->count);
    case PREDICTED: return one(s->predicted > 0 ? s->predicted : NAN);
    case FIGURE: return one(f->seconds > 0 ? f->seconds : NAN);
    case FIGURE_SPEEDUP: return one(s->figure_speedup > 0 ? s->figure_speedup : NAN);
    case FIGURE_PRODUCTIVITY: return one(f->productivity > 0 ? f->productivity : NAN);
    case FIGURE_SPARKS: return one(f->sparks > 0 ? (double)f->sparks : NAN);
    case FIGURE_WINS: return one(f->most_wins > 0 || f->verdict ? f->most_wins : NAN);
    default: break;
    }
    if (s->count == 0) return one(NAN);
    switch (column) {
    case TIME:
    case TIME_SPAN: return s->seconds;
    case SPEEDUP:
    case SPEEDUP_SPAN: return s->speedup;
    case EFFICIENCY: return s->efficiency;
    case RATE: return s->rate;
    case OVERHEAD: return one(s->overhead);
    case PRODUCTIVITY: return one(s->productivity);
    case TASKS: return one(s->tasks);
    case STOLEN: return one(s->stolen);
    case CANCELLED: return one(s->cancelled);
    default: return s->won + s->drawn + s->lost > 0 ? s->wins : one(NAN);
    }
}

/* Whether a column says anything in this experiment. */
static bool shown(const cn_bench *b, const cn_summary *all, enum column column) {
    bool told = column == TRIALS || column == TIME || column == RATE;
    bool spans = false, threads = false, varied = false;
    for (int i = 0; i < b->count; i++) {
        const double value = value_of(b, all, i, column == STOLEN ? TASKS : column).value;
        const bool counted = column == TASKS || column == STOLEN || column == CANCELLED;
        told |= counted ? value > 0 : column == OVERHEAD ? fabs(value - 1) > 1e-9 : isfinite(value);
        spans |= all[i].count > 1;
        threads |= all[i].threads > 1;
        varied |= all[i].threads != all[0].threads;
    }
    return told && (spans || (column != TIME_SPAN && column != SPEEDUP_SPAN)) &&
           (threads || column != PRODUCTIVITY) && (varied || column != EFFICIENCY);
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

/* The heading, and what values are multiplied by. */
static const char *heading(const cn_bench *b, const cn_summary *all, enum column column,
                           char room[64], double *scale) {
    const char *unit = "";
    double most = 0;
    *scale = 1;
    if (columns[column].head) return columns[column].head;
    for (int i = 0; i < b->count; i++) most = fmax(most, value_of(b, all, i, column).value);
    if (column == TIME || column == TIME_SPAN) *scale = unit_of(most, true, &unit);
    if (column == RATE) *scale = unit_of(most, false, &unit);
    if (column == TIME) {
        snprintf(room, 64, "%s/%s", unit, cn_summary_unit(b));
    } else if (column == RATE) {
        snprintf(room, 64, "%s%s/s", unit, all[0].iterations ? "iter" : "nodes");
    } else {
        snprintf(room, 64, "%s", b->trials < 6 && column != WINS_SPAN ? "range" : "95 %");
    }
    return room;
}

/* ---- the cells ---- */

/* Three significant digits or so, never an exponent; of ratios, the same number of digits above and
 * below 1. */
static void number(char out[64], double value, bool is_ratio) {
    const double size = fabs(value);
    const int digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    if (!isfinite(value)) {
        snprintf(out, 64, "-");
    } else {
        snprintf(out, 64, "%.*f", is_ratio && size >= 0.1 && size < 10 ? 2 : digits, value);
    }
}

/* What the report printed, in its own words: sparks as "converted of created". */
static void printed(const cn_figure *f, enum column column, char out[64]) {
    int used = 0;
    if (column == FIGURE) snprintf(out, 64, "%g", f->seconds);
    if (column == FIGURE_PRODUCTIVITY) {
        used = snprintf(out, 64, "%.1f %%", 100 * f->productivity);
        if (f->mutator > 0) {
            snprintf(out + used, 64 - (size_t)used, " (%g s, GC %g s)", f->mutator, f->collector);
        }
    }
    if (column == FIGURE_SPARKS) {
        used = snprintf(out, 64, "%" PRIu64 " of %" PRIu64, f->converted, f->sparks);
        if (f->collected > 0) {
            snprintf(out + used, 64 - (size_t)used, " (GC'd %" PRIu64 ", fizzled %" PRIu64 ")",
                     f->collected, f->fizzled);
        }
    }
    if (column == FIGURE_WINS && f->verdict) snprintf(out, 64, "%s", f->verdict);
    if (column == FIGURE_WINS && f->most_wins > 0) {
        snprintf(out, 64, "%.0f–%.0f %%", 100 * f->least_wins, 100 * f->most_wins);
    }
}

static void cell(cn_interval v, enum form form, double scale, char out[64]) {
    char low[64], high[64];
    const bool is_ratio = form == RATIO || form == RATIO_SPAN;
    number(out, v.value * scale, is_ratio);
    if (!isfinite(v.value)) return;
    if (form == COUNT) snprintf(out, 64, "%.0f", v.value);
    if (form == PERCENT) snprintf(out, 64, "%.0f %%", 100 * v.value);
    if (form == PERCENT_SPAN) snprintf(out, 64, "%.0f–%.0f", 100 * v.low, 100 * v.high);
    if (form == NUMBER_SPAN || form == RATIO_SPAN) {
        number(low, v.low * scale, is_ratio);
        number(high, v.high * scale, is_ratio);
        snprintf(out, 64, "%.20s–%.20s", low, high);
    }
}

cn_status cn_sheet_new(const cn_bench *b, const cn_summary *all, cn_sheet *t, cn_error *error) {
    *t = (cn_sheet){.rows = b->count};
    t->cells = calloc((size_t)(b->count + 1), sizeof *t->cells); /* one more holds the headings */
    if (!t->cells) return cn_fail(error, CN_NO_MEMORY, "no memory for a table");
    for (int v = 0; v < b->variables; v++) {
        t->left[t->columns] = strcmp(b->variable[v], "threads") != 0;
        t->head[t->columns] = b->variable[v];
        for (int i = 0; i < b->count; i++) {
            snprintf(t->cells[i][t->columns], 64, "%.63s", b->configurations[i].value[v]);
        }
        t->columns++;
    }
    t->keys = t->columns;
    for (enum column column = 0; column < COLUMNS; column++) {
        double scale;
        if (!shown(b, all, column)) continue;
        t->head[t->columns] = heading(b, all, column, t->cells[b->count][t->columns], &scale);
        for (int i = 0; i < b->count; i++) {
            const cn_interval value = value_of(b, all, i, column);
            const bool told = isfinite(value.value);
            char *out = t->cells[i][t->columns];
            cell(value, columns[column].form, scale, out);
            if (told && columns[column].form == PRINTED) {
                printed(&b->configurations[i].figure, column, out);
            }
            if (told && column == SPEEDUP && all[i].unusable) strcat(out, " ?");
        }
        t->columns++;
    }
    return CN_OK;
}

void cn_sheet_free(cn_sheet *t) {
    free(t->cells);
    t->cells = NULL;
}

/* ---- writing ---- */

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
        put(out, r < 0 ? t->head[c] : t->cells[r][c], last ? 0 : width[c], t->left[c]);
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

/* Aligned too in Markdown: it is read as text as often as not. */
void cn_sheet_rows(FILE *out, const cn_sheet *t, bool markdown) {
    int width[CN_COLUMNS];
    for (int c = 0; c < t->columns; c++) {
        width[c] = cn_text_columns(t->head[c]);
        for (int r = 0; r < t->rows; r++) {
            const int n = cn_text_columns(t->cells[r][c]);
            if (n > width[c]) width[c] = n;
        }
        if (markdown && width[c] < 3) width[c] = 3;
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

void cn_bench_facts(const cn_bench *b, cn_line_fn *line, void *user) {
    const cn_experiment *e = &b->experiment;
    const cn_environment *env = &b->environment;
    char text[1400];
    if (e->name) {
        snprintf(text, sizeof text, "%s: %s", e->name, e->what);
        line("experiment", text, user);
    }
    if (e->note) line("note", e->note, user);
    char steps[32] = "";
    if (e->steps) snprintf(steps, sizeof steps, ", %d steps", e->steps);
    snprintf(text, sizeof text, "%s%s%s%s%.600s%s", b->game->name, e->options ? " " : "",
             e->options ? e->options : "", e->position ? ", from " : "",
             e->position ? e->position : "", steps);
    line("game", text, user);
    for (int i = 0; e->agents[i].spec; i++) {
        snprintf(text, sizeof text, "%s%s%s", e->agents[i].label ? e->agents[i].label : "",
                 e->agents[i].label ? ": " : "", e->agents[i].spec);
        line("agent", text, user);
    }
    if (e->opponent) line("opponent", e->opponent, user);
    snprintf(text, sizeof text, "%d %s%s each, interleaved, after %d to warm up; seed %lld",
             b->trials, e->opponent ? "game" : "search",
             b->trials == 1 ? ""
             : e->opponent  ? "s"
                            : "es",
             b->warmup, (long long)b->seed);
    line("trials", text, user);
    snprintf(text, sizeof text, "%s, %d core%s, load %.2f; %s", env->cpu, env->cores,
             env->cores == 1 ? "" : "s", env->load, env->system);
    line("machine", text, user);
    snprintf(text, sizeof text, "canopy %s; %s; %s; %s", env->version, env->compiler, env->flags,
             env->date);
    line("build", text, user);
    if (e->machine && e->figures) {
        snprintf(text, sizeof text, "its figures are for %s", e->machine);
        line("report", text, user);
    }
    char warnings[CN_WARNINGS][160];
    const int count = cn_bench_warnings(b, warnings);
    for (int i = 0; i < count; i++) line("warning", warnings[i], user);
    if (b->interrupted) line("warning", "interrupted: what was measured until then", user);
}

static void text_line(const char *name, const char *text, void *user) {
    fprintf(user, "%-10s  %s\n", name, text);
}

static void markdown_line(const char *name, const char *text, void *user) {
    fprintf(user, "- %s: %s\n", name, text);
}

static void write_fits(FILE *out, const cn_bench *b, const cn_summary *all, const char *mark) {
    for (int i = 0; i < b->count; i++) {
        if (!cn_summary_leads(b, i)) continue;
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

static void write_forecasts(FILE *out, const cn_bench *b, const char *fence) {
    bool any = false;
    for (int i = 0; i < b->count; i++) {
        const cn_configuration *c = &b->configurations[i];
        if (!c->forecast) continue;
        const char *name = cn_summary_threaded(b) ? c->series : c->label;
        if (!any) fprintf(out, "\nPrediction: %s\n", cn_forecast_label);
        any = true;
        fprintf(out, "\n%s%s%s", fence, name, *name ? ": " : "");
        cn_forecast_write(c->forecast, out);
        fputs(fence, out);
    }
}

void cn_sheet_text(FILE *out, const cn_bench *b, const cn_summary *all, const cn_sheet *t) {
    cn_bench_facts(b, text_line, out);
    fputc('\n', out);
    cn_sheet_rows(out, t, false);
    write_fits(out, b, all, "");
    write_forecasts(out, b, "");
}

void cn_sheet_markdown(FILE *out, const cn_bench *b, const cn_summary *all, const cn_sheet *t) {
    cn_bench_facts(b, markdown_line, out);
    fputc('\n', out);
    cn_sheet_rows(out, t, true);
    fputc('\n', out);
    write_fits(out, b, all, "- ");
    write_forecasts(out, b, "```\n");
}

/* ---- CSV (RFC 4180) ---- */

void cn_csv_text(FILE *out, const char *text) {
    if (!strpbrk(text, ",\"\n\r")) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"') fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void real(FILE *out, double value) {
    fputc(',', out);
    if (isfinite(value)) fprintf(out, "%.9g", value);
}

static void interval(FILE *out, cn_interval i) {
    real(out, i.value);
    real(out, i.low);
    real(out, i.high);
}

/* What else the report printed; empty where it did not. */
static void csv_figure(FILE *out, const cn_figure *f) {
    const uint64_t counts[] = {f->sparks, f->converted, f->overflowed,
                               f->dud,    f->collected, f->fizzled};
    real(out, f->productivity > 0 ? f->productivity : NAN);
    real(out, f->mutator > 0 ? f->mutator : NAN);
    real(out, f->collector > 0 ? f->collector : NAN);
    for (int i = 0; i < 6; i++) real(out, f->sparks > 0 ? (double)counts[i] : NAN);
    real(out, f->most_wins > 0 ? f->least_wins : NAN);
    real(out, f->most_wins > 0 ? f->most_wins : NAN);
    fputc(',', out);
    if (f->verdict) cn_csv_text(out, f->verdict);
}

void cn_sheet_csv(FILE *out, const cn_bench *b, const cn_summary *all) {
    for (int v = 0; v < b->variables; v++) {
        cn_csv_text(out, b->variable[v]);
        fputc(',', out);
    }
    fputs("spec,workers,trials,seconds,seconds_low,seconds_high,speedup,speedup_low,speedup_high,"
          "efficiency,rate,rate_low,rate_high,node_ratio,productivity,tasks,stolen,cancelled,won,"
          "drawn,lost,win_rate,win_rate_low,win_rate_high,report_seconds,report_speedup,predicted_"
          "speedup,report_productivity,report_mutator,report_collector,report_sparks,"
          "report_converted,report_overflowed,report_dud,report_collected,report_fizzled,"
          "report_wins_low,report_wins_high,report_verdict\n",
          out);
    for (int i = 0; i < b->count; i++) {
        const cn_configuration *c = &b->configurations[i];
        const cn_summary *s = &all[i];
        const bool games = s->won + s->drawn + s->lost > 0;
        const cn_interval none = {NAN, NAN, NAN};
        for (int v = 0; v < b->variables; v++) {
            cn_csv_text(out, c->value[v]);
            fputc(',', out);
        }
        cn_csv_text(out, c->agent);
        fprintf(out, ",%.0f,%d", s->threads, s->count);
        interval(out, s->count ? s->seconds : none);
        interval(out, s->speedup);
        real(out, s->efficiency.value);
        interval(out, s->count ? s->rate : none);
        real(out, s->overhead);
        real(out, s->count ? s->productivity : NAN);
        real(out, s->tasks);
        real(out, s->stolen);
        real(out, s->cancelled);
        fprintf(out, ",%d,%d,%d", s->won, s->drawn, s->lost);
        interval(out, games ? s->wins : none);
        real(out, c->figure.seconds > 0 ? c->figure.seconds : NAN);
        real(out, s->figure_speedup > 0 ? s->figure_speedup : NAN);
        real(out, s->predicted > 0 ? s->predicted : NAN);
        csv_figure(out, &c->figure);
        fputc('\n', out);
    }
}
