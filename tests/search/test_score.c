/* Scores: their arithmetic, order and words; and over all games, that what a search says of a
 * position and its moves agrees with a plain proof, and says nothing of what was not searched. */
#include "search/score.h"
#include "support/support.h"

#include <canopy/search.h>

/* ---- arithmetic ---- */

static bool alike(cn_score a, cn_score b) {
    return a.kind == b.kind && a.bound == b.bound && a.proven == b.proven && a.plies == b.plies &&
           a.unit == b.unit && a.value == b.value;
}

enum { SAMPLES = 400 };

/* Values are multiples of 1/64, so that one less a chance is exact. */
static cn_score sample(cn_rng *rng) {
    cn_score s = {.kind = (cn_score_kind)cn_rng_below(rng, 5), .plies = -1};
    if (s.kind == CN_SCORE_NONE) return (cn_score){.kind = CN_SCORE_NONE};
    s.bound = (cn_score_bound)cn_rng_below(rng, 3);
    const int steps = (int)cn_rng_below(rng, 65);
    switch (s.kind) {
    case CN_SCORE_CHANCE: s.value = steps / 64.0; break;
    case CN_SCORE_OUTCOME: s.value = steps % 3 - 1; break;
    default: s.value = (steps - 32) / 4.0;
    }
    if (s.kind == CN_SCORE_EVAL) s.unit = steps % 2 ? 64 : 0;
    if (s.kind == CN_SCORE_OUTCOME || s.kind == CN_SCORE_POINTS) {
        s.proven = steps % 5 > 0;
        s.plies = (int)cn_rng_below(rng, 6) - 1;
    }
    return s;
}

static void test_back_and_forth(void **unused) {
    (void)unused;
    cn_rng rng = cn_rng_make(1, 0);
    for (int i = 0; i < SAMPLES; i++) {
        const cn_score s = sample(&rng), back = cn_score_one_ply_earlier(s);
        assert_true(alike(cn_score_negate(cn_score_negate(s)), s));
        assert_true(alike(cn_score_one_ply_later(back), s));
        assert_true(alike(cn_score_negate(back), cn_score_one_ply_earlier(cn_score_negate(s))));
        const bool counts = s.kind == CN_SCORE_OUTCOME || s.kind == CN_SCORE_POINTS;
        assert_int_equal(back.plies, counts && s.plies >= 0 ? s.plies + 1 : s.plies);
    }
}

static void test_order(void **unused) {
    (void)unused;
    cn_rng rng = cn_rng_make(2, 0);
    static cn_score all[SAMPLES / 4];
    enum { COUNT = SAMPLES / 4 };
    for (int i = 0; i < COUNT; i++) all[i] = sample(&rng);
    for (int i = 0; i < COUNT; i++) {
        for (int j = 0; j < COUNT; j++) {
            const int order = cn_score_compare(all[i], all[j]);
            assert_int_equal(cn_score_compare(all[j], all[i]), -order);
            const bool none = all[i].kind == CN_SCORE_NONE || all[j].kind == CN_SCORE_NONE;
            const bool one_kind = all[i].kind == all[j].kind;
            if (!none && one_kind) { /* what is better for one is worse for the other */
                assert_int_equal(cn_score_compare(cn_score_negate(all[j]), cn_score_negate(all[i])),
                                 order);
            }
            for (int k = 0; order <= 0 && k < COUNT; k++) {
                if (cn_score_compare(all[j], all[k]) > 0) continue;
                assert_true(cn_score_compare(all[i], all[k]) <= 0);
            }
        }
    }
    const cn_score rising[] = {
        {.kind = CN_SCORE_NONE},
        cn_score_outcome(-1, 2),
        cn_score_outcome(-1, 8),
        {.kind = CN_SCORE_EVAL, .plies = -1, .value = -900},
        {.kind = CN_SCORE_CHANCE, .plies = -1, .value = 0.4},
        cn_score_outcome(0, -1),
        {.kind = CN_SCORE_CHANCE, .plies = -1, .value = 0.6},
        {.kind = CN_SCORE_EVAL, .plies = -1, .value = 900},
        cn_score_outcome(1, -1),
        cn_score_outcome(1, 9),
        cn_score_outcome(1, 3),
    };
    for (size_t i = 1; i < sizeof rising / sizeof *rising; i++) {
        assert_true(cn_score_compare(rising[i - 1], rising[i]) < 0);
    }
}

/* ---- words ---- */

