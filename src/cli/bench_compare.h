/* canopy bench compare A.json B.json */
#ifndef CLI_BENCH_COMPARE_H
#define CLI_BENCH_COMPARE_H

#include "cli/cli.h"

typedef enum cn_bench_form {
    CN_FORM_TEXT,
    CN_FORM_MARKDOWN,
    CN_FORM_CSV,
    CN_FORM_JSON,
} cn_bench_form;

cn_exit cn_bench_compare(cn_cli *cli, const char *first, const char *second, cn_bench_form form);

#endif
