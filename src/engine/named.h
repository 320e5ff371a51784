/* Names that stand for an agent with options: levels for people, and the reports' programs. */
#ifndef ENGINE_NAMED_H
#define ENGINE_NAMED_H

#include <canopy/search.h>

/* The preset that the first `length` characters of a text name, or NULL. */
const cn_preset *cn_preset_find(const char *text, size_t length);

/* What the preset stands for in this game. */
const char *cn_preset_spec(const cn_preset *preset, const cn_game *game);

#endif
