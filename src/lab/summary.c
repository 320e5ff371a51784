#include "lab/summary.h"

#include <math.h>
#include <stdlib.h>

bool cn_summary_threaded(const cn_bench *b) {
    if (b->axis < 0) return false;
    const char *axis = b->variable[b->axis];
    return strcmp(axis, "threads") == 0 || strcmp(axis, "ranks") == 0;
}

bool cn_summary_compares(const cn_bench *b) {
    return !b->experiment.no_speedup;
}

bool cn_summary_leads(const cn_bench *b, int i) {
    for (int j = 0; j < i; j++) {
        if (strcmp(b->configurations[j].series, b->configurations[i].series) == 0) return false;
    }
    return true;
}

const char *cn_summary_unit(const cn_bench *b) {
    return !b->experiment.opponent ? "search" : b->experiment.per_step ? "step" : "game";
}

int cn_summary_forecaster(const cn_bench *b, int i) {
    if (!cn_summary_threaded(b)) return i;
    for (int j = 0;; j++) {
        if (strcmp(b->configurations[j].series, b->configurations[i].series) == 0) return j;
    }
}

static int baseline_of(const cn_bench *b, int i) {
    return cn_summary_threaded(b) ? cn_summary_forecaster(b, i) : 0;
}

/* ---- single samples ---- */

static double work_of(const cn_sample *s) {
    return (double)(s->iterations ? s->iterations : s->nodes);
}

static double seconds_of(const cn_bench *b, const cn_sample *s) {
    return b->experiment.per_step && s->steps ? s->seconds / s->steps : s->seconds;
}

static double nodes_of(const cn_bench *b, const cn_sample *s) {
    return b->experiment.per_step && s->steps ? (double)s->nodes / s->steps : (double)s->nodes;
}

/* What a trial cost: time; or, where time was fixed, time for a unit of work. */
static double cost_of(const cn_bench *b, const cn_sample *s) {
    if (!b->by_rate) return seconds_of(b, s);
    return work_of(s) > 0 ? s->seconds / work_of(s) : NAN;
}

static const cn_sample *trial_of(const cn_configuration *c, int trial) {
    for (int i = 0; i < c->count; i++) {
        if (c->samples[i].trial == trial) return &c->samples[i];
    }
    return NULL;
}

/* ---- a configuration ---- */

static void add_plain(const cn_bench *b, const cn_configuration *c, double *room, cn_summary *out) {
    double wall = 0, busy = 0;
    const double n = c->count;
    for (int i = 0; i < c->count; i++) {
        const cn_sample *s = &c->samples[i];
        room[i] = seconds_of(b, s);
        wall += s->seconds * s->threads;
        busy += s->busy;
        out->threads = s->threads;
        out->tasks += (double)s->tasks / n;
        out->stolen += (double)s->stolen / n;
        out->cancelled += (double)s->cancelled / n;
        out->won += s->outcome == 'w';
        out->drawn += s->outcome == 'd';
        out->lost += s->outcome == 'l';
        out->iterations |= s->iterations > 0;
    }
    out->seconds = cn_median(room, (size_t)c->count);
    for (int i = 0; i < c->count; i++) {
        const cn_sample *s = &c->samples[i];
        room[i] = s->seconds > 0 ? work_of(s) / s->seconds : 0;
    }
    out->rate = cn_median(room, (size_t)c->count);
    out->productivity = wall > 0 ? fmin(1, busy / wall) : NAN;
    out->wins = cn_wilson(out->won, (size_t)(out->won + out->drawn + out->lost));
}

/* The published time that published speed-ups are over: the baseline's, or, where the report has
 * none for it (it began with two cores), the first of the series that it has. */
static double figure_base(const cn_bench *b, const cn_configuration *c,
                          const cn_configuration *base) {
    if (base->figure.seconds > 0 || !cn_summary_threaded(b)) return base->figure.seconds;
    for (int i = 0; i < b->count; i++) {
        const cn_configuration *other = &b->configurations[i];
        if (strcmp(other->series, c->series) == 0 && other->figure.seconds > 0) {
            return other->figure.seconds;
        }
    }
    return 0;
}

static void add_relative(const cn_bench *b, const cn_configuration *c, const cn_configuration *base,
                         double *room, cn_summary *out) {
    double nodes = 0, base_nodes = 0;
    size_t pairs = 0;
    for (int i = 0; i < c->count; i++) {
        const cn_sample *mine = &c->samples[i], *its = trial_of(base, mine->trial);
        if (!its) continue;
        nodes += nodes_of(b, mine);
        base_nodes += nodes_of(b, its);
        const double ratio = cost_of(b, its) / cost_of(b, mine);
        if (isfinite(ratio)) room[pairs++] = ratio;
    }
    out->speedup = pairs ? cn_median(room, pairs) : (cn_interval){NAN, NAN, NAN};
    out->overhead = base_nodes > 0 ? nodes / base_nodes : NAN;
    const double first = figure_base(b, c, base);
    if (c->figure.seconds > 0 && first > 0) out->figure_speedup = first / c->figure.seconds;
}

