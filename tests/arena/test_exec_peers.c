/* Whole games against programs nobody here wrote: GNU Go, and the GTP engine of grhino. Both sides
 * must find every move of the other legal, and no game may end by forfeit. Skipped (77) where the
 * programs are missing; `./dev test` installs them. */
#include "arena/agent.h"
#include "arena/play.h"
#include "support/traces.h"

#include <stdlib.h>

static bool has(const char *program) {
    char command[128];
    snprintf(command, sizeof command, "command -v %s >/dev/null", program);
    return system(command) == 0;
}

static void play(const char *game, const char *options, const char *moves, const char *peer,
                 const char *ours, int side) {
    cn_position start = test_position(game, options, NULL), p;
    cn_player players[2] = {{0}};
    const char *specs[2] = {side ? ours : peer, side ? peer : ours};
    cn_error error = {""};
    cn_history history;
    int steps;
    assert_int_equal(cn_history_begin(&history, &start, &error), CN_OK);
    for (const char *text = moves; *(text += strspn(text, " "));) {
        cn_move move;
        assert_int_equal(cn_position_read_move(&history.now, text, &move, &text, &error), CN_OK);
        cn_history_play(&history, move, 0, &error);
    }
    assert_int_equal(cn_position_copy(&history.now, &p, &error), CN_OK);
    const cn_past past = cn_history_past(&history);
    for (int i = 0; i < 2; i++) {
        players[i].limits.past = &past;
        if (cn_agent_open(start.game, specs[i], &players[i].search, &error) != CN_OK) {
            fail_msg("%s: %s", specs[i], error.text);
        }
    }
    if (cn_play(&p, players, 0, NULL, NULL, &steps, &error) != CN_OK) fail_msg("%s", error.text);
    const cn_player *them = &players[side];
    if (them->ending == CN_ENDED_FORFEIT) fail_msg("after %d plies: %s", steps, them->reason.text);
    assert_true(p.rules->over(p.state) != CN_ONGOING || them->ending == CN_ENDED_RESIGNED);
    for (int i = 0; i < 2; i++) cn_search_free(players[i].search);
    cn_history_free(&history);
    cn_position_free(&start);
    cn_position_free(&p);
    test_no_children();
}

/* Superko is told on the command line; the rest by GTP. */
static void gnugo(void **state) {
    (void)state;
    if (!has("gnugo")) skip();
    for (int i = 0; i < 6; i++) {
        char peer[256];
        snprintf(peer, sizeof peer,
                 "exec:gtp,wait=60,startup=60:gnugo --mode gtp --level 1 --chinese-rules "
                 "--positional-superko --seed %d%s",
                 i + 1, i < 2 ? " --never-resign" : "");
        play("go", i < 4 ? "size=5,komi=0.5" : "size=9,komi=6.5", i == 2 ? "C3 C2 pass" : "", peer,
             "mcts:iterations=60", i % 2);
    }
}

/* A position from nowhere: the stones are put down one by one. */
static void gnugo_set_up(void **state) {
    (void)state;
    if (!has("gnugo")) skip();
    cn_search *search;
    cn_result result;
    cn_error error = {""};
    /* White's one stone has a last liberty at D4: to take it is the only sensible move. */
    cn_position p = test_position("go", "size=9,komi=0.5",
                                  "........./........./........./...X...../..XOX..../........./"
                                  "........./........./......... X");
    if (cn_agent_open(p.game, "exec:gtp,startup=60:gnugo --mode gtp --level 5", &search, &error) !=
            CN_OK ||
        cn_search_run(search, &p, NULL, NULL, NULL, &result, &error) != CN_OK) {
        fail_msg("%s", error.text);
    }
    char move[CN_MOVE_TEXT];
    p.game->print_move(p.state, result.best, move);
    assert_string_equal(move, "D4");
    cn_search_free(search);
    cn_position_free(&p);
    test_no_children();
}

/* It takes no passes and makes its own without being asked. */
static void grhino(void **state) {
    static const char *const openings[] = {"", "f5 d6 c3 d3", "f5 f6 e6 f4", "f5 f4 e3 f6 d3 c3"};
    (void)state;
    if (!has("gtp-rhino")) skip();
    for (int i = 0; i < 12; i++) {
        char ours[64];
        snprintf(ours, sizeof ours, "random:seed=%d", i);
        play("othello", NULL, openings[i % 4], "exec:gtp,wait=60,startup=60:gtp-rhino -b 0 -l 1",
             ours, i / 4 % 2);
    }
}

int main(void) {
    const char *path = getenv("PATH");
    char wider[4096]; /* where Debian has games */
    snprintf(wider, sizeof wider, "%s:/usr/games", path ? path : "/usr/bin:/bin");
    setenv("PATH", wider, 1);
    if (!has("gnugo") && !has("gtp-rhino")) {
        puts("skipped: neither gnugo nor gtp-rhino (grhino) is installed");
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gnugo),
        cmocka_unit_test(gnugo_set_up),
        cmocka_unit_test(grhino),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
