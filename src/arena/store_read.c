/* The store's other half: what a file of matches holds. */
#include "arena/store_sql.h"

#include "arena/score_json.h"

#include <math.h>
#include <stdlib.h>

/* ---- matches ---- */

#define MATCH_COLUMNS                                      \
    "SELECT id, game, settings, version, started, ended, " \
    "(SELECT count(*) FROM games WHERE match = id) FROM matches "

/* Who gets the matches that are read. */
typedef struct matches {
    cn_store_match_fn *take;
    void *user;
    int count; /* handed out */
} matches;

static const char *optional_text(sqlite3_stmt *row, int column) {
    return sqlite3_column_type(row, column) == SQLITE_NULL ? NULL : store_text(row, column);
}

/* Hands one match on to the caller; its texts live until the next row. */
static cn_status take_match(sqlite3_stmt *row, void *user, cn_error *error) {
    matches *to = user;
    const cn_store_match match = {
        .id = sqlite3_column_int64(row, 0),
        .game = store_text(row, 1),
        .settings = store_text(row, 2),
        .version = store_text(row, 3),
        .started = store_text(row, 4),
        .ended = optional_text(row, 5),
        .games = sqlite3_column_int(row, 6),
    };
    to->count++;
    return to->take(&match, to->user, error);
}

cn_status cn_store_matches(cn_store *store, cn_store_match_fn *take, void *user, cn_error *error) {
    matches to = {take, user, 0};
    return store_run(store, error, take_match, &to, MATCH_COLUMNS "ORDER BY id", "");
}

cn_status cn_store_find(cn_store *store, int64_t id, cn_store_match_fn *take, void *user,
                        cn_error *error) {
    matches to = {take, user, 0};
    const cn_status status =
        store_run(store, error, take_match, &to,
                  MATCH_COLUMNS "WHERE id = ?1 OR ?1 = 0 ORDER BY id DESC LIMIT 1", "l", id);
    if (status != CN_OK || to.count > 0) return status;
    if (id == 0) return cn_fail(error, CN_BAD_INPUT, "%s: no match in it", store->path);
    return cn_fail(error, CN_BAD_INPUT, "%s: no match %lld in it", store->path, (long long)id);
}

/* ---- games ---- */

enum { PLIES_MAX = 1000000 }; /* more is damage */

static int64_t optional(sqlite3_stmt *row, int column) {
    return sqlite3_column_type(row, column) == SQLITE_NULL ? -1 : sqlite3_column_int64(row, column);
}

#define GAME_COLUMNS                                                                             \
    "SELECT number, first, second, pair, opening, result, ending, loser, plies, opening_plies, " \
    "key, reason, start, moves, first_seed, second_seed, started, seconds FROM games "

/* Seconds that a game or a date can have: a file may hold any number, infinity too. */
static bool sane(double seconds) {
    return seconds >= 0 && seconds <= 1e11;
}

/* The columns that say what happened; false if they make no sense. */
static bool read_game(sqlite3_stmt *statement, cn_stored_game *r) {
    static const char *const results[] = {"1-0", "0-1", "1/2"};
    r->fixture = (cn_fixture){
        .number = sqlite3_column_int(statement, 0),
        .player = {sqlite3_column_int(statement, 1), sqlite3_column_int(statement, 2)},
        .pair = (int)optional(statement, 3),
        .opening = sqlite3_column_int(statement, 4),
    };
    r->outcome = CN_ONGOING;
    for (int i = 0; i < 3; i++) {
        if (strcmp(store_text(statement, 5), results[i]) == 0) r->outcome = (cn_outcome)(i + 1);
    }
    r->loser = (int)optional(statement, 7);
    r->plies = sqlite3_column_int(statement, 8);
    r->opening_plies = sqlite3_column_int(statement, 9);
    r->reason = optional_text(statement, 11);
    r->start = optional_text(statement, 12);
    r->moves = store_text(statement, 13);
    for (int i = 0; i < 2; i++) r->seed[i] = optional(statement, 14 + i);
    r->started = sqlite3_column_double(statement, 16);
    r->seconds = sqlite3_column_double(statement, 17);
    const int *player = r->fixture.player;
    return sane(r->started) && sane(r->seconds) && r->outcome != CN_ONGOING &&
           cn_cause_find(store_text(statement, 6), &r->cause) && r->fixture.number >= 0 &&
           r->fixture.number < CN_MATCH_GAMES && r->fixture.pair >= -1 &&
           r->fixture.pair < CN_MATCH_GAMES && r->loser >= -1 && r->loser <= 1 && r->plies >= 0 &&
           r->plies <= PLIES_MAX && player[0] >= 0 && player[1] >= 0 && player[0] != player[1] &&
           player[0] < CN_MATCH_PLAYERS && player[1] < CN_MATCH_PLAYERS;
}

/* A walk over the games of a match, and what is done with each. */
typedef struct walk {
    const cn_store *store;
    int64_t match;
    cn_stored_game game; /* the game that is being read */
    cn_effort effort[2]; /* what each side spent, by colour */
    int room;            /* plies that `notes` and `times` have room for */
    cn_note *notes;
    double *times;
    cn_store_summary_fn *take_summary; /* one of these two */
    cn_store_game_fn *take_game;
    void *user;
} walk;

