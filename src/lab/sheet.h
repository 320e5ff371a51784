/* Tables of text, and the results of an experiment as such a table.
 *
 * One table of columns (sheet.c) says what a configuration's results are called, how they are
 * written and where they are kept; the terminal, Markdown, the HTML page, CSV and the summaries in
 * JSON all go by it. */
#pragma once

#include "arena/json.h"
#include "lab/summary.h"

enum { CN_COLUMNS = 32, CN_CELL = 64 /* bytes of a cell */ };

/* The language that a table is written in. */
typedef enum cn_sheet_form { CN_SHEET_TEXT, CN_SHEET_MARKDOWN, CN_SHEET_HTML } cn_sheet_form;

/* A table of texts, freed by cn_sheet_free. */
typedef struct cn_sheet {
    int columns, rows;
    int keys; /* the first columns, which say what a row is about */
    char head[CN_COLUMNS][CN_CELL];
    bool left[CN_COLUMNS]; /* aligned to the left */
    char (*cells)[CN_COLUMNS][CN_CELL];
} cn_sheet;

/* An empty table with the headings of a list that NULL ends; of those the first `keys` are keys and
 * aligned to the left. The caller frees it. */
cn_status cn_sheet_new(cn_sheet *sheet, int rows, int keys, const char *const *heads,
                       cn_error *error);
void cn_sheet_free(cn_sheet *sheet);

/* Writes the table. As text, one that is wider than 80 columns comes in parts below one another,
 * each with the keys. */
void cn_sheet_write(FILE *out, const cn_sheet *sheet, cn_sheet_form form);

/* ---- an experiment ---- */

/* One row for each configuration. Columns that say nothing for this experiment are left out. */
cn_status cn_sheet_of(const cn_bench *bench, const cn_summary *summaries, cn_sheet *sheet,
                      cn_error *error);

/* The experiment in words: what was measured, how often, where. HTML gets rows of a <dl>, without
 * the warnings, which the other forms have at the end. */
void cn_bench_facts(FILE *out, const cn_bench *bench, cn_sheet_form form);

/* A prediction under a name (may be empty): what it rests on, and a table of what to expect of each
 * number of workers. Markdown gets it as text. */
cn_status cn_forecast_write(FILE *out, const cn_forecast *forecast, const char *name,
                            cn_sheet_form form, cn_error *error);

/* The predictions of all series, between fences in Markdown, under a heading of a level (1 to 6) in
 * HTML. */
cn_status cn_bench_forecasts(FILE *out, const cn_bench *bench, cn_sheet_form form, int level,
                             cn_error *error);

/* All of it as text or Markdown: facts, table, fits of Amdahl's law, predictions. */
cn_status cn_bench_write(FILE *out, const cn_bench *bench, const cn_summary *summaries,
                         cn_sheet_form form, cn_error *error);

/* The same as CSV (RFC 4180): a line for each configuration, plain numbers, seconds and shares; an
 * empty field where nothing is known. */
void cn_bench_csv(FILE *out, const cn_bench *bench, const cn_summary *summaries);

/* A field of CSV, in quotes where it needs them. */
void cn_csv_text(FILE *out, const char *text);

/* A summary as JSON, by the keys that CSV has. */
json_t *cn_summary_json(const cn_summary *summary);
