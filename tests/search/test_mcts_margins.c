/* Margins as a part of rewards (score-weight): an open game is searched as without them, a decided
 * one for points, and what is told of moves is the chance to win all the same. */
#include "support/support.h"

#include <stdlib.h>

static cn_result result;

/* Searches a position of Go with an agent. */
static void search_go(const char *options, const char *text, const char *spec) {
    cn_position p = test_position("go", options, text);
    cn_search *search;
    cn_error error = {""};
    if (cn_search_new(p.game, spec, &search, &error) != CN_OK) fail_msg("%s", error.text);
    if (cn_search_run(search, &p, NULL, NULL, NULL, &result, &error) != CN_OK) {
        fail_msg("%s", error.text);
    }
    cn_search_free(search);
    cn_position_free(&p);
}

/* The move that is chosen, as text. */
static const char *choice(const char *options, const char *text, const char *spec) {
    static char move[CN_MOVE_TEXT];
    search_go(options, text, spec);
    cn_position p = test_position("go", options, text);
    p.game->print_move(p.state, result.best, move);
    cn_position_free(&p);
    return move;
}

/* While the game is open all figures are the same, to the last bit. */
static void open_games_are_the_same(void **unused) {
    (void)unused;
    search_go("size=9,komi=7.5", NULL, "mcts:iterations=600,score-weight=0");
    const cn_result without = result;
    search_go("size=9,komi=7.5", NULL, "mcts:iterations=600,score-weight=1");
    assert_int_equal(result.best, without.best);
    assert_int_equal(result.count, without.count);
    for (int i = 0; i < result.count; i++) {
        assert_int_equal(result.moves[i].visits, without.moves[i].visits);
        assert_true(result.moves[i].score.value == without.moves[i].score.value);
    }
}

/* A seki, which White loses by the komi. To move in it would lose stones, too; but a pass, which
 * Black answers by one, is a proven loss, so that who only looks at wins tries everything else. */
static void loses_by_little(void **unused) {
    (void)unused;
    static const char seki[] = "OOX.OXX/.OXXOX./OOXXOXX/OOXXOXX/OOXOOXX/.OXOOX./OOX.OXX O";
    assert_string_not_equal(
        choice("size=7,komi=-27.5", seki, "mcts:iterations=1000,score-weight=0"), "pass");
    assert_string_equal(choice("size=7,komi=-27.5", seki, "mcts:iterations=1000,score-weight=0.6"),
                        "pass");
    assert_true(result.score.value <= 0);
}

/* Black is ahead by far more than the komi, and his whole side of the board wins whatever is
 * played: that is a chance of 1, though margins are smaller than the board; with threads and trees,
 * too. */
static void chances_stay_chances(void **unused) {
    (void)unused;
    static const char won[] =
        "..XXO..../.XXXO..../XXXXO..../XXXXO..O./XXXXO..../XXXXO.O../XXXXO..../.XXXO..../"
        ".XX.O.... X";
    static const char *const specs[] = {
        "mcts:iterations=1000,score-weight=1",
        "mcts:iterations=1000,score-weight=1,strategy=tree,threads=2",
        "mcts:iterations=1000,score-weight=1,strategy=root,threads=2",
        "mcts:iterations=1000,score-weight=1,strategy=leaf,threads=2",
        "mcts:iterations=1000,score-weight=1,rave=off,expand=one",
    };
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        search_go("size=9,komi=-70", won, specs[i]);
        assert_int_equal(result.score.kind, CN_SCORE_CHANCE);
        if (result.score.value < 0.97) fail_msg("%s: %g", specs[i], result.score.value);
        search_go("size=9,komi=80", won, specs[i]);
        if (result.score.value > 0.03) fail_msg("%s: %g", specs[i], result.score.value);
    }
}

static void refuses(void **unused) {
    (void)unused;
    cn_search *search;
    cn_error error = {""};
    static const char *const bad[] = {"mcts:reward=score,score-weight=0.1",
                                      "mcts:leaf=eval,score-weight=0.1",
                                      "uct:opponent=ally,score-weight=0.1", "mcts:score-weight=2"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(cn_search_new(cn_game_find("go"), bad[i], &search, &error), CN_BAD_USAGE);
        assert_non_null(strstr(error.text, "score-weight"));
    }
    cn_position p = test_position("connect4", NULL, NULL);
    assert_int_equal(cn_search_new(p.game, "mcts:score-weight=0.1", &search, &error), CN_OK);
    assert_int_equal(cn_search_run(search, &p, NULL, NULL, NULL, &result, &error), CN_UNSUPPORTED);
    assert_string_equal(error.text, "score-weight: this game has no score");
    cn_search_free(search);
    cn_position_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(open_games_are_the_same),
        cmocka_unit_test(loses_by_little),
        cmocka_unit_test(chances_stay_chances),
        cmocka_unit_test(refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
