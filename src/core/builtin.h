/* Files that are part of the program: cmake/embed.cmake turns them into lists of this type. */
#pragma once

#include <stddef.h>

/* One file. */
typedef struct cn_builtin {
    const char *name;           /* "othello.weights"; NULL ends a list */
    const unsigned char *bytes; /* a byte 0 that does not count follows the last */
    size_t size;
    const char *tag; /* a hash of the content */
} cn_builtin;
