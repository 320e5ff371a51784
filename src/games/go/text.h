/* Go in words: options, positions and moves as text, for boards of every size. None of it is called
 * while searching, so it is compiled once for all processors. */
#pragma once

#include "games/go/state.h"

/* The options of the game, and the signs of empty, black and white points. */
extern const cn_option cn_go_options[];
extern const char cn_go_cells[];

/* Fills in the start position, but for the outcome. `size` 0: as the options say. Fails if komi or
 * limit do not fit. */
cn_status cn_go_setup(const cn_value *values, int size, go_head *head, cn_error *error);

/* Fills in a position from text, but for the outcome; the board's size is that of the text. */
cn_status cn_go_parse(const cn_value *values, const char *text, go_head *head, cn_error *error);
/* The functions of cn_game with the same names; see canopy/game.h. */
size_t cn_go_print(const void *state, char *text, size_t size);

cn_status cn_go_parse_move(const void *state, const char *text, cn_move *move, const char **end,
                           cn_error *error);
void cn_go_print_move(const void *state, cn_move move, char text[CN_MOVE_TEXT]);
void cn_go_draw(const void *state, cn_board *board);
int cn_go_cell_of(const void *state, cn_move move);
void cn_go_print_options(const void *state, char text[CN_OPTIONS_TEXT]);
