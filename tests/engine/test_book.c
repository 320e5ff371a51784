/* Books against the solver: every move of every position within them; files whole, cut and damaged;
 * an agent with a book beside one without. */
#include "engine/book.h"
#include "support/support.h"

#include "core/file.h"

#include <canopy/kernel.h>
#include <stdlib.h>
#include <unistd.h>

static char path[64];

static cn_search *agent(const cn_game *game, const char *spec) {
    cn_search *search;
    cn_error error = {""};
    if (cn_search_new(game, spec, &search, &error) != CN_OK) fail_msg("%s", error.text);
    return search;
}

static void think(cn_search *search, const cn_position *p, int lines, cn_result *result) {
    cn_error error = {""};
    const cn_limits limits = {.infinite = true, .lines = lines};
    if (cn_search_run(search, p, &limits, NULL, NULL, result, &error) != CN_OK) {
        fail_msg("%s", error.text);
    }
}

/* A book of which every `step`-th score is left out; 0: none is. */
static cn_book *make(const cn_position *start, int plies, int step) {
    static cn_result result;
    cn_book *book;
    cn_position p;
    cn_error error = {""};
    cn_search *search = agent(start->game, "pvs:hash=4");
    if (cn_book_new(start, plies, &book, &error) != CN_OK) fail_msg("%s", error.text);
    assert_int_equal(cn_position_copy(start, &p, &error), CN_OK);
    int left = 0;
    for (int i = 0; i < cn_book_last(book); i++) {
        assert_true(cn_book_get(book, i, &p));
        if (step && i % step == 0) {
            left++;
            continue;
        }
        think(search, &p, 0, &result);
        assert_int_equal(cn_book_set(book, i, result.score, &error), CN_OK);
        assert_false(cn_book_get(book, i, &p));
    }
    assert_int_equal(cn_book_open(book), left);
    cn_position_free(&p);
    cn_search_free(search);
    return book;
}

/* Through a file, which is what makes a book ready to be asked. */
static cn_book *keep(cn_book *book, const cn_game *game) {
    cn_error error = {""};
    if (cn_book_write(book, path, &error) != CN_OK) fail_msg("%s", error.text);
    cn_book_free(book);
    if (cn_book_read(game, path, &book, &error) != CN_OK) fail_msg("%s", error.text);
    return book;
}

/* Every position within `plies` of `p`: what the book says of each move is what a search finds. */
static int compare(const cn_book *book, cn_search *search, const cn_position *p, int plies) {
    static cn_result found, told;
    if (p->rules->over(p->state) != CN_ONGOING) return 0;
    const bool known = cn_book_answer(book, p, 0, false, &told);
    assert_int_equal(known, plies > 0);
    if (!known) return 0;
    think(search, p, CN_LINES_MAX, &found);
    assert_int_equal(told.best, found.best);
    assert_int_equal(told.count, found.count);
    assert_int_equal(cn_score_compare(told.score, found.score), 0);
    for (int i = 0; i < told.count; i++) {
        assert_int_equal(told.moves[i].move, found.moves[i].move);
        assert_int_equal(cn_score_compare(told.moves[i].score, found.moves[i].score), 0);
    }
    int count = 1;
    cn_move list[CN_MOVES_MAX];
    const int moves = p->rules->moves(p->state, list);
    for (int i = 0; i < moves; i++) {
        cn_position child;
        assert_int_equal(cn_position_copy(p, &child, NULL), CN_OK);
        child.rules->play(child.state, list[i]);
        count += compare(book, search, &child, plies - 1);
        cn_position_free(&child);
    }
    return count;
}

static void against_search(void **state) {
    (void)state;
    static const struct {
        const char *game, *options;
        int plies, positions;
    } all[] = {{"connect4", "width=4,height=4", 4, 1 + 4 + 16 + 64},
               {"connect4", "width=5,height=4", 3, 1 + 5 + 25},
               {"tictactoe", NULL, 3, 1 + 9 + 72}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        cn_position start = test_position(all[i].game, all[i].options, NULL);
        cn_book *book = keep(make(&start, all[i].plies, 0), start.game);
        cn_search *search = agent(start.game, "pvs:hash=4");
        assert_int_equal(compare(book, search, &start, all[i].plies), all[i].positions);
        cn_search_free(search);
        cn_book_free(book);
        cn_position_free(&start);
    }
}

