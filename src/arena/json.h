/* JSON as text, whole or not at all. Where memory runs out, most calls of jansson leave out what
 * they were given and return a code that nobody looks at. So the allocator remembers that it
 * failed, and whoever wants the text gets none. */
#pragma once

#include <jansson.h>

/* From now on allocations of jansson are watched. Before threads are made; may be called again. */
void cn_json_watch(void);

/* To be called where something is left out of a value because memory ran out elsewhere: then there
 * will be no text of it. */
void cn_json_lacks(void);

/* The text of a value, which is released; the caller frees it. NULL if the value is NULL, if it is
 * not UTF-8 throughout, or if memory ran out in this thread since the last call: then something may
 * be missing. `flags` are jansson's. */
char *cn_json_dump(json_t *value, size_t flags);
