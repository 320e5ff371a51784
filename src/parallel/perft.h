/* Perft in parallel: one task for each sequence of two moves. */
#pragma once

#include "parallel/pool.h"
#include "search/perft_table.h"

/* Leaves below each of the root's moves into `below`. `table` may be NULL. */
cn_status cn_perft_parallel(cn_pool *pool, const cn_rules *rules, const cn_kernels *kernels,
                            cn_perft_table *table, const void *state, int depth,
                            const cn_move *moves, int count, uint64_t *below, cn_error *error);
