/* Agents by their specification, external engines included: what front ends call. */
#pragma once

#include <canopy/search.h>

cn_status cn_agent_open(const cn_game *game, const char *spec, cn_search **search, cn_error *error);

/* ---- agents that take a seed and were not given one: the caller gives them one a game ---- */

/* Whether the agent takes a seed that its specification leaves open; what the name of a preset
 * stands for does not count. */
bool cn_seed_open(const cn_game *game, const char *spec);

/* The specification with a seed put in. */
cn_status cn_seed_put(const cn_game *game, const char *spec, uint64_t seed, char *out, size_t size,
                      cn_error *error);
