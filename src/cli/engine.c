/* `canopy engine GAME` plays for another program, such as a graphical board or a tournament
 * manager, which talks a protocol on standard input and output (src/protocol). Nothing else may be
 * written to standard output, so messages go to standard error, and --log keeps both sides of the
 * dialogue in a file. */
#include "cli/verbs.h"
#include "protocol/protocol.h"

#include <errno.h>
#include <unistd.h>

/* The agent that plays unless --agent names one: the strongest on all cores, without a limit of its
 * own. Where the other program gives no clock, it has DEFAULT_SECONDS for a move. */
static const char default_agent[] = "max:time=0";
#define DEFAULT_SECONDS 1.0

/* What the flags say. */
typedef struct settings {
    const char *protocol, *agent, *log, *resign;
    double seconds;
} settings;

/* The protocol of a name, or the end of the program with the names there are. */
static const cn_protocol *find_protocol(const cn_cli *cli, const char *name) {
#define NAME(protocol)    #protocol,
#define ADDRESS(protocol) &cn_protocol_##protocol,
    static const char *const names[] = {CN_PROTOCOLS(NAME) NULL};
    static const cn_protocol *const list[] = {CN_PROTOCOLS(ADDRESS)};
    return list[cn_out_choice(cli, "protocol", name, names)];
}

/* Opens the log and the desk, hands the desk to the protocol, and closes both when the other side
 * has left. */
static cn_exit run(cn_cli *cli, cn_args *args, void *given) {
    const settings *set = given;
    static cn_desk desk; /* large for a stack */
    cn_args_agent(cli, args, set->agent);
    cn_args_once(cli, args->game, set->agent, "time", set->seconds > 0);
    const cn_protocol *protocol = find_protocol(cli, set->protocol);
    CN_USAGE_IF(cn_protocol_serves(protocol, args->game, cli->error) != CN_OK, cli, "%s",
                cli->error->text);
    cn_resign resign = {0};
    if (set->resign) cn_args_resign(cli, set->resign, &resign);
    CN_USAGE_IF(resign.moves && !protocol->resigns, cli,
                "--resign goes with gtp: the protocol %s has no word for it", protocol->name);
    FILE *log = NULL;
    if (set->log && !(log = fopen(set->log, "w"))) {
        cn_out_message(cli, "cannot write %.200s: %s", set->log, strerror(errno));
        cn_cli_leave(cli, CN_EXIT_FAILURE);
    }
    const cn_desk_setting setting = {
        .game = args->game,
        .values = args->values,
        .agent = set->agent ? set->agent : default_agent,
        .seconds = set->seconds > 0 || set->agent ? set->seconds : DEFAULT_SECONDS,
        .resign = set->resign ? &resign : NULL,
        .in = STDIN_FILENO,
        .out = stdout,
        .log = log,
    };
    cn_status status = cn_desk_open(&desk, &setting, cli->error);
    if (status == CN_OK) status = protocol->run(&desk, cli->error);
    cn_desk_close(&desk);
    const bool unwritten = log && (ferror(log) | fclose(log));
    cn_out_must(cli, status);
    if (unwritten) cn_out_message(cli, "%.160s: could not be written", set->log);
    return unwritten ? CN_EXIT_FAILURE : CN_EXIT_OK;
}

static const cn_flag flags[] = {
    CN_TEXT(settings, protocol, "protocol", 'P', "NAME"),
    CN_TEXT(settings, agent, "agent", 'a', "AGENT"),
    CN_REAL(settings, seconds, "time", 0, "S", 0.001, 1e6),
    CN_TEXT(settings, resign, "resign", 0, "V:M"),
    CN_TEXT(settings, log, "log", 0, "FILE"),
    {.name = NULL},
};

const cn_verb cn_verb_engine = {CN_VERB(engine), CN_SETTINGS(.protocol = "gtp"),
                                .takes = CN_TAKES_GAME};
