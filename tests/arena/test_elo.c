/* Elo, likelihood of superiority and ratings against published figures. */
#include "arena/elo.h"
#include "arena/ratings.h"
#include "support/support.h"

#include <math.h>

static void near(double value, double expected, double within) {
    if (!(fabs(value - expected) <= within)) fail_msg("%f, expected %f", value, expected);
}

static cn_elo of(int wins, int draws, int losses) {
    const cn_tally tally = {.wins = wins, .draws = draws, .losses = losses};
    return cn_elo_from(&tally);
}

static cn_elo of_pairs(int ll, int ld, int even, int wd, int ww) {
    /* How the even pairs came about does not matter here. */
    const cn_tally tally = {.wins = even + wd + 2 * ww,
                            .draws = ld + wd,
                            .losses = 2 * ll + ld + even,
                            .pairs = {ll, ld, even, wd, ww}};
    return cn_elo_from(&tally);
}

static double half(cn_elo e) {
    return (e.high - e.low) / 2;
}

static void curve(void **unused) {
    (void)unused;
    /* 75 % is 190.85 Elo, 64 % is 99.95. */
    near(of(7500, 0, 2500).elo, 190.85, 0.01);
    near(of(5400, 2000, 2600).elo, 99.95, 0.01);
    near(of(100, 300, 100).elo, 0, 1e-9);
    for (int elo = -700; elo <= 700; elo += 35) {
        near(cn_elo_of_score(cn_elo_score(elo)), elo, 1e-6);
    }
}

/* What fastchess prints for the same results (its own tests). */
static void as_fastchess_has_it(void **unused) {
    (void)unused;
    near(of(136, 111, 96).elo, 40.70, 0.01);
    near(half(of(136, 111, 96)), 30.43, 0.01);
    near(of(136, 111, 96).los, 0.9960, 0.0005);
    near(of(76, 123, 89).los, 0.1553, 0.0005);
    near(of_pairs(34, 54, 63, 64, 75).elo, 55.58, 0.01);
    near(half(of_pairs(34, 54, 63, 64, 75)), 27.65, 0.01);
    near(of_pairs(332, 433, 498, 333, 334).elo, -8.64, 0.01);
    near(half(of_pairs(332, 433, 498, 333, 334)), 10.33, 0.01);
    near(of_pairs(332, 433, 498, 333, 334).los, 0.0505, 0.0005);
    near(of_pairs(7895, 8757, 5685, 568, 9999).elo, -21.04, 0.01);
    near(half(of_pairs(7895, 8757, 5685, 568, 9999)), 2.95, 0.01);
}

/* K. Laskos, who found the formula, on a run of fishtest in 2014: 0.176414 (0.176424 exactly). */
static void superiority(void **unused) {
    (void)unused;
    near(of(5975, 26894, 6077).los, 0.176414, 1e-6);
    near(of(10, 0, 10).los, 0.5, 1e-12);
    near(of(0, 10, 0).los, 0.5, 1e-12);
    assert_true(of(10, 0, 0).los > 0.99);
}

/* Wilson's interval of 0 of 10 is 0 to 0.2775, of 1 of 10 is 0.0179 to 0.4042 (his formula by
 * hand). */
static void small_samples(void **unused) {
    (void)unused;
    near(cn_elo_score(of(0, 0, 10).high), 0.2775, 1e-4);
    near(cn_elo_score(of(1, 0, 9).low), 0.0179, 1e-4);
    near(cn_elo_score(of(1, 0, 9).high), 0.4042, 1e-4);
    assert_true(of(20, 0, 0).low > 100);
}

static void everything_is_finite(void **unused) {
    (void)unused;
    for (int w = 0; w < 12; w++) {
        for (int d = 0; d < 12; d++) {
            for (int l = 0; l < 12; l++) {
                const cn_elo e = of(w, d, l);
                assert_true(isfinite(e.elo) && isfinite(e.low) && isfinite(e.high));
                assert_true(e.low <= e.elo && e.elo <= e.high);
                assert_true(e.los >= 0 && e.los <= 1);
                near(e.elo, -of(l, d, w).elo, 1e-6);
            }
        }
    }
    for (int i = 0; i < 243; i++) {
        const cn_elo e = of_pairs(i % 3, i / 3 % 3, i / 9 % 3, i / 27 % 3, i / 81);
        assert_true(isfinite(e.elo) && isfinite(e.low) && isfinite(e.high) && isfinite(e.los));
        assert_true(e.low <= e.elo && e.elo <= e.high);
    }
}

/* ---- many players ---- */

/* The American League East of 1987 (Agresti, Categorical Data Analysis, table 10.10): strengths
 * over Baltimore as the book and R's BradleyTerry2 have them. */
static void baseball(void **unused) {
    (void)unused;
    enum { TEAMS = 7 };
    static const int wins[TEAMS * TEAMS] = {
        0, 7, 9, 7, 7,  9, 11, /* Milwaukee */
        6, 0, 7, 5, 11, 9, 9,  /* Detroit */
        4, 6, 0, 7, 7,  8, 12, /* Toronto */
        6, 8, 6, 0, 6,  7, 10, /* New York */
        6, 2, 6, 7, 0,  7, 12, /* Boston */
        4, 4, 5, 6, 6,  0, 6,  /* Cleveland */
        2, 4, 1, 3, 1,  7, 0,  /* Baltimore */
    };
    static const int draws[TEAMS * TEAMS] = {0};
    static const double published[TEAMS] = {1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0};
    double elo[TEAMS], error95[TEAMS];
    cn_error error;
    assert_int_equal(cn_ratings_fit(TEAMS, wins, draws, 0, elo, error95, &error), CN_OK);
    for (int i = 0; i < TEAMS; i++) {
        near((elo[i] - elo[TEAMS - 1]) * log(10) / 400, published[i], 5e-5);
        assert_true(error95[i] > 60 && error95[i] < 90);
    }
}

/* With two players it is the Elo of their match; draws narrow the interval as they do there. */
static void two_players(void **unused) {
    (void)unused;
    const int wins[4] = {0, 300, 100, 0}, draws[4] = {0, 200, 200, 0};
    double elo[2], error95[2];
    cn_error error;
    assert_int_equal(cn_ratings_fit(2, wins, draws, 0, elo, error95, &error), CN_OK);
    near(elo[0] - elo[1], of(300, 200, 100).elo, 1e-6);
    near(2 * error95[0], half(of(300, 200, 100)), 0.5);
}

static void one_sided_tournaments(void **unused) {
    (void)unused;
    /* Who won everything, who lost everything, who did not play. */
    const int wins[16] = {0, 8, 8, 0, 0, 0, 4, 0, 0, 4, 0, 0, 0, 0, 0, 0}, draws[16] = {0};
    double elo[4], error95[4];
    cn_error error;
    assert_int_equal(cn_ratings_fit(4, wins, draws, 1, elo, error95, &error), CN_OK);
    for (int i = 0; i < 4; i++) assert_true(isfinite(elo[i]) && isfinite(error95[i]));
    near(elo[1], elo[2], 1e-6);
    assert_true(elo[0] > elo[3] && elo[3] > elo[1]);
    assert_int_equal(cn_ratings_fit(4, wins, draws, 0, elo, error95, &error), CN_BAD_INPUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(curve),
        cmocka_unit_test(as_fastchess_has_it),
        cmocka_unit_test(superiority),
        cmocka_unit_test(small_samples),
        cmocka_unit_test(everything_is_finite),
        cmocka_unit_test(baseball),
        cmocka_unit_test(two_players),
        cmocka_unit_test(one_sided_tournaments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
