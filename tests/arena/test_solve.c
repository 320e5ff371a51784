/* Solved positions against brute force and against published values. */
#include "arena/solve.h"
#include "support/support.h"

#include <stdlib.h>

static cn_solution *solve_by(const cn_position *p, const char *spec,
                             const cn_solve_request *request) {
    static cn_solution solution;
    cn_search *search;
    cn_error error = {""};
    if (cn_search_new(p->game, spec, &search, &error) != CN_OK ||
        cn_solve(search, p, request, &solution, &error) != CN_OK) {
        fail_msg("%s", error.text);
    }
    cn_search_free(search);
    return &solution;
}

static cn_solution *solve(const cn_position *p, const char *spec, double seconds) {
    return solve_by(p, spec, &(cn_solve_request){.seconds = seconds});
}

/* Ends a solution after the search of the position itself, before those of its moves. */
static bool enough(void *user) {
    (void)user;
    return true;
}

/* The plain definition; the state is small. */
static int brute(const cn_rules *rules, const void *state, int ply) {
    const cn_outcome outcome = rules->over(state);
    const int turn = rules->turn(state);
    if (outcome == CN_DRAW) return 0;
    if (outcome != CN_ONGOING) return outcome == cn_win_of(turn) ? CN_WIN - ply : ply - CN_WIN;
    cn_move list[CN_MOVES_MAX];
    const int count = rules->moves(state, list);
    int best = -CN_INFINITY;
    for (int i = 0; i < count; i++) {
        _Alignas(16) unsigned char child[64];
        cn_state_copy(rules, child, state);
        rules->play(child, list[i]);
        const int below = brute(rules, child, ply + 1);
        const int value = rules->turn(child) == turn ? below : -below;
        if (value > best) best = value;
    }
    return best;
}

static void test_brute_force(void **unused) {
    (void)unused;
    cn_rng rng = cn_rng_make(17, 0);
    for (int round = 0; round < 200; round++) {
        cn_position p = test_position("tictactoe", NULL, NULL);
        assert_true(p.rules->state_size <= 64);
        cn_move list[CN_MOVES_MAX];
        for (int i = 0; i < 1 + round % 6; i++) {
            const int count = p.rules->moves(p.state, list);
            if (count > 0) p.rules->play(p.state, list[cn_rng_below(&rng, (uint32_t)count)]);
        }
        if (p.rules->over(p.state) == CN_ONGOING) {
            const cn_solution *s = solve(&p, "pvs:hash=1", 0);
            assert_true(s->score.proven);
            assert_int_equal(cn_score_number(s->score), brute(p.rules, p.state, 0));
            assert_int_equal(s->count, p.rules->moves(p.state, list));
            for (int i = 0; i < s->count; i++) {
                _Alignas(16) unsigned char child[64];
                cn_state_copy(p.rules, child, p.state);
                p.rules->play(child, list[i]);
                assert_int_equal(s->moves[i].move, list[i]);
                assert_true(s->moves[i].score.proven);
                assert_int_equal(cn_score_number(s->moves[i].score), -brute(p.rules, child, 1));
            }
        }
        cn_position_free(&p);
    }
}

/* Small boards of Connect Four (Tromp's table): 4x4 and 5x4 are drawn. */
static void test_connect4(void **unused) {
    (void)unused;
    static const char *const drawn[] = {"width=4,height=4", "width=4,height=5"};
    for (int i = 0; i < 2; i++) {
        cn_position p = test_position("connect4", drawn[i], NULL);
        const cn_solution *s = solve(&p, "pvs:hash=16", 0);
        assert_true(s->score.proven);
        assert_int_equal(cn_score_number(s->score), 0);
        cn_position_free(&p);
    }
}

/* Best play ends as the score says, with the disc it says. */
static void follow_line(const cn_position *p, const cn_solved_move *m, int discs) {
    cn_position end;
    assert_int_equal(cn_position_copy(p, &end, NULL), CN_OK);
    for (int i = 0; i < m->line_length; i++) {
        assert_int_equal(end.rules->over(end.state), CN_ONGOING);
        end.rules->play(end.state, m->line[i]);
    }
    const int mover = p->rules->turn(p->state);
    const cn_outcome expected = m->score.value == 0  ? CN_DRAW
                                : m->score.value > 0 ? cn_win_of(mover)
                                                     : cn_win_of(mover ^ 1);
    assert_int_equal(end.rules->over(end.state), expected);
    assert_int_equal(discs + m->line_length, m->score.disc);
    cn_position_free(&end);
}

