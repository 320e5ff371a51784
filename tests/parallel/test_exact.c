/* Exact values by the generic search: solved boards, every position of the smallest game, and
 * report B's own trees. */
#include "arena/play.h"
#include "support/support.h"

static cn_result search(const cn_position *p, const char *spec) {
    cn_search *s;
    cn_result result;
    cn_error error = {""};
    if (cn_search_new(p->game, spec, &s, &error) != CN_OK) fail_msg("%s", error.text);
    if (cn_search_run(s, p, NULL, NULL, NULL, &result, &error) != CN_OK) fail_msg("%s", error.text);
    cn_search_free(s);
    return result;
}

/* ---- Tic-Tac-Toe ---- */

/* Player 0's outcome under perfect play: 1, 0 or -1, for every position, by plain recursion. */
typedef struct solved {
    int8_t value[19683]; /* by ternary code; 2: not yet known */
} solved;

static int code_of(const cn_position *p) {
    cn_board board;
    int code = 0;
    p->game->draw(p->state, &board);
    for (int i = 0; i < 9; i++) code = code * 3 + board.cell[i];
    return code;
}

static int solve(cn_position *p, solved *table) {
    int8_t *value = &table->value[code_of(p)];
    if (*value != 2) return *value;
    const cn_outcome outcome = p->rules->over(p->state);
    if (outcome != CN_ONGOING) {
        return *value = outcome == CN_FIRST_WINS ? 1 : outcome == CN_SECOND_WINS ? -1 : 0;
    }
    const int sign = p->rules->turn(p->state) == 0 ? 1 : -1;
    int best = -1;
    cn_move list[CN_MOVES_MAX];
    const int count = p->rules->moves(p->state, list);
    for (int i = 0; i < count; i++) {
        cn_position child;
        assert_int_equal(cn_position_copy(p, &child, NULL), CN_OK);
        child.rules->play(child.state, list[i]);
        const int v = sign * solve(&child, table);
        if (v > best) best = v;
        cn_position_free(&child);
    }
    return *value = (int8_t)(sign * best);
}

static void check_all(cn_position *p, const solved *table, cn_search *s, bool *seen, int *count) {
    const int code = code_of(p);
    if (seen[code] || p->rules->over(p->state) != CN_ONGOING) return;
    seen[code] = true;
    ++*count;
    cn_result result;
    assert_int_equal(cn_search_run(s, p, NULL, NULL, NULL, &result, NULL), CN_OK);
    const int sign = p->rules->turn(p->state) == 0 ? 1 : -1;
    const int value = cn_score_number(result.score) > 0   ? 1
                      : cn_score_number(result.score) < 0 ? -1
                                                          : 0;
    assert_int_equal(value, sign * table->value[code]);
    assert_true(result.score.proven);
    for (int i = 0; i < result.count; i++) {
        cn_position child;
        assert_int_equal(cn_position_copy(p, &child, NULL), CN_OK);
        child.rules->play(child.state, result.moves[i].move);
        /* The move chosen keeps the value. */
        if (result.moves[i].move == result.best) {
            assert_int_equal(table->value[code_of(&child)], table->value[code]);
        }
        check_all(&child, table, s, seen, count);
        cn_position_free(&child);
    }
}

static void every_tictactoe_position(void **spec) {
    cn_position p = test_position("tictactoe", NULL, NULL);
    static solved table;
    memset(table.value, 2, sizeof table.value);
    assert_int_equal(solve(&p, &table), 0);
    cn_search *s;
    assert_int_equal(cn_search_new(p.game, *spec, &s, NULL), CN_OK);
    bool seen[19683] = {false};
    int count = 0;
    check_all(&p, &table, s, seen, &count);
    assert_int_equal(count, 4520); /* of 5478 positions, 958 are ended */
    cn_search_free(s);
    cn_position_free(&p);
}

/* ---- small Connect Four boards (Tromp's table) ---- */

/* Sanitizers get the small boards. */
enum { BOARDS = TEST_SANITIZED ? 2 : 5 };

static void small_connect4(void **unused) {
    (void)unused;
    const struct {
        const char *options;
        int value, specs;
    } boards[] = {{"width=4,height=4", 0, 4},
                  {"width=5,height=4", 0, 4},
                  {"width=5,height=5", 0, 2},
                  {"width=6,height=4", -1, 2},
                  {"width=6,height=5", 0, 1}};
    const char *const specs[] = {"pvs:depth=42,hash=128,deepen=off,strategy=ybw,threads=2",
                                 "pvs:depth=42,hash=32,deepen=off,strategy=shared,threads=2",
                                 "pvs:depth=42,hash=32,deepen=off", "pvs:depth=42,hash=32"};
    for (int i = 0; i < BOARDS; i++) {
        cn_position p = test_position("connect4", boards[i].options, NULL);
        for (int k = 0; k < boards[i].specs; k++) {
            const cn_result r = search(&p, specs[k]);
            assert_int_equal(cn_score_number(r.score) > CN_EVAL_MAX    ? 1
                             : cn_score_number(r.score) < -CN_EVAL_MAX ? -1
                                                                       : cn_score_number(r.score),
                             boards[i].value);
            assert_true(r.score.proven);
        }
        cn_position_free(&p);
    }
}

/* ---- report B ---- */

/* The numbers of minimax calls in a whole game, as counted in the report's own program: 2.37
 * M, 1.60 M and 7.49 M. A different rule for passes, ends, ties or depth gives a different game. */
static bool add_nodes(const cn_step *step, void *total) {
    *(uint64_t *)total += step->result->nodes;
    return true;
}

static void report_b_trees(void **unused) {
    (void)unused;
    const char *spec = "minimax:depth=5,eval=discs,pass=free,ended=flat,ties=last";
    const struct {
        const char *start;
        uint64_t calls, within;
    } games[] = {{"start=board1", 2370000, 5000},
                 {"start=board2", 1600000, 10000},
                 {"start=board3", 7490000, 5000}};
    for (int i = 0; i < 3; i++) {
        cn_position p = test_position("othello", games[i].start, NULL);
        cn_player players[2] = {{0}};
        for (int k = 0; k < 2; k++) {
            assert_int_equal(cn_search_new(p.game, spec, &players[k].search, NULL), CN_OK);
        }
        uint64_t calls = 0;
        int steps;
        cn_error error;
        assert_int_equal(cn_play(&p, players, 0, add_nodes, &calls, &steps, &error), CN_OK);
        assert_in_range(calls, games[i].calls - games[i].within, games[i].calls + games[i].within);
        for (int k = 0; k < 2; k++) cn_search_free(players[k].search);
        cn_position_free(&p);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(every_tictactoe_position, "pvs:depth=9,hash=1"),
        cmocka_unit_test_prestate(every_tictactoe_position, "alphabeta:depth=9"),
        cmocka_unit_test(small_connect4),
        cmocka_unit_test(report_b_trees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
