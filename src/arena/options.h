/* Lists of options, of games and of agents, as JSON; their values as text. */
#pragma once

#include <canopy/canopy.h>
#include <jansson.h>

/* Name, type, default, help, and range or choices of each. */
json_t *cn_options_json(const cn_option *options);

/* A list of names with their help, such as a game's heuristics; NULL is an empty one. */
json_t *cn_named_json(const cn_named *list);

/* The values that differ from their defaults: "size=9,komi=5.5". */
void cn_options_text(const cn_option *options, const cn_value *values, char *out, size_t size);
