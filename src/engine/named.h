/* Names that stand for an agent with options: levels for people, and the reports' programs. */
#pragma once

#include <canopy/search.h>

/* What the preset of that name stands for in this game; NULL if there is none. */
const char *cn_preset_spec(const char *name, const cn_game *game);
