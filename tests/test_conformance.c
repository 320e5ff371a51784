/* What every game must satisfy, with no code for any one game: each registered game, in its default
 * form and with every choice and extreme of its options, is played at random and watched
 * (lab/check.h). A game that is added to the registry is tested here without a line. */
#include "games/registry.h"
#include "lab/check.h"
#include "support/support.h"

/* What sanitizers look for shows in fewer games. The compilation for any processor is of the same
 * source as the other, and is compared with it besides. */
enum { GAMES = TEST_SANITIZED ? 30 : 500, GAMES_PLAIN = TEST_SANITIZED ? 30 : 100 };

static void conformance_in(const cn_game *game, int games) {
    static cn_fault fault;
    cn_check check = {.games = games};
    cn_error error = {""};
    if (cn_game_check(game, &error) != CN_OK) fail_msg("%s", error.text);
    if (!cn_check_game(game, &check, &fault)) {
        fail_msg("%s %s: %s: %s", fault.contract, fault.options, fault.position, fault.text);
    }
    assert_true(check.positions > 5 * (uint64_t)games); /* no game is shorter */
    assert_true(check.forms >= 1);
}

static void conformance(void **game) {
    conformance_in(*game, GAMES);
}

static void conformance_plain(void **game) {
    conformance_in(*game, GAMES_PLAIN);
}

/* The two compilations of a game, for this processor and for any, say the same of every position of
 * random games. Argument: the place of the game in the lists. */
static void compilations(void **place) {
    const cn_game *const games[] = {cn_games()[*(int *)*place],
                                    cn_games_baseline()[*(int *)*place]};
    for (int number = 0; number < (TEST_SANITIZED ? 3 : 100); number++) {
        cn_position p[2];
        cn_rng rng = cn_rng_make(2, (uint64_t)number);
        for (int i = 0; i < 2; i++) {
            cn_value values[CN_OPTIONS_MAX];
            cn_values_default(games[i]->options, values);
            assert_int_equal(cn_position_new(games[i], values, NULL, &p[i], NULL), CN_OK);
        }
        for (;;) {
            static cn_move list[2][CN_MOVES_MAX];
            static char text[2][CN_TEXT_MAX];
            int count[2];
            for (int i = 0; i < 2; i++) {
                count[i] = p[i].rules->moves(p[i].state, list[i]);
                cn_position_text(&p[i], text[i], sizeof text[i]);
            }
            assert_string_equal(text[0], text[1]);
            assert_int_equal(count[0], count[1]);
            assert_memory_equal(list[0], list[1], (size_t)count[0] * sizeof **list);
            assert_true(p[0].rules->hash(p[0].state) == p[1].rules->hash(p[1].state));
            assert_int_equal(p[0].rules->over(p[0].state), p[1].rules->over(p[1].state));
            for (int h = 0; games[0]->heuristics[h].name; h++) {
                assert_int_equal(p[0].rules->eval(p[0].state, h), p[1].rules->eval(p[1].state, h));
            }
            if (count[0] == 0) break;
            const cn_move move = list[0][cn_rng_below(&rng, (uint32_t)count[0])];
            for (int i = 0; i < 2; i++) p[i].rules->play(p[i].state, move);
        }
        for (int i = 0; i < 2; i++) cn_position_free(&p[i]);
    }
}

int main(void) {
    static int places[16];
    static char names[16][64];
    struct CMUnitTest tests[64] = {{0}};
    size_t count = 0;
    for (const cn_game *const *game = cn_games(); *game; game++) {
        tests[count++] = (struct CMUnitTest){(*game)->name, conformance, NULL, NULL, (void *)*game};
    }
    for (int i = 0; cn_games()[i]; i++) {
        const cn_game *plain = cn_games_baseline()[i];
        if (plain == cn_games()[i] || i >= 16) continue;
        places[i] = i;
        snprintf(names[i], sizeof names[i], "%s for any processor", plain->name);
        tests[count++] =
            (struct CMUnitTest){names[i], conformance_plain, NULL, NULL, (void *)plain};
        tests[count++] =
            (struct CMUnitTest){"both compilations", compilations, NULL, NULL, &places[i]};
    }
    const cn_game *plugin;
    cn_error error;
    if (cn_game_load(TEST_BUILD "/examples/hex.so", &plugin, &error) != CN_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    tests[count++] = (struct CMUnitTest){"plugin hex", conformance, NULL, NULL, (void *)plugin};
    return _cmocka_run_group_tests("conformance", tests, count, NULL, NULL);
}
