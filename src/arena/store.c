/* The store's first half: opening the file, beginning a match, adding games. SQLite does the work;
 * this file says what a failure means to a user. The tables stand in `schema`; their version is in
 * the header of the file, and another version is refused rather than guessed at. */
#include "arena/store.h"

#include "arena/setup.h"
#include "arena/store_sql.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

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

/* Tells failures that a user can do something about from the rest. */
cn_status store_fail(const cn_store *store, const char *doing, cn_error *error) {
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

cn_status store_run(const cn_store *store, cn_error *error, store_row_fn *take, void *user,
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

const char *store_text(sqlite3_stmt *statement, int column) {
    const char *text = (const char *)sqlite3_column_text(statement, column);
    return text ? text : "";
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
    cn_status status = ask_number(store, "PRAGMA application_id", &application, error);
    if (status == CN_OK) status = ask_number(store, "PRAGMA user_version", &version, error);
    if (status == CN_OK) {
        status = ask_number(store, "SELECT count(*) FROM sqlite_master", &tables, error);
    }
    if (status != CN_OK) return status;
    if (application == APPLICATION && version == CN_STORE_SCHEMA) return CN_OK;
    if (application == APPLICATION) {
        return cn_fail(
            error, CN_BAD_INPUT,
            "%s: written by %s version of Canopy (its tables are of version %d, this one "
            "reads %d)",
            store->path, version > CN_STORE_SCHEMA ? "a later" : "another", (int)version,
            CN_STORE_SCHEMA);
    }
    if (application != 0 || tables > 0) {
        return cn_fail(error, CN_BAD_INPUT, "%s: an SQLite database, but not one of matches",
                       store->path);
    }
    if (!store->write) {
        return cn_fail(error, CN_BAD_INPUT, "%s: an empty file; expected one of `canopy match`",
                       store->path);
    }
    /* Two processes may come upon an empty file at once: the second finds the first one's tables.
     */
    if (sqlite3_exec(store->db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK) {
        return store_fail(store, "begin", error);
    }
    status = ask_number(store, "SELECT count(*) FROM sqlite_master", &tables, error);
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
    cn_status status = store_run(store, error, NULL, NULL,
                                 "INSERT INTO matches (game, settings, version, started)"
                                 " VALUES (?, ?, ?, strftime('%Y-%m-%d %H:%M:%S', 'now'))",
                                 "sss", game, settings, CN_VERSION);
    *id = sqlite3_last_insert_rowid(store->db);
    for (int i = 0; i < players && status == CN_OK; i++) {
        status = store_run(store, error, NULL, NULL, "INSERT INTO agents VALUES (?, ?, ?)", "lis",
                           *id, i, agents[i]);
    }
    return status;
}

/* Ends a transaction: kept if all went well. */
static cn_status commit(const cn_store *store, cn_status status, cn_error *error) {
    if (status == CN_OK) status = store_run(store, error, NULL, NULL, "COMMIT", "");
    if (status != CN_OK) sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

cn_status cn_store_begin(cn_store *store, const char *game, const char *settings, int players,
                         const char *const *agents, int64_t *id, bool *found, cn_error *error) {
    cn_status status = store_run(store, error, NULL, NULL, "BEGIN IMMEDIATE", "");
    if (status != CN_OK) return status;
    *id = 0;
    status = store_run(store, error, take_number, id, "SELECT id FROM matches WHERE settings = ?",
                       "s", settings);
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
    cn_position p;
    cn_status status = cn_position_copy(&h->start, &p, error);
    if (status != CN_OK) return status;
    for (int i = 0; i < h->count && status == CN_OK; i++) {
        const cn_note *note = &bout->notes[i];
        const bool scored = note->score.kind != CN_SCORE_NONE;
        const bool thought = note->depth > 0 || note->nodes > 0;
        char move[CN_MOVE_TEXT], score[CN_SCORE_JSON];
        p.game->print_move(p.state, h->ply[i].move, move);
        p.rules->play(p.state, h->ply[i].move);
        if (scored) cn_score_json(p.game, note->score, score);
        status = store_run(store, error, NULL, NULL,
                           "INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?, nullif(?, -1),"
                           " nullif(?, -1))",
                           "liiisdsil", match, number, i + 1, (int)h->ply[i].player, move,
                           h->ply[i].seconds, scored ? score : NULL, thought ? note->depth : -1,
                           thought ? (int64_t)note->nodes : -1);
    }
    cn_position_free(&p);
    return status;
}

/* The row of the game itself. */
static cn_status insert_game(const cn_store *store, const cn_store_entry *game,
                             const cn_fixture *fixture, const cn_bout *bout, cn_error *error) {
    static const char *const results[] = {"*", "1-0", "0-1", "1/2"};
    const cn_history *h = &bout->history;
    const cn_game_summary summary = cn_bout_summary(bout);
    char *moves = cn_history_text(h), *start = game->own_start ? cn_setup_text(&h->start) : NULL;
    cn_status status = CN_OK;
    if (!moves || (game->own_start && !start)) {
        status = cn_fail(error, CN_NO_MEMORY, "no memory for the record of a game");
    } else {
        status = store_run(
            store, error, NULL, NULL,
            "INSERT INTO games VALUES (?1, ?2, ?3, ?4, nullif(?5, -1), ?6, ?7, ?8, nullif(?9, -1),"
            " ?10, ?11, ?12, ?13, ?14, ?15, nullif(?16, -1), nullif(?17, -1), ?18, ?19)",
            "liiiiissisiissllldd", game->match, fixture->number, fixture->player[0],
            fixture->player[1], fixture->pair, fixture->opening, results[bout->outcome],
            cn_cause_word(bout->cause), bout->loser, bout->reason[0] ? bout->reason : NULL,
            h->count, bout->opening, start, moves, (int64_t)summary.key, game->seed[0],
            game->seed[1], game->started, bout->seconds);
    }
    free(moves);
    free(start);
    return status;
}

cn_status cn_store_add(cn_store *store, const cn_store_entry *game, const cn_fixture *fixture,
                       const cn_bout *bout, cn_error *error) {
    cn_status status = store_run(store, error, NULL, NULL, "BEGIN IMMEDIATE", "");
    if (status != CN_OK) return status;
    status = insert_game(store, game, fixture, bout, error);
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