static void test_text(void **unused) {
    (void)unused;
    const cn_game *game = cn_game_find("othello");
    const struct {
        cn_score score;
        const char *text;
        double chance;
    } all[] = {
        {{.kind = CN_SCORE_NONE}, "-", 0.5},
        {{.kind = CN_SCORE_EVAL, .value = 35}, "+35", 0},
        {{.kind = CN_SCORE_EVAL, .value = -0.001, .unit = 64}, "+0", 0},
        {{.kind = CN_SCORE_EVAL, .value = 97.0 / 64, .unit = 64}, "+1.52", 0},
        {{.kind = CN_SCORE_EVAL, .value = -1.5, .unit = 64, .bound = CN_SCORE_AT_MOST},
         "≤ -1.5",
         0},
        {{.kind = CN_SCORE_CHANCE, .value = 0.618}, "61.8 %", 0.618},
        {{.kind = CN_SCORE_POINTS, .value = 22, .proven = true}, "+22 discs", 1},
        {{.kind = CN_SCORE_POINTS, .value = -3.25}, "-3.25 discs", 0},
        {cn_score_outcome(1, 9), "win in 9", 1},
        {cn_score_outcome(1, -1), "win", 1},
        {cn_score_outcome(-1, 4), "loss in 4", 0},
        {cn_score_outcome(0, 4), "draw", 0.5},
        {{.kind = CN_SCORE_OUTCOME, .bound = CN_SCORE_AT_LEAST}, "≥ draw", 0.5},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char text[CN_SCORE_TEXT];
        cn_score_text(game, all[i].score, text);
        assert_string_equal(text, all[i].text);
        const double chance = cn_score_chance(game, all[i].score);
        assert_true(chance >= 0 && chance <= 1);
        if (all[i].chance > 0) assert_true(chance == all[i].chance);
        if (all[i].chance == 0) assert_true(all[i].score.value > 0 ? chance > 0.5 : chance < 0.5);
    }
    char json[CN_SCORE_JSON];
    cn_score_json(game, all[0].score, json);
    assert_string_equal(json, "null");
    cn_score_json(game, cn_score_outcome(-1, 4), json);
    assert_string_equal(json, "{\"kind\": \"outcome\", \"value\": -1, \"unit\": null, "
                              "\"bound\": \"exact\", \"proven\": true, \"plies\": 4, "
                              "\"chance\": 0, \"text\": \"loss in 4\"}");
}

/* Three wins in four at the game's scale, as many losses at its negative. */
static void test_chance(void **unused) {
    (void)unused;
    for (const cn_game *const *game = cn_games(); *game; game++) {
        const double scale = (*game)->eval_scale > 0 ? (*game)->eval_scale : 100;
        cn_score s = {.kind = CN_SCORE_EVAL, .value = scale};
        const double won = cn_score_chance(*game, s);
        assert_true(won > 0.7499 && won < 0.7501);
        assert_true(1 - won - cn_score_chance(*game, cn_score_negate(s)) < 1e-12);
        if ((*game)->eval_unit == 0) continue;
        s.unit = (*game)->eval_unit;
        s.value /= s.unit;
        assert_true(cn_score_chance(*game, s) == won);
    }
}

/* ---- values of a tree search ---- */

static void test_values(void **unused) {
    (void)unused;
    const cn_value_meaning usual = {.eval_unit = 64, .sound = true, .all_moves = true};
    cn_value_meaning some = usual, odd = usual, points = usual, outcome = usual;
    outcome.outcome_only = true;
    some.all_moves = false;
    odd.sound = false;
    points.score_unit = 2;
    const int win = CN_WIN - 7, at_once = CN_WIN - 1;
    const struct {
        const cn_value_meaning *meaning;
        int value, bound;
        bool guessed;
        const char *text;
        bool proven;
    } all[] = {
        {&usual, 96, CN_BOUND_EXACT, true, "+1.5", false},
        {&usual, 0, CN_BOUND_EXACT, true, "+0", false},
        {&usual, 0, CN_BOUND_EXACT, false, "draw", true},
        {&usual, 0, CN_BOUND_UPPER, false, "≤ draw", true},
        {&usual, win, CN_BOUND_EXACT, true, "win in 7", true},
        {&usual, -win, CN_BOUND_UPPER, true, "≤ loss in 7", true},
        {&usual, win, CN_BOUND_UPPER, true, "≤ win in 7", false},
        {&usual, -win, CN_BOUND_LOWER, true, "≥ loss in 7", false},
        {&some, win, CN_BOUND_EXACT, false, "win in 7", false},
        {&some, at_once, CN_BOUND_EXACT, false, "win in 1", true},
        {&some, 0, CN_BOUND_EXACT, false, "+0", false},
        {&odd, win, CN_BOUND_EXACT, false, "win in 7", false},
        {&odd, 0, CN_BOUND_EXACT, false, "+0", false},
        {&points, -9, CN_BOUND_EXACT, false, "-4.5 discs", true},
        {&points, 44, CN_BOUND_LOWER, false, "≥ +22 discs", true},
        {&points, 96, CN_BOUND_LOWER, true, "≥ +1.5", false},
        {&outcome, win, CN_BOUND_LOWER, true, "win", true},
        {&outcome, -win, CN_BOUND_UPPER, true, "loss", true},
        {&outcome, 0, CN_BOUND_EXACT, false, "draw", true},
        {&outcome, 96, CN_BOUND_LOWER, true, "≥ +1.5", false},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char text[CN_SCORE_TEXT];
        const cn_score s =
            cn_score_of_value(all[i].meaning, all[i].value, all[i].bound, all[i].guessed);
        cn_score_text(cn_game_find("othello"), s, text);
        assert_string_equal(text, all[i].text);
        assert_int_equal(s.proven, all[i].proven);
    }
}

