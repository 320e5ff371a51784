/* Where a verb's position comes from: text, a file, a drawn board, moves. */
#ifndef CLI_SOURCE_H
#define CLI_SOURCE_H

#include "arena/history.h"
#include "cli/args.h"

/* A part of a verb's settings, filled by CN_SOURCE_FLAGS. */
typedef struct cn_source {
    const char *position; /* text, or the name of a file that holds it */
    const char *board;    /* the name of a file with a drawing; `-`: standard input */
    const char *moves;    /* played from there, or from the start */
} cn_source;

/* The flags, for a settings struct `owner` whose field `member` is a cn_source. */
#define CN_SOURCE_FLAGS(owner, member)                             \
    {.name = "position",                                           \
     .letter = 'p',                                                \
     .type = CN_FLAG_TEXT,                                         \
     .offset = offsetof(owner, member.position),                   \
     .value = "TEXT",                                              \
     .help = "start from this position, or a file with one"},      \
        {.name = "board",                                          \
         .letter = 'b',                                            \
         .type = CN_FLAG_TEXT,                                     \
         .offset = offsetof(owner, member.board),                  \
         .value = "FILE",                                          \
         .help = "start from a drawn board; `-`: standard input"}, \
    {                                                              \
        .name = "moves", .letter = 'm', .type = CN_FLAG_TEXT,      \
        .offset = offsetof(owner, member.moves), .value = "MOVES", \
        .help = "play these moves first"                           \
    }

/* A position that stands as a word on the command line. */
cn_exit cn_source_word(const cn_cli *cli, cn_source *source, const char *word);

/* Makes the position; the caller frees it. CN_EXIT_NONE: go on. */
cn_exit cn_source_read(const cn_cli *cli, const cn_args *args, const cn_source *source,
                       cn_position *position);

/* The same with the moves that led there; the caller frees it. */
cn_exit cn_source_history(const cn_cli *cli, const cn_args *args, const cn_source *source,
                          cn_history *history);

/* The same as text, for what takes a start position as text; NULL where nothing was said. Lives
 * until the next call. */
cn_exit cn_source_text(const cn_cli *cli, const cn_args *args, const cn_source *source,
                       const char **text);

/* A whole file, `-` for standard input; the caller frees it. */
cn_exit cn_source_load(const cn_cli *cli, const char *name, char **text, size_t *size);

#endif
