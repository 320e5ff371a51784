/* `canopy match GAME AGENT AGENT…` plays many games between agents, to tell who is stronger.
 *
 * Here the command line becomes a cn_match_settings, the match is run (arena/match.h) with its
 * progress on the terminal, and every game is kept in an SQLite file if --db names one
 * (arena/store.h). The settings are kept with it as text. That is how the same command finds its
 * match in the file again and goes on with it. Elo and scores are in the view of the first agent.
 */
#include "arena/match.h"

#include "arena/agent.h"
#include "arena/json.h"
#include "arena/store.h"
#include "cli/interrupt.h"
#include "cli/match_report.h"
#include "cli/source.h"
#include "cli/verbs.h"
#include "core/clock.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

/* What the flags say; UNSET is what was not said. */
typedef struct settings {
    bool json;
    int games, rounds, concurrency, seed, plies;
    const char *format, *openings, *db;
    const char *clock, *byoyomi, *resign, *draw;
    const char *sprt, *model;
    cn_referee referee; /* the rules that are one number each; the others are texts above */
    cn_sprt test;       /* only its alpha and beta are filled by flags */
    cn_source source;
} settings;

enum { UNSET = -1 };

static const char *const formats[] = {"round-robin", "gauntlet", "swiss", NULL};

/* Everything of one command. `openings_text` says in words where the openings come from; `store` is
 * NULL without --db; `shown` is when the line of progress was last written, by cn_clock_seconds. */
typedef struct contest {
    cn_cli *cli;
    const settings *set;
    const cn_args *args;
    cn_position start;
    bool own_start; /* the start is not the one that the game's options make */
    cn_openings openings;
    char openings_text[192];
    cn_sprt sprt;
    cn_match_settings match;
    cn_store *store;
    int64_t id; /* of the match in the store */
    double shown;
} contest;

/* ---- what the command says ---- */

/* When a game is ended early: clocks, and the rules of --resign, --draw, --moves-limit and
 * --max-time. */
static void read_referee(const cn_cli *cli, const settings *set, cn_referee *r) {
    int numbers[3];
    *r = set->referee;
    cn_out_must(cli, cn_clocks_parse(set->clock, set->byoyomi, &r->clocks, cli->error));
    if (set->resign) cn_args_resign(cli, set->resign, &r->resign);
    if (set->draw) {
        cn_args_numbers(
            cli, "draw", set->draw, 3,
            "VALUE:MOVES:AFTER, like 10:8:40 (neither side further ahead, that many moves "
            "each, after that many plies)",
            numbers);
        r->draw_value = numbers[0];
        r->draw_moves = numbers[1];
        r->draw_after = numbers[2];
    }
}

/* The two hypotheses of --sprt, as Elo of the first agent over the second, and how often the test
 * may err. */
static void read_sprt(const cn_cli *cli, const settings *set, cn_sprt *sprt) {
    static const char *const models[] = {"logistic", "normalized", NULL};
    char *middle, *end;
    *sprt = set->test;
    sprt->elo0 = strtod(set->sprt, &middle);
    sprt->elo1 = *middle == ':' ? strtod(middle + 1, &end) : 0;
    const bool read = middle != set->sprt && *middle == ':' && end != middle + 1 && *end == '\0';
    CN_USAGE_IF(!read || !(fabs(sprt->elo0) <= 500 && fabs(sprt->elo1) <= 500) ||
                    !(sprt->elo0 < sprt->elo1),
                cli, "--sprt %.40s: expected ELO0:ELO1, the first the lower, within ±500: 0:5",
                set->sprt);
    CN_USAGE_IF(sprt->alpha + sprt->beta >= 1, cli,
                "--alpha and --beta: expected less than 1 together");
    sprt->normalized = set->model && cn_out_choice(cli, "Elo model", set->model, models) == 1;
}

/* The agents, who meets whom, and how many games are played. */
static void read_players(const contest *s, cn_match_settings *m) {
    const settings *set = s->set;
    CN_USAGE_IF(s->args->count < 2, s->cli,
                "which agents? Say two or more; `canopy agents` lists them");
    CN_USAGE_IF(s->args->count > CN_MATCH_PLAYERS, s->cli, "%d agents: a match is between 2 to %d",
                s->args->count, CN_MATCH_PLAYERS);
    m->players = s->args->count;
    for (int i = 0; i < m->players; i++) m->agents[i] = s->args->word[i];
    if (set->format) {
        m->format = (cn_format)cn_out_choice(s->cli, "format", set->format, formats);
    }
    CN_USAGE_IF(set->rounds != UNSET && m->format != CN_SWISS, s->cli,
                "--rounds is for --format swiss; --games says how many games a pairing plays");
    m->rounds = set->rounds != UNSET ? set->rounds : (int)ceil(log2(m->players));
    m->games = set->games != UNSET ? set->games : set->sprt ? 40000 : 100;
}

