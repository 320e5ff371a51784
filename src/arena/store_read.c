/* The store's other half: what a file of matches holds. */
#include "arena/store_sql.h"

#include "arena/score_json.h"

#include <math.h>
#include <stdlib.h>

/* ---- matches ---- */

#define MATCH_COLUMNS                                      \
    "SELECT id, game, settings, version, started, ended, " \
    "(SELECT count(*) FROM games WHERE match = id) FROM matches "

static cn_status each_match(cn_store *store, sqlite3_stmt *statement, cn_store_match_fn *take,
                            void *user, int *count, cn_error *error) {
    cn_status status = CN_OK;
    int code;
    *count = 0;
    while (status == CN_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        const bool ended = sqlite3_column_type(statement, 5) != SQLITE_NULL;
        const cn_store_match match = {
            .id = sqlite3_column_int64(statement, 0),
            .game = store_text(statement, 1),
            .settings = store_text(statement, 2),
            .version = store_text(statement, 3),
            .started = store_text(statement, 4),
            .ended = ended ? store_text(statement, 5) : NULL,
            .games = sqlite3_column_int(statement, 6),
        };
        ++*count;
        status = take(&match, user, error);
    }
    if (status == CN_OK && code != SQLITE_DONE) status = store_fail(store, "read", error);
    sqlite3_finalize(statement);
    return status;
}

cn_status cn_store_matches(cn_store *store, cn_store_match_fn *take, void *user, cn_error *error) {
    sqlite3_stmt *statement;
    int count;
    const cn_status status =
        store_prepare(store, &statement, error, MATCH_COLUMNS "ORDER BY id", "");
    return status == CN_OK ? each_match(store, statement, take, user, &count, error) : status;
}

cn_status cn_store_find(cn_store *store, int64_t id, cn_store_match_fn *take, void *user,
                        cn_error *error) {
    sqlite3_stmt *statement;
    int count;
    cn_status status = store_prepare(store, &statement, error,
                                     MATCH_COLUMNS "WHERE id = ?1 OR ?1 = 0"
                                                   " ORDER BY id DESC LIMIT 1",
                                     "l", id);
    if (status == CN_OK) status = each_match(store, statement, take, user, &count, error);
    if (status != CN_OK || count > 0) return status;
    if (id == 0) return cn_fail(error, CN_BAD_INPUT, "%s: no match in it", store->path);
    return cn_fail(error, CN_BAD_INPUT, "%s: no match %lld in it", store->path, (long long)id);
}

/* ---- games ---- */

enum { PLIES_MAX = 1000000 }; /* more is damage */

static int optional(sqlite3_stmt *statement, int column) {
    return sqlite3_column_type(statement, column) == SQLITE_NULL
               ? -1
               : sqlite3_column_int(statement, column);
}

static int64_t optional_seed(sqlite3_stmt *statement, int column) {
    return sqlite3_column_type(statement, column) == SQLITE_NULL
               ? -1
               : sqlite3_column_int64(statement, column);
}

static const char *optional_text(sqlite3_stmt *statement, int column) {
    return sqlite3_column_type(statement, column) == SQLITE_NULL ? NULL
                                                                 : store_text(statement, column);
}

#define GAME_COLUMNS                                                                             \
    "SELECT number, first, second, pair, opening, result, ending, loser, plies, opening_plies, " \
    "key, reason, start, moves, first_seed, second_seed, started, seconds FROM games "

/* Seconds that a game or a date can have: a file may hold any number, infinity too. */
static bool sane(double seconds) {
    return seconds >= 0 && seconds <= 1e11;
}

