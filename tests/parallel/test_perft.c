/* Perft with threads and with a table equals the plain count, on every game. */
#include "engine/perft.h"
#include "support/support.h"

static void every_way(void **unused) {
    (void)unused;
    for (const cn_game *const *game = cn_games(); *game; game++) {
        cn_position p = test_position_of(*game, NULL, NULL);
        for (int depth = 0; depth <= 4; depth++) {
            if (depth == 4 && p.rules->moves_max > 64) break;
            const uint64_t expected = p.kernels->perft(p.rules, p.state, depth);
            const int threads[] = {1, 2, 3, 8};
            for (int i = 0; i < 4; i++) {
                for (size_t hash_mb = 0; hash_mb <= 4; hash_mb += 4) {
                    const cn_perft_request request = {depth, threads[i], hash_mb};
                    static cn_perft_answer answer;
                    cn_error error = {""};
                    const cn_status status = cn_perft(&p, &request, &answer, &error);
                    if (hash_mb && p.rules->history) {
                        assert_int_equal(status, CN_UNSUPPORTED);
                        continue;
                    }
                    assert_int_equal(status, CN_OK);
                    assert_int_equal(answer.leaves, expected);
                }
            }
        }
        cn_position_free(&p);
    }
}

/* Deep enough that the table counts mirror images as one: from the start, which has them all, and
 * from positions without any. */
static void images(void **unused) {
    (void)unused;
    static const struct {
        const char *game, *option;
        int depth;
    } cases[] = {
        {"tictactoe", NULL, 9}, {"connect4", NULL, 8},   {"connect4", "width=6", 8},
        {"othello", NULL, 8},   {"gomoku", "size=5", 5}, {"go", "size=3,ko=simple", 6},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int plies = 0; plies <= 5; plies += 5) {
            cn_position p = test_position(cases[i].game, cases[i].option, NULL);
            cn_rng rng = cn_rng_make(5, i);
            for (int k = 0; k < plies && p.rules->over(p.state) == CN_ONGOING; k++) {
                p.rules->play(p.state, cn_playout_pick(p.rules, p.state, 0, &rng));
            }
            if (p.rules->history) fail_msg("%s keeps its history", cases[i].game);
            assert_true(p.rules->symmetries > 1);
            for (int depth = 4; depth <= cases[i].depth; depth++) {
                const cn_perft_request request = {depth, 2, 4};
                static cn_perft_answer answer;
                cn_error error = {""};
                assert_int_equal(cn_perft(&p, &request, &answer, &error), CN_OK);
                assert_int_equal(answer.leaves, p.kernels->perft(p.rules, p.state, depth));
            }
            cn_position_free(&p);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_way), cmocka_unit_test(images)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
