/* `canopy results FILE` shows what is in a file of matches that `canopy match --db` wrote: the list
 * of them, the results of one as `canopy match` shows them, or its games (results_export.c).
 * Nothing is added to the file, and it may be looked at while a match is still being played into
 * it. */
#include "cli/results.h"

#include "cli/verbs.h"

/* What the flags say. Without --match a file of several matches is listed. */
typedef struct settings {
    bool json, crosstable, list;
    int match;
    const char *export;
} settings;

/* ---- a match of the file ---- */

/* Frees what a match holds: its settings, which its texts point into. */
static void stored_free(cn_stored *m) {
    json_decref(m->settings);
    *m = (cn_stored){0};
}

/* The settings of a match are JSON that `canopy match` wrote; anything else is refused. */
static cn_status no_sense(const cn_store_match *from, cn_error *error) {
    return cn_fail(error, CN_BAD_INPUT, "the settings of match %" PRId64 " make no sense",
                   from->id);
}

/* Reads a match of the file into the cn_stored at `user`, whose texts then point into m->settings.
 * The file may come from anybody, so every value is checked. After a failure there is nothing to
 * free. */
static cn_status take_match(const cn_store_match *from, void *user, cn_error *error) {
    cn_stored *m = user;
    cn_match_report *r = &m->report;
    json_t *agents, *sprt = NULL;
    int games, rounds, normalized = 0;
    json_int_t seed;
    *m = (cn_stored){.id = from->id, .games = from->games, .finished = from->ended != NULL};
    snprintf(m->game, sizeof m->game, "%s", from->game);
    snprintf(m->version, sizeof m->version, "%s", from->version);
    snprintf(m->started, sizeof m->started, "%s", from->started);
    m->settings = json_loads(from->settings, 0, NULL);
    if (!m->settings || json_unpack(m->settings, "{s:o, s:s, s:s, s:s, s:s, s:i, s:i, s:I, s?o}",
                                    "agents", &agents, "options", &r->options, "openings",
                                    &r->openings, "clock", &m->clock, "format", &m->format, "games",
                                    &games, "rounds", &rounds, "seed", &seed, "sprt", &sprt) != 0) {
        stored_free(m);
        return no_sense(from, error);
    }
    r->seed = seed;
    r->game = r->title = m->game;
    r->agents = m->agents;
    m->players = (int)json_array_size(agents);
    bool whole = m->players >= 2 && m->players <= CN_MATCH_PLAYERS;
    for (int i = 0; i < m->players && whole; i++) {
        m->agents[i] = json_string_value(json_array_get(agents, (size_t)i));
        whole = m->agents[i] != NULL;
    }
    if (sprt) {
        r->sprt = m->players == 2 ? &m->sprt : NULL;
        whole = whole && json_unpack(sprt, "{s:F, s:F, s:F, s:F, s:b}", "elo0", &m->sprt.elo0,
                                     "elo1", &m->sprt.elo1, "alpha", &m->sprt.alpha, "beta",
                                     &m->sprt.beta, "normalized", &normalized) == 0;
        m->sprt.normalized = normalized;
    }
    const cn_format format = strcmp(m->format, "swiss") == 0      ? CN_SWISS
                             : strcmp(m->format, "gauntlet") == 0 ? CN_GAUNTLET
                                                                  : CN_ROUND_ROBIN;
    cn_schedule schedule;
    if (!whole || cn_schedule_new(&schedule, format, m->players, games, rounds, NULL) != CN_OK) {
        stored_free(m);
        return no_sense(from, error);
    }
    r->total = cn_schedule_total(&schedule);
    cn_schedule_free(&schedule);
    return CN_OK;
}

/* ---- what is shown ---- */

/* A row of the list or, if `list` is an array, an object in it. */
static cn_status list_match(const cn_store_match *from, void *list, cn_error *error) {
    cn_stored m;
    CN_TRY(take_match(from, &m, error));
    if (list) {
        json_array_append_new(
            list, json_pack("{s:I, s:s, s:s, s:O, s:s, s:i, s:i, s:I, s:s, s:s, s:b}", "match",
                            (json_int_t)m.id, "game", m.game, "options", m.report.options, "agents",
                            json_object_get(m.settings, "agents"), "format", m.format, "games",
                            m.games, "total", m.report.total, "seed", (json_int_t)m.report.seed,
                            "version", m.version, "started", m.started, "finished", m.finished));
    } else {
        printf("%5" PRId64 "  %-10s  %6d  %6d  %-19s  %-8s  ", m.id, m.game, m.games,
               m.report.total, m.started, m.finished ? "finished" : "open");
        for (int i = 0; i < m.players; i++) {
            if (i) fputs(", ", stdout);
            cn_out_clean(stdout, m.agents[i]);
        }
        fputc('\n', stdout);
    }
    stored_free(&m);
    return CN_OK;
}

