/* Othello's endgames: every legal move of the FFO positions against its published exact score, and
 * the endgame expert against them and against a plain solver of our own. */
#include "support/support.h"

#include <canopy/search.h>
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

/* ---- the expert ---- */

enum {
    RANDOM_GAMES = TEST_SANITIZED ? 100 : 1000,
    MADE_UP = TEST_SANITIZED ? 60 : 500,
    EXPERT_EMPTIES = TEST_SANITIZED ? 16 : 19,
};

static cn_search *new_search(const char *spec) {
    cn_search *search;
    cn_error error = {""};
    if (cn_search_new(cn_game_find("othello"), spec, &search, &error) != CN_OK) {
        fail_msg("%s: %s", spec, error.text);
    }
    return search;
}

/* The proven score of a position with its `lines` best moves. */
static int run(cn_search *search, const cn_position *p, int lines, cn_result *result) {
    cn_error error = {""};
    const cn_limits limits = {.infinite = true, .lines = lines};
    if (cn_search_run(search, p, &limits, NULL, NULL, result, &error) != CN_OK) {
        fail_msg("%s", error.text);
    }
    assert_true(result->score.proven);
    assert_int_equal(result->score.kind, CN_SCORE_POINTS);
    return (int)result->score.value;
}

/* The line must lead to the end of the game and to the very score. */
static void check_line(const cn_position *p, const cn_result *result, int score) {
    cn_position end;
    assert_int_equal(cn_position_copy(p, &end, NULL), CN_OK);
    for (int i = 0; i < result->line_length; i++) {
        assert_int_equal(p->rules->over(end.state), CN_ONGOING);
        p->rules->play(end.state, result->line[i]);
    }
    assert_int_not_equal(p->rules->over(end.state), CN_ONGOING);
    const int black = p->rules->score(end.state);
    assert_int_equal(p->rules->turn(p->state) == 0 ? black : -black, score);
    cn_position_free(&end);
}

/* Every move that a line of an OBF file lists, found by the search with its score. */
static void check_listed(cn_search *search, const char *row, bool all_moves) {
    static cn_result result;
    cn_position p = test_position("othello", NULL, row);
    cn_error error = {""};
    const int best = atoi(strchr(row, ':') + 1);
    const int score = run(search, &p, all_moves ? p.rules->count(p.state) : 1, &result);
    if (score != best) fail_msg("%.66s: %+d, not %+d", row, score, best);
    check_line(&p, &result, best);
    for (const char *q = strchr(row, ';'); all_moves && q && *(q += strspn(q, "; "));) {
        cn_move move;
        assert_int_equal(cn_position_read_move(&p, q, &move, &q, &error), CN_OK);
        const int listed = (int)strtol(q + 1, (char **)&q, 10);
        int at = 0;
        while (at < result.top_count && result.top[at].info.move != move) at++;
        assert_true(at < result.top_count);
        assert_int_equal((int)result.top[at].info.score.value, listed);
    }
    cn_position_free(&p);
}

/* Who wins, asked for alone, must be what the listed score says, and proven: the searches before
 * the proof are selective from 14 empty squares on, and what they believe proves nothing. */
static void check_outcome(cn_search *outcome, const char *row) {
    static cn_result result;
    cn_error error = {""};
    const cn_limits limits = {.infinite = true};
    const int score = atoi(strchr(row, ':') + 1);
    cn_position p = test_position("othello", NULL, row);
    cn_search_clear(outcome);
    assert_int_equal(cn_search_run(outcome, &p, &limits, NULL, NULL, &result, &error), CN_OK);
    assert_true(result.score.proven);
    assert_int_equal((result.score.value > 0) - (result.score.value < 0),
                     (score > 0) - (score < 0));
    cn_position_free(&p);
}

static void expert_on_ffo(void **unused) {
    (void)unused;
    static const char *const files[] = {"positions/othello/fforum-1-19.obf",
                                        "positions/othello/fforum-20-39.obf"};
    cn_search *search = new_search("pvs:expert=endgame,score=on,hash=16");
    cn_search *outcome = new_search("pvs:expert=endgame,score=off,hash=16");
    int solved = 0;
    for (int i = 0; i < 2; i++) {
        char *text = test_read(files[i]);
        for (char *save, *row = strtok_r(text, "\n", &save); row;
             row = strtok_r(NULL, "\n", &save)) {
            if (empties(row) > EXPERT_EMPTIES) continue;
            check_listed(search, row, i == 0);
            check_outcome(outcome, row);
            solved++;
        }
        free(text);
    }
    cn_search_free(search);
    cn_search_free(outcome);
    assert_true(solved >= 19);
}

