/* Where a verb's position comes from: text, a file, a drawn board, or moves. Every verb that is
 * about a position has the same three flags for it. */
#pragma once

#include "arena/history.h"
#include "cli/args.h"

/* A part of a verb's settings, filled by CN_SOURCE_FLAGS. */
typedef struct cn_source {
    const char *position; /* text, or the name of a file that holds it */
    const char *board;    /* the name of a file with a drawing; `-`: standard input */
    const char *moves;    /* played from there, or from the start */
} cn_source;

/* The rows of these flags in a verb's table, for a settings struct `owner` whose field `member` is
 * a cn_source. */
/* clang-format off */
#define CN_SOURCE_FLAGS(owner, member) \
    CN_TEXT(owner, member.position, "position", 'p', "TEXT"), \
    CN_TEXT(owner, member.board, "board", 'b', "FILE"), \
    CN_TEXT(owner, member.moves, "moves", 'm', "MOVES")
/* clang-format on */

/* All of these end the program, with a message, if there is no such position or file.
 *
 * Takes the word of the command line that is left, if there is one, as the position. */
void cn_source_word(const cn_cli *cli, const cn_args *args, cn_source *source);

/* Makes the position that was asked for, or the start of the game; the caller frees it. */
void cn_source_read(const cn_cli *cli, const cn_args *args, const cn_source *source,
                    cn_position *position);

/* The same with the moves that led there; the caller frees it. */
void cn_source_history(const cn_cli *cli, const cn_args *args, const cn_source *source,
                       cn_history *history);

/* The same as position text; NULL if the command line says nothing of a position. The text lives
 * until the next call. */
const char *cn_source_text(const cn_cli *cli, const cn_args *args, const cn_source *source);

/* A whole file, `-` for standard input; the caller frees it. */
char *cn_source_load(const cn_cli *cli, const char *name, size_t *size);
