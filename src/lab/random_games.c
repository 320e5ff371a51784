/* Random games for `canopy stats`. Each game has a random stream of its own, named by seed and
 * number, so that the first hundred games are the same whether a hundred or a thousand are asked
 * for. */
#include "lab/random_games.h"

#include "core/clock.h"
#include "engine/scratch.h"

/* Moves are drawn from the whole list, not by the game's playout policy, which would favour some.
 */
void cn_random_games_play(cn_random_games *sum, const cn_position *start, uint64_t seed) {
    cn_scratch scratch;
    const cn_position *p = cn_scratch_copy(&scratch, start);
    cn_rng rng = cn_rng_make(seed, (uint64_t)sum->games);
    cn_move list[CN_MOVES_MAX];
    int length = 0;
    for (;;) {
        const size_t live = cn_state_live(p->rules, p->state);
        if (live > sum->live_max) sum->live_max = live;
        const int count = p->rules->moves(p->state, list);
        if (count == 0 || length == CN_PLAYOUT_MAX) break;
        sum->branches += (uint64_t)count;
        if (count > sum->branches_max) sum->branches_max = count;
        p->rules->play(p->state, list[cn_rng_below(&rng, (uint32_t)count)]);
        length++;
    }
    sum->outcomes[p->rules->over(p->state)]++;
    sum->plies += (uint64_t)length;
    if (sum->games == 0 || length < sum->length_min) sum->length_min = length;
    if (length > sum->length_max) sum->length_max = length;
    sum->games++;
}

/* Reading the clock costs as much as a short playout, so after a while it is read every sixteenth
 * only. */
double cn_playout_speed(const cn_position *start, double seconds) {
    cn_scratch scratch;
    const cn_position *p = cn_scratch_copy(&scratch, start);
    cn_rng rng = cn_rng_make(1, 0);
    const double begin = cn_clock_seconds();
    double now = begin;
    uint64_t count = 0;
    for (uint64_t batch = 1; now - begin < seconds; batch *= 2) {
        for (uint64_t i = 0; i < batch && now - begin < seconds; i++, count++) {
            cn_state_copy(p->rules, p->state, start->state);
            p->kernels->playout(p->rules, p->state, 0, &rng, NULL);
            if ((i & 15) == 15 || batch < 64) now = cn_clock_seconds();
        }
        now = cn_clock_seconds();
    }
    return (double)count / (now - begin);
}
