/* Predictions: the numbers of workers that are asked for, the simulation for each (lab/graph.h),
 * and what came out in words and JSON. The table is in lab/sheet.c. */
#include "lab/forecast.h"

#include "arena/json.h"
#include "lab/experiment.h"
#include "lab/trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char cn_forecast_label[] = "a simulation, not a measurement: the tasks that one thread made, "
                                 "as long as they lasted on it, on more workers";

/* The numbers are read as a sweep over an option `workers`, which has the same syntax. They must
 * rise because a prediction is drawn as a line through them. */
cn_status cn_forecast_workers(const char *text, int *workers, int *count, cn_error *error) {
    char line[512];
    cn_sweep sweep;
    snprintf(line, sizeof line, "workers=%.500s", text);
    CN_FAIL_IF(cn_sweep_read(line, &sweep, error) != CN_OK, error, CN_BAD_USAGE,
               "predict `%.60s`: expected numbers of workers, like 4,8,16 or 1..64*2", text);
    cn_status status = CN_OK;
    *count = 0;
    for (int i = 0; i < sweep.count && status == CN_OK; i++) {
        char *end;
        const long n = strtol(sweep.values[i], &end, 10);
        if (*end || n < 1 || n > CN_SIMULATED_WORKERS) {
            status = cn_fail(error, CN_BAD_USAGE,
                             "predict %.60s: expected numbers of workers from 1 to %d",
                             sweep.values[i], CN_SIMULATED_WORKERS);
        } else if (*count && n <= workers[*count - 1]) {
            status = cn_fail(error, CN_BAD_USAGE, "predict %.60s: the numbers must rise", text);
        } else if (*count == CN_FORECAST_POINTS) {
            status = cn_fail(error, CN_BAD_USAGE, "predict: at most %d numbers of workers",
                             CN_FORECAST_POINTS);
        } else {
            workers[(*count)++] = (int)n;
        }
    }
    free(sweep.values);
    return status;
}

/* Builds the graph once and simulates it for each number of workers. No schedule is faster than
 * work / span, nor than the number of workers. */
cn_status cn_forecast_make(const cn_trace *trace, const int *workers, int count,
                           const cn_costs *costs, cn_forecast *f, cn_error *error) {
    cn_graph *graph;
    CN_TRY(cn_graph_new(trace, &graph, error));
    *f = (cn_forecast){.searches = graph->searches,
                       .tasks = graph->task_count - graph->searches,
                       .small = graph->small,
                       .work = (double)graph->work * 1e-9,
                       .span = (double)graph->span * 1e-9,
                       .merge = (double)graph->merge * 1e-9,
                       .measured = costs != NULL};
    if (costs) f->costs = *costs;
    bool made = true;
    for (int i = 0; i < count && made; i++) {
        cn_graph_run schedule;
        made = cn_graph_simulate(graph, workers[i], &f->costs, &schedule);
        if (!made) break;
        const double most = graph->span ? f->work / f->span : 1;
        f->points[f->count++] = (cn_forecast_point){
            .workers = workers[i],
            .seconds = (double)schedule.ns * 1e-9,
            .speedup = schedule.ns ? (double)graph->work / (double)schedule.ns : 1,
            .bound = most < workers[i] ? most : workers[i],
            .steals = schedule.steals};
    }
    cn_graph_free(graph);
    return made ? CN_OK : cn_fail(error, CN_NO_MEMORY, "no memory for the simulation");
}

const cn_forecast_point *cn_forecast_at(const cn_forecast *f, int workers) {
    for (int i = 0; i < f->count; i++) {
        if (f->points[i].workers == workers) return &f->points[i];
    }
    return NULL;
}

/* A time in seconds as cn_time_text writes it, rounded to a nanosecond. */
static void time_text(double seconds, char text[CN_TIME_TEXT]) {
    cn_time_text((uint64_t)(seconds * 1e9 + 0.5), text);
}

/* Work and span are the two numbers that bound every schedule, so they are told with the costs. */
void cn_forecast_basis(const cn_forecast *f, char text[CN_FORECAST_TEXT]) {
    char work[CN_TIME_TEXT], span[CN_TIME_TEXT], merge[CN_TIME_TEXT], steal[CN_TIME_TEXT],
        wake[CN_TIME_TEXT], small[80] = "";
    time_text(f->work, work);
    time_text(f->span, span);
    time_text(f->merge, merge);
    cn_time_text(f->costs.steal_ns, steal);
    cn_time_text(f->costs.wake_ns, wake);
    if (f->small) {
        snprintf(small, sizeof small, ", and %" PRIu64 " too small to be told apart", f->small);
    }
    snprintf(text, CN_FORECAST_TEXT,
             "%" PRIu32 " search%s, %" PRIu32 " task%s%s: work %s (merging %s), span %s; stealing "
             "%s, waking %s%s",
             f->searches, f->searches == 1 ? "" : "es", f->tasks, f->tasks == 1 ? "" : "s", small,
             work, merge, span, steal, wake,
             f->measured ? ", measured here" : ": could not be measured here");
}

#define POINT(letter, key, member) CN_JSON_FIELD(cn_forecast_point, letter, key, member)
static const cn_json_field point_fields[] = {
    POINT('i', "workers", workers), POINT('f', "seconds", seconds), POINT('f', "speedup", speedup),
    POINT('f', "at_most", bound),   POINT('I', "steals", steals),   {NULL, 0, 0},
};

#define COST(key, member) CN_JSON_FIELD(cn_costs, 't', key, member)
static const cn_json_field cost_fields[] = {
    COST("steal", steal_ns),       COST("wake", wake_ns), COST("signal", signal_ns),
    COST("patience", patience_ns), {NULL, 0, 0},
};

json_t *cn_forecast_json(const cn_forecast *f) {
    json_t *points = json_array();
    for (int i = 0; i < f->count; i++) {
        json_array_append_new(points, cn_json_pack_struct(point_fields, &f->points[i]));
    }
    return json_pack("{s:s, s:i, s:I, s:I, s:f, s:f, s:f, s:b, s:o, s:o}", "what",
                     cn_forecast_label, "searches", (int)f->searches, "tasks", (json_int_t)f->tasks,
                     "small_tasks", (json_int_t)f->small, "work", f->work, "span", f->span, "merge",
                     f->merge, "costs_measured", f->measured, "costs",
                     cn_json_pack_struct(cost_fields, &f->costs), "predictions", points);
}
