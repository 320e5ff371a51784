/* What writing and reading the store share. */
#pragma once

#include "arena/store.h"

#include <sqlite3.h>

/* An open file of matches. */
struct cn_store {
    sqlite3 *db;
    bool write;
    int lock;       /* a file that holds the lock on the match being played, -1: none */
    char path[160]; /* for messages */
};

/* The message of what the database just refused. */
cn_status store_fail(const cn_store *store, const char *doing, cn_error *error);

/* Runs a statement to its end and calls `take` (unless NULL) for each row, until it fails. `types`
 * has a letter for each parameter that follows: i int, l int64_t, d double, s text (NULL is fine).
 */
typedef cn_status store_row_fn(sqlite3_stmt *row, void *user, cn_error *error);
cn_status store_run(const cn_store *store, cn_error *error, store_row_fn *take, void *user,
                    const char *sql, const char *types, ...);

/* A column's text, never NULL. */
const char *store_text(sqlite3_stmt *statement, int column);
