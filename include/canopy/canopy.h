/* Canopy: parallel game-tree search. The umbrella header of the library.
 *
 * The library never prints, exits or keeps global state. Who creates frees. */
#ifndef CANOPY_H
#define CANOPY_H

#include <canopy/game.h>
#include <canopy/kernel.h>

#define CN_VERSION "0.1.0"

/* ---- games ---- */

/* The built-in games, NULL-terminated, in the order users see them. */
const cn_game *const *cn_games(void);

/* The built-in game of that name, or NULL. */
const cn_game *cn_game_find(const char *name);

/* Loads a game from a shared object. It stays loaded until the process ends. */
cn_status cn_game_load(const char *path, const cn_game **game, cn_error *error);

/* ---- options ---- */

/* Fills `values` (room for CN_OPTIONS_MAX) with the defaults of a list of options. */
void cn_values_default(const cn_option *options, cn_value *values);

/* Sets one value from "name=value". */
cn_status cn_values_set(const cn_option *options, cn_value *values, const char *assignment,
                        cn_error *error);

/* Sets those of a list such as "size=9,komi=6.5", whose words stand between any of the separators.
 */
cn_status cn_values_read(const cn_option *options, cn_value *values, const char *list,
                         const char *separators, cn_error *error);

/* The place of an option in its list, which is also that of its value, or -1. */
int cn_option_find(const cn_option *options, const char *name);

/* ---- positions ---- */

/* A game at some point of play: its rules and a state that belongs to the position. */
typedef struct cn_position {
    const cn_game *game;
    const cn_rules *rules;
    const cn_kernels *kernels; /* never NULL */
    const cn_expert *experts;  /* NULL: none */
    void *state;
} cn_position;

/* The start position for checked values; or, with text, the position it describes. */
cn_status cn_position_new(const cn_game *game, const cn_value *values, const char *text,
                          cn_position *position, cn_error *error);
/* The values of the game's options that the position holds; the others as by default. */
cn_status cn_position_values(const cn_position *position, cn_value values[CN_OPTIONS_MAX],
                             cn_error *error);
cn_status cn_position_copy(const cn_position *from, cn_position *to, cn_error *error);
void cn_position_free(cn_position *position);

bool cn_position_legal(const cn_position *position, cn_move move);

/* The legal move that is shown on a cell of the drawing (row * columns + column), or CN_MOVE_NONE.
 */
cn_move cn_position_move_on(const cn_position *position, int cell);

/* Reads one legal move off the front of the text. Refuses illegal ones with a sample of the legal.
 */
cn_status cn_position_read_move(const cn_position *position, const char *text, cn_move *move,
                                const char **end, cn_error *error);

#endif
