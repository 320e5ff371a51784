/* Random games against what is known exactly of them. */
#include "lab/random_games.h"
#include "support/support.h"

#include <math.h>

/* Of all random games of Tic-Tac-Toe X wins 737/1260, O 121/420 and 8/63 are drawn: the shares of
 * the 255168 games, each weighted by the chance of its moves. */
static void test_tictactoe(void **unused) {
    (void)unused;
    enum { GAMES = 20000 };
    cn_position p = test_position("tictactoe", NULL, NULL);
    cn_random_games s = {0};
    for (int i = 0; i < GAMES; i++) cn_random_games_play(&s, &p, 3);
    assert_int_equal(s.games, GAMES);
    const double shares[] = {0, 737.0 / 1260, 121.0 / 420, 8.0 / 63};
    for (int outcome = 1; outcome < 4; outcome++) {
        /* Four standard deviations. */
        const double most = 4 * sqrt(shares[outcome] * (1 - shares[outcome]) / GAMES);
        assert_true(fabs((double)s.outcomes[outcome] / GAMES - shares[outcome]) < most);
    }
    assert_int_equal(s.outcomes[CN_ONGOING], 0);
    assert_int_equal(s.branches_max, 9);
    assert_int_equal(s.length_min, 5);
    assert_int_equal(s.length_max, 9);
    assert_int_equal(s.live_max, p.rules->state_size);
    cn_position_free(&p);
}

/* The moves there were: with two cells left, two and then one. */
static void test_branching(void **unused) {
    (void)unused;
    cn_position p = test_position("tictactoe", NULL, "xox/xxo/o.. o");
    cn_random_games s = {0};
    for (int i = 0; i < 50; i++) cn_random_games_play(&s, &p, 1);
    assert_int_equal(s.branches_max, 2);
    assert_int_equal(s.plies, 100);
    assert_int_equal(s.branches, 150);
    cn_position_free(&p);
}

static void test_repeats(void **unused) {
    (void)unused;
    cn_position p = test_position("connect4", NULL, NULL);
    cn_random_games a = {0}, b = {0}, c = {0};
    for (int i = 0; i < 20; i++) {
        cn_random_games_play(&a, &p, 5);
        cn_random_games_play(&b, &p, 5);
        cn_random_games_play(&c, &p, 6);
    }
    assert_memory_equal(&a, &b, sizeof a);
    assert_int_not_equal(a.plies, c.plies);
    cn_position_free(&p);
}

static void test_speed(void **unused) {
    (void)unused;
    cn_position p = test_position("tictactoe", NULL, NULL);
    assert_true(cn_playout_speed(&p, 0.01) > 100);
    cn_position_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tictactoe), cmocka_unit_test(test_branching),
        cmocka_unit_test(test_repeats), cmocka_unit_test(test_speed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
