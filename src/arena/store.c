/* The store: opening the file, beginning a match, adding games, reading them back. SQLite does the
 * work; this file says what a failure means to a user. The tables stand in `schema`; their version
 * is in the header of the file, and another version is refused rather than guessed at. A file may
 * have been damaged or made by somebody else, so what is read is checked. */
#include "arena/store.h"

#include "arena/json.h"
#include "arena/moves.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <unistd.h>

/* An open file of matches. */
struct cn_store {
    sqlite3 *db;
    bool write;
    int lock;       /* a file that holds the lock on the match being played, -1: none */
    char path[160]; /* for messages */
};

enum { APPLICATION = 0x43616e70 /* "Canp", in the header of the file */ };

static const char schema[] =
    "CREATE TABLE matches (id INTEGER PRIMARY KEY, game TEXT NOT NULL,"
    " settings TEXT NOT NULL UNIQUE, version TEXT NOT NULL, started TEXT NOT NULL, ended TEXT);"
    "CREATE TABLE agents (match INTEGER NOT NULL REFERENCES matches, number INTEGER NOT NULL,"
    " spec TEXT NOT NULL, PRIMARY KEY (match, number)) WITHOUT ROWID;"
    "CREATE TABLE games (match INTEGER NOT NULL REFERENCES matches, number INTEGER NOT NULL,"
    " first INTEGER NOT NULL, second INTEGER NOT NULL, pair INTEGER, opening INTEGER NOT NULL,"
    " result TEXT NOT NULL, ending TEXT NOT NULL, loser INTEGER, reason TEXT,"
    " plies INTEGER NOT NULL, opening_plies INTEGER NOT NULL, start TEXT, moves TEXT NOT NULL,"
    " key INTEGER NOT NULL, first_seed INTEGER, second_seed INTEGER, started REAL NOT NULL,"
    " seconds REAL NOT NULL, PRIMARY KEY (match, number));"
    "CREATE TABLE moves (match INTEGER NOT NULL, game INTEGER NOT NULL, ply INTEGER NOT NULL,"
    " player INTEGER NOT NULL, move TEXT NOT NULL, seconds REAL NOT NULL, value INTEGER,"
    " depth INTEGER, nodes INTEGER, PRIMARY KEY (match, game, ply),"
    " FOREIGN KEY (match, game) REFERENCES games) WITHOUT ROWID;";

/* ---- statements ---- */

/* The message of what the database just refused: tells failures that a user can do something about
 * from the rest. */
static cn_status store_fail(const cn_store *store, const char *doing, cn_error *error) {
    const int code = sqlite3_errcode(store->db) & 0xff;
    switch (code) {
    case SQLITE_NOTADB:
        return cn_fail(error, CN_BAD_INPUT, "%s: not a file of matches, nor any SQLite database",
                       store->path);
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return cn_fail(error, CN_IO, "%s: locked by another process", store->path);
    case SQLITE_READONLY: return cn_fail(error, CN_IO, "%s: cannot be written to", store->path);
    case SQLITE_CORRUPT:
        return cn_fail(error, CN_BAD_INPUT, "%s: the file is damaged", store->path);
    case SQLITE_NOMEM: return cn_fail(error, CN_NO_MEMORY, "no memory to %s", doing);
    default:
        return cn_fail(error, CN_IO, "%s: cannot %s: %.160s", store->path, doing,
                       sqlite3_errmsg(store->db));
    }
}

/* Binds parameters by their letters; SQLite copies texts. */
static int bind(sqlite3_stmt *statement, const char *types, va_list values) {
    int code = SQLITE_OK;
    for (int at = 1; types[at - 1] && code == SQLITE_OK; at++) {
        switch (types[at - 1]) {
        case 'i': code = sqlite3_bind_int(statement, at, va_arg(values, int)); break;
        case 'l': code = sqlite3_bind_int64(statement, at, va_arg(values, int64_t)); break;
        case 'd': code = sqlite3_bind_double(statement, at, va_arg(values, double)); break;
        default:
            code = sqlite3_bind_text(statement, at, va_arg(values, const char *), -1,
                                     SQLITE_TRANSIENT);
        }
    }
    return code;
}

/* Runs a statement to its end and calls `take` (unless NULL) for each row, until it fails. `types`
 * has a letter for each parameter that follows: i int, l int64_t, d double, s text (NULL is fine).
 */