/* ---- every game ---- */

enum { UNKNOWN = 2, NODES = 30000, DEPTH = 6 };

static int all_moves(const cn_rules *rules, const void *state, cn_move *list) {
    if (!rules->legal) return rules->moves(state, list);
    int count = 0;
    for (int move = 0; move < rules->move_codes; move++) {
        if (rules->legal(state, (cn_move)move)) list[count++] = (cn_move)move;
    }
    return count;
}

/* 1, 0 or -1 for the side to move, by looking at everything; UNKNOWN where that takes too long. */
static int prove(const cn_rules *rules, const void *state, int depth, int *budget) {
    const int turn = rules->turn(state);
    const cn_outcome outcome = rules->over(state);
    if (outcome != CN_ONGOING) return outcome == CN_DRAW ? 0 : outcome == cn_win_of(turn) ? 1 : -1;
    if (depth == 0 || --*budget < 0) return UNKNOWN;
    cn_move list[CN_MOVES_MAX];
    const int count = all_moves(rules, state, list);
    int best = -1;
    bool unknown = false;
    for (int i = 0; i < count && best < 1; i++) {
        _Alignas(16) unsigned char child[CN_STATE_MAX];
        cn_state_copy(rules, child, state);
        rules->play(child, list[i]);
        int value = prove(rules, child, depth - 1, budget);
        unknown |= value == UNKNOWN;
        if (value != UNKNOWN && rules->turn(child) != turn) value = -value;
        if (value != UNKNOWN && value > best) best = value;
    }
    return unknown && best < 1 ? UNKNOWN : best;
}

typedef struct truth {
    const cn_position *position;
    const char *spec;
    int whole;               /* of the position */
    int move[CN_MOVES_MAX];  /* by the move; UNKNOWN for one that the game does not list */
    uint64_t proofs, silent; /* seen: proven scores, moves without one */
} truth;

static void check_score(truth *t, cn_score s, int fact) {
    char text[CN_SCORE_TEXT];
    cn_score_text(t->position->game, s, text);
    assert_true((s.kind == CN_SCORE_NONE) == (strcmp(text, "-") == 0));
    if (s.kind == CN_SCORE_OUTCOME && s.value == 0 && s.bound == CN_SCORE_EXACT) {
        assert_true(s.proven);
    }
    if (!s.proven) return;
    t->proofs++;
    assert_true(s.kind == CN_SCORE_OUTCOME || s.kind == CN_SCORE_POINTS);
    if (fact == UNKNOWN) return;
    s.value = (s.value > 0) - (s.value < 0); /* of points, who is ahead */
    const bool agrees = s.bound == CN_SCORE_EXACT      ? fact == (int)s.value
                        : s.bound == CN_SCORE_AT_LEAST ? fact >= (int)s.value
                                                       : fact <= (int)s.value;
    static const char *const words[] = {"loss", "draw", "win"};
    const char *word = words[fact + 1];
    const bool worded = s.bound == CN_SCORE_EXACT && s.kind == CN_SCORE_OUTCOME;
    if (agrees && (!worded || strncmp(text, word, strlen(word)) == 0)) return;
    static char position[CN_TEXT_MAX];
    t->position->game->print(t->position->state, position, sizeof position);
    fail_msg("%s of %s by %s: %s, but it is a %s", t->position->game->name, position, t->spec, text,
             word);
}

static void check_result(const cn_result *r, void *user) {
    truth *t = user;
    if (r->count > 0) check_score(t, r->score, t->whole);
    for (int i = 0; i < r->count; i++) {
        const cn_move_info *info = &r->moves[i];
        check_score(t, info->score, t->move[info->move]);
        if (info->score.kind != CN_SCORE_NONE) continue;
        t->silent++;
        assert_true(info->visits == 0);
    }
    for (int n = 0; n < r->top_count; n++) {
        for (int i = 0; i < r->count; i++) {
            if (r->moves[i].move != r->top[n].info.move) continue;
            check_score(t, r->top[n].info.score, t->move[r->moves[i].move]);
        }
    }
}

