/* Monte Carlo tree search: proofs against exact values, reuse, rewards; test_mcts_parts.c has the
 * parts of it. */
#include "support/support.h"

#include "search/mcts.h"
#include "search/mcts_select.h"

#include <stdlib.h>

typedef struct any_state {
    _Alignas(64) unsigned char bytes[CN_STATE_MAX];
} any_state;

static cn_result result;

static cn_search *new_search(const cn_game *game, const char *spec) {
    cn_search *search;
    cn_error error = {""};
    if (cn_search_new(game, spec, &search, &error) != CN_OK) fail_msg("%s", error.text);
    return search;
}

static void run(cn_search *search, const cn_position *p, const cn_limits *limits) {
    cn_error error = {""};
    if (cn_search_run(search, p, limits, NULL, NULL, &result, &error) != CN_OK) {
        fail_msg("%s", error.text);
    }
}

/* ---- proofs ---- */

enum { CODES = 19683 };

/* Exact values of all Tic-Tac-Toe positions for player 0, by the rules alone: 1, 0, -1. */
typedef struct exact {
    bool known[CODES];
    int8_t value[CODES];
    int count;
} exact;

static int code_of(const void *state) {
    cn_board board;
    cn_game_find("tictactoe")->draw(state, &board);
    int code = 0;
    for (int i = 0; i < 9; i++) code = code * 3 + board.cell[i];
    return code;
}

static int solve(exact *e, const cn_rules *rules, const void *state) {
    const int code = code_of(state);
    if (e->known[code]) return e->value[code];
    cn_move list[CN_MOVES_MAX];
    const int count = rules->moves(state, list);
    const cn_outcome outcome = rules->over(state);
    int best = outcome == CN_FIRST_WINS ? 1 : outcome == CN_SECOND_WINS ? -1 : 0;
    for (int i = 0; i < count; i++) {
        any_state after;
        cn_state_copy(rules, &after, state);
        rules->play(&after, list[i]);
        const int value = solve(e, rules, &after);
        const bool first = rules->turn(state) == 0;
        if (i == 0 || (first ? value > best : value < best)) best = value;
    }
    e->known[code] = true;
    e->value[code] = (int8_t)best;
    e->count++;
    return best;
}

typedef struct visitor {
    exact values;
    bool seen[CODES];
    cn_search *search;
    int proven;
} visitor;

static void check_all(visitor *v, const cn_position *p) {
    const cn_rules *rules = p->rules;
    const int code = code_of(p->state);
    if (v->seen[code] || rules->over(p->state) != CN_ONGOING) return;
    v->seen[code] = true;
    cn_search_clear(v->search);
    run(v->search, p, NULL);
    const int sign = rules->turn(p->state) == 0 ? 1 : -1;
    const int value = sign * v->values.value[code];
    assert_true(result.score.proven);
    if ((cn_score_number(result.score) > 0) - (cn_score_number(result.score) < 0) != value) {
        char text[64];
        p->game->print(p->state, text, sizeof text);
        fail_msg("%s: value %d, exactly %d", text, cn_score_number(result.score), value);
    }
    v->proven++;
    cn_position after;
    cn_move list[CN_MOVES_MAX];
    const cn_move best = result.best;
    const int count = rules->moves(p->state, list);
    for (int i = 0; i < count; i++) {
        assert_int_equal(cn_position_copy(p, &after, NULL), CN_OK);
        rules->play(after.state, list[i]);
        if (list[i] == best) {
            assert_int_equal(sign * v->values.value[code_of(after.state)], value);
        }
        check_all(v, &after);
        cn_position_free(&after);
    }
}

static void solves_tictactoe(void **spec) {
    static visitor v;
    memset(&v, 0, sizeof v);
    cn_position p = test_position("tictactoe", NULL, NULL);
    assert_int_equal(solve(&v.values, p.rules, p.state), 0);
    assert_int_equal(v.values.count, 5478);
    v.search = new_search(p.game, *spec);
    check_all(&v, &p);
    assert_int_equal(v.proven, 4520); /* 5478 less 958 ended games */
    cn_search_free(v.search);
    cn_position_free(&p);
}

/* Among the moves that are searched, which may be fewer than the legal ones. */
static bool settled(void) {
    return result.score.proven || cn_value_decided(cn_score_number(result.score));
}

