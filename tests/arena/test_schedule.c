/* Schedules and openings of matches. */
#include "arena/openings.h"
#include "arena/schedule.h"
#include "support/support.h"

#include <stdlib.h>

static cn_schedule made(cn_format format, int players, int games, int rounds) {
    cn_schedule s;
    cn_error error;
    if (cn_schedule_new(&s, format, players, games, rounds, &error) != CN_OK)
        fail_msg("%s", error.text);
    return s;
}

/* ---- schedules ---- */

/* Everybody meets everybody as often, with both colours and the same openings; pairs are the two
 * games of one opening. */
static void check_round_robin(int players, int games) {
    enum { MOST = 8 };
    int met[MOST][MOST] = {{0}}, singles = 0;
    cn_schedule s = made(CN_ROUND_ROBIN, players, games, 1);
    const int total = cn_schedule_total(&s);
    assert_int_equal(total, players * (players - 1) / 2 * games);
    assert_int_equal(total, cn_schedule_ready(&s));
    assert_int_equal(cn_schedule_openings(&s), (games + 1) / 2);
    int *pairs = calloc((size_t)total, sizeof *pairs);
    for (int i = 0; i < total; i++) {
        const cn_fixture f = cn_schedule_game(&s, i);
        assert_int_equal(f.number, i);
        assert_in_range(f.opening, 0, (games + 1) / 2 - 1);
        met[f.player[0]][f.player[1]]++;
        singles += f.pair < 0;
        if (f.pair < 0) continue;
        if (pairs[f.pair]++) { /* the second game: after the first, swapped */
            const cn_fixture first = cn_schedule_game(&s, i - 1);
            assert_int_equal(first.pair, f.pair);
            assert_int_equal(first.opening, f.opening);
            assert_int_equal(first.player[0], f.player[1]);
            assert_int_equal(first.player[1], f.player[0]);
        }
    }
    for (int i = 0; i < players; i++) {
        for (int k = i + 1; k < players; k++) {
            assert_int_equal(met[i][k] + met[k][i], games);
            assert_int_equal(met[i][k] - met[k][i], games % 2);
        }
    }
    assert_int_equal(singles, games % 2 ? players * (players - 1) / 2 : 0);
    free(pairs);
    cn_schedule_free(&s);
}

static void round_robin(void **unused) {
    (void)unused;
    for (int players = 2; players <= 6; players++) {
        for (int games = 1; games <= 7; games++) check_round_robin(players, games);
    }
}

/* Cut anywhere, no pairing is more than one opening ahead of another. */
static void fair_when_cut(void **unused) {
    (void)unused;
    cn_schedule s = made(CN_ROUND_ROBIN, 4, 10, 1);
    int met[16] = {0};
    for (int i = 0; i < cn_schedule_total(&s); i++) {
        const cn_fixture f = cn_schedule_game(&s, i);
        const int a = f.player[0] < f.player[1] ? f.player[0] : f.player[1];
        const int b = f.player[0] < f.player[1] ? f.player[1] : f.player[0];
        met[4 * a + b]++;
        int least = 1000, most = 0;
        for (int x = 0; x < 4; x++) {
            for (int y = x + 1; y < 4; y++) {
                if (met[4 * x + y] < least) least = met[4 * x + y];
                if (met[4 * x + y] > most) most = met[4 * x + y];
            }
        }
        assert_true(most - least <= 2);
    }
    cn_schedule_free(&s);
}

static void gauntlet(void **unused) {
    (void)unused;
    cn_schedule s = made(CN_GAUNTLET, 5, 4, 1);
    assert_int_equal(cn_schedule_total(&s), 16);
    for (int i = 0; i < 16; i++) {
        const cn_fixture f = cn_schedule_game(&s, i);
        assert_true((f.player[0] == 0) != (f.player[1] == 0));
    }
    cn_schedule_free(&s);
}

/* The better always wins: nobody meets anybody twice, each sits out once at most, and after
 * log2(n) rounds the best leads alone. */
