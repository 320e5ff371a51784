/* A line as words between blanks, for protocols whose commands are words. Nothing is copied: words
 * are ended by a NUL in the line itself. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define CN_BLANKS " \t\v\f\r"

/* Takes the next word off the front of `rest`, in place; NULL if there is none. */
static inline char *cn_word_next(char **rest) {
    char *word = *rest + strspn(*rest, CN_BLANKS);
    *rest = word + strcspn(word, CN_BLANKS);
    if (**rest) *(*rest)++ = '\0';
    return *word ? word : NULL;
}

/* Whether the first word of a line is this one. */
static inline bool cn_word_first(const char *line, const char *word) {
    line += strspn(line, CN_BLANKS);
    const size_t n = strlen(word);
    return strncmp(line, word, n) == 0 && strcspn(line, CN_BLANKS) == n;
}

/* The rest of a line without the blanks around it, in place. */
static inline char *cn_word_trim(char *rest) {
    rest += strspn(rest, CN_BLANKS);
    for (size_t n = strlen(rest); n > 0 && strchr(CN_BLANKS, rest[n - 1]); n--) rest[n - 1] = '\0';
    return rest;
}
