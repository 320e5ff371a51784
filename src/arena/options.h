/* Lists of options, of games and of agents, as JSON. */
#ifndef ARENA_OPTIONS_H
#define ARENA_OPTIONS_H

#include <canopy/game.h>
#include <jansson.h>

/* Name, type, default, help, and range or choices of each. */
json_t *cn_options_json(const cn_option *options);

#endif
