/* The program as one of several processes (ranks) that an MPI launcher started together. Rank 0
 * reads the command line and talks to the user; the others serve searches and games of matches
 * until rank 0 is done. */
#include "cli/launch.h"

#include "arena/match_ranks.h"
#include "cli/interrupt.h"
#include "cli/out.h"
#include "cluster/mpi.h"
#include "engine/ranks.h"
#include "learn/ranks.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

/* The game of a name that rank 0 sent; NULL if there is none here. */
static const cn_game *find(const char *name, void *user) {
    return cn_cli_find(user, name);
}

/* The launcher ends a job by SIGTERM: because somebody pressed Ctrl-C, or because a rank died. What
 * is known by now is shown as after an interrupt, for as long as the launcher lets us. */
static const char ending[] =
    "\ncanopy: the job is ending: it was interrupted, or a rank died. Finished games and trials\n"
    "are kept; with match --db and bench --resume the same command goes on.\n";

/* Called when a rank has not been heard of for too long. MPI would wait for it for ever, so the
 * whole job is ended with a message. */
static void lost(int rank) {
    fflush(stdout);
    fprintf(stderr,
            "\ncanopy: rank %d on %s does not answer: the job ends without it. Finished games and\n"
            "trials are kept; with match --db and bench --resume the same command goes on.\n",
            rank, cn_cluster_host(rank));
    cn_mpi_abort(CN_EXIT_FAILURE);
}

/* Answers what rank 0 asks besides searches: a share of the games of `learn`, or a game of a match.
 * The farm (cluster/farm.h) calls it in a thread of its own for each question. */
static void answer(cn_message *question, cn_message *out, cn_farm_task *task, void *service) {
    uint32_t work;
    if (!cn_message_get(question, &work, sizeof work)) return;
    (work == CN_WORK_LEARN ? cn_learn_answer : cn_away_answer)(question, out, task, service);
}

/* What the ranks other than 0 do: they serve until rank 0 is done. All ranks have the same command
 * line, and rank 0 complains if it is wrong; here it is read only for the plugins before the verb,
 * whose games rank 0 may ask for. Standard output belongs to rank 0, and so do signals. */
static cn_exit serve(cn_cli *cli, int argc, char **argv) {
    static const char plugin[] = "--plugin=";
    if (!freopen("/dev/null", "w", stdout)) return CN_EXIT_FAILURE;
    signal(SIGINT, SIG_IGN); /* the job ends when rank 0 does */
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    for (int i = 1; i < argc && argv[i][0] == '-'; i++) {
        if (strncmp(argv[i], plugin, sizeof plugin - 1) == 0) {
            cn_cli_plugin(cli, argv[i] + sizeof plugin - 1, NULL);
        } else if (i + 1 < argc && strncmp(argv[i], plugin, sizeof plugin - 2) == 0) {
            cn_cli_plugin(cli, argv[++i], NULL);
        }
    }
    cn_ranks_service service = {find, cli, NULL};
    const cn_farm_work work = {answer, cn_away_halt, &service};
    service.work = &work;
    cn_ranks_serve(&service);
    return CN_EXIT_OK;
}

bool cn_cli_terminal(int fd) {
    char path[64], target[64] = "";
    if (!isatty(fd)) return false;
    if (!cn_mpi_launched()) return true;
    /* The launcher is the parent, on the machine where it was started. */
    snprintf(path, sizeof path, "/proc/%ld/fd/%d", (long)getppid(), fd);
    if (readlink(path, target, sizeof target - 1) < 0) return false;
    return strncmp(target, "/dev/pts/", 9) == 0 || strncmp(target, "/dev/tty", 8) == 0;
}

void cn_cli_join(cn_cli *cli, int argc, char **argv) {
    const cn_transport *transport;
    if (!cn_mpi_launched()) return;
    cn_out_must(cli, cn_mpi_start(&transport, cli->error));
    if (!transport) return;
    if (cn_cluster_join(transport, cli->error) != CN_OK) {
        cn_out_message(cli, "%s", cli->error->text);
        cn_mpi_abort(CN_EXIT_FAILURE);
    }
    if (cn_cluster_rank() > 0) {
        const cn_exit code = serve(cli, argc, argv);
        cn_cluster_leave();
        exit(code);
    }
    cn_interrupt_announce(ending);
    const char *text = getenv("CANOPY_RANK_TIMEOUT"); /* seconds that a rank may be silent */
    const double seconds = text ? atof(text) : 0;
    cn_cluster_guard(seconds > 0 ? seconds : 60, lost);
}
