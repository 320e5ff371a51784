#include "search/table.h"

#include "core/memory.h"

size_t cn_table_size(const cn_table *table) {
    return (table->mask + 1) * CN_BUCKET * sizeof *table->entries;
}

cn_status cn_table_new(size_t megabytes, cn_table *table, cn_error *error) {
    const uint64_t bucket = CN_BUCKET * sizeof(cn_table_entry);
    uint64_t buckets = 1;
    while (buckets * 2 * bucket <= (uint64_t)megabytes << 20) buckets *= 2;
    *table = (cn_table){cn_memory_map(buckets * bucket), buckets - 1, 0};
    if (!table->entries) {
        return cn_fail(error, CN_NO_MEMORY, "no memory for a table of %zu MB", megabytes);
    }
    return CN_OK;
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