/* Late positions of every game: where both alpha-beta and this prove a value, it is the same. */
static void agrees_with_alphabeta(void **state) {
    const cn_game *game = *state;
    cn_search *exact_search = new_search(game, "pvs:nodes=30000,hash=4");
    cn_search *search =
        new_search(game, "mcts:iterations=3000,rave=off,bias=0,expand=one,c=1,threshold=1");
    cn_rng rng = cn_rng_make(11, 1);
    int both = 0;
    for (int round = 0; round < 60; round++) {
        cn_position p = test_position_of(game, NULL, NULL);
        const cn_rules *rules = p.rules;
        /* Play to the end to learn the length, then stop a few moves before it. */
        cn_move moves[CN_PLAYOUT_MAX];
        int length = 0;
        for (; rules->over(p.state) == CN_ONGOING && length < CN_PLAYOUT_MAX; length++) {
            moves[length] = cn_playout_pick(rules, p.state, 0, &rng);
            rules->play(p.state, moves[length]);
        }
        cn_position_free(&p);
        p = test_position_of(game, NULL, NULL);
        const int back = 3 + (int)cn_rng_below(&rng, 6);
        for (int i = 0; i < length - back; i++) rules->play(p.state, moves[i]);
        cn_search_clear(search);
        run(search, &p, NULL);
        if (settled()) {
            const int value =
                (cn_score_number(result.score) > 0) - (cn_score_number(result.score) < 0);
            run(exact_search, &p, NULL);
            if (settled()) {
                assert_int_equal((cn_score_number(result.score) > 0) -
                                     (cn_score_number(result.score) < 0),
                                 value);
                both++;
            }
        }
        cn_position_free(&p);
    }
    cn_search_free(search);
    cn_search_free(exact_search);
    assert_true(both >= 10);
}

/* On a small board of Connect Four positions from the eighth move on are proven, and as
 * alpha-beta has it. */
static void solves_small_boards(void **unused) {
    (void)unused;
    cn_rng rng = cn_rng_make(4, 4);
    cn_search *exact_search = new_search(cn_game_find("connect4"), "pvs:depth=20,hash=4");
    cn_search *search = new_search(cn_game_find("connect4"), "mcts:iterations=500000");
    int values[3] = {0};
    for (int round = 0; round < 30; round++) {
        cn_position p = test_position("connect4", "width=5,height=4", NULL);
        const int plies = 8 + round % 3;
        for (int i = 0; i < plies && p.rules->over(p.state) == CN_ONGOING; i++) {
            p.rules->play(p.state, cn_playout_pick(p.rules, p.state, 0, &rng));
        }
        if (p.rules->over(p.state) == CN_ONGOING) {
            run(exact_search, &p, NULL);
            assert_true(result.score.proven);
            const int value =
                (cn_score_number(result.score) > 0) - (cn_score_number(result.score) < 0);
            cn_search_clear(search);
            run(search, &p, NULL);
            assert_true(result.score.proven);
            assert_int_equal(
                (cn_score_number(result.score) > 0) - (cn_score_number(result.score) < 0), value);
            values[1 + value]++;
        }
        cn_position_free(&p);
    }
    assert_true(values[0] > 0 && values[1] > 0 && values[2] > 0);
    cn_search_free(search);
    cn_search_free(exact_search);
}

/* ---- reuse ---- */

typedef struct sought {
    int depth;
    cn_move first, second;
    bool below;
    uint64_t visits;
} sought;

static bool seek(const cn_tree_node *node, void *user) {
    sought *s = user;
    if (node->depth == 1) s->below = node->move == s->first;
    if (node->depth == 2 && s->below && node->move == s->second) s->visits = node->visits;
    return true;
}

static uint64_t visits_of_all(void) {
    uint64_t all = 0;
    for (int i = 0; i < result.count; i++) all += result.moves[i].visits;
    return all;
}

static void keeps_the_tree(void **state) {
    cn_position p = test_position_of(*state, NULL, NULL);
    cn_search *search = new_search(*state, "uct:iterations=20000,reuse=on");
    run(search, &p, NULL);
    assert_int_equal(visits_of_all(), 20000);
    /* The same position again: what was learnt stays. */
    const cn_limits few = {.iterations = 10};
    run(search, &p, &few);
    assert_int_equal(visits_of_all(), 20010);
    assert_int_equal(result.visits, 10);
    /* Two moves on, along the line. */
    assert_true(result.line_length >= 2);
    sought s = {.first = result.line[0], .second = result.line[1]};
    cn_search_tree(search, 2, 0, seek, &s);
    assert_true(s.visits > 10);
    p.rules->play(p.state, s.first);
    p.rules->play(p.state, s.second);
    run(search, &p, &few);
    assert_int_equal(visits_of_all(), s.visits - 1 + 10); /* its own playout stays behind */
    assert_int_equal(result.iterations, 10);
    /* Elsewhere, and after clearing: nothing. */
    cn_position start = test_position_of(*state, NULL, NULL);
    run(search, &start, &few);
    assert_int_equal(visits_of_all(), 10);
    run(search, &start, &few);
    assert_int_equal(visits_of_all(), 20);
    cn_search_clear(search);
    run(search, &start, &few);
    assert_int_equal(visits_of_all(), 10);
    cn_search_free(search);
    cn_position_free(&start);
    cn_position_free(&p);
}

