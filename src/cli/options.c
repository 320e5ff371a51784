#include "cli/options.h"

#include "cli/out.h"

static void range_of(const cn_option *option, char *text, size_t size) {
    switch (option->type) {
    case CN_OPTION_INT: snprintf(text, size, "%.0f to %.0f", option->min, option->max); break;
    case CN_OPTION_REAL: snprintf(text, size, "%.10g to %.10g", option->min, option->max); break;
    case CN_OPTION_TEXT: snprintf(text, size, "text"); break;
    case CN_OPTION_CHOICE: {
        size_t used = 0;
        text[0] = '\0';
        for (int i = 0; option->choices[i] && used < size; i++) {
            used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "",
                                     option->choices[i]);
        }
    }
    }
}

static void show_option(const cn_option *option) {
    char range[256];
    range_of(option, range, sizeof range);
    printf("  %s=%s  (%s)\n", option->name, option->fallback, range);
    cn_out_wrap(option->help, 6);
}

void cn_options_show(const cn_option *options) {
    for (; options->name; options++) show_option(options);
}

void cn_options_text(const cn_option *options, const cn_value *values, char *out, size_t size) {
    cn_value fallback[CN_OPTIONS_MAX];
    cn_values_default(options, fallback);
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; options[i].name; i++) {
        if (strcmp(values[i].text, fallback[i].text) == 0) continue;
        const int n = snprintf(out + used, size - used, "%s%s=%s", used ? "," : "", options[i].name,
                               values[i].text);
        if (n < 0 || used + (size_t)n >= size) break;
        used += (size_t)n;
    }
}