/* Threads that wanted to work but had no core, though there are enough: others were running. */
static double share_of_core(const cn_bench *b, const cn_configuration *c) {
    double busy = 0, cpu = 0;
    for (int i = 0; i < c->count && c->threads <= b->environment.cores; i++) {
        busy += c->samples[i].busy;
        cpu += c->samples[i].cpu;
    }
    return busy > 0 ? cpu / busy : 1;
}

/* Whether a speed-up tells more of what else the machine did than of the program: one of the two
 * times is that of threads without a core, or it is larger than so many threads can make it, and
 * than the nodes that were saved explain. */
static bool unusable(const cn_bench *b, const cn_configuration *c, const cn_configuration *base,
                     const cn_summary *s, double more) {
    enum { TRIALS = 3 }; /* fewer have no interval to go by */
    const double least = 0.8, noise = 1.2;
    const double saved = isfinite(s->overhead) && s->overhead < 1 ? s->overhead : 1;
    if (!isfinite(s->speedup.value) || c == base) return false;
    const double sure = s->count >= TRIALS ? s->speedup.low : s->speedup.value;
    return share_of_core(b, c) < least || share_of_core(b, base) < least ||
           (cn_summary_threaded(b) && sure * saved > noise * more);
}

cn_summary *cn_summarise(const cn_bench *b) {
    int most = 1;
    for (int i = 0; i < b->count; i++) {
        if (b->configurations[i].count > most) most = b->configurations[i].count;
    }
    cn_summary *all = calloc(b->count > 0 ? (size_t)b->count : 1, sizeof *all);
    double *room = malloc((size_t)most * sizeof *room);
    if (!all || !room) {
        free(all);
        free(room);
        return NULL;
    }
    for (int i = 0; i < b->count; i++) {
        const cn_configuration *c = &b->configurations[i];
        cn_summary *s = &all[i];
        s->count = c->count;
        s->baseline = baseline_of(b, i);
        s->threads = c->threads;
        if (c->count) add_plain(b, c, room, s);
        add_relative(b, c, &b->configurations[s->baseline], room, s);
        if (!cn_summary_compares(b)) {
            s->speedup = (cn_interval){NAN, NAN, NAN};
            s->overhead = NAN;
            s->figure_speedup = 0;
        }
        const cn_forecast *f = b->configurations[cn_summary_forecaster(b, i)].forecast;
        const cn_forecast_point *point = f ? cn_forecast_at(f, (int)s->threads) : NULL;
        if (point) s->predicted = point->speedup;
        const double more = s->threads / all[s->baseline].threads;
        s->efficiency =
            (cn_interval){s->speedup.value / more, s->speedup.low / more, s->speedup.high / more};
        s->unusable = unusable(b, c, &b->configurations[s->baseline], s, more);
    }
    free(room);
    return all;
}

double cn_summary_serial(const cn_bench *b, const cn_summary *all, int first, bool published) {
    double threads[CN_CONFIGURATIONS], speedups[CN_CONFIGURATIONS];
    size_t count = 0;
    /* Speed-up over one thread is what the law is about. */
    if (!cn_summary_threaded(b) || all[first].threads != 1) return NAN;
    for (int i = first; i < b->count; i++) {
        /* Nor do threads that take turns on a core follow it. */
        if (all[i].baseline != first) continue;
        if (!published && all[i].threads > b->environment.cores) continue;
        threads[count] = published ? b->configurations[i].threads : all[i].threads;
        if (published && !(b->configurations[first].figure.seconds > 0)) return NAN;
        speedups[count++] = published ? all[i].figure_speedup : all[i].speedup.value;
    }
    return cn_amdahl_fit(threads, speedups, count);
}

int cn_bench_warnings(const cn_bench *b, char lines[CN_WARNINGS][160]) {
    const cn_environment *e = &b->environment;
    int n = 0, threads = 0;
    for (int i = 0; i < b->count; i++) {
        if (b->configurations[i].threads > threads) threads = b->configurations[i].threads;
    }
    if (e->load > 0.25 * e->cores) {
        snprintf(lines[n++], sizeof *lines,
                 "the machine was busy: others used %.2f of %d cores before the start", e->load,
                 e->cores);
    }
    if (threads > e->cores) {
        snprintf(lines[n++], sizeof *lines,
                 "up to %d threads on %d cores: more threads than cores share them by turns",
                 threads, e->cores);
    }
    double share = 0;
    int counted = 0;
    for (int i = 0; i < b->count; i++) {
        if (b->configurations[i].count == 0 || b->configurations[i].threads > e->cores) continue;
        share += share_of_core(b, &b->configurations[i]);
        counted++;
    }
    if (counted > 0 && share < 0.9 * counted) {
        snprintf(lines[n++], sizeof *lines,
                 "something else was running: threads had a core for %.0f %% of their time",
                 100 * share / counted);
    }
    cn_summary *all = counted > 0 ? cn_summarise(b) : NULL;
    bool marked = false;
    for (int i = 0; all && i < b->count; i++) marked |= all[i].unusable;
    free(all);
    if (marked) {
        snprintf(lines[n++], sizeof *lines,
                 "speed-ups marked ? are not usable: the machine was busy; measure again");
    }
    return n;
}