/* Whole games with a kept tree, proofs and all. */
static void plays_games_with_reuse(void **state) {
    static const char *const specs[] = {"mcts:iterations=300", "mcts:iterations=300,strategy=root",
                                        "mcts:iterations=300,strategy=tree,threads=2"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        cn_position p = test_position_of(*state, NULL, NULL);
        cn_search *search = new_search(*state, specs[i]);
        cn_rng rng = cn_rng_make(9, i);
        for (int ply = 0; p.rules->over(p.state) == CN_ONGOING && ply < 60; ply++) {
            cn_move move = cn_playout_pick(p.rules, p.state, 0, &rng);
            if (ply % 2 == 0) {
                run(search, &p, NULL);
                move = result.best;
            }
            assert_true(cn_position_legal(&p, move));
            p.rules->play(p.state, move);
        }
        cn_search_free(search);
        cn_position_free(&p);
    }
}

/* ---- play ---- */

static void beats_random(void **state) {
    const cn_game *game = *state;
    cn_search *search = new_search(game, "mcts:iterations=150");
    cn_rng rng = cn_rng_make(21, 1);
    int points = 0;
    enum { GAMES = 8 };
    for (int round = 0; round < GAMES; round++) {
        cn_position p = test_position_of(game, NULL, NULL);
        const int me = round % 2;
        while (p.rules->over(p.state) == CN_ONGOING) {
            cn_move list[CN_MOVES_MAX];
            const int count = p.rules->moves(p.state, list);
            cn_move move = list[cn_rng_below(&rng, (uint32_t)count)];
            if (p.rules->turn(p.state) == me) {
                run(search, &p, NULL);
                move = result.best;
            }
            p.rules->play(p.state, move);
        }
        const cn_outcome outcome = p.rules->over(p.state);
        points += outcome == cn_win_of(me) ? 2 : outcome == CN_DRAW;
        cn_position_free(&p);
    }
    cn_search_free(search);
    assert_true(points >= 2 * GAMES - 3);
}

/* An ally plays for the side to move: every node's mean is that side's, so all means of a line are
 * high where the side to move can be helped to win. */
static bool all_high(const cn_tree_node *node, void *user) {
    if (node->depth > 0 && node->visits > 300 && node->score.value < 0.5) *(bool *)user = false;
    return true;
}

static void allies_help(void **unused) {
    (void)unused;
    cn_position p = test_position("tictactoe", NULL, NULL);
    cn_search *ally = new_search(p.game, "uct:iterations=20000,opponent=ally,c=0.5");
    cn_search *adversary = new_search(p.game, "uct:iterations=20000,c=0.5");
    bool high = true;
    run(ally, &p, NULL);
    assert_true(result.score.value > 0.9);
    cn_search_tree(ally, 4, 0, all_high, &high);
    assert_true(high);
    run(adversary, &p, NULL);
    assert_true(result.score.value < 0.75);
    cn_search_free(ally);
    cn_search_free(adversary);
    cn_position_free(&p);
}

static void score_rewards(void **state) {
    cn_position p = test_position_of(*state, NULL, NULL);
    cn_search *search = new_search(
        *state, "uct:iterations=500,reward=score,opponent=ally,playout-end=pass,final=uct");
    cn_error error = {""};
    const cn_status status = cn_search_run(search, &p, NULL, NULL, NULL, &result, &error);
    if (p.rules->score) {
        assert_int_equal(status, CN_OK);
        assert_int_equal(result.visits, 500);
    } else {
        assert_int_equal(status, CN_UNSUPPORTED);
        assert_non_null(strstr(error.text, "reward=score"));
    }
    cn_search_free(search);
    cn_position_free(&p);
}

/* A game that ends early: the score gives the empty squares to the winner, the discs as they lie
 * are what report A counts. */
