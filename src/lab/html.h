/* The results of experiments as one HTML page: tables, plots, timelines, environment. The page
 * loads nothing from elsewhere, so it can be sent as one file. */
#pragma once

#include "lab/summary.h"

/* Writes a page of one experiment. Errors of writing stay in the FILE. */
cn_status cn_html_write(FILE *out, const cn_bench *bench, const cn_summary *summaries,
                        cn_error *error);

/* Its pieces, for a page of several: the beginning up to the title, what is below the title of an
 * experiment, with headings of that level (1 to 6), and the end. */
void cn_html_begin(FILE *out, const char *title);
cn_status cn_html_part(FILE *out, const cn_bench *bench, const cn_summary *summaries, int level,
                       cn_error *error);
void cn_html_end(FILE *out);

/* The plots of an experiment; nothing if there is nothing to draw. */
void cn_html_plots(FILE *out, const cn_bench *bench, const cn_summary *summaries);