/* A search with limits asks first who wins and then by how much; where the limits let it end, it
 * must have found the same. Limits of nodes stand for those of time. */
static void check_limited(cn_search *limited, const cn_position *p, int score) {
    static cn_result result;
    cn_error error = {""};
    assert_int_equal(cn_search_run(limited, p, NULL, NULL, NULL, &result, &error), CN_OK);
    assert_true(result.score.proven && result.complete);
    assert_int_equal(result.score.kind, CN_SCORE_POINTS);
    assert_int_equal(result.score.bound, CN_SCORE_EXACT);
    assert_int_equal((int)result.score.value, score);
    check_line(p, &result, score);
}

/* True if the score is exactly this, by two null windows. */
static bool is_worth(const cn_position *p, int score) {
    return solve(p, p->state, score - 1, score) >= score &&
           solve(p, p->state, score, score + 1) <= score;
}

/* The same position for three searches: for the score, for who wins, and with limits. */
typedef struct searches {
    cn_search *exact, *outcome, *limited;
} searches;

static searches new_searches(const char *table) {
    char spec[3][96];
    snprintf(spec[0], sizeof *spec, "pvs:expert=endgame,score=on,hash=1");
    snprintf(spec[1], sizeof *spec, "pvs:expert=endgame,score=off,hash=1,table=%s", table);
    snprintf(spec[2], sizeof *spec, "pvs:expert=endgame,score=on,hash=1,nodes=1000000000");
    return (searches){new_search(spec[0]), new_search(spec[1]), new_search(spec[2])};
}

static void free_searches(searches s) {
    cn_search_free(s.exact);
    cn_search_free(s.outcome);
    cn_search_free(s.limited);
}

static void check_position(searches s, const cn_position *p) {
    static cn_result result;
    cn_error error = {""};
    const cn_limits limits = {.infinite = true};
    const int score = run(s.exact, p, 1, &result);
    char text[80];
    p->game->print(p->state, text, sizeof text);
    if (!is_worth(p, score)) fail_msg("%s is not worth %+d", text, score);
    check_line(p, &result, score);
    check_limited(s.limited, p, score);
    assert_int_equal(cn_search_run(s.outcome, p, &limits, NULL, NULL, &result, &error), CN_OK);
    assert_true(result.score.proven);
    const int sign = (score > 0) - (score < 0);
    if ((result.score.value > 0) - (result.score.value < 0) != sign) {
        fail_msg("%s: outcome %g, score %+d", text, result.score.value, score);
    }
}

/* From 4 to 16 empty squares, the many of them only now and then: the plain solver is slow. */
static void expert_on_random_games(void **unused) {
    (void)unused;
    const searches all = new_searches("on");
    cn_position start = test_position("othello", NULL, NULL);
    cn_rng rng = cn_rng_make(11, 0);
    for (int n = 0; n < RANDOM_GAMES;) {
        const int left = n % 25 == 0 ? 13 + n / 25 % 4 : 4 + n % 9;
        cn_position p;
        assert_int_equal(cn_position_copy(&start, &p, NULL), CN_OK);
        char text[80];
        do {
            cn_move list[CN_MOVES_MAX];
            const int count = p.rules->moves(p.state, list);
            p.rules->play(p.state, list[cn_rng_below(&rng, (uint32_t)count)]);
            p.game->print(p.state, text, sizeof text);
        } while (p.rules->over(p.state) == CN_ONGOING && empties(text) > left);
        if (p.rules->over(p.state) == CN_ONGOING) {
            check_position(all, &p);
            n++;
        }
        cn_position_free(&p);
    }
    cn_position_free(&start);
    free_searches(all);
}

/* Boards that no game leads to: discs at random, some of one colour almost only. */
static void made_up_board(cn_rng *rng, int left, char text[67]) {
    const uint32_t black = 1 + cn_rng_below(rng, 7);
    for (int i = 0; i < 64; i++) text[i] = cn_rng_below(rng, 8) < black ? 'X' : 'O';
    while (left > 0) {
        const uint32_t i = cn_rng_below(rng, 64);
        left -= text[i] != '-';
        text[i] = '-';
    }
    snprintf(text + 64, 3, " %c", cn_rng_below(rng, 2) ? 'X' : 'O');
}

