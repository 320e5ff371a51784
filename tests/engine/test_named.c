/* Names that stand for agents: what they stand for, options on top, and that each can be had. */
#include "support/support.h"

#include <canopy/search.h>

static void check_resolve(const char *game, const char *spec, const char *expected) {
    char out[CN_SPEC_MAX];
    cn_error error;
    assert_int_equal(cn_agent_resolve(cn_game_find(game), spec, out, sizeof out, &error), CN_OK);
    assert_string_equal(out, expected);
}

static void test_resolve(void **unused) {
    (void)unused;
    check_resolve("othello", "easy", "pvs:eval=auto,depth=5");
    check_resolve("othello", "easy:depth=2", "pvs:eval=auto,depth=2");
    check_resolve("go", "hard", "mcts:iterations=5000,final=settled");
    check_resolve("go", "hard:", "mcts:iterations=5000,final=settled");
    check_resolve("go", "mcts:time=2", "mcts:time=2");
    char out[16];
    cn_error error;
    assert_int_equal(cn_agent_resolve(cn_game_find("othello"), "report-b", out, sizeof out, &error),
                     CN_BAD_USAGE);
}

/* Every game has every level. */
static void test_levels(void **unused) {
    (void)unused;
    for (const cn_game *const *game = cn_games(); *game; game++) {
        for (const cn_preset *preset = cn_presets(); preset->name; preset++) {
            if (preset->spec) continue;
            cn_search *search;
            cn_error error = {""};
            if (cn_search_new(*game, preset->name, &search, &error) != CN_OK) {
                fail_msg("%s %s: %s", (*game)->name, preset->name, error.text);
            }
            cn_search_free(search);
        }
    }
}

/* The reports' programs run in their own games, with options on top; two threads play as one. */
static void test_reports(void **unused) {
    (void)unused;
    static const struct {
        const char *prefix, *game, *options, *quick;
    } of[] = {
        {"report-a-m", "othello", "start=report-a", ""},
        {"report-a-alphabeta", "othello", "start=report-a", ""},
        {"report-b", "othello", "start=board2", ""},
        {"report-c", "connect4", NULL, "iterations=200"},
        {"report-d", "gomoku", "start=hh", "depth=2"},
        {"report-e", "go", NULL, "iterations=100"},
    };
    int run = 0;
    for (const cn_preset *preset = cn_presets(); preset->name; preset++) {
        for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
            if (strncmp(preset->name, of[i].prefix, strlen(of[i].prefix)) != 0) continue;
            run++;
            cn_move best[2];
            /* A tree a thread: one thread and two are different searches. */
            const bool same = !strstr(preset->spec, "strategy=root");
            for (int threads = 1; threads <= 2; threads++) {
                char spec[128];
                snprintf(spec, sizeof spec, "%s:threads=%d%s%s", preset->name, threads,
                         *of[i].quick ? "," : "", of[i].quick);
                cn_position p = test_position(of[i].game, of[i].options, NULL);
                static cn_result result;
                cn_search *search;
                cn_error error = {""};
                if (cn_search_new(p.game, spec, &search, &error) != CN_OK ||
                    cn_search_run(search, &p, NULL, NULL, NULL, &result, &error) != CN_OK) {
                    fail_msg("%s: %s", spec, error.text);
                }
                assert_true(cn_position_legal(&p, result.best));
                best[threads - 1] = result.best;
                cn_search_free(search);
                cn_position_free(&p);
            }
            if (same && best[0] != best[1]) fail_msg("%s: threads change the move", preset->name);
        }
    }
    assert_int_equal(run, 18);
}

static void search_once(const cn_position *p, const char *spec, cn_result *result) {
    cn_search *search;
    cn_error error = {""};
    if (cn_search_new(p->game, spec, &search, &error) != CN_OK ||
        cn_search_run(search, p, NULL, NULL, NULL, result, &error) != CN_OK) {
        fail_msg("%s: %s", spec, error.text);
    }
    cn_search_free(search);
}

/* The textbook agents use the rules and nothing that a game knows beyond them: without its hooks
 * for knowledge they visit the same nodes. */
static void test_plain(void **unused) {
    (void)unused;
    static const char *const specs[] = {"uct:iterations=300", "alphabeta:depth=3",
                                        "minimax:depth=2"};
    for (const cn_game *const *game = cn_games(); *game; game++) {
        for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
            static cn_result knowing, ignorant;
            cn_position p = test_position((*game)->name, NULL, NULL);
            search_once(&p, specs[i], &knowing);
            cn_rules rules = *p.rules;
            rules.forced = NULL;
            rules.priors = NULL;
            p.rules = &rules;
            search_once(&p, specs[i], &ignorant);
            if (knowing.nodes != ignorant.nodes) fail_msg("%s: %s", (*game)->name, specs[i]);
            for (int k = 0; k < knowing.count; k++) {
                if (knowing.moves[k].visits == ignorant.moves[k].visits &&
                    knowing.moves[k].nodes == ignorant.moves[k].nodes) {
                    continue;
                }
                fail_msg("%s: %s asks what the game knows", (*game)->name, specs[i]);
            }
            cn_position_free(&p);
        }
    }
}

static void check_refused(const char *game, const char *spec, const char *expected) {
    cn_search *search;
    cn_error error = {""};
    assert_int_equal(cn_search_new(cn_game_find(game), spec, &search, &error), CN_BAD_USAGE);
    if (strncmp(error.text, expected, strlen(expected)) != 0) fail_msg("%s", error.text);
}

static void test_refused(void **unused) {
    (void)unused;
    check_refused("othello", "report-a-minimax:thread=2",
                  "agent report-a-minimax: unknown option `thread` (did you mean `threads`?): "
                  "expected one of depth, time,");
    check_refused("othello", "hrad",
                  "unknown agent `hrad` (did you mean `hard`?): expected one of");
    check_refused("othello", "report-f",
                  "unknown agent `report-f` (did you mean `report-b`?): expected one of");
    check_refused("connect4", "report-a-minimax", "eval=classic-a: expected one of ");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_resolve),
                                       cmocka_unit_test(test_levels),
                                       cmocka_unit_test(test_reports), cmocka_unit_test(test_plain),
                                       cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
