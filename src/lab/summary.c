/* Sums up the samples of each configuration and compares them with their baseline. Trials are
 * compared in pairs (trial i with the baseline's trial i), since they played the same game at about
 * the same time. Where time is fixed (an agent with `time=`) the work done in it is compared
 * instead. */
#include "lab/summary.h"

#include <math.h>
#include <stdlib.h>

bool cn_summary_threaded(const cn_bench *b) {
    if (b->axis < 0) return false;
    const char *axis = b->variable[b->axis];
    return strcmp(axis, "threads") == 0 || strcmp(axis, "ranks") == 0;
}

/* The first configuration of the series that configuration i is in. */
static int leader_of(const cn_bench *b, int i) {
    int first = 0;
    while (strcmp(b->configurations[first].series, b->configurations[i].series) != 0) first++;
    return first;
}

bool cn_summary_leads(const cn_bench *b, int i) {
    return leader_of(b, i) == i;
}

const char *cn_summary_unit(const cn_bench *b) {
    return !b->experiment.opponent ? "search" : b->experiment.per_step ? "step" : "game";
}

int cn_summary_forecaster(const cn_bench *b, int i) {
    return cn_summary_threaded(b) ? leader_of(b, i) : i;
}

/* ---- single samples ---- */

/* What a search did, in the unit that its agent counts: iterations or nodes. */
static double work_of(const cn_sample *s) {
    return (double)(s->iterations ? s->iterations : s->nodes);
}

/* A sum over a trial as the experiment counts it: for a step, or for all of it. */
static double share_of(const cn_bench *b, const cn_sample *s, double sum) {
    return b->experiment.per_step && s->steps ? sum / s->steps : sum;
}

/* What a trial cost: time; or, where time was fixed, time for a unit of work. */
static double cost_of(const cn_bench *b, const cn_sample *s) {
    if (!b->by_rate) return share_of(b, s, s->seconds);
    return work_of(s) > 0 ? s->seconds / work_of(s) : NAN;
}

/* ---- a configuration ---- */