/* As many openings as the schedule needs, each of so many random moves. */
static void random_openings(contest *s, int plies) {
    const cn_match_settings *m = &s->match;
    cn_schedule schedule;
    cn_out_must(s->cli, cn_schedule_new(&schedule, m->format, m->players, m->games, m->rounds,
                                        s->cli->error));
    const int count = cn_schedule_openings(&schedule);
    cn_schedule_free(&schedule);
    cn_out_must(s->cli,
                cn_openings_random(&s->openings, &s->start, plies, count, m->seed, s->cli->error));
    snprintf(s->openings_text, sizeof s->openings_text, "%d random %s", plies,
             plies == 1 ? "ply" : "plies");
}

/* Reads the file of openings. Its name and a check sum become part of the settings by which a match
 * in a database is found again: it is the same only if its openings are. */
static void read_openings(contest *s, const char *name) {
    size_t size;
    char *text = cn_source_load(s->cli, name, &size);
    const cn_status status =
        cn_openings_read(&s->openings, &s->start, s->args->values, text, size, s->cli->error);
    uint64_t sum = size;
    for (size_t i = 0; i < size; i++) sum = cn_mix64(sum ^ (unsigned char)text[i]);
    free(text);
    cn_out_must_file(s->cli, name, status == CN_BAD_USAGE ? CN_IO : status);
    const char *slash = strrchr(name, '/');
    snprintf(s->openings_text, sizeof s->openings_text, "%d openings of %.80s (%08" PRIx32 ")",
             s->openings.count, slash ? slash + 1 : name, (uint32_t)sum);
}

/* Reads everything that the match needs, and refuses what makes no match. */
static void prepare(contest *s) {
    const settings *set = s->set;
    cn_match_settings *m = &s->match;
    cn_source_read(s->cli, s->args, &set->source, &s->start);
    s->own_start = set->source.position || set->source.board || set->source.moves;
    if (cn_position_over(&s->start) != CN_ONGOING) {
        cn_out_message(s->cli, "the game is over in this position");
        cn_cli_leave(s->cli, CN_EXIT_INPUT);
    }
    m->start = &s->start;
    m->values = s->args->values;
    m->seed = (uint64_t)set->seed;
    m->concurrency = set->concurrency;
    read_players(s, m);
    read_referee(s->cli, set, &m->referee);
    if (set->sprt) {
        read_sprt(s->cli, set, &s->sprt);
        m->sprt = &s->sprt;
    }
    if (set->openings) {
        read_openings(s, set->openings);
    } else {
        random_openings(s, set->plies != UNSET ? set->plies : 4);
    }
}

/* ---- the store ---- */

/* The settings that make two matches the same, as JSON text. Keys are sorted and reals rounded, so
 * that the same settings always give the same text, by which the store finds a match. How many
 * games are played at once is left out, because it does not change the results. The caller frees
 * the text; NULL if it is not UTF-8. */
static char *settings_text(const contest *s) {
    const cn_match_settings *m = &s->match;
    const cn_referee *r = &m->referee;
    char options[CN_SPEC_MAX], clock[80], *start = NULL;
    cn_options_text(s->args->game->options, s->args->values, options, sizeof options);
    cn_clocks_setting(&r->clocks, clock, sizeof clock);
    if (s->own_start && (start = malloc(CN_TEXT_MAX))) {
        cn_position_text(&s->start, start, CN_TEXT_MAX);
    }
    json_t *agents = json_array();
    for (int i = 0; i < m->players; i++) json_array_append_new(agents, json_string(m->agents[i]));
    json_t *all = json_pack(
        "{s:s, s:s, s:s?, s:o, s:s, s:i, s:i, s:I, s:s, s:s, s:f, s:f, s:[i,i], s:[i,i,i], s:i, "
        "s:f}",
        "game", s->args->game->name, "options", options, "start", start, "agents", agents, "format",
        formats[m->format], "games", m->games, "rounds", m->format == CN_SWISS ? m->rounds : 1,
        "seed", (json_int_t)m->seed, "openings", s->openings_text, "clock", clock, "time",
        r->move_seconds, "margin", r->margin, "resign", r->resign.value, r->resign.moves, "draw",
        r->draw_value, r->draw_moves, r->draw_after, "moves_limit", r->most_plies, "max_time",
        r->most_seconds);
    free(start);
    if (all && m->sprt) {
        json_object_set_new(all, "sprt",
                            json_pack("{s:f, s:f, s:f, s:f, s:b}", "elo0", m->sprt->elo0, "elo1",
                                      m->sprt->elo1, "alpha", m->sprt->alpha, "beta", m->sprt->beta,
                                      "normalized", m->sprt->normalized));
    }
    return cn_json_dump(all, JSON_COMPACT | JSON_SORT_KEYS | JSON_REAL_PRECISION(9));
}

