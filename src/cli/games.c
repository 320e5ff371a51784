/* `canopy games [GAME]` lists the games, or shows everything about one of them: rules, options,
 * notation, heuristics, experts, and the start position for the options given. All of it comes from
 * the game's table (game.h); nothing is listed here by hand. */
#include "arena/json.h"
#include "cli/board.h"
#include "cli/verbs.h"

/* What the flags say. */
typedef struct settings {
    bool json;
} settings;

/* ---- one game ---- */

/* A list of names with their help; the first is what is used unless told otherwise. */
static void show_named(const char *heading, const cn_named *list) {
    if (!list[0].name) return;
    printf("\n%s:\n", heading);
    for (int i = 0; list[i].name; i++) {
        printf("  %s%s\n", list[i].name, i == 0 ? "  (default)" : "");
        cn_out_wrap(list[i].help, 6);
    }
}

/* Everything about one game, as text. */
static void show_game(const cn_cli *cli, const cn_position *start) {
    const cn_game *game = start->game;
    printf("%s (%s): %s\nplayers: %s, who begins, and %s\n\n", game->title, game->name,
           game->summary, game->player[0], game->player[1]);
    cn_out_wrap(game->text, 0);
    fputc('\n', stdout);
    cn_out_wrap(game->notation, 0);
    if (game->options[0].name) {
        fputs("\nOptions and their defaults:\n", stdout);
        cn_out_options(game->options);
    }
    show_named("Heuristics", game->heuristics);
    if (game->policies) show_named("Playouts (option `playout` of mcts)", game->policies);
    if (start->experts) puts("\nExperts (option `expert` of pvs):");
    for (const cn_expert *e = start->experts; e && e->name; e++) {
        printf("  %s\n", e->name);
        cn_out_wrap(e->help, 6);
    }
    printf("\nA game%s:\n", game->options[0].name ? " with the default options" : "");
    cn_out_wrap(game->example, 2);
    static char text[CN_TEXT_MAX];
    cn_position_text(start, text, sizeof text);
    if (strlen(text) <= 68) {
        printf("\nThe start, %s\n\n", text);
    } else { /* the drawing says it better */
        printf("\nThe start\n\n");
    }
    cn_board_show(cli, start, -1);
}

/* ---- JSON ---- */

/* What the list of games has of each. */
static json_t *brief_json(const cn_game *game) {
    return json_pack("{s:s, s:s, s:s, s:[s,s]}", "name", game->name, "title", game->title,
                     "summary", game->summary, "players", game->player[0], game->player[1]);
}

/* Everything about one game; the same fields, and the ones that the list leaves out. */
static json_t *game_json(const cn_position *start) {
    const cn_game *game = start->game;
    cn_board board;
    cn_position_draw(start, &board);
    json_t *json = brief_json(game), *experts = json_array();
    for (const cn_expert *e = start->experts; e && e->name; e++) {
        json_array_append_new(experts, json_pack("{s:s, s:s}", "name", e->name, "help", e->help));
    }
    json_t *more =
        json_pack("{s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:i, s:i}", "text", game->text,
                  "notation", game->notation, "example", game->example, "options",
                  cn_options_json(game->options), "heuristics", cn_named_json(game->heuristics),
                  "playouts", cn_named_json(game->policies), "experts", experts, "start",
                  cn_out_position(start), "rows", board.rows, "columns", board.columns);
    json_object_update(json, more);
    json_decref(more);
    return json;
}

/* ---- the verb ---- */

/* Writes a row for each game. Three columns are as wide as their widest text; the summary ends the
 * row. */
static void list_games(const cn_cli *cli) {
    char players[CN_CLI_GAMES][80];
    const char *cell[CN_CLI_GAMES + 1][4] = {{"name", "title", "players", "summary"}};
    int width[3] = {0}, rows = 1;
    for (; cli->games[rows - 1]; rows++) {
        const cn_game *game = cli->games[rows - 1];
        char *both = players[rows - 1];
        snprintf(both, sizeof *players, "%s, %s", game->player[0], game->player[1]);
        const char *const row[] = {game->name, game->title, both, game->summary};
        memcpy(cell[rows], row, sizeof row);
    }
    for (int i = 0; i < 3 * rows; i++) {
        const int columns = cn_text_columns(cell[i / 3][i % 3]);
        if (columns > width[i % 3]) width[i % 3] = columns;
    }
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < 3; c++) cn_out_cell(cell[r][c], -width[c] - 2);
        puts(cell[r][3]);
    }
}

/* Without a game all are listed; with one, everything about it for the options that were given. */
static cn_exit run(cn_cli *cli, cn_args *args, void *given) {
    const settings *set = given;
    if (args->game) {
        cn_position start;
        cn_out_must(cli, cn_position_new(args->game, args->values, NULL, &start, cli->error));
        if (set->json) cn_out_json(cli, game_json(&start));
        if (!set->json) show_game(cli, &start);
        cn_position_free(&start);
    } else if (set->json) {
        json_t *list = json_array();
        for (int i = 0; cli->games[i]; i++) json_array_append_new(list, brief_json(cli->games[i]));
        cn_out_json(cli, list);
    } else {
        list_games(cli);
    }
    return CN_EXIT_OK;
}

static const cn_flag flags[] = {
    CN_SWITCH(settings, json, "json", 0),
    {.name = NULL},
};

const cn_verb cn_verb_games = {CN_VERB(games), CN_SETTINGS(0), .takes = CN_TAKES_GAME_OR_NONE};
