/* Canopy: parallel game-tree search. The one header a program includes that uses the library.
 *
 *     cn_error error;
 *     cn_position *position;
 *     cn_search *search;
 *     cn_result result;
 *     const cn_game *game = cn_games()[0];
 *     cn_position_open(game, NULL, NULL, &position, &error);
 *     cn_search_new(game, "pvs:time=0.1", &search, &error);
 *     cn_search_run(search, position, NULL, NULL, NULL, &result, &error);
 *     cn_search_free(search);
 *     cn_position_close(position);
 *
 * It is C17 and C++17. Those who write a game of their own include canopy/game.h, and
 * canopy/kernel.h to have the searches compiled for it; those who bind the library to another
 * language, canopy/bind.h.
 *
 * Ownership: who creates frees; a call that makes something has a counterpart that frees it, and
 * nothing else needs freeing. Games are tables that live as long as the process. Texts go into
 * memory of the caller's.
 *
 * Threads: the library keeps no global state that a call changes, prints nothing and never ends the
 * process. Any call may come from any thread. Two threads may use two objects at once; one object
 * (a position, a search) is for one thread at a time, unless the call says otherwise: positions
 * that nobody changes may be read by many, and cn_search_stop may come from anywhere.
 *
 * Failures: a call that can fail returns a cn_status and writes one line into the caller's
 * cn_error, which may be NULL. What it was to make is then not made, and need not be freed. */
#ifndef CANOPY_H
#define CANOPY_H

#include <canopy/position.h>
#include <canopy/score.h>
#include <canopy/search.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library that is running; CN_VERSION is that of the headers. */
CN_API const char *cn_version(void);

#ifdef __cplusplus
}
#endif

#endif
