/* The default Monte Carlo search finds the moves of tests/positions/go/tactics.txt, at the number
 * of iterations given there: the same on every machine. */
#include "support/support.h"

#include <stdlib.h>

static void solve_one(const char *name, const char *board) {
    char title[64], side[2], moves[32], options[64], text[600], spec[64], found[CN_MOVE_TEXT];
    int size, iterations;
    double komi;
    const char *figures = strstr(name, "  ");
    assert_non_null(figures);
    snprintf(title, sizeof title, "%.*s", (int)(figures - name), name);
    assert_int_equal(sscanf(figures, "%d %lf %1s %d %31s", &size, &komi, side, &iterations, moves),
                     5);
    int length = 0;
    for (int row = 0; row < size; row++, board += size + 1) {
        length += snprintf(text + length, sizeof text - (size_t)length, "%s%.*s", row ? "/" : "",
                           size, board);
    }
    snprintf(text + length, sizeof text - (size_t)length, " %s", side);
    snprintf(options, sizeof options, "size=%d,komi=%g", size, komi);
    snprintf(spec, sizeof spec, "mcts:iterations=%d,seed=1", iterations);
    cn_position p = test_position("go", options, text);
    cn_search *search;
    cn_error error = {""};
    static cn_result result;
    if (cn_search_new(p.game, spec, &search, &error) != CN_OK) fail_msg("%s", error.text);
    assert_int_equal(cn_search_run(search, &p, NULL, NULL, NULL, &result, &error), CN_OK);
    p.game->print_move(p.state, result.best, found);
    if (!strstr(moves, found)) fail_msg("%s: expected %s, got %s", title, moves, found);
    cn_search_free(search);
    cn_position_free(&p);
}

static void tactics(void **unused) {
    (void)unused;
    char *text = test_read("positions/go/tactics.txt");
    int count = 0;
    for (char *at = text; (at = strstr(at, "\n: ")); count++) {
        char *board = strchr(at + 1, '\n');
        *board = '\0';
        solve_one(at + 3, board + 1);
        at = board + 1;
    }
    assert_int_equal(count, 9);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(tactics)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
