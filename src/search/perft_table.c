#include "search/perft_table.h"

#include "core/memory.h"

#include <stdlib.h>

/* Below this depth counting afresh is cheaper than a cache miss. */
enum { SHALLOW = 2 };

/* From this depth on, a position and its mirror images are counted once. Making and hashing up to
 * seven images costs about as much as counting three plies. */
enum { SYMMETRIC = 4 };

cn_status cn_perft_table_new(size_t megabytes, cn_perft_table *table, cn_error *error) {
    const uint64_t count = ((uint64_t)megabytes << 20) / sizeof *table->entries;
    const bool fits = megabytes <= cn_memory_free_mb();
    *table = (cn_perft_table){fits ? calloc(count, sizeof *table->entries) : NULL, count};
    return table->entries ? CN_OK : cn_memory_lacks("a table", megabytes, error);
}

void cn_perft_table_free(cn_perft_table *table) {
    free(table->entries);
    *table = (cn_perft_table){0};
}

/* The hash of the position, or, where that is cheap against what is below, the least among those of
 * its images: they all have the same count. */
static uint64_t hash_of(const cn_rules *rules, const void *state, int depth) {
    uint64_t least = rules->hash(state);
    if (depth < SYMMETRIC) return least;
    _Alignas(16) unsigned char image[CN_STATE_MAX];
    for (int k = 1; k < rules->symmetries; k++) {
        rules->symmetry(state, k, image);
        const uint64_t hash = rules->hash(image);
        if (hash < least) least = hash;
    }
    return least;
}

uint64_t cn_perft_hashed(const cn_rules *rules, const cn_kernels *kernels, cn_perft_table *table,
                         const void *state, int depth) {
    if (depth <= SHALLOW) return kernels->perft(rules, state, depth);
    const uint64_t key = cn_mix64(hash_of(rules, state, depth) + (uint64_t)depth);
    cn_perft_entry *entry = &table->entries[(key & UINT32_MAX) * table->count >> 32];
    uint64_t count = atomic_load_explicit(&entry->count, memory_order_relaxed);
    const uint64_t check = atomic_load_explicit(&entry->check, memory_order_relaxed);
    if ((check ^ count) == key) return count;

    cn_move list[CN_MOVES_MAX];
    const int moves = rules->moves(state, list);
    if (moves == 0) return rules->perft_ended;
    _Alignas(16) unsigned char child[CN_STATE_MAX];
    count = 0;
    for (int i = 0; i < moves; i++) {
        cn_state_copy(rules, child, state);
        rules->play(child, list[i]);
        count += cn_perft_hashed(rules, kernels, table, child, depth - 1);
    }
    atomic_store_explicit(&entry->count, count, memory_order_relaxed);
    atomic_store_explicit(&entry->check, key ^ count, memory_order_relaxed);
    return count;
}
