/* Othello's endgames: the FFO positions, every legal move against its published exact score. */
#include "support/support.h"

#include <stdlib.h>

/* What a few seconds without a table can solve: the positions with 14 empties. */
enum { SOLVE_EMPTIES = 16, SOLVE_LINES = 19 };

/* Fail-soft alpha-beta on the game's own rules, replies with the fewest answers first. */
static int solve(const cn_position *p, const void *state, int alpha, int beta) {
    const cn_rules *rules = p->rules;
    cn_move list[CN_MOVES_MAX];
    struct {
        _Alignas(32) unsigned char state[64];
    } child[40];
    int answers[40], order[40];
    const int count = rules->moves(state, list);
    const int sign = rules->turn(state) == 0 ? 1 : -1;
    if (count == 0) return sign * rules->score(state);
    for (int i = 0; i < count; i++) {
        memcpy(child[i].state, state, rules->state_size);
        rules->play(child[i].state, list[i]);
        answers[i] = rules->count(child[i].state);
        int at = i;
        for (; at > 0 && answers[order[at - 1]] > answers[i]; at--) order[at] = order[at - 1];
        order[at] = i;
    }
    int best = -65;
    for (int i = 0; i < count && best < beta; i++) {
        const int value = -solve(p, child[order[i]].state, -beta, -(alpha > best ? alpha : best));
        if (value > best) best = value;
    }
    return best;
}

/* Proves that a move is worth exactly `score` with two null windows, far cheaper than finding it.
 */
static void check_move(const cn_position *p, cn_move move, int score, int line) {
    unsigned char child[64];
    memcpy(child, p->state, p->rules->state_size);
    p->rules->play(child, move);
    if (-solve(p, child, -score, -score + 1) < score) {
        fail_msg("line %d: a move is worth less than %+d", line, score);
    }
    if (-solve(p, child, -score - 1, -score) > score) {
        fail_msg("line %d: a move is worth more than %+d", line, score);
    }
}

static int empties(const char *line) {
    int n = 0;
    for (int i = 0; i < 64; i++) n += line[i] == '-';
    return n;
}

static void endgames(void **unused) {
    (void)unused;
    char *text = test_read("positions/othello/fforum-1-19.obf");
    int line = 0, solved = 0;
    for (char *save, *row = strtok_r(text, "\n", &save); row; row = strtok_r(NULL, "\n", &save)) {
        line++;
        cn_position p = test_position("othello", NULL, row);
        cn_error error = {""};
        char printed[80];
        p.game->print(p.state, printed, sizeof printed);
        assert_memory_equal(printed, row, 66);
        int listed = 0;
        for (const char *q = strchr(row, ';'); q && *(q += strspn(q, "; "));) {
            cn_move move;
            if (cn_position_read_move(&p, q, &move, &q, &error) != CN_OK) {
                fail_msg("line %d: %s", line, error.text);
            }
            assert_int_equal(*q, ':');
            char *end;
            const int score = (int)strtol(q + 1, &end, 10);
            q = end;
            listed++;
            if (empties(row) <= SOLVE_EMPTIES) check_move(&p, move, score, line);
        }
        assert_int_equal(listed, p.rules->count(p.state));
        solved += empties(row) <= SOLVE_EMPTIES;
        cn_position_free(&p);
    }
    free(text);
    assert_int_equal(line, 19);
    assert_int_equal(solved, SOLVE_LINES);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(endgames)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
