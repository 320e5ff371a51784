/* Measurements as JSON: what `--json` writes, `--resume` goes on with and `compare` reads. It is
 * one object with the experiment, the environment, and for each configuration its values, summary
 * and raw samples. */
#pragma once

#include "lab/summary.h"

#include <jansson.h>

/* The measurements as JSON, for the caller to release; NULL: no memory. Without `summaries` (NULL)
 * the object has none. */
json_t *cn_journal_json(const cn_bench *bench, const cn_summary *summaries);

/* Writes the file whole or not at all: under another name first, then renamed. */
cn_status cn_journal_save(const cn_bench *bench, const char *path, cn_error *error);

/* Adds the samples of a file to the bench. Refuses those of another experiment. A file that is not
 * there is an empty one. */
cn_status cn_journal_resume(cn_bench *bench, const char *path, cn_error *error);

/* ---- reading for a comparison ---- */

/* The times of one configuration in a file. */
typedef struct cn_measured {
    char label[256];
    int count;
    double *seconds; /* of the trials, by the experiment's unit */
} cn_measured;

/* A file of measurements, as far as a comparison wants it. */
typedef struct cn_measurements {
    char title[256], version[32];
    int count;
    cn_measured *configurations;
} cn_measurements;

/* Reads a file that cn_journal_save or `bench --json` wrote. The caller frees the result. */
cn_status cn_measurements_read(const char *path, cn_measurements *out, cn_error *error);
void cn_measurements_free(cn_measurements *measurements);
