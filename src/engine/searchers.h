/* Searchers that plugins bring, as kinds of agents. */
#pragma once

#include <canopy/searcher.h>

/* Checks it and adds it to the agents. It must outlive the program. */
cn_status cn_searcher_add(const cn_searcher *searcher, cn_error *error);

/* One word of a-z, 0-9 and -, as names of games and agents are. */
bool cn_is_word(const char *name);

/* Is a list of options whole? It must end within CN_OPTIONS_MAX. */
cn_status cn_options_check(const cn_option *options, cn_error *error);