static void expert_on_made_up_boards(void **unused) {
    (void)unused;
    const searches all = new_searches("off");
    cn_rng rng = cn_rng_make(12, 0);
    for (int n = 0; n < MADE_UP; n++) {
        char text[67];
        made_up_board(&rng, 1 + n % 11, text);
        cn_position p = test_position("othello", NULL, text);
        if (p.rules->over(p.state) == CN_ONGOING) check_position(all, &p);
        cn_position_free(&p);
    }
    free_searches(all);
}

/* Where passing is not allowed the expert must keep out of it, and points are as they lie. */
static void without_passing(void **unused) {
    (void)unused;
    static cn_result result;
    cn_search *search = new_search("pvs:score=on,hash=1");
    cn_rng rng = cn_rng_make(13, 0);
    int differ = 0;
    for (int n = 0; n < 200; n++) {
        char text[67];
        made_up_board(&rng, 4 + n % 5, text);
        cn_position p = test_position("othello", "rules=no-pass", text);
        cn_position with = test_position("othello", NULL, text);
        assert_false(p.experts->serves(p.state));
        assert_true(with.experts->serves(with.state));
        if (p.rules->over(p.state) == CN_ONGOING) {
            const int score = run(search, &p, 1, &result);
            if (!is_worth(&p, score)) fail_msg("%s is not worth %+d without passes", text, score);
            differ += run(search, &with, 1, &result) != score;
        }
        cn_position_free(&p);
        cn_position_free(&with);
    }
    cn_search_free(search);
    assert_true(differ > 0);
}

/* The search before the endgame values many boards together, which must not change a value: to
 * three plies, where it skips nothing yet, it says what the general search says, also where sides
 * pass and games end within its depth. */
static void expert_before_the_endgame(void **unused) {
    (void)unused;
    static cn_result fast, general;
    cn_search *search = new_search("pvs:eval=learned,expert=midgame,selectivity=1,hash=1,depth=3");
    cn_search *reference = new_search("pvs:eval=learned,expert=off,hash=1,depth=3");
    cn_rng rng = cn_rng_make(14, 0);
    cn_error error = {""};
    for (int n = 0; n < (TEST_SANITIZED ? 40 : 200); n++) {
        char text[67];
        made_up_board(&rng, 2 + n % 55, text);
        cn_position p = test_position("othello", NULL, text);
        if (p.rules->over(p.state) == CN_ONGOING) {
            cn_search_clear(search);
            cn_search_clear(reference);
            assert_int_equal(cn_search_run(search, &p, NULL, NULL, NULL, &fast, &error), CN_OK);
            assert_int_equal(cn_search_run(reference, &p, NULL, NULL, NULL, &general, &error),
                             CN_OK);
            if (fast.score.kind != general.score.kind || fast.score.value != general.score.value) {
                fail_msg("%s: %g, not %g", text, fast.score.value, general.score.value);
            }
        }
        cn_position_free(&p);
    }
    cn_search_free(search);
    cn_search_free(reference);
}

/* A search with limits uses the expert where it can finish, and only there. Limits of nodes stand
 * for those of time, so that
 * the test does not depend on the machine. */