static void check_swiss(int players, int rounds) {
    cn_schedule s = made(CN_SWISS, players, 2, rounds);
    bool met[CN_MATCH_PLAYERS][CN_MATCH_PLAYERS] = {{0}};
    double points[CN_MATCH_PLAYERS] = {0};
    cn_error error;
    const int each = players / 2 * 2;
    for (int r = 0; r < rounds; r++) {
        bool seated[CN_MATCH_PLAYERS] = {0};
        assert_int_equal(cn_schedule_ready(&s), (r + 1) * each);
        for (int i = r * each; i < (r + 1) * each; i++) {
            const cn_fixture f = cn_schedule_game(&s, i);
            const int a = f.player[0], b = f.player[1];
            assert_int_not_equal(a, b);
            points[a < b ? a : b] += 1;
            if (i % 2) continue;
            assert_false(met[a][b]);
            assert_false(seated[a] || seated[b]);
            met[a][b] = met[b][a] = seated[a] = seated[b] = true;
        }
        if (r + 1 < rounds) assert_int_equal(cn_schedule_round(&s, points, &error), CN_OK);
    }
    int byes = 0;
    for (int i = 0; i < players; i++) {
        assert_true(s.byes[i] <= 1);
        byes += s.byes[i];
        if (i > 0) assert_true(points[i] + 2 * s.byes[i] < points[0] + 2 * s.byes[0]);
    }
    assert_int_equal(byes, players % 2 ? rounds : 0);
    cn_schedule_free(&s);
}

static void swiss(void **unused) {
    (void)unused;
    check_swiss(2, 1);
    check_swiss(4, 2);
    check_swiss(8, 3);
    check_swiss(16, 4);
    check_swiss(8, 7); /* to the last: everybody has met everybody */
    check_swiss(7, 3);
    check_swiss(5, 3);
    check_swiss(62, 6);
}

static void wrong_schedules(void **unused) {
    (void)unused;
    cn_schedule s;
    cn_error error;
    assert_int_equal(cn_schedule_new(&s, CN_ROUND_ROBIN, 1, 2, 1, &error), CN_BAD_USAGE);
    assert_int_equal(cn_schedule_new(&s, CN_ROUND_ROBIN, 100, 2, 1, &error), CN_BAD_USAGE);
    assert_int_equal(cn_schedule_new(&s, CN_ROUND_ROBIN, 2, 0, 1, &error), CN_BAD_USAGE);
    assert_int_equal(cn_schedule_new(&s, CN_ROUND_ROBIN, 62, CN_MATCH_GAMES, 1, &error),
                     CN_BAD_USAGE);
    assert_int_equal(cn_schedule_new(&s, CN_SWISS, 4, 2, 4, &error), CN_BAD_USAGE);
    assert_int_equal(cn_schedule_new(&s, CN_SWISS, 4, 2, 0, &error), CN_BAD_USAGE);
}

/* ---- openings ---- */

static uint64_t end_of(const cn_opening *opening, const cn_position *start) {
    cn_position p;
    cn_error error;
    cn_value values[CN_OPTIONS_MAX];
    cn_values_default(start->game->options, values);
    assert_int_equal(cn_opening_start(opening, start, values, &p, &error), CN_OK);
    for (int i = 0; i < opening->count; i++) {
        assert_true(cn_position_legal(&p, opening->moves[i]));
        p.rules->play(p.state, opening->moves[i]);
    }
    assert_int_equal(p.rules->over(p.state), CN_ONGOING);
    const uint64_t hash = p.rules->hash(p.state);
    cn_position_free(&p);
    return hash;
}

static void random_ones(void **unused) {
    (void)unused;
    for (const cn_game *const *game = cn_games(); *game; game++) {
        cn_position start = test_position_of(*game, NULL, NULL);
        cn_openings o, more;
        cn_error error;
        assert_int_equal(cn_openings_random(&o, &start, 4, 100, 5, &error), CN_OK);
        assert_int_equal(cn_openings_random(&more, &start, 4, 150, 5, &error), CN_OK);
        assert_int_equal(o.count, 100);
        int distinct = 0;
        for (int i = 0; i < o.count; i++) {
            const uint64_t end = end_of(&o.list[i], &start);
            assert_true(end == end_of(&more.list[i], &start)); /* whatever the count */
            bool fresh = true;
            for (int k = 0; k < i && fresh; k++) fresh = end != end_of(&o.list[k], &start);
            distinct += fresh;
        }
        assert_int_equal(distinct, o.distinct);
        assert_int_equal(distinct, 100);
        cn_openings_free(&o);
        cn_openings_free(&more);
        cn_position_free(&start);
    }
}

