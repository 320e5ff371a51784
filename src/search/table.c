#include "search/table.h"

#include "core/memory.h"

static size_t size_of(const cn_table *table) {
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
    memset(table->entries, 0, size_of(table));
    table->age = 0;
}

void cn_table_next_age(cn_table *table) {
    table->age = (table->age + 1) & 63;
}

void cn_table_free(cn_table *table) {
    if (table->entries) cn_memory_unmap(table->entries, size_of(table));
    *table = (cn_table){0};
}

double cn_table_fill(const cn_table *table) {
    const uint64_t entries = (table->mask + 1) * CN_BUCKET;
    const uint64_t sample = entries < 4096 ? entries : 4096;
    uint64_t used = 0;
    for (uint64_t i = 0; i < sample; i++) {
        const uint64_t data = atomic_load_explicit(&table->entries[i].data, memory_order_relaxed);
        used += data != 0 && (data >> 50 & 63) == table->age;
    }
    return (double)used / (double)sample;
}
