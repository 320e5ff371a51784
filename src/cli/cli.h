/* The program `canopy`: its exit codes, and the state that every verb is handed. One thread, the
 * main one, reads the command line, runs the verb and writes; the searches that a verb runs make
 * threads of their own. */
#pragma once

#include <canopy/canopy.h>

/* Exit codes; `canopy help --manual` describes them. */
typedef enum cn_exit {
    CN_EXIT_OK = 0,
    CN_EXIT_FAILURE = 1,
    CN_EXIT_USAGE = 2,
    CN_EXIT_INPUT = 3,
    CN_EXIT_UNPROVEN = 4,
    CN_EXIT_REJECTED = 5,      /* match --sprt accepted the lower hypothesis */
    CN_EXIT_INTERRUPTED = 130, /* the program ends with cn_interrupt_code */
} cn_exit;

enum { CN_CLI_GAMES = 64 }; /* built-in and plugins together */

/* The state of the program. There is one, on the stack of cn_cli_main, and it is handed to
 * everything; only the main thread uses it. Games and names are not owned: they live as long as the
 * process. */
typedef struct cn_cli {
    const char *verb;                       /* for messages; NULL before one is known */
    const cn_game *games[CN_CLI_GAMES + 1]; /* built in, then plugins; NULL-terminated */
    const char *plugins[CN_CLI_GAMES + 1];  /* the files the games came from; NULL: built in */
    bool colour;                            /* standard output takes colours */
    bool glyphs;                            /* boards in wide characters */
    bool live;                              /* standard error is a terminal: progress is shown */
    cn_error *error; /* where calls that must succeed put their message, see cn_out_must */
    int write_errno; /* why standard output failed, 0 if it did not */
} cn_cli;

/* Runs the program and ends the process. */
_Noreturn void cn_cli_main(int argc, char **argv);

/* Ends the program at once, from its main thread: flushes standard output, ends other programs that
 * play for us, and leaves the other MPI ranks. Nothing is freed. */
_Noreturn void cn_cli_leave(const cn_cli *cli, cn_exit code);

/* Prints the version and the facts of the build on standard output. */
void cn_cli_version(void);

/* Loads a shared object and adds its game to the list; one that brings an agent only adds none. */
cn_status cn_cli_plugin(cn_cli *cli, const char *path, cn_error *error);

/* Prints the command that plays the position's game, with its options, against an agent. */
void cn_cli_suggest(const cn_cli *cli, const cn_position *position, const char *agent);

/* Finds the game of that name, built in or of a plugin: cn_cli_find returns NULL if there is none,
 * cn_cli_game then ends the program with a message that lists them. */
const cn_game *cn_cli_find(const cn_cli *cli, const char *name);
const cn_game *cn_cli_game(const cn_cli *cli, const char *name);
