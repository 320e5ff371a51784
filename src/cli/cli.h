/* The program: what every verb has at hand. */
#pragma once

#include <canopy/canopy.h>

typedef enum cn_exit {
    CN_EXIT_OK = 0,
    CN_EXIT_FAILURE = 1,
    CN_EXIT_USAGE = 2,
    CN_EXIT_INPUT = 3,
    CN_EXIT_UNPROVEN = 4,
    CN_EXIT_REJECTED = 5,      /* by a sequential test */
    CN_EXIT_INTERRUPTED = 130, /* the program ends with cn_interrupt_code */
} cn_exit;

enum { CN_CLI_GAMES = 64 };

typedef struct cn_cli {
    const char *verb;                       /* for messages; NULL before one is known */
    const cn_game *games[CN_CLI_GAMES + 1]; /* built in, then plugins; NULL-terminated */
    bool colour;                            /* standard output takes colours */
    bool glyphs;                            /* boards in wide characters */
    bool live;                              /* standard error is a terminal: passing notes */
    int write_errno;                        /* why standard output failed, 0 if it did not */
} cn_cli;

_Noreturn void cn_cli_main(int argc, char **argv);

/* Ends the program, from its main thread: what was written is sent on, other programs that play for
 * us are ended, and other ranks of the job too. */
_Noreturn void cn_cli_leave(const cn_cli *cli, cn_exit code);

/* The version and the facts of the build, on standard output. */
void cn_cli_version(void);

/* Adds the game of a shared object. */
cn_status cn_cli_plugin(cn_cli *cli, const char *path, cn_error *error);

/* The game of that name, or NULL; and the same where there must be one. */
const cn_game *cn_cli_find(const cn_cli *cli, const char *name);
const cn_game *cn_cli_game(const cn_cli *cli, const char *name);