/* After nine plies every game has ended: all scores follow from the rules. */
static void to_the_end(void **state) {
    (void)state;
    static cn_result result;
    cn_position start = test_position("tictactoe", NULL, NULL);
    cn_book *book = keep(make(&start, 9, 0), start.game);
    assert_int_equal(cn_book_last(book), 0);
    assert_true(cn_book_answer(book, &start, 3, false, &result));
    assert_int_equal(result.line_length, 9);
    assert_int_equal(result.top_count, 3);
    assert_true(result.score.proven && result.score.value == 0);
    assert_int_equal(result.best, result.moves[0].move);
    assert_true(cn_book_answer(book, &start, 0, true, &result));
    assert_int_equal(result.best, result.moves[8].move);
    test_play(&start, "a1 a3 b1");
    assert_true(cn_book_answer(book, &start, 0, false, &result));
    assert_int_equal((int)result.moves[0].score.value, -1); /* b3 lets X end it with c1 */
    assert_int_equal(result.moves[0].score.plies, 2);
    cn_position_free(&start);
    cn_book_free(book);
}

/* What is not known yet is not told, and is there to go on with. */
static void unfinished(void **state) {
    (void)state;
    static cn_result result;
    cn_position start = test_position("connect4", "width=4,height=4", NULL);
    cn_book *book = make(&start, 4, 7);
    const int open = cn_book_open(book), last = cn_book_last(book);
    book = keep(book, start.game);
    assert_int_equal(cn_book_open(book), open);
    assert_int_equal(cn_book_last(book), last);
    assert_false(cn_book_answer(book, &start, 0, false, &result));
    cn_book_free(book);
    cn_position_free(&start);
}

/* Every file that is cut or has one byte changed is refused in one line, and nothing is left. */
static void damaged(void **state) {
    (void)state;
    cn_position start = test_position("tictactoe", NULL, NULL);
    cn_book *book = keep(make(&start, 3, 0), start.game);
    unsigned char *bytes;
    size_t size;
    cn_error error = {""};
    cn_book_free(book);
    assert_int_equal(cn_file_read(path, 1 << 16, &bytes, &size, &error), CN_OK);
    for (size_t i = 0; i < size; i++) {
        assert_int_equal(cn_book_decode(start.game, "b", bytes, i, &book, &error), CN_BAD_INPUT);
        assert_null(book);
        bytes[i] ^= 1;
        assert_int_equal(cn_book_decode(start.game, "b", bytes, size, &book, &error), CN_BAD_INPUT);
        assert_null(book);
        assert_null(strchr(error.text, '\n'));
        bytes[i] ^= 1;
    }
    assert_int_equal(cn_book_decode(start.game, "b", bytes, size, &book, &error), CN_OK);
    cn_book_free(book);
    assert_int_equal(cn_book_decode(cn_game_find("connect4"), "b", bytes, size, &book, &error),
                     CN_BAD_INPUT);
    assert_string_equal(error.text, "`b` is a book for tictactoe, not for connect4");
    free(bytes);
    cn_position_free(&start);
}

/* Scores that are not exact, or beyond what a byte holds. */
static void unfit(void **state) {
    (void)state;
    cn_position start = test_position("connect4", "width=4,height=4", NULL);
    cn_book *book;
    cn_error error;
    assert_int_equal(cn_book_new(&start, 2, &book, &error), CN_OK);
    cn_score score = cn_score_outcome(1, 5);
    assert_int_equal(cn_book_set(book, 0, score, &error), CN_OK);
    score.bound = CN_SCORE_AT_LEAST;
    assert_int_equal(cn_book_set(book, 0, score, &error), CN_UNSUPPORTED);
    assert_int_equal(cn_book_set(book, 0, cn_score_outcome(1, -1), &error), CN_UNSUPPORTED);
    assert_int_equal(cn_book_set(book, 0, cn_score_outcome(-1, 128), &error), CN_UNSUPPORTED);
    assert_int_equal(
        cn_book_set(book, 0, (cn_score){.kind = CN_SCORE_POINTS, .proven = true}, &error),
        CN_UNSUPPORTED);
    cn_book_free(book);
    cn_position_free(&start);
    start = test_position("go", "size=5", NULL);
    assert_int_equal(cn_book_new(&start, 2, &book, &error), CN_UNSUPPORTED);
    cn_position_free(&start);
    start = test_position("gomoku", NULL, NULL);
    assert_int_equal(cn_book_new(&start, 30, &book, &error), CN_BAD_USAGE);
    cn_position_free(&start);
}

