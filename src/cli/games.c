/* canopy games [GAME] */
#include "arena/options.h"
#include "cli/board.h"
#include "cli/options.h"
#include "cli/out.h"
#include "cli/verbs.h"

typedef struct settings {
    bool json;
} settings;

/* ---- one game ---- */

static void show_named(const char *heading, const cn_named *list) {
    if (!list[0].name) return;
    printf("\n%s:\n", heading);
    for (int i = 0; list[i].name; i++) {
        printf("  %s%s\n", list[i].name, i == 0 ? "  (default)" : "");
        cn_out_wrap(list[i].help, 6);
    }
}

static void show_experts(const cn_expert *experts) {
    if (!experts) return;
    puts("\nExperts (option `expert` of pvs):");
    for (; experts->name; experts++) {
        printf("  %s\n", experts->name);
        cn_out_wrap(experts->help, 6);
    }
}

static void show_game(const cn_cli *cli, const cn_position *start) {
    const cn_game *game = start->game;
    printf("%s (%s): %s\nplayers: %s, who begins, and %s\n\n", game->title, game->name,
           game->summary, game->player[0], game->player[1]);
    cn_out_wrap(game->text, 0);
    fputc('\n', stdout);
    cn_out_wrap(game->notation, 0);
    if (game->options[0].name) {
        fputs("\nOptions and their defaults:\n", stdout);
        cn_options_show(game->options);
    }
    show_named("Heuristics", game->heuristics);
    if (game->policies) show_named("Playouts (option `playout` of mcts)", game->policies);
    show_experts(start->experts);
    printf("\nA game%s:\n", game->options[0].name ? " with the default options" : "");
    cn_out_wrap(game->example, 2);
    static char text[CN_TEXT_MAX];
    game->print(start->state, text, sizeof text);
    if (strlen(text) <= 68) {
        printf("\nThe start, %s\n\n", text);
    } else { /* the drawing says it better */
        printf("\nThe start\n\n");
    }
    cn_board_show(cli, start, -1);
}

/* ---- JSON ---- */

static json_t *brief_json(const cn_game *game) {
    return json_pack("{s:s, s:s, s:s, s:[s,s]}", "name", game->name, "title", game->title,
                     "summary", game->summary, "players", game->player[0], game->player[1]);
}

static json_t *named_json(const cn_named *list) {
    json_t *json = json_array();
    for (; list && list->name; list++) {
        json_array_append_new(json,
                              json_pack("{s:s, s:s}", "name", list->name, "help", list->help));
    }
    return json;
}

static json_t *game_json(const cn_position *start) {
    const cn_game *game = start->game;
    static char text[CN_TEXT_MAX];
    game->print(start->state, text, sizeof text);
    cn_board board;
    game->draw(start->state, &board);
    json_t *json = brief_json(game), *experts = json_array();
    for (const cn_expert *e = start->experts; e && e->name; e++) {
        json_array_append_new(experts, json_pack("{s:s, s:s}", "name", e->name, "help", e->help));
    }
    json_t *more = json_pack(
        "{s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:s, s:i, s:i}", "text", game->text, "notation",
        game->notation, "example", game->example, "options", cn_options_json(game->options),
        "heuristics", named_json(game->heuristics), "playouts", named_json(game->policies),
        "experts", experts, "start", text, "rows", board.rows, "columns", board.columns);
    json_object_update(json, more);
    json_decref(more);
    return json;
}

/* ---- the verb ---- */

/* Titles and players may hold letters of more than one byte: printf's widths would not do. */
static int width(const char *text) {
    int n = 0;
    for (; *text; text++) n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

static void list_games(const cn_cli *cli) {
    char players[80];
    int name = 4, title = 5, pair = 7;
    for (int i = 0; cli->games[i]; i++) {
        const cn_game *game = cli->games[i];
        snprintf(players, sizeof players, "%s, %s", game->player[0], game->player[1]);
        if (width(game->name) > name) name = width(game->name);
        if (width(game->title) > title) title = width(game->title);
        if (width(players) > pair) pair = width(players);
    }
    printf("%-*s  %-*s  %-*s  %s\n", name, "name", title, "title", pair, "players", "summary");
    for (int i = 0; cli->games[i]; i++) {
        const cn_game *game = cli->games[i];
        snprintf(players, sizeof players, "%s, %s", game->player[0], game->player[1]);
        printf("%s%*s  %s%*s  %s%*s  %s\n", game->name, name - width(game->name), "", game->title,
               title - width(game->title), "", players, pair - width(players), "", game->summary);
    }
}

static cn_exit one_game(cn_cli *cli, cn_args *args, bool json) {
    cn_args_game(cli, args);
    cn_args_done(cli, args, 0);
    cn_position start;
    cn_error error;
    cn_out_check(cli, cn_position_new(args->game, args->values, NULL, &start, &error), &error);
    if (json) {
        cn_out_json(cli, game_json(&start));
    } else {
        show_game(cli, &start);
    }
    cn_position_free(&start);
    return CN_EXIT_OK;
}

static cn_exit run(cn_cli *cli, int argc, char **argv) {
    settings set = {0};
    cn_args args;
    cn_args_read(cli, &cn_verb_games, argc, argv, &set, &args);
    if (args.count > 0) return one_game(cli, &args, set.json);
    if (!set.json) {
        list_games(cli);
        return CN_EXIT_OK;
    }
    json_t *list = json_array();
    for (int i = 0; cli->games[i]; i++) json_array_append_new(list, brief_json(cli->games[i]));
    return cn_out_json(cli, list);
}

static const cn_flag flags[] = {
    CN_SWITCH(settings, json, "json", 0, "the same as JSON"),
    {.name = NULL},
};

const cn_verb cn_verb_games = {
    .name = "games",
    .words = "[GAME [option=value…]]",
    .summary = "the games there are; rules and options of one",
    .examples = "canopy games\n"
                "canopy games go size=9\n"
                "canopy games --json\n",
    .text = "Lists the games. With a name, shows that game: its rules, options with range and "
            "default, notation, heuristics, and the start position for the options given.",
    .flags = flags,
    .run = run,
};
