#include "arena/json.h"

#include <stdbool.h>
#include <stdlib.h>

static _Thread_local bool failed;

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