/* There are nine first moves: all are found, then they come again. */
static void few_openings(void **unused) {
    (void)unused;
    cn_position start = test_position("tictactoe", NULL, NULL);
    cn_openings o;
    cn_error error;
    assert_int_equal(cn_openings_random(&o, &start, 1, 1000, 1, &error), CN_OK);
    assert_int_equal(o.count, 1000);
    assert_int_equal(o.distinct, 9);
    cn_openings_free(&o);
    assert_int_equal(cn_openings_random(&o, &start, 9, 2, 1, &error), CN_BAD_USAGE);
    assert_non_null(strstr(error.text, "the game is over"));
    assert_int_equal(cn_openings_random(&o, &start, 0, 10, 1, &error), CN_OK);
    assert_int_equal(o.count, 1);
    cn_openings_free(&o);
    cn_position_free(&start);
}

static cn_status read_text(const char *game, const char *text, cn_openings *o, cn_error *error) {
    cn_position start = test_position(game, NULL, NULL);
    cn_value values[CN_OPTIONS_MAX];
    cn_values_default(start.game->options, values);
    const cn_status status = cn_openings_read(o, &start, values, text, strlen(text), error);
    cn_position_free(&start);
    return status;
}

static void from_text(void **unused) {
    (void)unused;
    cn_openings o;
    cn_error error;
    const char *lines = "# moves, a position, both ways to write moves\n"
                        "f5d6c3\n"
                        "\n"
                        "---------------------------OX------XO--------------------------- X\r\n"
                        "F5 d6 c3 # the first again\n"
                        "f5";
    if (read_text("othello", lines, &o, &error) != CN_OK) fail_msg("%s", error.text);
    assert_int_equal(o.count, 4);
    assert_int_equal(o.list[0].count, 3);
    assert_int_equal(o.list[2].count, 3);
    assert_memory_equal(o.list[0].moves, o.list[2].moves, 3 * sizeof(cn_move));
    assert_null(o.list[0].start);
    assert_int_equal(o.list[1].count, 0);
    assert_non_null(o.list[1].start);
    cn_openings_free(&o);

    const char *sgf = "(;GM[2]SZ[8];B[fe];W[df])(;GM[2]SZ[8];B[fe];W[ff];B[ef])";
    if (read_text("othello", sgf, &o, &error) != CN_OK) fail_msg("%s", error.text);
    assert_int_equal(o.count, 2);
    assert_int_equal(o.list[0].count, 2);
    assert_int_equal(o.list[1].count, 3);
    cn_openings_free(&o);

    if (read_text("connect4", "4453\n17\n", &o, &error) != CN_OK) fail_msg("%s", error.text);
    assert_int_equal(o.list[0].count, 4); /* moves, though the game reads them as a position too */
    cn_openings_free(&o);
}

static void wrong_text(void **unused) {
    (void)unused;
    static const struct {
        const char *game, *text, *says;
    } wrong[] = {
        {"othello", "", "no openings"},
        {"othello", "# nothing\n\n", "no openings"},
        {"othello", "f5d6\n\nf5f5\n", "line 3: ply 2: `f5` is not legal"},
        {"othello", "f5\nnonsense\n", "line 2: "},
        {"tictactoe", "a1 b1 a2 b2 a3\n", "line 1: the game is over"},
        {"connect4", "48\n", "line 1: ply 2: `8` is not a column"},
        {"othello", "(;GM[2]SZ[8];B[aa])", "is not legal"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        cn_openings o;
        cn_error error = {""};
        assert_int_equal(read_text(wrong[i].game, wrong[i].text, &o, &error), CN_BAD_INPUT);
        if (!strstr(error.text, wrong[i].says)) fail_msg("`%s`: %s", wrong[i].text, error.text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_robin),     cmocka_unit_test(fair_when_cut),
        cmocka_unit_test(gauntlet),        cmocka_unit_test(swiss),
        cmocka_unit_test(wrong_schedules), cmocka_unit_test(random_ones),
        cmocka_unit_test(few_openings),    cmocka_unit_test(from_text),
        cmocka_unit_test(wrong_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
