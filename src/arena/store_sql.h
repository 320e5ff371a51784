/* What writing and reading the store share. */
#pragma once

#include "arena/store.h"

#include <sqlite3.h>

struct cn_store {
    sqlite3 *db;
    bool write;
    int lock;       /* a file that holds the lock on the match being played, -1: none */
    char path[160]; /* for messages */
};

/* The message of what the database just refused. */
cn_status store_fail(const cn_store *store, const char *doing, cn_error *error);

/* Prepares a statement and binds its parameters in order, one letter of `types` each: i int,
 * l int64_t, d double, s text, n nothing: NULL. */
cn_status store_prepare(const cn_store *store, sqlite3_stmt **statement, cn_error *error,
                        const char *sql, const char *types, ...);

/* A column's text, never NULL. */
const char *store_text(sqlite3_stmt *statement, int column);
