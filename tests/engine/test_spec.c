/* Specifications as objects: read, asked, changed, printed; the tables of options behind them. */
#include "engine/algorithm.h"
#include "support/support.h"

static cn_spec parse(const char *game, const char *text) {
    cn_spec spec;
    cn_error error = {""};
    if (cn_spec_parse(cn_game_find(game), text, &spec, &error) != CN_OK) fail_msg("%s", error.text);
    return spec;
}

static void check_text(const cn_spec *spec, const char *expected) {
    char text[CN_SPEC_MAX];
    assert_int_equal(cn_spec_text(spec, text, sizeof text, NULL), CN_OK);
    assert_string_equal(text, expected);
}

static void edits(void **unused) {
    (void)unused;
    cn_error error;
    char text[CN_SPEC_MAX];
    cn_spec s = parse("othello", "hard:hash=9,nodes=3");
    check_text(&s, "pvs:eval=auto,selectivity=1,hash=9,nodes=3"); /* the last word counts */
    assert_true(cn_spec_names(&s, "nodes") && cn_spec_gives(&s, "nodes"));
    s = parse("connect4", "report-c:iterations=7");
    assert_true(cn_spec_gives(&s, "seed"));
    assert_false(cn_spec_names(&s, "seed")); /* the preset says it */
    assert_int_equal(cn_spec_set(&s, "seed", "3", &error), CN_OK);
    assert_int_equal(cn_spec_own_text(&s, text, sizeof text, &error), CN_OK);
    assert_string_equal(text, "report-c:iterations=7,seed=3");
    assert_int_equal(cn_spec_own_text(&s, text, 20, &error), CN_BAD_USAGE);

    s = parse("go", "mcts:c=2,rave=off,time=1");
    cn_spec_unset(&s, "c");
    cn_spec_unset(&s, "c");
    cn_spec_unset(&s, "nonsense");
    check_text(&s, "mcts:rave=off,time=1");
    cn_spec plain = parse("go", "mcts"); /* with what suits the game */
    assert_true(cn_spec_number(&s, "c", -1) == cn_spec_number(&plain, "c", -2));
    assert_null(cn_spec_get(&s, "depth"));
    assert_true(cn_spec_number(&s, "depth", 5) == 5);

    /* What fails leaves all as it was. */
    assert_int_equal(cn_spec_set(&s, "time", "-1", &error), CN_BAD_USAGE);
    assert_int_equal(cn_spec_set(&s, "eval", "nonsense", &error), CN_BAD_USAGE);
    assert_int_equal(cn_spec_set(&s, "seed", "1,c=2", &error), CN_BAD_USAGE);
    check_text(&s, "mcts:rave=off,time=1");
    s = parse("go", "mcts:threads=0"); /* one a core */
    assert_true(cn_spec_number(&s, "threads", 0) > 0);
    check_text(&s, "mcts:threads=0,strategy=tree");
    /* Several threads need a strategy, the agent's usual one if none is named. */
    s = parse("othello", "pvs:threads=2,depth=3");
    check_text(&s, "pvs:threads=2,depth=3,strategy=ybw");
    assert_int_equal(cn_spec_threads(&s), 2);
    s = parse("othello", "pvs:threads=2,strategy=none");
    assert_int_equal(cn_spec_threads(&s), 1);
    s = parse("othello", "pvs:threads=1");
    check_text(&s, "pvs:threads=1");
}

static void assert_listed(const cn_option *options, const cn_setting *settings) {
    for (; settings && settings->option.name; settings++) {
        if (cn_option_find(options, settings->option.name) < 0) {
            fail_msg("no option %s", settings->option.name);
        }
    }
}

/* A list has room for so many options: a row of a table that is beyond that would be lost. */
static void none_lost(void **unused) {
    (void)unused;
    for (const cn_agent *agent = cn_agents(); agent->name; agent++) {
        const cn_option *options;
        const cn_kind *kind = cn_kind_find(agent->name, &options);
        assert_listed(options, kind->settings);
        for (int i = 0; cn_strategies[i]; i++) {
            if (cn_strategies[i]->serves & kind->serves) {
                assert_listed(options, cn_strategies[i]->options);
            }
        }
    }
}