/* Counts a game in that was played before the match was interrupted. */
static cn_status restore(const cn_fixture *fixture, const cn_game_summary *game, void *user,
                         cn_error *error) {
    return cn_match_restore(user, fixture, game, error);
}

/* Opens the file of --db and finds the match in it, with the games that are played already, or
 * begins it there. */
static void open_store(contest *s, cn_match *match) {
    const cn_cli *cli = s->cli;
    const cn_match_settings *m = &s->match;
    bool found;
    cn_out_must(cli, cn_store_open(s->set->db, true, &s->store, cli->error));
    char *text = settings_text(s);
    if (!text) cn_out_usage(cli, "the agents' text is not UTF-8");
    cn_out_must(cli, cn_store_begin(s->store, s->args->game->name, text, m->players, m->agents,
                                    &s->id, &found, cli->error));
    free(text);
    if (!found) return;
    cn_out_must(cli, cn_store_summaries(s->store, s->id, restore, match, cli->error));
    if (cn_match_over(match)) {
        cn_out_message(cli, "match %" PRId64 " of %s is finished; another --seed plays another",
                       s->id, s->set->db);
    } else {
        cn_out_message(cli, "match %" PRId64 " of %s goes on: %d of %d games are played", s->id,
                       s->set->db, match->restored, cn_schedule_total(&match->schedule));
    }
}

/* ---- playing ---- */

/* Keeps a game that has just ended, with the time it began and the seeds of its agents. The match
 * calls it under its lock, so one game at a time is written. A seed of -1 means that the agent has
 * its own. */
static cn_status on_finished(const cn_match *match, const cn_fixture *fixture, const cn_bout *bout,
                             void *user, cn_error *error) {
    contest *s = user;
    if (!s->store) return CN_OK;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    const cn_opening *opening = &s->openings.list[fixture->opening % s->openings.count];
    cn_store_entry game = {
        .match = s->id,
        .seed = {-1, -1},
        .started = (double)now.tv_sec + (double)now.tv_nsec * 1e-9 - bout->seconds,
        .own_start = s->own_start || opening->start,
    };
    for (int i = 0; i < 2; i++) {
        const int player = fixture->player[i];
        if (!cn_seed_open(s->args->game, s->match.agents[player])) continue;
        game.seed[i] = (int64_t)cn_match_seed(match, fixture->number, player);
    }
    return cn_store_add(s->store, &game, fixture, bout, error);
}

/* The line of progress: a bar, the score and Elo of two agents, the state of the sequential test,
 * and the time left. */
static void show(contest *s, const cn_match *match, double elapsed) {
    cn_progress p;
    const int done = match->standings.games, total = cn_schedule_total(&match->schedule);
    char score[160] = "", llr[64] = "";
    cn_out_progress(done, total, done - match->restored, elapsed, &p);
    if (match->set.players == 2 && done > 0) {
        const cn_tally *t = &match->standings.tally[1];
        char elo[80];
        cn_report_elo(t, elo, sizeof elo);
        snprintf(score, sizeof score, ", +%d =%d -%d, Elo %s", t->wins, t->draws, t->losses, elo);
    }
    if (match->set.sprt) {
        snprintf(llr, sizeof llr, ", LLR %.2f (%.2f to %.2f)", match->sprt.llr, match->sprt.lower,
                 match->sprt.upper);
    }
    cn_out_note(s->cli, "[%s] %d/%d%s%s, %s left", p.bar, done, total, score, llr, p.left);
}

/* The match calls it now and then while games are played, in the thread that runs the match. Shows
 * the progress; false ends the match. */
static bool on_tick(const cn_match *match, void *user) {
    contest *s = user;
    const double now = cn_clock_seconds(), elapsed = now - match->start;
    if (s->cli->live && now - s->shown > 0.1 && elapsed > 0.5) {
        s->shown = now;
        show(s, match, elapsed);
    }
    return !cn_interrupted();
}

/* Writes the results. The exit code is 5 if the sequential test accepted the lower hypothesis. */
static cn_exit report(const contest *s, const cn_match *match) {
    char options[CN_SPEC_MAX];
    const cn_game *game = s->args->game;
    cn_options_text(game->options, s->args->values, options, sizeof options);
    const cn_match_report r = {
        .game = game->name,
        .title = game->title,
        .player = {game->player[0], game->player[1]},
        .options = options,
        .openings = s->openings_text,
        .seed = (int64_t)match->set.seed,
        .agents = match->set.agents,
        .total = cn_schedule_total(&match->schedule),
        .standings = &match->standings,
        .sprt = match->set.sprt,
        .crosstable = match->set.players > 2,
    };
    if (s->set->json) {
        cn_report_json(s->cli, &r, NULL);
    } else {
        cn_report_write(s->cli, &r);
    }
    if (match->interrupted) return CN_EXIT_INTERRUPTED;
    return match->sprt.verdict == CN_SPRT_H0 ? CN_EXIT_REJECTED : CN_EXIT_OK;
}