typedef cn_status store_row_fn(sqlite3_stmt *row, void *user, cn_error *error);
static cn_status store_run(const cn_store *store, cn_error *error, store_row_fn *take, void *user,
                           const char *sql, const char *types, ...) {
    sqlite3_stmt *statement = NULL;
    cn_status status = CN_OK;
    int code = sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) {
        va_list values;
        va_start(values, types);
        code = bind(statement, types, values);
        va_end(values);
    }
    if (code != SQLITE_OK) status = store_fail(store, "ask the file", error);
    while (status == CN_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        if (take) status = take(statement, user, error);
    }
    if (status == CN_OK && code != SQLITE_DONE) {
        const bool reads = sqlite3_stmt_readonly(statement);
        status = store_fail(store, reads ? "read" : "write", error);
    }
    sqlite3_finalize(statement);
    return status;
}

/* ---- opening ---- */

/* Takes the first column of a row as an int64_t. */
static cn_status take_number(sqlite3_stmt *row, void *user, cn_error *error) {
    (void)error;
    *(int64_t *)user = sqlite3_column_int64(row, 0);
    return CN_OK;
}

/* The number in the first column; it stays as it was if there is no row. */
static cn_status ask_number(const cn_store *store, const char *sql, int64_t *number,
                            cn_error *error) {
    return store_run(store, error, take_number, number, sql, "");
}

