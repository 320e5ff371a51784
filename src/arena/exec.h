/* Other programs as agents: `exec:PROTOCOL:COMMAND`, `exec:PROTOCOL,option=value,…:COMMAND`.
 *
 * The command runs through the shell from cn_exec_open to cn_search_free and is kept in step with
 * the game by cn_limits.past. Its moves are checked and its time is measured here: a program that
 * crashes, is silent for longer than its limits and a margin, answers nonsense or plays an illegal
 * move makes the run fail with CN_ENGINE_FAILED and a message that says which; one that gives up,
 * with CN_RESIGNED. The run or game after that finds it started again. A protocol is one file and
 * one row in a table (arena/exec_protocol.h). */
#pragma once

#include <canopy/search.h>

/* Name, summary and options, as cn_agents() has them of the others. */
extern const cn_agent cn_exec_agent;

/* The protocols: name and what it is for; ended by a NULL name. */
extern const cn_named cn_exec_protocols[];

/* Whether a specification asks for another program. Specifications that come from elsewhere than
 * the user's own command line (a record, a request) must not be opened if so. */
bool cn_exec_is(const char *spec);

/* Starts the program and greets it. */
cn_status cn_exec_open(const cn_game *game, const char *spec, cn_search **search, cn_error *error);

/* Whether the last run failed (CN_ENGINE_FAILED) because the program had not answered when its time
 * and the margin were over. */
bool cn_exec_late(const cn_search *search);

/* The last of what the program wrote to standard error, or nothing if the agent is no program.
 * Returns the length. */
size_t cn_exec_errors(const cn_search *search, char *text, size_t size);
