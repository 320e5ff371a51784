#include "engine/perft.h"

#include "core/clock.h"
#include "parallel/perft.h"

static cn_status run(const cn_position *p, const cn_perft_request *request, cn_perft_table *table,
                     cn_perft_answer *answer, cn_error *error) {
    cn_pool *pool;
    cn_status status = cn_pool_new(request->threads, &pool, error);
    if (status != CN_OK) return status;
    const double start = cn_clock_seconds();
    status = cn_perft_parallel(pool, p->rules, p->kernels, table, p->state, request->depth,
                               answer->move, answer->count, answer->below, error);
    for (int i = 0; i < answer->count; i++) answer->leaves += answer->below[i];
    answer->seconds = cn_clock_seconds() - start;
    cn_pool_free(pool);
    return status;
}

cn_status cn_perft(const cn_position *p, const cn_perft_request *request, cn_perft_answer *answer,
                   cn_error *error) {
    *answer = (cn_perft_answer){0};
    if (request->hash_mb > 0 && p->rules->history) {
        return cn_fail(error, CN_UNSUPPORTED,
                       "perft with a table: under these rules legality depends on earlier "
                       "positions, which the hash does not cover; leave the table off");
    }
    if (request->depth > 0) answer->count = p->rules->moves(p->state, answer->move);
    if (answer->count == 0) {
        answer->leaves = request->depth == 0 || p->rules->perft_ended;
        return CN_OK;
    }
    cn_perft_table table = {0};
    if (request->hash_mb > 0) {
        const cn_status status = cn_perft_table_new(request->hash_mb, &table, error);
        if (status != CN_OK) return status;
    }
    const cn_status status = run(p, request, request->hash_mb > 0 ? &table : NULL, answer, error);
    cn_perft_table_free(&table);
    return status;
}
