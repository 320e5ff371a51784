/* Lists of options, of games and of agents, as users see them. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <canopy/canopy.h>

/* On standard output: name, default, range and help of each. */
void cn_options_show(const cn_option *options);

/* The values that differ from their defaults: "size=9,komi=5.5". */
void cn_options_text(const cn_option *options, const cn_value *values, char *out, size_t size);

#endif
