/* Tic-Tac-Toe against published counts and a published game. */
#include "support/playthrough.h"

static void counts(void **unused) {
    (void)unused;
    cn_position p = test_position("tictactoe", NULL, NULL);
    const uint64_t expected[] = {1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872};
    for (int depth = 0; depth <= 9; depth++) {
        assert_int_equal(p.kernels->perft(p.rules, p.state, depth), expected[depth]);
    }
    cn_position_free(&p);
}

/* Walks the whole tree: games (leaves), nodes, and the distinct positions by a plain set of their
 * ternary codes, with and without symmetry. */
typedef struct census {
    int games, nodes, positions, classes;
    bool seen[19683], class_seen[19683];
} census;

static int code(const cn_position *p, const void *state) {
    cn_board board;
    p->game->draw(state, &board);
    int value = 0;
    for (int i = 0; i < 9; i++) value = value * 3 + board.cell[i];
    return value;
}

static void walk(const cn_position *p, const void *state, census *c) {
    c->nodes++;
    const int here = code(p, state);
    if (!c->seen[here]) {
        c->seen[here] = true;
        c->positions++;
        unsigned char image[64];
        int least = here;
        for (int k = 0; k < p->rules->symmetries; k++) {
            p->rules->symmetry(state, k, image);
            const int other = code(p, image);
            if (other < least) least = other;
        }
        c->classes += !c->class_seen[least];
        c->class_seen[least] = true;
    }
    cn_move list[CN_MOVES_MAX];
    const int count = p->rules->moves(state, list);
    if (count == 0) c->games++;
    for (int i = 0; i < count; i++) {
        unsigned char child[64];
        memcpy(child, state, p->rules->state_size);
        p->rules->play(child, list[i]);
        walk(p, child, c);
    }
}

static void whole_tree(void **unused) {
    (void)unused;
    cn_position p = test_position("tictactoe", NULL, NULL);
    static census c;
    walk(&p, p.state, &c);
    assert_int_equal(c.games, 255168);
    assert_int_equal(c.nodes, 549946);
    assert_int_equal(c.positions, 5478);
    assert_int_equal(c.classes, 765);
    cn_position_free(&p);
}

static void openspiel(void **unused) {
    (void)unused;
    cn_position p = test_position("tictactoe", NULL, NULL);
    const playthrough done = test_playthrough(&p, "positions/tictactoe/openspiel_playthrough.txt");
    assert_int_equal(done.actions, 7);
    assert_int_equal(done.states, 7);
    assert_int_equal(done.lists, 6);
    assert_int_equal(done.ends, 1);
    cn_position_free(&p);
}

static void refuses(const char *text, const char *message) {
    test_refuses(cn_game_find("tictactoe"), NULL, text, CN_BAD_INPUT, message);
}

static void bad_positions(void **unused) {
    (void)unused;
    refuses("x.o/.7./... x",
            "row 2, column 2: expected one of `.xo`, got `7` (the board has 3 rows "
            "of 3 cells)");
    refuses("x.o/.x", "row 2 has 2 cells, but every row of this board has 3");
    refuses("xxx/oo./... x", "3 x and 2 o with `x` to move: x moves first and the sides alternate");
    refuses("xxx/ooo/... x", "`x` has three in a row but is to move");
    refuses("x../.../... z", "side to move: expected `x` or `o`, got `z`");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts),
        cmocka_unit_test(whole_tree),
        cmocka_unit_test(openspiel),
        cmocka_unit_test(bad_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
