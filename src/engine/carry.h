/* Positions on their way from one process to another: the number of the variant in its game's list,
 * and the bytes of the state, which has no pointers in it. Searches and learning on several ranks
 * share this; the processes must be of one kind of machine. */
#pragma once

#include <canopy/canopy.h>

/* The number of the position's variant: its place in cn_game.variants, 0 if the game has only one.
 * -1: the game plays this variant but does not list it, so the position cannot travel. */
int cn_carry_variant(const cn_position *position);

/* Makes the position that a variant's number and the first `size` bytes of a state stand for; free
 * it with cn_position_free. CN_BAD_INPUT if the game has no such variant or its states are smaller.
 */
cn_status cn_carry_position(const cn_game *game, int variant, const void *state, size_t size,
                            cn_position *position, cn_error *error);
