/* Matches in a file: an SQLite database that several matches share.
 *
 * A game is one transaction, made as it ends: whatever happens to the process, every finished game
 * is there exactly once. Tables:
 *   matches  id, game, settings (JSON, what makes two matches the same), version, started, ended
 *   agents   match, number, spec
 *   games    match, number, who played, opening, result, ending, reason, start, moves, seeds, time
 *   moves    match, game, ply: player, move, seconds, value (the score as JSON, see
 *            cn_score_json; version 0.1 of Canopy wrote a number), depth, nodes
 * Values that are not known are NULL; numbers of agents and games count from 0 (users see 1). */
#pragma once

#include "arena/standings.h"

/* The number of the tables' layout, which a file keeps as SQLite's user_version. */
enum { CN_STORE_SCHEMA = 1 };

/* An open file. Calls are safe from several threads, one at a time. */
typedef struct cn_store cn_store;

/* Opens a file, for writing made if it is not there. Refuses what is no match file of ours. */
cn_status cn_store_open(const char *path, bool write, cn_store **store, cn_error *error);
void cn_store_close(cn_store *store);

/* A match as the file has it. */
typedef struct cn_store_match {
    int64_t id;
    const char *game, *settings, *version, *started;
    const char *ended; /* NULL: not yet */
    int games;         /* played */
} cn_store_match;

/* Begins a match, or finds the one with the same settings. Until the store is closed nobody else
 * can play it. */
cn_status cn_store_begin(cn_store *store, const char *game, const char *settings, int players,
                         const char *const *agents, int64_t *id, bool *found, cn_error *error);

/* A game: what its fixture and its bout do not say. */
typedef struct cn_store_entry {
    int64_t match;
    int64_t seed[2]; /* given to the agents, by colour; -1: none was */
    double started;  /* seconds since 1970 */
    bool own_start;  /* its start is not the one the game's options make */
} cn_store_entry;

/* Stores a finished game with all its moves as one transaction. */
cn_status cn_store_add(cn_store *store, const cn_store_entry *entry, const cn_fixture *fixture,
                       const cn_bout *bout, cn_error *error);

/* Says that there is nothing left to play. */
cn_status cn_store_end(cn_store *store, int64_t match, cn_error *error);

/* ---- reading ---- */

typedef cn_status cn_store_match_fn(const cn_store_match *match, void *user, cn_error *error);
typedef cn_status cn_store_summary_fn(const cn_fixture *fixture, const cn_game_summary *game,
                                      void *user, cn_error *error);

/* A game with its moves; texts live until the next one. */
typedef struct cn_stored_game {
    cn_fixture fixture;
    cn_outcome outcome;
    cn_cause cause;
    int loser, plies, opening_plies;
    int64_t seed[2];
    double started, seconds;
    const char *reason, *start, *moves; /* reason and start: NULL if there is none */
    const cn_note *notes;               /* one a ply */
    const double *times;                /* seconds, one a ply */
} cn_stored_game;

typedef cn_status cn_store_game_fn(const cn_stored_game *game, void *user, cn_error *error);

/* All matches; or one by its number, the last for 0. */
cn_status cn_store_matches(cn_store *store, cn_store_match_fn *take, void *user, cn_error *error);
cn_status cn_store_find(cn_store *store, int64_t id, cn_store_match_fn *take, void *user,
                        cn_error *error);

/* The games of a match by number: what counts of each, or all of it. */
cn_status cn_store_summaries(cn_store *store, int64_t match, cn_store_summary_fn *take, void *user,
                             cn_error *error);
cn_status cn_store_games(cn_store *store, int64_t match, cn_store_game_fn *take, void *user,
                         cn_error *error);