/* An agent answers from its book, and by searching where the book ends or is for another board. */
static void agents(void **state) {
    (void)state;
    static cn_result result;
    char spec[128];
    cn_position p = test_position("connect4", "width=5,height=4", NULL);
    cn_book_free(keep(make(&p, 2, 0), p.game));
    snprintf(spec, sizeof spec, "pvs:hash=1,book=%s", path);
    cn_search *search = agent(p.game, spec);
    think(search, &p, 2, &result);
    assert_true(result.nodes == 0 && result.score.proven);
    assert_int_equal(result.top_count, 2);
    test_play(&p, "1 2");
    think(search, &p, 0, &result);
    assert_true(result.nodes > 0 && result.score.proven);
    cn_position_free(&p);
    p = test_position("connect4", "width=4,height=4", NULL);
    think(search, &p, 0, &result);
    assert_true(result.nodes > 0);
    cn_position_free(&p);
    cn_search_free(search);
    cn_error error;
    assert_int_equal(cn_search_new(cn_game_find("tictactoe"), spec, &search, &error), CN_BAD_INPUT);
}

/* The book that the program carries: the published scores of the first moves. */
static void built_in(void **state) {
    (void)state;
    static const int published[] = {-2, -1, 0, 1, 0, -1, -2};
    static cn_result result;
    cn_position p = test_position("connect4", NULL, NULL);
    cn_search *search = agent(p.game, "max");
    think(search, &p, 0, &result);
    assert_true(result.nodes == 0 && result.score.proven);
    assert_int_equal(result.best, 3);
    assert_int_equal(result.count, 7);
    for (int i = 0; i < 7; i++) {
        assert_true(result.moves[i].score.proven);
        assert_int_equal(result.moves[i].score.margin, published[i]);
    }
    cn_search_free(search);
    cn_position_free(&p);
}

/* Two perfect players, one with a book: from whatever opening, the game ends as it is proven. */
static void perfect_games(void **state) {
    (void)state;
    static cn_result result;
    char spec[128];
    cn_position start = test_position("connect4", "width=5,height=4", NULL);
    cn_book_free(keep(make(&start, 4, 0), start.game));
    snprintf(spec, sizeof spec, "pvs:hash=1,book=%s", path);
    cn_search *players[2] = {agent(start.game, spec), agent(start.game, "pvs:hash=1")};
    cn_rng rng = cn_rng_make(16, 5);
    for (int game = 0; game < (TEST_SANITIZED ? 20 : 100); game++) {
        cn_position p;
        assert_int_equal(cn_position_copy(&start, &p, NULL), CN_OK);
        const int plies = game % 9;
        for (int i = 0; i < plies && p.rules->over(p.state) == CN_ONGOING; i++) {
            p.rules->play(p.state, cn_playout_pick(p.rules, p.state, 0, &rng));
        }
        if (p.rules->over(p.state) == CN_ONGOING) {
            const int mover = p.rules->turn(p.state);
            think(players[1], &p, 0, &result);
            assert_true(result.score.proven);
            const cn_outcome proven = result.score.value == 0  ? CN_DRAW
                                      : result.score.value > 0 ? cn_win_of(mover)
                                                               : cn_win_of(mover ^ 1);
            while (p.rules->over(p.state) == CN_ONGOING) {
                think(players[(game ^ p.rules->turn(p.state)) & 1], &p, 0, &result);
                p.rules->play(p.state, result.best);
            }
            assert_int_equal(p.rules->over(p.state), proven);
        }
        cn_position_free(&p);
    }
    for (int i = 0; i < 2; i++) cn_search_free(players[i]);
    cn_position_free(&start);
}

int main(void) {
    snprintf(path, sizeof path, "/tmp/canopy-test-book-%ld", (long)getpid());
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(against_search), cmocka_unit_test(to_the_end),
        cmocka_unit_test(unfinished),     cmocka_unit_test(damaged),
        cmocka_unit_test(unfit),          cmocka_unit_test(agents),
        cmocka_unit_test(built_in),       cmocka_unit_test(perfect_games),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failed;
}
