/* canopy engine GAME */
#include "cli/out.h"
#include "cli/verbs.h"
#include "protocol/protocol.h"

#include <errno.h>
#include <unistd.h>

/* Every core and whatever time there is; without clocks, this many seconds a move. */
static const char default_agent[] = "max:time=0";
#define DEFAULT_SECONDS 1.0

typedef struct settings {
    const char *protocol, *agent, *log;
    double seconds;
} settings;

static const cn_protocol *find_protocol(const cn_cli *cli, const char *name) {
    static const char *const names[] = {
#define X(name) #name,
        CN_PROTOCOLS(X)
#undef X
            NULL,
    };
    return cn_protocols()[cn_out_choice(cli, "protocol", name, names)];
}

static cn_exit run(cn_cli *cli, int argc, char **argv) {
    settings set = {.protocol = "gtp"};
    cn_args args;
    static cn_desk desk; /* large for a stack */
    cn_error error;
    cn_args_read(cli, &cn_verb_engine, argc, argv, &set, &args);
    cn_args_game(cli, &args);
    cn_args_done(cli, &args, 0);
    cn_args_agent(cli, &args, set.agent);
    cn_args_once(cli, args.game, set.agent, "time", set.seconds > 0);
    const cn_protocol *protocol = find_protocol(cli, set.protocol);
    if (protocol->serves && protocol->serves(args.game, &error) != CN_OK) {
        cn_out_usage(cli, "%s", error.text);
    }
    FILE *log = NULL;
    if (set.log && !(log = fopen(set.log, "w"))) {
        cn_out_message(cli, "cannot write %.200s: %s", set.log, strerror(errno));
        cn_cli_leave(cli, CN_EXIT_FAILURE);
    }
    const cn_desk_setting setting = {
        .game = args.game,
        .values = args.values,
        .agent = set.agent ? set.agent : default_agent,
        .seconds = set.seconds > 0 || set.agent ? set.seconds : DEFAULT_SECONDS,
        .in = STDIN_FILENO,
        .out = stdout,
        .log = log,
    };
    cn_status status = cn_desk_open(&desk, &setting, &error);
    if (status == CN_OK) status = protocol->run(&desk, &error);
    cn_desk_close(&desk);
    const bool unwritten = log && (ferror(log) | fclose(log));
    cn_out_check(cli, status, &error);
    if (unwritten) cn_out_message(cli, "%.160s: could not be written", set.log);
    return unwritten ? CN_EXIT_FAILURE : CN_EXIT_OK;
}

static const cn_flag flags[] = {
    CN_TEXT(settings, protocol, "protocol", 'P', "NAME",
            "how the other program talks: gtp (default), ugi, uci, gomocup, nboard"),
    CN_TEXT(settings, agent, "agent", 'a', "AGENT", "who thinks (default: `max`, by the clock)"),
    CN_REAL(settings, seconds, "time", 0, "S", 0.001, 1e6,
            "seconds a move where no clock is set (default agent: 1)"),
    CN_TEXT(settings, log, "log", 0, "FILE", "keep the dialogue"),
    {.name = NULL},
};

const cn_verb cn_verb_engine = {
    .name = "engine",
    .words = "GAME [option=value…]",
    .summary = "play for another program, by its protocol",
    .examples = "canopy engine go size=9 komi=7\n"
                "canopy engine othello --agent pvs:time=2,strategy=shared,threads=0\n"
                "canopy engine connect4 --protocol uci\n"
                "canopy engine gomoku --protocol gomocup --log dialogue.txt\n",
    .text =
        "Reads commands from standard input and answers them on standard output, so that "
        "boards, referees and other engines can play with Canopy. For every game: gtp (Sabaki, "
        "GoGui, Lizzie, gogui-twogtp) and ugi (cutegames). For some: uci (cutechess: Tic-Tac-Toe, "
        "Connect Four, Gomoku), gomocup (Piskvork: Gomoku; also if the program is called "
        "pbrain-canopy), nboard (NBoard: Othello). Ends with the command to quit, or with its "
        "input; a "
        "search that runs then has a second to finish, unless the input is a file.",
    .flags = flags,
    .run = run,
};
