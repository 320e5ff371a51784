/* Games, their options, and positions: what can be set up, asked and played.
 *
 * A position may be read by several threads at once, as long as none changes it (cn_position_play,
 * cn_position_playout, cn_position_free). */
#ifndef CANOPY_POSITION_H
#define CANOPY_POSITION_H

#include <canopy/api.h>
#include <canopy/game.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- games ---- */

/* The built-in games, NULL-terminated, in the order users see them. */
CN_API const cn_game *const *cn_games(void);

/* The built-in game of that name, or NULL. */
CN_API const cn_game *cn_game_find(const char *name);

/* Loads a game from a shared object and checks it (cn_game_check). It stays loaded until the
 * process ends. A path without a slash is a file of the current folder. */
CN_API cn_status cn_game_load(const char *path, const cn_game **game, cn_error *error);

/* Whether a game's tables are whole: the interface they were built for, required fields, sizes and
 * limits, lists and their defaults, the start position. The message names the first fault. That the
 * rules are what they should be, `canopy check` finds out. */
CN_API cn_status cn_game_check(const cn_game *game, cn_error *error);

/* ---- options ---- */

/* Fills `values` (room for CN_OPTIONS_MAX) with the defaults of a list of options. */
CN_API void cn_values_default(const cn_option *options, cn_value *values);

/* Sets one value from "name=value". If the name is unknown or the value is not accepted, the
 * message says what is, and `values` stay as they were. */
CN_API cn_status cn_values_set(const cn_option *options, cn_value *values, const char *assignment,
                               cn_error *error);

/* Sets those of a list such as "size=9,komi=6.5", whose words stand between any of the separators.
 * Stops at the first that is refused; those before it are set. */
CN_API cn_status cn_values_read(const cn_option *options, cn_value *values, const char *list,
                                const char *separators, cn_error *error);

/* The place of an option in its list, which is also that of its value, or -1. */
CN_API int cn_option_find(const cn_option *options, const char *name);

/* ---- positions: making and freeing ---- */

struct cn_kernels; /* canopy/kernel.h */

/* A game at some point of play: its rules and a state that belongs to the position. Programs use
 * the calls below and leave the fields alone. */
typedef struct cn_position {
    const cn_game *game;
    const cn_rules *rules;
    const struct cn_kernels *kernels; /* never NULL */
    const cn_expert *experts;         /* NULL: none */
    void *state;                      /* CN_STATE_MAX bytes, aligned to 64 */
} cn_position;

/* The start position; or, with text, the position it describes. `options` are as in
 * "size=9 komi=6.5", separated by blanks or commas; NULL: as by default. Free it with
 * cn_position_close. */
CN_API cn_status cn_position_open(const cn_game *game, const char *options, const char *text,
                                  cn_position **position, cn_error *error);
/* A copy to play on; what "take back" is made of. Free it with cn_position_close. */
CN_API cn_status cn_position_clone(const cn_position *position, cn_position **copy,
                                   cn_error *error);
CN_API void cn_position_close(cn_position *position); /* NULL is fine */

/* The same in a cn_position that the caller has, and with checked values instead of text. Free what
 * it holds with cn_position_free. */
CN_API cn_status cn_position_new(const cn_game *game, const cn_value *values, const char *text,
                                 cn_position *position, cn_error *error);
CN_API cn_status cn_position_copy(const cn_position *from, cn_position *to, cn_error *error);
CN_API void cn_position_free(cn_position *position);

/* ---- positions: asking ---- */

/* Who is to move: 0, the player who begins the game, or 1. */
CN_API int cn_position_turn(const cn_position *position);

/* How the game ended, or CN_ONGOING. */
CN_API cn_outcome cn_position_over(const cn_position *position);

/* Writes the moves that a search looks at, in an order that is always the same, and returns how
 * many there are: 0 exactly if the game is over. In most games these are all legal moves; Gomoku
 * lists only points near a stone, unless its options say otherwise. `list` has room for
 * CN_MOVES_MAX, or is NULL to have them counted. */
CN_API int cn_position_moves(const cn_position *position, cn_move *list);

/* Whether the rules allow the move, be it listed above or not. */
CN_API bool cn_position_legal(const cn_position *position, cn_move move);

/* The move that passes, or CN_MOVE_NONE if there is none in this game. */
CN_API cn_move cn_position_pass(const cn_position *position);

/* A number that is the same for equal positions, side to move included, on every machine; different
 * positions have different ones but for chance. */
CN_API uint64_t cn_position_hash(const cn_position *position);

/* Player 0's margin in points as the board stands, game over or not; false if the game keeps no
 * score. */
CN_API bool cn_position_points(const cn_position *position, double *points);

/* The opinion of a heuristic (an index into cn_game.heuristics), in the view of the side to move.
 */
CN_API int cn_position_eval(const cn_position *position, int heuristic);

/* Leaves of the game tree `depth` plies below, by one thread. */
CN_API uint64_t cn_position_perft(const cn_position *position, int depth);

/* ---- positions: text and drawing ---- */

/* The position as one line that cn_position_open reads back. Returns its length, like snprintf cut
 * to `size`; CN_TEXT_MAX is always enough. */
CN_API size_t cn_position_text(const cn_position *position, char *text, size_t size);

/* The options that the text does not say, as `size=9 komi=6.5`; empty if there are none. */
CN_API void cn_position_options(const cn_position *position, char text[CN_OPTIONS_TEXT]);
/* The same as values, the others as by default. */
CN_API cn_status cn_position_values(const cn_position *position, cn_value values[CN_OPTIONS_MAX],
                                    cn_error *error);

/* The board as rows of cells with labels, for whoever shows it. */
CN_API void cn_position_draw(const cn_position *position, cn_board *board);

/* A legal move as people write it. */
CN_API void cn_position_move_text(const cn_position *position, cn_move move,
                                  char text[CN_MOVE_TEXT]);

/* Reads one legal move off the front of the text and points `end` behind it. Refuses illegal ones
 * with a sample of the legal. */
CN_API cn_status cn_position_read_move(const cn_position *position, const char *text, cn_move *move,
                                       const char **end, cn_error *error);

/* The cell of the drawing (row * columns + column) that a legal move is shown on, -1 for a pass. */
CN_API int cn_position_cell_of(const cn_position *position, cn_move move);

/* The cell that a legal move's piece comes from, -1 if it comes from none. */
CN_API int cn_position_from_of(const cn_position *position, cn_move move);

/* The legal move that is shown on a cell of the drawing, the first of them where pieces move there
 * from several; or CN_MOVE_NONE. */
CN_API cn_move cn_position_move_on(const cn_position *position, int cell);

/* ---- positions: playing ---- */

/* Plays a move, after checking that it is legal. If it is not, the position stays as it was. */
CN_API cn_status cn_position_play(cn_position *position, cn_move move, cn_error *error);

/* Plays moves given as text, separated by blanks, commas or nothing ("f5 d6", "f5d6c3"). At the
 * first that is not legal it stops with a message; those before it are played. */
CN_API cn_status cn_position_play_text(cn_position *position, const char *moves, cn_error *error);

/* Plays a random game to its end, by a policy (an index into cn_game.policies, 0 if there is no
 * choice); the same seed gives the same game. Afterwards only cn_position_over and
 * cn_position_points may be asked. */
CN_API cn_outcome cn_position_playout(cn_position *position, int policy, uint64_t seed);

#ifdef __cplusplus
}
#endif

#endif
