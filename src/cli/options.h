/* Lists of options, of games and of agents, as users see them. */
#pragma once

#include <canopy/canopy.h>

/* On standard output: name, default, range and help of each. */
void cn_options_show(const cn_option *options);
