#include "cli/options.h"

#include "cli/out.h"
#include "core/text.h"

static void range_of(const cn_option *option, char *text, size_t size) {
    switch (option->type) {
    case CN_OPTION_INT: snprintf(text, size, "%.0f to %.0f", option->min, option->max); break;
    case CN_OPTION_REAL: snprintf(text, size, "%.10g to %.10g", option->min, option->max); break;
    case CN_OPTION_TEXT: snprintf(text, size, "text"); break;
    case CN_OPTION_CHOICE: cn_text_join(text, size, option->choices, ", "); break;
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