static void limits_decide(void **unused) {
    (void)unused;
    static cn_result result;
    static const char ffo_1[] = /* 14 empty squares */
        "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    static const char ffo_40[] = /* 20 */
        "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";
    const struct {
        const char *spec, *position;
        bool proven;
    } cases[] = {
        {"pvs:nodes=1000000,score=on", ffo_1, true},
        {"pvs:nodes=1000,score=on", ffo_1, false},
        {"pvs:nodes=100000000,score=on", ffo_40, true},
        {"pvs:nodes=100000,score=on", ffo_40, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cn_search *search = new_search(cases[i].spec);
        cn_position p = test_position("othello", NULL, cases[i].position);
        cn_error error = {""};
        assert_int_equal(cn_search_run(search, &p, NULL, NULL, NULL, &result, &error), CN_OK);
        if (result.score.proven != cases[i].proven) {
            fail_msg("%s: %s", cases[i].spec, cases[i].proven ? "not proven" : "proven");
        }
        cn_position_free(&p);
        cn_search_free(search);
    }
}

/* Where the limits end the endgame expert early, the answer is that of a search which was as deep
 * as a fifth of them allows, if the search is selective; else that of the 8 plies which sort. */
static void cut_short(void **unused) {
    (void)unused;
    static cn_result result;
    static const char ffo_46[] = /* 24 empty squares */
        "---XXX----OOOX----OOOXX--OOOOXXX--OOOOXX--OXOXXX--XXOO---XXXX-O- X";
    for (int selective = 0; selective < 2; selective++) {
        cn_search *search =
            new_search(selective ? "pvs:eval=learned,expert=endgame,nodes=300000,selectivity=1"
                                 : "pvs:eval=learned,expert=endgame,nodes=300000");
        cn_position p = test_position("othello", NULL, ffo_46);
        cn_error error = {""};
        assert_int_equal(cn_search_run(search, &p, NULL, NULL, NULL, &result, &error), CN_OK);
        assert_false(result.complete);
        assert_true(selective ? result.depth > 9 && result.depth < 21 : result.depth == 8);
        cn_position_free(&p);
        cn_search_free(search);
    }
}

/* Limits that let a search prove who wins but not by how much: it says by how much at least, and
 * its move must win indeed. */
static bool wins_by_a_bound(cn_search *outcome, const char *row, int nodes) {
    static cn_result result;
    char spec[80];
    snprintf(spec, sizeof spec, "pvs:expert=endgame,score=on,hash=1,nodes=%d", nodes);
    cn_error error = {""};
    cn_position p = test_position("othello", NULL, row);
    cn_search *search = new_search(spec);
    assert_int_equal(cn_search_run(search, &p, NULL, NULL, NULL, &result, &error), CN_OK);
    const bool bound = result.score.proven && result.score.bound == CN_SCORE_AT_LEAST;
    if (bound) {
        const int best = atoi(strchr(row, ':') + 1);
        assert_true(result.score.value > 0 && (int)result.score.value <= best);
        p.rules->play(p.state, result.best);
        const cn_limits limits = {.infinite = true};
        assert_int_equal(cn_search_run(outcome, &p, &limits, NULL, NULL, &result, &error), CN_OK);
        assert_true(result.score.proven && result.score.value < 0);
    }
    cn_search_free(search);
    cn_position_free(&p);
    return bound;
}

static void winner_without_margin(void **unused) {
    (void)unused;
    static const char *const files[] = {"positions/othello/fforum-1-19.obf",
                                        "positions/othello/fforum-20-39.obf"};
    int bounds = 0;
    cn_search *outcome = new_search("pvs:expert=endgame,score=off,hash=16");
    for (int i = 0; i < 2; i++) {
        char *text = test_read(files[i]);
        for (char *save, *row = strtok_r(text, "\n", &save); row;
             row = strtok_r(NULL, "\n", &save)) {
            if (empties(row) > EXPERT_EMPTIES) continue;
            for (int nodes = 2000; nodes < 300000; nodes *= 2) {
                bounds += wins_by_a_bound(outcome, row, nodes);
            }
        }
        free(text);
    }
    cn_search_free(outcome);
    assert_true(bounds > 0);
}

/* However a game goes, its clock lasts, and the most time goes to a move near the end, which may
 * solve the game. */
static void time_is_kept(void **unused) {
    (void)unused;
    cn_rng rng = cn_rng_make(13, 0);
    for (int n = 0; n < 100; n++) {
        cn_position p = test_position("othello", NULL, NULL);
        double clock = 0.02 * (1 << n % 16), first = 0, most = 0;
        int solved = 0;
        for (int ply = 0; p.rules->over(p.state) == CN_ONGOING; ply++) {
            char text[80];
            cn_move list[CN_MOVES_MAX];
            p.game->print(p.state, text, sizeof text);
            if (ply % 2 == 0 && empties(text) >= 2) {
                const double share = p.experts[0].share(p.state, clock);
                assert_true(share > 0 && share < clock);
                if (first == 0) first = share;
                if (share > most) solved = empties(text);
                most = share > most ? share : most;
                clock -= share;
            }
            const int count = p.rules->moves(p.state, list);
            p.rules->play(p.state, list[cn_rng_below(&rng, (uint32_t)count)]);
        }
        assert_true(most > 3 * first && solved >= 15 && solved <= 36);
        cn_position_free(&p);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(endgames),
        cmocka_unit_test(expert_on_ffo),
        cmocka_unit_test(expert_on_random_games),
        cmocka_unit_test(expert_on_made_up_boards),
        cmocka_unit_test(without_passing),
        cmocka_unit_test(expert_before_the_endgame),
        cmocka_unit_test(limits_decide),
        cmocka_unit_test(cut_short),
        cmocka_unit_test(winner_without_margin),
        cmocka_unit_test(time_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
