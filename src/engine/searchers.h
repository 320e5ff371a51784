/* Searchers that plugins bring (canopy/searcher.h), made kinds of agents; and the checks of tables
 * that games and searchers of plugins have in common. */
#pragma once

#include <canopy/searcher.h>

/* Checks a searcher and adds it to the kinds of agents. It must live until the process ends. There
 * is no lock: call it before other threads use agents. */
cn_status cn_searcher_add(const cn_searcher *searcher, cn_error *error);

/* Whether a name is one word of a-z, 0-9 and -, as the names of games and agents must be. */
bool cn_is_word(const char *name);

/* Whether a list of options is whole: it ends within CN_OPTIONS_MAX, and every option has a help
 * and a default that is one of its values. The message names the first fault. (engine/tables.c) */
cn_status cn_options_check(const cn_option *options, cn_error *error);
