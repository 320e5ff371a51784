/* For those who bind the library to another language: calls that need no knowledge of its structs.
 *
 * Objects are pointers that are handed back as they came; what has many fields comes as JSON, in
 * the shapes of docs/api.md. A text that a call returns is the caller's, and freed with
 * cn_text_free; NULL means that there was no memory for it. A cn_error is 512 bytes that hold a
 * line ended by 0. The calls of canopy/position.h that take no structs are for bindings too. */
#ifndef CANOPY_BIND_H
#define CANOPY_BIND_H

#include <canopy/canopy.h>

#ifdef __cplusplus
extern "C" {
#endif

CN_API void cn_text_free(char *text); /* NULL is fine */

/* {"name", "title", "summary", "text", "notation", "example", "players": […], "cells",
 *  "options": [{"name", "type", "default", "help", "choices" or "min" and "max"}…],
 *  "heuristics": [{"name", "help"}…], "policies": […]} */
CN_API char *cn_bind_game(const cn_game *game);

/* [{"name", "summary", "options": […]}…]: the kinds of agents there are. */
CN_API char *cn_bind_agents(void);

/* {"rows", "columns", "cells": [0…2 …], "row_labels", "column_labels", "note"} */
CN_API char *cn_bind_board(const cn_position *position);

/* The legal moves as text, in their order, separated by blanks. */
CN_API char *cn_bind_moves(const cn_position *position);

/* What a search found: {"best", "score", "depth", "complete", "nodes", "seconds", "iterations",
 * "threads", "line": […], "moves": [{"move", "score", "nodes", "visits"}…], "lines": [{…,
 * "line"}…]}. Moves are text; `best` is null if the game is over; a score is null if the move was
 * not searched. */
CN_API char *cn_bind_result(const cn_position *position, const cn_result *result);

/* Called while the search runs, by the thread that runs it, with the same JSON, which is valid
 * during the call; false stops the search. */
typedef bool cn_bind_progress_fn(const char *result, void *user);

/* cn_search_run. `limits` are words as in an agent's options, separated by blanks: "depth=8",
 * "time=0.5", "nodes=1000", "iterations=1000", "lines=3", "infinite=1"; NULL: none. `result` is the
 * caller's to free. */
CN_API cn_status cn_bind_search(cn_search *search, const cn_position *position, const char *limits,
                                cn_bind_progress_fn *progress, void *user, char **result,
                                cn_error *error);

/* Proves the outcome of a position and, as far as that does not take much longer, of each of its
 * moves; a result as above, whose moves have scores where something is proven. The search is one of
 * the agent `pvs` without limits. `seconds` 0: however long it takes. */
CN_API cn_status cn_bind_solve(cn_search *search, const cn_position *position, double seconds,
                               cn_bind_progress_fn *progress, void *user, char **result,
                               cn_error *error);

/* The games of a record: SGF, GGF or lines of moves, every move checked. A line for each game, of
 * fields separated by tabulators: options and text of the start position, who played first and
 * second, the date, the result in words, the moves separated by blanks. `options` as "size=9
 * komi=6.5", for what the record does not say; NULL: the defaults. */
CN_API cn_status cn_bind_records(const cn_game *game, const char *options, const char *text,
                                 char **records, cn_error *error);

#ifdef __cplusplus
}
#endif

#endif
