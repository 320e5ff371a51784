/* Large blocks of memory: zeroed, and the system's until they are touched, so that a generous size
 * costs nothing. On large pages where they are to be had: fewer page faults, and fewer misses of
 * the processor's address cache. */
#pragma once

#include <canopy/status.h>
#include <stdbool.h>
#include <stddef.h>

/* Maps and unmaps a block; NULL: no memory. */
void *cn_memory_map(size_t bytes);
void cn_memory_unmap(void *memory, size_t bytes);

/* Megabytes that a process may still fill without being ended by the system; SIZE_MAX: not known.
 * What is mapped but not yet touched counts as free. */
size_t cn_memory_free_mb(void);
/* Fails with CN_NO_MEMORY and says how much `what` would take, and how much is free. */
cn_status cn_memory_lacks(const char *what, size_t megabytes, cn_error *error);

/* Room for one more in a list that grows: `list` is the address of its pointer, `room` what it has,
 * `each` the size of an element. False: no memory, and the list is as it was. */
bool cn_memory_grow(void *list, int count, int *room, size_t each);
