/* The results as one page: tables, plots, environment. It needs nothing from anywhere else. */
#ifndef LAB_HTML_H
#define LAB_HTML_H

#include "lab/summary.h"

cn_status cn_html_write(FILE *out, const cn_bench *bench, const cn_summary *summaries,
                        cn_error *error);

#endif
