/* Making and clearing transposition tables; canopy/kernel/table.h has the fast part. */
#pragma once

#include <canopy/kernel/table.h>

/* An empty table; free it with cn_table_free. CN_NO_MEMORY also if there is less free memory than
 * this: the system would grant it, and end the process once it is used. */
cn_status cn_table_new(size_t megabytes, cn_table *table, cn_error *error);
/* Forgets everything, by writing over all of it. No search may run on the table meanwhile. */
void cn_table_clear(cn_table *table);
/* A new search begins: entries of earlier ones become the first to be replaced. Before its threads
 * start. */
void cn_table_next_age(cn_table *table);
void cn_table_free(cn_table *table); /* a table that is all zero is fine */
/* Bytes of its entries. */
size_t cn_table_size(const cn_table *table);
