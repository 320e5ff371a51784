/* Elo against worked values. */
#include "arena/elo.h"
#include "support/support.h"

#include <math.h>

static void near(double value, double expected, double within) {
    if (fabs(value - expected) > within) fail_msg("%f, expected %f", value, expected);
}

static void worked(void **unused) {
    (void)unused;
    /* 75 % is 190.85 Elo, 64 % is 99.95: the logistic curve. */
    near(cn_elo_from(7500, 0, 2500).elo, 190.85, 0.2);
    near(cn_elo_from(5400, 2000, 2600).elo, 99.95, 0.2);
    near(cn_elo_from(100, 300, 100).elo, 0, 1e-9);
    /* 400 games, all decided, even: the standard error of the score is 0.5 / 20. */
    const cn_elo even = cn_elo_from(200, 0, 200);
    near(even.high, 34.1, 0.3);
    near(even.low, -34.1, 0.3);
}

static void tiny_samples_are_finite(void **unused) {
    (void)unused;
    const int results[][3] = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {0, 1, 0}, {20, 0, 0}};
    for (int i = 0; i < 5; i++) {
        const cn_elo e = cn_elo_from(results[i][0], results[i][1], results[i][2]);
        assert_true(isfinite(e.elo) && isfinite(e.low) && isfinite(e.high));
        assert_true(e.low <= e.elo && e.elo <= e.high);
    }
    assert_true(cn_elo_from(20, 0, 0).low > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worked),
        cmocka_unit_test(tiny_samples_are_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
