/* Recorded trials: trials that are made again after the measurement, since recording may cost time,
 * to be written to files, drawn as timelines, or used to predict the speed-up on more workers. */
#include "engine/spec.h"
#include "lab/summary.h"
#include "lab/trace.h"
#include "parallel/strategy.h"

#include <ctype.h>
#include <stdlib.h>

/* ---- what can be predicted ---- */

const char *cn_bench_unpredictable(const cn_bench *b, const char *agent) {
    cn_spec spec;
    if (cn_spec_parse(b->game, agent, &spec, NULL) != CN_OK) return "it is no agent";
    const cn_strategy *strategy = cn_spec_strategy(&spec, NULL);
    if (!strategy) return "it has one thread";
    if (cn_spec_number(&spec, "time", 0) > 0) return "its time is fixed";
    if (strategy == &cn_strategy_none) return "it has one thread";
    /* So many trees are so many tasks. */
    const bool fixed = strategy == &cn_strategy_root && cn_spec_number(&spec, "trees", 0) > 0;
    return strategy->by_threads && !fixed ? "its tasks depend on the number of threads" : NULL;
}

/* The numbers of workers to predict for, in rising order: those asked for and those that were
 * measured, so that a prediction can be compared with what happened. */
static int all_workers(const cn_bench *b, const cn_summary *all, int first, const cn_tracing *r,
                       int workers[CN_FORECAST_POINTS]) {
    int count = 0;
    for (int n = 1; n <= CN_SIMULATED_WORKERS && count < CN_FORECAST_POINTS; n++) {
        bool wanted = false;
        for (int i = 0; i < r->worker_count; i++) wanted |= r->workers[i] == n;
        for (int i = first; i < b->count; i++) {
            wanted |= cn_summary_forecaster(b, i) == first && all[i].threads == n;
        }
        if (wanted) workers[count++] = n;
    }
    return count;
}

/* Records the agent on one thread a few times and keeps the prediction of the shortest recording.
 * What makes one longer is another program that was running, and a task that it interrupted would
 * be taken for a long one. */
static cn_status record_one_thread(cn_bench *b, cn_configuration *c, const cn_bench_hooks *hooks,
                                   const int *workers, int count, const cn_costs *costs,
                                   cn_error *error) {
    enum { RECORDINGS = 3 };
    char agent[CN_SPEC];
    cn_spec spec;
    CN_TRY(cn_spec_parse(b->game, c->agent, &spec, error));
    CN_TRY(cn_spec_set_int(&spec, "threads", 1, error));
    CN_TRY(cn_spec_own_text(&spec, agent, sizeof agent, error));
    double spent = 0;
    for (int i = 0; i < RECORDINGS && spent < 1 && !b->interrupted; i++) {
        cn_trace *trace;
        cn_forecast forecast;
        cn_status status = cn_bench_trace(b, c, agent, hooks, &trace, error);
        if (status != CN_OK || !trace) return status;
        status = cn_forecast_make(trace, workers, count, costs, &forecast, error);
        cn_trace_free(trace);
        if (status != CN_OK) return status;
        spent += forecast.work;
        if (i == 0 || forecast.work < c->forecast->work) *c->forecast = forecast;
    }
    return CN_OK;
}

/* Predicts the speed-ups of a series from recordings of its first configuration on one thread. */
static cn_status predict(cn_bench *b, const cn_summary *all, int first, const cn_tracing *r,
                         const cn_costs *costs, const cn_bench_hooks *hooks, cn_error *error) {
    cn_configuration *c = &b->configurations[first];
    int workers[CN_FORECAST_POINTS];
    if (cn_bench_unpredictable(b, c->agent)) return CN_OK;
    const int count = all_workers(b, all, first, r, workers);
    free(c->forecast);
    c->forecast = calloc(1, sizeof *c->forecast);
    if (!c->forecast) return cn_fail(error, CN_NO_MEMORY, "no memory for a prediction");
    const cn_status status = record_one_thread(b, c, hooks, workers, count, costs, error);
    if (status != CN_OK || c->forecast->count == 0) {
        free(c->forecast);
        c->forecast = NULL;
    }
    return status;
}

