/* A Monte Carlo tree search taken apart: the logarithm and the terms, the choice of a child, RAVE
 * and priors on trees small enough to reckon by hand, and the choice of the move. */
#include "search/mcts_select.h"
#include "support/support.h"

#include <stdlib.h>

typedef struct any_state {
    _Alignas(64) unsigned char bytes[CN_STATE_MAX];
} any_state;

/* ---- arithmetic ---- */

static void logarithm(void **unused) {
    (void)unused;
    assert_true(cn_mcts_ln(1) == 0);
    double worst = 0;
    for (double x = 1; x < 4.3e9; x = x < 4096 ? x + 1 : x * 1.00007) {
        const double exact = log((double)(float)x);
        const double error = fabs((double)cn_mcts_ln((float)x) - exact);
        const double relative = exact > 1 ? error / exact : error;
        if (relative > worst) worst = relative;
    }
    assert_true(worst < 1e-6);
}

/* ---- a search taken apart ---- */

typedef struct bare {
    cn_position position;
    cn_mcts search;
    cn_mcts_forest forest;
    _Atomic bool stop;
} bare;

static void bare_open(bare *b, const char *text, cn_mcts_options options) {
    memset(b, 0, sizeof *b);
    b->position = test_position("tictactoe", NULL, text);
    options.rollouts = options.rollouts ? options.rollouts : 1;
    options.playouts = options.threshold = 1;
    options.rave_k = 100;
    options.bias_scale = 10;
    b->search = (cn_mcts){
        .rules = b->position.rules,
        .kernels = b->position.kernels,
        .state = b->position.state,
        .options = options,
        .unit = 1,
        .forest = &b->forest,
        .stop = &b->stop,
        .threads = 1,
    };
    assert_int_equal(cn_mcts_begin(&b->search, NULL), CN_OK);
    assert_true(cn_mcts_make_trees(&b->search, 1, 1 << 20, false));
    cn_mcts_clear(&b->search, &b->forest.trees[0]);
    cn_mcts_seed(&b->search, &b->search.walks[0], 0);
}

static void bare_close(bare *b) {
    cn_mcts_end(&b->search);
    cn_mcts_free_trees(&b->forest);
    cn_position_free(&b->position);
}

static const cn_mcts_node *child(const bare *b, const cn_mcts_node *node, int i) {
    const uint64_t link = atomic_load(&node->link);
    assert_true(i < cn_mcts_count(link));
    return &b->forest.trees[0].nodes[cn_mcts_first(link) + (uint32_t)i];
}

static void terms(void **unused) {
    (void)unused;
    bare b;
    bare_open(&b, NULL, (cn_mcts_options){.c = 1.5f});
    for (double x = 1; x < 4.2e9; x = x < 3000 ? x + 1 : x * 1.0003) {
        const uint32_t n = (uint32_t)x;
        const double exploration = 1.5 * sqrt(log((double)n)), inverse = 1 / sqrt((double)n);
        assert_true(fabs((double)cn_mcts_exploration(b.search.terms, n) - exploration) <
                    3e-5 * (1 + exploration));
        assert_true(fabs((double)cn_mcts_inverse(b.search.terms, n) - inverse) < 1e-6 * inverse);
    }
    bare_close(&b);
}

/* The choice of UCT among three children, reckoned in double precision. */
static void chooses_by_uct(void **unused) {
    (void)unused;
    bare b;
    bare_open(&b, NULL, (cn_mcts_options){.c = 1.0f});
    cn_rng rng = cn_rng_make(1, 1);
    for (int round = 0; round < 2000; round++) {
        cn_mcts_node node = {0}, kids[5] = {{0}};
        uint32_t all = 0;
        double values[5];
        for (int i = 0; i < 5; i++) {
            const uint32_t n = 1 + cn_rng_below(&rng, round % 2 ? 20 : 5000);
            atomic_init(&kids[i].visits, n);
            atomic_init(&kids[i].reward, cn_rng_below(&rng, 2 * n + 1));
            all += n;
        }
        atomic_init(&node.visits, all);
        int best = 0;
        for (int i = 0; i < 5; i++) {
            const double n = kids[i].visits;
            values[i] = (double)kids[i].reward / 2 / n + sqrt(log((double)all) / n);
            if (values[i] > values[best]) best = i;
        }
        const uint32_t chosen = cn_mcts_next(&b.search, &node, kids, 5, &(cn_mcts_aim){0}, NULL);
        assert_true(values[chosen] > values[best] - 1e-4);
    }
    bare_close(&b);
}