/* Every option of every agent, at its bounds and with each of its choices, is read back, and makes
 * a search or is refused with a message. */
static void every_option(void **unused) {
    (void)unused;
    for (const cn_agent *agent = cn_agents(); agent->name; agent++) {
        for (const cn_option *o = agent->options; o->name; o++) {
            cn_spec s = parse("othello", agent->name);
            cn_error error = {""};
            assert_ptr_equal(s.options, agent->options);
            if (o->type == CN_OPTION_CHOICE) {
                for (int i = 0; o->choices[i]; i++) {
                    assert_int_equal(cn_spec_set(&s, o->name, o->choices[i], &error), CN_OK);
                    assert_true(cn_spec_number(&s, o->name, -1) == i);
                }
            } else if (o->type != CN_OPTION_TEXT) {
                char text[64];
                snprintf(text, sizeof text, "%.15g", o->min);
                assert_int_equal(cn_spec_set(&s, o->name, text, &error), CN_OK);
                snprintf(text, sizeof text, "%.0f", 2 * o->max + 1);
                assert_int_equal(cn_spec_set(&s, o->name, text, &error), CN_BAD_USAGE);
            }
            char printed[CN_SPEC_MAX];
            assert_int_equal(cn_spec_text(&s, printed, sizeof printed, &error), CN_OK);
            const cn_spec again = parse("othello", printed);
            assert_string_equal(cn_spec_get(&again, o->name)->text, cn_spec_get(&s, o->name)->text);
        }
    }
}

/* The rows of a table write into the struct they are about, and nowhere else. */
static void stores(void **unused) {
    (void)unused;
    typedef struct target {
        unsigned char before;
        int depth;
        double nodes;
        bool table;
        uint64_t hash;
        float aspiration;
        unsigned char after;
    } target;
    static const cn_setting rows[] = {
        CN_KEPT_IN(target, depth, {.name = "depth", .type = CN_OPTION_INT}),
        CN_KEPT_IN(target, nodes, {.name = "nodes", .type = CN_OPTION_REAL}),
        CN_KEPT_IN(target, table, {.name = "table", .type = CN_OPTION_CHOICE}),
        CN_KEPT_IN(target, hash, {.name = "hash", .type = CN_OPTION_INT}),
        CN_KEPT_IN(target, aspiration, {.name = "aspiration", .type = CN_OPTION_REAL}),
        {{.name = "time", .type = CN_OPTION_REAL}, 0, 0},
        {{.name = "nonsense", .type = CN_OPTION_INT}, 0, sizeof(int)},
        {.size = 0},
    };
    const cn_spec s =
        parse("othello", "pvs:depth=7,nodes=1e17,table=off,hash=65536,aspiration=12,time=3");
    target t;
    memset(&t, 0xee, sizeof t);
    cn_spec_store(&s, rows, &t);
    assert_int_equal(t.before, 0xee);
    assert_int_equal(t.depth, 7);
    assert_true(t.nodes == 1e17);
    assert_false(t.table);
    assert_int_equal(t.hash, 65536);
    assert_true(t.aspiration == 12);
    assert_int_equal(t.after, 0xee);
}

/* The seed of `random` is its own, not whatever stands first in the list of another agent. */
static void seeds(void **unused) {
    (void)unused;
    cn_position p = test_position("othello", NULL, NULL);
    static cn_result result;
    cn_move first[2];
    int differ = 0;
    for (int seed = 0; seed < 20; seed++) {
        for (int again = 0; again < 2; again++) {
            char spec[32];
            cn_error error = {""};
            cn_search *search;
            snprintf(spec, sizeof spec, "random:seed=%d", seed);
            if (cn_search_new(p.game, spec, &search, &error) != CN_OK) fail_msg("%s", error.text);
            assert_int_equal(cn_search_run(search, &p, NULL, NULL, NULL, &result, &error), CN_OK);
            const cn_move move = result.best;
            cn_search_clear(search);
            assert_int_equal(cn_search_run(search, &p, NULL, NULL, NULL, &result, &error), CN_OK);
            assert_int_equal(result.best, move);
            cn_search_free(search);
            if (seed == 0) first[again] = move;
            differ += move != first[0];
        }
    }
    assert_int_equal(first[0], first[1]);
    assert_true(differ > 0);
    cn_position_free(&p);
}

