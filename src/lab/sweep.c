/* Reads the values of a sweep from text: single values, and ranges of whole numbers that grow by a
 * step or by a factor. experiment.h has examples. */
#include "lab/experiment.h"

#include <stdlib.h>

/* The most values of a sweep. */
enum { VALUES = 256 };

/* Adds one value; refuses doubles. */
static cn_status add(cn_sweep *sweep, const char *value, size_t length, cn_error *error) {
    CN_FAIL_IF(sweep->count == VALUES, error, CN_BAD_USAGE, "sweep %s: at most %d values",
               sweep->name, VALUES);
    CN_FAIL_IF(length == 0 || length >= sizeof *sweep->values, error, CN_BAD_USAGE,
               "sweep %s: a value has 1 to %zu characters; expected values like 1,2,4 or "
               "1..8",
               sweep->name, sizeof *sweep->values - 1);
    char *to = sweep->values[sweep->count++];
    snprintf(to, sizeof *sweep->values, "%.*s", (int)length, value);
    for (int i = 0; i + 1 < sweep->count; i++) {
        CN_FAIL_IF(strcmp(sweep->values[i], to) == 0, error, CN_BAD_USAGE,
                   "sweep %s: %s comes twice", sweep->name, to);
    }
    return CN_OK;
}

/* from..to, from..to+step, from..to*factor; whole numbers. */
static cn_status add_range(cn_sweep *sweep, const char *item, size_t length, cn_error *error) {
    char text[64], *end;
    snprintf(text, sizeof text, "%.*s", (int)length, item);
    const char *dots = strstr(text, "..");
    const long from = strtol(text, &end, 10);
    bool good = end == dots && end != text;
    const long to = strtol(dots + 2, &end, 10);
    good =
        good && end != dots + 2 && from <= to && labs(from) < 1000000000 && labs(to) < 1000000000;
    const char how = *end ? *end : '+';
    long by = 1;
    if (*end) {
        const char *number = end + 1;
        by = strtol(number, &end, 10);
        good = good && end != number && *end == '\0';
    }
    good = good && ((how == '+' && by >= 1) || (how == '*' && by >= 2 && from >= 1));
    CN_FAIL_IF(!good, error, CN_BAD_USAGE,
               "sweep %s: `%s` is not a range; expected 1..8, 2..10+2 or 1..64*2", sweep->name,
               text);
    for (long value = from; value <= to; value = how == '+' ? value + by : value * by) {
        char shown[32];
        const int n = snprintf(shown, sizeof shown, "%ld", value);
        CN_TRY(add(sweep, shown, (size_t)n, error));
    }
    return CN_OK;
}

/* Items with `..` are ranges, all others are taken as they are: names, numbers, words. */
cn_status cn_sweep_read(const char *text, cn_sweep *sweep, cn_error *error) {
    *sweep = (cn_sweep){.count = 0};
    const size_t length = strcspn(text, "=");
    CN_FAIL_IF(length == 0 || text[length] == '\0' || length >= sizeof sweep->name, error,
               CN_BAD_USAGE, "sweep `%.60s`: expected an option and its values, like threads=1..8",
               text);
    snprintf(sweep->name, sizeof sweep->name, "%.*s", (int)length, text);
    sweep->values = calloc(VALUES, sizeof *sweep->values);
    if (!sweep->values) return cn_fail(error, CN_NO_MEMORY, "no memory for a sweep");
    cn_status status = CN_OK;
    for (const char *p = text + length; status == CN_OK && *p; p += strcspn(p, ",")) {
        p++; /* behind the `=` or `,` */
        const size_t n = strcspn(p, ",");
        const char *dots = strstr(p, "..");
        status = dots && dots < p + n && n < 60 ? add_range(sweep, p, n, error)
                                                : add(sweep, p, n, error);
    }
    if (status != CN_OK) {
        free(sweep->values);
        sweep->values = NULL;
    }
    return status;
}