static void eval_rewards(void **unused) {
    (void)unused;
    cn_position p =
        test_position("othello", NULL,
                      "--------/--------/--------/---XO---/--------/--------/--------/-------- X");
    cn_search *score = new_search(p.game, "uct:iterations=50,reward=score");
    cn_search *discs = new_search(p.game, "uct:iterations=50,reward=eval,eval=discs");
    run(score, &p, NULL); /* the only move takes the only disc */
    assert_int_equal(result.score.kind, CN_SCORE_POINTS);
    assert_true(result.score.value == 64);
    run(discs, &p, NULL);
    assert_int_equal(result.score.kind, CN_SCORE_POINTS);
    assert_true(result.score.value == 3);
    cn_search_free(score);
    cn_search_free(discs);
    cn_position_free(&p);
}

static void refuses(void **unused) {
    (void)unused;
    static const char *const bad[] = {
        "mcts:strategy=ybw",       "pvs:strategy=root",    "mcts:opponent=ally,rave=on",
        "uct:reward=score,bias=3", "mcts:eval=nonsense",   "mcts:playouts=0",
        "mcts:lock=maybe",         "mcts:virtual-loss=-1",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cn_search *search;
        cn_error error = {""};
        assert_int_equal(cn_search_new(cn_game_find("tictactoe"), bad[i], &search, &error),
                         CN_BAD_USAGE);
        assert_true(strlen(error.text) > 10);
    }
}

/* A win in one is played without a search, and a robust choice costs at most a quarter more. */
static void small_things(void **unused) {
    (void)unused;
    cn_position p = test_position("tictactoe", NULL, "xx./oo./... x");
    cn_search *search = new_search(p.game, "mcts:iterations=1");
    run(search, &p, NULL);
    assert_int_equal(result.best, 2);
    assert_true(result.score.proven);
    assert_int_equal(cn_score_number(result.score), CN_WIN - 1);
    cn_search_free(search);
    cn_position_free(&p);
    p = test_position("connect4", NULL, NULL);
    search = new_search(p.game, "uct:iterations=1000,final=robust");
    run(search, &p, NULL);
    assert_true(result.iterations >= 1000 && result.iterations <= 1262);
    cn_search_free(search);
    cn_position_free(&p);
}

/* final=settled plays what final=visits plays, of searches that begin with nothing, and never with
 * more iterations; a position that is analysed gets them all. */
static void settled_is_early(void **unused) {
    (void)unused;
    static const char *const moves[] = {"", "e5", "e5 c4", "c3 g7 g3 c7", "e5 e4 d4 f4"};
    int saved = 0;
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        cn_position p = test_position("go", "size=9", NULL);
        test_play(&p, moves[i]);
        cn_search *all = new_search(p.game, "mcts:iterations=1000,solver=off,final=visits");
        cn_search *early = new_search(p.game, "mcts:iterations=1000,solver=off,final=settled");
        const cn_limits lines = {.lines = 2};
        run(early, &p, &lines);
        assert_int_equal(result.iterations, 1000);
        cn_search_clear(early);
        run(all, &p, NULL);
        const cn_move best = result.best;
        run(early, &p, NULL);
        assert_int_equal(result.best, best);
        assert_true(result.iterations <= 1000);
        saved += 1000 - (int)result.iterations;
        cn_search_free(all);
        cn_search_free(early);
        cn_position_free(&p);
    }
    assert_true(saved > 0);
}

int main(void) {
    struct CMUnitTest tests[64] = {
        {"solves tictactoe", solves_tictactoe, NULL, NULL, "mcts:iterations=200000"},
        {"solves tictactoe, rollouts", solves_tictactoe, NULL, NULL,
         "mcts:iterations=200000,rollouts=3,rave=on,expand=all"},
        cmocka_unit_test(solves_small_boards),
        cmocka_unit_test(allies_help),
        cmocka_unit_test(eval_rewards),
        cmocka_unit_test(refuses),
        cmocka_unit_test(small_things),
        cmocka_unit_test(settled_is_early),
    };
    static const test_of_game each[] = {
        {"agrees with alpha-beta", agrees_with_alphabeta},
        {"keeps the tree", keeps_the_tree},
        {"plays games with reuse", plays_games_with_reuse},
        {"beats random", beats_random},
        {"score rewards", score_rewards},
    };
    size_t count = 0;
    while (tests[count].name) count++;
    count = test_each_game(tests, count, each, sizeof each / sizeof *each);
    return _cmocka_run_group_tests("mcts", tests, count, NULL, NULL);
}