/* Strategies bring their options along: each is in the list of every agent that they serve. */
static void strategies(void **unused) {
    (void)unused;
    for (const cn_agent *agent = cn_agents(); agent->name; agent++) {
        const cn_option *options;
        const cn_kind *kind = cn_kind_find(agent->name, &options);
        const int at = cn_option_find(options, "strategy");
        int count = 0;
        for (int i = 0; cn_strategies[i]; i++) {
            const cn_strategy *s = cn_strategies[i];
            if (!(s->serves & kind->serves)) continue;
            assert_string_equal(options[at].choices[count++], s->name);
            assert_ptr_equal(cn_strategy_find(s->name), s);
            for (const cn_setting *o = s->options; o && o->option.name; o++) {
                assert_true(cn_option_find(options, o->option.name) >= 0);
                assert_true(o->offset + o->size <= CN_STRATEGY_OPTIONS);
            }
        }
        if (at >= 0) assert_null(options[at].choices[count]);
        assert_int_equal(at >= 0, kind->serves != 0);
    }
}

/* What an agent finds in a position after two plies; false if it fails. */
static bool finds(const char *game, const char *options, const char *agent, cn_result *result) {
    const cn_game *g = cn_game_find(game);
    cn_position p = test_position(game, options, NULL);
    cn_search *s = NULL;
    cn_error error;
    for (int i = 0; i < 2; i++) {
        cn_move list[CN_MOVES_MAX];
        p.rules->moves(p.state, list);
        p.rules->play(p.state, list[0]);
    }
    const cn_limits limits = {0};
    const bool found = cn_search_new(g, agent, &s, &error) == CN_OK &&
                       cn_search_run(s, &p, &limits, NULL, NULL, result, &error) == CN_OK;
    cn_search_free(s);
    cn_position_free(&p);
    return found;
}

/* eval=auto is the learned evaluation where there is one that fits, else the default. */
static void evaluations(void **unused) {
    (void)unused;
    static cn_result a, b;
    assert_true(finds("othello", NULL, "pvs:depth=7,eval=auto", &a));
    assert_true(finds("othello", NULL, "pvs:depth=7,eval=learned", &b));
    assert_true(a.nodes == b.nodes && a.score.value == b.score.value);
    assert_true(finds("othello", NULL, "pvs:depth=7,eval=learned,selectivity=1.5", &b));
    assert_true(b.nodes < a.nodes && b.depth == a.depth);
    assert_true(finds("othello", NULL, "pvs:depth=7", &b));
    assert_true(a.nodes != b.nodes);
    assert_true(finds("othello", "rules=no-pass", "pvs:depth=5", &a));
    assert_true(finds("othello", "rules=no-pass", "pvs:depth=5,eval=auto", &b));
    assert_true(a.nodes == b.nodes && a.score.value == b.score.value);
    assert_false(finds("othello", "rules=no-pass", "pvs:depth=5,eval=learned", &b));
    assert_true(finds("tictactoe", NULL, "pvs:depth=5,eval=auto", &a));
    assert_false(finds("tictactoe", NULL, "pvs:depth=5,eval=learned", &a));
    assert_false(finds("othello", NULL, "mcts:iterations=10,eval=auto", &a));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(edits),        cmocka_unit_test(none_lost),
                                       cmocka_unit_test(every_option), cmocka_unit_test(stores),
                                       cmocka_unit_test(seeds),        cmocka_unit_test(strategies),
                                       cmocka_unit_test(evaluations)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
