/* Reviews: the same one three times gives the same marks, and a game with three planted blunders
 * has these marked `??` and nothing else. What is a blunder was decided by exact solutions: each of
 * the three gave up a win or a draw, and every other move after the opening kept what there was; in
 * Gomoku by proven wins, in Go, which nobody solves, by ten times the work. */
#include "support/http.h"

#include <stdlib.h>

typedef struct known_game {
    const char *game, *moves;
    int blunders[3]; /* plies */
} known_game;

static const known_game games[] = {
    {"tictactoe", "a3 a2 b3 c3 b1 c2 b2", {2, 5, 6}},
    {"connect4",
     "4 5 5 5 4 5 2 1 5 2 2 2 2 2 5 4 4 3 1 3 4 1 1 1 1 4 6 6 6 6 6 6 7 7 3 3 3",
     {18, 19, 20}},
    {"connect4",
     "1 1 4 3 3 3 3 7 1 1 4 4 3 7 7 7 1 1 3 7 5 7 2 6 4 5 4 2 2 4 6 5 6 5 5 5 2 2 2 6 6",
     {24, 27, 28}},
    {"othello",
     "f5 d6 c3 d3 c4 f4 f6 g5 e6 f7 e3 c5 g4 f3 g3 e2 f2 d2 d1 e7 e1 h4 c6 c1 b1 b3 b4 a4 "
     "b5 c2 d7 g1 e8 h2 a5 a6 a2 c8 h3 d8 g8 f8 b8 g2 b2 a3 c7 b6 f1 g6 h1 a1 h5 h6 h7 b7 "
     "g7 h8 a8 a7",
     {50, 53, 54}},
    {"othello",
     "e6 f4 d3 c4 c3 d6 f6 e7 f5 g6 c5 e3 d7 c6 c7 b5 b6 b4 a4 g5 a5 d8 f3 a3 a2 c2 d2 d1 "
     "e2 b3 g4 a7 h5 b8 e1 f1 b1 h3 c8 h4 h6 b7 h2 f7 g3 c1 g1 f2 b2 a6 g2 h7 h8 a1 g7 h1 "
     "e8 f8 g8 pass a8",
     {50, 51, 52}},
    /* An open three that is not stopped, a win that is not taken, a win by threats that is left. */
    {"gomoku", "h8 j8 g8 j7 g7 j6 a1 a15 j9 h6 f8 e8 c3", {7, 8, 13}},
    /* 7x7. Twice Black leaves stones to be captured, and once White does not capture them: ten
     * times the work puts their chances from 65 to 15 %, from 85 to 36 and from 64 to 23. */
    {"go", "E5 D4 E4 E3 D5 C4 F3 C5 E2 D3 D2 F2 F1 G2 A1 A7 B1 F4", {15, 16, 17}},
};

/* The marks do not depend on sanitizers, which look at two short games only. */
enum { GAMES = TEST_SANITIZED ? 2 : sizeof games / sizeof *games };

/* The last event of a review of the game, which the caller releases. */
static json_t *review(const known_game *g) {
    json_t *request = json_pack("{s:s, s:s}", "game", g->game, "moves", g->moves);
    const bool go = strcmp(g->game, "go") == 0;
    if (go) json_object_set_new(request, "options", json_pack("{s:s}", "size", "7"));
    char *body = json_dumps(request, 0);
    json_t *session = test_post(test_web, 201, "/api/sessions", body);
    free(body);
    json_decref(request);
    test_stream events = test_listen(test_web, test_path(session, "events"));
    json_decref(test_post(test_web, 202, test_path(session, "review"), "{}"));
    json_t *event = NULL;
    for (bool ended = false; !ended;) {
        json_decref(event);
        event = test_event(&events, "review");
        assert_non_null(event);
        const char *status = json_string_value(test_at(event, "status"));
        assert_string_not_equal(status, "failed");
        ended = strcmp(status, "done") == 0;
    }
    test_stream_close(&events);
    /* The graph shows what the review found, at its true depth. */
    json_t *state = test_get(test_web, 200, test_path(session, ""));
    assert_text(state, "values.1.by", "review");
    /* Monte Carlo has no depth. */
    assert_int_equal(json_integer_value(test_at(state, "values.1.depth")) > 0, !go);
    json_decref(state);
    json_decref(session);
    return event;
}

static void planted(void **unused) {
    (void)unused;
    for (int i = 0; i < GAMES; i++) {
        json_t *last = review(&games[i]), *moves = test_at(last, "moves"), *move;
        size_t ply;
        int found = 0;
        json_array_foreach(moves, ply, move) {
            const bool blunder = strcmp(json_string_value(test_at(move, "mark")), "??") == 0;
            const bool meant = found < 3 && games[i].blunders[found] == (int)ply + 1;
            /* What the book knows of an opening was not planted. */
            if (ply < 12 && strcmp(games[i].game, "connect4") == 0) continue;
            if (blunder != meant) print_error("%s, ply %zu\n", games[i].game, ply + 1);
            assert_int_equal(blunder, meant);
            found += meant;
        }
        assert_int_equal(found, 3);
        json_decref(last);
    }
}

static void again(void **unused) {
    (void)unused;
    const known_game *game = &games[TEST_SANITIZED ? 0 : 1];
    json_t *first = review(game);
    for (int i = 0; i < 2; i++) {
        json_t *other = review(game);
        assert_true(json_equal(test_at(first, "moves"), test_at(other, "moves")));
        json_decref(other);
    }
    json_decref(first);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(planted), cmocka_unit_test(again)};
    return cmocka_run_group_tests_name("review", tests, test_web_start, test_web_stop);
}
