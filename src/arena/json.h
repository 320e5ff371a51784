/* JSON as text, whole or not at all, and structs as JSON by one table of their fields.
 *
 * Where memory runs out, most calls of jansson leave out what they were given and return a code
 * that nobody looks at. So the allocator remembers that it failed, and whoever wants the text gets
 * none. */
#pragma once

#include <canopy/search.h>
#include <jansson.h>

/* From now on allocations of jansson are watched. Before threads are made; may be called again. */
void cn_json_watch(void);

/* The text of a value, which is released; the caller frees it. NULL if the value is NULL, if it is
 * not UTF-8 throughout, or if memory ran out in this thread since the last call: then something may
 * be missing. `flags` are jansson's. */
char *cn_json_dump(json_t *value, size_t flags);

/* A number, or null if it is infinite or none (NaN), which JSON cannot write. */
json_t *cn_json_real(double value);

/* ---- structs ---- */

/* One member of a struct: its key in JSON, its type, where it is in the struct. The types are
 *
 *     i int       I uint64_t          b bool            s const char *, null if NULL
 *     f double    t uint64_t: nanoseconds in the struct, seconds in JSON
 *     a char[]: a text inside the struct               c char: a text of one character
 *     v double[3]: an array; V the same, but null if the first is NaN
 *
 * Doubles that are not finite become null. A list of fields ends with the key NULL. */
typedef struct cn_json_field {
    const char *key;
    char type;
    size_t at;
} cn_json_field;

#define CN_JSON_FIELD(type, letter, key, member) \
    { key, letter, offsetof(type, member) }

/* An object with these fields of a struct. NULL: no memory, or a text that is not UTF-8. */
json_t *cn_json_pack_struct(const cn_json_field *fields, const void *from);

/* The fields of an object into a struct. One that is missing or of another type becomes 0 or NULL;
 * false if there was one. Texts belong to the object. Of the types i, I, b, f, s and c can be read.
 */
bool cn_json_unpack_struct(json_t *object, const cn_json_field *fields, void *to);

/* ---- options ---- */

/* Name, type, default, help, and range or choices of each. */
json_t *cn_options_json(const cn_option *options);

/* A list of names with their help, such as a game's heuristics; NULL is an empty one. */
json_t *cn_named_json(const cn_named *list);

/* The values that differ from their defaults: "size=9,komi=5.5". */
void cn_options_text(const cn_option *options, const cn_value *values, char *out, size_t size);

/* ---- scores: the shape of cn_score_json ---- */

/* JSON's null for a score of kind CN_SCORE_NONE. */
json_t *cn_score_pack(const cn_game *game, cn_score score);

/* From the text that cn_score_json wrote; what is not that is a score of kind CN_SCORE_NONE. False
 * if it begins like one but cannot be read: it is damaged, or memory ran out. */
bool cn_score_unpack(const char *text, cn_score *score);
