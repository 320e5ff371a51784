/* Agents by their specification, external engines included: what front ends call. */
#pragma once

#include <canopy/search.h>

/* Makes the agent of a specification for a game: one of the library's own, or for `exec:…` a
 * program that is started now. The caller frees it with cn_search_free. */
cn_status cn_agent_open(const cn_game *game, const char *spec, cn_search **search, cn_error *error);

/* ---- agents that take a seed and were not given one: the caller gives them one a game ---- */

/* Whether the agent takes a seed that its specification leaves open; what the name of a preset
 * stands for does not count. */
bool cn_seed_open(const cn_game *game, const char *spec);

/* The specification with this seed put in if it leaves one open; else as it is. */
enum { CN_SEEDED = CN_SPEC_MAX + 32 };
cn_status cn_seed_put(const cn_game *game, const char *spec, uint64_t seed, char out[CN_SEEDED],
                      cn_error *error);
