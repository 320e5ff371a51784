/* Several best moves at once: their values must be those that a search of each move alone gives. */
#include "support/support.h"

#include <canopy/search.h>
#include <stdlib.h>

static void run(const cn_position *p, const char *spec, const cn_limits *limits,
                cn_result *result) {
    cn_search *search;
    cn_error error = {""};
    if (cn_search_new(p->game, spec, &search, &error) != CN_OK ||
        cn_search_run(search, p, limits, NULL, NULL, result, &error) != CN_OK) {
        fail_msg("%s: %s", spec, error.text);
    }
    cn_search_free(search);
}

static int descending(const void *a, const void *b) {
    const int x = *(const int *)a, y = *(const int *)b;
    return (x < y) - (x > y);
}

/* Every root move by a plain minimax of the position behind it. */
static int reference(const cn_position *p, int depth, int values[CN_MOVES_MAX],
                     cn_move moves[CN_MOVES_MAX]) {
    static cn_result below;
    const int count = p->rules->moves(p->state, moves);
    for (int i = 0; i < count; i++) {
        cn_position child;
        assert_int_equal(cn_position_copy(p, &child, NULL), CN_OK);
        child.rules->play(child.state, moves[i]);
        const bool same = child.rules->turn(child.state) == p->rules->turn(p->state);
        const cn_outcome outcome = child.rules->over(child.state);
        if (outcome != CN_ONGOING) {
            values[i] = outcome == CN_DRAW                               ? 0
                        : outcome == cn_win_of(p->rules->turn(p->state)) ? CN_WIN - 1
                                                                         : 1 - CN_WIN;
        } else {
            char spec[64];
            snprintf(spec, sizeof spec, "minimax:depth=%d", depth - 1);
            run(&child, spec, NULL, &below);
            int value = same ? cn_score_number(below.score) : -cn_score_number(below.score);
            if (value > CN_EVAL_MAX) value--; /* one ply further from here */
            if (value < -CN_EVAL_MAX) value++;
            values[i] = value;
        }
        cn_position_free(&child);
    }
    return count;
}

static void check(const cn_position *p, int depth, const char *rest) {
    static cn_result result;
    int values[CN_MOVES_MAX];
    cn_move moves[CN_MOVES_MAX];
    const int count = reference(p, depth, values, moves);
    char spec[96];
    snprintf(spec, sizeof spec, "pvs:depth=%d%s", depth, rest);
    for (int lines = 1; lines <= 5; lines += 2) {
        run(p, spec, &(cn_limits){.lines = lines}, &result);
        assert_int_equal(result.top_count, lines < count ? lines : count);
        assert_int_equal(result.top[0].info.move, result.best);
        assert_int_equal(cn_score_number(result.top[0].info.score), cn_score_number(result.score));
        int sorted[CN_MOVES_MAX];
        memcpy(sorted, values, sizeof sorted);
        qsort(sorted, (size_t)count, sizeof *sorted, descending);
        /* A decided value may end the search before its depth. */
        if (cn_value_decided(sorted[0]) || cn_value_decided(sorted[count - 1])) continue;
        for (int n = 0; n < result.top_count; n++) {
            const cn_line *line = &result.top[n];
            assert_int_equal(line->info.score.bound, CN_SCORE_EXACT);
            assert_int_equal(cn_score_number(line->info.score), sorted[n]);
            for (int i = 0; i < count; i++) {
                if (moves[i] == line->info.move)
                    assert_int_equal(values[i], cn_score_number(line->info.score));
            }
            assert_true(line->length >= 1);
            assert_int_equal(line->moves[0], line->info.move);
        }
    }
}

