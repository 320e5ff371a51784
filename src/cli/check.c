/* `canopy check [GAME…]` tests whether games keep the contracts that game.h states for them. It is
 * for authors of games and plugins, who would otherwise meet a broken contract as a wrong or
 * crashing search. The tests are in lab/check.h; here the first fault of a game is shown with the
 * options and the position in which it happened. The exit code is 1 if any game failed. */
#include "lab/check.h"

#include "cli/verbs.h"

/* What the flags say. */
typedef struct settings {
    int games;
} settings;

/* Checks one game and says how it went: first its table, then many random games. */
static cn_exit check_one(cn_cli *cli, const cn_game *game, const settings *set) {
    static cn_fault fault; /* large for a stack */
    cn_check check = {.games = set->games};
    if (cn_game_check(game, cli->error) != CN_OK) {
        printf("%s: FAILED\n  %s\n", game->name, cli->error->text);
        return CN_EXIT_FAILURE;
    }
    cn_out_note(cli, "%s…", game->name);
    const bool good = cn_check_game(game, &check, &fault);
    cn_out_note(cli, "%s", "");
    if (good) {
        printf("%s: ok, %" PRIu64 " positions in %d form%s\n", game->name, check.positions,
               check.forms, check.forms == 1 ? "" : "s");
        return CN_EXIT_OK;
    }
    printf("%s: FAILED\n  contract  %s\n", game->name, fault.contract);
    if (*fault.options) printf("  options   %s\n", fault.options);
    if (*fault.position) printf("  position  %s\n", fault.position);
    cn_out_wrap(fault.text, 2);
    return CN_EXIT_FAILURE;
}

/* Checks the games that are named, or all of them, and fails if one of them does. */
static cn_exit run(cn_cli *cli, cn_args *args, void *set) {
    const cn_game *games[CN_WORDS + CN_CLI_GAMES + 1] = {0};
    for (int i = 0; i < args->count; i++) games[i] = cn_cli_game(cli, args->word[i]);
    if (args->count == 0) memcpy(games, cli->games, sizeof cli->games);
    cn_exit status = CN_EXIT_OK;
    for (int i = 0; games[i] && cn_out_flush(cli); i++) {
        if (check_one(cli, games[i], set) != CN_EXIT_OK) status = CN_EXIT_FAILURE;
    }
    return status;
}

static const cn_flag flags[] = {
    CN_INT(settings, games, "games", 'n', "N", 1, 1000000),
    {.name = NULL},
};

const cn_verb cn_verb_check = {CN_VERB(check), CN_SETTINGS(.games = 100), .words_most = CN_WORDS};
