/* The tree that alpha-beta's table remembers: what it says of a position is so, by a plain minimax
 * to the end of the game. */
#include "support/support.h"

enum { PLIES = 4 };

typedef struct walk {
    cn_position at[PLIES + 1];
    int nodes, deepest;
    cn_score root;
} walk;

/* Who wins from here with best play: 1 the side to move, 0 a draw. */
static int solve(const cn_position *p, const void *state) {
    const cn_outcome outcome = p->rules->over(state);
    const int turn = p->rules->turn(state);
    if (outcome == CN_DRAW) return 0;
    if (outcome != CN_ONGOING) return outcome == cn_win_of(turn) ? 1 : -1;
    cn_move list[CN_MOVES_MAX];
    const int count = p->rules->moves(state, list);
    int best = -1;
    for (int i = 0; i < count && best < 1; i++) {
        _Alignas(16) unsigned char child[CN_STATE_MAX];
        cn_state_copy(p->rules, child, state);
        p->rules->play(child, list[i]);
        const int value = -solve(p, child);
        if (value > best) best = value;
    }
    return best;
}

static bool check(const cn_tree_node *n, void *user) {
    walk *w = user;
    w->nodes++;
    if (n->depth > w->deepest) w->deepest = n->depth;
    if (n->depth == 0) {
        w->root = n->score;
        return true;
    }
    cn_position *at = &w->at[n->depth];
    const cn_position *before = &w->at[n->depth - 1];
    assert_true(cn_position_legal(before, n->move));
    cn_state_copy(at->rules, at->state, before->state);
    at->rules->play(at->state, n->move);
    if (n->score.kind != CN_SCORE_OUTCOME || !n->score.proven) return true;
    const int truth = -solve(at, at->state); /* in the view of who made the move */
    if (n->score.bound == CN_SCORE_AT_LEAST) {
        assert_true(truth >= n->score.value);
    } else if (n->score.bound == CN_SCORE_AT_MOST) {
        assert_true(truth <= n->score.value);
    } else {
        assert_int_equal(truth, (int)n->score.value);
    }
    return true;
}

static void test_table_tree(void **unused) {
    (void)unused;
    cn_rng rng = cn_rng_make(5, 0);
    static cn_result result;
    int deepest = 0;
    for (int round = 0; round < 40; round++) {
        walk w = {.nodes = 0};
        for (int i = 0; i <= PLIES; i++) w.at[i] = test_position("tictactoe", NULL, NULL);
        cn_position *p = &w.at[0];
        for (uint32_t k = cn_rng_below(&rng, 4); k > 0; k--) {
            cn_move list[CN_MOVES_MAX];
            const int count = p->rules->moves(p->state, list);
            p->rules->play(p->state, list[cn_rng_below(&rng, (uint32_t)count)]);
        }
        cn_search *search;
        cn_error error;
        assert_int_equal(cn_search_new(p->game, "pvs:depth=9,expert=off,hash=1", &search, &error),
                         CN_OK);
        assert_int_equal(cn_search_tree(search, PLIES, 0, check, &w), 0); /* nothing yet */
        assert_int_equal(cn_search_run(search, p, NULL, NULL, NULL, &result, &error), CN_OK);
        const uint64_t shown = cn_search_tree(search, PLIES, 0, check, &w);
        assert_int_equal(shown, w.nodes);
        assert_true(w.nodes > result.count);
        assert_int_equal(cn_score_compare(w.root, result.score), 0);
        if (w.deepest > deepest) deepest = w.deepest;
        w.nodes = 0;
        cn_search_tree(search, 1, 2, check, &w); /* the root and two of its moves */
        assert_true(w.nodes <= 3);
        cn_search_free(search);
        for (int i = 0; i <= PLIES; i++) cn_position_free(&w.at[i]);
    }
    assert_int_equal(deepest, PLIES);
}

/* What a table holds of one form of a game says nothing about another, though a position's hash may
 * leave out the option that makes the difference: a search that has seen both answers as a new one.
 */
static void test_other_options(void **unused) {
    (void)unused;
    static const struct {
        const char *game, *before, *now, *spec;
    } cases[] = {
        {"go", "size=5,ko=simple", "size=5,ko=simple,komi=9.5", "pvs:depth=5,hash=1,expert=off"},
        {"go", "size=5,ko=simple", "size=5,ko=simple,komi=9.5", "pvs:depth=5,hash=1"},
        {"othello", NULL, "rules=no-pass", "pvs:depth=7,hash=1,expert=off"},
    };
    static cn_result fresh, result;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cn_position before = test_position(cases[i].game, cases[i].before, NULL);
        cn_position now = test_position(cases[i].game, cases[i].now, NULL);
        cn_search *search;
        cn_error error;
        assert_int_equal(cn_search_new(now.game, cases[i].spec, &search, &error), CN_OK);
        assert_int_equal(cn_search_run(search, &now, NULL, NULL, NULL, &fresh, &error), CN_OK);
        assert_int_equal(cn_search_run(search, &before, NULL, NULL, NULL, &result, &error), CN_OK);
        assert_int_equal(cn_search_run(search, &now, NULL, NULL, NULL, &result, &error), CN_OK);
        assert_int_equal(cn_score_compare(result.score, fresh.score), 0);
        assert_int_equal(result.nodes, fresh.nodes);
        cn_search_free(search);
        cn_position_free(&before);
        cn_position_free(&now);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_table_tree),
                                       cmocka_unit_test(test_other_options)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
