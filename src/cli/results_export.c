/* `canopy results FILE --export FORMAT` writes the games of a match in the formats that other
 * programs read: SGF, GGF, a line of text, PGN, or JSON. Each game is played again from its moves,
 * so what is written is known to be legal even if the file was damaged. */
#include "arena/json.h"
#include "arena/moves.h"
#include "arena/write.h"
#include "cli/out.h"
#include "cli/results.h"
#include "cli/thought.h"
#include "lab/bench.h"

#include <time.h>

typedef struct exporter exporter;
typedef void write_fn(const exporter *e, const cn_stored_game *r, const cn_history *history,
                      const cn_record_info *info);

/* The match whose games are written, and how. `values` are the options of its game, which every
 * game of the match has in common. */
struct exporter {
    cn_cli *cli;
    const cn_stored *match;
    const cn_game *game;
    cn_value values[CN_OPTIONS_MAX];
    write_fn *write;         /* NULL: as a record in … */
    cn_record_format format; /* … this format */
};

/* ---- a game again ---- */

/* The game of a record, as a history; nothing is to be freed after a failure. */
static cn_status play_again(const exporter *e, const cn_stored_game *r, cn_history *history,
                            cn_error *error) {
    cn_status status = cn_history_start(history, e->game, e->values, r->start, error);
    const char *at = r->moves;
    for (int i = 0; status == CN_OK && *at; i++) {
        cn_move move;
        status = cn_position_read_move(&history->now, at, &move, &at, error);
        if (status == CN_OK) {
            status = cn_history_play(history, move, i < r->plies ? r->times[i] : 0, error);
        }
        at += strspn(at, " ");
    }
    if (status == CN_OK && history->count != r->plies) {
        status = cn_fail(error, CN_BAD_INPUT, "%d moves instead of %d", history->count, r->plies);
    }
    if (status != CN_OK) cn_history_free(history);
    return status;
}

/* Writes one game of the store. */
static cn_status take(const cn_stored_game *r, void *user, cn_error *error) {
    exporter *e = user;
    cn_history history;
    cn_record_info info = {0};
    cn_error why = {""};
    const int *player = r->fixture.player;
    cn_status status = player[0] < e->match->players && player[1] < e->match->players
                           ? play_again(e, r, &history, &why)
                           : cn_fail(&why, CN_BAD_INPUT, "no such agent");
    CN_FAIL_IF(status != CN_OK, error, status, "match %" PRId64 ", game %d: %.440s", e->match->id,
               r->fixture.number + 1, why.text);
    for (int i = 0; i < 2; i++) {
        snprintf(info.player[i], sizeof info.player[i], "%s", e->match->agents[player[i]]);
    }
    const time_t when = (time_t)r->started; /* seconds since 1970 */
    struct tm day;
    if (gmtime_r(&when, &day)) strftime(info.date, sizeof info.date, "%Y-%m-%d", &day);
    snprintf(info.clock, sizeof info.clock, "%s", e->match->clock);
    info.ending = cn_cause_ending(r->cause);
    info.loser = r->loser < 0 ? 0 : r->loser;
    if (e->write) e->write(e, r, &history, &info);
    if (!e->write) cn_write_game(stdout, &history, e->values, &info, e->format);
    cn_history_free(&history);
    return cn_out_flush(e->cli) ? CN_OK : cn_fail(error, CN_IO, "cannot write to standard output");
}

/* ---- formats ---- */

/* A tag of PGN, with quotes inside the value escaped. */
static void put_tag(const char *name, const char *value) {
    printf("[%s \"", name);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\') putchar('\\');
        putchar(*value);
    }
    fputs("\"]\n", stdout);
}

/* What is known of the game, as PGN's tags and some of our own. */
static void put_pgn_tags(const exporter *e, const cn_stored_game *r, const cn_record_info *info,
                         const char *result) {
    char text[64], date[16];
    snprintf(text, sizeof text, "Canopy match %" PRId64, e->match->id);
    put_tag("Event", text);
    snprintf(date, sizeof date, "%.10s", info->date);
    for (char *p = date; *p; p++) {
        if (*p == '-') *p = '.';
    }
    put_tag("Date", date);
    snprintf(text, sizeof text, "%d", r->fixture.number + 1);
    put_tag("Round", text);
    for (int i = 0; i < 2; i++) put_tag(e->game->player[i], info->player[i]);
    put_tag("Result", result);
    put_tag("Game", e->game->name);
    if (*e->match->report.options) put_tag("Options", e->match->report.options);
    if (r->start) put_tag("Start", r->start);
    if (*e->match->clock) put_tag("TimeControl", e->match->clock);
    snprintf(text, sizeof text, "%d", r->plies);
    put_tag("PlyCount", text);
    put_tag("Termination", cn_cause_word(r->cause));
    if (r->reason) put_tag("Reason", r->reason);
}

/* Words in lines of at most 80 columns. */
static void put_word(int *column, const char *word) {
    const int length = (int)strlen(word);
    if (*column > 0 && *column + 1 + length > 80) {
        putchar('\n');
        *column = 0;
    }
    *column += printf("%s%s", *column ? " " : "", word);
}

