/* What the program says: messages on standard error, results on standard output.
 *
 * An error ends the program where it is found, with one message and the exit code that belongs to
 * it. What was allocated goes with the process; other programs, other ranks and the terminal are
 * seen to by cn_cli_leave. */
#pragma once

#include "cli/cli.h"
#include "core/text.h"

#include <jansson.h>

/* One line on standard error, `canopy VERB: …`, with whatever a terminal could take for a command
 * made visible: messages quote input. */
CN_PRINTF(2, 3)
void cn_out_message(const cn_cli *cli, const char *format, ...);

/* The same as an error of usage. */
CN_PRINTF(2, 3)
_Noreturn void cn_out_usage(const cn_cli *cli, const char *format, ...);

/* The message of a failed call, and the exit code of its status. */
_Noreturn void cn_out_error(const cn_cli *cli, cn_status status, const cn_error *error);

/* The same unless the status is CN_OK; and with the name of a file before the message. */
void cn_out_check(const cn_cli *cli, cn_status status, const cn_error *error);
void cn_out_check_file(const cn_cli *cli, const char *name, cn_status status,
                       const cn_error *error);

/* The block, unless there is none: "no memory for WHAT". */
void *cn_out_memory(const cn_cli *cli, void *block, const char *what);

/* "unknown WHAT `word`: did you mean `x`? …" with the words there are. */
_Noreturn void cn_out_unknown(const cn_cli *cli, const char *what, const char *word,
                              const char *const *words);

/* The place of a word in a NULL-terminated list; one that is not there is unknown. */
int cn_out_choice(const cn_cli *cli, const char *what, const char *word, const char *const *words);

/* A passing note on standard error, if that is a terminal; an empty one wipes the last. */
CN_PRINTF(2, 3)
void cn_out_note(const cn_cli *cli, const char *format, ...);

/* How far something is, for a note: a bar, and the time left in words, as long as what is `fresh`
 * among what is done took `elapsed` seconds. */
typedef struct cn_progress {
    char bar[16 + 1], left[32];
} cn_progress;
void cn_out_progress(int done, int total, int fresh, double elapsed, cn_progress *progress);

/* Columns of UTF-8 text, each character taken as one. */
int cn_out_columns(const char *text, size_t length);

/* Text in lines of at most 80 columns on standard output, or of at most `most` elsewhere. */
void cn_out_wrap(const char *text, int indent);
void cn_out_wrap_to(FILE *out, const char *text, int indent, int most);

/* Text with whatever a terminal could take for a command made visible. */
void cn_out_clean(FILE *out, const char *text);

/* A value on one line of standard output; frees it. Returns CN_EXIT_OK. */
cn_exit cn_out_json(const cn_cli *cli, json_t *value);

/* Sends on what was written. False if it could not be: there is no point in going on, and the
 * program will say why when it ends. */
bool cn_out_flush(cn_cli *cli);

/* Flushes for the last time; says what went wrong, if anything did. */
cn_exit cn_out_close(cn_cli *cli, cn_exit code);