/* Makes the tables; ends the transaction either way. */
static cn_status create(const cn_store *store, cn_error *error) {
    char marks[128];
    snprintf(marks, sizeof marks, "PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT",
             APPLICATION, CN_STORE_SCHEMA);
    if (sqlite3_exec(store->db, schema, NULL, NULL, NULL) == SQLITE_OK &&
        sqlite3_exec(store->db, marks, NULL, NULL, NULL) == SQLITE_OK) {
        return CN_OK;
    }
    const cn_status status = store_fail(store, "make the tables", error);
    sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

/* Whose file it is; makes ours of an empty one. */
static cn_status check(const cn_store *store, cn_error *error) {
    int64_t application = 0, version = 0, tables = 0;
    CN_TRY(ask_number(store, "PRAGMA application_id", &application, error));
    CN_TRY(ask_number(store, "PRAGMA user_version", &version, error));
    CN_TRY(ask_number(store, "SELECT count(*) FROM sqlite_master", &tables, error));
    if (application == APPLICATION && version == CN_STORE_SCHEMA) return CN_OK;
    CN_FAIL_IF(application == APPLICATION, error, CN_BAD_INPUT,
               "%s: written by %s version of Canopy (its tables are of version %d, this one "
               "reads %d)",
               store->path, version > CN_STORE_SCHEMA ? "a later" : "another", (int)version,
               CN_STORE_SCHEMA);
    CN_FAIL_IF(application != 0 || tables > 0, error, CN_BAD_INPUT,
               "%s: an SQLite database, but not one of matches", store->path);
    CN_FAIL_IF(!store->write, error, CN_BAD_INPUT,
               "%s: an empty file; expected one of `canopy match`", store->path);
    /* Two processes may come upon an empty file at once: the second finds the first one's tables.
     */
    if (sqlite3_exec(store->db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK) {
        return store_fail(store, "begin", error);
    }
    cn_status status = ask_number(store, "SELECT count(*) FROM sqlite_master", &tables, error);
    if (status == CN_OK && tables == 0) return create(store, error);
    sqlite3_exec(store->db, "COMMIT", NULL, NULL, NULL);
    return status == CN_OK ? check(store, error) : status;
}

cn_status cn_store_open(const char *path, bool write, cn_store **out, cn_error *error) {
    enum { PATIENCE_MS = 2000 };
    cn_store *store = calloc(1, sizeof *store);
    if (!store) return cn_fail(error, CN_NO_MEMORY, "no memory for the file of matches");
    snprintf(store->path, sizeof store->path, "%s", path);
    store->write = write;
    store->lock = -1;
    /* A reader too may have to put a file in order that a killed writer left; one that may not be
     * written to is opened for reading by the same flag. */
    const int flags = SQLITE_OPEN_READWRITE | (write ? SQLITE_OPEN_CREATE : 0);
    cn_status status = CN_OK;
    if (sqlite3_open_v2(path, &store->db, flags | SQLITE_OPEN_FULLMUTEX, NULL) != SQLITE_OK) {
        const int why = store->db ? sqlite3_system_errno(store->db) : ENOMEM;
        status = cn_fail(error, write ? CN_IO : CN_BAD_INPUT, "%s: cannot open: %s", store->path,
                         why ? strerror(why) : sqlite3_errmsg(store->db));
    } else if (write && sqlite3_db_readonly(store->db, "main") == 1) {
        status = cn_fail(error, CN_IO, "%s: cannot be written to", store->path);
    }
    if (status == CN_OK) {
        sqlite3_busy_timeout(store->db, PATIENCE_MS);
        status = check(store, error);
    }
    /* A write-ahead log costs one flush to disk a game, and lets others read meanwhile. */
    if (status == CN_OK && write) {
        static const char *const modes[] = {"journal_mode = WAL", "synchronous = FULL",
                                            "foreign_keys = ON"};
        for (int i = 0; i < 3 && status == CN_OK; i++) {
            char sql[64];
            snprintf(sql, sizeof sql, "PRAGMA %s", modes[i]);
            status = store_run(store, error, NULL, NULL, sql, "");
        }
    }
    if (status != CN_OK) {
        sqlite3_close(store->db);
        free(store);
        return status;
    }
    *out = store;
    return CN_OK;
}

void cn_store_close(cn_store *store) {
    if (!store) return;
    /* One file again, which opens where nothing can be written too; not while others read it. */
    if (store->write) {
        sqlite3_busy_timeout(store->db, 0);
        sqlite3_exec(store->db, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    }
    sqlite3_close(store->db);
    if (store->lock >= 0) close(store->lock);
    free(store);
}

/* ---- writing ---- */

static const char *const results[] = {"*", "1-0", "0-1", "1/2"}; /* by cn_outcome */

/* Two processes that play one match would only find out when both bring the same game. The lock is
 * on a byte far behind those that SQLite locks, one for each match, and goes with the process
 * however that ends. Its file is closed after the database, for closing any file gives up all locks
 * on it. */
static cn_status lock_match(cn_store *store, int64_t id, cn_error *error) {
    const struct flock lock = {
        .l_type = F_WRLCK,
        .l_whence = SEEK_SET,
        .l_start = ((off_t)1 << 40) + id,
        .l_len = 1,
    };
    if (store->lock < 0)
        store->lock = open(sqlite3_db_filename(store->db, "main"), O_RDWR | O_CLOEXEC);
    if (store->lock < 0 || fcntl(store->lock, F_SETLK, &lock) == 0) return CN_OK;
    if (errno != EACCES && errno != EAGAIN) return CN_OK; /* no locks on this file system */
    return cn_fail(error, CN_IO, "%s: another process is playing match %lld", store->path,
                   (long long)id);
}

/* A new match and its agents. */
static cn_status insert_match(const cn_store *store, const char *game, const char *settings,
                              int players, const char *const *agents, int64_t *id,
                              cn_error *error) {
    CN_TRY(store_run(store, error, NULL, NULL,
                     "INSERT INTO matches (game, settings, version, started)"
                     " VALUES (?, ?, ?, strftime('%Y-%m-%d %H:%M:%S', 'now'))",
                     "sss", game, settings, CN_VERSION));
    *id = sqlite3_last_insert_rowid(store->db);
    for (int i = 0; i < players; i++) {
        CN_TRY(store_run(store, error, NULL, NULL, "INSERT INTO agents VALUES (?, ?, ?)", "lis",
                         *id, i, agents[i]));
    }
    return CN_OK;
}

/* Ends a transaction: kept if all went well. */
static cn_status commit(const cn_store *store, cn_status status, cn_error *error) {
    if (status == CN_OK) status = store_run(store, error, NULL, NULL, "COMMIT", "");
    if (status != CN_OK) sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

cn_status cn_store_begin(cn_store *store, const char *game, const char *settings, int players,
                         const char *const *agents, int64_t *id, bool *found, cn_error *error) {
    CN_TRY(store_run(store, error, NULL, NULL, "BEGIN IMMEDIATE", ""));
    *id = 0;
    cn_status status = store_run(store, error, take_number, id,
                                 "SELECT id FROM matches WHERE settings = ?", "s", settings);
    *found = *id != 0;
    if (status == CN_OK && !*found) {
        status = insert_match(store, game, settings, players, agents, id, error);
    }
    status = commit(store, status, error);
    return status == CN_OK ? lock_match(store, *id, error) : status;
}

cn_status cn_store_end(cn_store *store, int64_t match, cn_error *error) {
    return store_run(store, error, NULL, NULL,
                     "UPDATE matches SET ended = strftime('%Y-%m-%d %H:%M:%S', 'now')"
                     " WHERE id = ? AND ended IS NULL",
                     "l", match);
}

/* A row for each ply. What an agent did not say is NULL. */
static cn_status insert_moves(const cn_store *store, int64_t match, int number, const cn_bout *bout,
                              cn_error *error) {
    const cn_history *h = &bout->history;
    cn_walk walk;
    for (cn_walk_begin(&walk, &h->start, h->moves, h->count); cn_walk_next(&walk);) {
        const int i = walk.index;
        const cn_note *note = &bout->notes[i];
        const bool scored = note->score.kind != CN_SCORE_NONE;
        const bool thought = note->depth > 0 || note->nodes > 0;
        char move[CN_MOVE_TEXT], score[CN_SCORE_JSON];
        cn_position_move_text(&walk.position, walk.move, move);
        if (scored) cn_score_json(h->start.game, note->score, score);
        CN_TRY(store_run(store, error, NULL, NULL,
                         "INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?, nullif(?, -1),"
                         " nullif(?, -1))",
                         "liiisdsil", match, number, i + 1, (int)h->ply[i].player, move,
                         h->ply[i].seconds, scored ? score : NULL, thought ? note->depth : -1,
                         thought ? (int64_t)note->nodes : -1));
    }
    return CN_OK;
}

/* The row of the game itself. */
static cn_status insert_game(const cn_store *store, const cn_store_entry *game,
                             const cn_fixture *fixture, const cn_bout *bout, cn_error *error) {
    const cn_history *h = &bout->history;
    const cn_game_summary summary = cn_bout_summary(bout);
    char *moves = cn_history_text(h), start[CN_TEXT_MAX];
    cn_position_text(&h->start, start, sizeof start);
    const cn_status status =
        !moves ? cn_fail(error, CN_NO_MEMORY, "no memory for the record of a game")
               : store_run(store, error, NULL, NULL,
                           "INSERT INTO games VALUES (?1, ?2, ?3, ?4, nullif(?5, -1), ?6, ?7, ?8,"
                           " nullif(?9, -1), ?10, ?11, ?12, ?13, ?14, ?15, nullif(?16, -1),"
                           " nullif(?17, -1), ?18, ?19)",
                           "liiiiissisiissllldd", game->match, fixture->number, fixture->player[0],
                           fixture->player[1], fixture->pair, fixture->opening,
                           results[bout->outcome], cn_cause_word(bout->cause), bout->loser,
                           bout->reason[0] ? bout->reason : NULL, h->count, bout->opening,
                           game->own_start ? start : NULL, moves, (int64_t)summary.key,
                           game->seed[0], game->seed[1], game->started, bout->seconds);
    free(moves);
    return status;
}

cn_status cn_store_add(cn_store *store, const cn_store_entry *game, const cn_fixture *fixture,
                       const cn_bout *bout, cn_error *error) {
    CN_TRY(store_run(store, error, NULL, NULL, "BEGIN IMMEDIATE", ""));
    cn_status status = insert_game(store, game, fixture, bout, error);
    if (status != CN_OK && (sqlite3_errcode(store->db) & 0xff) == SQLITE_CONSTRAINT) {
        status = cn_fail(error, CN_IO,
                         "%s: game %d is there already: does another process play this match?",
                         store->path, fixture->number + 1);
    }
    if (status == CN_OK) {
        status = insert_moves(store, game->match, fixture->number, bout, error);
    }
    return commit(store, status, error);
}

/* ---- reading: matches ---- */

#define MATCH_COLUMNS                                      \
    "SELECT id, game, settings, version, started, ended, " \
    "(SELECT count(*) FROM games WHERE match = id) FROM matches "

/* Who gets the matches that are read. */
typedef struct matches {
    cn_store_match_fn *take;
    void *user;
    int count; /* handed out */
} matches;

/* A column's text; NULL if it has none. */
static const char *optional_text(sqlite3_stmt *row, int column) {
    return (const char *)sqlite3_column_text(row, column);
}

/* The same, never NULL. */
static const char *store_text(sqlite3_stmt *row, int column) {
    const char *text = optional_text(row, column);
    return text ? text : "";
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

/* ---- reading: games ---- */

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
    r->fixture = (cn_fixture){
        .number = sqlite3_column_int(statement, 0),
        .player = {sqlite3_column_int(statement, 1), sqlite3_column_int(statement, 2)},
        .pair = (int)optional(statement, 3),
        .opening = sqlite3_column_int(statement, 4),
    };
    r->outcome = CN_ONGOING;
    for (int i = CN_FIRST_WINS; i <= CN_DRAW; i++) {
        if (strcmp(store_text(statement, 5), results[i]) == 0) r->outcome = (cn_outcome)i;
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
    CN_TRY(
        store_run(w->store, error, take_effort, w,
                  "SELECT player, count(*), sum(seconds), count(depth), total(depth), total(nodes)"
                  " FROM moves WHERE match = ? AND game = ? AND ply > ? GROUP BY player",
                  "lii", w->match, g->fixture.number, g->opening_plies));
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