/* Plays what is left of the match and reports it, also if it was interrupted or failed on the way.
 */
static cn_exit play(contest *s) {
    cn_match match;
    const cn_match_hooks hooks = {on_tick, on_finished, s};
    cn_out_must(s->cli, cn_match_new(&match, &s->match, &s->openings, s->cli->error));
    if (s->set->db) open_store(s, &match);
    cn_interrupt_watch(NULL, 0);
    cn_status status = cn_match_run(&match, &hooks, s->cli->error);
    cn_out_note(s->cli, "%s", "");
    if (status == CN_OK && s->store && cn_match_over(&match)) {
        status = cn_store_end(s->store, s->id, s->cli->error);
    }
    cn_store_close(s->store);
    cn_exit code = CN_EXIT_OK;
    /* What was played is worth showing, whatever ended the match. */
    const bool played = match.standings.games > match.restored;
    if (status == CN_OK || played) code = report(s, &match);
    cn_out_must(s->cli, status);
    cn_match_free(&match);
    return code;
}

/* Reads what the command says, and plays. Presets may bring options of the game with them, which
 * must be known before the start position is made. */
static cn_exit run(cn_cli *cli, cn_args *args, void *set) {
    for (int i = 0; i < args->count; i++) cn_args_agent(cli, args, args->word[i]);
    contest s = {.cli = cli, .set = set, .args = args};
    prepare(&s);
    const cn_exit code = play(&s);
    cn_openings_free(&s.openings);
    cn_position_free(&s.start);
    return code;
}

/* ---- the verb ---- */

static const cn_flag flags[] = {
    CN_INT(settings, games, "games", 'n', "N", 1, CN_MATCH_GAMES),
    CN_INT(settings, concurrency, "concurrency", 'j', "N", 1, CN_MATCH_CONCURRENCY),
    CN_TEXT(settings, format, "format", 0, "NAME"),
    CN_INT(settings, rounds, "rounds", 0, "N", 1, CN_MATCH_PLAYERS),
    CN_TEXT(settings, openings, "openings", 0, "FILE"),
    CN_INT(settings, plies, "random-plies", 'r', "N", 0, 1000),
    CN_INT(settings, seed, "seed", 0, "N", 0, 1000000000),
    CN_SOURCE_FLAGS(settings, source),
    CN_CLOCK_FLAGS(settings),
    CN_REAL(settings, referee.move_seconds, "time", 0, "S", 0, 100000),
    CN_REAL(settings, referee.margin, "margin", 0, "S", 0, 1000),
    CN_TEXT(settings, resign, "resign", 0, "V:M"),
    CN_TEXT(settings, draw, "draw", 0, "V:M:AFTER"),
    CN_INT(settings, referee.most_plies, "moves-limit", 0, "N", 0, 1000000),
    CN_REAL(settings, referee.most_seconds, "max-time", 0, "S", 0, 1000000),
    CN_TEXT(settings, sprt, "sprt", 0, "ELO0:ELO1"),
    CN_REAL(settings, test.alpha, "alpha", 0, "P", 0.0001, 0.5),
    CN_REAL(settings, test.beta, "beta", 0, "P", 0.0001, 0.5),
    CN_TEXT(settings, model, "model", 0, "NAME"),
    CN_TEXT(settings, db, "db", 'd', "FILE"),
    CN_SWITCH(settings, json, "json", 0),
    {.name = NULL},
};

static const cn_clash clashes[] = {
    {"--openings", CN_NOT_WITH, "--random-plies", "they are played as the file has them"},
    {"--alpha", CN_NEEDS, "--sprt", "it is about that test"},
    {"--beta", CN_NEEDS, "--sprt", "it is about that test"},
    {"--model", CN_NEEDS, "--sprt", "it is about that test"},
    {"--margin", CN_NEEDS, "--clock --byoyomi --time", "it says how late a move may come"},
    {0},
};

const cn_verb cn_verb_match = {CN_VERB(match),
                               CN_SETTINGS(.games = UNSET, .rounds = UNSET, .plies = UNSET,
                                           .concurrency = 1, .seed = 1, .referee = {.margin = 0.1},
                                           .test = {.alpha = 0.05, .beta = 0.05}),
                               .takes = CN_TAKES_GAME, .words_most = CN_WORDS, .clashes = clashes};
