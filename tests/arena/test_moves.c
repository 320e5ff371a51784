/* Legal moves and lines of moves, against moves that are played one by one. */
#include "arena/moves.h"
#include "support/support.h"

static cn_position start(const char *game, const char *moves) {
    cn_position p;
    cn_value values[CN_OPTIONS_MAX];
    cn_error error;
    const cn_game *g = cn_game_find(game);
    assert_non_null(g);
    cn_values_default(g->options, values);
    assert_int_equal(cn_position_new(g, values, NULL, &p, &error), CN_OK);
    assert_int_equal(cn_position_play_text(&p, moves, &error), CN_OK);
    return p;
}

/* Every legal move and no other, each once; Gomoku's own list leaves most of them out. */
static void legal_moves(void **state) {
    static const char *const games[][2] = {
        {"tictactoe", "b2"}, {"othello", "f5d6c3"}, {"gomoku", "h8"}, {"go", "c3"}};
    (void)state;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        cn_position p = start(games[g][0], games[g][1]);
        cn_move list[CN_MOVES_MAX];
        const int count = cn_moves_legal(&p, list);
        int expected = 0;
        for (int code = 0; code < p.rules->move_codes; code++) {
            expected += cn_position_legal(&p, (cn_move)code);
        }
        assert_int_equal(count, expected);
        assert_true(count >= cn_position_moves(&p, NULL));
        for (int i = 0; i < count; i++) {
            assert_true(cn_position_legal(&p, list[i]));
            assert_true(i == 0 || list[i] > list[i - 1]);
        }
        cn_position_free(&p);
    }
}

/* A walk sees each move before it is played, ends at one that is not legal, and leaves the position
 * it began at alone. */
static void walks(void **state) {
    cn_position p = start("tictactoe", "b2");
    const uint64_t hash = cn_position_hash(&p);
    cn_move line[3];
    const char *end;
    cn_walk walk;
    (void)state;
    static const char *const words[] = {"a1", "c3", "a1"};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(p.game->parse_move(p.state, words[i], &line[i], &end, NULL), CN_OK);
    }
    int seen = 0;
    cn_walk_begin(&walk, &p, line, 3);
    while (cn_walk_next(&walk)) {
        assert_int_equal(walk.index, seen);
        assert_int_equal(walk.move, line[seen]);
        assert_int_equal(cn_position_turn(&walk.position), (1 + seen) % 2);
        seen++;
    }
    assert_int_equal(seen, 2); /* a1 is taken when it comes again */
    assert_true(cn_position_hash(&p) == hash);
    cn_walk_begin(&walk, &p, line, 3);
    assert_true(cn_walk_next(&walk));
    cn_walk_begin(&walk, &p, line, 0); /* the one before was left early: nothing may leak */
    assert_false(cn_walk_next(&walk));
    cn_position_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(legal_moves), cmocka_unit_test(walks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