static bool check_node(const cn_tree_node *node, void *user) {
    truth *t = user;
    const cn_rules *rules = t->position->rules;
    cn_move list[CN_MOVES_MAX];
    const int count = rules->moves(t->position->state, list);
    if (node->depth == 0) check_score(t, node->score, t->whole);
    for (int i = 0; node->depth == 1 && i < count; i++) {
        if (list[i] == node->move) check_score(t, node->score, t->move[list[i]]);
    }
    return node->depth == 0;
}

static void check_agents(truth *t) {
    static const char *const specs[] = {
        "pvs:depth=5",         "alphabeta:depth=3,table=off",   "minimax:depth=2", "greedy",
        "mcts:iterations=200", "mcts:iterations=60,solver=off", "uct:iterations=1"};
    static cn_result result;
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        cn_search *search;
        cn_error error;
        t->spec = specs[i];
        assert_int_equal(cn_search_new(t->position->game, specs[i], &search, &error), CN_OK);
        for (int lines = 0; lines <= 3; lines += 3) {
            const cn_limits limits = {.lines = lines};
            assert_int_equal(
                cn_search_run(search, t->position, &limits, check_result, t, &result, &error),
                CN_OK);
            check_result(&result, t);
            cn_search_tree(search, 1, 0, check_node, t);
            cn_search_clear(search);
        }
        cn_search_free(search);
    }
}

/* A random game from the start, to some plies before its end. */
static bool late_position(cn_position *p, cn_rng *rng) {
    static cn_move played[4096];
    unsigned char start[CN_STATE_MAX];
    int plies = 0;
    memcpy(start, p->state, sizeof start);
    while (p->rules->over(p->state) == CN_ONGOING && plies < 4096) {
        cn_move list[CN_MOVES_MAX];
        played[plies] = list[cn_rng_below(rng, (uint32_t)p->rules->moves(p->state, list))];
        p->rules->play(p->state, played[plies++]);
    }
    const int back = 1 + (int)cn_rng_below(rng, 7);
    if (plies <= back || plies == 4096) return false;
    memcpy(p->state, start, sizeof start);
    for (int i = 0; i < plies - back; i++) p->rules->play(p->state, played[i]);
    return true;
}

static void learn_truth(truth *t) {
    const cn_rules *rules = t->position->rules;
    const void *state = t->position->state;
    cn_move list[CN_MOVES_MAX];
    const int count = rules->moves(state, list);
    int budget = NODES;
    assert_true(rules->move_codes <= CN_MOVES_MAX);
    for (int i = 0; i < CN_MOVES_MAX; i++) t->move[i] = UNKNOWN;
    t->whole = prove(rules, state, DEPTH + 1, &budget);
    for (int i = 0; i < count; i++) {
        _Alignas(16) unsigned char child[CN_STATE_MAX];
        cn_state_copy(rules, child, state);
        rules->play(child, list[i]);
        budget = NODES / count;
        t->move[list[i]] = prove(rules, child, DEPTH, &budget);
        if (t->move[list[i]] != UNKNOWN && rules->turn(child) != rules->turn(state)) {
            t->move[list[i]] = -t->move[list[i]];
        }
    }
}

/* Late positions of random games on the smallest board the options allow, and on the usual one. */
static void test_game(void **state) {
    const cn_game *game = *state;
    cn_rng rng = cn_rng_make(3, 0);
    static truth t;
    t.proofs = t.silent = 0;
    for (int small = 0; small < 2; small++) {
        cn_value values[CN_OPTIONS_MAX];
        cn_values_default(game->options, values);
        for (int i = 0; small && game->options[i].name; i++) {
            char text[64];
            if (game->options[i].type != CN_OPTION_INT) continue;
            snprintf(text, sizeof text, "%s=%.0f", game->options[i].name, game->options[i].min + 2);
            cn_values_set(game->options, values, text, NULL);
        }
        for (int n = 0; n < (!small ? 4 : TEST_SANITIZED ? 8 : 20); n++) {
            cn_position p;
            if (cn_position_new(game, values, NULL, &p, NULL) != CN_OK) break;
            if (late_position(&p, &rng)) {
                t.position = &p;
                learn_truth(&t);
                check_agents(&t);
            }
            cn_position_free(&p);
        }
    }
    assert_true(t.proofs > 100);
    assert_true(t.silent > 10);
}

int main(void) {
    static struct CMUnitTest tests[64] = {
        cmocka_unit_test(test_back_and_forth), cmocka_unit_test(test_order),
        cmocka_unit_test(test_text),           cmocka_unit_test(test_chance),
        cmocka_unit_test(test_values),
    };
    static const test_of_game each[] = {{"proofs", test_game}};
    const size_t count = test_each_game(tests, 5, each, 1);
    return _cmocka_run_group_tests("score", tests, count, NULL, NULL);
}
