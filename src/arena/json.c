/* Helpers around jansson. cn_json_watch replaces its allocator by one that remembers failures for
 * each thread; cn_json_dump asks it. Structs are packed member by member as their table of fields
 * says. */
#include "arena/json.h"

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

void cn_json_watch(void) {
    json_set_alloc_funcs(allocate, free);
}

void cn_json_lacks(void) {
    failed = true;
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
    for (; fields->key; fields++) {
        const json_t *value = json_object_get(object, fields->key);
        void *member = (char *)to + fields->at;
        const bool real = fields->type == 'f', letter = fields->type == 'c';
        if (real     ? !json_is_number(value)
            : letter ? !json_is_string(value)
                     : !json_is_integer(value)) {
            return false;
        }
        if (real) {
            *(double *)member = json_number_value(value);
        } else if (letter) {
            *(char *)member = *json_string_value(value);
        } else if (fields->type == 'i') {
            *(int *)member = (int)json_integer_value(value);
        } else {
            *(uint64_t *)member = (uint64_t)json_integer_value(value);
        }
    }
    return true;
}
