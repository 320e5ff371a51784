#include "lab/stats.h"

#include "core/clock.h"

#include <math.h>

cn_status cn_stats_play(cn_stats *stats, const cn_position *start, uint64_t seed, cn_error *error) {
    cn_position p;
    const cn_status status = cn_position_copy(start, &p, error);
    if (status != CN_OK) return status;
    cn_rng rng = cn_rng_make(seed, (uint64_t)stats->games);
    cn_move list[CN_MOVES_MAX];
    int length = 0;
    for (;;) {
        const size_t live = cn_state_live(p.rules, p.state);
        if (live > stats->live_max) stats->live_max = live;
        const int count = p.rules->moves(p.state, list);
        if (count == 0 || length == CN_PLAYOUT_MAX) break;
        stats->branches += (uint64_t)count;
        if (count > stats->branches_max) stats->branches_max = count;
        p.rules->play(p.state, list[cn_rng_below(&rng, (uint32_t)count)]);
        length++;
    }
    stats->outcomes[p.rules->over(p.state)]++;
    stats->plies += (uint64_t)length;
    if (stats->games == 0 || length < stats->length_min) stats->length_min = length;
    if (length > stats->length_max) stats->length_max = length;
    stats->games++;
    cn_position_free(&p);
    return CN_OK;
}

void cn_stats_interval(int count, int all, double *low, double *high) {
    const double z = 1.959963985, n = all, share = count / n;
    const double middle = (share + z * z / (2 * n)) / (1 + z * z / n);
    const double half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    *low = middle - half < 0 ? 0 : middle - half;
    *high = middle + half > 1 ? 1 : middle + half;
}

double cn_stats_speed(const cn_position *start, double seconds, cn_error *error) {
    cn_position p;
    if (cn_position_copy(start, &p, error) != CN_OK) return 0;
    cn_rng rng = cn_rng_make(1, 0);
    const double begin = cn_clock_seconds();
    double now = begin;
    uint64_t count = 0;
    for (uint64_t batch = 1; now - begin < seconds; batch *= 2) {
        for (uint64_t i = 0; i < batch && now - begin < seconds; i++, count++) {
            cn_state_copy(p.rules, p.state, start->state);
            p.kernels->playout(p.rules, p.state, &rng, NULL);
            if ((i & 15) == 15 || batch < 64) now = cn_clock_seconds();
        }
        now = cn_clock_seconds();
    }
    cn_position_free(&p);
    return (double)count / (now - begin);
}
