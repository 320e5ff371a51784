/* Lists of options as JSON, for `canopy games --json`, `canopy agents --json` and the page, and the
 * values that differ from their defaults as text. */
#include "arena/options.h"

#include "core/text.h"

/* An option with its type, default, help, and its range or choices. */
static json_t *option_json(const cn_option *option) {
    static const char *const types[] = {
        [CN_OPTION_INT] = "integer",
        [CN_OPTION_REAL] = "real",
        [CN_OPTION_CHOICE] = "choice",
        [CN_OPTION_TEXT] = "text",
    };
    json_t *json =
        json_pack("{s:s, s:s, s:s, s:s}", "name", option->name, "type", types[option->type],
                  "default", option->fallback, "help", option->help);
    if (option->type == CN_OPTION_INT) {
        json_object_set_new(json, "min", json_integer((json_int_t)option->min));
        json_object_set_new(json, "max", json_integer((json_int_t)option->max));
    } else if (option->type == CN_OPTION_REAL) {
        json_object_set_new(json, "min", json_real(option->min));
        json_object_set_new(json, "max", json_real(option->max));
    } else if (option->type == CN_OPTION_CHOICE) {
        json_t *choices = json_array();
        for (int i = 0; option->choices[i]; i++) {
            json_array_append_new(choices, json_string(option->choices[i]));
        }
        json_object_set_new(json, "choices", choices);
    }
    return json;
}

json_t *cn_options_json(const cn_option *options) {
    json_t *list = json_array();
    for (; options->name; options++) json_array_append_new(list, option_json(options));
    return list;
}

json_t *cn_named_json(const cn_named *list) {
    json_t *json = json_array();
    for (; list && list->name; list++) {
        json_array_append_new(json,
                              json_pack("{s:s, s:s}", "name", list->name, "help", list->help));
    }
    return json;
}

void cn_options_text(const cn_option *options, const cn_value *values, char *out, size_t size) {
    cn_value fallback[CN_OPTIONS_MAX];
    cn_values_default(options, fallback);
    out[0] = '\0';
    for (int i = 0; options[i].name; i++) {
        if (strcmp(values[i].text, fallback[i].text) == 0) continue;
        cn_text_add(out, size, "%s%s=%s", *out ? "," : "", options[i].name, values[i].text);
    }
}
