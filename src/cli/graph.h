/* Shares between 0 and 1 as bars in a terminal. */
#ifndef CLI_GRAPH_H
#define CLI_GRAPH_H

#include <stdbool.h>
#include <stdio.h>

/* A column a value, or the mean of several where there are more than fit; `blocks`: with the
 * eighths of Unicode, else with `#`. */
void cn_graph_write(FILE *out, const double *values, int count, bool blocks);

#endif
