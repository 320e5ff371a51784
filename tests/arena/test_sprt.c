/* The sequential test against what others published, and its error rates by simulation. */
#include "arena/sprt.h"
#include "support/support.h"

#include <math.h>

typedef struct published {
    double elo0, elo1;
    bool normalized;
    int counts[5]; /* pairs; or losses, draws, wins and two zeros */
    double llr;
} published;

static const published pairs[] = {
    /* Pull requests of Stockfish, as fishtest reported them: 3098, 3209, 2971, 2493 (logistic) and
     * 3514, 5712 (normalised). */
    {-0.25, 1.25, false, {491, 7345, 29693, 7670, 465}, 2.96},
    {0.25, 1.25, false, {53, 2220, 21459, 2445, 47}, 2.97},
    {-0.25, 1.25, false, {253, 4282, 17604, 4431, 286}, 2.94},
    {0.25, 1.25, false, {58, 3302, 33130, 3518, 84}, 2.97},
    {-0.5, 1.5, false, {17, 253, 1042, 337, 39}, 2.96},
    {0.25, 1.75, false, {11, 407, 3238, 513, 11}, 2.93},
    {-1, 3, false, {424, 2948, 5832, 3045, 460}, 2.94},
    {0, 2, false, {1284, 17437, 55536, 18085, 1292}, 2.94},
    {-0.5, 2.5, true, {264, 5737, 31270, 5964, 269}, 2.97},
    {0.5, 3.5, true, {29, 2205, 35000, 2392, 34}, 2.94},
    {0, 2, true, {831, 31795, 68460, 32448, 834}, 2.93},
    {0.5, 2.5, true, {307, 54901, 140959, 56230, 281}, 2.95},
    /* fastchess, its own tests. */
    {0, 2, true, {365, 16618, 36229, 16974, 390}, 2.25},
    {-1.75, 0.25, true, {127, 4883, 10712, 5150, 104}, 3.01},
    {0.5, 2.5, false, {223, 9863, 21279, 10037, 246}, -3.07},
    {0, 2, false, {871, 26175, 55983, 26678, 821}, -4.98},
};

static const published games[] = {
    /* fastchess, its own tests. */
    {0, 2, true, {36027, 68692, 36433}, 0.92},
    {-1.75, 0.25, true, {10650, 20431, 10871}, 2.30},
    {0.5, 2.5, false, {21184, 40708, 21404}, -1.57},
    {0, 2, false, {57030, 106593, 57433}, -2.59},
};

static void check(const published *p, const cn_tally *tally) {
    const cn_sprt sprt = {p->elo0, p->elo1, 0.05, 0.05, p->normalized};
    const cn_sprt_state state = cn_sprt_of(&sprt, tally);
    /* They print two digits; fastchess tests to a hundredth of the value. */
    if (!(fabs(state.llr - p->llr) <= 0.0051 + 0.01 * fabs(p->llr))) {
        fail_msg("[%g, %g] %d %d %d %d %d: %f, expected %f", p->elo0, p->elo1, p->counts[0],
                 p->counts[1], p->counts[2], p->counts[3], p->counts[4], state.llr, p->llr);
    }
    assert_true(fabs(state.lower + 2.944439) < 1e-6 && fabs(state.upper - 2.944439) < 1e-6);
}

static cn_tally tally_of(const int *p) {
    return (cn_tally){.wins = p[2] + p[3] + 2 * p[4],
                      .draws = p[1] + p[3],
                      .losses = 2 * p[0] + p[1] + p[2],
                      .pairs = {p[0], p[1], p[2], p[3], p[4]}};
}

static void as_published(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const cn_tally tally = tally_of(pairs[i].counts);
        check(&pairs[i], &tally);
    }
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        const int *c = games[i].counts;
        const cn_tally tally = {.losses = c[0], .draws = c[1], .wins = c[2]};
        check(&games[i], &tally);
    }
}

static void any_sample_is_finite(void **unused) {
    (void)unused;
    for (int model = 0; model < 2; model++) {
        const cn_sprt sprt = {0, 10, 0.05, 0.05, model};
        for (int i = 0; i < 1024; i++) {
            const int p[5] = {i % 4, i / 4 % 4, i / 16 % 4, i / 64 % 4, i / 256};
            const cn_tally by_pairs = tally_of(p);
            const cn_tally by_games = {.wins = 50 * p[0], .draws = 7 * p[1], .losses = p[2]};
            assert_true(isfinite(cn_sprt_of(&sprt, &by_pairs).llr));
            assert_true(isfinite(cn_sprt_of(&sprt, &by_games).llr));
        }
        const cn_tally none = {0};
        assert_true(cn_sprt_of(&sprt, &none).llr == 0);
        /* Better than both hypotheses speaks for the higher, worse for the lower. */
        const cn_tally won = {.wins = 900, .losses = 100}, lost = {.wins = 100, .losses = 900};
        assert_int_equal(cn_sprt_of(&sprt, &won).verdict, CN_SPRT_H1);
        assert_int_equal(cn_sprt_of(&sprt, &lost).verdict, CN_SPRT_H0);
    }
}

/* A match between players so many Elo apart, with a third of the games drawn; the two games of a
 * pair share their opening's bias, as they do in life. */
static cn_sprt_verdict simulate(const cn_sprt *sprt, double elo, cn_rng *rng, int *length) {
    cn_tally t = {0};
    const double score = cn_elo_score(elo), drawn = 1.0 / 3;
    for (int n = 1; n <= 100000; n++) {
        int points = 0;
        const double bias = (double)cn_rng_below(rng, 1000) / 5000 - 0.1;
        for (int g = 0; g < 2; g++) {
            const double win = score - drawn / 2 + (g ? bias : -bias);
            const double x = (double)(cn_rng_next(rng) >> 11) * 0x1p-53;
            const int result = x < win ? 2 : x < win + drawn ? 1 : 0;
            points += result;
            t.wins += result == 2;
            t.draws += result == 1;
            t.losses += result == 0;
        }
        t.pairs[points]++;
        if (n % 8) continue; /* as if eight games ran at once */
        const cn_sprt_state state = cn_sprt_of(sprt, &t);
        if (state.verdict != CN_SPRT_OPEN) {
            *length += 2 * n;
            return state.verdict;
        }
    }
    fail_msg("the test does not end");
    return CN_SPRT_OPEN;
}

/* Of 1000 matches at either hypothesis at most alpha and beta may go wrong: 50, and three standard
 * deviations of chance on top. */
static void error_rates(void **unused) {
    (void)unused;
    enum { MATCHES = 1000 };
    const cn_sprt sprt = {0, 20, 0.05, 0.05, false};
    cn_rng rng = cn_rng_make(7, 0);
    const int most = 50 + (int)(3 * sqrt(MATCHES * 0.05 * 0.95));
    int false_h1 = 0, false_h0 = 0, length = 0;
    for (int i = 0; i < MATCHES; i++) {
        false_h1 += simulate(&sprt, 0, &rng, &length) == CN_SPRT_H1;
        false_h0 += simulate(&sprt, 20, &rng, &length) == CN_SPRT_H0;
    }
    print_message("H1 accepted wrongly %d times, H0 %d times, of %d; %d games on average\n",
                  false_h1, false_h0, MATCHES, length / (2 * MATCHES));
    assert_in_range(false_h1, 15, most);
    assert_in_range(false_h0, 15, most);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_published),
        cmocka_unit_test(any_sample_is_finite),
        cmocka_unit_test(error_rates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
