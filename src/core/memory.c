/* Large blocks of memory and lists that grow: see memory.h. */
#include "core/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifndef MAP_NORESERVE
#define MAP_NORESERVE 0 /* where pages are never promised */
#endif

void *cn_memory_map(size_t bytes) {
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return NULL;
#ifdef MADV_HUGEPAGE
    madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return memory;
}

void cn_memory_unmap(void *memory, size_t bytes) {
    if (memory) munmap(memory, bytes);
}

bool cn_memory_grow(void *list, int count, int *room, size_t each) {
    if (count < *room) return true;
    const int more = *room ? 2 * *room : 64;
    void *old, *larger;
    memcpy(&old, list, sizeof old); /* whatever type it points to */
    larger = realloc(old, (size_t)more * each);
    if (!larger) return false;
    memcpy(list, &larger, sizeof larger);
    *room = more;
    return true;
}

/* ---- how much there is ---- */

/* The number in a file of one, in megabytes; SIZE_MAX: there is none (`max`, or no such file). */
static size_t read_mb(const char *path) {
    FILE *file = fopen(path, "r");
    unsigned long long bytes;
    const bool found = file && fscanf(file, "%llu", &bytes) == 1;
    if (file) fclose(file);
    return found ? (size_t)(bytes >> 20) : SIZE_MAX;
}

/* The limit of the container in megabytes, if there is one (cgroups 2, else 1); SIZE_MAX: none.
 * What the container uses already is not taken off: much of it is file cache, which the system
 * gives back. */
static size_t container_mb(void) {
    const size_t most = read_mb("/sys/fs/cgroup/memory.max");
    if (most == SIZE_MAX) return read_mb("/sys/fs/cgroup/memory/memory.limit_in_bytes");
    return most;
}

size_t cn_memory_free_mb(void) {
    FILE *file = fopen("/proc/meminfo", "r");
    unsigned long long kilobytes;
    size_t free_mb = SIZE_MAX;
    char line[128];
    while (file && fgets(line, sizeof line, file)) {
        if (sscanf(line, "MemAvailable: %llu", &kilobytes) == 1) free_mb = kilobytes >> 10;
    }
    if (file) fclose(file);
    const size_t container = container_mb();
    return container < free_mb ? container : free_mb;
}

cn_status cn_memory_lacks(const char *what, size_t megabytes, cn_error *error) {
    const size_t free_mb = cn_memory_free_mb();
    CN_FAIL_IF(free_mb >= megabytes, error, CN_NO_MEMORY, "no memory for %s of %zu MB", what,
               megabytes);
    return cn_fail(error, CN_NO_MEMORY, "no memory for %s of %zu MB: %zu MB are free", what,
                   megabytes, free_mb);
}