/* The message for a game whose values cannot have been written by us. */
static cn_status senseless(const walk *w, cn_error *error) {
    return cn_fail(error, CN_BAD_INPUT, "%s: match %lld, game %d makes no sense", w->store->path,
                   (long long)w->match, w->game.fixture.number + 1);
}

/* What one side spent in the game at hand. */
static cn_status take_effort(sqlite3_stmt *row, void *user, cn_error *error) {
    walk *w = user;
    const cn_effort effort = {
        .moves = sqlite3_column_int64(row, 1),
        .seconds = sqlite3_column_double(row, 2),
        .thoughts = sqlite3_column_int64(row, 3),
        .depth = sqlite3_column_double(row, 4),
        .nodes = sqlite3_column_double(row, 5),
    };
    w->effort[sqlite3_column_int(row, 0) == 1] = effort;
    const bool good = sane(effort.seconds) && isfinite(effort.depth) && isfinite(effort.nodes);
    return good ? CN_OK : senseless(w, error);
}

/* What counts of the game; what each side spent is added up by the database. */
static cn_status hand_summary(walk *w, uint64_t key, cn_error *error) {
    const cn_stored_game *g = &w->game;
    memset(w->effort, 0, sizeof w->effort);
    const cn_status status =
        store_run(w->store, error, take_effort, w,
                  "SELECT player, count(*), sum(seconds), count(depth), total(depth), total(nodes)"
                  " FROM moves WHERE match = ? AND game = ? AND ply > ? GROUP BY player",
                  "lii", w->match, g->fixture.number, g->opening_plies);
    if (status != CN_OK) return status;
    const cn_game_summary summary = {.outcome = g->outcome,
                                     .cause = g->cause,
                                     .loser = g->loser,
                                     .plies = g->plies,
                                     .effort = {w->effort[0], w->effort[1]},
                                     .key = key,
                                     .reason = g->reason};
    return w->take_summary(&g->fixture, &summary, w->user, error);
}

/* What was noted of one ply. */
static cn_status take_ply(sqlite3_stmt *row, void *user, cn_error *error) {
    walk *w = user;
    const int ply = sqlite3_column_int(row, 0) - 1;
    cn_note *note = &w->notes[ply];
    w->times[ply] = sqlite3_column_double(row, 1);
    if (!sane(w->times[ply])) return senseless(w, error);
    note->depth = sqlite3_column_int(row, 3);
    note->nodes = (uint64_t)sqlite3_column_int64(row, 4);
    if (sqlite3_column_type(row, 2) == SQLITE_INTEGER) { /* as version 0.1 wrote it */
        note->score = cn_score_of_number(sqlite3_column_int(row, 2));
    } else if (!cn_score_unpack(store_text(row, 2), &note->score)) {
        return cn_fail(error, CN_NO_MEMORY,
                       "game %d: a score cannot be read: no memory, or it is damaged",
                       w->game.fixture.number);
    }
    return CN_OK;
}

/* Hands out the game with all its plies; the arrays are used again for the next. */
static cn_status hand_game(walk *w, cn_error *error) {
    cn_stored_game *g = &w->game;
    const size_t plies = (size_t)g->plies;
    if (g->plies > w->room) {
        free(w->notes);
        free(w->times);
        w->notes = malloc(plies * sizeof *w->notes);
        w->times = malloc(plies * sizeof *w->times);
        w->room = w->notes && w->times ? g->plies : 0;
        if (!w->room) return cn_fail(error, CN_NO_MEMORY, "no memory for a game");
    }
    if (plies > 0) {
        memset(w->notes, 0, plies * sizeof *w->notes);
        memset(w->times, 0, plies * sizeof *w->times);
    }
    const cn_status status = store_run(w->store, error, take_ply, w,
                                       "SELECT ply, seconds, value, depth, nodes FROM moves"
                                       " WHERE match = ? AND game = ? AND ply BETWEEN 1 AND ?",
                                       "lii", w->match, g->fixture.number, g->plies);
    g->notes = w->notes;
    g->times = w->times;
    return status == CN_OK ? w->take_game(g, w->user, error) : status;
}

/* One row of the table `games`. */
static cn_status take_game(sqlite3_stmt *row, void *user, cn_error *error) {
    walk *w = user;
    if (!read_game(row, &w->game)) return senseless(w, error);
    return w->take_game ? hand_game(w, error)
                        : hand_summary(w, (uint64_t)sqlite3_column_int64(row, 10), error);
}

/* Walks the games of a match by their numbers. */
static cn_status each_game(walk *w, cn_error *error) {
    const cn_status status =
        store_run(w->store, error, take_game, w, GAME_COLUMNS "WHERE match = ? ORDER BY number",
                  "l", w->match);
    free(w->notes);
    free(w->times);
    return status;
}

cn_status cn_store_summaries(cn_store *store, int64_t match, cn_store_summary_fn *take, void *user,
                             cn_error *error) {
    walk w = {.store = store, .match = match, .take_summary = take, .user = user};
    return each_game(&w, error);
}

cn_status cn_store_games(cn_store *store, int64_t match, cn_store_game_fn *take, void *user,
                         cn_error *error) {
    walk w = {.store = store, .match = match, .take_game = take, .user = user};
    return each_game(&w, error);
}
