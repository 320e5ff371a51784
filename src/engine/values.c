/* Lists of options and their values: the defaults, and values from text, checked against type and
 * range. A refusal names what is accepted, and for a mistyped name the nearest one. Games, agents
 * and plugins all use these lists. */
#include "core/text.h"

#include <canopy/canopy.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>

/* A whole number or a real one, within its range. */
static cn_status set_number(const cn_option *option, cn_value *value, const char *text,
                            cn_error *error) {
    const bool whole = option->type == CN_OPTION_INT;
    char *end;
    errno = 0;
    /* A whole number goes through a double too, which is exact up to 2^53; no limit of an option of
     * ours is larger. */
    const double number = whole ? (double)strtoll(text, &end, 10) : strtod(text, &end);
    CN_FAIL_IF(end == text || *end || errno || !isfinite(number) || number < option->min ||
                   number > option->max,
               error, CN_BAD_USAGE, "%s=%.40s: expected a%s number from %.16g to %.16g",
               option->name, text, whole ? " whole" : "", option->min, option->max);
    value->real = number;
    value->integer = (int64_t)number;
    return CN_OK;
}

/* One of a list of words; the value is its place in the list. */
static cn_status set_choice(const cn_option *option, cn_value *value, const char *text,
                            cn_error *error) {
    for (int i = 0; option->choices[i]; i++) {
        if (strcmp(option->choices[i], text) == 0) {
            value->integer = i;
            return CN_OK;
        }
    }
    char accepted[256];
    cn_text_join(accepted, sizeof accepted, option->choices);
    return cn_fail(error, CN_BAD_USAGE, "%s=%.40s: expected one of %s", option->name, text,
                   accepted);
}

/* A value of any type from text, which is kept beside it. If it fails the value stays as it was. */
static cn_status set_value(const cn_option *option, cn_value *value, const char *text,
                           cn_error *error) {
    CN_FAIL_IF(strlen(text) >= sizeof value->text, error, CN_BAD_USAGE,
               "%s: a value has at most %zu characters", option->name, sizeof value->text - 1);
    cn_status status = CN_OK;
    switch (option->type) {
    case CN_OPTION_INT:
    case CN_OPTION_REAL: status = set_number(option, value, text, error); break;
    case CN_OPTION_CHOICE: status = set_choice(option, value, text, error); break;
    case CN_OPTION_TEXT: break;
    }
    if (status == CN_OK) snprintf(value->text, sizeof value->text, "%s", text);
    return status;
}

void cn_values_default(const cn_option *options, cn_value *values) {
    memset(values, 0, CN_OPTIONS_MAX * sizeof *values);
    for (int i = 0; options[i].name; i++) {
        set_value(&options[i], &values[i], options[i].fallback, NULL);
    }
}

int cn_option_find(const cn_option *options, const char *name) {
    for (int i = 0; options[i].name; i++) {
        if (strcmp(options[i].name, name) == 0) return i;
    }
    return -1;
}

cn_status cn_values_read(const cn_option *options, cn_value *values, const char *list,
                         const char *separators, cn_error *error) {
    for (size_t n; *(list += strspn(list, separators)); list += n) {
        char word[256];
        n = strcspn(list, separators);
        snprintf(word, sizeof word, "%.*s", (int)n, list);
        CN_FAIL_IF(n >= sizeof word, error, CN_BAD_USAGE,
                   "%.40s…: an option has at most %zu characters", list, sizeof word - 1);
        CN_TRY(cn_values_set(options, values, word, error));
    }
    return CN_OK;
}

cn_status cn_values_set(const cn_option *options, cn_value *values, const char *assignment,
                        cn_error *error) {
    const size_t length = strcspn(assignment, "=");
    const char *names[CN_OPTIONS_MAX + 1] = {0};
    for (int i = 0; options[i].name; i++) {
        names[i] = options[i].name;
        if (strlen(names[i]) == length && strncmp(names[i], assignment, length) == 0) {
            CN_FAIL_IF(assignment[length] != '=', error, CN_BAD_USAGE,
                       "option `%s` needs a value: %s=…", names[i], names[i]);
            return set_value(&options[i], &values[i], assignment + length + 1, error);
        }
    }
    CN_FAIL_IF(!names[0], error, CN_BAD_USAGE, "unknown option `%.*s`: there are none here",
               (int)(length > 40 ? 40 : length), assignment);
    char accepted[320], word[41];
    snprintf(word, sizeof word, "%.*s", (int)(length > 40 ? 40 : length), assignment);
    cn_text_join(accepted, sizeof accepted, names);
    const char *near = cn_text_suggest(word, names);
    return cn_fail(error, CN_BAD_USAGE, "unknown option `%s`%s%s%s: expected one of %s", word,
                   near ? " (did you mean `" : "", near ? near : "", near ? "`?)" : "", accepted);
}