/* The columns that say what happened; false if they make no sense. */
static bool read_game(sqlite3_stmt *statement, cn_store_record *r) {
    static const char *const results[] = {"1-0", "0-1", "1/2"};
    r->fixture = (cn_fixture){
        .number = sqlite3_column_int(statement, 0),
        .player = {sqlite3_column_int(statement, 1), sqlite3_column_int(statement, 2)},
        .pair = optional(statement, 3),
        .opening = sqlite3_column_int(statement, 4),
    };
    r->outcome = CN_ONGOING;
    for (int i = 0; i < 3; i++) {
        if (strcmp(store_text(statement, 5), results[i]) == 0) r->outcome = (cn_outcome)(i + 1);
    }
    r->loser = optional(statement, 7);
    r->plies = sqlite3_column_int(statement, 8);
    r->opening_plies = sqlite3_column_int(statement, 9);
    r->reason = optional_text(statement, 11);
    r->start = optional_text(statement, 12);
    r->moves = store_text(statement, 13);
    for (int i = 0; i < 2; i++) r->seed[i] = optional_seed(statement, 14 + i);
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

static cn_status senseless(const cn_store *store, int64_t match, int number, cn_error *error) {
    return cn_fail(error, CN_BAD_INPUT, "%s: match %lld, game %d makes no sense", store->path,
                   (long long)match, number + 1);
}

/* What each side spent, added up by the database. */
static cn_status add_effort(const cn_store *store, int64_t match, int number, int opening,
                            cn_effort effort[2], cn_error *error) {
    sqlite3_stmt *statement;
    cn_status status =
        store_prepare(store, &statement, error,
                      "SELECT player, count(*), sum(seconds), count(depth), total(depth),"
                      " total(nodes) FROM moves WHERE match = ? AND game = ? AND ply > ?"
                      " GROUP BY player",
                      "lii", match, number, opening);
    int code = SQLITE_DONE;
    while (status == CN_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        cn_effort *mine = &effort[sqlite3_column_int(statement, 0) == 1];
        *mine = (cn_effort){
            .moves = sqlite3_column_int64(statement, 1),
            .seconds = sqlite3_column_double(statement, 2),
            .thoughts = sqlite3_column_int64(statement, 3),
            .depth = sqlite3_column_double(statement, 4),
            .nodes = sqlite3_column_double(statement, 5),
        };
        if (!sane(mine->seconds) || !isfinite(mine->depth) || !isfinite(mine->nodes)) {
            sqlite3_finalize(statement);
            return senseless(store, match, number, error);
        }
    }
    if (status == CN_OK && code != SQLITE_DONE) status = store_fail(store, "read", error);
    if (status == CN_OK) sqlite3_finalize(statement);
    return status;
}

/* Does something with a game whose columns are read; the statement has the others. */
typedef cn_status game_fn(const cn_store *store, int64_t match, sqlite3_stmt *statement,
                          cn_store_record *r, void *user, cn_error *error);

static cn_status each_game(const cn_store *store, int64_t match, game_fn *take, void *user,
                           cn_error *error) {
    sqlite3_stmt *statement;
    cn_status status = store_prepare(store, &statement, error,
                                     GAME_COLUMNS "WHERE match = ? ORDER BY number", "l", match);
    if (status != CN_OK) return status;
    int code = SQLITE_DONE;
    while (status == CN_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        cn_store_record r = {0};
        status = read_game(statement, &r) ? take(store, match, statement, &r, user, error)
                                          : senseless(store, match, r.fixture.number, error);
    }
    if (status == CN_OK && code != SQLITE_DONE) status = store_fail(store, "read", error);
    sqlite3_finalize(statement);
    return status;
}

typedef struct summaries {
    cn_store_summary_fn *take;
    void *user;
} summaries;

static cn_status take_summary(const cn_store *store, int64_t match, sqlite3_stmt *statement,
                              cn_store_record *r, void *user, cn_error *error) {
    const summaries *to = user;
    cn_game_summary summary = {
        .outcome = r->outcome,
        .cause = r->cause,
        .loser = r->loser,
        .plies = r->plies,
        .key = (uint64_t)sqlite3_column_int64(statement, 10),
        .reason = r->reason,
    };
    const cn_status status =
        add_effort(store, match, r->fixture.number, r->opening_plies, summary.effort, error);
    return status == CN_OK ? to->take(&r->fixture, &summary, to->user, error) : status;
}

cn_status cn_store_summaries(cn_store *store, int64_t match, cn_store_summary_fn *take, void *user,
                             cn_error *error) {
    summaries to = {take, user};
    return each_game(store, match, take_summary, &to, error);
}

/* ---- moves ---- */

typedef struct plies {
    int room;
    cn_note *notes;
    double *times;
    cn_store_record_fn *take;
    void *user;
} plies;

static cn_status read_plies(const cn_store *store, int64_t match, const cn_store_record *r,
                            plies *p, cn_error *error) {
    if (r->plies > p->room) {
        const size_t room = (size_t)r->plies;
        cn_note *notes = realloc(p->notes, room * sizeof *notes);
        if (notes) p->notes = notes;
        double *times = realloc(p->times, room * sizeof *times);
        if (times) p->times = times;
        if (!notes || !times) return cn_fail(error, CN_NO_MEMORY, "no memory for a game");
        p->room = r->plies;
    }
    for (int i = 0; i < r->plies; i++) {
        p->notes[i] = (cn_note){0};
        p->times[i] = 0;
    }
    sqlite3_stmt *statement;
    cn_status status = store_prepare(store, &statement, error,
                                     "SELECT ply, seconds, value, depth, nodes FROM moves"
                                     " WHERE match = ? AND game = ? AND ply BETWEEN 1 AND ?",
                                     "lii", match, r->fixture.number, r->plies);
    if (status != CN_OK) return status;
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        const int ply = sqlite3_column_int(statement, 0) - 1;
        p->times[ply] = sqlite3_column_double(statement, 1);
        if (!sane(p->times[ply])) {
            sqlite3_finalize(statement);
            return senseless(store, match, r->fixture.number, error);
        }
        cn_note *note = &p->notes[ply];
        note->depth = sqlite3_column_int(statement, 3);
        note->nodes = (uint64_t)sqlite3_column_int64(statement, 4);
        if (sqlite3_column_type(statement, 2) == SQLITE_INTEGER) {
            note->score = cn_score_of_number(sqlite3_column_int(statement, 2));
        } else {
            if (!cn_score_unpack(store_text(statement, 2), &note->score)) code = SQLITE_NOMEM;
        }
        if (code == SQLITE_NOMEM) break;
    }
    if (code == SQLITE_NOMEM) {
        status = cn_fail(error, CN_NO_MEMORY,
                         "game %d: a score cannot be read: no memory, or it is damaged",
                         r->fixture.number);
    } else if (code != SQLITE_DONE) {
        status = store_fail(store, "read", error);
    }
    sqlite3_finalize(statement);
    return status;
}

static cn_status take_record(const cn_store *store, int64_t match, sqlite3_stmt *statement,
                             cn_store_record *r, void *user, cn_error *error) {
    plies *p = user;
    (void)statement;
    const cn_status status = read_plies(store, match, r, p, error);
    r->notes = p->notes;
    r->times = p->times;
    return status == CN_OK ? p->take(r, p->user, error) : status;
}

cn_status cn_store_records(cn_store *store, int64_t match, cn_store_record_fn *take, void *user,
                           cn_error *error) {
    plies p = {.take = take, .user = user};
    const cn_status status = each_game(store, match, take_record, &p, error);
    free(p.notes);
    free(p.times);
    return status;
}