/* Published positions: every move that there is has its exact score, and the best of them is the
 * published one. */
static void test_all_columns(void **unused) {
    (void)unused;
    static const struct {
        const char *path;
        int count;
    } sets[] = {{"positions/connect4/Test_L2_R2", TEST_SANITIZED ? 3 : 25},
                {"positions/connect4/Test_L1_R1", TEST_SANITIZED ? 1 : 25}};
    for (int set = 0; set < 2; set++) {
        char *text = test_read(sets[set].path), *at = text;
        for (int i = 0; i < sets[set].count; i++) {
            char moves[64];
            int expected, length;
            assert_int_equal(sscanf(at, "%63s %d%n", moves, &expected, &length), 2);
            at += length;
            cn_position p = test_position("connect4", NULL, moves);
            const cn_solution *s = solve(&p, "pvs:hash=4", 0);
            int best = -100;
            assert_true(s->score.proven && s->score.disc > 0);
            assert_int_equal(s->score.margin, expected);
            assert_int_equal(s->count, p.rules->moves(p.state, (cn_move[CN_MOVES_MAX]){0}));
            for (int k = 0; k < s->count; k++) {
                const cn_solved_move *m = &s->moves[k];
                assert_true(m->score.proven && m->score.bound == CN_SCORE_EXACT);
                assert_true((m->score.margin > 0) - (m->score.margin < 0) == (int)m->score.value);
                if (m->score.margin > best) best = m->score.margin;
                follow_line(&p, m, (int)strlen(moves));
            }
            assert_int_equal(best, expected);
            cn_position_free(&p);
        }
        free(text);
    }
}

/* The first position of the FFO test suite: the published scores of all its moves. */
static void test_othello(void **unused) {
    (void)unused;
    static const struct {
        const char *move;
        int score;
    } published[] = {{"g8", 18}, {"h1", 12}, {"h7", 6},   {"a2", 6},
                     {"a3", 4},  {"b1", -4}, {"a4", -22}, {"g2", -24}};
    char *text = test_read("positions/othello/fforum-1-19.obf");
    text[strcspn(text, ";")] = '\0';
    cn_position p = test_position("othello", NULL, text);
    free(text);
    const cn_solution *s = solve(&p, "pvs:hash=64", 0);
    assert_true(s->score.proven);
    assert_true(cn_score_number(s->score) > 0);
    assert_int_equal(s->count, 8);
    for (int i = 0; i < 8; i++) {
        char move[CN_MOVE_TEXT];
        p.game->print_move(p.state, s->moves[i].move, move);
        int k = 0;
        while (k < 8 && strcmp(published[k].move, move) != 0) k++;
        assert_true(k < 8);
        assert_true(s->moves[i].score.proven);
        const int value = cn_score_number(s->moves[i].score);
        assert_int_equal((value > 0) - (value < 0),
                         (published[k].score > 0) - (published[k].score < 0));
    }
    cn_position_free(&p);
}

static void test_limits(void **unused) {
    (void)unused;
    cn_position p = test_position("connect4", NULL, NULL);
    const cn_solution *s = solve(&p, "pvs:hash=16", 0.05);
    assert_false(s->score.proven);
    assert_true(s->depth > 0);
    cn_position_free(&p);
    /* An open three: won in few plies, though most moves can never all be refuted. */
    p = test_position("gomoku", "distance=0", NULL);
    test_play(&p, "h8 a1 h9 a3 h10 a5");
    s = solve_by(&p, "pvs:hash=16", &(cn_solve_request){.halt = enough});
    assert_true(s->score.proven);
    assert_int_equal(cn_score_number(s->score), CN_WIN - 3);
    cn_position_free(&p);
    /* Threats prove it also where only the points near a stone are listed … */
    p = test_position("gomoku", NULL, NULL);
    test_play(&p, "h8 a1 h9 a3 h10 a5");
    s = solve_by(&p, "pvs:hash=16", &(cn_solve_request){.halt = enough});
    assert_true(s->score.proven);
    assert_int_equal(cn_score_number(s->score), CN_WIN - 3);
    /* … but a search of these points does not: other defences were not searched. */
    s = solve(&p, "pvs:hash=16,expert=off,wins=off", 0);
    assert_false(s->score.proven);
    assert_int_equal(cn_score_number(s->score), CN_WIN - 3);
    cn_position_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_brute_force), cmocka_unit_test(test_connect4),
        cmocka_unit_test(test_all_columns), cmocka_unit_test(test_othello),
        cmocka_unit_test(test_limits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