/* As PGN for any game: tags, then numbered moves with value, depth and time in comments. */
static void write_pgn(const exporter *e, const cn_stored_game *r, const cn_history *history,
                      const cn_record_info *info) {
    static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2"};
    cn_walk walk;
    put_pgn_tags(e, r, info, results[r->outcome]);
    putchar('\n');
    int column = 0;
    cn_walk_begin(&walk, &history->start, history->moves, history->count);
    while (cn_walk_next(&walk)) {
        char word[160];
        const int i = walk.index;
        if (i % 2 == 0) {
            snprintf(word, sizeof word, "%d.", i / 2 + 1);
            put_word(&column, word);
        }
        put_word(&column, cn_word_move(&walk.position, walk.move).text);
        if (i < r->opening_plies) {
            put_word(&column, "{opening}");
        } else if (r->notes[i].score.kind != CN_SCORE_NONE) {
            snprintf(word, sizeof word, "{%s/%d %.3fs}",
                     cn_word_score(e->game, r->notes[i].score).text, r->notes[i].depth,
                     r->times[i]);
            put_word(&column, word);
        }
    }
    put_word(&column, results[r->outcome]);
    fputs("\n\n", stdout);
}

/* What is known of each move: who made it, how long it took, and what the search said. */
static json_t *plies_json(const cn_stored_game *r, const cn_history *history) {
    json_t *list = json_array();
    for (int i = 0; i < history->count; i++) {
        json_t *ply =
            json_pack("{s:i, s:f}", "player", (int)history->ply[i].player, "seconds", r->times[i]);
        if (r->notes[i].score.kind != CN_SCORE_NONE) {
            json_object_set_new(ply, "score",
                                cn_score_pack(history->start.game, r->notes[i].score));
        }
        if (r->notes[i].depth > 0 || r->notes[i].nodes > 0) {
            json_object_set_new(ply, "depth", json_integer(r->notes[i].depth));
            json_object_set_new(ply, "nodes", json_integer((json_int_t)r->notes[i].nodes));
        }
        json_array_append_new(list, ply);
    }
    return list;
}

/* The seed that an agent was given for the game, null if it had one of its own. */
static json_t *seed_json(int64_t seed) {
    return seed < 0 ? json_null() : json_integer(seed);
}

/* Everything that the store has of a game, as one object on one line. */
static void write_json(const exporter *e, const cn_stored_game *r, const cn_history *history,
                       const cn_record_info *info) {
    static const char *const results[] = {"*", "1-0", "0-1", "1/2"};
    json_t *moves = json_array();
    for (const char *at = r->moves; *at;) {
        const size_t length = strcspn(at, " ");
        json_array_append_new(moves, json_stringn(at, length));
        at += length + strspn(at + length, " ");
    }
    json_t *pair = r->fixture.pair < 0 ? json_null() : json_integer(r->fixture.pair + 1);
    json_t *all = json_pack(
        "{s:I, s:i, s:s, s:s, s:[s,s], s:o, s:i, s:i, s:s?, s:o, s:s, s:s, s:s?, s:i, s:[o,o], "
        "s:I, s:f, s:o}",
        "match", (json_int_t)e->match->id, "number", r->fixture.number + 1, "game", e->match->game,
        "options", e->match->report.options, "agents", info->player[0], info->player[1], "pair",
        pair, "opening", r->fixture.opening + 1, "opening_plies", r->opening_plies, "start",
        r->start, "moves", moves, "result", results[r->outcome], "ending", cn_cause_word(r->cause),
        "reason", r->reason, "plies", r->plies, "seeds", seed_json(r->seed[0]),
        seed_json(r->seed[1]), "started", (json_int_t)r->started, "seconds", r->seconds, "info",
        plies_json(r, history));
    cn_out_json(e->cli, all);
}

/* ---- all of them ---- */

/* The writer of a format; SGF and GGF are for some games only. */
static void choose(exporter *e, const char *format) {
    static const char *const names[] = {"sgf", "ggf", "txt", "pgn", "json", NULL};
    static write_fn *const writers[] = {NULL, NULL, NULL, write_pgn, write_json};
    char file[16];
    e->write = writers[cn_out_choice(e->cli, "format", format, names)];
    snprintf(file, sizeof file, "games.%.5s", format);
    CN_USAGE_IF(!e->write && cn_write_format(e->game, file, &e->format, NULL) != CN_OK, e->cli,
                "%s is not for %s; any game can be had as txt, pgn and json", format,
                e->game->title);
}

void cn_results_export(cn_cli *cli, cn_store *store, const cn_stored *match, const char *format) {
    exporter e = {.cli = cli, .match = match, .game = cn_cli_game(cli, match->game)};
    choose(&e, format);
    cn_status status = cn_bench_values(e.game, match->report.options, e.values, cli->error);
    if (status == CN_OK) status = cn_store_games(store, match->id, take, &e, cli->error);
    if (status != CN_OK && cli->write_errno) cn_cli_leave(cli, CN_EXIT_FAILURE);
    cn_out_must(cli, status);
}
