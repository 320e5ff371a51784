/* Text: numbers read, words joined and suggested, formatted text added. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* A function that writes like printf: the places of its format and of what follows it. */
#if defined(__GNUC__)
#define CN_PRINTF(format_at, first_at) __attribute__((format(printf, format_at, first_at)))
#else
#define CN_PRINTF(format_at, first_at)
#endif

/* Reads the whole text as a number within a range; false if it is none, and *number is as it was.
 */
bool cn_text_int(const char *text, int min, int max, int *number);
bool cn_text_real(const char *text, double min, double max, double *number);

/* Joins a NULL-terminated list of words with commas; cuts it with "…" if the room ends. */
void cn_text_join(char *out, size_t size, const char *const *words);

/* Columns that UTF-8 text takes on a terminal, each character taken as one. */
int cn_text_columns(const char *text);

/* Bytes of the UTF-8 character at the beginning of a text; 0 if there is none. */
int cn_text_character(const char *text);

/* Adds to the end of a text, as far as there is room. */
CN_PRINTF(3, 4)
void cn_text_add(char *text, size_t size, const char *format, ...);

/* The word of a NULL-terminated list that `word` most likely meant, or NULL if none is near. */
const char *cn_text_suggest(const char *word, const char *const *words);