/* What the configuration's own samples say. `room` is for as many doubles as there are samples. */
static void add_plain(const cn_bench *b, const cn_configuration *c, double *room, cn_summary *out) {
    double wall = 0, busy = 0;
    const double n = c->count;
    for (int i = 0; i < c->count; i++) {
        const cn_sample *s = &c->samples[i];
        room[i] = share_of(b, s, s->seconds);
        wall += s->seconds * s->threads;
        busy += s->busy;
        out->threads = s->threads;
        out->tasks += (double)s->tasks / n;
        out->stolen += (double)s->stolen / n;
        out->cancelled += (double)s->cancelled / n;
        out->won += s->outcome == 'w';
        out->drawn += s->outcome == 'd';
        out->lost += s->outcome == 'l';
        if (s->iterations > 0) out->rate_of = "iterations";
    }
    out->seconds = cn_median(room, (size_t)c->count);
    for (int i = 0; i < c->count; i++) {
        const cn_sample *s = &c->samples[i];
        room[i] = s->seconds > 0 ? work_of(s) / s->seconds : 0;
    }
    out->rate = cn_median(room, (size_t)c->count);
    out->productivity = wall > 0 ? fmin(1, busy / wall) : NAN;
    const int games = out->won + out->drawn + out->lost;
    if (games > 0) out->wins = cn_wilson(out->won, (size_t)games);
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

/* What the samples say beside those of the baseline, and the report beside its own. */
static void add_relative(const cn_bench *b, const cn_configuration *c, const cn_configuration *base,
                         double *room, cn_summary *out) {
    double nodes = 0, base_nodes = 0;
    size_t pairs = 0;
    for (int i = 0; i < c->count; i++) {
        const cn_sample *mine = &c->samples[i], *its = cn_bench_trial(base, mine->trial);
        if (!its) continue;
        nodes += share_of(b, mine, (double)mine->nodes);
        base_nodes += share_of(b, its, (double)its->nodes);
        const double ratio = cost_of(b, its) / cost_of(b, mine);
        if (isfinite(ratio)) room[pairs++] = ratio;
    }
    if (pairs) out->speedup = cn_median(room, pairs);
    if (base_nodes > 0) out->overhead = nodes / base_nodes;
    const double first = figure_base(b, c, base);
    if (c->figure.seconds > 0 && first > 0) out->figure_speedup = first / c->figure.seconds;
}

/* The share of their busy time that the threads really had a core, 1 if all of it. It is below 1 if
 * other programs ran, since there are enough cores. Configurations with more threads than cores are
 * not judged and get 1. */
static double share_of_core(const cn_bench *b, const cn_configuration *c) {
    double busy = 0, cpu = 0;
    for (int i = 0; i < c->count && c->threads <= b->environment.cores; i++) {
        busy += c->samples[i].busy;
        cpu += c->samples[i].cpu;
    }
    return busy > 0 ? cpu / busy : 1;
}

/* Whether a speed-up tells of the program, not of what else the machine did: the threads of both
 * times had their cores, and it is no larger than so many threads and the nodes that were saved can
 * make it. */
static bool usable(const cn_bench *b, const cn_configuration *c, const cn_configuration *base,
                   const cn_summary *s, double more) {
    enum { TRIALS = 3 }; /* fewer have no interval to go by */
    /* A thread that had its core for less than four fifths of its time was held up by others; times
     * of one program vary by a fifth without that. */
    const double least = 0.8, noise = 1.2;
    const double saved = isfinite(s->overhead) && s->overhead < 1 ? s->overhead : 1;
    if (!isfinite(s->speedup.value) || c == base) return true;
    const double sure = s->count >= TRIALS ? s->speedup.low : s->speedup.value;
    return share_of_core(b, c) >= least && share_of_core(b, base) >= least &&
           !(cn_summary_threaded(b) && sure * saved > noise * more);
}

cn_summary *cn_summarise(const cn_bench *b) {
    const cn_interval none = {NAN, NAN, NAN};
    int most = 1;
    for (int i = 0; i < b->count; i++) {
        if (b->configurations[i].count > most) most = b->configurations[i].count;
    }
    cn_summary *all = calloc(b->count > 0 ? (size_t)b->count : 1, sizeof *all);
    /* Samples are copied there to be sorted. */
    double *room = malloc((size_t)most * sizeof *room);
    if (!all || !room) {
        free(all);
        free(room);
        return NULL;
    }
    for (int i = 0; i < b->count; i++) {
        const cn_configuration *c = &b->configurations[i];
        cn_summary *s = &all[i];
        const int baseline = cn_summary_threaded(b) ? leader_of(b, i) : 0;
        *s = (cn_summary){.count = c->count,
                          .baseline = baseline,
                          .threads = c->threads,
                          .rate_of = "nodes",
                          .seconds = none,
                          .rate = none,
                          .speedup = none,
                          .wins = none,
                          .overhead = NAN,
                          .productivity = NAN,
                          .predicted = NAN,
                          .figure_speedup = NAN};
        if (c->count) add_plain(b, c, room, s);
        if (!b->experiment.no_speedup) add_relative(b, c, &b->configurations[baseline], room, s);
        const cn_forecast *f = b->configurations[cn_summary_forecaster(b, i)].forecast;
        const cn_forecast_point *point = f ? cn_forecast_at(f, (int)s->threads) : NULL;
        if (point) s->predicted = point->speedup;
        const double more = s->threads / all[baseline].threads;
        s->efficiency =
            (cn_interval){s->speedup.value / more, s->speedup.low / more, s->speedup.high / more};
        s->usable = usable(b, c, &b->configurations[baseline], s, more);
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
    /* With more threads than cores nobody can have a core all the time: those do not count. */
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
    for (int i = 0; all && i < b->count; i++) marked |= !all[i].usable;
    free(all);
    if (marked) {
        snprintf(lines[n++], sizeof *lines,
                 "speed-ups marked ? are not usable: the machine was busy; measure again");
    }
    if (b->interrupted) {
        snprintf(lines[n++], sizeof *lines, "interrupted: what was measured until then");
    }
    return n;
}
