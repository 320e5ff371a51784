/* Agents by their specification, external engines included: what front ends call. */
#ifndef ARENA_AGENT_H
#define ARENA_AGENT_H

#include <canopy/search.h>

cn_status cn_agent_open(const cn_game *game, const char *spec, cn_search **search, cn_error *error);

#endif
