/* Large blocks of memory: zeroed, and the system's until they are touched, so that a generous size
 * costs nothing. On large pages where they are to be had: fewer page faults, and fewer misses of
 * the processor's address cache. */
#ifndef CORE_MEMORY_H
#define CORE_MEMORY_H

#include <stddef.h>

/* NULL: no memory. */
void *cn_memory_map(size_t bytes);
void cn_memory_unmap(void *memory, size_t bytes);

#endif
