/* leaf=eval: Monte Carlo tree search whose leaves are valued by a heuristic or by learned weights.
 *
 * With as many iterations as there are moves every move is looked at once, so its value is the
 * opinion of the position after it and nothing else: that is reckoned here again. And where proofs
 * come in, values are those of the solver whatever the heuristic thinks. */
#include "engine/learned.h"
#include "support/support.h"

#include <math.h>

static cn_result result;

static cn_search *new_search(const cn_game *game, const char *spec) {
    cn_search *s;
    cn_error error = {""};
    if (cn_search_new(game, spec, &s, &error) != CN_OK) fail_msg("%s", error.text);
    return s;
}

static void run(cn_search *s, const cn_position *p, uint64_t iterations) {
    cn_error error = {""};
    const cn_limits limits = {.iterations = iterations};
    if (cn_search_run(s, p, &limits, NULL, NULL, &result, &error) != CN_OK) {
        fail_msg("%s", error.text);
    }
}

static void search(const cn_position *p, const char *spec, uint64_t iterations) {
    cn_search *s = new_search(p->game, spec);
    run(s, p, iterations);
    cn_search_free(s);
}

static cn_model *model_of(const cn_game *game) {
    cn_spec spec;
    cn_model *model = NULL;
    cn_error error = {""};
    if (cn_spec_parse(game, "mcts:eval=learned", &spec, &error) != CN_OK ||
        cn_learned_of(&spec, &model, &error) != CN_OK) {
        fail_msg("%s", error.text);
    }
    return model;
}

/* The chance of who moved there; -1 if the game is over. */
static double chance_after(const cn_position *p, cn_move move, const cn_model *model,
                           double scale) {
    _Alignas(64) unsigned char state[CN_STATE_MAX];
    cn_position after = *p;
    after.state = state;
    cn_state_copy(p->rules, state, p->state);
    p->rules->play(state, move);
    if (cn_position_over(&after)) return -1;
    const int value = model ? cn_model_value(model, after.game, after.rules, after.state)
                            : after.rules->eval(after.state, 0);
    const double own = cn_position_turn(&after) == cn_position_turn(p) ? value : -value;
    return 0.5 + 0.5 * own / (fabs(own) + scale);
}

static int check_once(cn_search *s, const cn_position *p, const cn_model *model) {
    cn_move moves[CN_MOVES_MAX];
    const int count = cn_position_moves(p, moves);
    cn_search_clear(s);
    run(s, p, (uint64_t)count);
    if (result.iterations != (uint64_t)count) return 0; /* a win ended it */
    int checked = 0;
    for (int i = 0; i < count; i++) {
        const double chance = chance_after(p, result.moves[i].move, model, 100);
        if (chance < 0 || result.moves[i].score.kind != CN_SCORE_CHANCE) continue;
        assert_true(fabs(result.moves[i].score.value - chance) < 1e-3);
        checked++;
    }
    return checked;
}

/* Every position of some random games. */
static int check_games(const char *game, const char *spec, bool learned, int games) {
    cn_position start = test_position(game, NULL, NULL);
    cn_model *model = learned ? model_of(start.game) : NULL;
    cn_search *s = new_search(start.game, spec);
    int checked = 0;
    cn_rng rng = cn_rng_make(7, 1);
    for (int g = 0; g < games; g++) {
        _Alignas(64) unsigned char state[CN_STATE_MAX];
        cn_position p = start;
        p.state = state;
        cn_state_copy(start.rules, state, start.state);
        while (!cn_position_over(&p)) {
            cn_move moves[CN_MOVES_MAX];
            const int count = cn_position_moves(&p, moves);
            if (count > 1) checked += check_once(s, &p, model);
            cn_position_play(&p, moves[cn_rng_below(&rng, (uint32_t)count)], NULL);
        }
    }
    cn_search_free(s);
    cn_model_free(model);
    cn_position_free(&start);
    return checked;
}

static void opinions(void **unused) {
    (void)unused;
    assert_true(check_games("othello", "uct:leaf=eval,solver=off", false, 4) > 1000);
    assert_true(check_games("othello", "uct:c=1,bias-scale=100,solver=off,eval=learned", true, 4) >
                1000);
    assert_true(check_games("connect4", "uct:c=1,bias-scale=100,solver=off,eval=learned", true, 4) >
                300);
}

/* The same counts and values with one thread and with several: a leaf's value is no accident. */
static void threads_agree(void **unused) {
    (void)unused;
    cn_position p = test_position("othello", NULL, NULL);
    search(&p, "uct:leaf=eval,eval=learned,strategy=leaf,rollouts=4,threads=1", 500);
    const cn_result alone = result;
    search(&p, "uct:leaf=eval,eval=learned,strategy=leaf,rollouts=4,threads=3", 500);
    for (int i = 0; i < alone.count; i++) {
        assert_int_equal(result.moves[i].visits, alone.moves[i].visits);
        assert_true(result.moves[i].score.value == alone.moves[i].score.value);
    }
    search(&p, "uct:leaf=eval,eval=learned,strategy=tree,threads=3", 2000);
    assert_true(result.score.kind == CN_SCORE_CHANCE && fabs(result.score.value - 0.5) < 0.25);
    cn_position_free(&p);
}

static void proofs(void **unused) {
    (void)unused;
    cn_position p = test_position("tictactoe", NULL, NULL);
    search(&p, "mcts:leaf=eval", 200000);
    assert_true(result.score.proven && result.score.kind == CN_SCORE_OUTCOME);
    assert_true(result.score.value == 0);
    cn_position_free(&p);
}

static void refuses(void **unused) {
    (void)unused;
    cn_position p = test_position("othello", NULL, NULL);
    const char *const wrong[] = {"mcts:leaf=eval,reward=score", "mcts:leaf=eval,decisive=on",
                                 "mcts:leaf=eval,playout-end=pass", "mcts:reward=eval,eval=learned",
                                 "mcts:weights=/dev/null"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        cn_search *s;
        cn_error error = {""};
        assert_true(cn_search_new(p.game, wrong[i], &s, &error) != CN_OK);
        assert_true(*error.text);
    }
    cn_position_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opinions),
        cmocka_unit_test(threads_agree),
        cmocka_unit_test(proofs),
        cmocka_unit_test(refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
