/* Helpers around jansson: JSON as text, structs by a table of their fields, lists of options,
 * scores. cn_json_watch replaces its allocator by one that remembers failures for each thread;
 * cn_json_dump asks it. Structs are packed member by member as their table of fields says. */
#include "arena/json.h"

#include "core/text.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local bool failed; /* an allocation did since the last text */

/* malloc for jansson, which notes in a flag of the thread that memory ran out: jansson's own
 * answer, NULL, may be lost on the way. */
static void *allocate(size_t size) {
    void *block = malloc(size);
    if (!block) failed = true;
    return block;
}

/* To be called before any other thread uses jansson; a second call changes nothing. */
void cn_json_watch(void) {
    json_set_alloc_funcs(allocate, free);
}

char *cn_json_dump(json_t *value, size_t flags) {
    char *text = value ? json_dumps(value, flags) : NULL;
    json_decref(value);
    if (failed) {
        free(text);
        text = NULL;
    }
    failed = false;
    return text;
}

json_t *cn_json_real(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

/* ---- structs ---- */

/* One member of a struct, by the letter of its type in cn_json_field. */
static json_t *field_json(char type, const void *member) {
    const double *real = member;
    switch (type) {
    case 'i': return json_integer(*(const int *)member);
    case 'I': return json_integer((json_int_t) * (const uint64_t *)member);
    case 'b': return json_boolean(*(const bool *)member);
    case 'f': return cn_json_real(*real);
    case 't': return json_real((double)*(const uint64_t *)member * 1e-9);
    case 's': return json_pack("s?", *(const char *const *)member);
    case 'a': return json_string(member);
    case 'c': return json_stringn(member, 1);
    case 'V':
        if (isnan(*real)) return json_null();
        break;
    default: break;
    }
    return json_pack("[o, o, o]", cn_json_real(real[0]), cn_json_real(real[1]),
                     cn_json_real(real[2]));
}

json_t *cn_json_pack_struct(const cn_json_field *fields, const void *from) {
    json_t *object = json_object();
    for (; fields->key; fields++) {
        const void *member = (const char *)from + fields->at;
        if (json_object_set_new(object, fields->key, field_json(fields->type, member)) == 0)
            continue;
        json_decref(object);
        return NULL;
    }
    return object;
}

bool cn_json_unpack_struct(json_t *object, const cn_json_field *fields, void *to) {
    bool whole = true;
    for (; fields->key; fields++) {
        const json_t *value = json_object_get(object, fields->key);
        const char *text = json_string_value(value);
        void *at = (char *)to + fields->at;
        switch (fields->type) {
        case 'i': *(int *)at = (int)json_integer_value(value); break;
        case 'I': *(uint64_t *)at = (uint64_t)json_integer_value(value); break;
        case 'b': *(bool *)at = json_is_true(value); break;
        case 'f': *(double *)at = json_number_value(value); break;
        case 'c': *(char *)at = text ? *text : '\0'; break;
        default: *(const char **)at = text; break;
        }
        whole &= strchr("iI", fields->type) ? json_is_integer(value)
                 : fields->type == 'f'      ? json_is_number(value)
                 : fields->type == 'b'      ? json_is_boolean(value)
                                            : text != NULL;
    }
    return whole;
}

/* ---- options ---- */

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

/* ---- scores ---- */

/* The library writes the JSON of a score as text without jansson (search/score.c), so packing reads
 * that text and unpacking looks up the same keys. */
json_t *cn_score_pack(const cn_game *game, cn_score score) {
    char text[CN_SCORE_JSON];
    cn_score_json(game, score, text);
    json_t *json = json_loads(text, JSON_DECODE_ANY, NULL);
    return json ? json : json_null();
}

/* The place of a word in a list that NULL ends, or 0. */
static int find(const char *word, const char *const *list) {
    for (int i = 0; word && list[i]; i++) {
        if (strcmp(list[i], word) == 0) return i;
    }
    return 0;
}

bool cn_score_unpack(const char *text, cn_score *score) {
    static const char *const kinds[] = {"", "eval", "chance", "points", "outcome", NULL};
    static const char *const bounds[] = {"exact", "at least", "at most", NULL};
    json_t *json = json_loads(text, 0, NULL);
    if (!json && *text == '{') return false;
    const json_t *plies = json_object_get(json, "plies");
    *score = (cn_score){
        .kind = (cn_score_kind)find(json_string_value(json_object_get(json, "kind")), kinds),
        .bound = (cn_score_bound)find(json_string_value(json_object_get(json, "bound")), bounds),
        .proven = json_is_true(json_object_get(json, "proven")),
        .plies = json_is_integer(plies) ? (int)json_integer_value(plies) : -1,
        .unit = (int)json_integer_value(json_object_get(json, "unit")),
        .value = json_number_value(json_object_get(json, "value")),
        .disc = (int)json_integer_value(json_object_get(json, "disc")),
        .margin = (int)json_integer_value(json_object_get(json, "margin")),
    };
    json_decref(json);
    return true;
}