/* All matches of the file. Each is read and written on its own, so a file may have many. */
static void list_all(const cn_cli *cli, cn_store *store, bool json) {
    json_t *list = json ? json_array() : NULL;
    if (!json) {
        printf("%5s  %-10s  %6s  %6s  %-19s  %-8s  %s\n", "match", "game", "games", "of",
               "started (UTC)", "state", "agents");
    }
    cn_out_must(cli, cn_store_matches(store, list_match, list, cli->error));
    if (json) cn_out_json(cli, list);
}

/* For counting the matches of a file. */
static cn_status count_match(const cn_store_match *match, void *user, cn_error *error) {
    (void)match;
    (void)error;
    ++*(int *)user;
    return CN_OK;
}

/* The results of a match as they are read. */
typedef struct adder {
    const cn_stored *match;
    cn_standings standings;
} adder;

/* Counts a game of the file in. */
static cn_status add_game(const cn_fixture *fixture, const cn_game_summary *game, void *user,
                          cn_error *error) {
    adder *a = user;
    const int players = a->match->players;
    CN_FAIL_IF(fixture->player[0] >= players || fixture->player[1] >= players, error, CN_BAD_INPUT,
               "match %" PRId64 ", game %d: no such agent", a->match->id, fixture->number + 1);
    return cn_standings_add(&a->standings, fixture, game, error);
}

/* The results of one match. */
static void report(const cn_cli *cli, cn_store *store, const cn_stored *m, const settings *set) {
    adder a = {.match = m};
    cn_out_must(cli, cn_standings_new(&a.standings, m->players, cli->error));
    cn_out_must(cli, cn_store_summaries(store, m->id, add_game, &a, cli->error));
    const cn_game *game = cn_cli_find(cli, m->game); /* if it is one of ours */
    cn_match_report r = m->report;
    if (game) r.title = game->title;
    r.player[0] = game ? game->player[0] : "first";
    r.player[1] = game ? game->player[1] : "second";
    r.standings = &a.standings;
    r.crosstable = set->crosstable || m->players > 2;
    if (set->json) {
        cn_report_json(cli, &r,
                       json_pack("{s:I, s:s, s:s, s:b}", "match", (json_int_t)m->id, "version",
                                 m->version, "started", m->started, "finished", m->finished));
    } else {
        cn_report_write(cli, &r);
    }
    cn_standings_free(&a.standings);
}

/* ---- the verb ---- */

/* Chooses between the list, the results of a match, and its games. */
static void show(cn_cli *cli, cn_store *store, const settings *set) {
    int count = 0;
    cn_out_must(cli, cn_store_matches(store, count_match, &count, cli->error));
    if (set->list || (count > 1 && set->match == 0 && !set->export && !set->crosstable)) {
        list_all(cli, store, set->json);
        return;
    }
    CN_USAGE_IF(count > 1 && set->match == 0, cli,
                "there are %d matches in the file: say which with --match N", count);
    cn_stored match = {0};
    cn_out_must(cli, cn_store_find(store, set->match, take_match, &match, cli->error));
    if (set->export) {
        cn_results_export(cli, store, &match, set->export);
    } else {
        report(cli, store, &match, set);
    }
    stored_free(&match);
}

/* Opens the file as a reader and shows what the flags ask for. */
static cn_exit run(cn_cli *cli, cn_args *args, void *set) {
    cn_store *store;
    CN_USAGE_IF(args->count == 0, cli, "which file? Say the one that `canopy match --db` made");
    cn_out_must(cli, cn_store_open(args->word[0], false, &store, cli->error));
    show(cli, store, set);
    cn_store_close(store);
    return CN_EXIT_OK;
}

static const cn_flag flags[] = {
    CN_INT(settings, match, "match", 0, "N", 1, 2000000000),
    CN_SWITCH(settings, list, "list", 0),
    CN_SWITCH(settings, crosstable, "crosstable", 'x'),
    CN_TEXT(settings, export, "export", 'e', "FORMAT"),
    CN_SWITCH(settings, json, "json", 0),
    {.name = NULL},
};

static const cn_clash clashes[] = {
    {"--list", CN_ONLY, "--json", "it shows which matches there are"},
    {"--export", CN_ONLY, "--match", "it writes the games; json is one of its formats"},
    {0},
};

const cn_verb cn_verb_results = {CN_VERB(results), CN_SETTINGS(0), .words_most = 1,
                                 .clashes = clashes};
