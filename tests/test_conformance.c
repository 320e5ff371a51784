/* What every game must satisfy, with no code for any one game: each registered game, in its default
 * form and with every choice and extreme of its options, is played at random and watched
 * (lab/check.h). A game that is added to the registry is tested here without a line. */
#include "games/registry.h"
#include "lab/check.h"
#include "support/support.h"

/* What sanitizers look for shows in fewer games. */
enum { GAMES = TEST_SANITIZED ? 150 : 1000 };

static void conformance(void **game) {
    static cn_fault fault;
    cn_check check = {.games = GAMES};
    cn_error error = {""};
    const cn_game *const *games = cn_games(), *const *plain = cn_games_baseline();
    for (int i = 0; games[i]; i++) {
        if (games[i] == *game && plain[i] != games[i]) check.plain = plain[i];
    }
    if (cn_game_check(*game, &error) != CN_OK) fail_msg("%s", error.text);
    if (!cn_check_game(*game, &check, &fault)) {
        fail_msg("%s %s: %s: %s", fault.contract, fault.options, fault.position, fault.text);
    }
    assert_true(check.positions > 1000);
    assert_true(check.forms >= 1);
}

int main(void) {
    struct CMUnitTest tests[64] = {{0}};
    size_t count = 0;
    for (const cn_game *const *game = cn_games(); *game; game++) {
        tests[count++] = (struct CMUnitTest){(*game)->name, conformance, NULL, NULL, (void *)*game};
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
