/* What the program says: messages on standard error, results on standard output. */
#ifndef CLI_OUT_H
#define CLI_OUT_H

#include "cli/cli.h"

#include <jansson.h>

/* One line on standard error, `canopy VERB: …`, with whatever a terminal could take for a command
 * made visible: messages quote input. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void cn_out_message(const cn_cli *cli, const char *format, ...);

/* The same as an error of usage; returns its exit code. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
cn_exit
cn_out_usage(const cn_cli *cli, const char *format, ...);

/* The message of a failed call; returns the exit code of its status. */
cn_exit cn_out_error(const cn_cli *cli, cn_status status, const cn_error *error);

/* "unknown WHAT `word`: did you mean `x`? …" with the words there are. */
cn_exit cn_out_unknown(const cn_cli *cli, const char *what, const char *word,
                       const char *const *words);

/* A passing note on standard error, if that is a terminal; an empty one wipes the last. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void cn_out_note(const cn_cli *cli, const char *format, ...);

/* Columns of UTF-8 text, each character taken as one. */
int cn_out_columns(const char *text, size_t length);

/* Text in lines of at most 80 columns on standard output, or of at most `most` elsewhere. */
void cn_out_wrap(const char *text, int indent);
void cn_out_wrap_to(FILE *out, const char *text, int indent, int most);

/* Text with whatever a terminal could take for a command made visible. */
void cn_out_clean(FILE *out, const char *text);

/* A value on one line of standard output; frees it. */
cn_exit cn_out_json(const cn_cli *cli, json_t *value);

/* Sends on what was written. False if it could not be: there is no point in going on, and the
 * program will say why when it ends. */
bool cn_out_flush(cn_cli *cli);

/* Flushes for the last time; says what went wrong, if anything did. */
cn_exit cn_out_close(cn_cli *cli, cn_exit code);

#endif