static void test_tree(void **unused) {
    (void)unused;
    static const struct {
        const char *game, *options;
        int depth;
    } of[] = {
        {"othello", NULL, 4}, {"connect4", NULL, 5}, {"go", "size=3", 3}, {"tictactoe", NULL, 4}};
    static const char *const rest[] = {"", ",table=off", ",strategy=ybw,threads=2",
                                       ",strategy=shared,threads=2", ",strategy=top,threads=2"};
    cn_rng rng = cn_rng_make(11, 0);
    for (size_t g = 0; g < sizeof of / sizeof *of; g++) {
        for (int round = 0; round < 5; round++) {
            cn_position p = test_position(of[g].game, of[g].options, NULL);
            for (int i = 0; i < round * 2; i++) {
                cn_move list[CN_MOVES_MAX];
                const int count = p.rules->moves(p.state, list);
                if (count == 0) break;
                p.rules->play(p.state, list[cn_rng_below(&rng, (uint32_t)count)]);
            }
            if (p.rules->over(p.state) == CN_ONGOING) check(&p, of[g].depth, rest[round]);
            cn_position_free(&p);
        }
    }
}

/* A search for several lines goes on until all of them are decided, not only the best. */
static void test_decided(void **unused) {
    (void)unused;
    static cn_result result;
    cn_position p = test_position("tictactoe", NULL, "x.o/.../... x");
    run(&p, "pvs:depth=9", &(cn_limits){.lines = 3}, &result);
    assert_true(result.score.proven);
    assert_int_equal(result.top_count, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(cn_score_number(result.top[i].info.score), CN_WIN - 5);
    cn_position_free(&p);
}

/* A search that is cut short, wherever, lists its lines best first, the move chosen at their head:
 * values of two depths are not mixed. */
static void test_cut_short(void **unused) {
    (void)unused;
    static cn_result result;
    static const struct {
        const char *game, *moves;
    } of[] = {{"othello", ""}, {"othello", "f5d6c3d3c4"}, {"connect4", "444"}, {"gomoku", "h8"}};
    static const char *const specs[] = {"pvs:hash=1", "pvs:hash=1,strategy=ybw,threads=2"};
    for (size_t g = 0; g < sizeof of / sizeof *of; g++) {
        cn_position p = test_position(of[g].game, NULL, NULL);
        cn_error error = {""};
        assert_int_equal(cn_position_play_text(&p, of[g].moves, &error), CN_OK);
        for (uint64_t nodes = 100; nodes < 20000; nodes += nodes / 5) {
            run(&p, specs[nodes % 2], &(cn_limits){.nodes = nodes, .lines = 3}, &result);
            assert_int_equal(result.best, result.top[0].info.move);
            for (int n = 1; n < result.top_count; n++) {
                assert_true(
                    cn_score_compare(result.top[n - 1].info.score, result.top[n].info.score) >= 0);
                for (int i = 0; i < n; i++) {
                    assert_true(result.top[i].info.move != result.top[n].info.move);
                }
            }
        }
        cn_position_free(&p);
    }
}

static void test_monte_carlo(void **unused) {
    (void)unused;
    static cn_result result;
    cn_position p = test_position("connect4", NULL, NULL);
    run(&p, "mcts:iterations=3000", &(cn_limits){.lines = 4}, &result);
    assert_int_equal(result.top_count, 4);
    assert_int_equal(result.top[0].info.move, result.best);
    for (int i = 0; i < 4; i++) {
        const cn_line *line = &result.top[i];
        assert_true(line->length > 1);
        assert_int_equal(line->moves[0], line->info.move);
        if (i > 1) assert_true(line->info.visits <= result.top[i - 1].info.visits);
        cn_position q; /* the line can be played */
        assert_int_equal(cn_position_copy(&p, &q, NULL), CN_OK);
        for (int k = 0; k < line->length; k++) {
            assert_true(cn_position_legal(&q, line->moves[k]));
            q.rules->play(q.state, line->moves[k]);
        }
        cn_position_free(&q);
    }
    run(&p, "random", &(cn_limits){.lines = 4}, &result);
    assert_int_equal(result.top_count, 0);
    cn_position_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_tree), cmocka_unit_test(test_decided),
                                       cmocka_unit_test(test_cut_short),
                                       cmocka_unit_test(test_monte_carlo)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