static void rave_credits_later_moves(void **unused) {
    (void)unused;
    bare b;
    /*   x to move; cells   0 1 2        x takes 1, o 3, x 5, o 7: x has none, o has none
     *                      3 4 5        (the results are put in by hand)
     *                      6 7 8 */
    bare_open(&b, "x.o/.o./x.x o", (cn_mcts_options){.rave = true, .c = 1, .all = true, .fpu = 1});
    cn_mcts *m = &b.search;
    cn_mcts_tree *t = &b.forest.trees[0];
    cn_mcts_walk *w = &m->walks[0];
    cn_mcts_select(m, t, w, CN_MCTS_ALONE);
    /* o's moves are 1, 3, 5, 7; the first is tried: the path is root, 1. */
    assert_int_equal(w->length, 2);
    assert_int_equal(t->nodes[w->path[1]].move, 1);
    assert_int_equal(w->planned, 1);
    /* The playout: x 3, o 5, x 7; o wins. */
    w->trail[0].length = 0;
    cn_trail_add(&w->trail[0], 0, 3);
    cn_trail_add(&w->trail[0], 1, 5);
    cn_trail_add(&w->trail[0], 0, 7);
    w->playout[0].outcome = CN_SECOND_WINS;
    cn_mcts_back_up(m, t, w, CN_MCTS_ALONE);
    const cn_mcts_node *root = &t->nodes[0];
    const uint32_t visits[] = {1, 0, 1, 0}; /* o made 1 and 5; 3 and 7 were x's */
    for (int i = 0; i < 4; i++) {
        assert_int_equal(child(&b, root, i)->rave_visits, visits[i]);
        assert_int_equal(child(&b, root, i)->rave_reward, 2 * visits[i]);
    }
    assert_int_equal(child(&b, root, 0)->visits, 1);
    assert_int_equal(child(&b, root, 0)->reward, 2);
    assert_int_equal(root->visits, 1);
    /* Of the children without visits the one that RAVE praises is next, before the unknown only if
     * it promises more than fpu. */
    m->options.fpu = 0.5f;
    atomic_store(&t->nodes[0].visits, 3); /* so that exploration counts */
    assert_int_equal(cn_mcts_next(m, root, child(&b, root, 0), 4, &(cn_mcts_aim){0}, NULL), 2);
    bare_close(&b);
}

static void priors_are_the_heuristics(void **unused) {
    (void)unused;
    bare b;
    bare_open(&b, "x.o/.x./..o x", (cn_mcts_options){.bias = 8, .all = true, .c = 0});
    cn_mcts_select(&b.search, &b.forest.trees[0], &b.search.walks[0], CN_MCTS_ALONE);
    const cn_rules *rules = b.position.rules;
    for (int i = 0; i < b.search.count; i++) {
        const cn_mcts_node *c = child(&b, &b.forest.trees[0].nodes[0], i);
        any_state after;
        cn_state_copy(rules, &after, b.position.state);
        rules->play(&after, c->move);
        const double v = -rules->eval(&after, 0);
        const double share =
            rules->over(&after) == CN_FIRST_WINS ? 1 : 0.5 + v / 2 / (fabs(v) + 10);
        assert_int_equal(c->rave_visits, 8);
        assert_true(fabs(c->rave_reward / 16.0 - share) <= 0.5 / 16 + 1e-6);
    }
    bare_close(&b);
}

/* ---- options ---- */

static void final_moves(void **unused) {
    (void)unused;
    bare b;
    bare_open(&b, "x.o/.o./x.x o", (cn_mcts_options){.c = 1, .solver = true});
    const cn_mcts *m = &b.search;
    assert_int_equal(m->count, 4);
    /* o's view: a win is CN_SECOND_WINS */
    cn_mcts_stats s[4] = {{.visits = 100, .reward = 100},
                          {.visits = 100, .reward = 110},
                          {.visits = 20, .reward = 30},
                          {.visits = 1, .reward = 1}};
    assert_int_equal(cn_mcts_choose(m, s, CN_FINAL_VISITS), 0);
    assert_int_equal(cn_mcts_choose(m, s, CN_FINAL_MEAN), 2);
    assert_int_equal(cn_mcts_choose(m, s, CN_FINAL_UCT), 3);
    b.search.options.ties_last = true;
    assert_int_equal(cn_mcts_choose(m, s, CN_FINAL_VISITS), 1);
    s[1].proven = CN_FIRST_WINS;
    assert_int_equal(cn_mcts_choose(m, s, CN_FINAL_VISITS), 0);
    s[3].proven = CN_DRAW; /* in hand: better than half a chance, not than more */
    assert_int_equal(cn_mcts_choose(m, s, CN_FINAL_VISITS), 3);
    s[0].reward = 101;
    assert_int_equal(cn_mcts_choose(m, s, CN_FINAL_VISITS), 0);
    s[2].proven = CN_SECOND_WINS;
    assert_int_equal(cn_mcts_choose(m, s, CN_FINAL_VISITS), 2);
    /* Of losses the longest. */
    for (int i = 0; i < 4; i++) s[i] = (cn_mcts_stats){5, 0, 2 + 2 * (i == 1), CN_FIRST_WINS};
    assert_int_equal(cn_mcts_choose(m, s, CN_FINAL_VISITS), 1);
    bare_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logarithm),
        cmocka_unit_test(terms),
        cmocka_unit_test(chooses_by_uct),
        cmocka_unit_test(rave_credits_later_moves),
        cmocka_unit_test(priors_are_the_heuristics),
        cmocka_unit_test(final_moves),
    };
    return cmocka_run_group_tests_name("mcts parts", tests, NULL, NULL);
}
