/* The results as text: aligned for a terminal, as Markdown, as CSV. */
#pragma once

#include "lab/summary.h"

enum { CN_COLUMNS = 32 };

/* Cells of text; columns that say nothing for this experiment are left out. */
typedef struct cn_sheet {
    int columns, rows;
    int keys; /* the first columns, which say what a row is about */
    const char *head[CN_COLUMNS];
    bool left[CN_COLUMNS]; /* aligned to the left */
    char (*cells)[CN_COLUMNS][64];
} cn_sheet;

cn_status cn_sheet_new(const cn_bench *bench, const cn_summary *summaries, cn_sheet *table,
                       cn_error *error);
void cn_sheet_free(cn_sheet *table);

/* The experiment in words: name, what, game, agents, trials, seed, environment, warnings. */
typedef void cn_line_fn(const char *name, const char *text, void *user);
void cn_bench_facts(const cn_bench *bench, cn_line_fn *line, void *user);

/* Facts, table, fits. */
void cn_sheet_text(FILE *out, const cn_bench *bench, const cn_summary *summaries,
                   const cn_sheet *table);
void cn_sheet_markdown(FILE *out, const cn_bench *bench, const cn_summary *summaries,
                       const cn_sheet *table);

/* One line a configuration, plain numbers in seconds and shares. */
void cn_sheet_csv(FILE *out, const cn_bench *bench, const cn_summary *summaries);

/* The table alone, aligned or as Markdown. A table wider than 80 columns of text comes in parts
 * below one another, each with the keys. */
void cn_sheet_rows(FILE *out, const cn_sheet *table, bool markdown);

/* A field of CSV, in quotes where it needs them. */
void cn_csv_text(FILE *out, const char *text);

/* Columns of UTF-8 text on a terminal. */
int cn_text_columns(const char *text);
