/* Positions from one process to another: the variant's number and the bytes of the state. */
#pragma once

#include <canopy/canopy.h>

/* The place of the position's rules among its game's variants, or -1 if the game does not list
 * them. */
int cn_carry_variant(const cn_position *position);

/* The position that `variant` and `size` bytes of its state stand for. */
cn_status cn_carry_position(const cn_game *game, int variant, const void *state, size_t size,
                            cn_position *position, cn_error *error);
