/* Loaded before a program (LD_PRELOAD), this fails one of its allocations: the one that FAIL_AT
 * counts to, from 1. With FAIL_COUNT the number of allocations is written to that file at the end.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static _Atomic long calls, fail_at;
static _Atomic int ready; /* not before the program itself begins */

__attribute__((constructor)) static void begin(void) {
    const char *at = getenv("FAIL_AT");
    atomic_store(&fail_at, at ? atol(at) : 0);
    atomic_store(&ready, 1);
}

__attribute__((destructor)) static void end(void) {
    atomic_store(&ready, 0);
    const char *path = getenv("FAIL_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file) return;
    fprintf(file, "%ld\n", atomic_load(&calls));
    fclose(file);
}

static int fails(void) {
    if (!atomic_load(&ready)) return 0;
    if (atomic_fetch_add(&calls, 1) + 1 != atomic_load(&fail_at)) return 0;
    errno = ENOMEM;
    return 1;
}

/* glibc's own, under the names that it has for this purpose. */
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

void *malloc(size_t size) {
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    return fails() ? NULL : __libc_realloc(block, size);
}
