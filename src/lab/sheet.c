#include "lab/sheet.h"

#include <math.h>
#include <stdlib.h>

int cn_text_columns(const char *text) {
    int n = 0;
    for (; *text; text++) n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

/* ---- which columns ---- */

/* One unit for a whole column, by its largest value. */
typedef struct unit {
    double scale;
    const char *name;
} unit;

static unit time_unit(double most) {
    return most >= 1 || most <= 0 ? (unit){1, "s"}
           : most >= 1e-3         ? (unit){1e3, "ms"}
                                  : (unit){1e6, "µs"};
}

static unit rate_unit(double most) {
    return most >= 1e6 ? (unit){1e-6, "M"} : most >= 1e3 ? (unit){1e-3, "k"} : (unit){1, ""};
}

/* Three significant digits or so, never an exponent. */
static void number(char out[64], double value) {
    if (!isfinite(value)) {
        snprintf(out, 64, "-");
        return;
    }
    const double size = fabs(value);
    snprintf(out, 64, "%.*f", size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3, value);
}

/* The same number of digits above and below 1. */
static void ratio(char out[64], double value) {
    if (isfinite(value) && value >= 0.1 && value < 10) {
        snprintf(out, 64, "%.2f", value);
    } else {
        number(out, value);
    }
}

static void span(char out[64], cn_interval i, double scale) {
    char low[64], high[64];
    number(low, i.low * scale);
    number(high, i.high * scale);
    snprintf(out, 64, "%.20s–%.20s", low, high);
}

typedef struct shape {
    unit time, rate;
    bool tasks, cancelled, games, figures, overhead, predicted;
    bool speedup, figure_speedup, figure_productivity, figure_sparks, figure_wins;
    bool threads;      /* more than one somewhere */
    bool more_threads; /* not the same everywhere: efficiency has a meaning */
    bool spans;        /* two samples somewhere */
} shape;

static void measure(const cn_bench *b, const cn_summary *all, shape *s) {
    double slowest = 0, fastest = 0;
    *s = (shape){0};
    for (int i = 0; i < b->count; i++) {
        slowest = fmax(slowest, all[i].seconds.value);
        fastest = fmax(fastest, all[i].rate.value);
        s->tasks |= all[i].tasks > 0;
        s->cancelled |= all[i].cancelled > 0;
        s->games |= all[i].won + all[i].drawn + all[i].lost > 0;
        const cn_figure *f = &b->configurations[i].figure;
        s->figures |= f->seconds > 0;
        s->figure_speedup |= all[i].figure_speedup > 0;
        s->figure_productivity |= f->productivity > 0;
        s->figure_sparks |= f->sparks > 0;
        s->figure_wins |= f->most_wins > 0 || f->verdict;
        s->threads |= all[i].threads > 1;
        s->more_threads |= all[i].threads != all[0].threads;
        s->spans |= all[i].count > 1;
        s->predicted |= all[i].predicted > 0;
        s->overhead |= isfinite(all[i].overhead) && fabs(all[i].overhead - 1) > 1e-9;
    }
    s->speedup = cn_summary_compares(b);
    s->time = time_unit(slowest);
    s->rate = rate_unit(fastest);
}

/* ---- the cells ---- */

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

static const char *heading(const cn_bench *b, const shape *s, const cn_summary *all,
                           enum column column, char room[48]) {
    static const char *const plain[COLUMNS] = {[TRIALS] = "trials",
                                               [SPEEDUP] = "speed-up",
                                               [EFFICIENCY] = "efficiency",
                                               [OVERHEAD] = "nodes ×",
                                               [PRODUCTIVITY] = "productivity",
                                               [TASKS] = "tasks",
                                               [STOLEN] = "stolen",
                                               [CANCELLED] = "cancelled",
                                               [WINS] = "wins",
                                               [PREDICTED] = "predicted ×",
                                               [FIGURE] = "report s",
                                               [FIGURE_SPEEDUP] = "report ×",
                                               [FIGURE_PRODUCTIVITY] = "report productivity",
                                               [FIGURE_SPARKS] = "report sparks",
                                               [FIGURE_WINS] = "report wins"};
    if (plain[column]) return plain[column];
    if (column == TIME) {
        snprintf(room, 48, "%s/%s", s->time.name, cn_summary_unit(b));
    } else if (column == RATE) {
        snprintf(room, 48, "%s%s/s", s->rate.name, all[0].iterations ? "iter" : "nodes");
    } else {
        snprintf(room, 48, "%s", b->trials < 6 && column != WINS_SPAN ? "range" : "95 %");
    }
    return room;
}

static bool shown(const shape *s, enum column column) {
    switch (column) {
    case TIME_SPAN: return s->spans;
    case SPEEDUP: return s->speedup;
    case SPEEDUP_SPAN: return s->spans && s->speedup;
    case PRODUCTIVITY: return s->threads;
    case EFFICIENCY: return s->more_threads && s->speedup;
    case PREDICTED: return s->predicted;
    case OVERHEAD: return s->overhead;
    case TASKS:
    case STOLEN: return s->tasks;
    case CANCELLED: return s->cancelled;
    case WINS:
    case WINS_SPAN: return s->games;
    case FIGURE: return s->figures;
    case FIGURE_SPEEDUP: return s->figure_speedup;
    case FIGURE_PRODUCTIVITY: return s->figure_productivity;
    case FIGURE_SPARKS: return s->figure_sparks;
    case FIGURE_WINS: return s->figure_wins;
    default: return true;
    }
}

/* Sparks as "converted of created". */
static void figure_cell(const cn_figure *f, enum column column, char out[64]) {
    if (column == FIGURE && f->seconds > 0) snprintf(out, 64, "%g", f->seconds);
    if (column == FIGURE_PRODUCTIVITY && f->productivity > 0) {
        snprintf(out, 64, "%.1f %%", 100 * f->productivity);
    }
    if (column == FIGURE_SPARKS && f->sparks > 0) {
        snprintf(out, 64, "%llu of %llu", (unsigned long long)f->converted,
                 (unsigned long long)f->sparks);
    }
    if (column == FIGURE_WINS && f->most_wins > 0) {
        snprintf(out, 64, "%.0f–%.0f %%", 100 * f->least_wins, 100 * f->most_wins);
    } else if (column == FIGURE_WINS && f->verdict) {
        snprintf(out, 64, "%s", f->verdict);
    }
}

static void cell(const cn_configuration *c, const cn_summary *r, const shape *s, enum column column,
                 char out[64]) {
    const cn_interval percent = {r->wins.value * 100, r->wins.low * 100, r->wins.high * 100};
    snprintf(out, 64, "-");
    if (column == TRIALS) {
        snprintf(out, 64, "%d", r->count);
    } else if (column >= FIGURE && column != FIGURE_SPEEDUP) {
        figure_cell(&c->figure, column, out);
    } else if (column == FIGURE_SPEEDUP) {
        if (r->figure_speedup > 0) ratio(out, r->figure_speedup);
    } else if (column == PREDICTED) {
        if (r->predicted > 0) ratio(out, r->predicted);
    } else if (r->count > 0) {
        switch (column) {
        case TIME: number(out, r->seconds.value * s->time.scale); break;
        case TIME_SPAN: span(out, r->seconds, s->time.scale); break;
        case SPEEDUP:
            ratio(out, r->speedup.value);
            if (r->unusable) strcat(out, " ?");
            break;
        case SPEEDUP_SPAN: {
            char low[64], high[64];
            ratio(low, r->speedup.low);
            ratio(high, r->speedup.high);
            snprintf(out, 64, "%.20s–%.20s", low, high);
            break;
        }
        case EFFICIENCY:
            if (isfinite(r->efficiency.value))
                snprintf(out, 64, "%.0f %%", r->efficiency.value * 100);
            break;
        case RATE: number(out, r->rate.value * s->rate.scale); break;
        case OVERHEAD: ratio(out, r->overhead); break;
        case PRODUCTIVITY:
            if (isfinite(r->productivity)) snprintf(out, 64, "%.0f %%", r->productivity * 100);
            break;
        case TASKS: snprintf(out, 64, "%.0f", r->tasks); break;
        case STOLEN: snprintf(out, 64, "%.0f", r->stolen); break;
        case CANCELLED: snprintf(out, 64, "%.0f", r->cancelled); break;
        case WINS: snprintf(out, 64, "%.0f %%", percent.value); break;
        case WINS_SPAN: snprintf(out, 64, "%.0f–%.0f", percent.low, percent.high); break;
        default: break;
        }
    }
}

cn_status cn_sheet_new(const cn_bench *b, const cn_summary *all, cn_sheet *t, cn_error *error) {
    shape s;
    measure(b, all, &s);
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
        if (!shown(&s, column)) continue;
        t->head[t->columns] = heading(b, &s, all, column, t->cells[b->count][t->columns]);
        for (int i = 0; i < b->count; i++) {
            cell(&b->configurations[i], &all[i], &s, column, t->cells[i][t->columns]);
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
