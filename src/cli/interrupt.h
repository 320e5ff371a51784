/* Signals that end the program: Ctrl-C (SIGINT), SIGTERM, and SIGHUP, which comes when a terminal
 * is closed. The first one stops the search that is running, so that what it found is shown and
 * kept; a second one ends the program at once. The exit code is 128 and the signal's number. */
#pragma once

#include "cli/cli.h"

#include <canopy/search.h>

/* From now on each of these signals ends the program at once, and the programs that it started. A
 * SIGHUP that is ignored stays so: that is what nohup is for. */
void cn_interrupt_catch(void);

/* From now on the first of them stops these searches, and no others: at most CN_WATCHED, of which
 * some may be NULL. One that came already stops their next run. Before a search is freed, another
 * list must be watched. */
enum { CN_WATCHED = 4 };
void cn_interrupt_watch(cn_search *const *searches, int count);

/* Makes the one agent of a verb and has these signals stop it; a failure ends the program. The
 * second frees it. */
cn_search *cn_interrupt_open(const cn_cli *cli, const cn_game *game, const char *spec);
void cn_interrupt_free(cn_search *search);

/* For handlers of other signals: sets one, which interrupts system calls unless `restart`; and
 * writes from inside one, where stdio must not be used. NULL writes nothing. */
void cn_interrupt_handle(int number, void (*handler)(int), bool restart);
void cn_interrupt_write(int stream, const char *text);

/* True once a signal came. Any thread may ask. The second is the same for callers that take a hook
 * with a pointer. */
bool cn_interrupted(void);
bool cn_interrupt_halts(void *unused);

/* True once SIGTERM or SIGHUP came: unlike Ctrl-C, which in a dialogue may only mean to stop
 * thinking, they are the end. They are not forgotten, and keep waking whoever waits for input. */
bool cn_interrupt_ends(void);

/* The exit code of a program that was interrupted. */
int cn_interrupt_code(void);

/* For a dialogue, where an interrupt is not the end: how many came since the last
 * cn_interrupt_forget. */
int cn_interrupt_count(void);
void cn_interrupt_forget(void);

/* A dialogue begins: three of them end the program instead of two, and `farewell`, which must live
 * on, is written to the terminal before that; NULL: nothing is. */
void cn_interrupt_dialogue(const char *farewell);

/* What is written to standard error when SIGTERM comes; it must live on. */
void cn_interrupt_announce(const char *text);
