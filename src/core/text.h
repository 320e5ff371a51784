/* Text helpers shared by the front ends. */
#ifndef CORE_TEXT_H
#define CORE_TEXT_H

#include <stddef.h>

/* Joins a NULL-terminated list of words; cuts it with "…" if the room ends. */
void cn_text_join(char *out, size_t size, const char *const *words, const char *between);

/* Adds to the end of a text, as far as there is room. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void cn_text_add(char *text, size_t size, const char *format, ...);

/* The word of a NULL-terminated list that `word` most likely meant, or NULL if none is near. */
const char *cn_text_suggest(const char *word, const char *const *words);

#endif
