/* The program from its start to its end: what the terminal can show, which games there are, which
 * verb was asked for, and what has to be seen to before the process may end. */
#include "cli/cli.h"

#include "arena/json.h"
#include "arena/process.h"
#include "cli/editor.h"
#include "cli/interrupt.h"
#include "cli/launch.h"
#include "cli/verbs.h"
#include "cluster/mpi.h"
#include "protocol/protocol.h"

#include <canopy/searcher.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <unistd.h>

/* Plugins stand behind the built-in games in the list, and none may have the name of another, so
 * the first game of a name is the only one. */
const cn_game *cn_cli_find(const cn_cli *cli, const char *name) {
    const cn_game *const *game = cli->games;
    while (*game && strcmp((*game)->name, name) != 0) game++;
    return *game;
}

const cn_game *cn_cli_game(const cn_cli *cli, const char *name) {
    const char *names[CN_CLI_GAMES + 1] = {0};
    for (int i = 0; cli->games[i]; i++) names[i] = cli->games[i]->name;
    return cli->games[cn_out_choice(cli, "game", name, names)];
}

cn_status cn_cli_plugin(cn_cli *cli, const char *path, cn_error *error) {
    const cn_game *game;
    int count = 0;
    const cn_status status = cn_plugin_load(path, &game, error);
    if (status != CN_OK || !game) return status; /* not a game: an agent, which is known by now */
    CN_FAIL_IF(cn_cli_find(cli, game->name), error, CN_BAD_USAGE,
               "plugin %s: there is a game `%s` already", path, game->name);
    while (cli->games[count]) count++;
    CN_FAIL_IF(count == CN_CLI_GAMES, error, CN_BAD_USAGE, "plugin %s: at most %d games", path,
               CN_CLI_GAMES);
    cli->games[count] = game;
    cli->plugins[count] = path;
    return CN_OK;
}

void cn_cli_suggest(const cn_cli *cli, const cn_position *position, const char *agent) {
    char options[CN_OPTIONS_TEXT];
    int i = 0;
    while (cli->games[i] != position->game) i++;
    cn_position_options(position, options);
    printf("use it: canopy %s%s%splay %s%s%s --second %s\n", cli->plugins[i] ? "--plugin " : "",
           cli->plugins[i] ? cli->plugins[i] : "", cli->plugins[i] ? " " : "", position->game->name,
           *options ? " " : "", options, agent);
}

void cn_cli_version(void) {
#ifdef __clang__
    const char *const compiler = "clang " __clang_version__;
#else
    const char *const compiler = "gcc " __VERSION__;
#endif
    struct utsname machine;
    const bool known = uname(&machine) >= 0;
    printf("canopy %s\nbuilt with %s; jansson %s; MPI: %s; line editor: %s; plugin "
           "interface %d; running on %s\n",
           CN_VERSION, compiler, jansson_version_str(), cn_mpi_library(), cn_editor_library(),
           CN_ABI, known ? machine.machine : "an unknown machine");
}

/* Whether the environment asks for UTF-8. The variables are looked up in the order in which locales
 * are: the first that is set decides. */
static bool utf8(void) {
    const char *names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);
        if (value && *value) return strstr(value, "UTF-8") || strstr(value, "utf8");
    }
    return false;
}

/* Finds out what the streams can show, and which games there are; sets the handlers of signals. */
static void prepare(cn_cli *cli) {
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is an error of writing: see cn_out_close */
    signal(SIGXFSZ, SIG_IGN); /* and so is a file that may not grow */
    cn_interrupt_catch();
    cn_json_watch();
    const char *plain = getenv("NO_COLOR"), *term = getenv("TERM");
    const bool terminal = cn_cli_terminal(STDOUT_FILENO) && term && strcmp(term, "dumb") != 0;
    cli->colour = terminal && !(plain && *plain);
    cli->glyphs = terminal && utf8();
    cli->live = cn_cli_terminal(STDERR_FILENO) && term && strcmp(term, "dumb") != 0;
    int count = 0;
    for (const cn_game *const *game = cn_games(); *game && count < CN_CLI_GAMES; game++) {
        cli->games[count++] = *game;
    }
}

/* Reads the flags before the verb and runs the verb; without one, shows the overview. */
static cn_exit run(cn_cli *cli, int argc, char **argv) {
    const int next = cn_args_read_global(cli, argc, argv);
    if (next >= argc) {
        cn_verb_overview();
        return CN_EXIT_OK;
    }
    return cn_verb_run(cli, cn_verb_find(cli, argv[next]), argc - next, argv + next);
}

/* Runs the program as the managers of Gomocup tournaments start it: as `canopy engine GAME
 * --protocol gomocup` with the arguments that were given, where GAME is the first game that the
 * protocol serves. */
static cn_exit run_brain(cn_cli *cli, int argc, char **argv) {
    const cn_protocol *protocol = &cn_protocol_gomocup;
    const cn_game *const *game = (const cn_game *const *)cli->games;
    while (*game && cn_protocol_serves(protocol, *game, NULL) != CN_OK) game++;
    if (!*game) cn_out_usage(cli, "no game here is played by Gomocup's protocol");
    if (argc > CN_WORDS) cn_out_usage(cli, "too many arguments");
    char *words[CN_WORDS + 5] = {(char *)cn_verb_engine.name, (char *)(*game)->name,
                                 (char *)"--protocol", (char *)protocol->name};
    for (int i = 1; i < argc; i++) words[3 + i] = argv[i];
    return cn_verb_run(cli, &cn_verb_engine, argc + 3, words);
}

/* Does what has to be done before the process may end: flushes standard output, kills the programs
 * that were started as agents, and leaves the other MPI ranks. Returns the code that the process
 * ends with. */
static int end(cn_cli *cli, cn_exit code) {
    code = cn_out_close(cli, code);
    cn_process_kill_all();
    cn_cluster_leave();
    return code == CN_EXIT_INTERRUPTED ? cn_interrupt_code() : (int)code;
}

/* _Exit runs no exit handlers: other threads may still be at work, and what they use must stay as
 * it is. `cli` is const because whoever fails should not need more; the copy takes the error of
 * writing. */
void cn_cli_leave(const cn_cli *cli, cn_exit code) {
    cn_cli last = *cli;
    _Exit(end(&last, code));
}

void cn_cli_main(int argc, char **argv) {
    cn_error error;
    cn_cli cli = {.error = &error};
    prepare(&cli);
    cn_cli_join(&cli, argc, argv);
    /* Managers of tournaments start programs called `pbrain-…`, without arguments. */
    const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
    const bool brain = argc > 0 && strncmp(slash ? slash + 1 : argv[0], "pbrain-", 7) == 0;
    exit(end(&cli, (brain ? run_brain : run)(&cli, argc, argv)));
}
