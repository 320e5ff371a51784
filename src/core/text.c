/* Numbers read from text, words joined, and suggestions for mistyped words: see text.h. Numbers are
 * read by the locale of the process, which is the C locale in our program. */
#include "core/text.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool cn_text_int(const char *text, int min, int max, int *number) {
    char *end;
    errno = 0;
    const long value = strtol(text, &end, 10);
    if (end == text || *end || errno || value < min || value > max) return false;
    *number = (int)value;
    return true;
}

bool cn_text_real(const char *text, double min, double max, double *number) {
    char *end;
    const double value = strtod(text, &end);
    if (end == text || *end || !isfinite(value) || value < min || value > max) return false;
    *number = value;
    return true;
}

void cn_text_join(char *out, size_t size, const char *const *words) {
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; words[i]; i++) {
        const size_t need = strlen(words[i]) + (i ? strlen(", ") : 0);
        if (used + need + sizeof "…" > size) {
            snprintf(out + used, size - used, "…");
            return;
        }
        used += (size_t)snprintf(out + used, size - used, "%s%s", i ? ", " : "", words[i]);
    }
}

int cn_text_columns(const char *text) {
    int n = 0;
    for (; *text; text++) n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

int cn_text_character(const char *text) {
    const unsigned char *p = (const unsigned char *)text;
    const int length = p[0] < 0x80                   ? p[0] != 0
                       : p[0] >= 0xc2 && p[0] < 0xe0 ? 2
                       : p[0] >= 0xe0 && p[0] < 0xf0 ? 3
                       : p[0] >= 0xf0 && p[0] < 0xf5 ? 4
                                                     : 0;
    for (int i = 1; i < length; i++) {
        if ((p[i] & 0xc0) != 0x80) return 0;
    }
    return length;
}

void cn_text_add(char *text, size_t size, const char *format, ...) {
    const size_t used = strlen(text);
    va_list args;
    va_start(args, format);
    vsnprintf(text + used, size - used, format, args);
    va_end(args);
}

enum { FAR = 3 }; /* edits that make it another word */

/* The number of edits (insert, delete, replace, swap of neighbours) from one word to another, or
 * FAR: the distance of Damerau and Levenshtein, by the usual table over the beginnings of both
 * words. It is at least the difference of their lengths. */
static int distance(const char *a, const char *b) {
    enum { MOST = 32 };
    const int n = (int)strlen(a), m = (int)strlen(b);
    if (n > MOST || m > MOST || abs(n - m) >= FAR) return FAR;
    int d[MOST + 1][MOST + 1];
    for (int i = 0; i <= n; i++) d[i][0] = i;
    for (int j = 0; j <= m; j++) d[0][j] = j;
    for (int i = 1; i <= n; i++) {
        for (int j = 1; j <= m; j++) {
            const bool swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            int least = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            if (d[i - 1][j] + 1 < least) least = d[i - 1][j] + 1;
            if (d[i][j - 1] + 1 < least) least = d[i][j - 1] + 1;
            if (swap && d[i - 2][j - 2] + 1 < least) least = d[i - 2][j - 2] + 1;
            d[i][j] = least;
        }
    }
    return d[n][m];
}

/* A word is near if it takes at most two edits, and fewer for short words; the beginning of a word
 * counts as the word. */
const char *cn_text_suggest(const char *word, const char *const *words) {
    const char *best = NULL;
    int least = FAR < (int)strlen(word) / 2 + 1 ? FAR : (int)strlen(word) / 2 + 1;
    for (int i = 0; words[i]; i++) {
        const int edits = strlen(word) >= 3 && strncmp(word, words[i], strlen(word)) == 0
                              ? 0
                              : distance(word, words[i]);
        if (edits < least) {
            least = edits;
            best = words[i];
        }
    }
    return best;
}
