/* A table of perft counts, shared by threads without locks.
 *
 * An entry is two words: the count, and the key XORed with the count (Hyatt and Mann, ICGA Journal
 * 2002). Two threads that write one entry at once can mix their halves; such an entry matches no
 * key and is simply not found. The key is the position's hash with the depth mixed in. */
#pragma once

#include <canopy/kernel.h>
#include <stdatomic.h>

typedef struct cn_perft_entry {
    _Atomic uint64_t check, count;
} cn_perft_entry;

typedef struct cn_perft_table {
    cn_perft_entry *entries;
    uint64_t count; /* of entries, up to 2^32 */
} cn_perft_table;

cn_status cn_perft_table_new(size_t megabytes, cn_perft_table *table, cn_error *error);
void cn_perft_table_free(cn_perft_table *table);

/* Leaves below a state, looking counts up and storing them where that is worth it. */
uint64_t cn_perft_hashed(const cn_rules *rules, const cn_kernels *kernels, cn_perft_table *table,
                         const void *state, int depth);
