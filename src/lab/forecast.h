/* A prediction of the speed-up on more workers than the machine has: the simulation of lab/graph.h
 * for several numbers of workers, and what it rests on. */
#pragma once

#include "lab/graph.h"

#include <jansson.h>
#include <stdio.h>

/* The most numbers of workers in a prediction. */
enum { CN_FORECAST_POINTS = 64 };

/* What to expect of one number of workers. */
typedef struct cn_forecast_point {
    int workers;
    double seconds, speedup;
    double bound; /* no schedule is faster: the workers, or work / span */
    uint64_t steals;
} cn_forecast_point;

/* A prediction and what it rests on. Plain data. */
typedef struct cn_forecast {
    uint32_t searches, tasks;
    uint64_t small;           /* tasks that stay with their maker, being too small */
    double work, span, merge; /* seconds */
    cn_costs costs;
    bool measured; /* the costs were */
    int count;
    cn_forecast_point points[CN_FORECAST_POINTS];
} cn_forecast;

/* Reads "4,8,16,64" or "1..64*2"; at most CN_FORECAST_POINTS numbers, which rise. */
cn_status cn_forecast_workers(const char *text, int *workers, int *count, cn_error *error);

/* Predicts from a recording of one thread, for each of `count` numbers of workers. Without costs
 * (NULL: they could not be measured) stealing and waking are taken to cost nothing. */
cn_status cn_forecast_make(const cn_trace *trace, const int *workers, int count,
                           const cn_costs *costs, cn_forecast *forecast, cn_error *error);

/* The prediction for one number of workers; NULL if it is not among those asked for. */
const cn_forecast_point *cn_forecast_at(const cn_forecast *forecast, int workers);

/* What it is, in one sentence for every reader. */
extern const char cn_forecast_label[];

/* What it rests on, in one line: work, span, costs. */
enum { CN_FORECAST_TEXT = 400 };
void cn_forecast_basis(const cn_forecast *forecast, char text[CN_FORECAST_TEXT]);
/* The same as JSON, with times in seconds. */
json_t *cn_forecast_json(const cn_forecast *forecast);
