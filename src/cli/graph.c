#include "cli/graph.h"

enum { ROWS = 8, COLUMNS = 72, LABEL = 5 };

/* The mean of the values that share column `c` of `columns`. */
static double column(const double *values, int count, int columns, int c) {
    const int from = (int)((long)c * count / columns), to = (int)((long)(c + 1) * count / columns);
    double sum = 0;
    for (int i = from; i < to; i++) sum += values[i];
    return sum / (to - from);
}

/* What a column shows in a row, the lowest being 0: full, empty, or a part. */
static const char *cell(double value, int row, bool blocks) {
    static const char *const eighths[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    const int level = (int)(value * ROWS * 8 + 0.5) - row * 8;
    const int part = level < 0 ? 0 : level > 8 ? 8 : level;
    return blocks ? eighths[part] : part >= 4 ? "#" : " ";
}

void cn_graph_write(FILE *out, const double *values, int count, bool blocks) {
    if (count == 0) return;
    const int columns = count < COLUMNS ? count : COLUMNS;
    for (int row = ROWS - 1; row >= 0; row--) {
        const char *label = row == ROWS - 1 ? "100 %" : row == ROWS / 2 ? "50 %" : row ? "" : "0 %";
        fprintf(out, "%*s %s", LABEL, label, blocks ? "│" : "|");
        for (int c = 0; c < columns; c++) {
            fputs(cell(column(values, count, columns, c), row, blocks), out);
        }
        fputc('\n', out);
    }
    fprintf(out, "%*s  1", LABEL, "");
    if (columns > 1) fprintf(out, "%*d", columns - 1, count);
    fputc('\n', out);
}