/* ---- files and pictures ---- */

/* "dir/x.json" and "threads=2 chunk=10" become "dir/x-threads-2-chunk-10.json". */
static void file_name(const char *path, const char *label, char *out, size_t size) {
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    const size_t stem = dot ? (size_t)(dot - path) : strlen(path);
    size_t used = (size_t)snprintf(out, size, "%.*s-", (int)stem, path);
    for (; *label && used + 1 < size; label++) {
        const bool plain = isalnum((unsigned char)*label) || *label == '.' || *label == '_';
        if (plain || out[used - 1] != '-') out[used++] = plain ? *label : '-';
    }
    snprintf(out + used, size - used, "%s", dot ? dot : "");
}

/* Writes the recording under the name that the configuration gets. */
static cn_status write_file(const cn_bench *b, const cn_configuration *c, const cn_trace *trace,
                            const char *path, cn_error *error) {
    char name[4096];
    snprintf(name, sizeof name, "%s", path);
    if (b->count > 1) file_name(path, c->label, name, sizeof name);
    return cn_trace_save(trace, name, error);
}

/* Draws the timeline of a configuration. */
static cn_status draw(cn_configuration *c, const cn_trace *trace, cn_error *error) {
    size_t size = 0;
    free(c->timeline);
    c->timeline = NULL;
    cn_timeline *timeline = cn_timeline_new(trace);
    FILE *memory = timeline ? open_memstream(&c->timeline, &size) : NULL;
    if (memory) {
        cn_trace_write_lanes(timeline, memory);
        fclose(memory);
    }
    cn_timeline_free(timeline);
    return c->timeline ? CN_OK : cn_fail(error, CN_NO_MEMORY, "no memory for a timeline");
}

/* Whether configuration i is drawn: all are where they are few, else the first series. With more
 * threads than cores a picture would show threads at work that in truth wait for a core. */
static bool has_timeline(const cn_bench *b, int i) {
    enum { FEW = 8 };
    if (b->configurations[i].threads > b->environment.cores) return false;
    return b->count <= FEW || strcmp(b->configurations[i].series, b->configurations[0].series) == 0;
}

/* Records a trial of one configuration, if its file or its picture is wanted. */
static cn_status record_one(cn_bench *b, int i, const cn_tracing *r, const cn_bench_hooks *hooks,
                            cn_error *error) {
    cn_configuration *c = &b->configurations[i];
    const bool drawn = r->timelines && has_timeline(b, i);
    cn_trace *trace;
    if (!drawn && !r->path) return CN_OK;
    cn_status status = cn_bench_trace(b, c, c->agent, hooks, &trace, error);
    if (status != CN_OK || !trace) return status;
    snprintf(trace->label, sizeof trace->label, "%s %.100s", b->game->name, c->agent);
    if (drawn) status = draw(c, trace, error);
    if (status == CN_OK && r->path) status = write_file(b, c, trace, r->path, error);
    cn_trace_free(trace);
    return status;
}

/* First the files and pictures of all configurations, then the predictions of those that lead a
 * series. */
cn_status cn_bench_record(cn_bench *b, const cn_tracing *r, const cn_bench_hooks *hooks,
                          cn_error *error) {
    for (int i = 0; i < b->count && !b->interrupted; i++) {
        CN_TRY(record_one(b, i, r, hooks, error));
    }
    if (r->worker_count == 0) return CN_OK;
    cn_summary *all = cn_summarise(b);
    if (!all) return cn_fail(error, CN_NO_MEMORY, "no memory for a prediction");
    cn_status status = CN_OK;
    cn_costs costs;
    const bool measured = cn_costs_measure(&costs);
    for (int i = 0; i < b->count && status == CN_OK && !b->interrupted; i++) {
        if (cn_summary_forecaster(b, i) != i) continue;
        status = predict(b, all, i, r, measured ? &costs : NULL, hooks, error);
    }
    free(all);
    return status;
}
