/* What the program writes: results on standard output, messages and progress on standard error.
 *
 * An error ends the program where it is found, with one message and the exit code that belongs to
 * it, so that verbs need no code to pass errors on. Memory is then left to the system; other
 * programs, other ranks and the terminal are seen to by cn_cli_leave. Only the main thread may call
 * what ends the program. */
#pragma once

#include "cli/cli.h"
#include "core/text.h"

#include <inttypes.h>
#include <jansson.h>

/* One line on standard error, `canopy VERB: …`. Messages quote input, so bytes that a terminal
 * could take for a command are shown as \x1b and the like. */
CN_PRINTF(2, 3)
void cn_out_message(const cn_cli *cli, const char *format, ...);

/* The same, and ends the program with CN_EXIT_USAGE. */
CN_PRINTF(2, 3)
_Noreturn void cn_out_usage(const cn_cli *cli, const char *format, ...);

/* Does so if a condition holds; the other arguments are those of cn_out_usage. */
#define CN_USAGE_IF(condition, ...)               \
    do {                                          \
        if (condition) cn_out_usage(__VA_ARGS__); \
    } while (0)

/* Ends the program with the message of a failed call and the exit code of its status. */
_Noreturn void cn_out_error(const cn_cli *cli, cn_status status, const cn_error *error);

/* Ends the program if the status of a call that was given cli->error is not CN_OK; the second puts
 * the name of a file before the message. */
void cn_out_must(const cn_cli *cli, cn_status status);
void cn_out_must_file(const cn_cli *cli, const char *name, cn_status status);

/* The same with an error of the caller's own. */
void cn_out_check(const cn_cli *cli, cn_status status, const cn_error *error);

/* Returns the block; NULL ends the program with "no memory for WHAT". */
void *cn_out_memory(const cn_cli *cli, void *block, const char *what);

/* Ends the program with "unknown WHAT `word`: did you mean `x`? There are: …". `words` is the
 * NULL-terminated list of those that are known. */
_Noreturn void cn_out_unknown(const cn_cli *cli, const char *what, const char *word,
                              const char *const *words);

/* The index of a word in a NULL-terminated list; as above if it is not there. */
int cn_out_choice(const cn_cli *cli, const char *what, const char *word, const char *const *words);

/* A note on standard error that the next one overwrites, if that is a terminal; `"%s", ""` wipes
 * it. */
CN_PRINTF(2, 3)
void cn_out_note(const cn_cli *cli, const char *format, ...);

/* How far something is, for a note: a bar, and the time that is left, in words. */
typedef struct cn_progress {
    char bar[16 + 1], left[32];
} cn_progress;

/* `done` of `total` are done. `fresh` of them were done in the last `elapsed` seconds, from which
 * the time left is guessed; the others were there before. */
void cn_out_progress(int done, int total, int fresh, double elapsed, cn_progress *progress);

/* Columns of the first bytes of UTF-8 text, as cn_text_columns counts them. */
int cn_out_columns(const char *text, size_t length);

/* Text on standard output at the right of a column of a table or, for a negative width, at the
 * left. printf's widths count bytes, which does not do for letters of more than one. */
void cn_out_cell(const char *text, int width);

/* Text in lines of at most 80 columns on standard output, or of at most `most` elsewhere, cleaned
 * as by cn_out_clean. */
void cn_out_wrap(const char *text, int indent);
void cn_out_wrap_to(FILE *out, const char *text, int indent, int most);

/* A label with text on its right, from column `indent` on, in lines of at most 80 columns. A label
 * that is too long has a line of its own. */
void cn_out_hang(const char *label, int indent, const char *text);

/* Name, default, range and help of each option of a game or an agent, on standard output. */
void cn_out_options(const cn_option *options);

/* The lines before a node of a tree that is written with a row for each node, parents first. `open`
 * has a bool for each depth, false at first; `last` is whether it is the last of its siblings. */
void cn_out_branch(const cn_cli *cli, bool *open, int depth, bool last);

/* Text in which bytes that a terminal could take for a command are shown as \x1b and the like. */
void cn_out_clean(FILE *out, const char *text);

/* Writes a JSON value on one line of standard output and frees it. NULL, which is what jansson
 * makes of missing memory, ends the program with a message. Returns CN_EXIT_OK. */
cn_exit cn_out_json(const cn_cli *cli, json_t *value);

/* A position and a move of it as text, for JSON. */
json_t *cn_out_position(const cn_position *position);
json_t *cn_out_move(const cn_position *position, cn_move move);

/* Flushes standard output. False if it cannot be written: the caller should stop working, and
 * cn_out_close will say why. */
bool cn_out_flush(cn_cli *cli);

/* Flushes for the last time. Returns `code`, or CN_EXIT_FAILURE after a message if output was lost.
 */
cn_exit cn_out_close(cn_cli *cli, cn_exit code);
