/* The memory of transposition tables. It is mapped and not allocated, so that it comes zeroed, in
 * large pages, and costs nothing until it is touched. */
#include "search/table.h"

#include "core/memory.h"

size_t cn_table_size(const cn_table *table) {
    return table->buckets * CN_BUCKET * sizeof *table->entries;
}

cn_status cn_table_new(size_t megabytes, cn_table *table, cn_error *error) {
    const uint64_t bucket = CN_BUCKET * sizeof(cn_table_entry);
    const uint64_t buckets = ((uint64_t)megabytes << 20) / bucket;
    const bool fits = megabytes <= cn_memory_free_mb();
    *table = (cn_table){fits ? cn_memory_map(buckets * bucket) : NULL, buckets, 0};
    return table->entries ? CN_OK : cn_memory_lacks("a table", megabytes, error);
}

void cn_table_clear(cn_table *table) {
    memset(table->entries, 0, cn_table_size(table));
    table->age = 0;
}

void cn_table_next_age(cn_table *table) {
    table->age = (table->age + 1) & 63;
}

void cn_table_free(cn_table *table) {
    if (table->entries) cn_memory_unmap(table->entries, cn_table_size(table));
    *table = (cn_table){0};
}
